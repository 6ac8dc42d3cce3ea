#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <utility>

#include "portolan/tables/build_connect_table.h"
#include "portolan/tables/build_far_tables.h"
#include "portolan/tables/table_world.h"
#include "portolan/tables/tables.h"

namespace portolan::detail {

/// No table of the world is smaller than this: two bytes for each entry, of both directions where
/// the costs between a cell's gates tell that these differ.
inline std::uint64_t least_connect_bytes(const Hierarchy& hierarchy) {
  std::uint64_t entries = 0;
  for (std::uint32_t c = 0; c < hierarchy.partition().cell_count(1); ++c) {
    const OverlayCell cell = hierarchy.cell(c);
    entries +=
        std::uint64_t{cell.home_count()} * cell.gate_count() * (has_symmetric_costs(cell) ? 1 : 2);
  }
  return 2 * entries;
}

/// About what all tables of a world take, whatever they may: right to a tenth or so. Fails when the
/// order does.
struct TableForecast {
  std::uint64_t with_shortcuts = 0;
  std::uint64_t with_labels = 0;
};
template <TableWorld W>
Result<TableForecast> forecast_tables(const W& world, const Hierarchy& hierarchy,
                                      const SupernodeOrderer& order) {
  constexpr std::uint32_t kSamples = 256;
  const std::uint32_t cells = hierarchy.partition().cell_count(1);
  const ConnectPaths paths = W::Cell::kRowsAreLocals ? ConnectPaths::steps : ConnectPaths::descend;
  ConnectPacker packer(paths, world.directed());
  ConnectRowsMaker<W> maker;
  ByteBudget budget(TableOptions::kUnlimited);
  ConnectRows rows;
  std::uint64_t entries = 0, sampled = 0;
  for (std::uint32_t c = 0; c < cells; ++c) {
    const OverlayCell cell = hierarchy.cell(c);
    const std::uint64_t here = std::uint64_t{cell.home_count()} * cell.gate_count();
    entries += here;
    if (c % (cells / kSamples + 1) != 0) continue;
    maker.make(world, hierarchy, CellId{c}, paths, budget, rows);
    if (rows.problem != nullptr || !packer.add(rows)) return Error{"there can be no tables"};
    sampled += here;
  }
  const double share =
      sampled == 0 ? 0.0 : static_cast<double>(entries) / static_cast<double>(sampled);
  const auto connect = static_cast<std::uint64_t>(static_cast<double>(packer.bytes()) * share);
  const auto far = forecast_far_tables(hierarchy, world.directed(), order);
  if (!far) return far.error();
  return TableForecast{connect + far->shortcuts, connect + far->labels};
}

/// The connect table that the options ask for.
template <TableWorld W>
Result<BuiltConnect> build_connect_table(const W& world, const Hierarchy& hierarchy,
                                         const TableOptions& options, const ParallelFor& parallel,
                                         const Progress& progress) {
  if (least_connect_bytes(hierarchy) > options.max_bytes)
    return BuiltConnect{{}, ConnectProblem::kBudget};
  const ConnectPaths paths =
      options.paths.value_or(W::Cell::kRowsAreLocals ? ConnectPaths::steps : ConnectPaths::descend);
  return build_connect_table(world, hierarchy, paths, options.max_bytes, parallel, progress);
}

/// Builds what a budget allows: the connect table first, then labels, or shortcuts where only they
/// fit; shortcuts alone where these fit with all that makes them quick in place of the table, or
/// where there can be none. Never fails for lack of memory: Tables::choice tells what was built and
/// why. Fails when the order does, or when `progress` cancels.
template <TableWorld W>
Result<Tables> build_tables(const W& world, const Hierarchy& hierarchy, TableOptions options,
                            const SupernodeOrderer& order, const ParallelFor& parallel = {},
                            const Progress& progress = {}) {
  const auto begin = std::chrono::steady_clock::now();
  const auto timed = [&](Result<Tables> tables) {
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
    return tables ? tables->with_build_ms(took.count()) : tables;
  };
  const auto none = [&](const char* reason) {
    Tables::Choice choice;
    choice.reason = reason;
    choice.short_of_memory = reason == ConnectProblem::kBudget;
    return Tables({}, std::move(choice), hierarchy);
  };
  if (options.max_bytes == kDefaultTableBytes)
    options.max_bytes = table_budget<W>().bytes(world.node_count());
  if (options.max_bytes == 0) return none("no tables were asked for");
  const SupernodeOrderer ordered = once_for_each_level(order);  // all are tried twice at the worst
  const FarBuild build{hierarchy,
                       options,
                       ordered,
                       parallel,
                       progress,
                       world.directed(),
                       world.most_expensive_path()};
  if (options.level_alone != 0 && options.far != FarMethod::search) {
    const Tables asked_for = none("only shortcuts were asked for");
    return timed(build_shortcuts_alone(build, asked_for.choice(), ShortcutSpeed::any, [] {}));
  }
  auto connect = build_connect_table(world, hierarchy, options, parallel, progress);
  if (!connect) return connect.error();
  Tables tables;
  for (const ShortcutSpeed speed : {ShortcutSpeed::quick, ShortcutSpeed::any}) {
    if (connect->problem == nullptr) {
      auto far = build_far_tables(build, connect->table, speed);
      if (!far || far->answer() || !far->choice().short_of_memory) return timed(std::move(far));
      tables = std::move(*far);
    } else {
      tables = none(connect->problem);
    }
    if (options.far == FarMethod::search) break;
    const Tables::Choice without = tables.choice();
    auto shortcuts = build_shortcuts_alone(build, without, speed, [&] {
      tables = {};
      connect->table = {};
    });
    if (!shortcuts || shortcuts->answer()) return timed(std::move(shortcuts));
  }
  return timed(std::move(tables));
}

}  // namespace portolan::detail
