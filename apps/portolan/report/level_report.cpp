#include "report/level_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "portolan/core/to_whole.h"
#include "report/table.h"

namespace portolan::detail::cli {
namespace {

struct Level {
  unsigned number;
  LevelSize size;
  double mean_gates = 0.0;  ///< A cell; a gate counts in each of its cells.
  std::uint32_t most_gates = 0;
};

std::vector<Level> describe_levels(const Hierarchy& hierarchy) {
  std::vector<Level> levels;
  for (unsigned l = 1; l <= hierarchy.levels(); ++l) {
    Level& level = levels.emplace_back(Level{l, hierarchy.level_size(l)});
    const std::uint32_t cells = hierarchy.partition().cell_count(l);
    double sum = 0.0;
    for (std::uint32_t c = 0; c < cells; ++c) {
      const std::uint32_t gates =
          hierarchy.cell(hierarchy.partition().handle(l, CellId{c})).gate_count();
      sum += gates;
      level.most_gates = std::max(level.most_gates, gates);
    }
    level.mean_gates = sum / cells;
  }
  return levels;
}

}  // namespace

std::string level_table(const BaseLevel& base, const Hierarchy& hierarchy,
                        std::span<const double> bounds) {
  const auto with_bound = [&](std::vector<std::string> row, const std::string& bound) {
    if (!bounds.empty()) row.insert(row.begin() + 5, bound);
    return row;
  };
  Table table(with_bound(
      {"level", "cells", "gates", "gates per cell: mean", "max", "intra-edges", "memory"},
      "bound"));
  table.add(with_bound(
      {"0", grouped(base.cells), grouped(base.nodes), "-", "-", "-", memory(base.bytes)}, "-"));
  for (const Level& level : describe_levels(hierarchy)) {
    table.add(with_bound(
        {std::to_string(level.number), grouped(level.size.cells), grouped(level.size.gates),
         fmt::format("{:.1f}", level.mean_gates), grouped(level.most_gates),
         grouped(level.size.intra_edges), memory(level.size.bytes)},
        bounds.empty() ? "" : grouped(to_whole<std::uint64_t>(bounds[level.number - 1]))));
  }
  return table.text();
}

Json levels_json(const Hierarchy& hierarchy, std::span<const double> bounds) {
  Json levels = Json::array();
  for (const Level& level : describe_levels(hierarchy)) {
    levels.push_back({{"level", level.number},
                      {"cells", level.size.cells},
                      {"gates", level.size.gates},
                      {"mean_gates_per_cell", level.mean_gates},
                      {"max_gates_per_cell", level.most_gates},
                      {"intra_edges", level.size.intra_edges},
                      {"bytes", level.size.bytes}});
    if (!bounds.empty()) levels.back()["bound_on_gates_per_cell"] = bounds[level.number - 1];
  }
  return levels;
}

}  // namespace portolan::detail::cli
