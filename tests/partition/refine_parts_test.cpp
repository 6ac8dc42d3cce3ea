#include "portolan/partition/refine_parts.h"

#include <gtest/gtest.h>

#include "atom_graphs.h"

namespace portolan::detail {
namespace {

using test::Numbers;
using test::numbers_of;
using test::parts_of;

std::uint64_t cut_weight(const AtomGraph& g, const Parts& parts) {
  std::uint64_t cut = 0;
  for (const AtomId a : g.atoms())
    for (std::uint32_t i = g.row_begin(a); i < g.row_end(a); ++i)
      cut += parts.of[a] != parts.of[g.neighbours[i]] ? g.edge_weight(i) : 0;
  return cut / 2;
}

TEST(RefineParts, PiecesOfADisconnectedPartBecomeParts) {
  Parts parts = parts_of({0, 1, 0, 1, 1, 2}, 3);
  EXPECT_EQ(split_disconnected(test::path(6), parts), 2u);
  EXPECT_EQ(numbers_of(parts.of), (Numbers{0, 1, 2, 3, 3, 4}));
  EXPECT_EQ(parts.count, 5u);
  EXPECT_EQ(split_disconnected(test::path(6), parts), 0u);
}

TEST(RefineParts, SmallPartsAreJoinedWithinTheLimit) {
  Parts parts = parts_of({0, 0, 0, 0, 1, 2, 2, 2}, 3);
  EXPECT_EQ(join_small(test::path(8), parts, {2, 3, 4}), 1u);
  EXPECT_EQ(numbers_of(parts.of), (Numbers{0, 0, 0, 0, 1, 1, 1, 1}));
  parts = parts_of({0, 0, 0, 0, 1, 2, 2, 2}, 3);
  EXPECT_EQ(join_small(test::path(8), parts, {2, 3, 3}), 0u) << "no neighbour has room";
}

TEST(RefineParts, SinglesAreJoinedWhateverTheWeight) {
  Parts parts = parts_of({0, 1, 2, 3, 4, 5}, 6);
  join_singles(test::star(5), parts);
  EXPECT_EQ(parts.count, 1u);
  parts = parts_of({0, 1, 2}, 3);
  join_singles(test::graph_of(3, {{0, 2}}), parts);
  EXPECT_EQ(numbers_of(parts.of), (Numbers{0, 1, 0}));
}

TEST(RefineParts, BordersGetShorterAndPartsStayConnectedAndWithinLimits) {
  for (std::uint32_t seed = 0; seed < 20; ++seed) {
    const AtomGraph g = test::grid(24, 8, seed);
    Parts parts;
    for (const AtomId a : g.atoms()) parts.of.push_back(AtomPartId{index(a) / 9});  // ragged strips
    parts.count = (g.count() + 8) / 9;
    split_disconnected(g, parts);
    const PartSize size = PartSize::around(9, 1);
    const std::uint64_t before = cut_weight(g, parts);
    const std::uint32_t count = parts.count;
    refine_borders(g, parts, size);
    EXPECT_LT(cut_weight(g, parts), before * 19 / 20);
    parts.renumber();
    EXPECT_EQ(parts.count, count) << "a part was emptied";
    EXPECT_EQ(split_disconnected(g, parts), 0u);
    IdVector<AtomPartId, std::uint32_t> atoms(count, 0);
    for (const AtomPartId part : parts.of) EXPECT_LE(++atoms[part], size.most);
  }
}

}  // namespace
}  // namespace portolan::detail
