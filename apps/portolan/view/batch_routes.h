#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "portolan/batch.h"
#include "portolan/core/narrow.h"
#include "view/http.h"
#include "view/route.h"

namespace portolan::detail::cli {

/// Routes by the batch of a public snapshot. `Lines` turns spots into the batch's places and its
/// paths into routes: `place(spot)`, and `write(paths, i, route)` for a path that is complete.
template <class Snapshot, class Lines>
class BatchRoutes final : public RouteFinder {
 public:
  BatchRoutes(Snapshot snapshot, Lines lines)
      : snapshot_(std::move(snapshot)), lines_(std::move(lines)), parallel_(tbb_parallel()) {}

  void find(std::span<const Spot> starts, std::span<const Spot> goals, std::size_t most_points,
            std::vector<Route>& routes) override {
    starts_.clear();
    goals_.clear();
    for (const Spot& spot : starts) starts_.push_back(lines_.place(spot));
    for (const Spot& spot : goals) goals_.push_back(lines_.place(spot));
    const auto done = batch_.find_paths(snapshot_, starts_, goals_, paths_, {}, {parallel_, {}});
    if (!done) throw HttpError{500, done.error().message};
    routes.assign(starts.size(), Route{});
    constexpr std::uint32_t kAtOnce = 32;
    const auto count = narrow<std::uint32_t>(routes.size());
    parallel_((count + kAtOnce - 1) / kAtOnce, [&](std::uint32_t block) {
      for (std::uint32_t i = block * kAtOnce; i < std::min(count, (block + 1) * kAtOnce); ++i) {
        if (paths_.status[i] == Status::complete) lines_.write(paths_, i, routes[i]);
        routes[i].cut(most_points);
      }
    });
  }

 private:
  using Batch = portolan::Batch<Snapshot>;

  Snapshot snapshot_;
  Lines lines_;
  ParallelFor parallel_;
  Batch batch_;
  std::vector<typename Batch::Place> starts_;
  std::vector<typename Batch::Place> goals_;
  typename Batch::Paths paths_;
};

}  // namespace portolan::detail::cli
