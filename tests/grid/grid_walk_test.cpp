#include "portolan/grid/grid_walk.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <utility>

#include "grid_testing.h"
#include "scenes/grid_scenes.h"

namespace portolan::detail {
namespace {

using test::ask;
using test::NaiveWorld;
using test::Random;

GridSnapshot edited(const GridSnapshot& snapshot, std::initializer_list<TileChange> changes) {
  return snapshot.edit(std::vector<TileChange>(changes)).value().snapshot;
}

/// Walks to the end; the nodes stepped on, the first included.
std::vector<NodeId> walk_on(GridWalk& walk, GridQuery& query, std::size_t look_ahead = 3) {
  std::vector<NodeId> walked{walk.position()};
  while (walk.status() == Status::partial && walked.size() < 100'000) {
    const auto next = walk.ahead(query, look_ahead);
    if (next.empty()) break;
    const NodeId expected = next.front();
    walk.advance();
    EXPECT_EQ(walk.position(), expected);
    walked.push_back(walk.position());
  }
  return walked;
}

TEST(GridWalk, WalksThePlannedPath) {
  for (std::uint64_t seed = 0; seed < 80; ++seed) {
    SCOPED_TRACE(::testing::Message() << "seed " << seed);
    Random random(seed);
    const GridMetric metric = test::metric_with(test::kRules[seed % 4]);
    const TransitionPolicy policy = test::kPolicies[seed % test::kPolicies.size()];
    const Grid grid = test::random_grid(random, 40, 40, 20, seed % 2 == 0 ? "." : "124");
    const GridSnapshot snapshot =
        test::build(grid, metric, test::options_with(5, policy, 2, 4, seed % 3 == 0));
    const NaiveWorld naive(grid, metric);
    GridQuery query;
    GridWalk walk;
    for (unsigned level = 0; level <= snapshot.hierarchy().levels(); ++level) {
      const Tile a = test::random_tile(random, grid);
      const Tile b = test::random_tile(random, grid);
      Cost planned = 0;
      const Status expected = query.find_cost(snapshot, a, b, ask(level), planned);
      const Status status = walk.plan(query, snapshot, a, b, ask(level));
      if (expected != Status::complete || a == b) {
        ASSERT_EQ(status, expected);
        ASSERT_TRUE(walk.ahead(query, 5).empty());
        continue;
      }
      ASSERT_EQ(status, Status::partial);
      const auto walked = walk_on(walk, query, 1 + seed % 7);
      ASSERT_EQ(walk.status(), Status::complete);
      ASSERT_EQ(walk.replans(), 0u);
      ASSERT_TRUE(naive.is_path(snapshot.graph(), walked, a, b, planned));
      // Smoothed on the way, it gets there too, and no more expensive.
      for (const Smoothing how : {Smoothing::paper, Smoothing::full}) {
        walk.plan(query, snapshot, a, b, ask(level, how));
        const auto smoothed = walk_on(walk, query, 8);
        const Cost cost = snapshot.graph().cost(smoothed);
        ASSERT_LE(cost, planned);
        ASSERT_TRUE(naive.is_path(snapshot.graph(), smoothed, a, b, cost));
      }
    }
  }
}

/// The first moves expand under 5 % of what refining everything does.
TEST(GridWalk, FirstMovesComeAtOnce) {
  for (const char* scene : {"rooms", "caves", "city"}) {
    const Grid grid = scenes::generate_grid(scene, {.width = 384, .height = 384}).value();
    const GridSnapshot snapshot = test::build(
        grid, GridMetric{}, test::options_with(16, {TransitionKind::ends, 4, 6}, 2, 3, false));
    for (const unsigned level : {kAutoLevel, 1u, 2u, 3u}) {
      Random random(3);
      GridQuery query;
      QueryCounts all, first;
      GridPath path;
      GridWalk walk;
      for (int found = 0; found < 30;) {
        const Tile a = test::random_tile(random, grid);
        const Tile b = test::random_tile(random, grid);
        if (std::abs(a.x - b.x) + std::abs(a.y - b.y) < 300) continue;
        query.count_into(&all);
        if (query.find_path(snapshot, a, b, ask(level), path) != Status::complete) continue;
        ++found;
        query.count_into(&first);
        walk.plan(query, snapshot, a, b, ask(level));
        EXPECT_EQ(walk.ahead(query, 3).size(), 3u);
      }
      EXPECT_LT(static_cast<double>(first.refine.expansions),
                0.05 * static_cast<double>(all.refine.expansions))
          << scene << " at level " << level;
    }
  }
}

constexpr const char* kTwoPaths = R"(
........................
.@@@@@@@@@@@@@@@@@@@@@@.
.@@@@@@@@@@@@@@@@@@@@@@.
........................
.@@@@@@@@@@@@@@@@@@@@@@.
.@@@@@@@@@@@@@@@@@@@@@@.
.@@@@@@@@@@@@@@@@@@@@@@.
........................
)";

TEST(GridWalk, AChangeElsewhereKeepsThePlan) {
  const GridSnapshot snapshot =
      test::build(test::draw(kTwoPaths), GridMetric{}, test::options_with(4, test::kAll));
  GridQuery query;
  GridWalk walk;
  ASSERT_EQ(walk.plan(query, snapshot, {0, 3}, {23, 3}, ask()), Status::partial);
  walk.ahead(query, 2);
  walk.advance();
  const GridSnapshot next = edited(snapshot, {{{12, 7}, '@'}, {{2, 7}, '@'}});
  EXPECT_EQ(walk.adopt(query, next), Status::partial);
  EXPECT_EQ(walk.replans(), 0u);
  const auto walked = walk_on(walk, query);
  EXPECT_EQ(walk.status(), Status::complete);
  EXPECT_EQ(walked.size(), 23u);
}

TEST(GridWalk, AChangeThatBlocksThePathIsWalkedRound) {
  for (const TransitionPolicy& policy : test::kPolicies) {
    for (const unsigned level : {kAutoLevel, 1u, 2u, 3u}) {
      const GridSnapshot snapshot =
          test::build(test::draw(kTwoPaths), GridMetric{}, test::options_with(4, policy));
      GridQuery query;
      GridWalk walk;
      ASSERT_EQ(walk.plan(query, snapshot, {0, 3}, {23, 3}, ask(level)), Status::partial);
      for (int k = 0; k < 6; ++k) {
        walk.ahead(query, 1);
        walk.advance();
      }
      const GridSnapshot next = edited(snapshot, {{{18, 3}, '@'}});
      ASSERT_EQ(walk.adopt(query, next), Status::partial);
      EXPECT_EQ(walk.replans(), 1u);
      const auto walked = walk_on(walk, query);
      ASSERT_EQ(walk.status(), Status::complete);
      EXPECT_NE(next.graph().cost(walked), kInfinite);
    }
  }
}

TEST(GridWalk, NowhereToGoUntilAPathOpensAgain) {
  const GridSnapshot snapshot =
      test::build(test::draw(".........."), GridMetric{}, test::options_with(4, test::kAll));
  GridQuery query;
  GridWalk walk;
  ASSERT_EQ(walk.plan(query, snapshot, {0, 0}, {9, 0}, ask()), Status::partial);
  const GridSnapshot blocked = edited(snapshot, {{{5, 0}, '@'}});
  EXPECT_EQ(walk.adopt(query, blocked), Status::unreachable);
  EXPECT_TRUE(walk.ahead(query, 3).empty());
  EXPECT_EQ(walk.adopt(query, edited(blocked, {{{5, 0}, '.'}})), Status::partial);
  EXPECT_EQ(walk_on(walk, query).size(), 10u);
  EXPECT_EQ(walk.status(), Status::complete);
}

/// Whatever the goal is, a gate or not, and however its end was connected.
TEST(GridWalk, AGoalThatBecomesBlockedIsNoticed) {
  for (const TransitionPolicy& policy : test::kPolicies) {
    for (const unsigned level : {kAutoLevel, 1u, 2u, 3u}) {
      for (std::int32_t x = 8; x < 16; ++x) {
        SCOPED_TRACE(::testing::Message()
                     << "policy " << int(policy.kind) << " level " << level << " goal " << x);
        const GridSnapshot snapshot =
            test::build(test::draw("................\n................"), GridMetric{},
                        test::options_with(2, policy, 2, 3));
        GridQuery query;
        GridWalk walk;
        ASSERT_EQ(walk.plan(query, snapshot, {0, 0}, {x, 0}, ask(level)), Status::partial);
        ASSERT_EQ(walk.adopt(query, edited(snapshot, {{{x, 0}, '@'}})), Status::invalid_goal);
        EXPECT_TRUE(walk.ahead(query, 1).empty());
      }
    }
  }
}

TEST(GridWalk, AFailedPlanLeavesNoWalk) {
  const GridSnapshot snapshot = test::build(test::draw("........\n"
                                                       ".@@.....\n"
                                                       "........\n"),
                                            GridMetric{}, test::options_with(4, test::kAll));
  const Tile blocked{1, 1}, outside{9, 0};
  for (const auto& [start, goal] : {std::pair<Tile, Tile>{blocked, {7, 2}},
                                    {{0, 0}, blocked},
                                    {{0, 0}, outside},
                                    {outside, {7, 2}}}) {
    GridQuery query;
    GridWalk walk;
    ASSERT_EQ(walk.plan(query, snapshot, {0, 0}, {7, 0}, ask()), Status::partial);
    walk.advance();
    const Status failed = walk.plan(query, snapshot, start, goal, ask());
    ASSERT_TRUE(failed == Status::invalid_start || failed == Status::invalid_goal);
    EXPECT_EQ(walk.position(), kNoNode);
    EXPECT_EQ(walk.adopt(query, edited(snapshot, {{{5, 2}, '@'}})), failed);
    EXPECT_EQ(walk.avoid(
                  query, [](NodeId) { return true; }, 3),
              failed);
    EXPECT_TRUE(walk.ahead(query, 5).empty());
    EXPECT_EQ(walk.hops_left(), 0u);
  }
}

TEST(GridWalk, AnAgentThatIsWalledInIsTold) {
  const GridSnapshot snapshot =
      test::build(test::draw("...."), GridMetric{}, test::options_with(2, test::kAll));
  GridQuery query;
  GridWalk walk;
  ASSERT_EQ(walk.plan(query, snapshot, {0, 0}, {3, 0}, ask()), Status::partial);
  EXPECT_EQ(walk.adopt(query, edited(snapshot, {{{0, 0}, '@'}})), Status::invalid_start);
}

/// What is left of a walk, were it walked to its end in `snapshot`; kInfinite when it breaks.
Cost rest_of(GridWalk walk, GridQuery& query, const GridSnapshot& snapshot) {
  return snapshot.graph().cost(walk_on(walk, query));
}

/// Edits at random while walking: what is left of the path costs what it cost before, or it is
/// planned again.
TEST(GridWalk, EditsWhileWalking) {
  std::uint32_t replans = 0;
  std::uint32_t kept = 0;
  std::uint32_t arrived = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(::testing::Message() << "seed " << seed);
    Random random(seed);
    const TransitionPolicy policy = test::kPolicies[seed % test::kPolicies.size()];
    GridSnapshot snapshot =
        test::build(test::random_grid(random, 30, 30, 15, seed % 2 == 0 ? "." : "12"),
                    test::metric_with(test::kRules[seed % 4]), test::options_with(3, policy));
    const GridQueryOptions options = ask(static_cast<unsigned>(seed % 5));
    GridQuery query;
    GridWalk walk;
    const Tile a = test::random_tile(random, snapshot.grid());
    const Tile b = test::random_tile(random, snapshot.grid());
    if (walk.plan(query, snapshot, a, b, options) != Status::partial) continue;
    while (walk.status() == Status::partial) {
      GridWalk probe = walk;
      const std::vector<NodeId> rest = walk_on(probe, query);
      const Cost before = snapshot.graph().cost(rest);
      ASSERT_NE(before, kInfinite);
      const NodeId on_path = rest[random.below(static_cast<std::uint32_t>(rest.size()))];
      const Tile at = random.chance(20) ? snapshot.graph().tile(on_path)
                                        : test::random_tile(random, snapshot.grid());
      const bool block =
          random.chance(50) && at != b && snapshot.graph().node(at) != walk.position();
      snapshot = edited(snapshot, {{at, block ? '@' : '3'}});
      const std::uint32_t replans_before = walk.replans();
      if (walk.adopt(query, snapshot) != Status::partial) break;
      if (walk.replans() == replans_before) {
        ++kept;
        ASSERT_EQ(rest_of(walk, query, snapshot), before);
      }
      ASSERT_FALSE(walk.ahead(query, 1).empty());
      walk.advance();
    }
    ASSERT_TRUE(walk.status() == Status::complete || walk.status() == Status::unreachable);
    replans += walk.replans();
    arrived += walk.status() == Status::complete;
  }
  EXPECT_GT(replans, 100u);
  EXPECT_GT(kept, 100u);
  EXPECT_GT(arrived, 100u);
}

/// The last hop of a plan made at a level above the first may be an inter-edge onto the goal.
TEST(GridWalk, MoreExpensiveGroundUnderTheGoalIsNoticed) {
  const GridSnapshot snapshot =
      test::build(test::draw("................"), GridMetric{},
                  test::options_with(2, {TransitionKind::middle, 4, 6}, 2, 3));
  for (const unsigned level : {kAutoLevel, 1u, 2u, 3u}) {
    for (std::int32_t x = 8; x < 16; ++x) {
      GridQuery query;
      GridWalk walk;
      walk.plan(query, snapshot, {0, 0}, {x, 0}, ask(level));
      walk.adopt(query, edited(snapshot, {{{x, 0}, '9'}}));
      EXPECT_EQ(walk.replans(), 1u) << "goal " << x << " at level " << level;
    }
  }
}

TEST(GridWalk, StepsRoundAUnit) {
  const GridSnapshot snapshot =
      test::build(test::draw("....................\n....................\n...................."),
                  GridMetric{}, test::options_with(4, test::kAll));
  GridQuery query;
  GridWalk walk;
  ASSERT_EQ(walk.plan(query, snapshot, {0, 1}, {19, 1}, ask()), Status::partial);
  const NodeId unit = snapshot.graph().node({6, 1});
  const Occupied occupied = [&](NodeId n) { return n == unit; };
  Cost cost = 0;
  std::set<NodeId> seen;
  while (walk.status() == Status::partial) {
    ASSERT_NE(walk.avoid(query, occupied, 3), Status::unreachable);
    ASSERT_EQ(walk.ahead(query, 1).size(), 1u);
    const NodeId move[] = {walk.position(), walk.ahead(query, 1)[0]};
    cost += snapshot.graph().cost(move);
    walk.advance();
    EXPECT_NE(walk.position(), unit);
    EXPECT_TRUE(seen.insert(walk.position()).second) << "goes in circles";
  }
  EXPECT_EQ(walk.status(), Status::complete);
  EXPECT_LE(cost, 17 * snapshot.graph().straight() + 2 * snapshot.graph().diagonal());
}

TEST(GridWalk, WaitsWhereACorridorIsPlugged) {
  const GridSnapshot snapshot =
      test::build(test::draw("................"), GridMetric{}, test::options_with(4, test::kAll));
  GridQuery query;
  GridWalk walk;
  ASSERT_EQ(walk.plan(query, snapshot, {0, 0}, {15, 0}, ask()), Status::partial);
  const NodeId unit = snapshot.graph().node({3, 0});
  bool plugged = true;
  const Occupied occupied = [&](NodeId n) { return plugged && n == unit; };
  for (int wait = 0; wait < 3; ++wait) {
    EXPECT_EQ(walk.avoid(query, occupied, 4), Status::unreachable);
    EXPECT_EQ(walk.status(), Status::partial);
    EXPECT_EQ(walk.position(), snapshot.graph().node({0, 0}));
  }
  plugged = false;
  EXPECT_EQ(walk.avoid(query, occupied, 4), Status::partial);
  EXPECT_EQ(walk_on(walk, query).size(), 16u);
  EXPECT_EQ(walk.status(), Status::complete);
}

/// Units everywhere, some of them moving: no step leads onto one.
TEST(GridWalk, NeverStepsOnAUnit) {
  std::uint32_t arrived = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(::testing::Message() << "seed " << seed);
    Random random(seed);
    const TransitionPolicy policy = test::kPolicies[seed % test::kPolicies.size()];
    const GridSnapshot snapshot =
        test::build(test::random_grid(random, 30, 30, 15, seed % 2 == 0 ? "." : "124"),
                    test::metric_with(test::kRules[seed % 4]), test::options_with(5, policy));
    const Smoothing how = seed % 3 == 0 ? Smoothing::none : Smoothing::full;
    GridQuery query;
    GridWalk walk;
    const Tile b = test::random_tile(random, snapshot.grid());
    const Tile a = test::random_tile(random, snapshot.grid());
    if (walk.plan(query, snapshot, a, b, ask(kAutoLevel, how)) != Status::partial) continue;
    std::set<NodeId> units;
    const Occupied occupied = [&](NodeId n) { return units.contains(n); };
    for (int step = 0; step < 300 && walk.status() == Status::partial; ++step) {
      if (step % 4 == 0) {
        units.clear();
        for (int k = 0; k < 120; ++k) {
          const NodeId unit = snapshot.graph().node(test::random_tile(random, snapshot.grid()));
          if (unit != walk.position() && unit != snapshot.graph().node(b)) units.insert(unit);
        }
      }
      if (walk.avoid(query, occupied, 4) == Status::unreachable) continue;
      const auto next = walk.ahead(query, 1);
      ASSERT_FALSE(next.empty());
      ASSERT_FALSE(occupied(next[0]));
      const NodeId move[] = {walk.position(), next[0]};
      ASSERT_NE(snapshot.graph().cost(move), kInfinite);
      walk.advance();
    }
    arrived += walk.status() == Status::complete;
  }
  EXPECT_GT(arrived, 100u);
}

/// Around units through the hierarchy: as cheap as Dijkstra finds it where they are walls, under
/// the rules by which walls hinder no diagonal move. All transitions are kept.
TEST(GridWalk, DetoursThroughTheHierarchyAreOptimal) {
  std::uint32_t far_detours = 0;
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    SCOPED_TRACE(::testing::Message() << "seed " << seed);
    Random random(seed);
    const Grid grid = test::random_grid(random, 60, 50, 33, seed % 2 == 0 ? "." : "12");
    const GridSnapshot snapshot = test::build(
        grid, test::metric_with(test::kRules[2 + seed / 2 % 2]),
        test::options_with(static_cast<std::uint32_t>(random.between(4, 9)), test::kAll, 2, 3));
    const GridGraph& graph = snapshot.graph();
    const Tile a = test::random_tile(random, grid);
    const Tile b = test::random_tile(random, grid);
    if (!graph.passable(a) || !graph.passable(b)) continue;
    std::vector<CellId> near{snapshot.world().home_cell(graph.node(a))};
    for (const NodeId node : {graph.node(b), graph.node(test::random_tile(random, grid))})
      near.push_back(snapshot.world().home_cell(node));
    std::vector<TileChange> plugs;
    for (int k = 0; k < 400; ++k) {
      const Tile t = test::random_tile(random, grid);
      const CellId square = snapshot.world().squares().at(t);
      if (t != a && t != b && std::find(near.begin(), near.end(), square) != near.end())
        plugs.push_back({t, '@'});
    }
    const NaiveWorld naive(grid.with(plugs).value(), snapshot.metric());
    const Occupied occupied = [&](NodeId n) { return !naive.free(graph.tile(n)); };
    GridDetour detour;
    GridDetour::Budget budget{~std::uint64_t{0}};
    Hops hops;
    detour.find_far(snapshot, graph.node(a), graph.node(b), near, occupied, budget, nullptr, hops);
    const Cost best = naive.cost_at(naive.costs_from(a), b);
    ASSERT_EQ(hops.empty(), best == kInfinite || a == b);
    if (hops.empty()) continue;
    std::vector<NodeId> nodes{graph.node(a)};
    GridQuery query;
    for (const Hop& hop : hops)
      query.hierarchy_query().append_hop(snapshot.world(), snapshot.hierarchy(), hop, nodes);
    ASSERT_EQ(graph.cost(nodes), best);
    ++far_detours;
  }
  EXPECT_GT(far_detours, 40u);
}

TEST(GridWalk, APluggedCorridorIsLeftForAnother) {
  for (const TransitionPolicy& policy : test::kPolicies) {
    const GridSnapshot snapshot =
        test::build(test::draw(kTwoPaths), GridMetric{}, test::options_with(4, policy));
    GridQuery query;
    GridWalk walk;
    ASSERT_EQ(walk.plan(query, snapshot, {0, 3}, {23, 3}, ask()), Status::partial);
    const NodeId unit = snapshot.graph().node({3, 3});
    const Occupied occupied = [&](NodeId n) { return n == unit; };
    EXPECT_EQ(walk.avoid(query, occupied, 4, 3), Status::out_of_budget);
    EXPECT_EQ(walk.status(), Status::partial);
    ASSERT_EQ(walk.avoid(query, occupied, 4), Status::partial);
    EXPECT_EQ(walk.replans(), 1u);
    const auto walked = walk_on(walk, query);
    ASSERT_EQ(walk.status(), Status::complete);
    EXPECT_NE(snapshot.graph().cost(walked), kInfinite);
    EXPECT_EQ(std::find(walked.begin(), walked.end(), unit), walked.end());
  }
}

}  // namespace
}  // namespace portolan::detail
