#include "portolan/batch/rounds.h"

#include <algorithm>
#include <chrono>

namespace portolan {

Result<Done> run_in_rounds(std::uint32_t pieces, std::uint64_t each, std::uint64_t total,
                           const char* what, const ParallelFor& parallel, const Progress& progress,
                           const std::function<void(std::uint32_t, std::uint32_t)>& work,
                           const std::function<void(std::uint32_t, std::uint32_t)>& finish) {
  using Clock = std::chrono::steady_clock;
  constexpr std::chrono::milliseconds kShort(5);
  std::uint32_t size = 64;
  std::uint32_t done = 0;
  const auto report = [&] { return progress.step(std::min(done * each, total), total, what); };
  while (done < pieces) {
    if (!report()) return Error{"cancelled"};
    const std::uint32_t round = std::min(size, pieces - done);
    const auto begin = Clock::now();
    run_at_once(round, parallel, [&](std::uint32_t k) { work(done + k, k); });
    if (finish) finish(done, round);
    if (Clock::now() - begin < kShort) size = std::min(2 * size, kMostInRound);
    done += round;
  }
  if (!report()) return Error{"cancelled"};
  return Done{};
}

void run_at_once(std::uint32_t pieces, const ParallelFor& parallel,
                 const std::function<void(std::uint32_t)>& work) {
  if (parallel && pieces > 1) return parallel(pieces, work);
  for (std::uint32_t k = 0; k < pieces; ++k) work(k);
}

}  // namespace portolan
