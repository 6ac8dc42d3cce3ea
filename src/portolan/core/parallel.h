#pragma once

#include <cstdint>
#include <functional>

namespace portolan {

/// The caller's way to run work on several threads: calls the given function once with each
/// number below `count`, in any order, on any threads, and returns when all calls have returned.
/// May throw, also what the function throws, once all calls that were begun have returned.
using ParallelFor =
    std::function<void(std::uint32_t count, const std::function<void(std::uint32_t)>& work)>;

}  // namespace portolan
