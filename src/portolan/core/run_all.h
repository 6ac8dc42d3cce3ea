#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>

#include "portolan/types.h"

namespace portolan::detail {

/// Calls work(i) for every i below `count`: on the caller's threads, or one after the other where
/// it has given none.
inline void run_all(const ParallelFor& parallel, std::uint32_t count,
                    const std::function<void(std::uint32_t)>& work) {
  if (parallel) return parallel(count, work);
  for (std::uint32_t i = 0; i < count; ++i) work(i);
}

/// A caller's loop where there is more than one piece of work; else none, so that the caller's own
/// thread does it.
inline const ParallelFor& for_many(const ParallelFor& parallel, std::size_t count) {
  static const ParallelFor none;
  return count > 1 ? parallel : none;
}

/// Like run_all, for loops that are not trusted: a number that is called for a second time is not
/// done again. False where the caller's loop returned before all was done.
inline bool run_whole(const ParallelFor& parallel, std::uint32_t count,
                      const std::function<void(std::uint32_t)>& work) {
  const auto begun = std::make_unique<std::atomic<bool>[]>(count);
  std::atomic<std::uint32_t> done = 0;
  run_all(parallel, count, [&](std::uint32_t i) {
    if (i >= count || begun[i].exchange(true)) return;
    work(i);
    ++done;
  });
  return done == count;
}

/// What fails where run_whole is false.
inline Error lost_work() {
  return Error{
      "the parallel loop returned before all of its work was done: it must call the work it is "
      "given once with each number below the count"};
}

}  // namespace portolan::detail
