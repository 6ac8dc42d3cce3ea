#include "portolan/partition/nested_cells.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "portolan/core/narrow.h"
#include "portolan/partition/grow_parts.h"
#include "portolan/partition/metis_parts.h"
#include "portolan/partition/mixed_bits.h"
#include "portolan/partition/refine_parts.h"

namespace portolan::detail {
namespace {

constexpr std::uint32_t kLeastMerge = 2;
constexpr std::uint32_t kMostMerge = 1024;
constexpr unsigned kMostLevels = 64;
constexpr std::uint32_t kRandomWeights = 16;
constexpr std::uint32_t kFewCells = 4096;  // METIS takes about 0.1 s for them

Result<Done> check(const AtomGraph& graph, const MergeOptions& options) {
  if (options.merge.empty()) return Error{"merge: give at least one number of cells to merge"};
  for (const std::uint32_t merge : options.merge) {
    if (merge < kLeastMerge || merge > kMostMerge) {
      return Error{std::string("merge: ")
                       .append(std::to_string(merge))
                       .append(" is out of range; give 2 to 1024")};
    }
  }
  if (options.levels > kMostLevels) {
    return Error{std::string("levels: ")
                     .append(std::to_string(options.levels))
                     .append(" is out of range; give 0 (as many as there are) to 64")};
  }
  if (auto valid = graph.validate(); !valid) return valid;
  if (graph.count() == 0) return Error{"the atom graph is empty: there is nothing to partition"};
  return Done{};
}

/// The same graph with weights by chance.
AtomGraph make_random_weights(const AtomGraph& graph, std::uint64_t seed) {
  const auto draw = [&](std::uint64_t key) {
    return 1 + narrow<std::uint32_t>(mixed_bits(mixed_bits(seed) ^ key) % kRandomWeights);
  };
  AtomGraph out{graph.begin, graph.neighbours, {}, {}};
  out.edge_weights.resize(graph.neighbours.size());
  out.atom_weights.resize(graph.count());
  for (const AtomId a : graph.atoms()) {
    out.atom_weights[a] = draw(index(a));
    for (std::uint32_t i = graph.row_begin(a); i < graph.row_end(a); ++i) {
      const auto [low, high] = std::minmax(a, graph.neighbours[i]);
      out.edge_weights[i] = draw((std::uint64_t{index(low)} + 1) << 32 | index(high));
    }
  }
  return out;
}

std::uint32_t count_isolated(const AtomGraph& graph) {
  std::uint32_t count = 0;
  for (const AtomId a : graph.atoms()) count += graph.isolated(a) ? 1 : 0;
  return count;
}

/// Mean weight of the atoms that have something to merge with.
double mean_weight(const AtomGraph& graph) {
  double sum = 0;
  std::uint32_t count = 0;
  for (const AtomId a : graph.atoms()) {
    if (graph.isolated(a)) continue;
    sum += graph.atom_weight(a);
    ++count;
  }
  return count == 0 ? 1 : sum / count;
}

/// How many parts of about the target there should be, over all components.
std::uint32_t wanted_parts(const AtomGraph& graph, const PartSize& size) {
  const Parts components = find_components(graph);
  IdVector<AtomPartId, std::uint64_t> weight(components.count);
  for (const AtomId a : graph.atoms()) weight[components.of[a]] += graph.atom_weight(a);
  std::uint64_t parts = 0;
  for (const std::uint64_t w : weight)
    parts += std::max<std::uint64_t>(1, (w + size.target / 2) / size.target);
  return narrow<std::uint32_t>(std::min<std::uint64_t>(parts, graph.count()));
}

/// The cells of one level, as parts of the graph of the cells below.
Result<Parts> merge_level(const AtomGraph& graph, std::uint32_t merge, MergeMethod method,
                          std::uint64_t seed, LevelReport& report) {
  const PartSize size = PartSize::around(merge, mean_weight(graph));
  Parts parts;
  const std::uint32_t single = count_isolated(graph);
  const std::uint32_t merging = graph.count() - single;
  const bool by_metis =
      method == MergeMethod::metis || (method == MergeMethod::automatic && merging <= kFewCells);
  if (by_metis && merge >= kMetisLeastMerge) {
    auto cut = metis_parts(graph, size, seed);
    if (!cut) return cut.error();
    parts = std::move(cut->parts);
    report.empty_parts = cut->empty;
    report.disconnected_parts = split_disconnected(graph, parts);
    report.small_parts = join_small(graph, parts, size);
    refine_borders(graph, parts, size);
  } else {
    parts = grow_parts(graph, wanted_parts(graph, size), size, seed);
    report.small_parts = join_small(graph, parts, size);
  }
  if (4 * std::uint64_t{parts.count - single} > 3 * std::uint64_t{merging})
    join_singles(graph, parts);
  parts.renumber();
  return parts;
}

void measure(const AtomGraph& cells, LevelReport& report) {
  report.cells = cells.count();
  report.whole_components = count_isolated(cells);
  std::uint64_t both_ways = 0;
  for (const AtomId cell : cells.atoms()) {
    std::uint32_t border = 0;
    for (std::uint32_t i = cells.row_begin(cell); i < cells.row_end(cell); ++i)
      border += cells.edge_weight(i);
    both_ways += border;
    report.largest_border = std::max(report.largest_border, border);
  }
  report.cut_weight = both_ways / 2;
}

std::vector<CellId> as_cells(const Parts& parts) {
  std::vector<CellId> cells(parts.of.size());
  std::transform(parts.of.begin(), parts.of.end(), cells.begin(),
                 [](AtomPartId part) { return CellId{index(part)}; });
  return cells;
}

}  // namespace

Result<NestedCells> build_nested_cells(const AtomGraph& graph, const MergeOptions& options,
                                       const Progress& progress) {
  if (auto checked = check(graph, options); !checked) return checked.error();
  NestedCells out;
  out.isolated_atoms = count_isolated(graph);
  AtomGraph above;
  for (unsigned level = 1; options.levels == 0 || level <= options.levels; ++level) {
    const AtomGraph& below = level == 1 ? graph : above;
    const std::uint32_t merging = below.count() - count_isolated(below);
    if (level > 1 && merging == 0) break;  // level 1 there is always
    if (!progress.step(graph.count() - merging, graph.count(), "parts merged"))
      return Error{"partitioning was cancelled"};
    const std::size_t entry = std::min<std::size_t>(level, options.merge.size()) - 1;
    const std::uint64_t seed = mixed_bits(options.seed + level);
    LevelReport report;
    auto parts = options.weights == MergeWeights::random
                     ? merge_level(make_random_weights(below, seed), options.merge[entry],
                                   options.method, seed, report)
                     : merge_level(below, options.merge[entry], options.method, seed, report);
    if (!parts) return parts.error();
    if (level == 1) {
      out.cell_of_atom = as_cells(*parts);
    } else {
      out.parents.push_back(as_cells(*parts));
    }
    above = make_contracted(below, *parts);
    measure(above, report);
    out.reports.push_back(report);
  }
  progress.step(graph.count(), graph.count(), "parts merged");
  return out;
}

}  // namespace portolan::detail
