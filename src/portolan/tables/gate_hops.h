#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "portolan/core/platform.h"
#include "portolan/core/shared_array.h"
#include "portolan/hierarchy/hierarchy.h"
#include "portolan/tables/gate_labels.h"

namespace portolan::detail {

/// A step from gate to gate made ready to be taken: what has to be known of the gate that it leads
/// to, and where the nodes of the path there are stored.
struct GateHop {
  static constexpr std::uint32_t kLongest = 0x7FFF;  ///< Bytes of a stored path.

  std::uint32_t labels;        ///< Where the labels of that gate begin,
  std::uint32_t gate_hops;     ///< its gate hops,
  std::uint32_t path;          ///< In bytes from the first cell; along an inter-edge the node.
  std::uint16_t size : 15;     ///< Bytes of the path; 0: along an inter-edge.
  std::uint16_t reversed : 1;  ///< The path is stored for the other direction.
  std::uint16_t depth;         ///< Below GateLinks::kMostHeight.
};
static_assert(sizeof(GateHop) == 16);

/// All steps of the labels of one hierarchy. Refers to its cells, and keeps them.
class GateHops {
 public:
  GateHops() = default;
  /// There must be no obstacle, and the labels must be those of the hierarchy.
  GateHops(const Hierarchy& hierarchy, const GateLinks& links, const GateLabels& labels);

  /// Why there can be no gate hops over a hierarchy; null when there can.
  static const char* find_obstacle(const Hierarchy& hierarchy);
  /// What the gate hops of labels take.
  static std::uint64_t bytes_for(const Hierarchy& hierarchy, const GateLabels& labels);

  /// Those towards a hub; `backward`: those that lead from there.
  const GateHop* direction(bool backward) const { return all(backward).data(); }
  std::span<const GateHop> all(bool backward) const { return of_[backward && split()].span(); }
  /// Whether `reversed` is meant for the other direction.
  bool flipped(bool backward) const { return backward && !split(); }
  /// The stored path of a gate hop with one.
  OverlayCell::Steps steps(const GateHop& hop) const {
    const std::uint8_t* begin = first_ + hop.path;
    return {begin, begin + hop.size, end_};
  }
  void prefetch_path(const GateHop& hop) const { prefetch(first_ + hop.path); }
  /// Where all stored paths lie.
  std::span<const std::uint8_t> stored_paths() const { return {first_, end_}; }
  std::size_t bytes() const { return of_[0].bytes() + of_[1].bytes(); }

 private:
  bool split() const { return !of_[1].empty(); }

  SharedArray<GateHop> of_[2];  // the second only where paths back are stored by themselves
  const std::uint8_t* first_ = nullptr;
  const std::uint8_t* end_ = nullptr;
  std::shared_ptr<const std::vector<CellWords>> cells_;
};

}  // namespace portolan::detail
