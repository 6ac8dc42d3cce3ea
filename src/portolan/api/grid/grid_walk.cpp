#include "portolan/grid/grid_walk.h"

#include <optional>
#include <vector>

#include "portolan/api/grid/find_successor.h"
#include "portolan/grid.h"

namespace portolan {

struct GridWalk::Inside {
  detail::GridWalk walk;
  std::optional<GridSnapshot> world;  ///< That its nodes are of.

  const detail::GridGraph& graph() const { return world->inside().graph(); }
  std::vector<Tile> ahead;
};

GridWalk::GridWalk() : inside_(std::make_unique<Inside>()) {}
GridWalk::~GridWalk() = default;
GridWalk::GridWalk(GridWalk&&) noexcept = default;
GridWalk& GridWalk::operator=(GridWalk&&) noexcept = default;

Status GridWalk::plan(GridQuery& query, const GridSnapshot& snapshot, Tile start, Tile goal,
                      Smoothing smoothing) {
  detail::GridQueryOptions options;
  options.smoothing = smoothing;
  inside_->world = snapshot;
  return inside_->walk.plan(query.inside(), snapshot.inside(), start, goal, options);
}

std::span<const Tile> GridWalk::ahead(GridQuery& query, std::size_t count) {
  const std::span<const detail::NodeId> nodes = inside_->walk.ahead(query.inside(), count);
  inside_->ahead.resize(nodes.size());
  if (inside_->world) inside_->graph().write_tiles(nodes, inside_->ahead.data());
  return inside_->ahead;
}

void GridWalk::advance() { inside_->walk.advance(); }

Status GridWalk::adopt(GridQuery& query, const GridSnapshot& snapshot) {
  if (!inside_->world) return inside_->walk.status();
  const detail::GridSnapshot* next = detail::find_successor(snapshot, inside_->world->inside());
  if (next == nullptr) return inside_->walk.stop();
  inside_->world = snapshot.of_size(next->unit_size());
  return inside_->walk.adopt(query.inside(), *next);
}

Status GridWalk::avoid(GridQuery& query, const std::function<bool(Tile)>& occupied,
                       std::size_t count, std::uint64_t max_expansions) {
  const auto on_node = [&](detail::NodeId node) { return occupied(inside_->graph().tile(node)); };
  return inside_->walk.avoid(query.inside(), on_node, count, max_expansions);
}

std::optional<Tile> GridWalk::position() const {
  const detail::NodeId node = inside_->walk.position();
  if (node == detail::kNoNode) return std::nullopt;
  return inside_->graph().tile(node);
}

Status GridWalk::status() const { return inside_->walk.status(); }
std::uint32_t GridWalk::replans() const { return inside_->walk.replans(); }

}  // namespace portolan
