#include "portolan/core/rounds.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>
#include <chrono>

namespace portolan::detail {

Error lost_work() {
  return Error{
      "the parallel loop returned before all of its work was done: it must call the work it is "
      "given once with each number below the count"};
}

Result<Done> run_in_rounds(std::uint32_t pieces, std::uint64_t each, std::uint64_t total,
                           const char* what, const ParallelFor& parallel, const Progress& progress,
                           const std::function<void(std::uint32_t)>& work) {
  using Clock = std::chrono::steady_clock;
  constexpr std::chrono::milliseconds kShort(5);
  std::uint32_t size = 64;
  std::uint32_t done = 0;
  const auto report = [&] { return progress.step(std::min(done * each, total), total, what); };
  while (done < pieces) {
    if (!report()) return Error{"cancelled"};
    const std::uint32_t round = std::min(size, pieces - done);
    const auto begin = Clock::now();
    if (!run_at_once(round, parallel, [&](std::uint32_t k) { work(done + k); })) return lost_work();
    if (Clock::now() - begin < kShort) size = std::min(2 * size, kMostInRound);
    done += round;
  }
  if (!report()) return Error{"cancelled"};
  return Done{};
}

bool run_at_once(std::uint32_t pieces, const ParallelFor& parallel,
                 const std::function<void(std::uint32_t)>& work) {
  if (!parallel || pieces <= 1) {
    for (std::uint32_t k = 0; k < pieces; ++k) work(k);
    return true;
  }
  assert(pieces <= kMostInRound);
  std::array<std::atomic<bool>, kMostInRound> begun{};
  std::atomic<std::uint32_t> done = 0;
  parallel(pieces, [&](std::uint32_t k) {
    if (k >= pieces || begun[k].exchange(true)) return;
    work(k);
    ++done;
  });
  return done == pieces;
}

}  // namespace portolan::detail
