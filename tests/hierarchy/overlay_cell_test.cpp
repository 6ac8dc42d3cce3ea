#include "portolan/hierarchy/overlay_cell.h"

#include <gtest/gtest.h>

namespace portolan::detail {
namespace {

/// As many components as a cell can number in so many bits, and one more; some nodes have none.
TEST(OverlayCell, TellsTheComponentOfEveryNode) {
  for (const std::uint32_t count : {1u, 2u, 3u, 4u, 15u, 16u, 255u, 256u, 65'535u, 65'536u}) {
    CellDraft draft;
    draft.component_count = count;
    for (std::uint32_t n = 0; n < count + 70; ++n)
      draft.node_components.push_back(n % 7 == 3 ? kNoComponent : n % count);
    const CellWords words = pack(draft);
    const OverlayCell cell(words.get());
    ASSERT_EQ(cell.home_count(), draft.node_components.size());
    for (std::uint32_t n = 0; n < cell.home_count(); ++n)
      ASSERT_EQ(cell.node_component(n), draft.node_components[n])
          << "node " << n << " of " << count;
  }
}

/// Most cells hang together: there a node's component is one bit.
TEST(OverlayCell, TakesFewBitsForFewComponents) {
  CellDraft draft;
  draft.component_count = 1;
  const std::uint32_t empty = OverlayCell(pack(draft).get()).word_count();
  draft.node_components.assign(256, 0);
  EXPECT_EQ(OverlayCell(pack(draft).get()).word_count(), empty + 256 / 32);
}

}  // namespace
}  // namespace portolan::detail
