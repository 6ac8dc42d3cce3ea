#include "portolan/tables/gate_hops.h"

#include <utility>

#include "portolan/core/narrow.h"
#include "portolan/core/page_vector.h"

namespace portolan::detail {
namespace {

const std::uint8_t* address(const CellWords& cell) {
  return reinterpret_cast<const std::uint8_t*>(cell.get());
}

/// Makes the gate hops of one direction, gate by gate.
class GateHopMaker {
 public:
  GateHopMaker(const Hierarchy& hierarchy, const GateLinks& links, const GateLabels& labels,
               bool backward)
      : hierarchy_(hierarchy),
        links_(links),
        labels_(labels),
        exits_(labels.all_exits(backward)),
        backward_(backward),
        first_(address(hierarchy.cells().front())) {}

  PageVector<GateHop> make() {
    PageVector<GateHop> gate_hops;
    gate_hops.reserve(exits_.targets.size());
    for (const GateId gate : links_.all_gates()) {
      for (const std::uint16_t exit : exits_.of(gate)) gate_hops.push_back(hop(gate, exit));
    }
    return gate_hops;
  }

 private:
  GateHop hop(GateId gate, std::uint32_t exit) const {
    const GateLinks::Link* link = links_.links_of(gate).data();
    for (; exit >= link->count; ++link) exit -= link->count;
    const GateId to = links_.targets[link->targets + exit];
    const GateLinks::Gate& next = links_.gate(to);
    GateHop hop{};
    hop.labels = labels_.begin(links_, to, backward_);
    hop.gate_hops = exits_.begin[index(to)];
    hop.depth = narrow<std::uint16_t>(index(next.depth));
    if (link->cell == GateLinks::Link::kInter) {
      const GateLinks::Link& home = links_.links_of(backward_ ? gate : to)[0];
      hop.path = index(hierarchy_.cell(home.cell).gate(home.own));
    } else {
      const OverlayCell cell = hierarchy_.cell(link->cell);
      const GatePlace other{exit};
      const auto [steps, reversed] =
          backward_ ? cell.stored_path(other, link->own) : cell.stored_path(link->own, other);
      hop.path = narrow<std::uint32_t>(steps.begin - first_);
      hop.size = narrow<std::uint16_t>(steps.end - steps.begin) & GateHop::kLongest;
      hop.reversed = reversed ? 1 : 0;
    }
    return hop;
  }

  const Hierarchy& hierarchy_;
  const GateLinks& links_;
  const GateLabels& labels_;
  const GateLabels::Exits& exits_;
  bool backward_;
  const std::uint8_t* first_;
};

bool has_longer_path(const OverlayCell& cell) {
  for (std::uint32_t pair = 0; pair < cell.pair_count(); ++pair) {
    const OverlayCell::Steps steps = cell.steps(pair);
    if (steps.end - steps.begin > std::ptrdiff_t{GateHop::kLongest}) return true;
  }
  return false;
}

bool all_stored_once(const Hierarchy& hierarchy) {
  for (std::uint32_t c = 0; c < hierarchy.partition().cell_count(1); ++c) {
    const OverlayCell cell = hierarchy.cell(c);
    if (cell.gate_count() > 1 && !cell.stored_once()) return false;
  }
  return true;
}

bool has_inters(const Hierarchy& hierarchy) {
  for (std::uint32_t c = 0; c < hierarchy.partition().cell_count(1); ++c)
    if (hierarchy.cell(c).inter_count() > 0) return true;
  return false;
}

/// Whether those back are other gate hops than those there.
bool needs_both(const Hierarchy& hierarchy, const GateLabels& labels) {
  return labels.directed() || has_inters(hierarchy) || !all_stored_once(hierarchy);
}

}  // namespace

const char* GateHops::find_obstacle(const Hierarchy& hierarchy) {
  for (std::uint32_t c = 0; c < hierarchy.partition().cell_count(1); ++c) {
    const OverlayCell cell = hierarchy.cell(c);
    if (cell.gate_count() < 2) continue;
    if (!cell.has_steps()) return "paths through cells are not stored";
    if (has_longer_path(cell)) return "a path through a cell is too long";
  }
  if (!hierarchy.contiguous()) return "the cells do not lie together";
  return hierarchy.level_size(1).bytes < std::uint64_t{1} << 32 ? nullptr
                                                                : "the paths are too many";
}

std::uint64_t GateHops::bytes_for(const Hierarchy& hierarchy, const GateLabels& labels) {
  std::uint64_t count = labels.all_exits(false).targets.size();
  if (needs_both(hierarchy, labels)) count += labels.all_exits(true).targets.size();
  return count * sizeof(GateHop);
}

GateHops::GateHops(const Hierarchy& hierarchy, const GateLinks& links, const GateLabels& labels)
    : cells_(hierarchy.shared_cells()) {
  if (cells_->empty()) return;
  of_[0] = SharedArray(GateHopMaker(hierarchy, links, labels, false).make());
  if (needs_both(hierarchy, labels))
    of_[1] = SharedArray(GateHopMaker(hierarchy, links, labels, true).make());
  first_ = address(cells_->front());
  const CellWords& last = (*cells_)[hierarchy.partition().cell_count(1) - 1];
  end_ = address(last) + std::size_t{OverlayCell(last.get()).word_count()} * 4;
}

}  // namespace portolan::detail
