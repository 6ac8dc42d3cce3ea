#pragma once

#include "portolan/gpu/device_memory.cuh"
#include "portolan/gpu/mesh_arrays.h"

namespace portolan::detail {

/// The arrays of a mesh in the GPU's memory, in one piece.
class DeviceMesh {
 public:
  Result<Done> upload(const MeshArrays& from) {
    constexpr std::size_t kAlign = 256;
    view_ = from;
    std::size_t bytes = 0;
    const auto padded = [](std::size_t size) { return (size + kAlign - 1) / kAlign * kAlign; };
    for_each_array(view_, [&](auto& array) { bytes += padded(array.size * sizeof(*array.data)); });
    if (auto done = memory_.resize(bytes); !done) return done;
    std::size_t at = 0;
    cudaError_t error = cudaSuccess;
    for_each_array(view_, [&](auto& array) {
      const std::size_t size = array.size * sizeof(*array.data);
      std::uint8_t* const to = memory_.data() + at;
      if (error == cudaSuccess && size > 0)
        error = cudaMemcpy(to, array.data, size, cudaMemcpyHostToDevice);
      array.data = reinterpret_cast<decltype(array.data)>(to);
      at += padded(size);
    });
    return check(error, "copying the world");
  }

  const MeshArrays& view() const { return view_; }

 private:
  MeshArrays view_;
  DeviceArray<std::uint8_t> memory_;
};

}  // namespace portolan::detail
