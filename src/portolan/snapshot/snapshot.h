#pragma once

#include "portolan/hierarchy/hierarchy.h"
#include "portolan/tables/build_tables.h"
#include "portolan/tables/table_world.h"
#include "portolan/tables/tables.h"
#include "portolan/types.h"

namespace portolan::detail {

/// A world, its hierarchy and perhaps tables for it at one moment: what every kind of snapshot
/// holds, `Kind` among them. Not changed once made, and cheap to copy; any number of threads may
/// query it. Its functions are defined in with_tables.h, for the sources of the kinds.
template <class Kind, TableWorld W>
class Snapshot {
 public:
  const W& world() const { return world_; }
  const Hierarchy& hierarchy() const { return hierarchy_; }
  const Tables& tables() const { return tables_; }  ///< May be empty.

  /// The same with tables, as far as a budget goes: then queries are look-ups.
  Result<Kind> with_tables(const TableOptions& options, const ParallelFor& parallel = {},
                           const Progress& progress = {}) const;
  /// About what all tables would take.
  Result<TableForecast> forecast_tables() const;
  /// The same with tables made before for this very snapshot.
  Kind with(Tables tables) const;

 protected:
  W world_;
  Hierarchy hierarchy_;
  Tables tables_;
};

}  // namespace portolan::detail
