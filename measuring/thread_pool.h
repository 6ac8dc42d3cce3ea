#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <thread>
#include <vector>

#include "portolan/types.h"

namespace portolan::detail::measuring {

/// Threads that wait for work; the one that asks works too.
class ThreadPool {
 public:
  explicit ThreadPool(unsigned threads) {
    for (unsigned i = 1; i < threads; ++i) threads_.emplace_back([this] { serve(); });
  }
  ~ThreadPool() {
    stop_ = true;
    ++begun_;
    begun_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  /// One piece of work after the other; not to be called by several.
  const ParallelFor& parallel() const { return parallel_; }

 private:
  void run(std::uint32_t count, const std::function<void(std::uint32_t)>& work) {
    work_ = &work;
    count_ = count;
    next_ = 0;
    busy_ = static_cast<std::uint32_t>(threads_.size());
    ++begun_;
    begun_.notify_all();
    take_turns();
    for (std::uint32_t busy = busy_; busy != 0; busy = busy_) busy_.wait(busy);
  }
  void serve() {
    for (std::uint32_t round = 0;; ++round) {
      begun_.wait(round);
      if (stop_) return;
      take_turns();
      if (--busy_ == 0) busy_.notify_one();
    }
  }
  void take_turns() {
    for (std::uint32_t i = next_++; i < count_; i = next_++) (*work_)(i);
  }

  const std::function<void(std::uint32_t)>* work_ = nullptr;
  std::uint32_t count_ = 0;
  std::atomic<std::uint32_t> next_ = 0;   // the number to be worked on next
  std::atomic<std::uint32_t> begun_ = 0;  // pieces of work handed out
  std::atomic<std::uint32_t> busy_ = 0;   // threads that have not left the latest one
  std::atomic<bool> stop_ = false;
  std::vector<std::thread> threads_;
  ParallelFor parallel_ = [this](std::uint32_t count,
                                 const std::function<void(std::uint32_t)>& work) {
    run(count, work);
  };
};

}  // namespace portolan::detail::measuring
