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

/// The groups with most gates below them first: so each comes after those above it.
std::vector<GroupId> largest_first(const GateTree& tree) {
  std::vector<std::uint32_t> below(tree.groups.size(), 0);
  for (std::size_t g = below.size(); g-- > 0;) {
    below[g] += tree.groups[g].size;
    if (tree.groups[g].parent != kNoGroup) below[index(tree.groups[g].parent)] += below[g];
  }
  std::vector<GroupId> groups(below.size());
  for (std::uint32_t g = 0; g < groups.size(); ++g) groups[g] = GroupId{g};
  std::sort(groups.begin(), groups.end(), [&](GroupId a, GroupId b) {
    return std::pair(below[index(b)], a) < std::pair(below[index(a)], b);
  });
  return groups;
}

Result<PageVector<Cost>> fill_rows(const GateTree& tree, const Shortcuts& shortcuts, bool backward,
                                   const std::vector<std::uint32_t>& begin, std::size_t count,
                                   const ParallelFor& parallel) {
  PageVector<Cost> costs(count, kTableInfinite);
  const auto labels = [&](GateId gate) {
    const GroupId own = tree.group_of[index(gate)];
    const GateTree::Group& group = tree.group(own);
    return costs.data() + begin[index(own)] +
           std::size_t{group.row(gate)} * TopLabels::row_size(group);
  };
  for (const std::vector<GroupId>& generation : groups_by_generation(tree)) {
    const auto fill = [&](std::uint32_t k) {
      if (begin[index(generation[k])] == TopLabels::kNone) return;
      const GateTree::Group& group = tree.group(generation[k]);
      for (std::uint32_t r = 0; r < group.size; ++r)
        fill_label_row(tree, shortcuts, backward, group.gate(r), labels, labels(group.gate(r)));
    };
    const std::uint32_t groups = narrow<std::uint32_t>(generation.size());
    if (!run_whole(for_many(parallel, groups), groups, fill)) return lost_work();
  }
  return costs;
}

}  // namespace

Result<TopLabels> make_top_labels(const GateTree& tree, const Shortcuts& shortcuts,
                                  std::uint64_t room, const ParallelFor& parallel) {
  const std::uint64_t begins = tree.groups.size() * sizeof(std::uint32_t);
  const std::uint64_t entry = sizeof(Cost) * (shortcuts.directed() ? 2 : 1);
  if (tree.groups.empty() || room < begins) return TopLabels{};
  const std::uint64_t most = std::min<std::uint64_t>((room - begins) / entry, TopLabels::kNone);
  std::vector<std::uint32_t> begin(tree.groups.size(), TopLabels::kNone);
  std::uint64_t count = 0;
  for (const GroupId g : largest_first(tree)) {
    const GateTree::Group& group = tree.group(g);
    const std::uint64_t more = std::uint64_t{group.size} * TopLabels::row_size(group);
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
