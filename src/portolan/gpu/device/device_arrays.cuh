#pragma once

#include "portolan/gpu/device/array_places.h"
#include "portolan/gpu/device/device_memory.cuh"

namespace portolan::detail {

/// Plain arrays of some kind (MeshArrays, SearchArrays) in the GPU's memory, in one piece.
template <class Arrays>
class DeviceArrays {
 public:
  Result<Done> upload(const Arrays& from) {
    view_ = from;
    const ArrayPlaces places(from);
    if (auto done = memory_.resize(places.bytes(), MemoryUse::world); !done) return done;
    cudaError_t error = cudaSuccess;
    for_each_array(view_, [&](auto& array) {
      const std::size_t size = array.size * sizeof(*array.data);
      std::uint8_t* const to = memory_.data() + places.of(array.data);
      if (error == cudaSuccess && size > 0)
        error = cudaMemcpy(to, array.data, size, cudaMemcpyHostToDevice);
      array.data = reinterpret_cast<decltype(array.data)>(to);
    });
    return check(error, "copying the world");
  }

  const Arrays& view() const { return view_; }

 private:
  Arrays view_;
  DeviceArray<std::uint8_t> memory_;
};

}  // namespace portolan::detail
