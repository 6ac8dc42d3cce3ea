#include "view/trace_view.h"

#include <fmt/format.h>

#include <unordered_map>
#include <utility>

#include "report/point_json.h"
#include "view/merged_view.h"
#include "view/path_view.h"
#include "view/request_values.h"

namespace portolan::detail::cli {
namespace {

constexpr std::uint32_t kNoParent = 0xFFFF'FFFFu;

/// Lists expansions of several searches, one after the other.
class Listing {
 public:
  explicit Listing(const ViewedWorld& world) : world_(world) {}

  /// One search of a trace, from its first expansion to its last.
  void add_search(const SearchTrace& trace, std::size_t search) {
    const std::size_t end =
        search + 1 < trace.begins.size() ? trace.begins[search + 1] : trace.expansions.size();
    std::unordered_map<std::uint32_t, std::uint32_t> place;  // of a node in the list
    for (std::size_t i = trace.begins[search]; i < end; ++i) {
      const auto [node, parent] = trace.expansions[i];
      const auto before = place.find(parent);
      parents_.push_back(parent == node || before == place.end() ? kNoParent : before->second);
      place[node] = static_cast<std::uint32_t>(points_.size());
      points_.push_back(world_.place_of(NodeId{node}));
    }
  }
  /// Ends a phase that holds what was added since the one before.
  void end_phase(const std::string& name) {
    if (points_.size() > first_) {
      phases_.push_back({{"name", name}, {"first", first_}, {"count", points_.size() - first_}});
    }
    first_ = points_.size();
  }
  std::size_t size() const { return points_.size(); }
  void add_to(Bundle& bundle) && {
    bundle.header()["phases"] = std::move(phases_);
    bundle.add_points("expanded", points_);
    bundle.add("parent", parents_);
  }

 private:
  const ViewedWorld& world_;
  std::vector<Vec3> points_;
  std::vector<std::uint32_t> parents_;
  std::size_t first_ = 0;
  Json phases_ = Json::array();
};

/// The searches that connected the ends: the start's, the goal's, then those up the levels.
void list_connecting(const SearchTrace& trace, Listing& listing) {
  for (std::size_t search = 0; search < trace.begins.size(); ++search) {
    listing.add_search(trace, search);
    if (search == 0) listing.end_phase("connect start");
    if (search == 1) listing.end_phase("connect goal");
  }
  listing.end_phase("connect upwards");
}

void list_all(const SearchTrace& trace, const char* name, Listing& listing) {
  for (std::size_t search = 0; search < trace.begins.size(); ++search)
    listing.add_search(trace, search);
  listing.end_phase(name);
}

/// A path as it is once so many nodes are expanded.
Json stage_json(const std::string& name, std::size_t after, const std::vector<Vec3>& points) {
  Json list = Json::array();
  for (const Vec3& point : points) list.push_back(point_json(point));
  return {{"name", name}, {"after", after}, {"points", std::move(list)}};
}

/// The searches of a guided query: over the cells of each layer, then over triangles.
void list_guided(const ViewedWorld& world, const Vec3& start, const Vec3& goal, Listing& listing,
                 Json& stages) {
  const auto ground = [&](const Vec3& point) {
    return TriangleId{find_ground(world, point, "").element};
  };
  const GuidedTrace trace = world.merged()->trace_guided(ground(start), ground(goal));
  for (std::size_t search = 0; search < trace.found.size(); ++search) {
    const auto& [layer, triangles] = trace.found[search];
    listing.add_search(trace.searches, search);
    listing.end_phase(layer == 0 ? "triangles" : fmt::format("layer {}", layer));
    if (layer == 0 || triangles.empty()) continue;
    std::vector<Vec3> line;
    for (const TriangleId triangle : triangles) line.push_back(world.place_of(node_of(triangle)));
    stages.push_back(stage_json(fmt::format("layer {}", layer), listing.size(), line));
  }
}

/// What the stretches of the abstract path become one by one, for those who refine lazily.
void add_refining(const AbstractLine& line, Bundle& bundle) {
  std::vector<Vec3> points;
  std::vector<std::uint32_t> ends;
  for (const std::vector<Vec3>& stretch : line.refined) {
    points.insert(points.end(), stretch.begin(), stretch.end());
    ends.push_back(static_cast<std::uint32_t>(points.size()));
  }
  bundle.add_points("refined", points);
  bundle.add("refined_end", ends);
}

/// The path before it was smoothed.
std::vector<Vec3> refined_line(const ViewedWorld& world, const std::string& from,
                               const std::string& to, QueryArguments& arguments) {
  arguments.smoothing = Smoothing::none;
  const auto query = world.world().make_query(from, to, arguments);
  const auto solver = query->make_solver(arguments.algorithms.front());
  solver->answer(0);
  std::vector<NodeId> nodes;
  solver->append_nodes(nodes);
  std::vector<Vec3> line;
  for (const NodeId node : nodes) line.push_back(world.place_of(node));
  return line;
}

}  // namespace

void add_trace(const ViewedWorld& world, const Request& request, Bundle& bundle) {
  Request asked = request;
  asked.parameters.emplace_back("algorithms", read_text_or(request, "algorithm", "hierarchy"));
  QueryArguments arguments;
  read_query_arguments(world, asked, arguments);
  if (arguments.algorithms.size() != 1) throw HttpError{400, "algorithm: give one"};
  const Algorithm algorithm = arguments.algorithms.front();
  const Vec3 start = read_point(request, "from");
  const Vec3 goal = read_point(request, "to");
  const std::string from = world.spell(start);
  const std::string to = world.spell(goal);

  SearchTrace connect, main, refine;
  QueryCounts counts;
  counts.connect.trace = &connect;
  counts.main.trace = &main;
  counts.refine.trace = &refine;
  const auto query = world.world().make_query(from, to, arguments);
  const auto solver = query->make_solver(algorithm);
  solver->count_into(&counts);
  solver->answer(0);
  solver->count_into(nullptr);

  const Answer answer = solver->found();
  Listing listing(world);
  Json stages = Json::array();
  if (algorithm == Algorithm::guided && answer.status == Status::complete)
    list_guided(world, start, goal, listing, stages);
  list_connecting(connect, listing);
  list_all(main, "search", listing);
  const std::size_t searched = listing.size();
  list_all(refine, "refine", listing);
  bundle.header()["algorithm"] = name(algorithm);
  bundle.header()["status"] = to_string(answer.status);
  bundle.header()["cost"] = answer.cost;
  if (answer.status == Status::complete) {
    if (algorithm == Algorithm::hierarchy) {
      const AbstractLine line = world.abstract_line(start, goal, arguments.search, arguments.agent);
      stages.push_back(stage_json("abstract", searched, line.points));
      add_refining(line, bundle);
    }
    const std::size_t refined = listing.size();
    const std::vector<Vec3> last = world.route_of(*solver).points;
    if (world.world().kind() == WorldKind::terrain) {
      stages.push_back(stage_json("refined", refined, last));
    } else {
      if (algorithm != Algorithm::detour)
        stages.push_back(stage_json("refined", refined, refined_line(world, from, to, arguments)));
      stages.push_back(stage_json("smoothed", refined + 1, last));  // a step that expands nothing
    }
  }
  bundle.header()["stages"] = std::move(stages);
  std::move(listing).add_to(bundle);
}

}  // namespace portolan::detail::cli
