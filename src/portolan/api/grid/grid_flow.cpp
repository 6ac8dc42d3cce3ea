#include "portolan/grid/grid_flow.h"

#include <limits>

#include "portolan/grid.h"

namespace portolan {

struct GridFlow::Inside {
  detail::GridFlow flow;
  bool begun = false;

  bool knows(Tile tile) const { return begun && flow.snapshot().passable(tile); }
};

GridFlow::GridFlow() : inside_(std::make_unique<Inside>()) {}
GridFlow::~GridFlow() = default;
GridFlow::GridFlow(GridFlow&&) noexcept = default;
GridFlow& GridFlow::operator=(GridFlow&&) noexcept = default;

Status GridFlow::begin(const GridSnapshot& snapshot, Tile goal) {
  const Status status = inside_->flow.begin(snapshot.inside(), goal);
  inside_->begun = status == Status::complete;
  return status;
}

double GridFlow::cost(Tile from) {
  if (!inside_->knows(from)) return std::numeric_limits<double>::infinity();
  const detail::GridGraph& graph = inside_->flow.snapshot().graph();
  return graph.in_tiles(inside_->flow.cost(graph.node(from)));
}

std::optional<Tile> GridFlow::next(Tile from) {
  if (!inside_->knows(from)) return std::nullopt;
  const detail::GridGraph& graph = inside_->flow.snapshot().graph();
  const detail::NodeId node = inside_->flow.next(graph.node(from));
  if (node == detail::kNoNode || node == graph.node(from)) return std::nullopt;
  return graph.tile(node);
}

}  // namespace portolan
