#include "terrain/terrain_solvers.h"

#include <fmt/format.h>

#include "failure.h"
#include "portolan/merged/guided_query.h"
#include "portolan/merged/merged_query.h"
#include "portolan/terrain/path_line.h"
#include "portolan/terrain/terrain_query.h"
#include "report/json.h"
#include "report/table.h"
#include "world/step_list.h"

namespace portolan::detail::cli {
namespace {

Json metres_json(const LineLengths& line) {
  return {{"ground", line.ground}, {"map", line.map}, {"up", line.up}, {"down", line.down}};
}

/// A*, the hierarchy or tables.
class SnapshotSolver final : public TerrainSolver {
 public:
  SnapshotSolver(const TerrainQueries& queries, Algorithm algorithm)
      : TerrainSolver(queries, algorithm), query_(queries.pool()) {
    options_.search = queries.arguments().search;
    options_.tables = algorithm == Algorithm::tables;
  }

  void count_into(QueryCounts* counts) override { query_->count_into(counts); }
  void forget() override { query_->forget(); }

  void answer(std::size_t query) override {
    asked_ = query;
    const NodeId start = node_of(ends().start);
    const NodeId goal = node_of(ends().goal);
    if (algorithm_ == Algorithm::astar) {
      query_->find_path_astar(world(), start, goal, path_);
    } else if (!queries_.arguments().cost_only) {
      query_->find_path(world(), start, goal, options_, path_);
    } else {
      path_.nodes.clear();
      path_.status = query_->find_cost(world(), start, goal, options_, path_.cost);
    }
  }

  Status status() const override { return path_.status; }
  Cost cost() const override { return path_.cost; }
  std::span<const std::uint32_t> triangles() const override {
    triangles_.clear();
    for (const NodeId node : path_.nodes) triangles_.push_back(index(node));
    return triangles_;
  }

 private:
  TerrainQueryOptions options_;
  BorrowedQuery<TerrainQuery> query_;
  TerrainPath path_;
  mutable std::vector<std::uint32_t> triangles_;
};

/// Navigation over what was merged: `Q` is MergedQuery or GuidedQuery.
template <class Q>
class MergedSolver final : public TerrainSolver {
 public:
  template <class... Structure>
  MergedSolver(const TerrainQueries& queries, Algorithm algorithm, const Structure&... structure)
      : TerrainSolver(queries, algorithm), query_(structure...) {}

  void count_into(QueryCounts* counts) override {
    counts_ = counts;
    before_ = query_.counts().expansions;
  }

  void answer(std::size_t query) override {
    asked_ = query;
    if (ends().start == kNoTriangle || ends().goal == kNoTriangle) {
      path_ = {};
      path_.status = ends().start == kNoTriangle ? Status::invalid_start : Status::invalid_goal;
      return;
    }
    query_.find(ends().start, ends().goal, path_);
    if (counts_ == nullptr) return;
    counts_->main.expansions += query_.counts().expansions - before_;
    before_ = query_.counts().expansions;
  }

  Status status() const override { return path_.status; }
  Cost cost() const override { return path_.cost; }
  std::span<const std::uint32_t> triangles() const override { return path_.triangles; }

 private:
  Q query_;
  MergedPath path_;
  QueryCounts* counts_ = nullptr;
  std::uint64_t before_ = 0;
};

}  // namespace

PathLengths TerrainSolver::lengths() const {
  const TriangleMesh& mesh = world().mesh();
  const auto strip = triangles();
  PathLengths lengths = take(measure_path(mesh, world().settings(), strip), ExitCode::internal);
  lengths.points = measure_line(middles());
  if (!queries_.arguments().waypoints) return lengths;
  std::vector<Vec3> line;
  StripStraightener().append_crossings(mesh, strip, start(), goal(), line);
  lengths.waypoints = measure_line(line);
  return lengths;
}

std::vector<Vec3> TerrainSolver::middles() const {
  std::vector<Vec3> line;
  append_middles(world().mesh(), triangles(), start(), goal(), line);
  return line;
}

std::vector<Vec3> TerrainSolver::line() const {
  if (!queries_.arguments().waypoints) return middles();
  std::vector<Vec3> line;
  StripStraightener().append_waypoints(world().mesh(), triangles(), start(), goal(), line);
  return line;
}

void TerrainSolver::append_nodes(std::vector<NodeId>& nodes) const {
  for (const std::uint32_t triangle : triangles()) nodes.push_back(node_of(TriangleId{triangle}));
}

Answer TerrainSolver::found() const {
  Answer answer{status(), kNone, kNone, triangles().size()};
  if (answer.status != Status::complete) return answer;
  answer.cost = world().metres(cost());
  if (answer.nodes > 0) answer.length = handed_out(lengths()).ground;
  return answer;
}

void TerrainSolver::verify() const {
  if (status() != Status::complete) return;
  const auto path = triangles();
  if (path.empty() && queries_.arguments().cost_only) return;
  const auto fail = [&](const char* is_wrong) {
    throw wrong_path(algorithm_, queries_, asked_, is_wrong);
  };
  if (path.empty() || path.front() != index(ends().start) || path.back() != index(ends().goal))
    fail("does not join start and goal");
  std::uint64_t sum = 0;
  for (std::size_t i = 1; i < path.size(); ++i) {
    const TriangleId from{path[i - 1]};
    const unsigned edge = find_edge(world().mesh(), from, TriangleId{path[i]});
    if (edge == 3) fail("has two triangles one after the other that are no neighbours");
    sum += world().world().price(from, edge);
  }
  if (sum != cost()) fail("does not cost the sum of its steps");
}

Json TerrainSolver::steps_json() const {
  const auto path = triangles();
  Json json = Json::object();
  if (!path.empty()) {
    const PathLengths measured = lengths();
    json["metres"] = metres_json(measured.points);
    if (queries_.arguments().waypoints) json["waypoint_metres"] = metres_json(measured.waypoints);
    json["lengths"] = {{"weighted", measured.weighted},
                       {"xyz", measured.xyz},
                       {"xz", measured.xz},
                       {"y", measured.y}};
  }
  json["triangles"] = std::vector<std::uint32_t>(path.begin(), path.end());
  json["points"] = line_json(middles());
  if (queries_.arguments().waypoints) json["waypoints"] = line_json(line());
  return json;
}

Json TerrainSolver::line_json(std::span<const Vec3> line) const {
  Json points = Json::array();
  for (const Vec3& point : line) points.push_back(queries_.shown_json(point));
  return points;
}

std::string TerrainSolver::steps_text(bool all) const {
  const auto path = triangles();
  if (path.empty()) return "";
  const LineLengths metres = handed_out(lengths());
  std::string text = fmt::format(
      "  metres      {:.2f} {}, {:.2f} on the map, {:.2f} up and {:.2f} down\n"
      "  triangles   {}:{}\n",
      metres.ground, queries_.arguments().waypoints ? "along the ground" : "from middle to middle",
      metres.map, metres.up, metres.down, grouped(path.size()),
      step_list(path.size(), all, [&](std::size_t i) { return std::to_string(path[i]); }));
  if (!queries_.arguments().waypoints) return text;
  const std::vector<Vec3> points = line();
  return text + fmt::format("  way-points  {}:{}\n", grouped(points.size()),
                            step_list(points.size(), all, [&](std::size_t i) {
                              return queries_.shown_text(points[i]);
                            }));
}

std::unique_ptr<TerrainSolver> make_terrain_solver(const TerrainQueries& queries,
                                                   Algorithm algorithm) {
  MergedStructure& merged = queries.merged();
  if (algorithm == Algorithm::merged)
    return std::make_unique<MergedSolver<MergedQuery>>(queries, algorithm, merged.asked());
  if (algorithm == Algorithm::guided) {
    return std::make_unique<MergedSolver<GuidedQuery>>(queries, algorithm, merged.whole(),
                                                       merged.guide());
  }
  return std::make_unique<SnapshotSolver>(queries, algorithm);
}

}  // namespace portolan::detail::cli
