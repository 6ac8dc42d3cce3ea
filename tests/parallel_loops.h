#pragma once

#include <cstdint>
#include <functional>
#include <thread>

#include "portolan/types.h"

/// Parallel loops for tests that need no job system.
namespace portolan::detail::test {

inline void backwards(std::uint32_t count, const std::function<void(std::uint32_t)>& work) {
  for (std::uint32_t i = count; i-- > 0;) work(i);
}

inline void on_two_threads(std::uint32_t count, const std::function<void(std::uint32_t)>& work) {
  std::thread other([&] {
    for (std::uint32_t i = 1; i < count; i += 2) work(i);
  });
  for (std::uint32_t i = 0; i < count; i += 2) work(i);
  other.join();
}

/// Breaks the contract: leaves the last piece undone.
inline void losing_one(std::uint32_t count, const std::function<void(std::uint32_t)>& work) {
  for (std::uint32_t i = 0; i + 1 < count; ++i) work(i);
}

/// Does one piece twice in place of the last.
inline void doubling_one(std::uint32_t count, const std::function<void(std::uint32_t)>& work) {
  losing_one(count, work);
  if (count > 0) work(0);
}

/// Loses a piece of the call of this number, counted from 0, and of none before or after; tells
/// afterwards whether there were so many. For one thread.
class LosingOneOfCall {
 public:
  explicit LosingOneOfCall(int call) : left_(call) {}
  bool lost() const { return left_ < 0; }
  ParallelFor loop() {
    return [this](std::uint32_t count, const std::function<void(std::uint32_t)>& work) {
      if (left_-- == 0) return losing_one(count, work);
      backwards(count, work);
    };
  }

 private:
  int left_;
};

}  // namespace portolan::detail::test
