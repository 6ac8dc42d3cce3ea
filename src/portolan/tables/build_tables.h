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

/// About what all tables of a world take, whatever they may: right to a tenth or so. Fails when the
/// order does.
struct TableForecast {
  std::uint64_t with_shortcuts = 0;
  std::uint64_t with_labels = 0;
};
template <TableWorld W>
Result<TableForecast> forecast_tables(const W& world, const Hierarchy& hierarchy,
                                      const GroupOrderer& order) {
  constexpr std::uint32_t kSamples = 256;
  const std::uint32_t cells = hierarchy.partition().cell_count(1);
  const ConnectPaths paths = W::Cell::kRowsAreLocals ? ConnectPaths::steps : ConnectPaths::descend;
  ConnectPacker packer(paths);
  ConnectRowsMaker<W> maker;
  ByteBudget budget(TableOptions::kUnlimited);
  ConnectRows rows;
  std::uint64_t entries = 0, sampled = 0;
  for (std::uint32_t c = 0; c < cells; ++c) {
    const OverlayCell cell = hierarchy.cell(c);
    const std::uint64_t here = std::uint64_t{cell.home_count()} * cell.gate_count();
    entries += here;
    if (c % (cells / kSamples + 1) != 0) continue;
    maker.make(world, hierarchy, CellId{c}, false, paths, budget, rows);
    if (rows.problem != nullptr || !packer.add(rows)) return Error{"there can be no tables"};
    sampled += here;
  }
  const double share =
      sampled == 0 ? 0.0 : static_cast<double>(entries) / static_cast<double>(sampled);
  const auto connect = static_cast<std::uint64_t>(static_cast<double>(packer.bytes()) * share) *
                       (world.directed() ? 2 : 1);
  const auto far = forecast_far_tables(hierarchy, world.directed(), order);
  if (!far) return far.error();
  return TableForecast{connect + far->shortcuts, connect + far->labels};
}

/// Builds what a budget allows: the connect table first, then labels, or shortcuts where only they
/// fit. Never fails for lack of room: Tables::choice tells what was built and why. Fails when the
/// order does, or when `progress` cancels.
template <TableWorld W>
Result<Tables> build_tables(const W& world, const Hierarchy& hierarchy, TableOptions options,
                            const GroupOrderer& order, const ParallelFor& parallel = {},
                            const Progress& progress = {}) {
  const auto begin = std::chrono::steady_clock::now();
  const ConnectPaths paths =
      options.paths.value_or(W::Cell::kRowsAreLocals ? ConnectPaths::steps : ConnectPaths::descend);
  const auto none = [&](const char* reason) {
    Tables::Choice choice;
    choice.reason = reason;
    choice.short_of_memory = reason == ConnectProblem::kBudget;
    return Tables({}, std::move(choice), hierarchy);
  };
  if (options.max_bytes == kDefaultTableBytes)
    options.max_bytes = table_budget<W>().bytes(world.node_count());
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
