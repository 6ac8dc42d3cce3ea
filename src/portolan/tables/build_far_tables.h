#pragma once

#include <cstdint>
#include <functional>

#include "portolan/tables/connect_table.h"
#include "portolan/tables/tables.h"
#include "portolan/types.h"

/// Builds what answers for paths between cells: labels or shortcuts.
namespace portolan::detail {

/// About what tables beside a connect table take, whatever they may: right to a tenth or so.
struct FarForecast {
  std::uint64_t shortcuts = 0;
  std::uint64_t labels = 0;
};
Result<FarForecast> forecast_far_tables(const Hierarchy& hierarchy, bool directed,
                                        const SupernodeOrderer& order);

/// What shortcuts must fit with.
enum class ShortcutSpeed : std::uint8_t {
  quick,  ///< What they stand for and labels of some topmost gates.
  any,    ///< Nothing.
};

/// What all attempts to build for one hierarchy have in common; refers to what it was made of.
struct FarBuild {
  const Hierarchy& hierarchy;
  const TableOptions& options;
  const SupernodeOrderer& order;
  const ParallelFor& parallel;
  const Progress& progress;
  bool directed;                      ///< Whether some path of the world costs something else back.
  std::uint64_t most_expensive_path;  ///< No cheapest path of the world costs more.
};

/// Tables without a connect table: shortcuts over the gates of the lowest level at which they fit
/// and are quick; where `speed` is any, of the highest at which they are worth it, which has
/// fewest. What fits into `max_bytes` beside them makes them quicker. `without`: what there would
/// be in their place, and why not more; `let_go` is called before memory is taken for shortcuts
/// that will fit, so that it need not be held beside them.
Result<Tables> build_shortcuts_alone(const FarBuild& build, const Tables::Choice& without,
                                     ShortcutSpeed speed, const std::function<void()>& let_go);

/// Adds labels, else shortcuts, to a connect table, as far as `max_bytes` for all together go.
/// Where `speed` is any, only shortcuts: whoever asks has asked for quick ones before.
Result<Tables> build_far_tables(const FarBuild& build, ConnectTable connect, ShortcutSpeed speed);

}  // namespace portolan::detail
