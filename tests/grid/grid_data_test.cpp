#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "grid_testing.h"

/// Real maps and the optimal lengths that come with them. The maps are no part of the project:
/// PORTOLAN_DATA names their folder, or they lie beside the checkout, or the test is skipped.
namespace portolan {
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
  // The files of bg512 round to two decimals, the others are within what a float adds up to.
  const double tolerance = std::string(GetParam()) == "bg512" ? 0.0051 : 1e-3;
  for (const fs::path& map : maps_) {
    SCOPED_TRACE(map.filename().string());
    const Grid grid = read_map(map);
    const NaiveWorld naive(grid, GridMetric{});
    const GridSnapshot snapshot =
        test::build(grid, GridMetric{}, test::options_with(16, test::kAll, 2, 2));
    const std::vector<Listed> queries = read_some(map.string() + ".scen", 20);
    ASSERT_FALSE(queries.empty());
    GridQuery query;
    GridPath best;
    GridPath path;
    for (const Listed& q : queries) {
      ASSERT_EQ(query.find_path_astar(snapshot, q.from, q.to, best), Status::complete);
      ASSERT_NEAR(length_of(snapshot.graph(), naive, best), q.optimal, tolerance);
      for (const unsigned level : {kAutoLevel, 1u, 2u}) {
        ASSERT_EQ(query.find_path(snapshot, q.from, q.to, ask(level), path), Status::complete);
        ASSERT_EQ(path.cost, best.cost) << "level " << level;
        ASSERT_NEAR(length_of(snapshot.graph(), naive, path), q.optimal, tolerance);
      }
    }
  }
}

/// The paper's transitions, smoothed: under 1 % too long in the mean.
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
                Status::complete);
      if (q.optimal < 1.0) continue;
      errors += snapshot.graph().length(path.nodes) / q.optimal - 1.0;
      ++count;
    }
  }
  EXPECT_LT(errors / count, 0.01);
}

INSTANTIATE_TEST_SUITE_P(Maps, GridData,
                         ::testing::Values("bg512", "cities", "dao", "mazes", "random", "rooms",
                                           "sc1"),
                         [](const auto& folder) { return std::string(folder.param); });

}  // namespace
}  // namespace portolan
