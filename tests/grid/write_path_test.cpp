#include "portolan/grid/write_path.h"

#include <gtest/gtest.h>

#include <vector>

#include "scenes/random.h"

/// The vector loops of grid paths against plain ones, at every length around their widths.
namespace portolan::detail {
namespace {

using scenes::Random;

constexpr std::uint32_t kMost = 75;  // more than twice the widest block

TEST(WritePath, RunsMakeOneMoveAfterTheOther) {
  Random random(8);
  MovesAhead ahead;
  for (auto& moves : ahead) {
    const std::uint32_t offset = random.below(4000) - 2000u;
    for (std::uint32_t k = 0; k < moves.size(); ++k) moves[k] = (k + 1) * offset;
  }
  for (std::uint32_t count = 0; count <= kMost; ++count) {
    std::vector<std::uint8_t> runs;
    std::vector<NodeId> expected;
    std::uint32_t at = 1'000'000;
    for (std::uint32_t r = 0; r < count; ++r) {
      runs.push_back(static_cast<std::uint8_t>(random.below(256)));
      for (unsigned k = 0; k < runs.back() / 8u + 1; ++k)
        expected.push_back(NodeId{at += ahead[runs.back() % 8][0]});
    }
    std::vector<NodeId> out(expected.size() + kRunSlack, NodeId{7});
    EXPECT_EQ(write_runs(ahead, NodeId{1'000'000}, runs, out.data()), out.data() + expected.size());
    out.resize(expected.size());
    EXPECT_EQ(out, expected) << count;
  }
}

TEST(WritePath, TilesAreDividedExactly) {
  Random random(9);
  for (const std::uint32_t stride : {2u, 3u, 57u, 513u, 1025u, 4097u, 16384u, 16385u}) {
    for (std::uint32_t count = 0; count <= kMost; ++count) {
      std::vector<NodeId> nodes;
      std::vector<Tile> expected;
      for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint32_t row = 1 + random.below(16384);
        const std::uint32_t column = random.chance(50)   ? random.below(stride)
                                     : random.chance(50) ? 0
                                                         : stride - 1;
        nodes.push_back(NodeId{row * stride + column});
        expected.push_back({static_cast<std::int32_t>(column), static_cast<std::int32_t>(row) - 1});
      }
      std::vector<Tile> tiles(count + 1, Tile{-7, -7});
      write_tiles(nodes, stride, tiles.data());
      EXPECT_EQ(tiles.back(), (Tile{-7, -7}));
      tiles.pop_back();
      EXPECT_EQ(tiles, expected) << stride << " " << count;
    }
  }
}

}  // namespace
}  // namespace portolan::detail
