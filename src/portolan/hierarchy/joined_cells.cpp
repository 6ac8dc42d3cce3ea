#include "portolan/hierarchy/joined_cells.h"

#include <algorithm>

#include "portolan/core/narrow.h"

namespace portolan::detail {
namespace {

constexpr std::uint32_t kNone = 0xFFFF'FFFFu;

}  // namespace

void JoinedCells::join(const Overlay& overlay, CellHandle cell) {
  const std::span<const CellHandle> children = overlay.partition->children(cell);
  number_gates(overlay, children);
  fill_rows(overlay, children);
  fill_outside(overlay, cell);
}

std::uint32_t JoinedCells::find(NodeId node) const {
  const auto at = std::lower_bound(nodes_.begin(), nodes_.end(), node);
  return at != nodes_.end() && *at == node ? narrow<std::uint32_t>(at - nodes_.begin()) : kNone;
}

void JoinedCells::number_gates(const Overlay& overlay, std::span<const CellHandle> children) {
  nodes_.clear();
  first_.assign(1, 0);
  for (const CellHandle child : children) {
    const OverlayCell below = overlay.cell(child);
    for (const GatePlace gate : below.places()) nodes_.push_back(below.gate(gate));
    first_.push_back(narrow<std::uint32_t>(nodes_.size()));
  }
  std::sort(nodes_.begin(), nodes_.end());
  nodes_.erase(std::unique(nodes_.begin(), nodes_.end()), nodes_.end());
  homes_.resize(nodes_.size());
  local_of_.resize(first_.back());
  for (std::size_t k = 0; k < children.size(); ++k) {
    const OverlayCell below = overlay.cell(children[k]);
    for (const GatePlace gate : below.places()) {
      const std::uint32_t local = find(below.gate(gate));
      local_of_[first_[k] + index(gate)] = local;
      homes_[local] = below.home(gate);
    }
  }
}

void JoinedCells::fill_rows(const Overlay& overlay, std::span<const CellHandle> children) {
  row_begin_.assign(nodes_.size() + 1, 0);
  for (const std::uint32_t local : local_of_) ++row_begin_[local + 1];
  for (std::size_t n = 0; n < nodes_.size(); ++n) row_begin_[n + 1] += row_begin_[n];
  rows_.resize(local_of_.size());
  std::vector<std::uint32_t> next(row_begin_.begin(), row_begin_.end() - 1);
  for (std::uint32_t k = 0; k < children.size(); ++k) {
    const OverlayCell below = overlay.cell(children[k]);
    for (const GatePlace gate : below.places()) {
      rows_[next[local_of_[first_[k] + index(gate)]]++] = {k, below.row(gate)};
    }
  }
}

void JoinedCells::fill_outside(const Overlay& overlay, CellHandle cell) {
  const Partition& partition = *overlay.partition;
  const unsigned level = partition.level(cell);
  leaves_.assign(nodes_.size(), 0);
  inter_begin_.assign(1, 0);
  inters_.clear();
  for (std::size_t n = 0; n < nodes_.size(); ++n) {
    bool outside = partition.ancestor(homes_[n], level) != cell;
    if (!outside) {
      const OverlayCell home = overlay.cell(index(homes_[n]));
      const GatePlace gate = home.find(nodes_[n]);
      home.for_each_touch(gate, [&](CellId c) { outside |= partition.ancestor(c, level) != cell; });
      home.for_each_inter(gate, [&](const InterEdge& e) {
        if (partition.ancestor(e.to_home, level) != cell) {
          outside = true;  // and so is the edge, even where its other end is a gate in here too
        } else if (partition.ancestor(e.to_home, level - 1) !=
                       partition.ancestor(homes_[n], level - 1) &&
                   e.cost_out != kInfinite) {
          inters_.push_back({find(e.to), e.cost_out});
        }
      });
    }
    leaves_[n] = outside;
    inter_begin_.push_back(narrow<std::uint32_t>(inters_.size()));
  }
}

}  // namespace portolan::detail
