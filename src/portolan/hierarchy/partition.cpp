#include "portolan/hierarchy/partition.h"

#include <string>

namespace portolan::detail {

Result<Partition> Partition::make(std::uint32_t cells,
                                  const std::vector<std::vector<CellId>>& parents) {
  constexpr std::uint64_t kMostHandles = 0x7FFF'FFFF;  // searches use the bit above
  if (cells == 0) return Error{"a partition needs at least one cell"};
  std::uint64_t handles = cells;
  Partition p;
  p.first_ = {0, cells};
  for (std::size_t k = 0; k < parents.size(); ++k) {
    const std::uint32_t below = p.first_[k + 1] - p.first_[k];
    std::uint32_t count = 0;
    if (parents[k].size() != below) {
      return Error{"level " + std::to_string(k + 1) + " has " + std::to_string(below) +
                   " cells but " + std::to_string(parents[k].size()) + " parents are given"};
    }
    for (const CellId parent : parents[k]) {
      if (index(parent) >= below)
        return Error{"level " + std::to_string(k + 1) + ": parent out of range"};
      count = index(parent) >= count ? index(parent) + 1 : count;
    }
    if (count >= below) {
      return Error{"level " + std::to_string(k + 2) + " must have fewer cells than the " +
                   std::to_string(below) + " of the level below"};
    }
    handles += count;
    if (handles > kMostHandles) break;
    p.first_.push_back(p.first_.back() + count);
  }
  if (handles > kMostHandles) {
    return Error{"a partition has at most " + std::to_string(kMostHandles) +
                 " cells on all levels: make larger cells"};
  }
  p.parent_.assign(p.handle_count(), kNoHandle);
  for (unsigned level = 1; level < p.levels(); ++level) {
    for (std::uint32_t c = 0; c < p.cell_count(level); ++c) {
      p.parent_[p.handle(level, CellId{c})] = p.handle(level + 1, parents[level - 1][c]);
    }
  }
  p.ancestors_.resize(std::size_t{cells} * p.levels());
  for (std::uint32_t c = 0; c < cells; ++c) {
    CellHandle at = c;
    for (unsigned level = 1; level <= p.levels(); ++level, at = p.parent_[at]) {
      p.ancestors_[std::size_t{c} * p.levels() + level - 1] = at;
    }
  }
  p.child_begin_.assign(p.handle_count() + 1, 0);
  for (const CellHandle parent : p.parent_) {
    if (parent != kNoHandle) ++p.child_begin_[parent + 1];
  }
  for (std::uint32_t h = p.first_[1]; h < p.handle_count(); ++h) {
    if (p.child_begin_[h + 1] == 0) return Error{"the partition has an empty cell"};
  }
  for (std::uint32_t h = 0; h < p.handle_count(); ++h) p.child_begin_[h + 1] += p.child_begin_[h];
  p.child_.resize(p.child_begin_.back());
  std::vector<std::uint32_t> next(p.child_begin_.begin(), p.child_begin_.end() - 1);
  for (CellHandle h = 0; h < p.handle_count(); ++h) {
    if (p.parent_[h] != kNoHandle) p.child_[next[p.parent_[h]]++] = h;
  }
  return p;
}

}  // namespace portolan::detail
