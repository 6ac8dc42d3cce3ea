#include "world/worker_thread.h"

namespace portolan::detail::cli {

WorkerThread::WorkerThread() : thread_([this] { serve(); }) {
  parallel_ = [this](std::uint32_t count, const std::function<void(std::uint32_t)>& work) {
    work_ = &work;
    count_ = count;
    next_ = 0;
    const std::uint32_t round = ++begun_;
    begun_.notify_one();
    take_turns();
    for (std::uint32_t done = done_; done != round; done = done_) done_.wait(done);
  };
}

WorkerThread::~WorkerThread() {
  stop_ = true;
  ++begun_;
  begun_.notify_one();
  thread_.join();
}

void WorkerThread::serve() {
  for (std::uint32_t round = 0;;) {
    begun_.wait(round);
    round = begun_;
    if (stop_) return;
    take_turns();
    done_ = round;
    done_.notify_one();
  }
}

void WorkerThread::take_turns() {
  for (std::uint32_t i = next_++; i < count_; i = next_++) (*work_)(i);
}

}  // namespace portolan::detail::cli
