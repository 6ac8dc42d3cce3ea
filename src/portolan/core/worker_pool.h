#pragma once

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace portolan::detail {

/// Scratch for threads that nobody knows by name: whoever works takes some and gives it back. There
/// is never more of it than threads have worked at the same time.
template <class T>
class WorkerPool {
 public:
  template <class F>
  void use(F&& work) {
    std::unique_ptr<T> worker = take();
    work(*worker);
    const std::lock_guard lock(mutex_);
    free_.push_back(std::move(worker));
  }

 private:
  std::unique_ptr<T> take() {
    {
      const std::lock_guard lock(mutex_);
      if (!free_.empty()) {
        std::unique_ptr<T> worker = std::move(free_.back());
        free_.pop_back();
        return worker;
      }
    }
    return std::make_unique<T>();
  }

  std::mutex mutex_;
  std::vector<std::unique_ptr<T>> free_;
};

}  // namespace portolan::detail
