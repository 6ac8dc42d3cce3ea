#include "portolan/validation/validate_links.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "portolan/core/id_range.h"
#include "portolan/core/id_vector.h"
#include "portolan/core/narrow.h"
#include "portolan/hierarchy/gate_cells.h"
#include "portolan/validation/ranges.h"

namespace portolan::detail {
namespace {

/// Checks step by step; each step may rely on the ones before.
class LinksChecker {
 public:
  LinksChecker(const Hierarchy& hierarchy, const GateLinks& links, unsigned level)
      : hierarchy_(hierarchy),
        links_(links),
        level_(level),
        cells_(hierarchy.partition().cell_count(level)) {}

  const char* find_problem() {
    if (!good_sizes()) return "the lists do not have the right lengths";
    for (const GateId g : links_.all_gates())
      if (!good_links(g)) return "the links of one are not those of the hierarchy";
    if (!same_numbers()) return "one has two numbers";
    if (!good_depths()) return "their depths make no tree";
    if (!good_rows()) return "the rows of a cell are not those of its gates";
    if (!on_one_path()) return "gates beside each other lie on different branches";
    if (!good_places()) return "the cells are not in the order of their deepest gates";
    return nullptr;
  }

 private:
  bool good_sizes() const {
    if (links_.cell_begin.size() != std::size_t{cells_} + 1 || links_.cell_place.size() != cells_)
      return false;
    const std::uint32_t gates = links_.gate_count();
    std::uint64_t begin = 0;
    std::uint64_t homes = 0;
    for (std::uint32_t c = 0; c < cells_; ++c) {
      if (links_.cell_begin[c] != begin) return false;
      const CellHandle handle = links_.first_cell + c;
      const OverlayCell cell = hierarchy_.cell(handle);
      begin += cell.gate_count();
      for (const GatePlace i : cell.places()) homes += home_of(cell, i) == handle;
    }
    const auto targets = links_.targets.span();
    return links_.cell_begin[cells_] == begin && begin <= targets.size() && homes == gates &&
           links_.gates[gates].links == links_.links.size() &&
           std::all_of(targets.begin(), targets.end(), [&](GateId t) { return index(t) < gates; });
  }

  CellHandle home_of(const OverlayCell& cell, GatePlace gate) const {
    return hierarchy_.partition().ancestor(cell.home(gate), level_);
  }
  /// kNoGate where the cell does not know the node.
  GateId number(CellHandle cell, NodeId node) const {
    const GatePlace place = hierarchy_.cell(cell).find(node);
    return place == kNoPlace ? kNoGate : links_.gates_of(cell)[index(place)];
  }

  /// Its home first, then the cells it touches, then its inter-edges.
  bool good_links(GateId gate) const {
    const std::uint64_t begin = links_.gate(gate).links;
    const std::uint64_t end = links_.gates[index(gate) + 1].links;
    if (begin >= end || end > links_.links.size()) return false;
    const GateLinks::Link& home = links_.links[begin];
    if (home.cell - links_.first_cell >= cells_ ||
        index(home.own) >= hierarchy_.cell(home.cell).gate_count()) {
      return false;
    }
    const OverlayCell cell = hierarchy_.cell(home.cell);
    const NodeId node = cell.gate(home.own);
    const CellId lowest = cell.home(home.own);
    if (home_of(cell, home.own) != home.cell || number(home.cell, node) != gate) return false;
    std::uint64_t at = begin;
    bool good = true;
    for_each_cell_of_gate(hierarchy_, level_, node, lowest, [&](CellHandle member) {
      good = good && at < end && leads_through(links_.links[at], member, node);
      ++at;
    });
    return good && (at == end ? !has_inters(node, lowest)
                              : at + 1 == end && good_inters(links_.links[at], node, lowest));
  }

  bool leads_through(const GateLinks::Link& link, CellHandle cell, NodeId node) const {
    const OverlayCell overlay = hierarchy_.cell(cell);
    return link.cell == cell && link.targets == links_.cell_begin[cell - links_.first_cell] &&
           link.count == overlay.gate_count() && link.own != kNoPlace &&
           link.own == overlay.find(node);
  }

  bool has_inters(NodeId gate, CellId home) const {
    bool any = false;
    for_each_inter_of_gate(hierarchy_, level_, gate, home, [&](const InterEdge&) { any = true; });
    return any;
  }

  bool good_inters(const GateLinks::Link& link, NodeId gate, CellId home) const {
    if (link.cell != GateLinks::Link::kInter || link.count == 0 || link.own != GatePlace{0} ||
        !lies_inside(link.targets, link.count, links_.targets.size())) {
      return false;
    }
    std::uint32_t k = 0;
    bool good = true;
    for_each_inter_of_gate(hierarchy_, level_, gate, home, [&](const InterEdge& e) {
      const CellHandle there = hierarchy_.partition().ancestor(e.to_home, level_);
      good = good && k < link.count && links_.targets[link.targets + k] == number(there, e.to);
      ++k;
    });
    return good && k == link.count;
  }

  /// A gate of several cells has in all of them the number that it has at home.
  bool same_numbers() const {
    for (CellHandle c = links_.first_cell; c < links_.first_cell + cells_; ++c) {
      const OverlayCell cell = hierarchy_.cell(c);
      for (const GatePlace i : cell.places()) {
        if (links_.gates_of(c)[index(i)] != number(home_of(cell, i), cell.gate(i))) return false;
      }
    }
    return true;
  }

  /// Numbers go down each branch before they go on to the next: the depths alone make the tree.
  bool good_depths() {
    std::uint64_t all = 0;
    for (const GateId g : links_.all_gates()) {
      const Depth depth = links_.gate(g).depth;
      if (index(depth) >= GateLinks::kMostHeight) return false;
      all += padded_row(index(depth) + 1);
    }
    const bool labelled = fits<std::uint32_t>(all);
    std::uint64_t labels = 0;
    end_.assign(links_.gate_count(), GateId{links_.gate_count()});
    IdVector<Depth, GateId> branch;  // the gates above
    for (const GateId g : links_.all_gates()) {
      const GateLinks::Gate& gate = links_.gate(g);
      if (index(gate.depth) > branch.size() || gate.labels != labels) return false;
      if (labelled) labels += padded_row(index(gate.depth) + 1);
      for (; branch.size() > index(gate.depth); branch.pop_back()) end_[branch.back()] = g;
      branch.push_back(g);
    }
    return links_.gates[links_.gate_count()].labels == labels;
  }

  bool good_rows() const {
    if (links_.rows.size() != links_.cell_begin[cells_]) return false;
    for (std::size_t k = 0; k < links_.rows.size(); ++k) {
      const GateLinks::Gate& gate = links_.gate(links_.targets[k]);
      if (links_.rows[k].begin != gate.labels || links_.rows[k].count != index(gate.depth) + 1)
        return false;
    }
    return true;
  }

  bool is_above(GateId a, GateId b) const { return a <= b && b < end_[a]; }

  bool on_one_path() const {
    for (CellHandle c = links_.first_cell; c < links_.first_cell + cells_; ++c) {
      const auto gates = links_.gates_of(c);
      if (gates.empty()) continue;
      const GateId deepest = *std::max_element(gates.begin(), gates.end());
      for (const GateId gate : gates)
        if (!is_above(gate, deepest)) return false;
    }
    for (const GateId g : links_.all_gates()) {
      const GateLinks::Link& last = links_.links_of(g).back();
      if (last.cell != GateLinks::Link::kInter) continue;
      for (std::uint32_t k = 0; k < last.count; ++k) {
        const GateId to = links_.targets[last.targets + k];
        if (!is_above(g, to) && !is_above(to, g)) return false;
      }
    }
    return true;
  }

  bool good_places() const {
    const auto sorted = cells_by_deepest_gate(links_, cells_);
    for (std::uint32_t k = 0; k < cells_; ++k)
      if (links_.cell_place[sorted[k].cell - links_.first_cell] != k) return false;
    std::vector<std::uint32_t> row(cells_, 0);
    for (std::uint32_t k = 0; k + 1 < cells_; ++k)
      row[k] = common_hubs(sorted[k].number_plus_one, sorted[k + 1].number_plus_one);
    return good_runs(std::move(row));
  }

  /// Of two gates, given as numbers plus one, the smaller first; 0: no gate.
  std::uint32_t common_hubs(std::uint32_t a, std::uint32_t b) const {
    if (a == 0) return 0;
    std::uint32_t least = a == b ? index(links_.gate(GateId{a - 1}).depth) + 1 : 0xFFFF'FFFFu;
    for (const GateId g : IdRange<GateId>(a, std::max(a, b)))
      least = std::min(least, index(links_.gate(g).depth));
    return least;
  }

  bool good_runs(std::vector<std::uint32_t> row) const {
    std::size_t at = 0;
    const auto same = [&] {
      const bool good = at + cells_ <= links_.least_common.size() &&
                        std::equal(row.begin(), row.end(), links_.least_common.data() + at);
      at += cells_;
      return good;
    };
    if (!same()) return false;
    for (std::uint32_t run = 1; 2 * std::uint64_t{run} < cells_; run *= 2) {
      for (std::uint32_t k = 0; k < cells_; ++k)
        row[k] = std::min(row[k], row[std::min(k + run, cells_ - 1)]);
      if (!same()) return false;
    }
    return at == links_.least_common.size();
  }

  const Hierarchy& hierarchy_;
  const GateLinks& links_;
  unsigned level_;
  std::uint32_t cells_;
  IdVector<GateId, GateId> end_;  // the first number that is not below a gate
};

}  // namespace

const char* find_links_problem(const Hierarchy& hierarchy, GateLinks& links) {
  const Partition& partition = hierarchy.partition();
  for (unsigned level = 1; level <= partition.levels(); ++level) {
    if (links.cell_place.size() != partition.cell_count(level)) continue;
    links.first_cell = partition.handle(level, CellId{0});
    return LinksChecker(hierarchy, links, level).find_problem();
  }
  return "they are of no level of the hierarchy";
}

}  // namespace portolan::detail
