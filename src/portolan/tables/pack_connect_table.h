#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "portolan/core/cost.h"
#include "portolan/core/page_vector.h"
#include "portolan/hierarchy/overlay_cell.h"
#include "portolan/tables/connect_table.h"

namespace portolan::detail {

/// The rows of one cell as they are computed.
struct ConnectRows {
  const char* problem = nullptr;  ///< Why there can be no table; the rest is then unfinished.
  std::uint32_t gates = 0;
  std::vector<std::uint8_t> walkable;  ///< By row.
  struct Direction {
    std::vector<Cost> costs;           ///< Row by row, walkable ones only; kTableInfinite: no path.
    std::vector<std::uint32_t> steps;  ///< Beside them.
  };
  Direction to_gates;
  std::optional<Direction> from_gates;  ///< None where all is the same both ways.
};

/// Whether a path between two gates that stays in their cell costs more than tables can tell.
bool has_too_expensive_path(const OverlayCell& cell);
/// Whether all paths between gates that stay in their cell cost the same both ways.
bool has_symmetric_costs(const OverlayCell& cell);

/// Lays the rows of cells out side by side in the arrays of a ConnectTable. Sums are in 64 bits and
/// checked against the 32 that a cell has for its places.
class ConnectLayout {
 public:
  /// Ranks and steps name rows in 16 bits, and a rank of kNoRow is none.
  static constexpr std::uint32_t kMostRows = 0x1'0000;

  /// What decides how much memory the rows of a cell take.
  struct Shape {
    std::uint64_t rows = 0;  ///< kMostRows at most.
    std::uint64_t walkable = 0;
    std::uint64_t gates = 0;  ///< 65,535 at most.
    bool wide = false;
  };

  explicit ConnectLayout(ConnectPaths paths) : paths_(paths) {}

  /// Finds the place of the next cell. False where an array then has more entries than 32 bits
  /// count: that cell has no place, and the layout is of no use any more.
  bool place(const Shape& shape, ConnectTable::Cell& cell);
  /// Counts a cell that has the place of another one.
  void place_again() { ++cells_; }
  /// What all arrays together take so far.
  std::uint64_t bytes() const;

 private:
  ConnectPaths paths_;
  std::uint64_t cells_ = 0;  // entries, array by array
  std::uint64_t narrow_ = 0;
  std::uint64_t wide_ = 0;
  std::uint64_t ranks_ = 0;
  std::uint64_t steps_ = 0;
  std::uint64_t wide_steps_ = 0;
};

/// Packs cell after cell; `directed`: for both directions.
class ConnectPacker {
 public:
  ConnectPacker(ConnectPaths paths, bool directed)
      : paths_(paths), directed_(directed), layout_(paths) {}

  /// False where the layout has no place for the cell: then there can be no table.
  bool add(const ConnectRows& rows);
  std::uint64_t bytes() const { return layout_.bytes(); }
  ConnectTable take();

 private:
  bool add_direction(const ConnectRows& rows, const ConnectRows::Direction& direction,
                     std::vector<ConnectTable::Cell>& cells);
  void add_ranks(const ConnectRows& rows);
  void add_narrow(const std::vector<Cost>& costs, std::uint32_t gates);

  ConnectPaths paths_;
  bool directed_;
  ConnectLayout layout_;
  std::vector<ConnectTable::Cell> to_gates_;
  std::vector<ConnectTable::Cell> from_gates_;
  PageVector<std::uint16_t> narrow_;
  PageVector<Cost> wide_;
  PageVector<std::uint16_t> ranks_;
  PageVector<std::uint8_t> steps_;
  PageVector<std::uint16_t> wide_steps_;
};

}  // namespace portolan::detail
