#include "mesh/mesh_queries.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "failure.h"
#include "mesh/mesh_solvers.h"
#include "portolan/core/narrow.h"
#include "portolan/core/to_whole.h"
#include "portolan/navmesh/area_colours.h"
#include "portolan/navmesh/nav_mesh_picture.h"
#include "portolan/navmesh/polygon_mesh.h"
#include "report/json.h"
#include "report/table.h"
#include "world/pens.h"

namespace portolan::detail::cli {
namespace {

/// Asks `find` with an extent that grows until it finds something or takes in every mesh.
template <class F>
std::optional<MeshPlace> find_farther(Vec3 extent, F&& find) {
  for (extent = extent + Vec3{1, 1, 1}; extent.x < 1e8f; extent = extent * 4.0f) {
    if (const std::optional<MeshPlace> found = find(extent)) return found;
  }
  return std::nullopt;
}

/// What the areas with colours of their own stand for; those with most ground where there are many.
void name_areas(const NavMeshSnapshot& world, std::vector<LegendEntry>& legend) {
  constexpr std::size_t kMost = 8;
  const std::vector<AreaColour> areas = choose_area_colours(world);
  for (std::size_t i = 0; i < std::min(kMost, areas.size()); ++i) {
    const bool blocked = areas[i].cost == NavMeshMetric::kBlocked;
    legend.push_back({areas[i].colour,
                      fmt::format("{}: {}", area_name(world.mesh().polygons(), areas[i].area),
                                  blocked ? "blocked" : fmt::format("cost {:g}", areas[i].cost))});
  }
  if (areas.size() > kMost) {
    legend.push_back({palette::kPaper,
                      fmt::format("and {} more", counted(areas.size() - kMost, "area")), 0, true});
  }
}

}  // namespace

std::string point_text(const Vec3& point) {
  return fmt::format("{},{},{}", metres_text(point.x), metres_text(point.y), metres_text(point.z));
}

MeshQueries::MeshQueries(const NavMeshSnapshot& world, const DetourMesh* detour,
                         std::vector<PointQuery> queries, const QueryArguments& arguments,
                         std::shared_ptr<QueryPool<NavMeshQuery>> pool)
    : world_(world),
      detour_(detour),
      queries_(std::move(queries)),
      arguments_(arguments),
      pool_(std::move(pool)) {
  const auto wanted = [this](std::uint32_t polygon) { return world_.passable(PolygonId{polygon}); };
  places_.reserve(2 * queries_.size());
  for (const PointQuery& query : queries_) {
    for (const Vec3& point : {query.from, query.to}) {
      places_.push_back(
          world_.mesh().find_nearest(point, arguments_.extent, wanted).value_or(MeshPlace{}));
    }
  }
}

std::unique_ptr<Solver> MeshQueries::make_solver(Algorithm algorithm) const {
  if (algorithm != Algorithm::detour) return make_mesh_solver(*this, algorithm);
  if (detour_ == nullptr) {
    throw Failure{ExitCode::usage,
                  "--algorithm: detour searches Detour's own data, and this world has none: it was "
                  "built from polygons alone, or saved by a program without them; build it from "
                  "geometry by portolan build, or save it with the DetourMesh; else leave detour "
                  "out"};
  }
  return make_detour_solver(*this, *detour_);
}

const PaperModel& MeshQueries::paper_model() const {
  if (!paper_) paper_ = take(PaperModel::build(world_, arguments_.search.level));
  return *paper_;
}

std::span<const PaperConnectTable> MeshQueries::paper_tables() const {
  while (paper_tables_.size() < paper_model().levels()) {
    const auto level = narrow<unsigned>(paper_tables_.size()) + 1;
    paper_tables_.push_back(
        take(PaperConnectTable::build(paper_model(), level, PathStorage::whole)));
  }
  return paper_tables_;
}

std::optional<MeshPlace> MeshQueries::find_nearest_reachable(std::size_t query) const {
  NavMeshQuery search;
  return find_farther(arguments_.extent, [&](const Vec3& extent) {
    return search.find_nearest_reachable(world_, start(query), queries_[query].to, extent);
  });
}

Json MeshQueries::ends_json(std::size_t query) const {
  return {{"from", point_json(queries_[query].from)}, {"to", point_json(queries_[query].to)}};
}

std::string MeshQueries::ends_text(std::size_t query) const {
  return fmt::format("from {} to {}", point_text(queries_[query].from),
                     point_text(queries_[query].to));
}

std::optional<MeshPlace> MeshQueries::find_nearest(const Vec3& point) const {
  return find_farther(arguments_.extent, [&](const Vec3& extent) {
    return world_.mesh().find_nearest(point, extent, [this](std::uint32_t polygon) {
      return world_.passable(PolygonId{polygon});
    });
  });
}

Json MeshQueries::nearest_json(std::size_t query, Status status) const {
  std::optional<MeshPlace> nearest;
  if (status == Status::invalid_start) nearest = find_nearest(queries_[query].from);
  if (status == Status::invalid_goal) nearest = find_nearest(queries_[query].to);
  if (status == Status::unreachable || status == Status::partial)  // partial: Detour's word for it
    nearest = find_nearest_reachable(query);
  return nearest ? point_json(nearest->point) : Json();
}

std::string MeshQueries::off_mesh_text(const Vec3& point) const {
  const auto nearest = find_nearest(point);
  if (!nearest) {
    return fmt::format(": there is no polygon that agent type {} may enter", world_.metric().name);
  }
  return fmt::format(
      ": {} lies off the mesh; the nearest polygon that agent type {} may enter is {:.2f} m away, "
      "at {}; give a point near that, or a larger --extent than {}",
      point_text(point), world_.metric().name, distance(point, nearest->point),
      point_text(nearest->point), point_text(arguments_.extent));
}

std::string MeshQueries::reason(std::size_t query, Status status) const {
  if (status == Status::invalid_start) return off_mesh_text(queries_[query].from);
  if (status == Status::invalid_goal) return off_mesh_text(queries_[query].to);
  if (status != Status::unreachable) return "";
  const auto nearest = find_nearest_reachable(query);
  if (!nearest) return "";
  return fmt::format(": the nearest point that can be reached is {}, {:.2f} m from the goal",
                     point_text(nearest->point), distance(nearest->point, queries_[query].to));
}

void MeshQueries::save_picture(const std::string& file, std::size_t query,
                               std::span<const DrawnAnswer> answers) const {
  NavMeshPicture picture = draw_nav_mesh(world_);
  const Hierarchy& hierarchy = world_.hierarchy();
  const std::uint32_t thin =
      std::max(2u, std::max(picture.picture().width, picture.picture().height) / 400);
  std::vector<LegendEntry> legend{
      {NavMeshPicture::kGate,
       fmt::format("{} of {} of level 1", counted(hierarchy.level_size(1).gates, "gate"),
                   counted(hierarchy.partition().cell_count(1), "cell"))}};
  for (const Pen& pen : kPens) {
    for (const DrawnAnswer& answer : answers) {
      const auto line = static_cast<const MeshSolver*>(answer.solver)->line();
      if (answer.algorithm != pen.algorithm || line.empty()) continue;
      picture.draw_path(line, pen.colour, to_whole<std::uint32_t>(thin * pen.width));
      legend.push_back({pen.colour, answer.caption});
    }
  }
  picture.draw_marker(queries_[query].from, palette::kAmber);
  picture.draw_marker(queries_[query].to, palette::kBlack);
  legend.push_back({palette::kAmber, "start"});
  legend.push_back({palette::kBlack, "goal"});
  name_areas(world_, legend);
  picture.draw_legend(legend);
  save_picture_file(file, picture.picture());
}

}  // namespace portolan::detail::cli
