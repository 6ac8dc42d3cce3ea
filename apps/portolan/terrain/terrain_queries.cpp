#include "terrain/terrain_queries.h"

#include <fmt/format.h>

#include <algorithm>

#include "failure.h"
#include "portolan/terrain/terrain_picture.h"
#include "report/json.h"
#include "terrain/terrain_solvers.h"
#include "world/pens.h"

namespace portolan::detail::cli {
namespace {

Json ground_json(const GroundPoint& point) { return Json::array({point.x, point.z}); }

std::string ground_text(const GroundPoint& point) {
  return fmt::format("{:.6g},{:.6g}", point.x, point.z);
}

}  // namespace

TerrainQueries::TerrainQueries(const LoadedTerrain& world, std::vector<TerrainEnds> queries,
                               const QueryArguments& arguments)
    : world_(world),
      queries_(std::move(queries)),
      arguments_(arguments),
      merged_(arguments.merge == MergeArguments{}
                  ? world.merged()
                  : std::make_shared<MergedStructure>(world.baked(), arguments.merge)) {}

std::unique_ptr<Solver> TerrainQueries::make_solver(Algorithm algorithm) const {
  return make_terrain_solver(*this, algorithm);
}

Json TerrainQueries::ends_json(std::size_t query) const {
  return {{"from", ground_json(queries_[query].from)}, {"to", ground_json(queries_[query].to)}};
}

std::string TerrainQueries::ends_text(std::size_t query) const {
  return fmt::format("from {} to {}", ground_text(queries_[query].from),
                     ground_text(queries_[query].to));
}

std::string TerrainQueries::off_ground_text(const GroundPoint& point) const {
  const Box bounds = bounds_of(world().mesh());
  return fmt::format(": there is no ground at {}; it reaches from {} to {}{}", ground_text(point),
                     ground_text({bounds.low.x, bounds.low.z}),
                     ground_text({bounds.high.x, bounds.high.z}),
                     point.x >= bounds.low.x && point.x <= bounds.high.x &&
                             point.z >= bounds.low.z && point.z <= bounds.high.z
                         ? ", with holes where values are missing"
                         : "");
}

std::string TerrainQueries::reason(std::size_t query, Status status) const {
  if (status == Status::invalid_start) return off_ground_text(queries_[query].from);
  if (status == Status::invalid_goal) return off_ground_text(queries_[query].to);
  return status == Status::unreachable ? ": start and goal lie on two parts of the ground" : "";
}

void TerrainQueries::save_picture(const std::string& file, std::size_t query,
                                  std::span<const DrawnAnswer> answers) const {
  TerrainPicture picture(world().mesh(), world_.locator());
  picture.draw_relief();
  std::vector<LegendEntry> legend;
  for (const Pen& pen : kPens) {
    for (const DrawnAnswer& answer : answers) {
      if (answer.algorithm != pen.algorithm) continue;
      const auto path = static_cast<const TerrainSolver*>(answer.solver)->triangles();
      if (path.empty()) continue;
      picture.draw_path(path, pen.colour, pen.width);
      legend.push_back({pen.colour, answer.caption});
    }
  }
  const TerrainEnds& ends = queries_[query];
  picture.draw_marker(ends.from.x, ends.from.z, palette::kAmber);
  picture.draw_marker(ends.to.x, ends.to.z, palette::kBlack);
  legend.push_back({palette::kAmber, "start"});
  legend.push_back({palette::kBlack, "goal"});
  picture.draw_legend(legend);
  save_picture_file(file, picture.picture());
}

}  // namespace portolan::detail::cli
