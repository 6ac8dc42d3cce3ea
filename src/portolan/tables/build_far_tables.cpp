#include "portolan/tables/build_far_tables.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "portolan/core/narrow.h"
#include "portolan/hierarchy/overlay_graph.h"
#include "portolan/search/search.h"
#include "portolan/tables/pack_connect_table.h"

namespace portolan::detail {
namespace {

constexpr const char* kNeitherFits = "neither labels nor shortcuts fit the budget";
constexpr const char* kShortcutsDoNotFit = "shortcuts do not fit the budget";
constexpr const char* kFree = "some move costs nothing";
constexpr const char* kTooHigh = "more than 65,535 gates lie above each other";

/// What labels will take at least, before they are computed: how many exits there are is not known.
/// `different`: the share of them that is taken to be something else back.
std::uint64_t least_bytes_of_labels(const GateTree& tree, const GateLinks& links,
                                    double different) {
  const auto labels =
      static_cast<std::uint64_t>(static_cast<double>(tree.label_count()) * (1.0 + different));
  return links.bytes() + labels * (sizeof(Cost) + 1) + kRowSlack * sizeof(Cost);
}

/// What shortcuts over a tree take, told by how many costs of theirs are the same both ways: that
/// is not known before they are made.
class ShortcutSize {
 public:
  ShortcutSize(const GateTree& tree, const GateLinks& links, bool directed)
      : suit_vias_(ShortcutVias::suit(links)),
        begins_(tree.supernodes.size() * sizeof(std::uint64_t) * (directed ? 2 : 1)),
        fixed_(links.bytes()) {
    if (tree.supernodes.empty()) return;
    const std::uint64_t lowers =
        (tree.supernodes.size() + 1 + tree.ups.size()) * sizeof(std::uint32_t);
    fixed_ += tree.bytes() + begins_ + lowers;
    least_costs_ = most_costs_ = tree.shortcut_count() + kRowSlack;
    if (directed) most_costs_ += tree.shortcut_count();
  }

  /// All the same both ways, or none.
  std::uint64_t least_costs() const { return least_costs_; }
  std::uint64_t most_costs() const { return most_costs_; }
  /// Of the costs up, the share in rows that are not the same back.
  double share_that_differs(std::uint64_t costs) const {
    if (most_costs_ == least_costs_) return 0.0;
    return static_cast<double>(costs - least_costs_) /
           static_cast<double>(most_costs_ - least_costs_);
  }
  /// What so many costs take with the links and all that they need, to the byte.
  std::uint64_t bytes(std::uint64_t costs) const {
    return fixed_ + (begins_ == 0 ? 0 : costs * sizeof(Cost));
  }
  /// The same with what makes them quick, where that is asked for: about as many vias, and an
  /// eighth of that for labels.
  std::uint64_t bytes(std::uint64_t costs, ShortcutSpeed speed) const {
    if (speed == ShortcutSpeed::any || !suit_vias_ || begins_ == 0) return bytes(costs);
    const std::uint64_t vias = begins_ + costs * sizeof(std::uint32_t);
    return bytes(costs) + vias + vias / 8;
  }

 private:
  bool suit_vias_;
  std::uint64_t begins_;
  std::uint64_t fixed_;
  std::uint64_t least_costs_ = 0;
  std::uint64_t most_costs_ = 0;
};

/// What shortcuts take at least whatever the order of their supernodes, or with `labels` these:
/// links, but for what cells have in common, and costs between gates beside each other, which may
/// be the same both ways. Labels are at least half as many, and no smaller.
std::uint64_t least_bytes(const GateGraph& graph, bool labels) {
  std::uint64_t pairs = 0;  // counted from both sides
  for (const GraphSupernodeId g : graph.supernodes()) {
    const std::uint64_t size = graph.supernode_size(g);
    pairs += 2 * size * size;
    for (const GraphSupernodeId neighbour : graph.neighbours_of(g))
      pairs += size * graph.supernode_size(neighbour);
  }
  const std::uint64_t costs = pairs / (labels ? 4 : 2) * sizeof(Cost);
  const std::uint64_t lists = (graph.cell_gates.size() + graph.inters.size()) * sizeof(GateId) +
                              graph.cell_gates.size() * sizeof(RowOf) +
                              graph.members.size() * sizeof(GateLinks::Link);
  return graph.gate_count() * sizeof(GateLinks::Gate) + lists + costs;
}

bool has_free_inters(const GateGraph& graph) {
  return std::any_of(graph.inters.begin(), graph.inters.end(),
                     [](const GateGraph::Inter& e) { return e.cost_out == 0 || e.cost_in == 0; });
}

/// The cost of the most expensive of all cheapest paths between gates of a world without one-way
/// edges is at most twice that from one gate of each component.
std::uint64_t twice_the_farthest(const Hierarchy& hierarchy, const GateGraph& graph) {
  const OverlayGraph overlay = OverlayGraph::at_level(hierarchy.overlay(), 1);
  Labels labels;
  OpenList open;
  std::uint32_t nodes = 0;
  for (const NodeId node : graph.nodes) nodes = std::max(nodes, index(node) + 1);
  labels.reserve(nodes);
  labels.clear();
  std::uint64_t farthest = 0;
  for (const GraphGateId g : graph.gates()) {
    if (labels.reached(index(graph.nodes[g]))) continue;
    open.clear();
    add_source(labels, open, NoHeuristic{}, index(graph.nodes[g]), 0,
               kUncrossed | graph.members_of(g)[0].cell);
    search(
        overlay, labels, open, NoHeuristic{},
        [&](const OpenEntry& entry) {
          farthest = std::max<std::uint64_t>(farthest, entry.cost());
          return Settle::expand;
        },
        Uncounted{});
  }
  return 2 * farthest;
}

/// Why there can be no labels; null when there can.
const char* find_label_obstacle(const Hierarchy& hierarchy, const GateTree& tree,
                                const GateLinks& links, bool directed) {
  if (!fits<std::uint32_t>(tree.label_count() * (directed ? 2 : 1)))
    return "there are more labels than 32 bits count";
  if (links.most_targets() > GateLabels::kMostTargets) return "a gate has too many neighbours";
  return GateHops::find_obstacle(hierarchy);
}

/// The most expensive path from any node to a gate of its cell.
Cost most_expensive_connection(const ConnectTable& connect, std::uint32_t cells) {
  Cost most_expensive = 0;
  for (const bool backward : {false, true}) {
    for (std::uint32_t c = 0; c < cells; ++c)
      most_expensive = std::max(most_expensive, connect.cells(backward)[c].most_expensive);
  }
  return most_expensive;
}

/// Whether some gate of a cell of a level leads to another one for nothing.
bool has_free_crossings(const Hierarchy& hierarchy, const GateGraph& graph) {
  for (CellHandle c = graph.first_cell; c < graph.first_cell + graph.cell_count(); ++c) {
    const OverlayCell cell = hierarchy.cell(c);
    for (const GatePlace i : cell.places()) {
      const Cost* row = cell.row(i);
      if (std::count(row, row + cell.gate_count(), Cost{0}) > 1) return true;  // one is its own
    }
  }
  return false;
}

/// Of all entries of a connect table, about the share in cells that differ by direction.
double share_that_differs(const Hierarchy& hierarchy) {
  double all = 0.0, different = 0.0;
  for (std::uint32_t c = 0; c < hierarchy.partition().cell_count(1); ++c) {
    const OverlayCell cell = hierarchy.cell(c);
    const double entries = static_cast<double>(cell.home_count()) * cell.gate_count();
    all += entries;
    if (!has_symmetric_costs(cell)) different += entries;
  }
  return all == 0.0 ? 0.0 : different / all;
}

bool has_gates(const Hierarchy& hierarchy, unsigned level) {
  const Partition& partition = hierarchy.partition();
  const CellHandle first = partition.handle(level, CellId{0});
  for (CellHandle c = first; c < first + partition.cell_count(level); ++c)
    if (hierarchy.cell(c).gate_count() > 0) return true;
  return false;
}

/// Of all pairs of nodes, the share that lies in one cell of a level.
double share_of_pairs_together(const Hierarchy& hierarchy, unsigned level) {
  const Partition& partition = hierarchy.partition();
  const CellHandle first = partition.handle(level, CellId{0});
  std::vector<double> nodes(partition.cell_count(level), 0.0);
  double all = 0.0, together = 0.0;
  for (std::uint32_t c = 0; c < partition.cell_count(1); ++c)
    nodes[partition.ancestor(CellId{c}, level) - first] += hierarchy.cell(c).home_count();
  for (const double count : nodes) {
    all += count;
    together += count * count;
  }
  return all == 0.0 ? 1.0 : together / (all * all);
}

/// Above level 1 ends are carried up through their cells, and paths inside one cell are searched
/// for as if there were no tables. Where more pairs than this lie together, that takes longer than
/// the search that it stands in for.
constexpr double kMostPairsTogether = 1.0 / 50;

/// The levels to try, the lowest first; none where the highest is 0.
struct LevelRange {
  unsigned lowest;
  unsigned highest;
};
LevelRange levels_alone(const FarBuild& build, ShortcutSpeed speed) {
  const unsigned top = build.hierarchy.levels();
  const unsigned asked_for = std::min(build.options.level_alone, top);
  if (asked_for != 0) return {asked_for, asked_for};
  unsigned highest = has_gates(build.hierarchy, 1) ? 1 : 0;
  while (highest != 0 && highest < top && has_gates(build.hierarchy, highest + 1) &&
         share_of_pairs_together(build.hierarchy, highest + 1) <= kMostPairsTogether) {
    ++highest;
  }
  return {speed == ShortcutSpeed::any ? std::max(highest, 1u) : 1, highest};
}

}  // namespace

Result<FarForecast> forecast_far_tables(const Hierarchy& hierarchy, bool directed,
                                        const SupernodeOrderer& order) {
  const GateGraph graph = make_gate_graph(hierarchy);
  auto supernodes = order(graph);
  if (!supernodes) return supernodes.error();
  const std::optional<NumberedTree> numbered = make_gate_tree(graph, *supernodes, {});
  if (!numbered) return Error{"the tree of the gates is too large"};
  const GateLinks links = make_gate_links(graph, *numbered);
  const double different = directed ? share_that_differs(hierarchy) : 0.0;
  const std::uint64_t labels = least_bytes_of_labels(numbered->tree, links, different);
  const ShortcutSize size(numbered->tree, links, directed);
  const auto others = static_cast<std::uint64_t>(
      different * static_cast<double>(size.most_costs() - size.least_costs()));
  return FarForecast{size.bytes(size.least_costs() + others),
                     labels + labels / 8};  // exits and gate hops
}

Result<Tables> build_shortcuts_alone(const FarBuild& build, const Tables::Choice& without,
                                     ShortcutSpeed speed, const std::function<void()>& let_go) {
  constexpr const char* kSteps = "steps to the shortcuts";
  const auto& [hierarchy, options, order, parallel, progress, directed, most_expensive] = build;
  Tables::Choice choice;
  choice.reason = without.connect ? "the connect table leaves too little memory" : without.reason;
  choice.short_of_memory = without.short_of_memory;
  const char* problem = nullptr;  // of the last level tried
  const auto [lowest, highest] = levels_alone(build, speed);
  for (unsigned level = lowest; level <= highest; ++level) {
    if (!progress.step(0, 2, kSteps)) return Error{"the build was cancelled"};
    const GateGraph graph = make_gate_graph(hierarchy, level);
    problem = kFree;
    if (has_free_inters(graph) || has_free_crossings(hierarchy, graph)) continue;
    problem = kShortcutsDoNotFit;
    if (least_bytes(graph, false) > options.max_bytes) continue;
    auto supernodes = order(graph);
    if (!supernodes) return supernodes.error();
    std::optional<NumberedTree> numbered =
        make_gate_tree(graph, *supernodes, {options.max_bytes, false});
    if (!numbered) continue;
    problem = kTooHigh;
    if (numbered->tree.height() > GateLinks::kMostHeight) continue;
    Tables::Parts parts;
    parts.links = make_gate_links(graph, *numbered);
    problem = kShortcutsDoNotFit;
    const ShortcutSize size(numbered->tree, parts.links, directed);
    if (size.bytes(size.least_costs(), speed) > options.max_bytes) continue;
    if (!progress.step(1, 2, kSteps)) return Error{"the build was cancelled"};
    if (size.bytes(size.most_costs(), speed) <= options.max_bytes) let_go();
    LowerSupernodes lowers = find_lower_supernodes(numbered->tree);
    Shortcuts shortcuts = make_shortcuts(hierarchy, graph, *numbered, lowers, directed);
    if (size.bytes(shortcuts.entries.size(), speed) > options.max_bytes) continue;
    let_go();
    const std::uint64_t bytes = size.bytes(shortcuts.entries.size());
    parts.shortcuts = {std::move(numbered->tree), std::move(shortcuts), std::move(lowers), {}, {}};
    const auto added =
        add_extras(parts.shortcuts, hierarchy, parts.links, options.max_bytes - bytes,
                   options.far == FarMethod::shortcuts, parallel);
    if (!added) return added.error();
    choice.far = FarMethod::shortcuts;
    choice.shortcuts_bytes = bytes + parts.shortcuts.extra_bytes();
    progress.step(2, 2, kSteps);
    return Tables(std::move(parts), std::move(choice), hierarchy);
  }
  if (problem != nullptr) choice.reason = problem;
  choice.short_of_memory = problem == kShortcutsDoNotFit;
  return Tables({}, std::move(choice), hierarchy);
}

Result<Tables> build_far_tables(const FarBuild& build, ConnectTable connect, ShortcutSpeed speed) {
  const auto& [hierarchy, options, order, parallel, progress, directed, most_expensive] = build;
  const std::uint64_t left =
      options.max_bytes - std::min<std::uint64_t>(options.max_bytes, connect.bytes());
  Tables::Choice choice;
  choice.connect = true;
  choice.connect_bytes = connect.bytes();
  Tables::Parts parts;
  parts.connect = std::move(connect);
  const auto without = [&](const char* reason) {
    choice.reason = reason;
    choice.short_of_memory = reason == kNeitherFits;
    return Tables(std::move(parts), std::move(choice), build.hierarchy);
  };
  if (options.far == FarMethod::search) return without("only the connect table was asked for");
  if (!progress.step(0, 4, "steps to the labels")) return Error{"the build was cancelled"};
  const GateGraph graph = make_gate_graph(hierarchy);
  if (has_free_inters(graph)) return without(kFree);
  std::uint64_t most_expensive_path = most_expensive;
  if (most_expensive_path >= kTableInfinite && !directed) {
    most_expensive_path = twice_the_farthest(hierarchy, graph) +
                          2 * std::uint64_t{most_expensive_connection(
                                  parts.connect, hierarchy.partition().cell_count(1))};
  }
  if (most_expensive_path >= kTableInfinite) return without("paths are too expensive for labels");
  const bool labels = options.far == FarMethod::labels;
  if (least_bytes(graph, labels) > left) return without(kNeitherFits);
  auto supernodes = order(graph);
  if (!supernodes) return supernodes.error();
  std::optional<NumberedTree> made = make_gate_tree(graph, *supernodes, {left, labels});
  if (!made) return without(kNeitherFits);
  NumberedTree numbered = std::move(*made);
  if (numbered.tree.height() > GateLinks::kMostHeight) return without(kTooHigh);
  GateLinks links = make_gate_links(graph, numbered);
  choice.labels_bytes = least_bytes_of_labels(numbered.tree, links, 0.0);
  const ShortcutSize size(numbered.tree, links, directed);
  choice.shortcuts_bytes = size.bytes(size.least_costs());
  const char* obstacle = find_label_obstacle(hierarchy, numbered.tree, links, directed);
  // At any speed they have been tried already.
  bool wanted =
      labels && speed == ShortcutSpeed::quick && choice.labels_bytes <= left && obstacle == nullptr;
  if (!wanted && size.bytes(size.least_costs(), speed) > left) return without(kNeitherFits);
  if (!progress.step(1, 4, "steps to the labels")) return Error{"the build was cancelled"};
  LowerSupernodes lowers = find_lower_supernodes(numbered.tree);
  Shortcuts shortcuts = make_shortcuts(hierarchy, graph, numbered, lowers, directed);
  choice.shortcuts_bytes = size.bytes(shortcuts.entries.size());
  const bool shortcuts_fit = size.bytes(shortcuts.entries.size(), speed) <= left;
  choice.labels_bytes = least_bytes_of_labels(numbered.tree, links,
                                              size.share_that_differs(shortcuts.entries.size()));
  wanted = wanted && choice.labels_bytes <= left;
  if (!progress.step(2, 4, "steps to the labels")) return Error{"the build was cancelled"};
  if (wanted) {
    auto made_labels = make_gate_labels(hierarchy, numbered.tree, links, shortcuts, parallel);
    if (!made_labels) return made_labels.error();
    parts.labels = std::move(*made_labels);
    choice.labels_bytes = Tables::bytes_with_labels(hierarchy, links, parts.labels);
    wanted = choice.labels_bytes <= left;
    if (wanted) shortcuts = {};  // before the gate hops are made
  }
  if (wanted) {
    choice.far = FarMethod::labels;
    choice.reason = "everything fits";
  } else if (parts.labels = {}; !shortcuts_fit) {
    return without(kNeitherFits);
  } else {
    choice.far = FarMethod::shortcuts;
    choice.reason = obstacle != nullptr ? obstacle : "not all labels fit the budget";
    choice.short_of_memory = labels && obstacle == nullptr;
    parts.shortcuts = {std::move(numbered.tree), std::move(shortcuts), std::move(lowers), {}, {}};
    const auto added = add_extras(parts.shortcuts, hierarchy, links, left - choice.shortcuts_bytes,
                                  !labels, parallel);
    if (!added) return added.error();
    choice.shortcuts_bytes += parts.shortcuts.extra_bytes();
  }
  parts.links = std::move(links);
  progress.step(4, 4, "steps to the labels");
  return Tables(std::move(parts), std::move(choice), hierarchy);
}

}  // namespace portolan::detail
