#include "portolan/core/id_vector.h"

#include <gtest/gtest.h>

#include "portolan/core/id_range.h"

namespace portolan::detail {
namespace {

template <class Values, class Index>
constexpr bool kTakes = requires(const Values& values, Index at) {
  values[at];
};

using ByNode = IdVector<NodeId, float>;
static_assert(kTakes<ByNode, NodeId>);
static_assert(!kTakes<ByNode, CellId> && !kTakes<ByNode, std::uint32_t> && !kTakes<ByNode, int>);

TEST(IdVector, HoldsAValueForEachId) {
  ByNode values(3, 1.0f);
  values[NodeId{1}] = 2.0f;
  EXPECT_EQ(values, (std::vector<float>{1.0f, 2.0f, 1.0f}));
  IdVector<CellId, bool> marks = std::vector<bool>{false, false};
  marks[CellId{1}] = true;
  EXPECT_FALSE(marks[CellId{0}]);
  EXPECT_TRUE(marks[CellId{1}]);
}

TEST(IdRange, GoesFromBeginToEnd) {
  std::vector<NodeId> seen;
  for (const NodeId node : IdRange<NodeId>(2)) seen.push_back(node);
  for (const NodeId node : IdRange<NodeId>(7, 9)) seen.push_back(node);
  for (const NodeId node : IdRange<NodeId>(0)) seen.push_back(node);
  for (const NodeId node : IdRange<NodeId>(4, 4)) seen.push_back(node);
  EXPECT_EQ(seen, (std::vector{NodeId{0}, NodeId{1}, NodeId{7}, NodeId{8}}));
}

}  // namespace
}  // namespace portolan::detail
