#pragma once

/// Marks what is compiled for the CPU and, by a CUDA compiler, for the GPU as well.
#ifdef __CUDACC__
#define PORTOLAN_HOST_DEVICE __host__ __device__ __forceinline__
#else
#define PORTOLAN_HOST_DEVICE inline
#endif
