#include "portolan/validation/validate_tables.h"

#include <string_view>

#include "portolan/core/joined_text.h"
#include "portolan/validation/validate_labels.h"
#include "portolan/validation/validate_links.h"
#include "portolan/validation/validate_shortcuts.h"

namespace portolan::detail {
namespace {

Error wrong(const char* part, std::string_view problem) {
  return Error{joined_text(part, ": ", problem)};
}

/// What paths over gates rely on in the cells themselves: none of them is free, and where
/// directions make no difference to the tables they make none here.
const char* find_cell_problem(const OverlayCell& cell, bool directed) {
  for (const GatePlace i : cell.places()) {
    for (const GatePlace j : cell.places()) {
      if (i != j && cell.cost(i, j) == 0) return "some move costs nothing";
      if (!directed && j < i && cell.cost(i, j) != cell.cost(j, i))
        return "its costs differ by direction";
    }
    bool good = true;
    cell.for_each_inter(i, [&](const InterEdge& e) {
      good = good && e.cost_out != 0 && e.cost_in != 0 && (directed || e.cost_out == e.cost_in);
    });
    if (!good) return "a move to another cell is free or differs by direction";
  }
  return nullptr;
}

}  // namespace

Result<Done> validate_far_tables(const Hierarchy& hierarchy, Tables::Parts& parts, FarMethod far,
                                 bool directed, const ParallelFor& parallel) {
  const bool labels = far == FarMethod::labels;
  const bool shortcuts = far == FarMethod::shortcuts;
  if ((labels || shortcuts) == parts.links.gates.empty() ||
      labels == parts.labels.up.costs.empty() || (!shortcuts && !parts.shortcuts.empty()) ||
      (labels && parts.connect.empty())) {
    return wrong("tables", "they are not what was chosen");
  }
  if (!labels && !shortcuts) return Done{};
  if (const char* problem = find_links_problem(hierarchy, parts.links))
    return wrong("gates", problem);
  if (!parts.connect.empty() && parts.links.first_cell != 0)
    return wrong("gates", "they are not of level 1, as beside a connect table");
  const std::uint32_t cells = parts.links.first_cell + parts.links.cell_count();
  for (CellHandle c = 0; c < cells; ++c) {  // with the inter-edges, which level 1 keeps
    if (const char* problem = find_cell_problem(hierarchy.cell(c), directed))
      return wrong("tables", problem);
  }
  if (labels) {
    if (auto good = validate_labels(hierarchy, parts, parallel); !good)
      return wrong("labels", good.error().message);
    return Done{};
  }
  const char* problem =
      find_shortcuts_problem(hierarchy, parts.links, parts.shortcuts, directed, parallel);
  if (problem != nullptr) return wrong("shortcuts", problem);
  return Done{};
}

}  // namespace portolan::detail
