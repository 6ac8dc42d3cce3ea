#include "portolan/tables/leaps.h"

#include <utility>

#include "portolan/core/narrow.h"
#include "portolan/core/page_vector.h"

namespace portolan {
namespace {

const std::uint8_t* address(const CellWords& cell) {
  return reinterpret_cast<const std::uint8_t*>(cell.get());
}

/// Makes the leaps of one direction, gate by gate.
class LeapMaker {
 public:
  LeapMaker(const Hierarchy& hierarchy, const GateLinks& links, const GateLabels::Direction& labels,
            bool backward)
      : hierarchy_(hierarchy),
        links_(links),
        labels_(labels),
        backward_(backward),
        first_(address(hierarchy.cells().front())) {}

  PageVector<Leap> make() {
    PageVector<Leap> leaps;
    leaps.reserve(labels_.exits.size());
    for (std::uint32_t gate = 0; gate < links_.gate_count(); ++gate) {
      for (const std::uint16_t exit : labels_.exits_of(gate)) leaps.push_back(leap(gate, exit));
    }
    return leaps;
  }

 private:
  Leap leap(std::uint32_t gate, std::uint32_t exit) const {
    const GateLinks::Link* link = links_.links_of(gate).data();
    for (; exit >= link->count; ++link) exit -= link->count;
    const std::uint32_t to = links_.targets[link->targets + exit];
    const GateLinks::Gate& next = links_.gates[to];
    Leap leap{};
    leap.labels = next.labels;
    leap.leaps = labels_.exit_begin[to];
    leap.depth = narrow<std::uint16_t>(next.depth);
    if (link->cell == GateLinks::Link::kInter) {
      const GateLinks::Link& home = links_.links_of(backward_ ? gate : to)[0];
      leap.way = index(hierarchy_.cell(home.cell).gate(home.own));
    } else {
      const OverlayCell cell = hierarchy_.cell(link->cell);
      const auto [steps, turned] =
          backward_ ? cell.way(exit, link->own) : cell.way(link->own, exit);
      leap.way = narrow<std::uint32_t>(steps.begin - first_);
      leap.size = narrow<std::uint16_t>(steps.end - steps.begin) & Leap::kLongest;
      leap.turned = turned ? 1 : 0;
    }
    return leap;
  }

  const Hierarchy& hierarchy_;
  const GateLinks& links_;
  const GateLabels::Direction& labels_;
  bool backward_;
  const std::uint8_t* first_;
};

bool has_longer_way(const OverlayCell& cell) {
  for (std::uint32_t pair = 0; pair < cell.pair_count(); ++pair) {
    const OverlayCell::Steps steps = cell.steps(pair);
    if (steps.end - steps.begin > std::ptrdiff_t{Leap::kLongest}) return true;
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

/// Whether those back are other leaps than those there.
bool needs_both(const Hierarchy& hierarchy, const GateLabels& labels) {
  return labels.directed() || has_inters(hierarchy) || !all_stored_once(hierarchy);
}

}  // namespace

const char* Leaps::find_obstacle(const Hierarchy& hierarchy) {
  for (std::uint32_t c = 0; c < hierarchy.partition().cell_count(1); ++c) {
    const OverlayCell cell = hierarchy.cell(c);
    if (cell.gate_count() < 2) continue;
    if (!cell.has_steps()) return "ways through cells are not stored";
    if (has_longer_way(cell)) return "a way through a cell is too long";
  }
  if (!hierarchy.contiguous()) return "the cells do not lie together";
  return hierarchy.level_size(1).bytes < std::uint64_t{1} << 32 ? nullptr : "the ways are too many";
}

std::uint64_t Leaps::bytes_for(const Hierarchy& hierarchy, const GateLabels& labels) {
  std::uint64_t count = labels.direction(false).exits.size();
  if (needs_both(hierarchy, labels)) count += labels.direction(true).exits.size();
  return count * sizeof(Leap);
}

Leaps::Leaps(const Hierarchy& hierarchy, const GateLinks& links, const GateLabels& labels)
    : cells_(hierarchy.shared_cells()) {
  if (cells_->empty()) return;
  of_[0] = SharedArray(LeapMaker(hierarchy, links, labels.direction(false), false).make());
  if (needs_both(hierarchy, labels))
    of_[1] = SharedArray(LeapMaker(hierarchy, links, labels.direction(true), true).make());
  first_ = address(cells_->front());
  const CellWords& last = (*cells_)[hierarchy.partition().cell_count(1) - 1];
  end_ = address(last) + std::size_t{OverlayCell(last.get()).word_count()} * 4;
}

}  // namespace portolan
