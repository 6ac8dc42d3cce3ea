#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "portolan/types.h"
#include "studies/paper_model.h"

namespace portolan::detail {

/// The two forms in which to keep a path that the papers weigh against each other.
enum class PathStorage : std::uint8_t {
  whole,       ///< All its doorways.
  first_steps  ///< Its first doorways only; the rest is the path of the polygon behind them.
};

/// Pre-calculated connecting paths (PCCP) of the HNA* papers of 2017 and 2020: for every polygon
/// the costs and paths between its centre and the gates of its cell of one level. A query takes
/// them for those of any point of the polygon. Immutable.
///
/// The papers keep a hash table; here an array holds the entries of a polygon side by side.
class PaperConnectTable {
 public:
  PaperConnectTable() = default;
  /// A search from every centre, for each direction where the mesh has one-way doorways. With
  /// `parallel` on several threads; the table is the same.
  static Result<PaperConnectTable> build(const PaperModel& model, unsigned level,
                                         PathStorage storage, const ParallelFor* parallel = nullptr,
                                         const Progress& progress = {});

  /// The same with first steps only.
  PaperConnectTable as_first_steps(const PaperModel& model) const;

  unsigned level() const { return level_; }
  PathStorage storage() const { return storage_; }
  bool directed() const { return !directions_[1].costs.empty(); }
  /// By gate of the polygon's cell; kInfinite where no path leads. `backward`: from the gates.
  std::span<const Cost> costs(PolygonId polygon, bool backward) const {
    return {direction(backward).costs.data() + first_[index(polygon)],
            direction(backward).costs.data() + first_[index(polygon) + 1]};
  }
  /// Appends the doorways between the centre and a gate that is reached, from the centre outwards,
  /// the gate last.
  void append_path(const PaperModel& model, PolygonId polygon, std::uint32_t gate, bool backward,
                   std::vector<NodeId>& nodes) const;

  /// Of polygons and gates, for each direction stored.
  std::size_t entry_count() const { return directions_[0].costs.size(); }
  /// Entries of which more than the first doorway is stored.
  std::size_t run_count() const;
  std::size_t bytes() const;

 private:
  struct Direction {
    std::vector<Cost> costs;
    std::vector<std::uint32_t> paths;  // whole: where each begins in `nodes`, and one more;
                                       // first steps: a doorway, or kRun and where in `nodes`
    std::vector<NodeId> nodes;         // runs: first how many

    std::span<const NodeId> whole(std::uint32_t entry) const;
  };
  static constexpr std::uint32_t kRun = 0x8000'0000u;

  struct Rows;
  static Direction keep_whole(const Rows& rows);
  Direction keep_first_steps(const MeshLayout& layout, const Direction& all) const;
  std::uint32_t entry(PolygonId polygon, std::uint32_t gate) const {
    return first_[index(polygon)] + gate;
  }
  const Direction& direction(bool backward) const {
    return directions_[backward && directed() ? 1 : 0];
  }

  unsigned level_ = 0;
  PathStorage storage_ = PathStorage::whole;
  std::vector<std::uint32_t> first_;  // by polygon, and one more: its first entry
  Direction directions_[2];           // forward, and backward where it differs
};

}  // namespace portolan::detail
