#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <span>
#include <string>

#include "portolan/gpu/device/memory_need.h"
#include "portolan/types.h"

namespace portolan::detail {

inline Result<Done> check(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return Done{};
  return Error{std::string("GPU: ") + what + ": " + cudaGetErrorString(error)};
}

/// Whether the kernels before could be started.
inline Result<Done> check_launched(const char* what) { return check(cudaGetLastError(), what); }

/// Copies that do not wait for the GPU's other work.
class CopyStream {
 public:
  CopyStream() { cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking); }
  CopyStream(const CopyStream&) = delete;
  CopyStream& operator=(const CopyStream&) = delete;
  ~CopyStream() { cudaStreamDestroy(stream_); }

  /// Done when it returns.
  Result<Done> copy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) const {
    if (bytes == 0) return Done{};
    cudaError_t error = cudaMemcpyAsync(to, from, bytes, kind, stream_);
    if (error == cudaSuccess) error = cudaStreamSynchronize(stream_);
    return check(error, "copying");
  }

 private:
  cudaStream_t stream_ = nullptr;
};

/// Memory on the GPU. Grows, and never shrinks; what was in it is gone then.
template <class T>
class DeviceArray {
 public:
  DeviceArray() = default;
  DeviceArray(const DeviceArray&) = delete;
  DeviceArray& operator=(const DeviceArray&) = delete;
  ~DeviceArray() { cudaFree(data_); }

  T* data() const { return data_; }
  std::size_t size() const { return size_; }
  /// Says how much is needed where there is too little.
  Result<Done> resize(std::size_t size, MemoryUse use = MemoryUse::batch) {
    if (size <= size_) return Done{};
    cudaFree(data_);
    data_ = nullptr;
    size_ = 0;
    std::size_t free = 0;
    std::size_t total = 0;
    cudaMemGetInfo(&free, &total);
    if (auto done = check_memory(use, size * sizeof(T), free); !done) return done;
    const cudaError_t error = cudaMalloc(&data_, size * sizeof(T));
    if (error == cudaErrorMemoryAllocation) {  // free, but in pieces, or taken meanwhile
      cudaGetLastError();                      // else the next kernel would seem to have failed
      data_ = nullptr;
      return too_little_memory(use, size * sizeof(T), free);
    }
    if (auto done = check(error, "allocating"); !done) return done;
    size_ = size;
    return Done{};
  }
  Result<Done> assign(std::span<const T> values, const CopyStream& copies) {
    if (auto done = resize(values.size()); !done) return done;
    return copies.copy(data_, values.data(), values.size_bytes(), cudaMemcpyHostToDevice);
  }
  Result<Done> read(T* to, std::size_t count, const CopyStream& copies) const {
    return copies.copy(to, data_, count * sizeof(T), cudaMemcpyDeviceToHost);
  }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace portolan::detail
