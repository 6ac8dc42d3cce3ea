#pragma once

#include <algorithm>
#include <atomic>
#include <barrier>
#include <cstdint>
#include <thread>
#include <vector>

namespace portolan::detail::test {

/// Lanes of a group as threads of the CPU, which meet where the lanes of a GPU do: so what several
/// of them do together is tested without one. See SearchLane and, for a group alone in its warp,
/// OneLane.
template <std::uint32_t N>
class BarrierLanes {
 public:
  static constexpr std::uint32_t kCount = N;
  struct Shared {
    std::barrier<> meeting{N};
    std::uint64_t values[N]{};
  };

  BarrierLanes(Shared& shared, std::uint32_t lane) : shared_(&shared), lane_(lane) {}

  std::uint32_t lane() const { return lane_; }
  void sync() const { shared_->meeting.arrive_and_wait(); }
  std::uint32_t least(std::uint32_t value) const {
    std::uint32_t least = value;
    exchange(value, [&](std::uint32_t, std::uint64_t other) {
      least = std::min(least, static_cast<std::uint32_t>(other));
    });
    return least;
  }
  std::uint32_t first(bool value) const {
    std::uint32_t first = N;
    exchange(value, [&](std::uint32_t lane, std::uint64_t other) {
      if (other != 0) first = std::min(first, lane);
    });
    return first;
  }
  bool any(bool value) const { return first(value) < N; }
  std::uint32_t count(bool value) const {
    std::uint32_t count = 0;
    exchange(value, [&](std::uint32_t, std::uint64_t other) { count += other != 0; });
    return count;
  }
  std::uint32_t rank(bool value) const {
    std::uint32_t rank = 0;
    exchange(value,
             [&](std::uint32_t lane, std::uint64_t other) { rank += lane < lane_ && other != 0; });
    return rank;
  }
  template <class T>
  T of(T value, std::uint32_t from) const {
    T wanted{};
    exchange(value, [&](std::uint32_t lane, std::uint64_t other) {
      if (lane == from) wanted = static_cast<T>(other);
    });
    return wanted;
  }
  std::uint32_t xor_up_to(std::uint32_t value) const {
    std::uint32_t joined = 0;
    exchange(value, [&](std::uint32_t lane, std::uint64_t other) {
      if (lane <= lane_) joined ^= static_cast<std::uint32_t>(other);
    });
    return joined;
  }
  std::uint32_t most(std::uint32_t value) const { return ~least(~value); }
  std::uint32_t sum_up_to(std::uint32_t value) const {
    std::uint32_t sum = 0;
    exchange(value, [&](std::uint32_t lane, std::uint64_t other) {
      if (lane <= lane_) sum += static_cast<std::uint32_t>(other);
    });
    return sum;
  }
  std::uint64_t load(std::uint64_t* at) const { return std::atomic_ref(*at).load(); }
  void store(std::uint64_t* at, std::uint64_t value) const { std::atomic_ref(*at).store(value); }
  std::uint64_t lower_word(std::uint64_t* at, std::uint64_t value) const {
    std::atomic_ref word(*at);
    std::uint64_t before = word.load();
    while (value < before && !word.compare_exchange_weak(before, value)) {
    }
    return before;
  }

 private:
  /// Calls f(lane, value) for the values of all lanes.
  template <class F>
  void exchange(std::uint64_t value, F&& f) const {
    shared_->values[lane_] = value;
    sync();
    for (std::uint32_t lane = 0; lane < N; ++lane) f(lane, shared_->values[lane]);
    sync();
  }

  Shared* shared_;
  std::uint32_t lane_;
};

/// Calls f(lanes) for each lane of a group, all at once.
template <std::uint32_t N, class F>
void run_lanes(F&& f) {
  typename BarrierLanes<N>::Shared shared;
  std::vector<std::jthread> threads;
  for (std::uint32_t lane = 0; lane < N; ++lane)
    threads.emplace_back([&, lane] { f(BarrierLanes<N>(shared, lane)); });
}

}  // namespace portolan::detail::test
