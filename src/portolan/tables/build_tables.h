#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <utility>

#include "portolan/tables/build_connect_table.h"
#include "portolan/tables/table_world.h"
#include "portolan/tables/tables.h"

namespace portolan::detail {

/// No table of a world is smaller than this: two bytes for each entry.
template <TableWorld W>
std::uint64_t least_connect_bytes(const W& world, const Hierarchy& hierarchy) {
  std::uint64_t entries = 0;
  for (std::uint32_t c = 0; c < hierarchy.partition().cell_count(1); ++c) {
    const OverlayCell cell = hierarchy.cell(c);
    entries += std::uint64_t{cell.home_count()} * cell.gate_count();
  }
  return 2 * entries * (world.directed() ? 2 : 1);
}

/// Builds what a budget allows: the connect table first, then labels, or shortcuts where only they
/// fit. Never fails for lack of room: Tables::choice tells what was built and why. Fails when the
/// order does, or when `progress` cancels.
template <TableWorld W>
Result<Tables> build_tables(const W& world, const Hierarchy& hierarchy, const TableOptions& options,
                            const GroupOrderer& order, const ParallelFor& parallel = {},
                            const Progress& progress = {}) {
  const auto begin = std::chrono::steady_clock::now();
  const ConnectPaths paths =
      options.paths.value_or(W::Cell::kRowsAreLocals ? ConnectPaths::steps : ConnectPaths::descend);
  const auto none = [&](const char* reason) {
    Tables::Choice choice;
    choice.reason = reason;
    return Tables({}, std::move(choice), hierarchy);
  };
  if (options.max_bytes == 0) return none("no tables were asked for");
  if (least_connect_bytes(world, hierarchy) > options.max_bytes)
    return none(ConnectProblem::kBudget);
  ConnectTable::Direction directions[2];
  std::uint64_t left = options.max_bytes;
  for (const bool backward : {false, true}) {
    if (backward && !world.directed()) break;
    auto made =
        build_connect_direction(world, hierarchy, backward, paths, left, parallel, progress);
    if (!made) return made.error();
    if (made->problem != nullptr) return none(made->problem);
    directions[backward] = std::move(made->table);
    left -= std::min<std::uint64_t>(left, directions[backward].bytes());
  }
  ConnectTable connect(paths, std::move(directions[0]), std::move(directions[1]));
  if (connect.bytes() > options.max_bytes) return none(ConnectProblem::kBudget);
  auto tables = build_far_tables(hierarchy, std::move(connect), options,
                                 world.most_expensive_path(), order, parallel, progress);
  if (!tables) return tables.error();
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
  return tables->with_build_ms(took.count());
}

}  // namespace portolan::detail
