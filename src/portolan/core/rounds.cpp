#include "portolan/core/rounds.h"

#include <algorithm>
#include <chrono>

#include "portolan/core/run_all.h"

namespace portolan::detail {

Result<Done> run_in_rounds(std::uint32_t pieces, std::uint64_t each, std::uint64_t total,
                           const char* what, const ParallelFor& parallel, const Progress& progress,
                           const std::function<void(std::uint32_t)>& work) {
  using Clock = std::chrono::steady_clock;
  constexpr std::chrono::milliseconds kShort(5);
  constexpr std::uint32_t kMostInRound = 1024;
  std::uint32_t size = 64;
  std::uint32_t done = 0;
  const auto report = [&] { return progress.step(std::min(done * each, total), total, what); };
  while (done < pieces) {
    if (!report()) return Error{"cancelled"};
    const std::uint32_t round = std::min(size, pieces - done);
    const auto begin = Clock::now();
    const auto in_round = [&](std::uint32_t k) { work(done + k); };
    if (!run_whole(for_many(parallel, round), round, in_round)) return lost_work();
    if (Clock::now() - begin < kShort) size = std::min(2 * size, kMostInRound);
    done += round;
  }
  if (!report()) return Error{"cancelled"};
  return Done{};
}

}  // namespace portolan::detail
