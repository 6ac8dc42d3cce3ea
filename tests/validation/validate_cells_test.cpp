#include "portolan/validation/validate_cells.h"

#include <gtest/gtest.h>

#include <cstring>

#include "portolan/hierarchy/customize.h"
#include "portolan/validation/validate_block.h"
#include "tests/hierarchy/random_world.h"

namespace portolan::detail {
namespace {

using Words = std::vector<std::uint32_t>;

/// The members of a packed cell that read through offsets, all of them called.
std::uint64_t read_everything(const OverlayCell& cell) {
  std::uint64_t sum = 0;
  for (const GatePlace i : cell.places()) {
    sum += index(cell.gate(i)) + index(cell.home(i)) + cell.row(i)[cell.gate_count() - 1];
    sum += index(cell.find(cell.gate(i)));
    if (cell.component_count() != 0) sum += cell.gate_component(i);
    cell.for_each_touch(i, [&](CellId c) { sum += index(c); });
    cell.for_each_inter(i, [&](const InterEdge& e) { sum += index(e.to) + e.cost_in; });
  }
  for (std::uint32_t n = 0; n < cell.home_count(); ++n) sum += cell.node_component(n);
  for (std::uint32_t p = 0; cell.has_steps() && p < cell.pair_count(); ++p) {
    const OverlayCell::Steps steps = cell.steps(p);
    for (const std::uint8_t* at = steps.begin; at != steps.end; ++at) sum += *at;
  }
  return sum;
}

Hierarchy make_hierarchy(const test::Sketch& sketch, bool store_steps) {
  return *build_hierarchy(sketch.world(), sketch.partition(), {store_steps});
}

Words words_of(const CellWords& cell) { return {cell.get(), cell.get() + cell[0]}; }

CellWords block_of(const Words& words) {
  auto block = std::make_shared<std::uint32_t[]>(words.size());
  std::memcpy(block.get(), words.data(), words.size() * 4);
  return block;
}

TEST(ValidateCells, AcceptsWhatWasBuilt) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const test::Sketch sketch = test::random_sketch(seed, 40);
    const Hierarchy hierarchy = make_hierarchy(sketch, seed % 2 == 0);
    const auto valid = validate_cells(hierarchy.partition(), hierarchy.cells(), sketch.nodes);
    EXPECT_TRUE(valid) << seed << ": " << valid.error().message;
  }
}

TEST(ValidateCells, RefusesTheWrongNumberOfCells) {
  const Hierarchy hierarchy = make_hierarchy(test::random_sketch(7, 40), true);
  std::vector<CellWords> cells = hierarchy.cells();
  cells.pop_back();
  const auto valid = validate_cells(hierarchy.partition(), cells, 40);
  ASSERT_FALSE(valid);
  EXPECT_NE(valid.error().message.find("the partition has"), std::string::npos);
}

TEST(ValidateCells, RefusesNodesThatDoNotExist) {
  const test::Sketch sketch = test::random_sketch(11, 40);
  const Hierarchy hierarchy = make_hierarchy(sketch, true);
  EXPECT_FALSE(validate_cells(hierarchy.partition(), hierarchy.cells(), 1));
}

/// Every word of a block set to other values, and blocks cut short: refused, or harmless to read.
/// The sanitizers notice reads outside of the block, which is as long as it says.
TEST(ValidateCell, SurvivesEveryChangedWord) {
  std::size_t refused = 0;
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    const Hierarchy hierarchy = make_hierarchy(test::random_sketch(seed, 16), true);
    for (const CellWords& cell : hierarchy.cells()) {
      const Words good = words_of(cell);
      ASSERT_TRUE(validate_block(good.data(), good.size()));
      for (std::size_t size = 0; size < good.size(); ++size) {
        const Words cut(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(size));
        EXPECT_FALSE(validate_block(cut.data(), cut.size()));
      }
      for (std::size_t at = 0; at < good.size(); ++at) {
        for (const std::uint32_t value :
             {0u, 1u, good[at] + 1, good[at] - 1, good[at] ^ 0x8000'0000u, ~0u}) {
          Words changed = good;
          changed[at] = value;
          if (!validate_block(changed.data(), changed.size())) {
            ++refused;
          } else {
            read_everything(OverlayCell(changed.data()));
          }
        }
      }
    }
  }
  EXPECT_GT(refused, 1000u);
}

/// Changed ids and costs in cells that hold together one by one: refused, or the hierarchy can
/// be measured and its upper levels computed again.
TEST(ValidateCells, SurvivesChangedCells) {
  test::Random random(3);
  std::size_t refused = 0;
  std::size_t accepted = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    const test::Sketch sketch = test::random_sketch(seed, 24);
    const Hierarchy good = make_hierarchy(sketch, true);
    for (int k = 0; k < 20; ++k) {
      std::vector<CellWords> cells = good.cells();
      CellWords& cell = cells[random.below(static_cast<std::uint32_t>(cells.size()))];
      Words words = words_of(cell);
      words[random.below(static_cast<std::uint32_t>(words.size()))] = random.below(30);
      if (words[0] > words.size()) continue;
      cell = block_of(words);
      if (!validate_cells(good.partition(), cells, sketch.nodes)) {
        ++refused;
        continue;
      }
      ++accepted;
      const Hierarchy changed(good.shared_partition(), cells, 1);
      for (unsigned level = 1; level <= changed.levels(); ++level) changed.level_size(level);
      LevelCustomizer above(false, false);
      for (CellHandle h = sketch.cells; h < cells.size(); ++h)
        above.customize(changed.overlay(), h);
    }
  }
  EXPECT_GT(refused, 1000u);
  EXPECT_GT(accepted, 100u);
}

}  // namespace
}  // namespace portolan::detail
