#pragma once

#include <cassert>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace portolan::detail {

/// A constant array that shares the ownership of its memory, be that a vector or the bytes of a
/// file.
template <class T>
class SharedArray {
 public:
  SharedArray() = default;
  template <class Allocator>
  explicit SharedArray(std::vector<T, Allocator> values) {
    const auto owned = std::make_shared<const std::vector<T, Allocator>>(std::move(values));
    data_ = {owned, owned->data()};
    size_ = owned->size();
  }
  /// `owner` keeps the memory alive.
  SharedArray(std::shared_ptr<const void> owner, const T* data, std::size_t size)
      : data_(std::move(owner), data), size_(size) {}

  const T* data() const { return data_.get(); }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  const T& operator[](std::size_t i) const {
    assert(i < size_);
    return data_.get()[i];
  }
  std::span<const T> span() const { return {data(), size_}; }
  std::size_t bytes() const { return size_ * sizeof(T); }

 private:
  std::shared_ptr<const T> data_;
  std::size_t size_ = 0;
};

}  // namespace portolan::detail
