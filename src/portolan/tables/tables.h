#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "portolan/tables/connect_table.h"
#include "portolan/tables/gate_hops.h"
#include "portolan/tables/gate_labels.h"
#include "portolan/tables/gate_links.h"
#include "portolan/tables/shortcut_climb.h"
#include "portolan/types.h"

namespace portolan::detail {

/// What answers for the path between the gates of two cells.
enum class FarMethod : std::uint8_t {
  search,     ///< Nothing stored: the overlay is searched.
  shortcuts,  ///< Shortcuts along the elimination tree of the gates.
  labels,     ///< Each gate's costs to all gates above it in that tree.
};
const char* name(FarMethod method);

struct TableOptions {
  static constexpr std::uint64_t kUnlimited = ~std::uint64_t{0};
  /// What tables may take; 0: none are built; kDefaultTableBytes: as suits the world. While they
  /// are built, up to four times as much may be in use, besides lists of gates about as large as
  /// the cells of the hierarchy.
  std::uint64_t max_bytes = kUnlimited;
  /// How the connect table keeps paths; left out: as suits the world best.
  std::optional<ConnectPaths> paths{};
  FarMethod far = FarMethod::labels;  ///< The most that is built, whatever would fit.
  /// Shortcuts alone over the gates of this level, or of the top one where there are not so many;
  /// 0: only where more does not fit, and of the level that suits `max_bytes`. Of no effect where
  /// `far` is search.
  unsigned level_alone = 0;
};

/// Orders supernodes; see dissect in partition/dissection.h.
using SupernodeOrderer = std::function<Result<SupernodeOrder>(const GateGraph&)>;
/// One that remembers the orders that it made, for graphs of one hierarchy. One thread at a time;
/// copies remember on their own.
SupernodeOrderer once_for_each_level(SupernodeOrderer order);

/// Everything that makes a query a look-up: connect table, and labels or shortcuts over the gates
/// of level 1. Where memory is short there may be shortcuts alone, over the gates of any level:
/// then ends are connected by search, and the rest is a look-up. Made for one snapshot of a
/// hierarchy and of no use with any other. Immutable; a cheap value: copies share the arrays.
class Tables {
 public:
  /// What a memory budget and the costs of the world allowed.
  struct Choice {
    FarMethod far = FarMethod::search;
    bool connect = false;             ///< Whether there is a connect table.
    std::string reason;               ///< Why not more, or that everything is there.
    std::uint64_t connect_bytes = 0;  ///< What each part takes or would take; 0: not known, since
    std::uint64_t labels_bytes = 0;   ///< one before it did not fit.
    std::uint64_t shortcuts_bytes = 0;
    bool short_of_memory = false;  ///< A larger budget would hold more. Not stored.
  };
  struct Parts {
    ConnectTable connect;
    GateLinks links;
    GateLabels labels;
    ShortcutTable shortcuts;
  };

  Tables() = default;
  /// `hierarchy`: the one they are for.
  Tables(Parts parts, Choice choice, const Hierarchy& hierarchy);

  const Choice& choice() const { return choice_; }
  /// Whether queries are look-ups, from one end to the other.
  bool complete() const { return answer() && choice_.connect; }
  /// Whether what lies between the cells of two ends is looked up, if they are different ones of
  /// `level()`.
  bool answer() const { return choice_.far != FarMethod::search; }
  /// Whose gates these are; 1 where tables do not answer.
  unsigned level() const { return level_; }
  const ConnectTable& connect() const { return parts_.connect; }
  const GateLinks& links() const { return parts_.links; }
  const GateLabels& labels() const { return parts_.labels; }
  const ShortcutTable& shortcuts() const { return parts_.shortcuts; }
  const GateHops& gate_hops() const { return gate_hops_; }  ///< Derived from the labels.
  /// Whether some path of the world costs something else back.
  bool directed() const {
    return parts_.labels.directed() || parts_.shortcuts.shortcuts.directed();
  }
  /// Where the labels of a cell's gates lie, in the order of these.
  std::span<const RowOf> label_rows(CellHandle cell, bool backward) const {
    const auto rows = parts_.links.rows_of(cell);
    if (!backward || back_rows_.empty()) return rows;
    return back_rows_.span().subspan(parts_.links.rows_begin(cell), rows.size());
  }
  std::uint32_t most_hubs() const { return most_hubs_; }    ///< Gates on any path from the root.
  std::uint32_t most_gates() const { return most_gates_; }  ///< Of any cell.
  double build_ms() const { return build_ms_; }
  Tables with_build_ms(double ms) const {
    Tables tables = *this;
    tables.build_ms_ = ms;
    return tables;
  }
  /// Of the links, and of what is derived from them and the labels.
  std::size_t link_bytes() const {
    return parts_.links.bytes() + gate_hops_.bytes() + back_rows_.bytes();
  }
  std::size_t bytes() const;
  /// What links and labels take, with what is derived from them.
  static std::uint64_t bytes_with_labels(const Hierarchy& hierarchy, const GateLinks& links,
                                         const GateLabels& labels);

 private:
  Choice choice_;
  Parts parts_;
  GateHops gate_hops_;
  SharedArray<RowOf> back_rows_;  // beside GateLinks::rows; empty unless labels are directed
  unsigned level_ = 1;
  std::uint32_t most_hubs_ = 0;
  std::uint32_t most_gates_ = 0;
  double build_ms_ = 0.0;
};

}  // namespace portolan::detail
