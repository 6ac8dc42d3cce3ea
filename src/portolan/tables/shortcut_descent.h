#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "portolan/core/cost.h"
#include "portolan/core/id_vector.h"
#include "portolan/tables/gate_id.h"
#include "portolan/tables/shortcut_climb.h"

namespace portolan::detail {

/// The other half of the elimination-tree query, for many ends at once: carries the costs of one
/// end from the gates above it down the tree to any cell's gates. Every gate is computed once for
/// one end, however many cells ask for it. Owns its scratch.
class ShortcutDescent {
 public:
  /// From the end that HubFinder::reach was called with; `hubs` is what it left, and needed no
  /// longer afterwards.
  void begin(const ShortcutTable& table, std::span<const GateId> gates, bool backward,
             const Cost* hubs);
  /// The cost between the end and each gate of a cell; at most kTableInfinite, which is no path.
  void reach(const ShortcutTable& table, std::span<const GateId> gates, Cost* out);

 private:
  void reach_supernode(const ShortcutTable& table, SupernodeId id);

  bool backward_ = false;
  std::uint32_t round_ = 0;
  IdVector<GateId, Cost> costs_;
  IdVector<SupernodeId, std::uint32_t> seeded_;  // the round in which it got costs of the climb
  IdVector<SupernodeId, std::uint32_t> ready_;   // the round in which its costs were computed
  std::vector<SupernodeId> waiting_;
};

}  // namespace portolan::detail
