#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "portolan/core/cost.h"

namespace portolan::detail {

/// A node waiting to be expanded.
struct OpenEntry {
  std::uint64_t key;  ///< Estimate of the whole path, then "farthest along first".
  std::uint32_t node;

  OpenEntry() = default;
  OpenEntry(std::uint32_t n, Cost cost, Cost estimate)
      : key((std::uint64_t{estimate} << 32) | static_cast<std::uint32_t>(~cost)), node(n) {}

  // Either half of the key.
  /// The node's cost from the sources when it was pushed.
  Cost cost() const { return ~static_cast<std::uint32_t>(key); }
  Cost estimate() const { return static_cast<Cost>(key >> 32); }
  bool before(const OpenEntry& other) const {
    return key < other.key || (key == other.key && node < other.node);
  }
};

/// The open list. Its order is total: estimate, then larger cost, then smaller id; so a search
/// expands the same nodes in the same order on every machine.
///
/// Entries wait unsorted in a ring of buckets by estimate; only the bucket being emptied is
/// sorted, best last. What an expansion adds to it is mostly better than all the rest and so
/// goes straight to the end; what belongs far from the end goes to a heap instead, so that a
/// crowded bucket takes no time that grows with its square.
class OpenList {
 public:
  /// `step` is about what an estimate grows by from a node to the next. It decides how fast
  /// the list is, never what comes out of it.
  explicit OpenList(Cost step = 4096) { configure(step); }
  void configure(Cost step) { shift_ = static_cast<unsigned>(std::bit_width(step / 4 + 1)); }

  void clear() {
    for (std::uint32_t b = current_; ring_size_ != 0; ++b) {
      ring_size_ -= ring_[b % kRing].size();
      ring_[b % kRing].clear();
    }
    sorted_.clear();
    late_.clear();
    far_.clear();
    first_far_ = kNoBucket;
    current_ = kNotStarted;
  }
  bool empty() const { return sorted_.empty() && ring_size_ == 0 && far_.empty() && late_.empty(); }
  std::size_t size() const { return sorted_.size() + late_.size() + ring_size_ + far_.size(); }

  void push(std::uint32_t node, Cost cost, Cost estimate) {
    const std::uint32_t bucket = estimate >> shift_;
    const OpenEntry entry(node, cost, estimate);
    if (bucket - current_ - 1 < kRing - 1) {  // unsigned: also false for the current bucket
      ring_[bucket % kRing].push_back(entry);
      ++ring_size_;
    } else if (bucket <= current_) {
      if (current_ == kNotStarted) current_ = bucket;  // the first one
      insert_sorted(entry);
    } else {
      far_.push_back(entry);
      first_far_ = bucket < first_far_ ? bucket : first_far_;
    }
  }

  OpenEntry pop() {
    if (!late_.empty()) [[unlikely]] {
      if (sorted_.empty() || late_.front().before(sorted_.back())) return pop_late();
    }
    while (sorted_.empty()) advance();
    const OpenEntry entry = sorted_.back();
    sorted_.pop_back();
    return entry;
  }

 private:
  static constexpr std::uint32_t kRing = 256;
  static constexpr std::ptrdiff_t kMostMoved = 1024;  ///< To insert one entry among the sorted.
  static constexpr std::uint32_t kNoBucket = 0xFFFF'FFFFu;
  // Above every bucket (they have 31 bits at most), with no bucket up to a ring's length after it.
  static constexpr std::uint32_t kNotStarted = 0xC000'0000u;

  void insert_sorted(const OpenEntry& entry) {
    if (sorted_.empty() || entry.before(sorted_.back())) {
      sorted_.push_back(entry);
      return;
    }
    const auto at = std::lower_bound(sorted_.begin(), sorted_.end(), entry, worse);
    if (sorted_.end() - at > kMostMoved) {
      late_.push_back(entry);
      std::push_heap(late_.begin(), late_.end(), worse);
    } else {
      sorted_.insert(at, entry);
    }
  }
  OpenEntry pop_late() {
    std::pop_heap(late_.begin(), late_.end(), worse);
    const OpenEntry entry = late_.back();
    late_.pop_back();
    return entry;
  }
  static bool worse(const OpenEntry& a, const OpenEntry& b) { return b.before(a); }

  /// Goes on to the next bucket; past the empty ones when only far entries are left.
  void advance() {
    current_ = ring_size_ == 0 ? first_far_ : current_ + 1;
    if (first_far_ <= current_) bring_near();
    auto& bucket = ring_[current_ % kRing];
    ring_size_ -= bucket.size();
    sorted_.insert(sorted_.end(), bucket.begin(), bucket.end());
    bucket.clear();
    std::sort(sorted_.begin(), sorted_.end(), worse);
  }

  /// Moves the far entries that the ring now reaches into it.
  void bring_near() {
    first_far_ = kNoBucket;
    std::size_t kept = 0;
    for (const OpenEntry& entry : far_) {
      const std::uint32_t bucket = entry.estimate() >> shift_;
      if (bucket - current_ < kRing) {
        ring_[bucket % kRing].push_back(entry);
        ++ring_size_;
      } else {
        first_far_ = bucket < first_far_ ? bucket : first_far_;
        far_[kept++] = entry;
      }
    }
    far_.resize(kept);
  }

  std::vector<OpenEntry> ring_[kRing];
  std::vector<OpenEntry> sorted_;  // those of the current bucket and before, best last
  std::vector<OpenEntry> late_;    // a heap of more of these
  std::vector<OpenEntry> far_;     // those beyond the ring
  std::size_t ring_size_ = 0;
  std::uint32_t current_ = kNotStarted;
  std::uint32_t first_far_ = kNoBucket;
  unsigned shift_ = 0;
};

/// Buckets as wide as the cheapest edge, for searches without a heuristic. Nothing in the
/// current bucket can improve anything else in it, so any order inside it settles nodes at
/// their final cost; the order used is last in, first out.
class BucketOpenList {
 public:
  /// Whether there are few enough buckets between these two; where not, take an OpenList.
  static bool suits(Cost cheapest, Cost most_expensive) { return most_expensive / 256 <= cheapest; }

  /// `cheapest` and `most expensive` bound the cost of every edge and every source.
  void configure(Cost cheapest, Cost most_expensive) {
    width_ = cheapest == 0 ? 1 : cheapest;
    ring_ = most_expensive / width_ + 2;
    if (buckets_.size() < ring_) buckets_.resize(ring_);
  }

  void clear() {
    for (auto& bucket : buckets_) bucket.clear();
    current_ = 0;
    limit_ = width_;
    size_ = 0;
  }
  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }

  void push(std::uint32_t node, Cost cost, Cost /*estimate*/) {
    std::size_t at = current_;
    for (std::uint64_t limit = limit_; cost >= limit; limit += width_) at = next(at);
    buckets_[at].push_back({node, cost});
    ++size_;
  }

  OpenEntry pop() {
    while (buckets_[current_].empty()) {
      current_ = next(current_);
      limit_ += width_;
    }
    const Waiting waiting = buckets_[current_].back();
    buckets_[current_].pop_back();
    --size_;
    return {waiting.node, waiting.cost, waiting.cost};
  }

 private:
  std::size_t next(std::size_t at) const { return at + 1 == ring_ ? 0 : at + 1; }

  struct Waiting {
    std::uint32_t node;
    Cost cost;
  };
  std::vector<std::vector<Waiting>> buckets_;
  std::size_t ring_ = 0;  // buckets in use; there may be more from an earlier search
  std::uint64_t limit_ = 1;
  Cost width_ = 1;
  std::size_t current_ = 0;
  std::size_t size_ = 0;
};

}  // namespace portolan::detail
