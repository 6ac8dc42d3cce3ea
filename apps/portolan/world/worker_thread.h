#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <thread>

#include "portolan/types.h"

namespace portolan::detail::cli {

/// A second thread that shares work with its owner's.
class WorkerThread {
 public:
  WorkerThread();
  ~WorkerThread();
  WorkerThread(const WorkerThread&) = delete;
  WorkerThread& operator=(const WorkerThread&) = delete;

  /// Runs work on both threads; not to be called by several, and not to be moved while in use.
  const ParallelFor& parallel() const { return parallel_; }

 private:
  void serve();
  void take_turns();

  ParallelFor parallel_;
  const std::function<void(std::uint32_t)>* work_ = nullptr;
  std::uint32_t count_ = 0;
  std::atomic<std::uint32_t> next_ = 0;   // the number to be worked on next
  std::atomic<std::uint32_t> begun_ = 0;  // pieces of work that were handed over
  std::atomic<std::uint32_t> done_ = 0;   // and that the second thread has left
  std::atomic<bool> stop_ = false;
  std::thread thread_;
};

}  // namespace portolan::detail::cli
