#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "portolan/io/baked/container.h"
#include "portolan/tables/tables.h"
#include "portolan/types.h"
#include "portolan/validation/validate_tables.h"

/// Tables as sections of baked files: TABL what was chosen, and the arrays, each left out where
/// there are none: CONN connect tables, LINK the gates and their links, LABL labels, CUTS
/// shortcuts; in each the arrays of one snapshot after the other. Vias, which prove the
/// shortcuts right, and labels of topmost gates, which follow from them, are computed anew, as many
/// as TABL says there were.
namespace portolan::detail {

/// The tables of all snapshots of a file, one each, which may be empty. None where all are. The
/// arrays stay where they lie.
std::vector<std::pair<Tag, PiecedBytes>> table_sections(const std::vector<Tables>& tables);

/// Tables as they were read: nothing is known about them yet.
struct StoredTables {
  Tables::Parts parts;
  Tables::Choice choice;
  double build_ms = 0.0;
};

/// The tables of `count` snapshots; empty ones from files without. The arrays stay where they lie
/// in the file's memory, which lives as long as any of them.
Result<std::vector<StoredTables>> read_tables(const Container& file, std::size_t count);

/// What was chosen for the first snapshot of a file, without its tables.
Result<Tables::Choice> read_first_choice(const Container& file);

/// How many times the memory of stored shortcuts their extras may take, whatever a file asks for.
/// A budget that would give them more is enough for all labels instead.
inline constexpr std::uint64_t kMostExtras = 16;

/// Checks them against the snapshot they belong to; see validate_tables. Answers cost the same with
/// and without extras.
template <TableWorld W>
Result<Tables> checked_tables(const W& world, const Hierarchy& hierarchy, StoredTables stored,
                              TableExtras extras, const ParallelFor& parallel) {
  if (auto good = validate_tables(world, hierarchy, stored.parts, stored.choice, parallel); !good)
    return good.error();
  if (stored.choice.far == FarMethod::shortcuts && extras == TableExtras::all) {
    ShortcutTable& shortcuts = stored.parts.shortcuts;
    const std::uint64_t needed =
        stored.parts.links.bytes() + shortcuts.bytes() - shortcuts.extra_bytes();
    const std::uint64_t taken = std::max<std::uint64_t>(stored.choice.shortcuts_bytes, needed);
    const std::uint64_t extras_bytes = std::min(taken - needed, kMostExtras * needed);
    const auto added =
        add_extras(shortcuts, hierarchy, stored.parts.links, extras_bytes, false, parallel);
    if (!added) return added.error();
  }
  return Tables(std::move(stored.parts), std::move(stored.choice), hierarchy)
      .with_build_ms(stored.build_ms);
}

}  // namespace portolan::detail
