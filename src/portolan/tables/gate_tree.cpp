#include "portolan/tables/gate_tree.h"

#include <algorithm>
#include <utility>

#include "portolan/core/narrow.h"
#include "portolan/tables/min_plus.h"

namespace portolan::detail {
namespace {

constexpr std::uint32_t kNoPlaceYet = 0xFFFF'FFFFu;

/// The groups by their place in the order: what lies above each once those below are eliminated.
struct Elimination {
  std::vector<std::vector<std::uint32_t>> above;  // by place: places, ascending
  std::vector<std::vector<std::uint32_t>> children;
};

std::optional<Elimination> eliminate(const GateGraph& graph, const GroupOrder& order,
                                     const std::vector<GraphGroupId>& group_at,
                                     const TreeLimit& limit) {
  const std::uint32_t count = graph.group_count();
  Elimination e{std::vector<std::vector<std::uint32_t>>(count),
                std::vector<std::vector<std::uint32_t>>(count)};
  TreeSize size;
  std::vector<std::uint32_t> seen(count, kNoPlaceYet);
  for (std::uint32_t place = 0; place < count; ++place) {
    auto& above = e.above[place];
    const auto take = [&](std::uint32_t other) {
      if (other <= place || seen[other] == place) return;
      seen[other] = place;
      above.push_back(other);
    };
    const GraphGroupId group = group_at[place];
    for (const GraphGroupId neighbour : graph.neighbours_of(group)) take(order[neighbour]);
    for (const std::uint32_t child : e.children[place])
      for (const std::uint32_t other : e.above[child]) take(other);
    std::uint64_t gates_above = 0;
    for (const std::uint32_t other : above) gates_above += graph.group_size(group_at[other]);
    size.add(graph.group_size(group), above.size(), gates_above);
    if (!limit.allows(size)) return std::nullopt;
    std::sort(above.begin(), above.end());
    if (!above.empty()) e.children[above.front()].push_back(place);
  }
  return e;
}

}  // namespace

std::optional<std::uint32_t> GateTree::column(GroupId group_id, GateId above) const {
  const Group& own = group(group_id);
  const GroupId other = group_of[index(above)];
  const std::uint32_t k = group(other).row(above);
  if (other == group_id) return own.up_width + k;
  const auto found = ups_of(own);
  const auto at = std::lower_bound(found.begin(), found.end(), other,
                                   [](const Up& up, GroupId id) { return up.group < id; });
  if (at == found.end() || at->group != other) return std::nullopt;
  return at->column + k;
}

std::uint32_t GateTree::common_hubs(GateId a, GateId b) const {
  GroupId group_a = group_of[index(a)];
  GroupId group_b = group_of[index(b)];
  while (group_a != group_b) {  // the one with the higher number cannot be above the other
    GroupId& lower = group_a > group_b ? group_a : group_b;
    GateId& its_gate = group_a > group_b ? a : b;
    lower = group(lower).parent;
    if (lower == kNoGroup) return 0;
    its_gate = group(lower).gate(group(lower).size - 1);
  }
  return index(std::min(depth(a), depth(b))) + 1;
}

std::uint64_t GateTree::shortcut_count() const {
  std::uint64_t sum = 0;
  for (const Group& g : groups.span()) sum += std::uint64_t{g.size} * width(g);
  return sum;
}

std::uint64_t GateTree::label_count() const {
  std::uint64_t sum = 0;
  for (const Group& g : groups.span())
    for (std::uint32_t k = 0; k < g.size; ++k) sum += padded_row(index(g.depth_of(k)) + 1);
  return sum;
}

std::uint64_t GateTree::height() const {
  std::uint64_t height = 0;
  for (const Group& g : groups.span())
    height = std::max(height, std::uint64_t{index(g.depth)} + g.size);
  return height;
}

LowerGroups find_lower_groups(const GateTree& tree) {
  std::vector<std::uint32_t> begin(tree.groups.size() + 1, 0);
  for (const GateTree::Up& up : tree.ups.span()) ++begin[index(up.group) + 1];
  for (std::size_t g = 1; g < begin.size(); ++g) begin[g] += begin[g - 1];
  std::vector<GroupId> groups(tree.ups.size());
  IdVector<GroupId, std::uint32_t> next(begin.begin(), begin.end() - 1);
  for (const GroupId g : tree.all_groups())
    for (const GateTree::Up& up : tree.ups_of(tree.group(g))) groups[next[up.group]++] = g;
  return {SharedArray(std::move(begin)), SharedArray(std::move(groups))};
}

std::vector<std::vector<GroupId>> groups_by_generation(const GateTree& tree) {
  std::vector<std::vector<GroupId>> rows;
  IdVector<GroupId, std::uint32_t> generation(tree.groups.size());
  for (const GroupId g : tree.all_groups()) {
    const GroupId parent = tree.group(g).parent;
    generation[g] = parent == kNoGroup ? 0 : generation[parent] + 1;
    if (generation[g] == rows.size()) rows.emplace_back();
    rows[generation[g]].push_back(g);
  }
  return rows;
}

void TreeSize::add(std::uint64_t gates, std::uint64_t groups_above, std::uint64_t gates_above) {
  ups += groups_above;
  shortcuts += gates * (gates_above + gates);
  labels += gates * gates_above + gates * (gates + 1) / 2;
}

bool TreeLimit::allows(const TreeSize& size) const {
  constexpr std::uint64_t kLabel = sizeof(Cost) + 1;       // with its step
  constexpr std::uint64_t kUp = sizeof(GateTree::Up) + 4;  // with its group below
  const std::uint64_t directions = directed ? 2 : 1;
  const bool labels_fit = labels && size.labels * kLabel * directions <= max_bytes;
  const bool shortcuts_fit =
      size.shortcuts * sizeof(Cost) * directions + size.ups * kUp <= max_bytes;
  return fits<std::uint32_t>(size.ups) && (labels_fit || shortcuts_fit);
}

std::optional<NumberedTree> make_gate_tree(const GateGraph& graph, const GroupOrder& order,
                                           const TreeLimit& limit) {
  const std::uint32_t count = graph.group_count();
  std::vector<GraphGroupId> group_at(count);
  for (const GraphGroupId g : graph.groups()) group_at[order[g]] = g;
  const std::optional<Elimination> eliminated = eliminate(graph, order, group_at, limit);
  if (!eliminated) return std::nullopt;
  const Elimination& e = *eliminated;

  NumberedTree made;
  made.number_of.resize(graph.gate_count());
  std::vector<GateTree::Group> groups;
  std::vector<GateTree::Up> ups;
  std::vector<GroupId> group_of;
  std::vector<GroupId> number(count);  // by place
  std::vector<std::uint32_t> stack;
  for (std::uint32_t place = count; place-- > 0;)
    if (e.above[place].empty()) stack.push_back(place);
  while (!stack.empty()) {
    const std::uint32_t place = stack.back();
    stack.pop_back();
    const GraphGroupId group = group_at[place];
    number[place] = GroupId{size32(groups.size())};
    GateTree::Group next{};
    next.first = GateId{size32(group_of.size())};
    next.size = graph.group_size(group);
    next.parent = kNoGroup;
    next.up_begin = size32(ups.size());
    if (!e.above[place].empty()) {
      next.parent = number[e.above[place].front()];
      const GateTree::Group& parent = groups[index(next.parent)];
      next.depth = parent.depth_of(parent.size);
    }
    for (std::size_t k = e.above[place].size(); k-- > 0;) {  // the topmost was ordered last
      const GroupId up = number[e.above[place][k]];
      ups.push_back({up, next.up_width});
      next.up_width += groups[index(up)].size;
    }
    next.up_end = size32(ups.size());
    for (std::uint32_t k = 0; k < next.size; ++k) {
      made.number_of[graph.gates_of(group)[k]] = next.gate(k);
      group_of.push_back(number[place]);
    }
    groups.push_back(next);
    for (const std::uint32_t child : e.children[place]) stack.push_back(child);
  }
  made.tree.groups = SharedArray(std::move(groups));
  made.tree.ups = SharedArray(std::move(ups));
  made.tree.group_of = SharedArray(std::move(group_of));
  return made;
}

}  // namespace portolan::detail
