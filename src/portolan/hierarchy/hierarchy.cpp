#include "portolan/hierarchy/hierarchy.h"

#include <algorithm>

#include "portolan/graph/disjoint_sets.h"

namespace portolan::detail {
namespace {

/// Joins the local components of all cells over the gates and inter-edges.
std::shared_ptr<const Components> join_components(const Partition& partition,
                                                  const std::vector<CellWords>& cells) {
  auto joined = std::make_shared<Components>();
  const std::uint32_t count = partition.cell_count(1);
  joined->first.reserve(count + 1);
  std::uint32_t total = 0;
  for (std::uint32_t c = 0; c < count; ++c) {
    joined->first.push_back(total);
    total += OverlayCell(cells[c].get()).component_count();
  }
  joined->first.push_back(total);
  DisjointSets sets;
  sets.reset(total);
  const auto number = [&](std::uint32_t cell, GatePlace gate) {
    return joined->first[cell] + OverlayCell(cells[cell].get()).gate_component(gate);
  };
  for (std::uint32_t c = 0; c < count; ++c) {
    const OverlayCell cell(cells[c].get());
    for (const GatePlace i : cell.places()) {
      const std::uint32_t home = index(cell.home(i));
      if (home != c) {
        const GatePlace there = OverlayCell(cells[home].get()).find(cell.gate(i));
        if (there != kNoPlace) sets.join(number(c, i), number(home, there));
      } else {
        cell.for_each_inter(i, [&](const InterEdge& e) {
          const std::uint32_t other = index(e.to_home);
          const GatePlace there = OverlayCell(cells[other].get()).find(e.to);
          if (there != kNoPlace) sets.join(number(c, i), number(other, there));
        });
      }
    }
  }
  joined->root.resize(total);
  for (std::uint32_t k = 0; k < total; ++k) joined->root[k] = sets.find(k);
  return joined;
}

}  // namespace

Hierarchy::Hierarchy(std::shared_ptr<const Partition> partition, std::vector<CellWords> cells,
                     std::uint64_t version, std::shared_ptr<const Components> components)
    : partition_(std::move(partition)),
      cells_(std::make_shared<const std::vector<CellWords>>(std::move(cells))),
      overlay_{partition_.get(), cells_->data()},
      components_(components != nullptr ? std::move(components)
                                        : join_components(*partition_, *cells_)),
      version_(std::make_shared<const std::uint64_t>(version)) {}

bool Hierarchy::contiguous() const {
  for (std::uint32_t c = 1; c < partition_->cell_count(1); ++c) {
    const std::uint32_t* before = (*cells_)[c - 1].get();
    if ((*cells_)[c].get() != before + OverlayCell(before).word_count()) return false;
  }
  return true;
}

Hierarchy Hierarchy::laid_together() const {
  if (contiguous()) return *this;
  return Hierarchy(partition_, portolan::detail::laid_together(*cells_), version(), components_);
}

LevelSize Hierarchy::level_size(unsigned level) const {
  LevelSize size;
  size.cells = partition_->cell_count(level);
  std::vector<std::uint32_t> nodes;
  for (std::uint32_t c = 0; c < size.cells; ++c) {
    const OverlayCell block = cell(partition_->handle(level, CellId{c}));
    size.bytes += std::size_t{block.word_count()} * 4;
    for (const GatePlace i : block.places()) {
      nodes.push_back(index(block.gate(i)));
      for (const GatePlace j : IdRange<GatePlace>(index(i) + 1, block.gate_count())) {
        size.intra_edges += block.cost(i, j) != kInfinite || block.cost(j, i) != kInfinite;
      }
    }
  }
  std::sort(nodes.begin(), nodes.end());
  size.gates = static_cast<std::uint64_t>(std::unique(nodes.begin(), nodes.end()) - nodes.begin());
  for (std::uint32_t c = 0; c < partition_->cell_count(1); ++c) {
    const OverlayCell block = cell(c);
    for (const GatePlace i : block.places()) {
      if (index(block.home(i)) != c) continue;
      block.for_each_inter(i, [&](const InterEdge& e) {
        size.inter_edges += block.gate(i) < e.to && partition_->ancestor(CellId{c}, level) !=
                                                        partition_->ancestor(e.to_home, level);
      });
    }
  }
  return size;
}

std::size_t Hierarchy::bytes() const {
  std::size_t total = components_->first.size() * 4 + components_->root.size() * 4;
  for (const CellWords& words : *cells_)
    total += std::size_t{OverlayCell(words.get()).word_count()} * 4 + sizeof(CellWords);
  return total + partition_->bytes();
}

}  // namespace portolan::detail
