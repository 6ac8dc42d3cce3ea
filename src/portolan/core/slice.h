#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>

namespace portolan {

/// A pointer and a length; never owns. Unlike `std::span` it needs nothing from the standard
/// library at run time, so the same code can later be compiled for a device.
template <class T>
class Slice {
 public:
  constexpr Slice() = default;
  constexpr Slice(T* data, std::uint32_t size) : data_(data), size_(size) {}

  constexpr T* data() const { return data_; }
  constexpr std::uint32_t size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }
  constexpr T* begin() const { return data_; }
  constexpr T* end() const { return data_ + size_; }
  constexpr T& operator[](std::uint32_t i) const {
    assert(i < size_);
    return data_[i];
  }

 private:
  T* data_ = nullptr;
  std::uint32_t size_ = 0;
};

}  // namespace portolan
