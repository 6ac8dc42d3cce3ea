#include "portolan/grid/grid_flow.h"

#include <limits>

#include "portolan/api/grid/find_successor.h"
#include "portolan/grid.h"

namespace portolan {

struct GridFlow::Inside {
  detail::GridFlow flow;
  bool has_goal = false;  // perhaps one that cannot be stood on now
  bool begun = false;

  const detail::GridGraph& graph() const { return flow.snapshot().graph(); }
  bool knows(Tile tile) const { return begun && flow.snapshot().passable(tile); }
  std::optional<Tile> tile_after(Tile from, detail::NodeId next) const {
    if (next == detail::kNoNode || next == graph().node(from)) return std::nullopt;
    return graph().tile(next);
  }
};

GridFlow::GridFlow() : inside_(std::make_unique<Inside>()) {}
GridFlow::~GridFlow() = default;
GridFlow::GridFlow(GridFlow&&) noexcept = default;
GridFlow& GridFlow::operator=(GridFlow&&) noexcept = default;

Status GridFlow::begin(const GridSnapshot& snapshot, Tile goal) {
  const Status status = inside_->flow.begin(snapshot.inside(), goal);
  inside_->has_goal = true;
  inside_->begun = status == Status::complete;
  return status;
}

Status GridFlow::adopt(const GridSnapshot& snapshot) {
  const detail::GridSnapshot* next =
      inside_->has_goal ? detail::find_successor(snapshot, inside_->flow.snapshot()) : nullptr;
  const Status status = next != nullptr ? inside_->flow.adopt(*next) : Status::invalid_goal;
  inside_->begun = status == Status::complete;
  return status;
}

double GridFlow::cost(Tile from) {
  if (!inside_->knows(from)) return std::numeric_limits<double>::infinity();
  const detail::GridGraph& graph = inside_->graph();
  return graph.in_tiles(inside_->flow.cost(graph.node(from)));
}

std::optional<Tile> GridFlow::next(Tile from) {
  if (!inside_->knows(from)) return std::nullopt;
  return inside_->tile_after(from, inside_->flow.next(inside_->graph().node(from)));
}

std::optional<Tile> GridFlow::next(Tile from, const std::function<bool(Tile)>& occupied) {
  if (!inside_->knows(from)) return std::nullopt;
  const detail::GridGraph& graph = inside_->graph();
  const auto on_node = [&](detail::NodeId node) { return occupied(graph.tile(node)); };
  return inside_->tile_after(from, inside_->flow.next(graph.node(from), on_node));
}

}  // namespace portolan
