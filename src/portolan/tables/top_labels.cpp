#include "portolan/tables/top_labels.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "portolan/core/narrow.h"
#include "portolan/core/page_vector.h"
#include "portolan/core/run_all.h"
#include "portolan/tables/label_row.h"

namespace portolan::detail {
namespace {

/// The supernodes with most gates below them first: so each comes after those above it.
std::vector<SupernodeId> largest_first(const GateTree& tree) {
  std::vector<std::uint32_t> below(tree.supernodes.size(), 0);
  for (std::size_t g = below.size(); g-- > 0;) {
    below[g] += tree.supernodes[g].size;
    if (tree.supernodes[g].parent != kNoSupernode)
      below[index(tree.supernodes[g].parent)] += below[g];
  }
  std::vector<SupernodeId> supernodes(below.size());
  for (std::uint32_t g = 0; g < supernodes.size(); ++g) supernodes[g] = SupernodeId{g};
  std::sort(supernodes.begin(), supernodes.end(), [&](SupernodeId a, SupernodeId b) {
    return std::pair(below[index(b)], a) < std::pair(below[index(a)], b);
  });
  return supernodes;
}

Result<PageVector<Cost>> fill_rows(const GateTree& tree, const Shortcuts& shortcuts, bool backward,
                                   const std::vector<std::uint32_t>& begin, std::size_t count,
                                   const ParallelFor& parallel) {
  PageVector<Cost> costs(count + kRowSlack, kTableInfinite);
  const auto labels = [&](GateId gate) {
    const SupernodeId own = tree.supernode_of[index(gate)];
    const GateTree::Supernode& supernode = tree.supernode(own);
    return costs.data() + begin[index(own)] +
           std::size_t{supernode.row(gate)} * TopLabels::row_size(supernode);
  };
  for (const std::vector<SupernodeId>& generation : supernodes_by_generation(tree)) {
    const auto fill = [&](std::uint32_t k) {
      if (begin[index(generation[k])] == TopLabels::kNone) return;
      const GateTree::Supernode& supernode = tree.supernode(generation[k]);
      for (std::uint32_t r = 0; r < supernode.size; ++r)
        fill_label_row(tree, shortcuts, backward, supernode.gate(r), labels,
                       labels(supernode.gate(r)));
    };
    const std::uint32_t supernodes = narrow<std::uint32_t>(generation.size());
    if (!run_whole(for_many(parallel, supernodes), supernodes, fill)) return lost_work();
  }
  return costs;
}

}  // namespace

Result<TopLabels> make_top_labels(const GateTree& tree, const Shortcuts& shortcuts,
                                  std::uint64_t max_bytes, const ParallelFor& parallel) {
  const std::uint64_t entry = sizeof(Cost) * (shortcuts.directed() ? 2 : 1);
  const std::uint64_t beside = tree.supernodes.size() * sizeof(std::uint32_t) + kRowSlack * entry;
  if (tree.supernodes.empty() || max_bytes < beside) return TopLabels{};
  const std::uint64_t most =
      std::min<std::uint64_t>((max_bytes - beside) / entry, TopLabels::kNone);
  std::vector<std::uint32_t> begin(tree.supernodes.size(), TopLabels::kNone);
  std::uint64_t count = 0;
  for (const SupernodeId g : largest_first(tree)) {
    const GateTree::Supernode& supernode = tree.supernode(g);
    const std::uint64_t more = std::uint64_t{supernode.size} * TopLabels::row_size(supernode);
    if (count + more > most) break;
    begin[index(g)] = narrow<std::uint32_t>(count);
    count += more;
  }
  if (count == 0) return TopLabels{};
  TopLabels made;
  for (const bool backward : {false, true}) {
    if (backward && !shortcuts.directed()) continue;
    auto rows = fill_rows(tree, shortcuts, backward, begin, count, parallel);
    if (!rows) return rows.error();
    (backward ? made.down : made.up) = SharedArray(std::move(*rows));
  }
  made.begin = SharedArray(std::move(begin));
  return made;
}

}  // namespace portolan::detail
