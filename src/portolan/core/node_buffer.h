#pragma once

#include <cstddef>
#include <vector>

#include "portolan/core/ids.h"

namespace portolan::detail {

/// Items being written one piece after the other. Unlike a vector it hands out room without
/// filling it first, and keeps everything it ever had.
template <class T>
class ItemBuffer {
 public:
  void clear() { size_ = 0; }
  std::size_t size() const { return size_; }
  T* begin() { return memory_.data(); }
  T* end() { return memory_.data() + size_; }

  /// Where `count` more items may be written; see `take_until`.
  T* room(std::size_t count) {
    if (size_ + count > memory_.size()) grow(count);
    return end();
  }
  /// Keeps what was written into the room before `end`.
  void take_until(const T* end) { size_ = static_cast<std::size_t>(end - memory_.data()); }
  void push_back(const T& item) {
    *room(1) = item;
    ++size_;
  }
  void drop_last() { --size_; }

 private:
  void grow(std::size_t count) { memory_.resize(2 * (size_ + count)); }

  std::vector<T> memory_;
  std::size_t size_ = 0;
};

using NodeBuffer = ItemBuffer<NodeId>;

}  // namespace portolan::detail
