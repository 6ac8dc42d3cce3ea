#include "portolan/grid/run_writer.h"

#include <algorithm>

#include "grid_testing.h"
#include "portolan/core/copy_nodes.h"

namespace portolan::detail {
namespace {

using test::Random;

/// Long and short runs, so that paths of any length pass through the writer's memory.
std::vector<std::uint8_t> draw_runs(Random& random, std::uint32_t count) {
  std::vector<std::uint8_t> runs;
  for (std::uint32_t i = 0; i < count; ++i)
    runs.push_back(static_cast<std::uint8_t>(random.below(random.chance(80) ? 64 : 256)));
  return runs;
}

/// One move after the other.
void append_moves(const GridGraph& graph, std::span<const std::uint8_t> runs, bool back,
                  std::vector<NodeId>& nodes) {
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const std::uint8_t run = back ? runs[runs.size() - 1 - i] : runs[i];
    const auto d = static_cast<unsigned>(back ? (run + 4) % 8 : run % 8);
    for (unsigned k = 0; k < run / 8u + 1; ++k)
      nodes.push_back(NodeId{index(nodes.back()) + static_cast<std::uint32_t>(graph.offset(d))});
  }
}

TEST(RunWriter, WritesOnePathAfterTheOther) {
  constexpr std::size_t kAround = kCopySlackBytes;
  const GridGraph graph =
      GridGraph::make(*Grid::make(100, 3, std::vector<TileLetter>(300, '.')), GridMetric{}).value();
  Random random(9);
  for (int round = 0; round < 300; ++round) {
    std::vector<std::vector<std::uint8_t>> stored;
    std::vector<NodeId> expected{NodeId{5000}};
    std::vector<NodeId> nodes(200'000, NodeId{5000});
    RunWriter writer(graph, expected.back(), nodes.data() + 1);
    for (std::uint32_t paths = 1 + random.below(40); paths > 0; --paths) {
      if (random.chance(5)) {
        expected.push_back(NodeId{7000 + paths});
        writer.write(expected.back());
      }
      const auto runs = draw_runs(random, 1 + random.below(random.chance(90) ? 18 : 400));
      auto& memory = stored.emplace_back(runs.size() + 2 * kAround, std::uint8_t{0xFF});
      std::copy(runs.begin(), runs.end(), memory.begin() + kAround);
      const std::uint8_t* begin = memory.data() + kAround;
      const std::uint8_t* end = begin + runs.size();
      const std::uint8_t* readable[] = {end + kAround, end + 15, end, nullptr};
      const bool back = random.chance(50);
      writer.write({begin, end, readable[random.below(4)]}, back);
      append_moves(graph, runs, back, expected);
      if (random.chance(10)) {
        ASSERT_EQ(writer.finish(), nodes.data() + expected.size());
      }
    }
    nodes.resize(static_cast<std::size_t>(writer.finish() - nodes.data()));
    ASSERT_EQ(nodes, expected);
  }
}

}  // namespace
}  // namespace portolan::detail
