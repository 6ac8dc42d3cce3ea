#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "portolan/batch.h"
#include "portolan/core/narrow.h"

namespace portolan {
namespace {

/// Asks oneTBB for more threads than the machine has cores only where the caller did.
class Arena {
 public:
  explicit Arena(int threads) : arena_(threads) {
    if (threads > tbb::info::default_concurrency()) {
      more_.emplace(tbb::global_control::max_allowed_parallelism,
                    static_cast<std::size_t>(threads));
    }
  }
  void run(std::uint32_t count, const std::function<void(std::uint32_t)>& work) {
    using Range = tbb::blocked_range<std::uint32_t>;
    const auto run_all = [&] {
      tbb::parallel_for(
          Range(0, count),
          [&](const Range& range) {
            for (std::uint32_t i = range.begin(); i < range.end(); ++i) work(i);
          },
          tbb::simple_partitioner{});
    };
    // A thread that waits for the last of this work takes no other work meanwhile: that could be
    // another piece of a loop around this one, which uses the same scratch of the thread.
    arena_.execute([&] { tbb::this_task_arena::isolate(run_all); });
  }

 private:
  std::optional<tbb::global_control> more_;
  tbb::task_arena arena_;
};

}  // namespace

ParallelFor tbb_parallel(unsigned threads) {
  constexpr unsigned kMost = 1u << 15;  // no machine has more
  const int most = threads == 0 ? tbb::info::default_concurrency()
                                : detail::narrow<int>(std::min(threads, kMost));
  auto arena = std::make_shared<Arena>(std::max(most, 1));
  return [arena](std::uint32_t count, const std::function<void(std::uint32_t)>& work) {
    arena->run(count, work);
  };
}

}  // namespace portolan
