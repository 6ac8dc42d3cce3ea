#include "any_angle.h"

#include <queue>

#include "nav_mesh_testing.h"

namespace portolan::detail::test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// The same answers by the plainest means: which ends of portals see each other, and Dijkstra.
class VisibilityGraph {
 public:
  explicit VisibilityGraph(const PolygonMesh& mesh) : mesh_(mesh), portals_(mesh.polygon_count()) {
    for (std::uint32_t p = 0; p < mesh.portals.size(); ++p) {
      for (const std::uint32_t polygon : mesh.portals[p].polygons) {
        portals_[polygon].push_back(p);
        for (const Vec3& end : mesh.portals[p].ends) spots_.push_back({PlanPoint(end), polygon});
      }
    }
    for (const PlanTurn& a : spots_) {
      for (const PlanTurn& b : spots_) seen_.push_back(seen_length(a, b));
    }
  }

  double length(const MeshPlace& start, const MeshPlace& goal) const {
    const PlanTurn first{PlanPoint(start.point), start.polygon};
    const PlanTurn last{PlanPoint(goal.point), goal.polygon};
    std::vector<double> lengths, rest;
    for (const PlanTurn& spot : spots_) {
      lengths.push_back(seen_length(first, spot));
      rest.push_back(seen_length(spot, last));
    }
    double best = seen_length(first, last);
    std::vector<char> done(spots_.size(), 0);
    for (std::size_t round = 0; round < spots_.size(); ++round) {
      std::size_t next = spots_.size();
      for (std::size_t i = 0; i < spots_.size(); ++i) {
        if (!done[i] && (next == spots_.size() || lengths[i] < lengths[next])) next = i;
      }
      done[next] = 1;
      best = std::min(best, lengths[next] + rest[next]);
      for (std::size_t i = 0; i < spots_.size(); ++i)
        lengths[i] = std::min(lengths[i], lengths[next] + seen_[next * spots_.size() + i]);
    }
    return best;
  }

  /// The distance between two places if nothing lies between them, else infinite.
  double seen_length(const PlanTurn& a, const PlanTurn& b) const {
    // By polygon: how much of the line lies behind when it comes in; walked again when it is less.
    std::map<std::uint32_t, double> reached{{a.polygon, 0.0}};
    std::queue<std::uint32_t> open({a.polygon});
    for (; !open.empty(); open.pop()) {
      const std::uint32_t polygon = open.front();
      if (polygon == b.polygon) return plan_distance(a.point, b.point);
      for (const std::uint32_t p : portals_[polygon]) {
        const Portal& portal = mesh_.portals[p];
        const std::uint32_t side = portal.polygons[0] == polygon ? 0 : 1;
        if (!portal.crossable_from[side]) continue;
        const auto [from, to] = crossed(a.point, b.point, PlanPoint(portal.ends[side]),
                                        PlanPoint(portal.ends[1 - side]));
        const double at = std::max(from, reached[polygon]);
        if (at > to) continue;
        const auto [known, is_new] = reached.try_emplace(portal.polygons[1 - side], kInfinity);
        if (known->second <= at) continue;
        known->second = at;
        open.push(known->first);
      }
    }
    return kInfinity;
  }

 private:
  static constexpr double kNear = 1e-5;  // metres; points on an edge are rounded to beside it

  /// The part of the line from a to b, as shares of it, in which it can cross a portal forwards.
  static std::pair<double, double> crossed(const PlanPoint& a, const PlanPoint& b,
                                           const PlanPoint& left, const PlanPoint& right) {
    const std::pair<double, double> nowhere{2.0, -2.0};
    const double length = plan_distance(a, b), width = plan_distance(left, right);
    const PlanPoint towards(b.x - a.x, b.z - a.z), along(right.x - left.x, right.z - left.z);
    const double forwards = towards.x * along.z - towards.z * along.x;
    const double behind = -leftness(left, right, a) / width;
    if (std::abs(forwards) <= kNear * length * width) {  // in line with it, or no path to go
      if (std::abs(behind) > kNear) return nowhere;
      const auto share = [&](const PlanPoint& c) {
        return ((c.x - a.x) * towards.x + (c.z - a.z) * towards.z) / (length * length);
      };
      if (length > 0.0) {
        const auto [from, to] = std::minmax({share(left), share(right)});
        return {from - kNear / length, std::min(to, 1.0) + kNear / length};
      }
      const bool in = std::max(plan_distance(a, left), plan_distance(a, right)) <= width + kNear;
      return in ? std::pair(0.0, 1.0) : nowhere;
    }
    if (forwards < 0.0) return nowhere;
    const double share = behind * width / forwards;
    const PlanPoint point = between(a, b, share);
    const double on = ((point.x - left.x) * along.x + (point.z - left.z) * along.z) / width;
    if (share * length < -kNear || share * length > length + kNear || on < -kNear ||
        on > width + kNear)
      return nowhere;
    return {share - kNear / length, share + kNear / length};
  }

  const PolygonMesh& mesh_;
  std::vector<std::vector<std::uint32_t>> portals_;  // by polygon
  std::vector<PlanTurn> spots_;                      // each end, in both polygons
  std::vector<double> seen_;                         // by two spots
};

MeshPlace place(std::uint32_t polygon, float x, float z) { return {polygon, {x, 0.0f, z}}; }

double find_length(const PolygonMesh& mesh, const MeshPlace& start, const MeshPlace& goal) {
  const double there = AnyAngleSearch(mesh).find(start, goal).length;
  const double back = AnyAngleSearch(mesh).find(goal, start).length;
  EXPECT_EQ(std::isfinite(there), std::isfinite(back));
  if (std::isfinite(there)) {
    EXPECT_NEAR(there, back, 1e-9);
  }
  return there;
}

TEST(AnyAngle, TurnsAtTheCornerOfACorridor) {
  MeshBuilder builder;
  const std::uint32_t foot = builder.add_floor(0, 0, 2, 8);
  builder.add_floor(0, 8, 2, 10);
  const std::uint32_t arm = builder.add_floor(2, 8, 10, 10);
  const PolygonMesh mesh = builder.finish();
  const PlanPath path = AnyAngleSearch(mesh).find(place(foot, 1, 1), place(arm, 9, 9));
  EXPECT_NEAR(path.length, 2.0 * std::sqrt(50.0), 1e-12);
  ASSERT_EQ(path.turns.size(), 3u);
  EXPECT_EQ(path.turns[1].point.x, 2.0);
  EXPECT_EQ(path.turns[1].point.z, 8.0);
  EXPECT_NEAR(find_length(mesh, place(foot, 2, 7), place(arm, 2, 9)), 2.0,
              1e-12);  // along the wall
}

TEST(AnyAngle, OnlyThePortalOfASharedEdgeCanBeCrossed) {
  MeshBuilder builder;
  const std::uint32_t room = builder.add_floor(0, 0, 10, 10);
  const std::uint32_t other = builder.add_floor(10, 0, 20, 10);
  PolygonMesh mesh = builder.finish();
  ASSERT_EQ(mesh.portals.size(), 1u);
  EXPECT_NEAR(find_length(mesh, place(room, 5, 9), place(other, 15, 9)), 10.0, 1e-12);
  for (Vec3& end : mesh.portals[0].ends) end.z = end.z == 0.0f ? 4.0f : 5.0f;
  EXPECT_NEAR(find_length(mesh, place(room, 5, 9), place(other, 15, 9)), 2.0 * std::sqrt(41.0),
              1e-12);
  EXPECT_NEAR(find_length(mesh, place(room, 0, 0), place(other, 20, 9)), std::hypot(20.0, 9.0),
              1e-12);
  EXPECT_NEAR(find_length(mesh, place(room, 10, 9), place(other, 10, 0)), 9.0, 1e-12);
}

TEST(AnyAngle, StoreysAreJoinedByTheirRampOnly) {
  const PolygonMesh mesh = make_storeys(2, 4, 6);
  const std::uint32_t below_goal = 5 * 4;  // the field at x 0..1, z 5..6
  const std::uint32_t above = below_goal + 4 * 6 + 3;
  ASSERT_EQ(centre_of(mesh, above), (Vec3{0.5f, 3.0f, 5.5f}));
  EXPECT_NEAR(find_length(mesh, place(below_goal, 0.5f, 5.5f), place(above, 0.5f, 5.5f)),
              std::hypot(3.5, 4.5) + 4.0 + std::hypot(3.5, 0.5), 1e-9);
}

TEST(AnyAngle, FindsNoWayWhereNoPortalLeads) {
  MeshBuilder builder;
  const std::uint32_t a = builder.add_floor(0, 0, 2, 2);
  const std::uint32_t b = builder.add_floor(2, 2, 4, 4);  // touches it at a corner
  const std::uint32_t c = builder.add_floor(4, 2, 6, 4);
  PolygonMesh mesh = builder.finish();
  EXPECT_EQ(find_length(mesh, place(a, 1, 1), place(b, 3, 3)), kInfinity);
  EXPECT_NEAR(find_length(mesh, place(a, 0, 0), place(a, 2, 2)), std::sqrt(8.0), 1e-12);
  mesh.portals[0].crossable_from[mesh.portals[0].polygons[0] == b ? 1 : 0] = false;
  AnyAngleSearch one_way(mesh);
  EXPECT_NEAR(one_way.find(place(b, 3, 3), place(c, 5, 3)).length, 2.0, 1e-12);
  EXPECT_EQ(one_way.find(place(c, 5, 3), place(b, 3, 3)).length, kInfinity);
}

/// Doors narrower than the edges they are in, lost doors and doors that open one way only.
void narrow_some(PolygonMesh& mesh, Random& random) {
  std::erase_if(mesh.portals, [&](const Portal&) { return below(random, 6) == 0; });
  for (Portal& portal : mesh.portals) {
    if (below(random, 3) == 0) {
      const Vec3 middle = portal.middle();
      Vec3& end = portal.ends[below(random, 2)];
      end = end + (middle - end) * unit(random);
    }
    if (below(random, 12) == 0) portal.crossable_from[below(random, 2)] = false;
  }
}

class AnyAngleOnMeshes : public testing::TestWithParam<std::uint32_t> {};

TEST_P(AnyAngleOnMeshes, EqualsTheVisibilityGraph) {
  const std::uint32_t seed = GetParam();
  Random random(seed);
  PolygonMesh mesh = seed % 4 == 0   ? make_field({6, 6, 5, 3, true, seed})
                     : seed % 4 == 1 ? make_quadtree(seed, 8)
                     : seed % 4 == 2 ? make_storeys(3, 3, 4)
                                     : make_field({7, 7, 4, 2, false, seed});
  if (seed % 8 >= 4) narrow_some(mesh, random);
  const VisibilityGraph graph(mesh);
  AnyAngleSearch search(mesh);
  for (std::uint32_t i = 0; i < 60; ++i) {
    const MeshPlace start = random_place(mesh, random), goal = random_place(mesh, random);
    const PlanPath path = search.find(start, goal);
    const double expected = graph.length(start, goal);
    ASSERT_EQ(std::isfinite(path.length), std::isfinite(expected)) << "pair " << i;
    if (!std::isfinite(expected)) continue;
    ASSERT_NEAR(path.length, expected, 1e-4) << "pair " << i;
    double walked = 0.0;
    for (std::size_t t = 1; t < path.turns.size(); ++t)
      walked += plan_distance(path.turns[t - 1].point, path.turns[t].point);
    EXPECT_NEAR(path.length, walked, 1e-4) << "pair " << i;
  }
}
INSTANTIATE_TEST_SUITE_P(Seeds, AnyAngleOnMeshes, testing::Range(0u, 24u));

TEST(AnyAngle, NoPathOfOursIsShorter) {
  for (const std::uint32_t seed : {0u, 1u, 3u}) {
    Random random(seed);
    const PolygonMesh mesh =
        seed == 1 ? make_quadtree(seed, 64) : make_field({24, 24, 6, 1 + seed, true, seed});
    const NavMeshSnapshot snapshot = build(mesh, {}, {8, 4});
    AnyAngleSearch search(mesh);
    NavMeshQuery query;
    NavMeshPath path;
    double ratios = 0.0;
    std::uint32_t count = 0;
    for (std::uint32_t i = 0; i < 300; ++i) {
      const MeshPlace start = random_place(mesh, random), goal = random_place(mesh, random);
      const double best = search.find(start, goal).length;
      const Status status = query.find_path(snapshot, start, goal, {}, path);
      ASSERT_EQ(std::isfinite(best), status == Status::complete) << "seed " << seed << " " << i;
      if (!std::isfinite(best) || best < 1.0) continue;
      double ours = 0.0;
      for (std::size_t w = 1; w < path.waypoints.size(); ++w) {
        ours += plan_distance(PlanPoint(path.waypoints[w - 1].point),
                              PlanPoint(path.waypoints[w].point));
      }
      ASSERT_GE(ours, best * (1.0 - 1e-5)) << "seed " << seed << " pair " << i;
      ratios += ours / best;
      ++count;
    }
    ASSERT_GT(count, 150u);
    EXPECT_LE(ratios / count, 1.02) << "seed " << seed;
    RecordProperty("mean_ratio_" + std::to_string(seed), std::to_string(ratios / count));
  }
}

}  // namespace
}  // namespace portolan::detail::test
