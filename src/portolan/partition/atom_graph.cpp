#include "portolan/partition/atom_graph.h"

#include <algorithm>
#include <string>

#include "portolan/core/narrow.h"

namespace portolan::detail {
namespace {

constexpr std::uint32_t kNowhere = 0xFFFF'FFFFu;

std::string at_atom(AtomId atom) {
  return std::string("the atom graph: atom ").append(std::to_string(index(atom))).append(": ");
}

Result<Done> check_shape(const AtomGraph& g) {
  const auto refuse = [](const char* why) {
    return Error{std::string("the atom graph: ").append(why)};
  };
  if (g.begin.empty() || g.begin.front() != 0 || g.begin.back() != g.neighbours.size())
    return refuse("`begin` must run from 0 to the number of neighbours, one entry more than atoms");
  if (!std::is_sorted(g.begin.begin(), g.begin.end())) return refuse("`begin` must not fall");
  if (g.begin.size() > kMaxTotalWeight || g.neighbours.size() > kMaxTotalWeight)
    return refuse("more than 2^30 atoms or row entries; divide the world");
  if (!g.edge_weights.empty() && g.edge_weights.size() != g.neighbours.size())
    return refuse("give one edge weight for each neighbour, or none at all");
  if (!g.atom_weights.empty() && g.atom_weights.size() != g.count())
    return refuse("give one atom weight for each atom, or none at all");
  return Done{};
}

Result<Done> check_weights(const AtomGraph& g) {
  const std::vector<std::uint32_t>& atom_weights = g.atom_weights;
  for (const auto* weights : {&atom_weights, &g.edge_weights}) {
    const char* kind = weights == &atom_weights ? "atom" : "edge";
    std::uint64_t sum = 0;
    for (const std::uint32_t w : *weights) {
      if (w == 0) {
        return Error{std::string("the atom graph: a weight of 0 for an ")
                         .append(kind)
                         .append("; weights start at 1")};
      }
      sum += w;
    }
    if (sum > kMaxTotalWeight) {
      return Error{std::string("the atom graph: the ")
                       .append(kind)
                       .append(" weights add up to more than 2^30; scale them down")};
    }
  }
  return Done{};
}

/// Whether the rows of every atom, read as a list of (from, to, weight), equal the same list with
/// from and to exchanged. Reading the rows in order meets the neighbours of each atom in rising
/// order, so sorting the rows is enough to compare the two with one cursor per row.
Result<Done> check_symmetry(const AtomGraph& g) {
  std::vector<std::pair<AtomId, std::uint32_t>> rows(g.neighbours.size());
  for (std::uint32_t i = 0; i < rows.size(); ++i) rows[i] = {g.neighbours[i], g.edge_weight(i)};
  for (const AtomId a : g.atoms())
    std::sort(rows.begin() + g.row_begin(a), rows.begin() + g.row_end(a));
  IdVector<AtomId, std::uint32_t> cursor(g.begin.begin(), g.begin.end() - 1);
  for (const AtomId a : g.atoms()) {
    for (std::uint32_t i = g.row_begin(a); i < g.row_end(a); ++i) {
      const auto [b, weight] = rows[i];
      if (i > g.row_begin(a) && rows[i - 1].first == b) {
        return Error{at_atom(a)
                         .append("neighbour ")
                         .append(std::to_string(index(b)))
                         .append(" stands twice in its row; add up parallel edges")};
      }
      std::uint32_t& back = cursor[b];
      if (back == g.row_end(b) || rows[back] != std::pair{a, weight}) {
        return Error{at_atom(a)
                         .append("the edge to ")
                         .append(std::to_string(index(b)))
                         .append(" must stand in both rows with one weight")};
      }
      ++back;
    }
  }
  return Done{};
}

}  // namespace

AtomGraph make_atom_graph(std::uint32_t count, std::vector<std::pair<AtomId, AtomId>> pairs) {
  std::erase_if(pairs, [](const auto& pair) { return pair.first == pair.second; });
  const std::size_t one_way = pairs.size();
  pairs.reserve(2 * one_way);
  for (std::size_t k = 0; k < one_way; ++k) pairs.emplace_back(pairs[k].second, pairs[k].first);
  std::sort(pairs.begin(), pairs.end());
  AtomGraph graph;
  graph.begin.assign(std::size_t{count} + 1, 0);
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    if (k > 0 && pairs[k] == pairs[k - 1]) {
      ++graph.edge_weights.back();
      continue;
    }
    ++graph.begin[index(pairs[k].first) + 1];
    graph.neighbours.push_back(pairs[k].second);
    graph.edge_weights.push_back(1);
  }
  for (std::size_t a = 1; a < graph.begin.size(); ++a) graph.begin[a] += graph.begin[a - 1];
  return graph;
}

Result<Done> AtomGraph::validate() const {
  if (auto shape = check_shape(*this); !shape) return shape;
  for (const AtomId a : atoms()) {
    for (const AtomId b : neighbours_of(a)) {
      if (index(b) >= count()) {
        return Error{at_atom(a)
                         .append("neighbour ")
                         .append(std::to_string(index(b)))
                         .append(" is out of range")};
      }
      if (b == a) return Error{at_atom(a).append("is its own neighbour; drop loops")};
    }
  }
  if (auto weights = check_weights(*this); !weights) return weights;
  return check_symmetry(*this);
}

void Parts::renumber() {
  IdVector<AtomPartId, AtomPartId> name;
  count = 0;
  for (AtomPartId& part : of) {
    if (index(part) >= name.size()) name.resize(std::size_t{index(part)} + 1, kNoAtomPart);
    if (name[part] == kNoAtomPart) name[part] = AtomPartId{count++};
    part = name[part];
  }
}

Parts find_components(const AtomGraph& graph) {
  Parts parts{IdVector<AtomId, AtomPartId>(graph.count(), kNoAtomPart), 0};
  std::vector<AtomId> stack;
  for (const AtomId root : graph.atoms()) {
    if (parts.of[root] != kNoAtomPart) continue;
    const AtomPartId part{parts.count++};
    parts.of[root] = part;
    stack.push_back(root);
    while (!stack.empty()) {
      const AtomId a = stack.back();
      stack.pop_back();
      for (const AtomId b : graph.neighbours_of(a)) {
        if (parts.of[b] != kNoAtomPart) continue;
        parts.of[b] = part;
        stack.push_back(b);
      }
    }
  }
  return parts;
}

AtomGraph make_contracted(const AtomGraph& graph, const Parts& parts) {
  std::vector<std::uint32_t> first(parts.count + 1, 0);
  for (const AtomPartId p : parts.of) ++first[index(p) + 1];
  for (std::size_t p = 1; p < first.size(); ++p) first[p] += first[p - 1];
  std::vector<AtomId> members(graph.count());
  IdVector<AtomPartId, std::uint32_t> next(first.begin(), first.end() - 1);
  for (const AtomId a : graph.atoms()) members[next[parts.of[a]]++] = a;

  AtomGraph out;
  out.begin.reserve(parts.count + 1);
  out.atom_weights.reserve(parts.count);
  // Where an edge of this row was put.
  IdVector<AtomPartId, std::uint32_t> place(parts.count, kNowhere);
  for (const AtomPartId p : parts.all()) {
    std::uint32_t weight = 0;
    const auto row = narrow<std::uint32_t>(out.neighbours.size());
    for (std::uint32_t m = first[index(p)]; m < first[index(p) + 1]; ++m) {
      const AtomId a = members[m];
      weight += graph.atom_weight(a);
      for (std::uint32_t i = graph.row_begin(a); i < graph.row_end(a); ++i) {
        const AtomPartId q = parts.of[graph.neighbours[i]];
        if (q == p) continue;
        if (place[q] == kNowhere || place[q] < row) {
          place[q] = narrow<std::uint32_t>(out.neighbours.size());
          out.neighbours.push_back(atom_of(q));
          out.edge_weights.push_back(0);
        }
        out.edge_weights[place[q]] += graph.edge_weight(i);
      }
    }
    out.atom_weights.push_back(weight);
    out.begin.push_back(narrow<std::uint32_t>(out.neighbours.size()));
  }
  return out;
}

}  // namespace portolan::detail
