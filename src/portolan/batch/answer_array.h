#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>

namespace portolan {

/// An array of answers. Unlike a vector it hands out memory without filling it first: threads do
/// that, each its own part. Reused, it keeps its memory.
template <class T>
class AnswerArray {
 public:
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T* data() { return memory_.get(); }
  const T* data() const { return memory_.get(); }
  const T& operator[](std::size_t i) const { return memory_[i]; }
  const T* begin() const { return data(); }
  const T* end() const { return data() + size_; }
  std::span<const T> span() const { return {data(), size_}; }

  /// Makes it `size` long; what was in it is gone.
  void reset(std::size_t size) {
    size_ = 0;
    extend(size, size);
  }
  /// Makes it longer and keeps what is in it. `expected`: how long it may still become.
  void extend(std::size_t size, std::size_t expected) {
    if (size > room_) {
      room_ = std::max({size, expected, size_ + size_ / 2});
      std::unique_ptr<T[]> larger = std::make_unique_for_overwrite<T[]>(room_);
      std::copy(begin(), end(), larger.get());
      memory_ = std::move(larger);
    }
    size_ = size;
  }

 private:
  std::unique_ptr<T[]> memory_;
  std::size_t size_ = 0;
  std::size_t room_ = 0;
};

}  // namespace portolan
