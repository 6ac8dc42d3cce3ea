#include "mesh/mesh_solvers.h"

#include <fmt/format.h>

#include "failure.h"
#include "mesh/mesh_corridor.h"
#include "portolan/recast/detour_own_search.h"
#include "portolan/recast/detour_polygons.h"
#include "report/json.h"
#include "report/table.h"
#include "studies/paper_query.h"
#include "world/step_list.h"

namespace portolan::detail::cli {
namespace {

/// What both kinds of solvers tell about their polygons and way-points.
class PolygonSolver : public MeshSolver {
 public:
  PolygonSolver(const MeshQueries& queries, Algorithm algorithm)
      : queries_(queries), algorithm_(algorithm) {}

  Answer found() const override {
    Answer answer{status(), kNone, kNone, polygons().size()};
    if (answer.status != Status::complete) return answer;
    answer.cost = world().metres(cost());
    if (const std::vector<Vec3> points = line(); !points.empty()) {
      answer.length = 0.0;
      for (std::size_t i = 1; i < points.size(); ++i) {
        answer.length += double{distance(points[i - 1], points[i])};
      }
    }
    return answer;
  }

  Json steps_json() const override {
    Json json{{"polygons", polygons()}};
    if (queries_.arguments().waypoints) {
      Json points = Json::array();
      Json links = Json::array();
      const std::vector<Vec3> turns = line();
      for (std::size_t i = 0; i < turns.size(); ++i) {
        points.push_back(point_json(turns[i]));
        if (begins_link(i)) links.push_back(i);
      }
      json["waypoints"] = std::move(points);
      json["links"] = std::move(links);
    }
    return json;
  }

  std::string steps_text(bool all) const override {
    if (polygons().empty()) return "";
    const std::vector<Vec3> points = line();
    std::string text = fmt::format("  polygons    {}:{}\n", grouped(polygons().size()),
                                   step_list(polygons().size(), all, [this](std::size_t i) {
                                     return std::to_string(polygons()[i]);
                                   }));
    if (points.empty()) return text;
    return text + fmt::format("  way-points  {}:{}\n", grouped(points.size()),
                              step_list(points.size(), all, [&](std::size_t i) {
                                return point_text(points[i]) + (begins_link(i) ? " (link)" : "");
                              }));
  }

 protected:
  /// Whether an off-mesh link leads from a way-point to the next.
  virtual bool begins_link(std::size_t) const { return false; }
  const NavMeshSnapshot& world() const { return queries_.world(); }
  const MeshPlace& start() const { return queries_.start(asked_); }
  const MeshPlace& goal() const { return queries_.goal(asked_); }
  [[noreturn]] void fail(const std::string& is_wrong) const {
    throw wrong_path(algorithm_, queries_, asked_, is_wrong);
  }

  const MeshQueries& queries_;
  const Algorithm algorithm_;
  std::size_t asked_ = 0;
};

/// A solver whose answers are paths of ours.
class PathSolver : public PolygonSolver {
 public:
  using PolygonSolver::PolygonSolver;

  std::vector<Vec3> line() const override {
    std::vector<Vec3> points;
    for (const Waypoint& waypoint : path_.waypoints) points.push_back(waypoint.point);
    return points;
  }
  Status status() const override { return path_.status; }
  Cost cost() const override { return path_.cost; }
  void append_nodes(std::vector<NodeId>& nodes) const override {
    nodes.insert(nodes.end(), path_.nodes.begin(), path_.nodes.end());
  }
  const std::vector<std::uint32_t>& polygons() const override { return path_.polygons; }

 protected:
  bool begins_link(std::size_t waypoint) const override { return path_.waypoints[waypoint].link; }

  NavMeshPath path_;
};

class OwnSolver final : public PathSolver {
 public:
  OwnSolver(const MeshQueries& queries, Algorithm algorithm)
      : PathSolver(queries, algorithm), query_(queries.pool()) {}

  void count_into(QueryCounts* counts) override { query_->count_into(counts); }
  void forget() override { query_->forget(); }

  void answer(std::size_t query) override {
    asked_ = query;
    find(goal());
    if (path_.status == Status::unreachable && queries_.arguments().any_pair) go_near();
  }

  void verify() const override {
    if (path_.status != Status::complete) return;
    NavMeshPath path = path_;
    if (algorithm_ != Algorithm::astar && queries_.arguments().cost_only) {
      NavMeshQuery().find_path(world(), start(), goal(), queries_.arguments().of_mesh(algorithm_),
                               path);
    }
    const Cost sum = corridor_cost(world(), start(), goal(), path.polygons);
    if (sum == kInfinite) fail("does not join start and goal by polygons beside each other");
    if (sum != path_.cost) fail("does not cost the sum of its moves");
    if (!queries_.arguments().waypoints || path.waypoints.empty()) return;
    if (path.waypoints.front().point != start().point ||
        path.waypoints.back().point != goal().point)
      fail("has way-points that do not join start and goal");
  }

 private:
  void find(const MeshPlace& goal) {
    const NavMeshQueryOptions options = queries_.arguments().of_mesh(algorithm_);
    if (algorithm_ == Algorithm::astar) {
      query_->find_path_astar(world(), start(), goal, options, path_);
    } else if (!queries_.arguments().cost_only) {
      query_->find_path(world(), start(), goal, options, path_);
    } else {
      path_.clear();
      path_.status = query_->find_cost(world(), start(), goal, options, path_.cost);
    }
  }

  /// Goes as near to a goal out of reach as one can, which is what Detour does, too.
  void go_near() {
    const auto nearest =
        query_->find_nearest_reachable(world(), start(), goal().point, NavMesh::kAnywhere);
    if (nearest) find(*nearest);
    path_.status = Status::unreachable;
    path_.cost = kInfinite;
  }

  BorrowedQuery<NavMeshQuery> query_;
};

/// A* or the hierarchy with the approximations of the HNA* paper.
class PaperSolver final : public PathSolver {
 public:
  PaperSolver(const MeshQueries& queries, Algorithm algorithm)
      : PathSolver(queries, algorithm), model_(queries.paper_model()) {
    const QueryArguments& arguments = queries.arguments();
    options_.level = model_.levels();
    if (algorithm == Algorithm::astar) return;
    if (arguments.connect_table) {
      options_.connect = PaperConnect::table;
      options_.tables = queries.paper_tables();
    } else if (arguments.search.connect != ConnectMethod::dijkstra) {
      options_.connect = PaperConnect::astar;
      options_.parallel = arguments.search.parallel;
      options_.threads = 2;
    }
  }

  void count_into(QueryCounts* counts) override { query_.count_into(counts); }

  void answer(std::size_t query) override {
    asked_ = query;
    if (algorithm_ == Algorithm::astar) {
      query_.find_path_astar(model_, start(), goal(), path_);
    } else {
      query_.find_path(model_, start(), goal(), options_, path_);
    }
    if (path_.status == Status::complete && queries_.arguments().waypoints) {
      path_.polygons.clear();
      trace(world(), start(), goal(), true, scratch_, path_);
    }
  }

  void verify() const override {
    if (path_.status == Status::complete &&
        corridor_cost(world(), start(), goal(), path_.polygons) == kInfinite)
      fail("does not join start and goal by polygons beside each other");
  }

 private:
  const PaperModel& model_;
  PaperOptions options_;
  PaperQuery query_;
  TraceScratch scratch_;
};

class DetourSolver final : public PolygonSolver {
 public:
  DetourSolver(const MeshQueries& queries, const DetourMesh& detour)
      : PolygonSolver(queries, Algorithm::detour),
        query_(take(DetourOwnSearch::make(detour, queries.world().metric()))),
        index_(queries.world().mesh().polygons().refs) {}

  void count_into(QueryCounts* counts) override { counts_ = counts; }

  void answer(std::size_t query) override {
    asked_ = query;
    translated_ = false;
    const DetourPlace from = place(start());
    const DetourPlace to = place(goal());
    waypoints_.clear();
    status_ = query_.find_path(from, to, refs_);
    if (status_ == Status::complete && queries_.arguments().waypoints) {
      query_.find_waypoints(from, to, refs_, waypoints_);
    }
    if (counts_ != nullptr && status_ == Status::complete) {
      counts_->main.expansions += query_.count_expansions();
    }
  }

  void verify() const override {
    if (status_ == Status::complete && cost() == kInfinite) {
      fail("does not join start and goal by polygons beside each other");
    }
  }

  std::vector<Vec3> line() const override { return waypoints_; }
  Status status() const override { return status_; }
  Cost cost() const override { return corridor_cost(world(), start(), goal(), polygons()); }
  void append_nodes(std::vector<NodeId>&) const override {}

  /// Detour's references as polygons, without its off-mesh connections. Made when first asked
  /// for, which is after the clock has stopped.
  const std::vector<std::uint32_t>& polygons() const override {
    if (translated_) return polygons_;
    polygons_.clear();
    for (const dtPolyRef ref : refs_) {
      if (const auto polygon = index_.find(ref)) polygons_.push_back(index(*polygon));
    }
    translated_ = true;
    return polygons_;
  }

 private:
  DetourPlace place(const MeshPlace& place) const {
    const auto& refs = world().mesh().polygons().refs;
    if (place.polygon >= refs.size()) return {};
    return {static_cast<dtPolyRef>(refs[place.polygon]), place.point};
  }

  DetourOwnSearch query_;
  RefIndex index_;
  QueryCounts* counts_ = nullptr;
  Status status_ = Status::unreachable;
  std::vector<dtPolyRef> refs_;
  std::vector<Vec3> waypoints_;
  mutable std::vector<std::uint32_t> polygons_;
  mutable bool translated_ = false;
};

}  // namespace

std::unique_ptr<MeshSolver> make_mesh_solver(const MeshQueries& queries, Algorithm algorithm) {
  if (queries.arguments().paper_model) return std::make_unique<PaperSolver>(queries, algorithm);
  return std::make_unique<OwnSolver>(queries, algorithm);
}

std::unique_ptr<MeshSolver> make_detour_solver(const MeshQueries& queries,
                                               const DetourMesh& detour) {
  return std::make_unique<DetourSolver>(queries, detour);
}

}  // namespace portolan::detail::cli
