#include <cmath>
#include <string>
#include <thread>
#include <vector>

#include "portolan/grid/grid_query.h"
#include "portolan/grid/grid_snapshot.h"
#include "portolan/io/baked/grid_world_file.h"
#include "stress/answers.h"
#include "stress/cases.h"
#include "tests/temporary_folder.h"

namespace portolan::detail::stress {
namespace {

/// The rules of moving from their description.
class Rules {
 public:
  Rules(const Grid& grid, const GridMetric& metric, const GridGraph& graph)
      : grid_(grid), metric_(metric), straight_(graph.straight()), diagonal_(graph.diagonal()) {}

  bool free(Tile t) const { return grid_.contains(t) && cost_of(t) > 0.0; }

  PlainGraph graph(const GridGraph& numbers) const {
    PlainGraph made(numbers.node_count());
    const auto width = static_cast<std::int32_t>(grid_.width());
    const auto height = static_cast<std::int32_t>(grid_.height());
    for (std::int32_t y = 0; y < height; ++y) {
      for (std::int32_t x = 0; x < width; ++x) {
        for (std::int32_t d = 0; d < 9; ++d) {
          const Tile a{x, y}, b{x + d % 3 - 1, y + d / 3 - 1};
          if (d != 4 && may_move(a, b))
            made.add(index(numbers.node(a)), index(numbers.node(b)), cost(a, b));
        }
      }
    }
    return made;
  }

 private:
  double cost_of(Tile t) const { return metric_.cost[static_cast<unsigned char>(grid_.at(t))]; }
  bool may_move(Tile a, Tile b) const {
    if (!free(a) || !free(b)) return false;
    if (a.x == b.x || a.y == b.y) return true;
    const int beside = int{free({b.x, a.y})} + int{free({a.x, b.y})};
    switch (metric_.diagonals) {
      case DiagonalRule::both_free: return beside == 2;
      case DiagonalRule::not_between_blocked: return beside >= 1;
      case DiagonalRule::always: return true;
      case DiagonalRule::never: return false;
    }
    return false;
  }
  std::uint64_t cost(Tile a, Tile b) const {
    const double length = a.x != b.x && a.y != b.y ? diagonal_ : straight_;
    return std::max(1ull, static_cast<unsigned long long>(
                              std::llround(length * (cost_of(a) + cost_of(b)) / 2)));
  }

  const Grid& grid_;
  const GridMetric& metric_;
  double straight_;
  double diagonal_;
};

std::string draw_letters(std::uint32_t width, std::uint32_t height, Random& random) {
  static const std::string kSets[] = {".", ".", ".w", "ab", "abcdefgh", ".GS123456789"};
  const std::string& free = kSets[random.below(6)];
  const std::uint32_t kind = random.below(4);
  const std::uint32_t blocked = random.below(50);
  std::string letters;
  for (std::uint32_t y = 0; y < height; ++y) {
    for (std::uint32_t x = 0; x < width; ++x) {
      const char letter = free[random.below(static_cast<std::uint32_t>(free.size()))];
      bool wall = false;
      if (kind == 1) wall = random.chance(blocked);
      if (kind == 2) wall = y % 2 == 1 && x != (y % 4 == 1 ? width - 1 : 0);  // a snake
      if (kind == 3) wall = (x % 9 == 0 || y % 7 == 0) && random.chance(85);  // rooms
      letters += wall ? '@' : letter;
    }
  }
  return letters;
}

GridMetric draw_metric(Random& random) {
  GridMetric metric;
  metric.diagonals = static_cast<DiagonalRule>(random.below(4));
  if (random.chance(30)) metric.diagonal_length = 0.5 + random.below(351) / 100.0;
  const double scale = random.chance(30) ? 1000.0 : 20.0;
  const std::uint32_t highest = random.chance(30) ? 100 : 10;
  for (const char letter : {'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'w'}) {
    metric.cost[static_cast<unsigned char>(letter)] =
        random.chance(highest) ? 1000.0 : 0.01 + random.below(1000) / 1000.0 * (scale - 0.01);
  }
  return metric;
}

GridBuildOptions draw_options(Random& random) {
  GridBuildOptions options;
  options.for_tables = random.chance(50);
  options.store_steps = random.chance(80);
  if (random.chance(40)) return options;
  static constexpr std::uint32_t kSizes[] = {2, 3, 5, 8, 16, 64, 256, 256};
  options.cell_size = kSizes[random.below(8)];
  options.group = 2 + random.below(random.chance(80) ? 3 : 15);
  options.levels = 1 + random.below(random.chance(80) ? 3 : 8);
  options.choose_transitions = random.chance(20);
  options.transitions = {static_cast<TransitionKind>(random.below(4)), 1 + random.below(9),
                         1 + random.below(9)};
  if (random.chance(50)) options.transitions.kind = TransitionKind::all;
  return options;
}

Grid draw_grid(Random& random) {
  const std::uint32_t most = random.chance(3)    ? 260
                             : random.chance(15) ? 70
                             : random.chance(50) ? 24
                                                 : 9;
  const std::uint32_t width = 1 + random.below(most);
  const std::uint32_t height = random.chance(15) ? 1 + random.below(3) : 1 + random.below(most);
  const std::string letters = draw_letters(width, height, random);
  return *Grid::make(width, height, {letters.begin(), letters.end()});
}

std::vector<Tile> draw_ends(const Grid& grid, const GridMetric& metric, Random& random) {
  std::vector<Tile> ends;
  for (int tries = 0; tries < 200 && ends.size() < 5; ++tries) {
    const Tile t{static_cast<std::int32_t>(random.below(grid.width())),
                 static_cast<std::int32_t>(random.below(grid.height()))};
    if (metric.passable(grid.at(t))) ends.push_back(t);
  }
  return ends;
}

/// The queries that users make, with near pairs and smoothing.
void check_queries(const GridSnapshot& snapshot, std::span<const Tile> ends, const Oracle& oracle,
                   Tally& tally) {
  GridQuery query;
  GridPath path;
  const auto check = [&](const char* by, std::size_t i, std::size_t j, Status status, bool exact) {
    const Status right = oracle.reachable(i, j) ? Status::complete : Status::unreachable;
    expect(status == right && path.status == right, by, ": ", to_string(status));
    ++tally.answers;
    if (status != Status::complete)
      return expect(path.nodes.empty() && path.cost == kInfinite, by, " left a path");
    expect(exact ? path.cost == oracle.cost(i, j) : path.cost >= oracle.cost(i, j), by, ": ",
           path.cost, ", optimal ", oracle.cost(i, j));
    oracle.check_path(i, j, path.nodes, path.cost);
  };
  const bool exact = snapshot.options().transitions.kind == TransitionKind::all;
  for (std::size_t i = 0; i < ends.size(); ++i) {
    for (std::size_t j = 0; j < ends.size(); ++j) {
      for (const Smoothing smoothing : {Smoothing::none, Smoothing::paper, Smoothing::full}) {
        GridQueryOptions options;
        options.smoothing = smoothing;
        options.tables = (i + j) % 3 != 0;
        check("grid query", i, j, query.find_path(snapshot, ends[i], ends[j], options, path),
              exact);
      }
      check("A*", i, j, query.find_path_astar(snapshot, ends[i], ends[j], path), true);
    }
  }
}

void check_world(const GridSnapshot& snapshot, Random& random, Tally& tally) {
  const std::vector<Tile> ends = draw_ends(snapshot.grid(), snapshot.metric(), random);
  std::vector<NodeId> nodes;
  for (const Tile t : ends) nodes.push_back(snapshot.graph().node(t));
  const Rules rules(snapshot.grid(), snapshot.metric(), snapshot.graph());
  const Oracle oracle = node_oracle(rules.graph(snapshot.graph()), nodes);
  const bool exact = snapshot.options().transitions.kind == TransitionKind::all;
  check_answers<GridWorld>(
      {snapshot.world(), snapshot.hierarchy(), snapshot.tables(), nodes, oracle, exact}, random,
      tally);
  check_queries(snapshot, ends, oracle, tally);
}

void check_same_cells(const GridSnapshot& a, const GridSnapshot& b, const char* what) {
  expect(a.hierarchy().cells().size() == b.hierarchy().cells().size(), what, ": other cells");
  for (std::size_t h = 0; h < a.hierarchy().cells().size(); ++h) {
    expect(same_words(a.hierarchy().cells()[h], b.hierarchy().cells()[h]), what, ": another cell ",
           h);
  }
}

/// Edits one after the other, while another thread goes on asking the first snapshot.
void check_edits(const GridSnapshot& first, Random& random, Tally& tally) {
  std::thread reader([&first, seed = random.next()] {
    Random drawn(seed);
    const std::vector<Tile> ends = draw_ends(first.grid(), first.metric(), drawn);
    GridQuery query;
    GridPath path;
    for (const Tile& a : ends) {
      for (const Tile& b : ends) query.find_path(first, a, b, {}, path);
    }
  });
  GridSnapshot snapshot = first;
  bool whole = true;
  for (std::uint32_t k = 1 + random.below(4); k > 0 && whole; --k) {
    std::vector<TileChange> changes;
    for (std::uint32_t n = 1 + random.below(6); n > 0; --n) {
      const Tile t{static_cast<std::int32_t>(random.below(first.grid().width())),
                   static_cast<std::int32_t>(random.below(first.grid().height()))};
      changes.push_back({t, ".@wab9"[random.below(6)]});
    }
    auto edited = snapshot.edit(changes);
    whole = edited.ok();
    if (whole) snapshot = edited->snapshot;
    ++tally.edits;
  }
  reader.join();
  const auto rebuilt = GridSnapshot::build(snapshot.grid(), snapshot.metric(), snapshot.options());
  if (!rebuilt) return;
  // Units may have become coarser on the way and stay so.
  if (rebuilt->graph().straight() == snapshot.graph().straight() &&
      rebuilt->graph().uniform() == snapshot.graph().uniform())
    check_same_cells(snapshot, *rebuilt, "edits and rebuild");
  check_world(snapshot, random, tally);
}

}  // namespace

void try_grid(std::uint64_t seed, Tally& tally) {
  Random random(seed);
  ++tally.worlds;
  const Grid grid = draw_grid(random);
  const GridMetric metric = draw_metric(random);
  auto snapshot = GridSnapshot::build(grid, metric, draw_options(random));
  if (!snapshot) return tally.refuse(snapshot.error().message);
  TableOptions options = draw_table_options(random);
  options.paths.reset();
  snapshot = snapshot->with_tables(options);
  expect(snapshot.ok(), "no tables");
  check_budget(snapshot->tables(), options);
  check_world(*snapshot, random, tally);
  const TemporaryFolder folder;
  const auto saved = save_grid_world(folder.path() / "a.portolan", *snapshot);
  expect(saved.ok(), "not saved: ", saved ? "" : saved.error().message);
  const auto loaded = load_grid_world(folder.path() / "a.portolan");
  expect(loaded.ok(), "not loaded: ", loaded ? "" : loaded.error().message);
  check_same_cells(*snapshot, *loaded, "saved and loaded");
  check_world(*loaded, random, tally);
  ++tally.files;
  check_edits(*loaded, random, tally);
}

}  // namespace portolan::detail::stress
