#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "measuring/statistics.h"

namespace portolan::detail::bench {

/// What the queries with paths of about one length have in common.
struct LengthGroup {
  double length = 0.0;  ///< The middle of the group.
  double mean = 0.0;
  double most = 0.0;
};

/// Values of queries grouped by the length of the path, groups of few left out.
inline std::vector<LengthGroup> group_by_length(const std::vector<double>& lengths,
                                                const std::vector<double>& values) {
  constexpr std::size_t kGroups = 12, kLeast = 5;
  const double width = *std::max_element(lengths.begin(), lengths.end()) / kGroups * 1.0001;
  std::vector<std::vector<double>> members(kGroups);
  for (std::size_t i = 0; i < lengths.size(); ++i)
    members[static_cast<std::size_t>(lengths[i] / width)].push_back(values[i]);
  std::vector<LengthGroup> groups;
  for (std::size_t g = 0; g < kGroups; ++g) {
    if (members[g].size() < kLeast) continue;
    groups.push_back({(double(g) + 0.5) * width, measuring::mean(members[g]),
                      *std::max_element(members[g].begin(), members[g].end())});
  }
  return groups;
}

}  // namespace portolan::detail::bench
