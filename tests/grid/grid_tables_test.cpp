#include "grid_testing.h"
#include "portolan/query/one_to_many.h"
#include "portolan/tables/build_tables.h"
#include "portolan/validation/validate_tables.h"

namespace portolan::detail {
namespace {

using test::Random;

GridSnapshot with_tables(const GridSnapshot& snapshot, const TableOptions& options = {}) {
  auto made = snapshot.with_tables(options);
  EXPECT_TRUE(made.ok()) << made.error().message;
  return std::move(made).value();
}

/// Answers from tables are those of the search over the same gates, and with all gates optimal.
void expect_same_as_search(const GridSnapshot& snapshot, Random& random, int queries) {
  const bool exact = snapshot.options().transitions.kind == TransitionKind::all;
  GridQuery query;
  GridQueryOptions by_tables;
  by_tables.smoothing = Smoothing::none;
  by_tables.exact_near = false;
  GridQueryOptions by_search = by_tables;
  by_search.tables = false;
  by_search.search.level = 1;
  GridPath path;
  GridPath searched;
  for (int k = 0; k < queries; ++k) {
    const Tile start = test::random_tile(random, snapshot.grid());
    const Tile goal = test::random_tile(random, snapshot.grid());
    query.find_path(snapshot, start, goal, by_tables, path);
    query.find_path(snapshot, start, goal, by_search, searched);
    ASSERT_EQ(path.status, searched.status);
    ASSERT_EQ(path.cost, searched.cost)
        << start.x << "," << start.y << " " << goal.x << "," << goal.y;
    if (path.status != Status::complete) continue;
    ASSERT_EQ(snapshot.graph().cost(path.nodes), path.cost);
    ASSERT_EQ(path.nodes.front(), snapshot.graph().node(start));
    ASSERT_EQ(path.nodes.back(), snapshot.graph().node(goal));
    query.find_path_astar(snapshot, start, goal, searched);
    ASSERT_GE(path.cost, searched.cost);
    if (exact) {
      ASSERT_EQ(path.cost, searched.cost);
    }
  }
}

TEST(GridTables, AnswerAsTheSearchDoesOnRandomWorlds) {
  Random random(1);
  for (int k = 0; k < 60; ++k) {
    const Grid grid = test::random_grid(random, 20 + random.below(30), 20 + random.below(30),
                                        random.below(45), k % 2 == 0 ? "." : ".25");
    const auto metric = test::metric_with(test::kRules[random.below(4)]);
    const auto& policy = test::kPolicies[random.below(test::kPolicies.size())];
    const GridSnapshot built =
        test::build(grid, metric, test::options_with(3 + random.below(8), policy));
    SCOPED_TRACE(k);
    const GridSnapshot labels = with_tables(built);
    ASSERT_EQ(labels.tables().choice().far, FarMethod::labels);
    ASSERT_NO_FATAL_FAILURE(expect_same_as_search(labels, random, 60));
    const GridSnapshot shortcuts = with_tables(built, {.far = FarMethod::shortcuts});
    ASSERT_EQ(shortcuts.tables().choice().far, FarMethod::shortcuts);
    ASSERT_NO_FATAL_FAILURE(expect_same_as_search(shortcuts, random, 30));
    const GridSnapshot alone =
        with_tables(built, {.level_alone = 1 + random.below(built.hierarchy().levels())});
    ASSERT_EQ(alone.tables().choice().far, FarMethod::shortcuts);
    ASSERT_TRUE(alone.tables().connect().empty());
    ASSERT_NO_FATAL_FAILURE(expect_same_as_search(alone, random, 30));
  }
}

TEST(GridTables, WhereAConnectTableDoesNotFitShortcutsAloneAnswerTheSame) {
  Random random(8);
  const Grid grid = test::random_grid(random, 160, 160, 20);
  const GridSnapshot built =
      test::build(grid, {}, test::options_with(8, {TransitionKind::every, 4, 6}, 2));
  unsigned highest = 0;
  for (std::size_t budget = with_tables(built).tables().connect().bytes(); budget > 1000;
       budget /= 2) {
    const GridSnapshot snapshot = with_tables(built, {.max_bytes = budget});
    const Tables& tables = snapshot.tables();
    EXPECT_LE(tables.bytes(), budget);
    EXPECT_FALSE(tables.complete());
    if (!tables.answer()) continue;
    EXPECT_GE(tables.level(), highest);  // less memory never brings more
    highest = tables.level();
    ASSERT_NO_FATAL_FAILURE(expect_same_as_search(snapshot, random, 60));
  }
  EXPECT_GT(highest, 1u);
}

TEST(GridTables, ShortcutsAloneTellPathsHoweverEndsAreConnected) {
  Random random(9);
  for (const TransitionPolicy& policy : {test::kPolicies[1], test::kPolicies[4], test::kAll}) {
    const Grid grid = test::random_grid(random, 90, 80, 20);
    const GridSnapshot built = test::build(grid, {}, test::options_with(6, policy));
    for (unsigned level = 1; level <= 3; ++level) {
      const GridSnapshot alone = with_tables(built, {.level_alone = level});
      GridQuery query;
      GridQuery searching;  // neither knows what the other has connected
      GridPath path;
      Cost told = 0;
      Cost searched = 0;
      for (int k = 0; k < 200; ++k) {
        const Tile start = test::random_tile(random, grid);
        const Tile goal = test::random_tile(random, grid);
        Cost best = kInfinite;
        for (const ConnectMethod method : {ConnectMethod::dijkstra, ConnectMethod::astar,
                                           ConnectMethod::sparse, ConnectMethod::goalward}) {
          SCOPED_TRACE(testing::Message() << "level " << level << " connect " << int(method));
          GridQueryOptions options = test::ask(kAutoLevel, Smoothing::none, method);
          options.exact_near = false;
          const Status status = query.find_path(alone, start, goal, options, path);
          ASSERT_EQ(query.find_cost(alone, start, goal, options, told), status);
          ASSERT_EQ(told, path.cost);
          ASSERT_EQ(status == Status::complete ? alone.graph().cost(path.nodes) : kInfinite, told);
          options.tables = false;
          ASSERT_EQ(searching.find_cost(alone, start, goal, options, searched), status);
          if (method == ConnectMethod::dijkstra) best = searched;
          // The others do not connect all gates, and tables may then cross an end's cell, which a
          // search does not: which of them finds a path over how many gates differs.
          if (method == ConnectMethod::dijkstra || method == ConnectMethod::astar) {
            ASSERT_EQ(told, searched);
          }
          ASSERT_GE(told, best);
        }
      }
    }
  }
}

/// Its top level is one cell, without gates: shortcuts over these would take nothing and tell
/// nothing.
TEST(GridTables, ASmallGridHasTablesThatAreOfUse) {
  Random random(10);
  const GridSnapshot built = test::build(test::random_grid(random, 48, 48, 20), {},
                                         test::options_with(16, {TransitionKind::every, 4, 6}));
  const std::size_t connect = with_tables(built, {.far = FarMethod::search}).tables().bytes();
  ASSERT_EQ(with_tables(built, {.level_alone = 3}).tables().links().gate_count(), 0u);
  for (std::size_t budget = connect; budget > 100; budget -= budget / 8 + 1) {
    const GridSnapshot snapshot = with_tables(built, {.max_bytes = budget});
    const Tables& tables = snapshot.tables();
    EXPECT_TRUE(!tables.answer() || tables.links().gate_count() > 0) << budget;
    EXPECT_TRUE(budget < connect || tables.answer() || tables.choice().connect);
    ASSERT_NO_FATAL_FAILURE(expect_same_as_search(snapshot, random, 10));
  }
}

TEST(GridTables, WhereNotAllLabelsFitThoseOfTheTopmostGatesAnswerTheSame) {
  Random random(6);
  for (const char* terrain : {".", ".25"}) {
    const Grid grid = test::random_grid(random, 120, 120, 20, terrain);
    const GridSnapshot built =
        test::build(grid, {}, test::options_with(4, {TransitionKind::every, 2, 6}));
    const std::size_t least = with_tables(built, {.far = FarMethod::shortcuts}).tables().bytes();
    const std::size_t most = with_tables(built).tables().bytes();
    ASSERT_LT(least, most);
    std::size_t before = 0;
    for (std::size_t part = 0; part < 4; ++part) {
      const std::size_t budget = least + (most - least) * part / 4;
      const GridSnapshot snapshot = with_tables(built, {.max_bytes = budget});
      const Tables& tables = snapshot.tables();
      ASSERT_EQ(tables.choice().far, FarMethod::shortcuts) << tables.choice().reason;
      EXPECT_TRUE(tables.choice().short_of_memory);
      EXPECT_LE(tables.bytes(), budget);
      EXPECT_EQ(tables.choice().connect_bytes + tables.choice().shortcuts_bytes, tables.bytes());
      EXPECT_GE(tables.shortcuts().top.bytes(), before + (part > 0));
      before = tables.shortcuts().top.bytes();
      ASSERT_NO_FATAL_FAILURE(expect_same_as_search(snapshot, random, 60));
    }
  }
}

TEST(GridTables, NeedNoStoredPaths) {
  Random random(2);
  const Grid grid = test::random_grid(random, 60, 60, 25);
  const GridSnapshot built =
      test::build(grid, {}, test::options_with(8, {TransitionKind::every, 3, 6}, 2, 2, false));
  expect_same_as_search(with_tables(built), random, 100);
  expect_same_as_search(with_tables(built, {.far = FarMethod::shortcuts}), random, 100);
}

TEST(GridTables, ShortPathsAreOptimal) {
  Random random(3);
  const Grid grid = test::random_grid(random, 80, 80, 20);
  const GridSnapshot snapshot =
      with_tables(test::build(grid, {}, test::options_with(16, {TransitionKind::every, 8, 6})));
  GridQuery query;
  GridQueryOptions options;
  options.smoothing = Smoothing::none;
  GridPath path;
  GridPath best;
  int near = 0;
  for (int k = 0; k < 2000; ++k) {
    const Tile start = test::random_tile(random, grid);
    const Tile goal{start.x + static_cast<std::int32_t>(random.below(13)) - 6,
                    start.y + static_cast<std::int32_t>(random.below(13)) - 6};
    if (query.find_path_astar(snapshot, start, goal, best) != Status::complete) continue;
    ASSERT_EQ(query.find_path(snapshot, start, goal, options, path), Status::complete);
    ASSERT_EQ(snapshot.graph().cost(path.nodes), path.cost);
    if (path.cost > 24 * snapshot.graph().cheapest_move()) continue;
    ASSERT_EQ(path.cost, best.cost);
    ++near;
  }
  EXPECT_GT(near, 500);
}

TEST(GridTables, PathsCostNoMoreThanTheTablesTell) {
  Random random(8);
  int cheaper = 0;
  for (int round = 0; round < 12; ++round) {
    const Grid grid = test::random_grid(random, 90, 70, 4u * static_cast<std::uint32_t>(round),
                                        round % 3 == 2 ? ".25" : ".");
    const GridSnapshot snapshot =
        with_tables(test::build(grid, {}, test::options_with(16, {TransitionKind::every, 8, 6})));
    GridQuery query;
    GridQueryOptions options;
    options.smoothing = Smoothing::none;
    GridPath path;
    GridPath best;
    for (int k = 0; k < 150; ++k) {
      const Tile start = test::random_tile(random, grid);
      const Tile goal = test::random_tile(random, grid);
      Cost told = kInfinite;
      ASSERT_EQ(query.find_cost(snapshot, start, goal, options, told),
                query.find_path(snapshot, start, goal, options, path));
      if (path.status != Status::complete) continue;
      ASSERT_LE(path.cost, told);
      ASSERT_EQ(snapshot.graph().cost(path.nodes), path.cost);
      query.find_path_astar(snapshot, start, goal, best);
      ASSERT_GE(path.cost, best.cost);
      cheaper += path.cost < told ? 1 : 0;
    }
  }
  EXPECT_GT(cheaper, 20);
}

TEST(GridTables, AnEditLeavesNoneBehind) {
  Random random(4);
  const Grid grid = test::random_grid(random, 40, 40, 20);
  const GridSnapshot snapshot =
      with_tables(test::build(grid, {}, test::options_with(8, test::kAll)));
  const TileChange change{{3, 3}, '@'};
  const GridSnapshot edited = snapshot.edit({&change, 1}).value().snapshot;
  EXPECT_TRUE(snapshot.tables().complete());
  EXPECT_FALSE(edited.tables().complete());
  expect_same_as_search(with_tables(edited), random, 100);
}

TEST(GridTables, AnUnreachableGoalIsToldAtOnce) {
  const GridSnapshot snapshot = with_tables(test::build(test::draw("....@....\n"
                                                                   "....@....\n"
                                                                   "....@....\n"),
                                                        {}, test::options_with(3, test::kAll)));
  GridQuery query;
  QueryCounts counts;
  query.count_into(&counts);
  GridPath path;
  EXPECT_EQ(query.find_path(snapshot, {0, 0}, {8, 2}, {}, path), Status::unreachable);
  EXPECT_TRUE(path.nodes.empty());
  EXPECT_EQ(counts.main.expansions, 0u);
}

/// One corridor that turns at every other row, so expensive that a path through all of it costs
/// more than tables can tell, and less than a search can.
Grid expensive_snake() {
  std::string drawing;
  for (int y = 0; y < 35; ++y) {
    std::string row(32, y % 2 == 0 ? '9' : '@');
    row[y % 4 == 1 ? 31 : 0] = '9';
    drawing.append(row).append("\n");
  }
  return test::draw(drawing);
}
GridMetric expensive_metric() {
  GridMetric metric = test::metric_with(DiagonalRule::never);
  metric.cost[static_cast<unsigned char>('9')] = 1000.0;
  return metric;
}

/// In one cell, or in cells of which the first alone is too expensive, or none is.
class ExpensiveSnake : public testing::TestWithParam<std::uint32_t> {
 public:
  ExpensiveSnake()
      : snapshot(with_tables(test::build(expensive_snake(), expensive_metric(),
                                         test::options_with(GetParam(), test::kAll)))),
        naive(expensive_snake(), expensive_metric()) {}

  const GridSnapshot snapshot;
  const test::NaiveWorld naive;
  const Tile ends[4] = {{0, 0}, {31, 1}, {5, 16}, {0, 34}};
};

TEST_P(ExpensiveSnake, IsWalkedFromEndToEnd) {
  EXPECT_FALSE(snapshot.tables().choice().reason.empty());
  Cost most = 0;
  GridQuery query;
  GridPath path;
  for (const Tile from : ends) {
    const auto costs = naive.costs_from(from);
    for (const Tile to : ends) {
      const Cost best = naive.cost_at(costs, to);
      most = std::max(most, best);
      for (const ConnectMethod connect : {ConnectMethod::dijkstra, ConnectMethod::table}) {
        for (const bool tables : {true, false}) {
          GridQueryOptions options = test::ask(kAutoLevel, Smoothing::none, connect);
          options.tables = tables;
          options.exact_near = false;
          ASSERT_EQ(query.find_path(snapshot, from, to, options, path), Status::complete);
          ASSERT_EQ(path.cost, best);
          ASSERT_TRUE(naive.is_path(snapshot.graph(), path.nodes, from, to, best));
        }
      }
    }
  }
  EXPECT_GT(most, kTableInfinite);
}

TEST_P(ExpensiveSnake, IsWalkedToManyEnds) {
  OneToMany<GridWorld> many;
  std::vector<NodeId> nodes;
  for (const Tile t : ends) nodes.push_back(snapshot.graph().node(t));
  Cost costs[4];
  std::vector<NodeId> path;
  for (std::size_t i = 0; i < 4; ++i) {
    const auto best = naive.costs_from(ends[i]);
    const auto expect_best = [&] {
      for (std::size_t k = 0; k < 4; ++k) EXPECT_EQ(costs[k], naive.cost_at(best, ends[k]));
    };
    many.find_costs_from(snapshot, nodes[i], nodes, costs);
    expect_best();
    many.find_costs_to(snapshot, nodes[i], nodes, costs);
    expect_best();
    const std::size_t other = (i + 2) % 4;
    const Nearest nearest = many.find_nearest(snapshot, nodes[i], {&nodes[other], 1}, path);
    EXPECT_EQ(nearest.at, 0u);
    EXPECT_EQ(nearest.result.cost, naive.cost_at(best, ends[other]));
    EXPECT_TRUE(naive.is_path(snapshot.graph(), path, ends[i], ends[other], nearest.result.cost));
  }
}

TEST_P(ExpensiveSnake, HasTablesThatAreChecked) {
  const Tables& tables = snapshot.tables();
  Tables::Parts parts{tables.connect(), tables.links(), tables.labels(), tables.shortcuts()};
  const auto good = validate_tables(snapshot.world(), snapshot.hierarchy(), parts, tables.choice());
  EXPECT_TRUE(good) << good.error().message;
}

TEST(GridTables, PathsTooExpensiveForShortcutsAloneAreSearchedFor) {
  const GridMetric metric = expensive_metric();
  const test::NaiveWorld naive(expensive_snake(), metric);
  const Tile ends[] = {{0, 0}, {31, 1}, {5, 16}, {31, 17}, {0, 34}};
  Cost most = 0;
  for (const unsigned level : {1u, 2u, 3u}) {
    const GridSnapshot snapshot =
        with_tables(test::build(expensive_snake(), metric, test::options_with(4, test::kAll)),
                    {.level_alone = level});
    ASSERT_EQ(snapshot.tables().level(), level);
    GridQuery query;
    GridPath path;
    OneToMany<GridWorld> many;
    Cost cost = 0;
    for (const Tile from : ends) {
      const auto costs = naive.costs_from(from);
      for (const Tile to : ends) {
        const Cost best = naive.cost_at(costs, to);
        most = std::max(most, best);
        GridQueryOptions options = test::ask(kAutoLevel, Smoothing::none);
        options.exact_near = false;
        ASSERT_EQ(query.find_path(snapshot, from, to, options, path), Status::complete);
        ASSERT_EQ(path.cost, best);
        ASSERT_TRUE(naive.is_path(snapshot.graph(), path.nodes, from, to, best));
        const NodeId goal = snapshot.graph().node(to);
        many.find_costs_from(snapshot, snapshot.graph().node(from), {&goal, 1}, &cost);
        ASSERT_EQ(cost, best);
      }
    }
  }
  EXPECT_GT(most, kTableInfinite);
}

INSTANTIATE_TEST_SUITE_P(CellSizes, ExpensiveSnake, testing::Values(64u, 32u, 31u, 8u));

TEST(GridTables, PathsOverTilesOfOtherCellsHaveNoSteps) {
  // A cell's gates on its far side have no row, and paths lead to them.
  const GridSnapshot snapshot =
      test::build(test::draw("......\n......\n......\n"), {}, test::options_with(3, test::kAll));
  const auto order = [&](const GateGraph& graph) {
    return Result<SupernodeOrder>(order_by_levels(snapshot.hierarchy(), graph));
  };
  const Tables tables =
      build_tables(snapshot.world(), snapshot.hierarchy(), {.paths = ConnectPaths::steps}, order)
          .value();
  EXPECT_FALSE(tables.choice().connect);
  EXPECT_EQ(tables.choice().reason, "a path inside a cell leads over a node without a row");
}

TEST(GridTables, ACellWithAPathTooExpensiveHasNone) {
  const GridSnapshot snapshot = with_tables(
      test::build(expensive_snake(), expensive_metric(), test::options_with(32, test::kAll)));
  EXPECT_FALSE(snapshot.tables().choice().connect);
  EXPECT_EQ(snapshot.tables().choice().reason, "a path inside a cell is too expensive");
}

}  // namespace
}  // namespace portolan::detail
