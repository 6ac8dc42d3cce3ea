#include "parallel_threads.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace portolan::cli {
namespace {

/// One piece of work. The first exception ends it and is the caller's.
class Shared {
 public:
  Shared(std::uint32_t count, const std::function<void(std::uint32_t)>& work)
      : count_(count), work_(work) {}

  void take_turns() {
    try {
      for (std::uint32_t i = next_++; i < count_; i = next_++) work_(i);
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
      next_ = count_;
    }
  }
  void rethrow() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  std::uint32_t count_;
  const std::function<void(std::uint32_t)>& work_;
  std::atomic<std::uint32_t> next_ = 0;
  std::mutex mutex_;
  std::exception_ptr failure_;
};

}  // namespace

ParallelFor parallel_threads() {
  const unsigned most = std::max(2u, std::thread::hardware_concurrency());
  return [most](std::uint32_t count, const std::function<void(std::uint32_t)>& work) {
    Shared shared(count, work);
    std::vector<std::jthread> threads;
    for (std::uint32_t k = 1; k < std::min(most, count); ++k)
      threads.emplace_back([&shared] { shared.take_turns(); });
    shared.take_turns();
    threads.clear();  // joins
    shared.rethrow();
  };
}

}  // namespace portolan::cli
