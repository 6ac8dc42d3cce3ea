#include "portolan/tables/tables.h"

#include <algorithm>
#include <utility>

#include "portolan/core/narrow.h"
#include "portolan/core/page_vector.h"

namespace portolan::detail {

const char* name(FarMethod method) {
  switch (method) {
    case FarMethod::search: return "search";
    case FarMethod::shortcuts: return "shortcuts";
    case FarMethod::labels: return "labels";
  }
  return "unknown";
}

SupernodeOrderer once_for_each_level(SupernodeOrderer order) {
  return [order = std::move(order), made = std::vector<std::optional<SupernodeOrder>>()](
             const GateGraph& graph) mutable -> Result<SupernodeOrder> {
    if (made.size() <= graph.level) made.resize(graph.level + 1);
    std::optional<SupernodeOrder>& known = made[graph.level];
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
  for (const GateId gate : links.all_gates())
    most_hubs_ = std::max(most_hubs_, index(links.gate(gate).depth) + 1);
  for (CellHandle c = links.first_cell; c < links.first_cell + links.cell_count(); ++c)
    most_gates_ = std::max(most_gates_, narrow<std::uint32_t>(links.gates_of(c).size()));
  if (choice_.far != FarMethod::labels) return;
  gate_hops_ = GateHops(hierarchy, links, parts_.labels);
  if (!parts_.labels.directed()) return;
  PageVector<RowOf> rows(links.rows.span().begin(), links.rows.span().end());
  for (std::size_t k = 0; k < rows.size(); ++k)
    rows[k].begin = parts_.labels.begin(links, links.targets[k], true);
  back_rows_ = SharedArray(std::move(rows));
}

std::uint64_t Tables::bytes_with_labels(const Hierarchy& hierarchy, const GateLinks& links,
                                        const GateLabels& labels) {
  return links.bytes() + labels.bytes() + GateHops::bytes_for(hierarchy, labels) +
         (labels.directed() ? links.rows.bytes() : 0);
}

std::size_t Tables::bytes() const {
  return parts_.connect.bytes() + link_bytes() + parts_.labels.bytes() + parts_.shortcuts.bytes();
}

}  // namespace portolan::detail
