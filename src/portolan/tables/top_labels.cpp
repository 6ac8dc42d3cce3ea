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

/// The labels of one direction, being filled in.
struct TopRows {
  std::vector<std::uint32_t> begin;  // by supernode
  std::uint32_t count = 0;
  PageVector<Cost> costs;  // with kRowSlack more
};

/// Places for the rows of the first supernodes, as long as they have at most `most` entries.
TopRows place_rows(const GateTree& tree, const std::vector<SupernodeId>& supernodes,
                   std::uint64_t most) {
  TopRows rows{std::vector<std::uint32_t>(tree.supernodes.size(), TopLabels::kNone), 0, {}};
  for (const SupernodeId g : supernodes) {
    const std::uint64_t more = TopLabels::size(tree.supernode(g));
    if (rows.count + more > most) break;
    rows.begin[index(g)] = rows.count;
    rows.count += narrow<std::uint32_t>(more);
  }
  rows.costs.assign(std::size_t{rows.count} + kRowSlack, kTableInfinite);
  return rows;
}

Result<Done> fill_rows(const GateTree& tree, const Shortcuts& shortcuts, bool backward,
                       TopRows& rows, const ParallelFor& parallel) {
  const auto labels = [&](GateId gate) {
    const SupernodeId own = tree.supernode_of[index(gate)];
    const GateTree::Supernode& supernode = tree.supernode(own);
    return rows.costs.data() + rows.begin[index(own)] +
           std::size_t{supernode.row(gate)} * TopLabels::row_size(supernode);
  };
  for (const std::vector<SupernodeId>& generation : supernodes_by_generation(tree)) {
    const auto fill = [&](std::uint32_t k) {
      if (rows.begin[index(generation[k])] == TopLabels::kNone) return;
      const GateTree::Supernode& supernode = tree.supernode(generation[k]);
      for (std::uint32_t r = 0; r < supernode.size; ++r)
        fill_label_row(tree, shortcuts, backward, supernode.gate(r), labels,
                       labels(supernode.gate(r)));
    };
    const std::uint32_t supernodes = narrow<std::uint32_t>(generation.size());
    if (!run_whole(for_many(parallel, supernodes), supernodes, fill)) return lost_work();
  }
  return Done{};
}

/// Both directions of the first supernodes, as long as they have at most `most` entries.
TopLabels join(const GateTree& tree, const std::vector<SupernodeId>& supernodes, std::uint64_t most,
               const TopRows& up, const TopRows& down) {
  std::vector<std::uint32_t> begin[2];
  for (auto& of : begin) of.assign(tree.supernodes.size(), TopLabels::kNone);
  PageVector<Cost> costs;
  for (const SupernodeId g : supernodes) {
    const std::uint32_t at = up.begin[index(g)];
    if (at == TopLabels::kNone) break;
    const std::uint64_t size = TopLabels::size(tree.supernode(g));
    const Cost* const there = up.costs.data() + at;
    const Cost* const back = down.costs.data() + at;
    const bool same = std::equal(there, there + size, back);
    if (costs.size() + size * (same ? 1 : 2) > most) break;
    begin[0][index(g)] = begin[1][index(g)] = narrow<std::uint32_t>(costs.size());
    costs.insert(costs.end(), there, there + size);
    if (same) continue;
    begin[1][index(g)] = narrow<std::uint32_t>(costs.size());
    costs.insert(costs.end(), back, back + size);
  }
  if (costs.empty()) return {};
  costs.resize(costs.size() + kRowSlack, kTableInfinite);
  return {{SharedArray(std::move(begin[0])), SharedArray(std::move(begin[1]))},
          SharedArray(std::move(costs))};
}

}  // namespace

Result<TopLabels> make_top_labels(const GateTree& tree, const Shortcuts& shortcuts,
                                  std::uint64_t max_bytes, const ParallelFor& parallel) {
  const std::uint64_t beside =
      tree.supernodes.size() * sizeof(std::uint32_t) * (shortcuts.directed() ? 2 : 1) +
      kRowSlack * sizeof(Cost);
  if (tree.supernodes.empty() || max_bytes < beside) return TopLabels{};
  const std::uint64_t most =
      std::min<std::uint64_t>((max_bytes - beside) / sizeof(Cost), TopLabels::kNone);
  const std::vector<SupernodeId> supernodes = largest_first(tree);
  TopRows up = place_rows(tree, supernodes, most);
  if (up.count == 0) return TopLabels{};
  TopRows down = shortcuts.directed() ? up : TopRows{};
  if (auto done = fill_rows(tree, shortcuts, false, up, parallel); !done) return done.error();
  if (!shortcuts.directed())
    return TopLabels{{SharedArray(std::move(up.begin)), {}}, SharedArray(std::move(up.costs))};
  if (auto done = fill_rows(tree, shortcuts, true, down, parallel); !done) return done.error();
  return join(tree, supernodes, most, up, down);
}

}  // namespace portolan::detail
