#include "portolan/tables/shortcut_vias.h"

#include <utility>

#include "portolan/core/page_vector.h"
#include "portolan/tables/shortcut_passes.h"

namespace portolan::detail {
namespace {

using Vias = PageVector<std::uint32_t>;

void mark_gates(const GateTree& tree, const Shortcuts& shortcuts, Vias& up, Vias& down) {
  ShortcutPasses(tree, shortcuts.begin.data(), shortcuts.up.data(),
                 shortcuts.directed() ? shortcuts.down.data() : nullptr)
      .run([&](const Passage& p) {
        const Cost* const target = (p.down ? shortcuts.down : shortcuts.up).data() + p.target;
        std::uint32_t* const vias = (p.down ? down : up).data() + p.target;
        for (const ColumnRun& run : p.runs) {
          mark_equal(target + run.to, p.row + run.from, p.add, run.count, index(p.over),
                     vias + run.to);
        }
      });
}

/// Edges are taken before what costs the same over gates.
void mark_edges(const Hierarchy& hierarchy, const GateLinks& links, const GateTree& tree,
                const Shortcuts& shortcuts, Vias& up, Vias& down) {
  for (std::uint32_t g = 0; g < links.gate_count(); ++g) {
    const GateId below{g};
    const std::size_t row = shortcuts.row_begin(tree, below);
    for (const GateLinks::Link& link : links.links_of(below)) {
      for (std::uint32_t j = 0; j < link.count; ++j) {
        const std::uint32_t target = link.targets + j;
        if (links.targets[target] >= below) continue;
        const std::size_t at = row + *tree.column(tree.group_of[g], links.targets[target]);
        if (step_cost(hierarchy, links, below, link, j, false) == shortcuts.up[at])
          up[at] = ShortcutVias::kEdge | target;
        if (!down.empty() &&
            step_cost(hierarchy, links, below, link, j, true) == shortcuts.down[at]) {
          down[at] = ShortcutVias::kEdge | target;
        }
      }
    }
  }
}

}  // namespace

ShortcutVias find_vias(const Hierarchy& hierarchy, const GateLinks& links, const GateTree& tree,
                       const Shortcuts& shortcuts) {
  Vias up(shortcuts.up.size(), 0);
  Vias down(shortcuts.down.size(), 0);
  mark_gates(tree, shortcuts, up, down);
  mark_edges(hierarchy, links, tree, shortcuts, up, down);
  return {SharedArray(std::move(up)), SharedArray(std::move(down))};
}

GateStep edge_step(const GateLinks& links, GateId below, std::uint32_t via, bool upwards) {
  const std::uint32_t target = via & ~ShortcutVias::kEdge;
  const auto own = links.links_of(below);
  std::size_t k = 0;
  while (target - own[k].targets >= own[k].count) ++k;
  const GatePlace above{target - own[k].targets};
  if (upwards) return {own[k].cell, own[k].own, above, links.targets[target]};
  return {own[k].cell, above, own[k].own, below};
}

}  // namespace portolan::detail
