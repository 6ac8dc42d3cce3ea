#include "portolan/tables/tables.h"

#include <algorithm>
#include <utility>

#include "portolan/core/narrow.h"
#include "portolan/hierarchy/overlay_graph.h"
#include "portolan/search/search.h"

namespace portolan::detail {
namespace {

constexpr const char* kNeitherFits = "neither labels nor shortcuts fit the budget";

/// What labels will take at least, before they are computed: how many exits there are is not known.
std::uint64_t least_bytes_of_labels(const GateTree& tree, const GateLinks& links, bool directed) {
  return links.bytes() +
         (directed ? 2 : 1) * (tree.label_count() * (sizeof(Cost) + 1) + kRowSlack * sizeof(Cost));
}

/// What a ShortcutTable will take, beside the links, to the byte.
std::uint64_t bytes_of_shortcuts(const GateTree& tree, const GateLinks& links, bool directed) {
  if (tree.groups.empty()) return links.bytes();
  const std::uint64_t begins = tree.groups.size() * sizeof(std::uint64_t);
  const std::uint64_t lowers = (tree.groups.size() + 1 + tree.ups.size()) * sizeof(std::uint32_t);
  const std::uint64_t costs = (tree.shortcut_count() + kRowSlack) * sizeof(Cost);
  return links.bytes() + tree.bytes() + begins + lowers + costs * (directed ? 2 : 1);
}

/// The same with what makes them quick, where that is asked for: their vias, and an eighth of that
/// for labels.
std::uint64_t bytes_of_shortcuts(const GateTree& tree, const GateLinks& links, bool directed,
                                 ShortcutSpeed speed) {
  const std::uint64_t bytes = bytes_of_shortcuts(tree, links, directed);
  if (speed == ShortcutSpeed::any || !ShortcutVias::suit(links)) return bytes;
  const std::uint64_t vias =
      (tree.shortcut_count() + kRowSlack) * sizeof(std::uint32_t) * (directed ? 2 : 1);
  return bytes + vias + vias / 8;
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
  for (std::uint32_t g = 0; g < graph.gate_count(); ++g) {
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
                                const GateLinks& links) {
  if (!fits<std::uint32_t>(tree.label_count())) return "there are more labels than 32 bits count";
  if (links.most_targets() > GateLabels::kMostTargets) return "a gate has too many neighbours";
  return GateHops::find_obstacle(hierarchy);
}

/// The most expensive path from any node to a gate of its cell.
Cost most_expensive_connection(const ConnectTable& connect, std::uint32_t cells) {
  Cost most_expensive = 0;
  for (const bool backward : {false, true}) {
    const ConnectTable::Direction& d = connect.direction(backward);
    for (std::uint32_t c = 0; c < cells; ++c)
      most_expensive = std::max(most_expensive, d.cells[c].most_expensive);
  }
  return most_expensive;
}

/// Whether some gate of the cells up to a level leads to another one for nothing.
bool has_free_crossings(const Hierarchy& hierarchy, unsigned level) {
  const Partition& partition = hierarchy.partition();
  const CellHandle end = partition.handle(level, CellId{partition.cell_count(level)});
  for (CellHandle c = 0; c < end; ++c) {
    const OverlayCell cell = hierarchy.cell(c);
    for (const GatePlace i : cell.places()) {
      const Cost* row = cell.row(i);
      if (std::count(row, row + cell.gate_count(), Cost{0}) > 1) return true;  // one is its own
    }
  }
  return false;
}

}  // namespace

const char* name(FarMethod method) {
  switch (method) {
    case FarMethod::search: return "search";
    case FarMethod::shortcuts: return "shortcuts";
    case FarMethod::labels: return "labels";
  }
  return "unknown";
}

GroupOrderer once_for_each_level(GroupOrderer order) {
  return [order = std::move(order), made = std::vector<std::optional<GroupOrder>>()](
             const GateGraph& graph) mutable -> Result<GroupOrder> {
    if (made.size() <= graph.level) made.resize(graph.level + 1);
    std::optional<GroupOrder>& known = made[graph.level];
    if (!known) {
      auto ordered = order(graph);
      if (!ordered) return ordered;
      known = std::move(*ordered);
    }
    return *known;
  };
}

Tables::Tables(Parts parts, Choice choice, const Hierarchy& hierarchy)
    : choice_(std::move(choice)), parts_(std::move(parts)) {
  if (!answer()) return;
  const GateLinks& links = parts_.links;
  if (links.first_cell > 0) level_ = hierarchy.partition().level(links.first_cell);
  for (std::uint32_t g = 0; g < links.gate_count(); ++g)
    most_hubs_ = std::max(most_hubs_, index(links.gates[g].depth) + 1);
  for (CellHandle c = links.first_cell; c < links.first_cell + links.cell_count(); ++c)
    most_gates_ = std::max(most_gates_, narrow<std::uint32_t>(links.gates_of(c).size()));
  if (choice_.far == FarMethod::labels) gate_hops_ = GateHops(hierarchy, links, parts_.labels);
}

std::size_t Tables::bytes() const {
  return parts_.connect.bytes() + link_bytes() + parts_.labels.bytes() + parts_.shortcuts.bytes();
}

Result<FarForecast> forecast_far_tables(const Hierarchy& hierarchy, bool directed,
                                        const GroupOrderer& order) {
  const GateGraph graph = make_gate_graph(hierarchy);
  auto groups = order(graph);
  if (!groups) return groups.error();
  const std::optional<NumberedTree> numbered = make_gate_tree(graph, *groups, {});
  if (!numbered) return Error{"the tree of the gates is too large"};
  const GateLinks links = make_gate_links(graph, *numbered);
  const std::uint64_t labels = least_bytes_of_labels(numbered->tree, links, directed);
  return FarForecast{bytes_of_shortcuts(numbered->tree, links, directed),
                     labels + labels / 8};  // exits and gate hops
}

Result<Tables> build_shortcuts_alone(const Hierarchy& hierarchy, bool directed,
                                     const TableOptions& options, const Tables::Choice& without,
                                     ShortcutSpeed speed, const GroupOrderer& order,
                                     const ParallelFor& parallel, const Progress& progress) {
  constexpr const char* kSteps = "steps to the shortcuts";
  Tables::Choice choice;
  choice.reason = without.connect ? "the connect table leaves too little room" : without.reason;
  choice.short_of_memory = without.short_of_memory;
  const auto none = [&] { return Tables({}, std::move(choice), hierarchy); };
  const unsigned top = hierarchy.levels();
  const unsigned any = speed == ShortcutSpeed::any ? top : 1;
  const unsigned lowest = options.level_alone == 0 ? any : std::min(options.level_alone, top);
  const unsigned highest = options.level_alone == 0 ? top : lowest;
  for (unsigned level = lowest; level <= highest; ++level) {
    if (!progress.step(0, 2, kSteps)) return Error{"the build was cancelled"};
    const GateGraph graph = make_gate_graph(hierarchy, level);
    if (has_free_inters(graph) || has_free_crossings(hierarchy, level)) return none();
    auto groups = order(graph);
    if (!groups) return groups.error();
    std::optional<NumberedTree> numbered =
        make_gate_tree(graph, *groups, {options.max_bytes, directed, false});
    if (!numbered || numbered->tree.height() > GateLinks::kMostHeight) continue;
    Tables::Parts parts;
    parts.links = make_gate_links(graph, *numbered);
    if (bytes_of_shortcuts(numbered->tree, parts.links, directed, speed) > options.max_bytes)
      continue;
    if (!progress.step(1, 2, kSteps)) return Error{"the build was cancelled"};
    const std::uint64_t bytes = bytes_of_shortcuts(numbered->tree, parts.links, directed);
    LowerGroups lowers = find_lower_groups(numbered->tree);
    Shortcuts shortcuts = make_shortcuts(hierarchy, graph, *numbered, lowers, directed);
    parts.shortcuts = {std::move(numbered->tree), std::move(shortcuts), std::move(lowers), {}, {}};
    add_extras(parts.shortcuts, hierarchy, parts.links, options.max_bytes - bytes,
               options.far == FarMethod::shortcuts, parallel);
    choice.far = FarMethod::shortcuts;
    choice.shortcuts_bytes = bytes + parts.shortcuts.extra_bytes();
    progress.step(2, 2, kSteps);
    return Tables(std::move(parts), std::move(choice), hierarchy);
  }
  return none();
}

Result<Tables> build_far_tables(const Hierarchy& hierarchy, ConnectTable connect,
                                const TableOptions& options, std::uint64_t most_expensive_path,
                                ShortcutSpeed speed, const GroupOrderer& order,
                                const ParallelFor& parallel, const Progress& progress) {
  const bool directed = connect.directed();
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
    return Tables(std::move(parts), std::move(choice), hierarchy);
  };
  if (options.far == FarMethod::search) return without("only the connect table was asked for");
  if (!progress.step(0, 4, "steps to the labels")) return Error{"the build was cancelled"};
  const GateGraph graph = make_gate_graph(hierarchy);
  if (has_free_inters(graph)) return without("some move costs nothing");
  if (most_expensive_path >= kTableInfinite && !directed) {
    most_expensive_path = twice_the_farthest(hierarchy, graph) +
                          2 * std::uint64_t{most_expensive_connection(
                                  parts.connect, hierarchy.partition().cell_count(1))};
  }
  if (most_expensive_path >= kTableInfinite) return without("paths are too expensive for labels");
  auto groups = order(graph);
  if (!groups) return groups.error();
  if (!progress.step(1, 4, "steps to the labels")) return Error{"the build was cancelled"};
  const bool labels = options.far == FarMethod::labels;
  std::optional<NumberedTree> made = make_gate_tree(graph, *groups, {left, directed, labels});
  if (!made) return without(kNeitherFits);
  NumberedTree numbered = std::move(*made);
  if (numbered.tree.height() > GateLinks::kMostHeight)
    return without("more than 65,535 gates lie above each other");
  GateLinks links = make_gate_links(graph, numbered);
  choice.labels_bytes = least_bytes_of_labels(numbered.tree, links, directed);
  choice.shortcuts_bytes = bytes_of_shortcuts(numbered.tree, links, directed);
  const char* obstacle = find_label_obstacle(hierarchy, numbered.tree, links);
  bool wanted = labels && choice.labels_bytes <= left && obstacle == nullptr;
  const std::uint64_t least = bytes_of_shortcuts(numbered.tree, links, directed, speed);
  if (!wanted && least > left) return without(kNeitherFits);
  LowerGroups lowers = find_lower_groups(numbered.tree);
  Shortcuts shortcuts = make_shortcuts(hierarchy, graph, numbered, lowers, directed);
  if (!progress.step(2, 4, "steps to the labels")) return Error{"the build was cancelled"};
  if (wanted) {
    parts.labels = make_gate_labels(hierarchy, numbered.tree, links, shortcuts, parallel);
    choice.labels_bytes =
        links.bytes() + parts.labels.bytes() + GateHops::bytes_for(hierarchy, parts.labels);
    wanted = choice.labels_bytes <= left;
    if (wanted) shortcuts = {};  // before the gate hops are made
  }
  if (wanted) {
    choice.far = FarMethod::labels;
    choice.reason = "everything fits";
  } else if (parts.labels = {}; least > left) {
    return without(kNeitherFits);
  } else {
    choice.far = FarMethod::shortcuts;
    choice.reason = obstacle != nullptr ? obstacle : "not all labels fit the budget";
    choice.short_of_memory = labels && obstacle == nullptr;
    parts.shortcuts = {std::move(numbered.tree), std::move(shortcuts), std::move(lowers), {}, {}};
    add_extras(parts.shortcuts, hierarchy, links, left - choice.shortcuts_bytes, !labels, parallel);
    choice.shortcuts_bytes += parts.shortcuts.extra_bytes();
  }
  parts.links = std::move(links);
  progress.step(4, 4, "steps to the labels");
  return Tables(std::move(parts), std::move(choice), hierarchy);
}

}  // namespace portolan::detail
