#include "portolan/validation/validate_tables.h"

#include <string_view>

#include "portolan/core/joined_text.h"
#include "portolan/hierarchy/gate_cells.h"
#include "portolan/validation/validate_labels.h"
#include "portolan/validation/validate_links.h"
#include "portolan/validation/validate_shortcuts.h"

namespace portolan::detail {
namespace {

Error wrong(const char* part, std::string_view problem) {
  return Error{joined_text(part, ": ", problem)};
}

/// What paths over gates rely on in the crossings and inter-edges of their level: none of them is
/// free, and where directions make no difference to the tables they make none here. What crossings
/// stand for below the level, and how ends get to its gates, is told by stored paths and searches,
/// which free moves do not lead in circles.
const char* find_problem_of_level(const Hierarchy& hierarchy, const GateLinks& links,
                                  bool directed) {
  const Partition& partition = hierarchy.partition();
  const unsigned level = partition.level(links.first_cell);
  for (CellHandle c = links.first_cell; c < links.first_cell + links.cell_count(); ++c) {
    const OverlayCell cell = hierarchy.cell(c);
    for (const GatePlace i : cell.places()) {
      for (const GatePlace j : cell.places()) {
        if (i != j && cell.cost(i, j) == 0) return "some move costs nothing";
        if (!directed && j < i && cell.cost(i, j) != cell.cost(j, i))
          return "its costs differ by direction";
      }
      if (partition.ancestor(cell.home(i), level) != c) continue;
      bool good = true;
      for_each_inter_of_gate(hierarchy, level, cell.gate(i), cell.home(i), [&](const InterEdge& e) {
        good = good && e.cost_out != 0 && e.cost_in != 0 && (directed || e.cost_out == e.cost_in);
      });
      if (!good) return "a move to another cell is free or differs by direction";
    }
  }
  return nullptr;
}

}  // namespace

Result<Done> validate_far_tables(const Hierarchy& hierarchy, Tables::Parts& parts, FarMethod far,
                                 bool directed, const ParallelFor& parallel) {
  const bool labels = far == FarMethod::labels;
  const bool shortcuts = far == FarMethod::shortcuts;
  if ((labels || shortcuts) == parts.links.gates.empty() || labels == parts.labels.costs.empty() ||
      (!shortcuts && !parts.shortcuts.empty()) || (labels && parts.connect.empty())) {
    return wrong("tables", "they are not what was chosen");
  }
  if (!labels && !shortcuts) return Done{};
  if (const char* problem = find_links_problem(hierarchy, parts.links))
    return wrong("gates", problem);
  if (!parts.connect.empty() && parts.links.first_cell != 0)
    return wrong("gates", "they are not of level 1, as beside a connect table");
  if (const char* problem = find_problem_of_level(hierarchy, parts.links, directed))
    return wrong("tables", problem);
  if (labels) {
    if (auto good = validate_labels(hierarchy, parts, parallel); !good)
      return wrong("labels", good.error().message);
    return Done{};
  }
  if (auto good = validate_shortcuts(hierarchy, parts.links, parts.shortcuts, directed, parallel);
      !good)
    return wrong("shortcuts", good.error().message);
  return Done{};
}

}  // namespace portolan::detail
