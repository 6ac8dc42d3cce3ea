#include "studies/hashed_memory.h"

#include "portolan/core/narrow.h"
#include "portolan/merged/expand_clusters.h"

namespace portolan::detail {
namespace {

constexpr std::size_t kFirstBuckets = 256;

std::size_t spread(ClusterId cluster) {
  return static_cast<std::size_t>((index(cluster) * 0x9E37'79B9'7F4A'7C15u) >> 32);
}

}  // namespace

HashedMemory::HashedMemory(std::uint32_t, std::uint32_t first)
    : iteration_(first - 1), buckets_(kFirstBuckets) {}

void HashedMemory::begin() {
  cluster_of_.clear();
  if (++iteration_ != 0) return;
  for (ClusterNote& n : notes_) n = {};
  for (Bucket& b : buckets_) b = {};
  iteration_ = 1;
}

std::uint32_t HashedMemory::slot_of(ClusterId cluster) {
  std::size_t at = spread(cluster) & (buckets_.size() - 1);
  while (buckets_[at].iteration == iteration_) {
    if (buckets_[at].cluster == cluster) return buckets_[at].slot;
    at = (at + 1) & (buckets_.size() - 1);
  }
  const std::uint32_t slot = narrow<std::uint32_t>(cluster_of_.size());
  cluster_of_.push_back(cluster);
  buckets_[at] = {cluster, slot, iteration_};
  if (slot >= notes_.size()) {
    notes_.resize(2 * std::size_t{slot} + 64);
  }
  if (2 * cluster_of_.size() > buckets_.size()) grow();
  return slot;
}

void HashedMemory::grow() {
  buckets_.assign(2 * buckets_.size(), {});
  for (std::uint32_t slot = 0; slot < cluster_of_.size(); ++slot) {
    std::size_t at = spread(cluster_of_[slot]) & (buckets_.size() - 1);
    while (buckets_[at].iteration == iteration_) at = (at + 1) & (buckets_.size() - 1);
    buckets_[at] = {cluster_of_[slot], slot, iteration_};
  }
}

std::size_t HashedMemory::bytes() const {
  return notes_.capacity() * sizeof(ClusterNote) + buckets_.capacity() * sizeof(Bucket) +
         cluster_of_.capacity() * sizeof(ClusterId);
}

template class MergedQueryOf<HashedMemory>;

}  // namespace portolan::detail
