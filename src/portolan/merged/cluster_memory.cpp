#include "portolan/merged/cluster_memory.h"

#include <algorithm>

namespace portolan::detail {

bool ClusterNote::add_starter(std::uint32_t navigation, ClusterId child) {
  if (iteration != navigation) {
    iteration = navigation;
    starter_count = 0;
  }
  for (std::uint32_t k = 0; k < starter_count; ++k) {
    if (starters[k] == child) return false;
  }
  starters[starter_count++] = child;
  return true;
}

void ClusterMemory::begin() {
  if (++iteration_ != 0) return;
  std::fill(notes_.begin(), notes_.end(), ClusterNote{});
  iteration_ = 1;
}

}  // namespace portolan::detail
