#include "portolan/partition/nested_cells.h"

#include <gtest/gtest.h>

#include "atom_graphs.h"
#include "portolan/hierarchy/partition.h"

namespace portolan::detail {
namespace {

using test::Edges;

constexpr MergeMethod kMethods[] = {MergeMethod::automatic, MergeMethod::matching,
                                    MergeMethod::metis};
constexpr std::uint32_t kMerges[] = {2, 4, 6, 8, 10, 15, 20};

MergeOptions options_of(std::uint32_t merge, MergeMethod method = MergeMethod::automatic) {
  MergeOptions options;
  options.merge = {merge};
  options.method = method;
  return options;
}

/// The cell of each atom at each level.
std::vector<Parts> cells_of_atoms(const NestedCells& nested) {
  std::vector<Parts> levels(nested.levels());
  for (unsigned level = 0; level < nested.levels(); ++level) {
    levels[level].count = nested.reports[level].cells;
    for (const AtomId a : IdRange<AtomId>(narrow<std::uint32_t>(nested.cell_of_atom.size()))) {
      const CellId cell = level == 0 ? nested.cell_of_atom[a]
                                     : nested.parents[level - 1][index(levels[level - 1].of[a])];
      levels[level].of.push_back(AtomPartId{index(cell)});
    }
  }
  return levels;
}

/// Everything that NestedCells promises, by other means than the ones it was built with.
void expect_sound(const AtomGraph& g, const NestedCells& nested, const MergeOptions& options) {
  ASSERT_TRUE(Partition::make(nested.cells(), nested.parents).ok());
  ASSERT_EQ(nested.cell_of_atom.size(), g.count());
  ASSERT_EQ(nested.parents.size() + 1, nested.levels());
  const Parts components = find_components(g);
  for (const Parts& level : cells_of_atoms(nested)) {
    Parts renumbered = level;
    renumbered.renumber();
    EXPECT_EQ(renumbered.of, level.of) << "numbered by the smallest atom, none empty";
    EXPECT_EQ(renumbered.count, level.count);
    Edges inside;
    for (const AtomId a : g.atoms())
      for (const AtomId b : g.neighbours_of(a))
        if (level.of[a] == level.of[b]) inside.push_back({index(a), index(b)});
    const Parts pieces = find_components(test::graph_of(g.count(), inside));
    EXPECT_EQ(pieces.of, level.of) << "every cell is connected";
  }
  if (options.levels == 0) {
    EXPECT_EQ(cells_of_atoms(nested).back().of, components.of) << "the top is the components";
    EXPECT_EQ(nested.reports.back().whole_components, components.count);
    EXPECT_EQ(nested.reports.back().cut_weight, 0u);
  }
}

NestedCells build(const AtomGraph& g, const MergeOptions& options) {
  auto built = build_nested_cells(g, options);
  EXPECT_TRUE(built.ok()) << built.error().message;
  if (!built) return {};
  expect_sound(g, *built, options);
  const auto again = build_nested_cells(g, options);
  EXPECT_EQ(again->cell_of_atom, built->cell_of_atom) << "the same on every run";
  EXPECT_EQ(again->parents, built->parents);
  return *built;
}

TEST(NestedCells, RandomGraphsOfAllShapesAreSound) {
  testing::internal::CaptureStdout();
  for (std::uint32_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    MergeOptions options = options_of(kMerges[seed % 7], kMethods[seed / 7 % 3]);
    options.weights = seed % 5 == 0 ? MergeWeights::random : MergeWeights::uniform;
    options.levels = seed % 11 == 0 ? 2 : 0;
    options.seed = seed;
    build(test::random_graph(seed), options);
    if (HasFatalFailure()) break;
  }
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "") << "METIS prints what it cannot handle";
}

TEST(NestedCells, SizesAreNearTheMerge) {
  for (const std::uint32_t merge : kMerges) {
    for (const MergeMethod method : kMethods) {
      SCOPED_TRACE(merge);
      for (const AtomGraph& g : {test::grid(30), test::path(700), test::grid(30, 6)}) {
        const NestedCells nested = build(g, options_of(merge, method));
        const LevelReport& first = nested.reports.front();
        const double atoms = g.count() - nested.isolated_atoms;
        const double mean = atoms / (first.cells - nested.isolated_atoms);
        EXPECT_GT(mean, merge / 1.5);
        EXPECT_LT(mean, merge * 1.5);
        std::vector<std::uint32_t> held(first.cells, 0);
        for (const CellId cell : nested.cell_of_atom) ++held[index(cell)];
        EXPECT_LE(*std::max_element(held.begin(), held.end()), merge * 3 / 2);
      }
    }
  }
}

TEST(NestedCells, EveryMergeNumberReachesTheTopOfAStarQuickly) {
  for (const std::uint32_t merge : kMerges) {
    for (const MergeMethod method : kMethods)
      EXPECT_LE(build(test::star(500), options_of(merge, method)).levels(), 3u);
  }
}

TEST(NestedCells, LevelsFallGeometrically) {
  Edges comb;  // a path with three teeth at each atom, and a hub that all of it touches
  for (std::uint32_t a = 0; a < 100; ++a) {
    comb.push_back({400, 4 * a});
    if (a > 0) comb.push_back({4 * a - 4, 4 * a});
    for (std::uint32_t tooth = 1; tooth < 4; ++tooth) comb.push_back({4 * a, 4 * a + tooth});
  }
  const NestedCells nested = build(test::graph_of(401, comb), options_of(2));
  EXPECT_LE(nested.levels(), 12u);
}

TEST(NestedCells, CompleteGraphsMerge) {
  for (const std::uint32_t merge : kMerges) build(test::complete(60), options_of(merge));
}

TEST(NestedCells, CompleteComponentsAreHandedUpWhileOthersMerge) {
  for (const std::uint32_t merge : kMerges) {
    for (const MergeMethod method : kMethods) {
      const NestedCells nested = build(test::many_components(300, 30), options_of(merge, method));
      EXPECT_EQ(nested.isolated_atoms, 10u);
      EXPECT_EQ(nested.reports.back().cells, 300u);
    }
  }
}

TEST(NestedCells, IsolatedAtomsStayCellsOfTheirOwn) {
  const NestedCells nested = build(test::graph_of(5, {}), options_of(4));
  EXPECT_EQ(nested.levels(), 1u);
  EXPECT_EQ(nested.cells(), 5u);
  EXPECT_EQ(nested.isolated_atoms, 5u);
}

TEST(NestedCells, OneAtomAndTwo) {
  for (const std::uint32_t merge : kMerges) {
    EXPECT_EQ(build(test::path(1), options_of(merge)).cells(), 1u);
    EXPECT_EQ(build(test::path(2), options_of(merge)).cells(), 1u);
  }
}

TEST(NestedCells, TheLastMergeIsRepeatedAndLevelsAreLimited) {
  MergeOptions options;
  options.merge = {16, 4};
  const AtomGraph g = test::grid(32);
  const NestedCells all = build(g, options);
  ASSERT_GE(all.levels(), 4u);
  EXPECT_NEAR(all.reports[0].cells, 64, 20);
  EXPECT_NEAR(all.reports[1].cells, 16, 5);
  EXPECT_NEAR(all.reports[2].cells, 4, 1);
  options.levels = 2;
  const NestedCells two = build(g, options);
  EXPECT_EQ(two.levels(), 2u);
  EXPECT_EQ(two.cell_of_atom, all.cell_of_atom);
  options.levels = 64;
  EXPECT_EQ(build(g, options).levels(), all.levels());
}

TEST(NestedCells, RandomWeightsGiveOtherAndWorseCells) {
  const AtomGraph g = test::grid(40);
  for (const MergeMethod method : kMethods) {
    MergeOptions options = options_of(8, method);
    const NestedCells uniform = build(g, options);
    options.weights = MergeWeights::random;
    const NestedCells random = build(g, options);
    EXPECT_NE(random.cell_of_atom, uniform.cell_of_atom);
    EXPECT_GT(random.reports[0].cut_weight, uniform.reports[0].cut_weight);
    options.seed = 2;
    EXPECT_NE(build(g, options).cell_of_atom, random.cell_of_atom) << "the seed counts";
  }
}

TEST(NestedCells, CutAndBorderAreThoseOfTheAtoms) {
  const AtomGraph g = test::grid(30, 7);
  const NestedCells nested = build(g, options_of(6));
  const std::vector<Parts> levels = cells_of_atoms(nested);
  for (std::size_t level = 0; level < levels.size(); ++level) {
    IdVector<AtomPartId, std::uint32_t> border(levels[level].count, 0);
    std::uint64_t both_ways = 0;
    for (const AtomId a : g.atoms()) {
      for (const AtomId b : g.neighbours_of(a)) {
        if (levels[level].of[a] == levels[level].of[b]) continue;
        ++border[levels[level].of[a]];
        ++both_ways;
      }
    }
    EXPECT_EQ(nested.reports[level].cut_weight, both_ways / 2);
    EXPECT_EQ(nested.reports[level].largest_border,
              *std::max_element(border.begin(), border.end()));
  }
}

TEST(NestedCells, MatchingIsAboutAsGoodAsMetis) {
  const AtomGraph g = test::grid(60, 9);
  for (const std::uint32_t merge : {8u, 20u}) {
    const auto metis = build(g, options_of(merge, MergeMethod::metis)).reports;
    const auto matching = build(g, options_of(merge, MergeMethod::matching)).reports;
    EXPECT_LT(static_cast<double>(matching[0].cut_weight),
              1.1 * static_cast<double>(metis[0].cut_weight));
  }
}

TEST(NestedCells, BadInputIsRefusedWithTheRemedy) {
  const auto refusal = [](const AtomGraph& g, const MergeOptions& options) {
    const auto built = build_nested_cells(g, options);
    return built.ok() ? "accepted" : built.error().message;
  };
  const auto expect = [](const std::string& text, const char* part) {
    EXPECT_NE(text.find(part), std::string::npos) << text;
  };
  const AtomGraph g = test::grid(4);
  MergeOptions options;
  expect(refusal({}, options), "empty");
  expect(refusal(test::graph_of_rows({0, 1, 1}, {1}), options), "both rows");
  expect(refusal(g, options_of(1)), "1 is out of range; give 2 to 1024");
  expect(refusal(g, options_of(1025)), "1025 is out of range");
  options.merge.clear();
  expect(refusal(g, options), "at least one");
  options = options_of(4);
  options.levels = 65;
  expect(refusal(g, options), "0 (as many as there are) to 64");
}

TEST(NestedCells, ProgressRisesAndCanCancel) {
  const AtomGraph g = test::grid(20);
  std::uint64_t last = 0;
  unsigned calls = 0;
  const Progress watch{[&](std::uint64_t done, std::uint64_t total, const char*) {
    EXPECT_LE(last, done);
    EXPECT_LE(done, total);
    last = done;
    ++calls;
    return true;
  }};
  ASSERT_TRUE(build_nested_cells(g, options_of(4), watch).ok());
  EXPECT_EQ(last, g.count());
  EXPECT_GT(calls, 3u);
  const Progress cancel{[](std::uint64_t done, std::uint64_t, const char*) { return done == 0; }};
  const auto cancelled = build_nested_cells(g, options_of(4), cancel);
  ASSERT_FALSE(cancelled.ok());
  EXPECT_NE(cancelled.error().message.find("cancelled"), std::string::npos);
}

}  // namespace
}  // namespace portolan::detail
