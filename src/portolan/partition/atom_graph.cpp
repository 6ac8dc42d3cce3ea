#include "portolan/partition/atom_graph.h"

#include <algorithm>
#include <string>

#include "portolan/core/narrow.h"

namespace portolan::detail {
namespace {

constexpr std::uint32_t kNone = 0xFFFF'FFFFu;

std::string at_atom(std::uint32_t atom) {
  return std::string("the atom graph: atom ").append(std::to_string(atom)).append(": ");
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
  for (const auto* weights : {&g.atom_weights, &g.edge_weights}) {
    const char* kind = weights == &g.atom_weights ? "atom" : "edge";
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
  const std::uint32_t n = g.count();
  std::vector<std::pair<std::uint32_t, std::uint32_t>> rows(g.neighbours.size());
  for (std::uint32_t i = 0; i < rows.size(); ++i) rows[i] = {g.neighbours[i], g.edge_weight(i)};
  for (std::uint32_t a = 0; a < n; ++a)
    std::sort(rows.begin() + g.begin[a], rows.begin() + g.begin[a + 1]);
  std::vector<std::uint32_t> cursor(g.begin.begin(), g.begin.end() - 1);
  for (std::uint32_t a = 0; a < n; ++a) {
    for (std::uint32_t i = g.begin[a]; i < g.begin[a + 1]; ++i) {
      const auto [b, weight] = rows[i];
      if (i > g.begin[a] && rows[i - 1].first == b) {
        return Error{at_atom(a)
                         .append("neighbour ")
                         .append(std::to_string(b))
                         .append(" stands twice in its row; add up parallel edges")};
      }
      std::uint32_t& back = cursor[b];
      if (back == g.begin[b + 1] || rows[back] != std::pair{a, weight}) {
        return Error{at_atom(a)
                         .append("the edge to ")
                         .append(std::to_string(b))
                         .append(" must stand in both rows with one weight")};
      }
      ++back;
    }
  }
  return Done{};
}

}  // namespace

AtomGraph make_atom_graph(std::uint32_t count,
                          std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs) {
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
    ++graph.begin[pairs[k].first + 1];
    graph.neighbours.push_back(pairs[k].second);
    graph.edge_weights.push_back(1);
  }
  for (std::size_t a = 1; a < graph.begin.size(); ++a) graph.begin[a] += graph.begin[a - 1];
  return graph;
}

Result<Done> AtomGraph::validate() const {
  if (auto shape = check_shape(*this); !shape) return shape;
  for (std::uint32_t a = 0; a < count(); ++a) {
    for (std::uint32_t i = begin[a]; i < begin[a + 1]; ++i) {
      if (neighbours[i] >= count()) {
        return Error{at_atom(a)
                         .append("neighbour ")
                         .append(std::to_string(neighbours[i]))
                         .append(" is out of range")};
      }
      if (neighbours[i] == a) return Error{at_atom(a).append("is its own neighbour; drop loops")};
    }
  }
  if (auto weights = check_weights(*this); !weights) return weights;
  return check_symmetry(*this);
}

void Parts::renumber() {
  std::vector<std::uint32_t> name;
  count = 0;
  for (std::uint32_t& part : of) {
    if (part >= name.size()) name.resize(std::size_t{part} + 1, kNone);
    if (name[part] == kNone) name[part] = count++;
    part = name[part];
  }
}

Parts find_components(const AtomGraph& graph) {
  Parts parts{std::vector<std::uint32_t>(graph.count(), kNone), 0};
  std::vector<std::uint32_t> stack;
  for (std::uint32_t root = 0; root < graph.count(); ++root) {
    if (parts.of[root] != kNone) continue;
    parts.of[root] = parts.count;
    stack.push_back(root);
    while (!stack.empty()) {
      const std::uint32_t a = stack.back();
      stack.pop_back();
      for (std::uint32_t i = graph.begin[a]; i < graph.begin[a + 1]; ++i) {
        const std::uint32_t b = graph.neighbours[i];
        if (parts.of[b] != kNone) continue;
        parts.of[b] = parts.count;
        stack.push_back(b);
      }
    }
    ++parts.count;
  }
  return parts;
}

AtomGraph make_contracted(const AtomGraph& graph, const Parts& parts) {
  std::vector<std::uint32_t> first(parts.count + 1, 0);
  for (const std::uint32_t p : parts.of) ++first[p + 1];
  for (std::uint32_t p = 0; p < parts.count; ++p) first[p + 1] += first[p];
  std::vector<std::uint32_t> members(graph.count());
  std::vector<std::uint32_t> next(first.begin(), first.end() - 1);
  for (std::uint32_t a = 0; a < graph.count(); ++a) members[next[parts.of[a]]++] = a;

  AtomGraph out;
  out.begin.reserve(parts.count + 1);
  out.atom_weights.reserve(parts.count);
  std::vector<std::uint32_t> place(parts.count, kNone);  // where an edge of this row was put
  for (std::uint32_t p = 0; p < parts.count; ++p) {
    std::uint32_t weight = 0;
    const auto row = narrow<std::uint32_t>(out.neighbours.size());
    for (std::uint32_t m = first[p]; m < first[p + 1]; ++m) {
      const std::uint32_t a = members[m];
      weight += graph.atom_weight(a);
      for (std::uint32_t i = graph.begin[a]; i < graph.begin[a + 1]; ++i) {
        const std::uint32_t q = parts.of[graph.neighbours[i]];
        if (q == p) continue;
        if (place[q] == kNone || place[q] < row) {
          place[q] = narrow<std::uint32_t>(out.neighbours.size());
          out.neighbours.push_back(q);
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
