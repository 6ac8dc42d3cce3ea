#include "portolan/picture/region_colours.h"

#include <algorithm>

#include "portolan/core/narrow.h"

namespace portolan::detail {
namespace {

constexpr std::uint32_t kColours = kRegionColours.size();

/// The neighbours of each region, one after the other.
struct Neighbours {
  std::vector<std::uint32_t> begin;
  std::vector<std::uint32_t> regions;

  std::span<const std::uint32_t> of(std::uint32_t region) const {
    return {regions.data() + begin[region], regions.data() + begin[region + 1]};
  }
};

Neighbours sort_neighbours(std::uint32_t count,
                           std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs) {
  const std::size_t given = pairs.size();
  for (std::size_t i = 0; i < given; ++i) pairs.emplace_back(pairs[i].second, pairs[i].first);
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  Neighbours sorted;
  sorted.begin.assign(count + 1, 0);
  for (const auto& [a, b] : pairs) {
    if (a == b) continue;
    ++sorted.begin[a + 1];
    sorted.regions.push_back(b);
  }
  for (std::uint32_t r = 0; r < count; ++r) sorted.begin[r + 1] += sorted.begin[r];
  return sorted;
}

/// Regions such that each has few neighbours before it: five at most in a plane, where taking away
/// the one with the fewest always finds one with so few.
std::vector<std::uint32_t> order_regions(std::uint32_t count, const Neighbours& neighbours) {
  std::vector<std::uint32_t> left(count);
  std::vector<std::vector<std::uint32_t>> by_left(1);
  for (std::uint32_t r = 0; r < count; ++r) {
    left[r] = narrow<std::uint32_t>(neighbours.of(r).size());
    if (left[r] >= by_left.size()) by_left.resize(left[r] + 1);
    by_left[left[r]].push_back(r);
  }
  std::vector<std::uint32_t> order;
  std::vector<bool> taken(count, false);
  for (std::size_t least = 0; order.size() < count;) {
    if (by_left[least].empty()) {
      ++least;
      continue;
    }
    const std::uint32_t r = by_left[least].back();
    by_left[least].pop_back();
    if (taken[r] || left[r] != least) continue;  // it moved to another list
    taken[r] = true;
    order.push_back(r);
    for (const std::uint32_t n : neighbours.of(r)) {
      if (taken[n]) continue;
      by_left[--left[n]].push_back(n);
      least = std::min<std::size_t>(least, left[n]);
    }
  }
  std::reverse(order.begin(), order.end());
  return order;
}

}  // namespace

std::vector<std::uint8_t> colour_regions(std::uint32_t count,
                                         std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs,
                                         std::span<const std::uint8_t> wanted) {
  const Neighbours neighbours = sort_neighbours(count, std::move(pairs));
  std::vector<std::uint8_t> chosen(count, kAnyColour);
  std::array<std::uint32_t, kColours> uses{};
  for (const std::uint32_t r : order_regions(count, neighbours)) {
    std::array<std::uint32_t, kColours> beside{};
    for (const std::uint32_t n : neighbours.of(r)) {
      if (chosen[n] != kAnyColour) ++beside[chosen[n]];
    }
    std::uint32_t best = wanted[r] < kColours ? wanted[r] : 0;
    if (wanted[r] >= kColours || beside[best] > 0) {
      for (std::uint32_t c = 0; c < kColours; ++c) {
        if (beside[c] < beside[best] || (beside[c] == beside[best] && uses[c] < uses[best]))
          best = c;
      }
    }
    ++uses[best];
    chosen[r] = narrow<std::uint8_t>(best);
  }
  return chosen;
}

}  // namespace portolan::detail
