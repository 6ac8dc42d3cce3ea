#pragma once

#include "portolan/tables/table_world.h"
#include "portolan/tables/tables.h"
#include "portolan/types.h"
#include "portolan/validation/validate_connect_table.h"

namespace portolan::detail {

/// The part of validate_tables for paths between cells: links, and labels or shortcuts. `directed`:
/// whether some path of the world costs something else back.
Result<Done> validate_far_tables(const Hierarchy& hierarchy, Tables::Parts& parts, FarMethod far,
                                 bool directed, const ParallelFor& parallel = {});

/// Checks untrusted tables against the world and the hierarchy that they are said to
/// belong to, which are valid themselves, so that queries on them end, read nothing outside of the
/// arrays and give paths that exist: the connect table and shortcuts exactly as a build would find
/// them, every label a path that costs exactly this. In time about linear in the tables, but for
/// shortcuts, whose vias are found: that takes less than computing them, proves them right, and
/// leaves them their vias.
///
/// What it cannot find: a label more expensive than the cheapest path, or missing where there is a
/// way.
template <TableWorld W>
Result<Done> validate_tables(const W& world, const Hierarchy& hierarchy, Tables::Parts& parts,
                             const Tables::Choice& choice, const ParallelFor& parallel = {}) {
  if (choice.connect == parts.connect.empty())
    return Error{"tables: the connect table is not what was chosen"};
  if (choice.connect) {
    if (auto good = validate_connect_table(world, hierarchy, parts.connect, parallel); !good)
      return good;
  }
  return validate_far_tables(hierarchy, parts, choice.far, world.directed(), parallel);
}

}  // namespace portolan::detail
