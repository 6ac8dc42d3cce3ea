#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "portolan/core/cost.h"

namespace portolan {

/// A node waiting to be expanded.
struct OpenEntry {
  std::uint64_t key;  ///< Estimate of the whole way, then "farthest along first".
  std::uint32_t node;

  OpenEntry() = default;
  OpenEntry(std::uint32_t n, Cost cost, Cost estimate)
      : key((std::uint64_t{estimate} << 32) | static_cast<std::uint32_t>(~cost)), node(n) {}

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
/// Entries wait unsorted in a ring of buckets by estimate; only the bucket being emptied is a
/// heap. It stays small, so most of the sorting of a plain heap is never done.
class OpenList {
 public:
  /// `step` is about what an estimate grows by from a node to the next. It decides how fast
  /// the list is, never what comes out of it.
  explicit OpenList(Cost step = 4096) { configure(step); }
  void configure(Cost step) { shift_ = static_cast<unsigned>(std::bit_width(step / 4 + 1)); }

  void clear() {
    if (size_ != heap_.size()) {
      for (auto& bucket : ring_) bucket.clear();
    }
    heap_.clear();
    size_ = 0;
  }
  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }

  void push(std::uint32_t node, Cost cost, Cost estimate) {
    const std::uint32_t bucket = estimate >> shift_;
    if (size_++ == 0) current_ = bucket;
    if (bucket > current_ && bucket - current_ < kRing) {
      ring_[bucket % kRing].emplace_back(node, cost, estimate);
    } else {
      heap_.emplace_back();
      sift_up(heap_.size() - 1, {node, cost, estimate});
    }
  }

  OpenEntry pop() {
    while (heap_.empty() || heap_.front().estimate() >> shift_ > current_) advance();
    --size_;
    const OpenEntry top = heap_.front();
    const OpenEntry last = heap_.back();
    heap_.pop_back();
    if (!heap_.empty()) sift_down(0, last);
    return top;
  }

 private:
  static constexpr std::uint32_t kRing = 256;

  /// Goes on to the next bucket, or past empty ones when only the heap has entries.
  void advance() {
    if (heap_.size() == size_) {
      current_ = heap_.front().estimate() >> shift_;
      return;
    }
    ++current_;
    auto& bucket = ring_[current_ % kRing];
    if (bucket.empty()) return;
    if (heap_.empty()) {
      heap_.swap(bucket);
      for (std::size_t i = (heap_.size() + 2) / 4; i-- > 0;) sift_down(i, heap_[i]);
    } else {
      for (const OpenEntry& entry : bucket) {
        heap_.emplace_back();
        sift_up(heap_.size() - 1, entry);
      }
    }
    bucket.clear();
  }

  void sift_up(std::size_t at, OpenEntry entry) {
    while (at > 0) {
      const std::size_t parent = (at - 1) / 4;
      if (!entry.before(heap_[parent])) break;
      heap_[at] = heap_[parent];
      at = parent;
    }
    heap_[at] = entry;
  }

  void sift_down(std::size_t at, OpenEntry entry) {
    const std::size_t size = heap_.size();
    for (;;) {
      const std::size_t first = at * 4 + 1;
      if (first >= size) break;
      std::size_t best = first;
      const std::size_t last = first + 4 < size ? first + 4 : size;
      for (std::size_t child = first + 1; child < last; ++child) {
        if (heap_[child].before(heap_[best])) best = child;
      }
      if (!heap_[best].before(entry)) break;
      heap_[at] = heap_[best];
      at = best;
    }
    heap_[at] = entry;
  }

  std::vector<OpenEntry> ring_[kRing];
  std::vector<OpenEntry> heap_;
  std::size_t size_ = 0;
  std::uint32_t current_ = 0;
  unsigned shift_ = 0;
};

/// Buckets as wide as the cheapest edge, for searches without a heuristic. Nothing in the
/// current bucket can improve anything else in it, so any order inside it settles nodes at
/// their final cost; the order used is last in, first out.
class BucketOpenList {
 public:
  /// Whether there are few enough buckets between these two; where not, take an OpenList.
  static bool suits(Cost cheapest, Cost dearest) { return dearest / 256 <= cheapest; }

  /// `cheapest` and `dearest` bound the cost of every edge and every source.
  void configure(Cost cheapest, Cost dearest) {
    width_ = cheapest == 0 ? 1 : cheapest;
    const std::size_t ring = dearest / width_ + 2;
    if (buckets_.size() < ring) buckets_.resize(ring);
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
    buckets_[at].emplace_back(node, cost, cost);
    ++size_;
  }

  OpenEntry pop() {
    while (buckets_[current_].empty()) {
      current_ = next(current_);
      limit_ += width_;
    }
    const OpenEntry entry = buckets_[current_].back();
    buckets_[current_].pop_back();
    --size_;
    return entry;
  }

 private:
  std::size_t next(std::size_t at) const { return at + 1 == buckets_.size() ? 0 : at + 1; }

  std::vector<std::vector<OpenEntry>> buckets_;
  std::uint64_t limit_ = 1;
  Cost width_ = 1;
  std::size_t current_ = 0;
  std::size_t size_ = 0;
};

}  // namespace portolan
