#include <DetourNavMeshQuery.h>

#include <cmath>
#include <cstdio>
#include <memory>
#include <optional>

#include "portolan/navmesh/nav_mesh_query.h"
#include "portolan/recast/mset.h"
#include "recast_testing.h"

/// Our answers on the given scenes beside Detour's.
namespace portolan::detail {
namespace {

constexpr int kMostPolygons = 65536;

struct Pair {
  MeshPlace start, goal;
  dtPolyRef start_ref, goal_ref;
};

struct DetourPath {
  std::vector<dtPolyRef> refs;
  bool partial = false;
};

struct QueryDeleter {
  void operator()(dtNavMeshQuery* query) const { dtFreeNavMeshQuery(query); }
};

/// One scene: Detour's mesh, ours, and the pairs that come with it.
class Scene {
 public:
  explicit Scene(const std::string& name)
      : detour_(loaded(name)), polygons_(polygons_of(*detour_)), query_(dtAllocNavMeshQuery()) {
    query_->init(detour_.get(), 65535);
    mesh_ = NavMesh::make(polygons_.mesh).value();
    read_pairs(name);
  }

  const NavMesh& mesh() const { return mesh_; }
  const std::vector<Pair>& pairs() const { return pairs_; }

  NavMeshSnapshot build(std::vector<std::uint32_t> merge) const {
    NavMeshBuildOptions options;
    options.cells.merge = std::move(merge);
    return NavMeshSnapshot::build(mesh_, {}, options).value();
  }

  DetourPath find_detour(const Pair& pair) const {
    DetourPath path;
    path.refs.resize(kMostPolygons);
    int count = 0;
    const dtStatus status =
        query_->findPath(pair.start_ref, pair.goal_ref, &pair.start.point.x, &pair.goal.point.x,
                         &filter_, path.refs.data(), &count, kMostPolygons);
    path.refs.resize(static_cast<std::size_t>(count));
    path.partial = dtStatusFailed(status) || dtStatusDetail(status, DT_PARTIAL_RESULT) ||
                   path.refs.empty() || path.refs.back() != pair.goal_ref;
    return path;
  }

  /// The length of the straight path through polygons; nothing where it does not reach the goal.
  std::optional<double> straight_length(const Pair& pair,
                                        const std::vector<dtPolyRef>& refs) const {
    std::vector<float> points(3 * 4096);
    std::vector<unsigned char> flags(4096);
    std::vector<dtPolyRef> polygons(4096);
    int count = 0;
    const dtStatus status = query_->findStraightPath(
        &pair.start.point.x, &pair.goal.point.x, refs.data(), static_cast<int>(refs.size()),
        points.data(), flags.data(), polygons.data(), &count, 4096);
    if (!dtStatusSucceed(status) || dtStatusDetail(status, DT_PARTIAL_RESULT) || count < 1)
      return std::nullopt;
    const auto at = [&](int i) {
      const float* point = points.data() + 3 * i;
      return Vec3{point[0], point[1], point[2]};
    };
    if (distance(at(count - 1), pair.goal.point) > 0.01f) return std::nullopt;
    double sum = 0.0;
    for (int i = 1; i < count; ++i) sum += double{distance(at(i - 1), at(i))};
    return sum;
  }

  /// What a corridor costs by our rules: through the points of the doorways between its polygons.
  std::uint64_t corridor_cost(const NavMeshSnapshot& snapshot, const Pair& pair,
                              const std::vector<dtPolyRef>& refs) const {
    const MeshLayout& layout = snapshot.world().layout();
    const MeshCosts& costs = snapshot.world().costs();
    std::uint64_t sum = 0;
    Vec3 at = pair.start.point;
    PolygonId polygon = polygon_of(pair.start);
    const auto walk = [&](const Vec3& to) {
      sum += costs.of_length(length_between(at, to), costs.area_costs[polygon]);
      at = to;
    };
    for (std::size_t i = 1; i < refs.size(); ++i) {
      const std::optional<PolygonId> next = polygons_.index.find(refs[i]);
      if (!next) return kInfinite;  // an off-mesh connection: none of these scenes has one
      const Vec3* nearest = nullptr;
      for (const MeshLayout::Slot& slot : layout.slots(polygon)) {
        if (layout.partner(slot.node) == kNoNode && layout.beyond(slot.node, polygon) == *next &&
            slot.leave &&
            (nearest == nullptr || distance(at, layout.place(slot.node)) < distance(at, *nearest)))
          nearest = &layout.place(slot.node);
      }
      EXPECT_NE(nearest, nullptr) << "Detour goes where we have no doorway";
      if (nearest == nullptr) return kInfinite;
      walk(*nearest);
      polygon = *next;
    }
    walk(pair.goal.point);
    return sum;
  }

  std::vector<dtPolyRef> refs_of(const NavMeshPath& path) const {
    std::vector<dtPolyRef> refs;
    for (const std::uint32_t p : path.polygons)
      refs.push_back(static_cast<dtPolyRef>(polygons_.mesh.refs[p]));
    return refs;
  }

 private:
  static DetourMesh loaded(const std::string& name) {
    return parse_mset(bytes_of_file(mset_folder() / (name + ".bin")), name).value();
  }

  void read_pairs(const std::string& name) {
    std::ifstream file(mset_folder() / ".." / "queries" / (name + ".csv"));
    std::string line;
    std::getline(file, line);
    while (std::getline(file, line)) {
      float v[6];
      if (std::sscanf(line.c_str(), "%f,%f,%f,%f,%f,%f", v, v + 1, v + 2, v + 3, v + 4, v + 5) != 6)
        continue;
      const auto place = [&](const float* point, dtPolyRef& ref) {
        MeshPlace found;
        query_->findNearestPoly(point, &NavMesh::kDefaultExtent.x, &filter_, &ref, &found.point.x);
        found.polygon = index(polygons_.index.find(ref).value_or(kNoPolygon));
        return found;
      };
      Pair pair;
      pair.start = place(v, pair.start_ref);
      pair.goal = place(v + 3, pair.goal_ref);
      if (polygon_of(pair.start) != kNoPolygon && polygon_of(pair.goal) != kNoPolygon)
        pairs_.push_back(pair);
    }
  }

  DetourMesh detour_;
  DetourPolygons polygons_;
  std::unique_ptr<dtNavMeshQuery, QueryDeleter> query_;
  dtQueryFilter filter_;
  NavMesh mesh_;
  std::vector<Pair> pairs_;
};

const char* const kSmall[] = {"dungeon", "nav_test", "undulating"};
const char* const kLarge[] = {"serpentine", "city", "islands", "medieval"};
const char* const kOthers[] = {"fd_e1m5",      "fd_e3m9",           "fd_map12",
                               "fd_map15",     "oa_am_underworks2", "oa_ctf_compromise",
                               "oa_czest3ctf", "oa_oa_thor"};

/// Every level's cost is A*'s, by ==, and no corridor of Detour's is cheaper.
void expect_exact(const std::string& name, std::size_t sample) {
  const Scene scene(name);
  ASSERT_GT(scene.pairs().size(), 900u);
  const NavMeshSnapshot planned = scene.build({48, 6});
  const NavMeshSnapshot paper = scene.build({4});
  NavMeshQuery query;
  NavMeshPath astar, path;
  const std::size_t step = std::max<std::size_t>(1, scene.pairs().size() / sample);
  std::size_t compared = 0;
  for (std::size_t i = 0; i < scene.pairs().size(); i += step) {
    const Pair& pair = scene.pairs()[i];
    query.find_path_astar(planned, pair.start, pair.goal, {{}, false}, astar);
    for (const NavMeshSnapshot* snapshot : {&planned, &paper}) {
      for (const unsigned level : {kAutoLevel, 1u, 2u}) {
        query.find_path(*snapshot, pair.start, pair.goal, {{.level = level}, false}, path);
        ASSERT_EQ(path.status, astar.status) << "pair " << i << " level " << level;
        ASSERT_EQ(path.cost, astar.cost) << "pair " << i << " level " << level;
      }
    }
    if (const DetourPath detour = scene.find_detour(pair); !detour.partial) {
      ASSERT_EQ(astar.status, Status::complete) << "pair " << i << ": Detour finds a path";
      ASSERT_LE(astar.cost, scene.corridor_cost(planned, pair, detour.refs)) << "pair " << i;
      ++compared;
    }
  }
  EXPECT_GT(compared, sample / 3);
}

class NavScene : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (mset_folder().empty())
      GTEST_SKIP() << "no scenes: set PORTOLAN_DATA to the folder that holds scenes/mset";
  }
};

std::string name_of(const testing::TestParamInfo<const char*>& info) { return info.param; }

class NavSceneSmall : public NavScene {};
TEST_P(NavSceneSmall, EqualsAStarAndIsNoMoreExpensiveThanDetour) { expect_exact(GetParam(), 1000); }
INSTANTIATE_TEST_SUITE_P(Scenes, NavSceneSmall, testing::ValuesIn(kSmall), name_of);

class NavSceneSlow : public NavScene {};
TEST_P(NavSceneSlow, EqualsAStarAndIsNoMoreExpensiveThanDetour) { expect_exact(GetParam(), 100); }
INSTANTIATE_TEST_SUITE_P(Large, NavSceneSlow, testing::ValuesIn(kLarge), name_of);
INSTANTIATE_TEST_SUITE_P(Others, NavSceneSlow, testing::ValuesIn(kOthers), name_of);

class NavSceneWaypointsSlow : public NavScene {};

/// In the mean not longer than findPath and findStraightPath; and findStraightPath takes our
/// polygons all the way to the goal.
TEST_P(NavSceneWaypointsSlow, NotLongerThanDetour) {
  const Scene scene(GetParam());
  const NavMeshSnapshot snapshot = scene.build({48, 6});
  NavMeshQuery query;
  NavMeshPath path;
  double ours = 0.0, theirs = 0.0;
  std::size_t compared = 0;
  for (std::size_t i = 0; i < scene.pairs().size(); i += 5) {
    const Pair& pair = scene.pairs()[i];
    if (query.find_path(snapshot, pair.start, pair.goal, {}, path) != Status::complete) continue;
    const std::optional<double> accepted = scene.straight_length(pair, scene.refs_of(path));
    ASSERT_TRUE(accepted) << "pair " << i << ": findStraightPath does not reach the goal";
    const double length = length_of(path.waypoints);
    EXPECT_LE(length, *accepted * 1.001 + 0.01) << "pair " << i << ": our funnel is the longer one";
    const DetourPath detour = scene.find_detour(pair);
    if (detour.partial) continue;
    const std::optional<double> straight = scene.straight_length(pair, detour.refs);
    if (!straight) continue;
    ours += length;
    theirs += *straight;
    ++compared;
  }
  ASSERT_GT(compared, 50u);
  EXPECT_LE(ours, theirs) << compared << " pairs";
  RecordProperty("ours_over_detour", std::to_string(ours / theirs));
}
INSTANTIATE_TEST_SUITE_P(Large, NavSceneWaypointsSlow, testing::ValuesIn(kLarge), name_of);

}  // namespace
}  // namespace portolan::detail
