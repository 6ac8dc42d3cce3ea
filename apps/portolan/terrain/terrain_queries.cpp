#include "terrain/terrain_queries.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "failure.h"
#include "portolan/terrain/map_frame.h"
#include "portolan/terrain/nearest_ground.h"
#include "portolan/terrain/terrain_picture.h"
#include "report/json.h"
#include "report/point_json.h"
#include "report/table.h"
#include "terrain/terrain_solvers.h"
#include "world/pens.h"

namespace portolan::detail::cli {
namespace {

/// The width of A*'s path where no other lies above it.
constexpr double kAlone = 1.5;

/// Degrees to about a centimetre, other units to a hundredth.
std::string map_text(const MapPoint& point, bool degrees) {
  return fmt::format("{0:.{2}f},{1:.{2}f}", point.x, point.y, degrees ? 7 : 2);
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

MapPoint TerrainQueries::on_map(float x, float z) const {
  return to_map(*world().mesh().frame, world().mesh().raster, {x, 0.0f, z});
}

Json TerrainQueries::shown_json(const Vec3& point) const {
  if (!arguments_.map_coordinates) return point_json(point);
  const MapPoint map = on_map(point.x, point.z);
  return Json::array({map.x, map.y, point.y});
}

std::string TerrainQueries::shown_text(const Vec3& point) const {
  if (!arguments_.map_coordinates)
    return fmt::format("{},{},{}", metres_text(point.x), metres_text(point.y),
                       metres_text(point.z));
  return fmt::format("{},{}", ground_text({point.x, point.z}), metres_text(point.y));
}

Json TerrainQueries::ground_json(const GroundPoint& point) const {
  if (!arguments_.map_coordinates) return Json::array({point.x, point.z});
  const MapPoint map = on_map(point.x, point.z);
  return Json::array({map.x, map.y});
}

std::string TerrainQueries::ground_text(const GroundPoint& point) const {
  if (!arguments_.map_coordinates) return metres_text(point.x) + "," + metres_text(point.z);
  return map_text(on_map(point.x, point.z), world().mesh().frame->degrees);
}

Json TerrainQueries::ends_json(std::size_t query) const {
  Json json{{"from", ground_json(queries_[query].from)}, {"to", ground_json(queries_[query].to)}};
  if (arguments_.map_coordinates) json["coordinates"] = world().mesh().frame->system;
  return json;
}

std::string TerrainQueries::ends_text(std::size_t query) const {
  return fmt::format("from {} to {}", ground_text(queries_[query].from),
                     ground_text(queries_[query].to));
}

std::string TerrainQueries::reach_text() const {
  if (arguments_.map_coordinates) {
    const MapBox box = map_box(world().mesh());
    const bool degrees = world().mesh().frame->degrees;
    return fmt::format("from {} to {}", map_text(box.low, degrees), map_text(box.high, degrees));
  }
  const Box bounds = bounds_of(world().mesh());
  return fmt::format("from {} to {}", ground_text({bounds.low.x, bounds.low.z}),
                     ground_text({bounds.high.x, bounds.high.z}));
}

std::string TerrainQueries::coordinates_hint() const {
  const auto& frame = world().mesh().frame;
  if (!frame) return "";
  if (!arguments_.map_coordinates)
    return "; give --coordinates map where these are those of its map";
  return frame->degrees ? "; x is longitude, y latitude" : "";
}

std::string TerrainQueries::off_ground_text(const GroundPoint& point) const {
  const Box bounds = bounds_of(world().mesh());
  const bool in_hole = point.x >= bounds.low.x && point.x <= bounds.high.x &&
                       point.z >= bounds.low.z && point.z <= bounds.high.z;
  return fmt::format(": there is no ground at {}; it reaches {}{}", ground_text(point),
                     reach_text(),
                     in_hole ? ", with holes where values are missing" : coordinates_hint());
}

bool TerrainQueries::can_be_pasted(const Vec3& point) const {
  const GroundPoint pasted = world_.parse_place("", shown_text(point), arguments_);
  return world_.locator().find(pasted.x, pasted.z) != kNoTriangle;
}

Vec3 TerrainQueries::to_be_pasted(const Vec3& point) const {
  constexpr float kSteps[] = {0.0f, 0.01f, 0.02f, 0.05f, 0.1f};
  for (const float step : kSteps) {
    for (const float x : {0.0f, step, -step}) {
      for (const float z : {0.0f, step, -step}) {
        const Vec3 beside{point.x + x, point.y, point.z + z};
        if (can_be_pasted(beside)) return beside;
      }
    }
  }
  return point;
}

std::optional<Vec3> TerrainQueries::find_nearest(std::size_t query, Status status) const {
  const TerrainEnds& ends = queries_[query];
  if (status == Status::invalid_start)
    return world_.locator().find_nearest(ends.from.x, ends.from.z, [](TriangleId) { return true; });
  if (status != Status::invalid_goal && status != Status::unreachable) return std::nullopt;
  return find_nearest_reachable(world(), world_.locator(), {ends.from.x, 0.0f, ends.from.z},
                                {ends.to.x, 0.0f, ends.to.z});
}

std::string TerrainQueries::reason(std::size_t query, Status status) const {
  const std::optional<Vec3> nearest = find_nearest(query, status);
  if (!nearest) return "";
  const TerrainEnds& ends = queries_[query];
  const bool of_start = status == Status::invalid_start;
  const GroundPoint& asked = of_start ? ends.from : ends.to;
  return fmt::format(
      "{}; the nearest point {} is {}, {} m from the {}",
      status == Status::unreachable ? ": start and goal lie on two parts of the ground"
                                    : off_ground_text(asked),
      of_start ? "on the ground" : "that can be reached", shown_text(to_be_pasted(*nearest)),
      metres_text(std::hypot(double{nearest->x} - asked.x, double{nearest->z} - asked.z)),
      of_start ? "start" : "goal");
}

Json TerrainQueries::nearest_json(std::size_t query, Status status) const {
  const std::optional<Vec3> nearest = find_nearest(query, status);
  return nearest ? shown_json(*nearest) : Json();
}

void TerrainQueries::save_picture(const std::string& file, std::size_t query,
                                  std::span<const DrawnAnswer> answers) const {
  TerrainPicture picture(world().mesh(), world_.locator());
  picture.draw_relief();
  std::vector<LegendEntry> legend;
  for (const Pen& pen : kPens) {
    for (const DrawnAnswer& answer : answers) {
      if (answer.algorithm != pen.algorithm) continue;
      const auto line = static_cast<const TerrainSolver*>(answer.solver)->line();
      if (line.empty()) continue;
      picture.draw_line(line, pen.colour, answers.size() == 1 ? kAlone : pen.width);
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
