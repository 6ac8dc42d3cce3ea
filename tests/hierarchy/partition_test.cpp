#include "portolan/hierarchy/partition.h"

#include <gtest/gtest.h>

#include "random_world.h"

namespace portolan::detail {
namespace {

std::string refusal(std::uint32_t cells, const std::vector<std::vector<CellId>>& parents) {
  const auto made = Partition::make(cells, parents);
  return made.ok() ? "accepted" : made.error().message;
}

TEST(Partition, RefusesWhatDoesNotNest) {
  const auto has = [](const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
  };
  EXPECT_TRUE(has(refusal(0, {}), "at least one cell"));
  EXPECT_TRUE(has(refusal(3, {{CellId{0}, CellId{0}}}), "2 parents are given"));
  EXPECT_TRUE(has(refusal(3, {{CellId{0}, CellId{0}, CellId{3}}}), "out of range"));
  EXPECT_TRUE(has(refusal(3, {{CellId{0}, CellId{0}, kNoCell}}), "out of range"));
  EXPECT_TRUE(has(refusal(3, {{CellId{0}, CellId{1}, CellId{2}}}), "fewer cells"));
  EXPECT_TRUE(has(refusal(4, {{CellId{0}, CellId{0}, CellId{2}, CellId{2}}}), "empty cell"));
  EXPECT_TRUE(has(refusal(2, {{CellId{0}, CellId{0}}, {CellId{0}}}), "fewer cells"));
  EXPECT_EQ(refusal(1, {}), "accepted");
  EXPECT_EQ(refusal(2, {{CellId{0}, CellId{0}}}), "accepted");
}

TEST(Partition, ParentsChildrenAndAncestorsAgree) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const test::Sketch s = test::random_sketch(seed, 60);
    const Partition p = Partition::make(s.cells, s.parents).value();
    ASSERT_EQ(p.levels(), s.parents.size() + 1);
    ASSERT_EQ(p.cell_count(1), s.cells);
    std::uint32_t handles = 0;
    for (unsigned level = 1; level <= p.levels(); ++level) {
      for (std::uint32_t c = 0; c < p.cell_count(level); ++c, ++handles) {
        const CellHandle h = p.handle(level, CellId{c});
        ASSERT_EQ(h, handles);
        ASSERT_EQ(p.level(h), level);
        ASSERT_EQ(p.cell(h), CellId{c});
        const CellHandle parent =
            level == p.levels() ? kNoHandle : p.handle(level + 1, s.parents[level - 1][c]);
        ASSERT_EQ(p.parent(h), parent);
        if (parent != kNoHandle) {
          const auto children = p.children(parent);
          ASSERT_EQ(std::count(children.begin(), children.end(), h), 1);
        }
        ASSERT_EQ(p.children(h).empty(), level == 1);
        for (const CellHandle child : p.children(h)) ASSERT_EQ(p.parent(child), h);
      }
    }
    ASSERT_EQ(p.handle_count(), handles);
    for (std::uint32_t c = 0; c < s.cells; ++c) {
      CellHandle at = c;
      for (unsigned level = 1; level <= p.levels(); ++level, at = p.parent(at))
        ASSERT_EQ(p.ancestor(CellId{c}, level), at);
    }
  }
}

}  // namespace
}  // namespace portolan::detail
