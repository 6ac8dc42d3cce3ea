#include "portolan/tables/gate_tree.h"

#include <algorithm>
#include <utility>

#include "portolan/core/narrow.h"
#include "portolan/tables/min_plus.h"

namespace portolan::detail {
namespace {

constexpr std::uint32_t kNoPlaceYet = 0xFFFF'FFFFu;

/// The supernodes by their place in the order: what lies above each once those below are
/// eliminated.
struct Elimination {
  std::vector<std::vector<std::uint32_t>> above;  // by place: places, ascending
  std::vector<std::vector<std::uint32_t>> children;
};

std::optional<Elimination> eliminate(const GateGraph& graph, const SupernodeOrder& order,
                                     const std::vector<GraphSupernodeId>& supernode_at,
                                     const TreeLimit& limit) {
  const std::uint32_t count = graph.supernode_count();
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
    const GraphSupernodeId supernode = supernode_at[place];
    for (const GraphSupernodeId neighbour : graph.neighbours_of(supernode)) take(order[neighbour]);
    for (const std::uint32_t child : e.children[place])
      for (const std::uint32_t other : e.above[child]) take(other);
    std::uint64_t gates_above = 0;
    for (const std::uint32_t other : above)
      gates_above += graph.supernode_size(supernode_at[other]);
    size.add(graph.supernode_size(supernode), above.size(), gates_above);
    if (!limit.allows(size)) return std::nullopt;
    std::sort(above.begin(), above.end());
    if (!above.empty()) e.children[above.front()].push_back(place);
  }
  return e;
}

}  // namespace

std::optional<std::uint32_t> GateTree::column(SupernodeId supernode_id, GateId above) const {
  const Supernode& own = supernode(supernode_id);
  const SupernodeId other = supernode_of[index(above)];
  const std::uint32_t k = supernode(other).row(above);
  if (other == supernode_id) return own.up_width + k;
  const auto found = ups_of(own);
  const auto at = std::lower_bound(found.begin(), found.end(), other,
                                   [](const Up& up, SupernodeId id) { return up.supernode < id; });
  if (at == found.end() || at->supernode != other) return std::nullopt;
  return at->column + k;
}

std::uint32_t GateTree::common_hubs(GateId a, GateId b) const {
  SupernodeId supernode_a = supernode_of[index(a)];
  SupernodeId supernode_b = supernode_of[index(b)];
  while (supernode_a != supernode_b) {  // the one with the higher number cannot be above the other
    SupernodeId& lower = supernode_a > supernode_b ? supernode_a : supernode_b;
    GateId& its_gate = supernode_a > supernode_b ? a : b;
    lower = supernode(lower).parent;
    if (lower == kNoSupernode) return 0;
    its_gate = supernode(lower).gate(supernode(lower).size - 1);
  }
  return index(std::min(depth(a), depth(b))) + 1;
}

std::uint64_t GateTree::shortcut_count() const {
  std::uint64_t sum = 0;
  for (const Supernode& g : supernodes.span()) sum += std::uint64_t{g.size} * width(g);
  return sum;
}

std::uint64_t GateTree::label_count() const {
  std::uint64_t sum = 0;
  for (const Supernode& g : supernodes.span())
    for (std::uint32_t k = 0; k < g.size; ++k) sum += padded_row(index(g.depth_of(k)) + 1);
  return sum;
}

std::uint64_t GateTree::height() const {
  std::uint64_t height = 0;
  for (const Supernode& g : supernodes.span())
    height = std::max(height, std::uint64_t{index(g.depth)} + g.size);
  return height;
}

LowerSupernodes find_lower_supernodes(const GateTree& tree) {
  std::vector<std::uint32_t> begin(tree.supernodes.size() + 1, 0);
  for (const GateTree::Up& up : tree.ups.span()) ++begin[index(up.supernode) + 1];
  for (std::size_t g = 1; g < begin.size(); ++g) begin[g] += begin[g - 1];
  std::vector<SupernodeId> supernodes(tree.ups.size());
  IdVector<SupernodeId, std::uint32_t> next(begin.begin(), begin.end() - 1);
  for (const SupernodeId g : tree.all_supernodes())
    for (const GateTree::Up& up : tree.ups_of(tree.supernode(g)))
      supernodes[next[up.supernode]++] = g;
  return {SharedArray(std::move(begin)), SharedArray(std::move(supernodes))};
}

std::vector<std::vector<SupernodeId>> supernodes_by_generation(const GateTree& tree) {
  std::vector<std::vector<SupernodeId>> generations;
  IdVector<SupernodeId, std::uint32_t> generation(tree.supernodes.size());
  for (const SupernodeId g : tree.all_supernodes()) {
    const SupernodeId parent = tree.supernode(g).parent;
    generation[g] = parent == kNoSupernode ? 0 : generation[parent] + 1;
    if (generation[g] == generations.size()) generations.emplace_back();
    generations[generation[g]].push_back(g);
  }
  return generations;
}

void TreeSize::add(std::uint64_t gates, std::uint64_t supernodes_above, std::uint64_t gates_above) {
  ups += supernodes_above;
  shortcuts += gates * (gates_above + gates);
  labels += gates * gates_above + gates * (gates + 1) / 2;
}

bool TreeLimit::allows(const TreeSize& size) const {
  constexpr std::uint64_t kLabel = sizeof(Cost) + 1;       // with its step
  constexpr std::uint64_t kUp = sizeof(GateTree::Up) + 4;  // with its supernode below
  const bool labels_fit = labels && size.labels * kLabel <= max_bytes;
  const bool shortcuts_fit = size.shortcuts * sizeof(Cost) + size.ups * kUp <= max_bytes;
  return fits<std::uint32_t>(size.ups) && (labels_fit || shortcuts_fit);
}

std::optional<NumberedTree> make_gate_tree(const GateGraph& graph, const SupernodeOrder& order,
                                           const TreeLimit& limit) {
  const std::uint32_t count = graph.supernode_count();
  std::vector<GraphSupernodeId> supernode_at(count);
  for (const GraphSupernodeId g : graph.supernodes()) supernode_at[order[g]] = g;
  const std::optional<Elimination> eliminated = eliminate(graph, order, supernode_at, limit);
  if (!eliminated) return std::nullopt;
  const Elimination& e = *eliminated;

  NumberedTree made;
  made.number_of.resize(graph.gate_count());
  std::vector<GateTree::Supernode> supernodes;
  std::vector<GateTree::Up> ups;
  std::vector<SupernodeId> supernode_of;
  std::vector<SupernodeId> number(count);  // by place
  std::vector<std::uint32_t> stack;
  for (std::uint32_t place = count; place-- > 0;)
    if (e.above[place].empty()) stack.push_back(place);
  while (!stack.empty()) {
    const std::uint32_t place = stack.back();
    stack.pop_back();
    const GraphSupernodeId supernode = supernode_at[place];
    number[place] = SupernodeId{size32(supernodes.size())};
    GateTree::Supernode next{};
    next.first = GateId{size32(supernode_of.size())};
    next.size = graph.supernode_size(supernode);
    next.parent = kNoSupernode;
    next.up_begin = size32(ups.size());
    if (!e.above[place].empty()) {
      next.parent = number[e.above[place].front()];
      const GateTree::Supernode& parent = supernodes[index(next.parent)];
      next.depth = parent.depth_of(parent.size);
    }
    for (std::size_t k = e.above[place].size(); k-- > 0;) {  // the topmost was ordered last
      const SupernodeId up = number[e.above[place][k]];
      ups.push_back({up, next.up_width});
      next.up_width += supernodes[index(up)].size;
    }
    next.up_end = size32(ups.size());
    for (std::uint32_t k = 0; k < next.size; ++k) {
      made.number_of[graph.gates_of(supernode)[k]] = next.gate(k);
      supernode_of.push_back(number[place]);
    }
    supernodes.push_back(next);
    for (const std::uint32_t child : e.children[place]) stack.push_back(child);
  }
  made.tree.supernodes = SharedArray(std::move(supernodes));
  made.tree.ups = SharedArray(std::move(ups));
  made.tree.supernode_of = SharedArray(std::move(supernode_of));
  return made;
}

}  // namespace portolan::detail
