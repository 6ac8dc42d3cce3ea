#pragma once

#include <cstddef>
#include <map>

namespace portolan::detail {

/// Where plain arrays of some kind (MeshArrays, SearchArrays) lie when they are copied to a GPU in
/// one piece: one behind the other, and once where several are the same, as those of both
/// directions often are.
class ArrayPlaces {
 public:
  template <class Arrays>
  explicit ArrayPlaces(Arrays arrays) {
    constexpr std::size_t kAlign = 256;
    for_each_array(arrays, [&](const auto& array) {
      if (!places_.emplace(array.data, bytes_).second) return;
      bytes_ += (array.size * sizeof(*array.data) + kAlign - 1) / kAlign * kAlign;
    });
  }

  std::size_t bytes() const { return bytes_; }  ///< Of all of them.
  std::size_t of(const void* array) const { return places_.at(array); }

 private:
  std::size_t bytes_ = 0;
  std::map<const void*, std::size_t> places_;
};

}  // namespace portolan::detail
