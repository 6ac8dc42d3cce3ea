#pragma once

#include <atomic>
#include <cstdint>
#include <functional>

#include "portolan/types.h"

namespace portolan::detail {

/// Calls work(i) for every i below `count`: on the caller's threads, or one after the other where
/// it has given none.
inline void run_all(const ParallelFor& parallel, std::uint32_t count,
                    const std::function<void(std::uint32_t)>& work) {
  if (parallel) return parallel(count, work);
  for (std::uint32_t i = 0; i < count; ++i) work(i);
}

/// The same. False where the caller's loop returned before all was done.
inline bool run_whole(const ParallelFor& parallel, std::uint32_t count,
                      const std::function<void(std::uint32_t)>& work) {
  std::atomic<std::uint32_t> done = 0;
  run_all(parallel, count, [&](std::uint32_t i) {
    work(i);
    ++done;
  });
  return done == count;
}

}  // namespace portolan::detail
