#include <utility>
#include <vector>

#include "portolan/api/gpu/gpu_wants.h"
#include "portolan/batch/list_batch.h"
#include "portolan/core/streaming.h"
#include "portolan/gpu.h"
#include "portolan/gpu/device/part_pipeline.h"
#include "portolan/gpu/gpu_grid_agents.h"
#include "portolan/gpu/grid/snapshot_grid_arrays.h"

namespace portolan {

using detail::GpuGridAgents;
using detail::NodeId;

struct GpuGrid::Inside {
  detail::GridSnapshot world;
  detail::GpuGridWorld on_gpu;
  std::uint64_t bytes;
  ParallelFor parallel;
  std::size_t part = detail::kUsualPart;
};

namespace {

/// Answers as they come from the GPU, put where the caller wants them.
class TileReader {
 public:
  TileReader(const detail::GridGraph& graph, GridPaths& paths, std::size_t queries,
             const ParallelFor& parallel)
      : graph_(graph), paths_(paths), parallel_(parallel) {
    paths.status.reset(queries);
    paths.cost.reset(queries);
    detail::ListAccess::begin(paths.tiles, queries);
  }

  /// Those of some agents, the first being query `first`.
  Result<Done> read(const GpuGridAgents& agents, std::size_t first) {
    const std::span<Tile> tiles = detail::ListAccess::take_block(paths_.tiles, agents.node_count());
    tiles_ += agents.node_count();
    return agents.read_answers(
        parallel_,
        [&](std::size_t k, std::span<const detail::AgentRecord> records) {
          for (const detail::AgentRecord& record : records) take(first + k++, record, tiles);
        },
        [&](std::size_t k, std::span<const std::uint32_t> nodes) {
          for (const std::uint32_t node : nodes)
            detail::store_streaming(&tiles[k++], graph_.tile(NodeId{node}));
          detail::finish_streaming();
        });
  }

  void end() { detail::ListAccess::end(paths_.tiles, tiles_); }

 private:
  void take(std::size_t i, const detail::AgentRecord& record, std::span<const Tile> tiles) {
    paths_.status.data()[i] = static_cast<Status>(record.status());
    paths_.cost.data()[i] = graph_.in_tiles(record.cost());
    detail::ListAccess::set(paths_.tiles, i, tiles.subspan(record.begin(), record.count()));
  }

  const detail::GridGraph& graph_;
  GridPaths& paths_;
  const ParallelFor& parallel_;
  std::size_t tiles_ = 0;  // of all answers so far
};

void clear(GridPaths& paths) {
  paths.status.reset(0);
  paths.cost.reset(0);
  paths.tiles.clear();
}

/// Tiles that are not on the grid stand nowhere.
std::vector<NodeId> nodes_of(const detail::GridGraph& graph, std::span<const Tile> tiles) {
  std::vector<NodeId> nodes;
  nodes.reserve(tiles.size());
  for (const Tile tile : tiles)
    nodes.push_back(graph.contains(tile) ? graph.node(tile) : detail::kNoNode);
  return nodes;
}

}  // namespace

Result<GpuGrid> GpuGrid::make(const GridSnapshot& snapshot, const Execution& execution) {
  const detail::GridSnapshot& world = snapshot.inside();
  if (auto gpu = find_gpu(); !gpu) return gpu.error();
  const auto arrays = detail::SnapshotGridArrays::make(world, execution.parallel);
  if (!arrays) return arrays.error();
  auto on_gpu = detail::GpuGridWorld::make(arrays->view());
  if (!on_gpu) return on_gpu.error();
  return GpuGrid(
      std::make_shared<Inside>(Inside{world, *on_gpu, arrays->bytes(), execution.parallel}));
}

Result<std::uint64_t> GpuGrid::bytes_needed(const GridSnapshot& snapshot,
                                            const Execution& execution) {
  const auto arrays = detail::SnapshotGridArrays::make(snapshot.inside(), execution.parallel);
  if (!arrays) return arrays.error();
  return arrays->bytes();
}

std::uint64_t GpuGrid::bytes_of_answers(std::uint64_t queries, std::uint64_t length) {
  return detail::bytes_of_answers<NodeId>(queries, length);
}

std::uint64_t GpuGrid::bytes() const { return inside_->bytes; }
void GpuGrid::set_part_size(std::size_t queries) { inside_->part = queries; }

Result<Done> GpuGrid::find_paths(std::span<const Tile> starts, std::span<const Tile> goals,
                                 GridPaths& paths, GpuWants wants) {
  clear(paths);
  if (starts.size() != goals.size()) return detail::unequal_ends();
  const detail::GridGraph& graph = inside_->world.graph();
  const std::vector<NodeId> from = nodes_of(graph, starts);
  const std::vector<NodeId> to = nodes_of(graph, goals);
  TileReader reader(graph, paths, starts.size(), inside_->parallel);
  detail::UnlessDone guard([&] { clear(paths); });
  const auto part = detail::part_for<NodeId>(starts.size(), inside_->part);
  if (!part) return part.error();
  detail::PartPipeline<detail::GpuGridWorld, GpuGridAgents, NodeId> parts(
      inside_->on_gpu, *part, detail::options_for(wants));
  if (auto done = parts.run(from, to, reader); !done) return done;
  reader.end();
  paths.version = inside_->world.hierarchy().version();
  guard.done = true;
  return Done{};
}

}  // namespace portolan
