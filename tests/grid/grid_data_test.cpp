#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "grid_testing.h"

/// Real maps and the optimal lengths that come with them. The maps are no part of the project:
/// PORTOLAN_DATA names their folder, or they lie beside the checkout, or the test is skipped.
namespace portolan::detail {
namespace {

using test::ask;
using test::NaiveWorld;
namespace fs = std::filesystem;

fs::path data_folder() {
  const char* named = std::getenv("PORTOLAN_DATA");
  return (named != nullptr ? fs::path(named) : fs::path(PORTOLAN_SOURCE_DIR) / "../shared/data") /
         "grid";
}

Grid read_map(const fs::path& file) {
  std::ifstream in(file);
  std::string word, drawing;
  while (in >> word && word != "map") continue;
  while (in >> word) drawing += word + "\n";
  return test::draw(drawing);
}

struct Listed {
  Tile from;
  Tile to;
  double optimal = 0.0;
  /// The files write a length of 0 where no path leads to another tile.
  Status status() const {
    return optimal == 0.0 && from != to ? Status::unreachable : Status::complete;
  }
};

/// `count` queries spread over a scenario file, from the shortest to the longest.
std::vector<Listed> read_some(const fs::path& file, std::size_t count) {
  std::ifstream in(file);
  std::string line;
  std::getline(in, line);
  std::vector<Listed> all;
  while (std::getline(in, line)) {
    std::istringstream fields(line);
    std::string skipped;
    Listed q;
    for (int k = 0; k < 4; ++k) fields >> skipped;
    if (fields >> q.from.x >> q.from.y >> q.to.x >> q.to.y >> q.optimal) all.push_back(q);
  }
  std::vector<Listed> some;
  for (std::size_t k = 0; k < count && !all.empty(); ++k)
    some.push_back(all[k * all.size() / count]);
  return some;
}

/// The length from the numbers of straight and diagonal moves; negative where one is illegal.
double length_of(const GridGraph& graph, const NaiveWorld& naive, const GridPath& path) {
  int moves[2] = {0, 0};
  for (std::size_t i = 1; i < path.nodes.size(); ++i) {
    const Tile a = graph.tile(path.nodes[i - 1]);
    const Tile b = graph.tile(path.nodes[i]);
    if (!naive.may_move(a, b)) return -1.0;
    ++moves[a.x != b.x && a.y != b.y];
  }
  return moves[0] + moves[1] * std::sqrt(2.0);
}

/// How far a length in a scenario file may be off: half a unit of its last digit (two decimals in
/// bg512, eight in cities, six digits in the others), and what its writer lost in adding up.
double rounding_of(std::string_view folder, double optimal) {
  const double sixth = std::pow(10.0, std::floor(std::log10(std::max(optimal, 1.0))) - 5);
  return (folder == "bg512" ? 0.005 : folder == "cities" ? 5e-9 : sixth / 2) + 1e-7 * optimal;
}

class GridData : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    const fs::path folder = data_folder() / GetParam();
    if (!fs::is_directory(folder)) {
      GTEST_SKIP() << "no maps at " << folder
                   << "; set PORTOLAN_DATA to the folder that holds grid/";
    }
    for (const auto& entry : fs::directory_iterator(folder)) {
      if (entry.path().extension() == ".map") maps_.push_back(entry.path());
    }
    std::sort(maps_.begin(), maps_.end());
    ASSERT_FALSE(maps_.empty());
  }
  std::vector<fs::path> maps_;
};

TEST_P(GridData, OptimalLengthsByAStarAndExactHierarchySlow) {
  for (const fs::path& map : maps_) {
    SCOPED_TRACE(map.filename().string());
    const Grid grid = read_map(map);
    const NaiveWorld naive(grid, GridMetric{});
    const GridSnapshot snapshot =
        test::build(grid, GridMetric{}, test::options_with(8, test::kAll, 2, 2));
    // Searching all gates of an open map is slow: fewer queries on the largest.
    const std::size_t count = grid.letters().size() < 1'000'000 ? 20 : 6;
    const std::vector<Listed> queries = read_some(map.string() + ".scen", count);
    ASSERT_EQ(queries.size(), count);
    GridQuery query;
    GridPath best;
    GridPath path;
    for (const Listed& q : queries) {
      const double rounding = rounding_of(GetParam(), q.optimal);
      ASSERT_EQ(query.find_path_astar(snapshot, q.from, q.to, best), q.status());
      if (q.status() == Status::complete) {
        ASSERT_NEAR(length_of(snapshot.graph(), naive, best), q.optimal, rounding);
      }
      for (const unsigned level : {1u, 2u}) {
        ASSERT_EQ(query.find_path(snapshot, q.from, q.to, ask(level), path), q.status());
        ASSERT_EQ(path.cost, best.cost) << "level " << level;
        if (q.status() != Status::complete) continue;
        ASSERT_NEAR(length_of(snapshot.graph(), naive, path), q.optimal, rounding);
      }
    }
  }
}

/// The paper's transitions, smoothed: under 1 % too long in the mean, except where single blocked
/// tiles are strewn at random, which leaves few straight lines to smooth by (1.2 % measured).
TEST_P(GridData, SmoothedPathsAreWithinOnePercentInTheMeanSlow) {
  double errors = 0.0;
  int count = 0;
  for (std::size_t m = 0; m < maps_.size(); m += 4) {
    const Grid grid = read_map(maps_[m]);
    const GridSnapshot snapshot =
        test::build(grid, GridMetric{}, test::options_with(10, {TransitionKind::ends, 4, 6}));
    GridQuery query;
    GridPath path;
    for (const Listed& q : read_some(maps_[m].string() + ".scen", 40)) {
      ASSERT_EQ(query.find_path(snapshot, q.from, q.to, ask(kAutoLevel, Smoothing::full), path),
                q.status());
      if (q.optimal == 0.0) continue;
      errors += snapshot.graph().length(path.nodes) / q.optimal - 1.0;
      ++count;
    }
  }
  EXPECT_LT(errors / count, std::string_view(GetParam()) == "random" ? 0.015 : 0.01);
}

INSTANTIATE_TEST_SUITE_P(Maps, GridData,
                         ::testing::Values("bg512", "cities", "dao", "mazes", "random", "rooms",
                                           "sc1"),
                         [](const auto& folder) { return std::string(folder.param); });

}  // namespace
}  // namespace portolan::detail
