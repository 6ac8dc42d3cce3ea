#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <mutex>

#include "portolan/core/run_all.h"
#include "portolan/types.h"

namespace portolan::detail {

/// Checks what is numbered below `count` on the caller's threads, where it has given any, by
/// check(begin, end) for pieces of so many. Fails as the first piece that fails does, whatever the
/// threads; and where the caller's loop returns before all was checked.
template <class Check>
Result<Done> check_in_pieces(const ParallelFor& parallel, std::uint32_t count,
                             std::uint32_t piece_size, const Check& check) {
  const std::uint32_t pieces = count / piece_size + (count % piece_size != 0 ? 1 : 0);
  std::atomic<std::uint32_t> failed = pieces;
  std::mutex failing;
  Error first;
  const bool whole = run_whole(parallel, pieces, [&](std::uint32_t piece) {
    if (piece > failed) return;
    const std::uint32_t begin = piece * piece_size;
    const Result<Done> good = check(begin, begin + std::min(piece_size, count - begin));
    if (good) return;
    const std::lock_guard lock(failing);
    if (piece > failed) return;
    failed = piece;
    first = good.error();
  });
  if (failed != pieces) return first;
  if (!whole) return lost_work();
  return Done{};
}

/// Cells or gates that are a piece: enough to be worth a thread's scratch.
inline constexpr std::uint32_t kCheckedTogether = 128;

}  // namespace portolan::detail
