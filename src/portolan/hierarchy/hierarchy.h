#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "portolan/core/ids.h"
#include "portolan/hierarchy/overlay_cell.h"
#include "portolan/hierarchy/partition.h"
#include "portolan/types.h"

namespace portolan::detail {

/// Which parts of the world hang together: the components inside each cell, joined over the
/// gates. Two nodes of different components have no path between them; in a world with one-way
/// edges the reverse need not hold.
struct Components {
  std::vector<std::uint32_t> first;  ///< By cell of level 1: where its local components begin.
  std::vector<std::uint32_t> root;   ///< By local component: the component it belongs to.
};

/// The cells of all levels, read only; never owns. What searches over gates work on, be the
/// hierarchy complete or still being built.
struct Overlay {
  const Partition* partition;
  const CellWords* cells;
  OverlayCell cell(CellHandle handle) const { return OverlayCell(cells[handle].get()); }
};

/// What a level holds, as the papers count it.
struct LevelSize {
  std::uint32_t cells = 0;
  std::uint64_t gates = 0;        ///< Distinct nodes that are gates of this level.
  std::uint64_t inter_edges = 0;  ///< Undirected: counted once.
  std::uint64_t intra_edges = 0;  ///< Undirected pairs of gates with a path between them.
  std::size_t bytes = 0;
};

/// A partition with the costs of one metric: for every cell of every level its gates and the
/// cost between them. An immutable snapshot, cheap to copy: any number of threads may query it, and
/// an update makes a new one that shares the cells it did not touch.
class Hierarchy {
 public:
  Hierarchy() = default;
  /// `cells` has a block for every handle of the partition.
  Hierarchy(std::shared_ptr<const Partition> partition, std::vector<CellWords> cells,
            std::uint64_t version, std::shared_ptr<const Components> components = nullptr);

  const Partition& partition() const { return *partition_; }
  std::shared_ptr<const Partition> shared_partition() const { return partition_; }
  unsigned levels() const { return partition_->levels(); }
  OverlayCell cell(CellHandle handle) const { return overlay_.cell(handle); }
  const Overlay& overlay() const { return overlay_; }
  const std::vector<CellWords>& cells() const { return *cells_; }
  const std::shared_ptr<const std::vector<CellWords>>& shared_cells() const { return cells_; }
  /// Whether the cells of level 1 follow each other in memory, as after a build. Updates put new
  /// ones elsewhere.
  bool contiguous() const;
  /// The same hierarchy, contiguous.
  Hierarchy laid_together() const;

  /// Grows by one with every update; results carry it.
  std::uint64_t version() const { return *version_; }
  /// Tells snapshots apart, also those of one version: only copies of one share it. Who holds it
  /// can be sure that no later snapshot gets the same.
  const std::shared_ptr<const std::uint64_t>& identity() const { return version_; }

  /// The component of a node, given its home and its number there; kNoComponent when blocked.
  std::uint32_t component(CellId home, std::uint32_t home_index) const {
    const std::uint32_t local = cell(index(home)).node_component(home_index);
    return local == kNoComponent ? kNoComponent
                                 : components_->root[components_->first[index(home)] + local];
  }
  std::shared_ptr<const Components> components() const { return components_; }

  LevelSize level_size(unsigned level) const;
  std::size_t bytes() const;

 private:
  std::shared_ptr<const Partition> partition_;
  std::shared_ptr<const std::vector<CellWords>> cells_;
  Overlay overlay_{};  // into the two above
  std::shared_ptr<const Components> components_;
  std::shared_ptr<const std::uint64_t> version_;
};

}  // namespace portolan::detail
