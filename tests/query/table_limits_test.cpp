// Worlds that are too large for some of the tables, or for all.
#include <gtest/gtest.h>

#include <utility>

#include "portolan/query/snapshot_query.h"
#include "portolan/query/table_query.h"
#include "tests/query/large_worlds.h"

namespace portolan::detail {
namespace {

using test::as_they_come;
using test::Built;
using test::join;
using test::Star;

/// 0 - 1 - 2 - ... in cell 0, and one node more in cell 1 at its end.
Built chain_in_one_cell(std::uint32_t nodes) {
  std::vector<OwnedEdge> edges;
  std::vector<CellId> homes(nodes, CellId{0});
  homes.push_back(CellId{1});
  for (std::uint32_t n = 0; n + 1 < nodes; ++n) join(edges, n, n + 1, 0);
  join(edges, nodes - 1, nodes, 1);
  return {nodes + 1, 2, edges, homes};
}

TEST(TableLimits, ACellMayHaveAsManyRowsAs16BitsName) {
  const std::uint32_t nodes = ConnectLayout::kMostRows;
  const Built built = chain_in_one_cell(nodes);
  const Tables tables = built.tables({}, as_they_come);
  ASSERT_EQ(tables.choice().far, FarMethod::labels) << tables.choice().reason;
  TableQuery<CsrWorld> query;
  std::vector<NodeId> path;
  for (const std::uint32_t from : {0u, 1u, 255u, 256u, 40'000u, nodes - 1}) {
    const QueryResult found =
        query.find_path({built.world, built.hierarchy, tables}, NodeId{from}, NodeId{nodes}, path);
    ASSERT_EQ(found.cost, nodes - from);
    ASSERT_EQ(path.size(), nodes - from + 1);
    for (std::uint32_t k = 0; k < path.size(); ++k) ASSERT_EQ(path[k], NodeId{from + k});
  }
}

TEST(TableLimits, ACellWithMoreRowsLeavesShortcutsAlone) {
  constexpr std::uint32_t kNodes = 70'000;
  const Built built = chain_in_one_cell(kNodes);
  for (const ConnectPaths paths : {ConnectPaths::descend, ConnectPaths::steps}) {
    TableOptions options;
    options.paths = paths;
    const Tables tables = built.tables(options, as_they_come);
    EXPECT_FALSE(tables.choice().connect);
    EXPECT_EQ(tables.choice().far, FarMethod::shortcuts);
    EXPECT_EQ(tables.choice().reason, "a cell has more than 65,536 nodes");
    std::vector<NodeId> path;
    const QueryResult found = SnapshotQuery<CsrWorld>().find_path(
        {built.world, built.hierarchy, tables}, NodeId{5}, NodeId{kNodes}, true, {}, path);
    EXPECT_EQ(found.cost, kNodes - 5);
    EXPECT_EQ(path.size(), kNodes - 4);
    options.far = FarMethod::search;
    EXPECT_EQ(built.tables(options, as_they_come).bytes(), 0u);
  }
}

TEST(TableLimits, PlacesInTheConnectTableAreChecked) {
  const ConnectLayout::Shape large{0x1'0000, 0xFFFF, 0x8000, false};  // 2^31 entries each
  ConnectTable::Cell cell{};
  ConnectLayout narrow_rows(ConnectPaths::descend);
  EXPECT_TRUE(narrow_rows.place(large, cell));
  EXPECT_EQ(cell.begin, 0u);
  EXPECT_FALSE(narrow_rows.place(large, cell)) << "two bytes an entry, and bases";

  ConnectLayout half(ConnectPaths::steps);  // costs of both kinds fit: wide and narrow ones apart
  EXPECT_TRUE(half.place({0x1'0000, 0xFFFF, 0x7000, false}, cell));
  EXPECT_TRUE(half.place({0x1'0000, 0xFFFF, 0x7000, true}, cell));
  EXPECT_EQ(cell.ranks, 0x1'0000u);
  EXPECT_EQ(cell.paths, 0xFFFFu * 0x7000u);
  EXPECT_FALSE(half.place({0x1'0000, 0xFFFF, 0x7000, true}, cell));
}

TEST(TableLimits, LabelsAreCountedIn64Bits) {
  GateTree tree;
  std::vector<GateTree::Supernode> supernodes;  // three chains below one root
  supernodes.push_back({GateId{0}, 8, Depth{0}, kNoSupernode, 0, 0, 0});
  for (std::uint32_t k = 0; k < 3; ++k)
    supernodes.push_back({GateId{8 + k * 64'000}, 64'000, Depth{8}, SupernodeId{0}, 0, 0, 0});
  tree.supernodes = SharedArray(std::move(supernodes));
  // 8 rows of 8; then of each chain 8,000 times eight rows of 16, 24, ..., 64,008.
  const std::uint64_t chain = 8 * (16 + 64'008) * std::uint64_t{8'000} / 2;
  EXPECT_EQ(tree.label_count(), 64 + 3 * chain);
  EXPECT_GT(tree.label_count(), std::uint64_t{1} << 32);
  EXPECT_EQ(tree.height(), 64'008u);
}

TEST(TableLimits, TooManyLabelsGiveWayToShortcuts) {
  const Star star(3, 60'000);
  const Tables tables = star.built.tables({.max_bytes = 64'000'000}, Star::from_far_ends);
  EXPECT_EQ(tables.choice().far, FarMethod::shortcuts);
  EXPECT_EQ(tables.choice().reason, "there are more labels than 32 bits count");
  EXPECT_GT(tables.choice().labels_bytes, 5 * (std::uint64_t{1} << 32));
  TableQuery<CsrWorld> query;
  for (const std::uint32_t k : {0u, 999u, 59'999u}) {
    const auto cost = [&](NodeId from, NodeId to) {
      return query.find_cost({star.built.world, star.built.hierarchy, tables}, from, to).cost;
    };
    EXPECT_EQ(cost(star.node(0, k), star.node(2, 59'998)), k + 1 + 59'999);
    EXPECT_EQ(cost(star.node(1, 30'000), star.node(1, k)), k > 30'000 ? k - 30'000 : 30'000 - k);
  }
}

TEST(TableLimits, GatesTooFarAboveEachOtherAreLeftToTheSearch) {
  const Star star(1, 66'000);
  const Tables tables = star.built.tables({}, Star::from_far_ends);
  EXPECT_EQ(tables.choice().far, FarMethod::search);
  EXPECT_TRUE(tables.choice().connect);
  EXPECT_EQ(tables.choice().reason, "more than 65,535 gates lie above each other");
}

}  // namespace
}  // namespace portolan::detail
