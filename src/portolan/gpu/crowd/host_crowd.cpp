#include "portolan/gpu/crowd/host_crowd.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <utility>

#include "portolan/core/run_all.h"
#include "portolan/navmesh/nav_mesh_query.h"

namespace portolan::detail {
namespace {

using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

}  // namespace

Result<HostCrowd> HostCrowd::make(const SnapshotArrays& world, std::span<const MeshPlace> places,
                                  const CrowdOptions& options, ParallelFor parallel) {
  if (auto done = check_crowd(places, options); !done) return done.error();
  return HostCrowd(world, places, options, std::move(parallel));
}

HostCrowd::HostCrowd(const SnapshotArrays& world, std::span<const MeshPlace> places,
                     const CrowdOptions& options, ParallelFor parallel)
    : world_(world),
      places_(places.begin(), places.end()),
      options_(options),
      parallel_(std::move(parallel)),
      plans_(options.agents) {
  for (std::uint32_t i = 0; i < options.agents; ++i)
    walkers_.push_back({places_[draw_start(i, options.seed, places_.size())], 0});
}

template <class F>
void HostCrowd::for_pieces(const Cohort& cohort, F&& f) const {
  constexpr std::uint32_t kPiece = 4096;
  const std::uint32_t pieces = cohort.count == 0 ? 0 : (cohort.count - 1) / kPiece + 1;
  const auto work = [&](std::uint32_t piece) {
    const std::uint32_t begin = cohort.first + piece * kPiece;
    f(begin, std::min(begin + kPiece, cohort.first + cohort.count));
  };
  run_all(parallel_, pieces, work);
}

void HostCrowd::plan(const Cohort& cohort) {
  for_pieces(cohort, [&](std::uint32_t begin, std::uint32_t end) {
    NavMeshQuery query;
    NavMeshPath path;
    NavMeshQueryOptions options;
    options.waypoints = false;
    for (std::uint32_t i = begin; i < end; ++i) {
      Plan& plan = plans_[i];
      walkers_[i].at = 0;
      plan.goal = places_[draw_goal(i, options_.seed, frame_, places_.size())];
      plan.status = query.find_path(world_.snapshot(), walkers_[i].place, plan.goal, options, path);
      plan.polygons = path.polygons;
    }
  });
}

void HostCrowd::move(CrowdFrame& frame) {
  std::atomic<std::uint64_t> arrived = 0;
  std::atomic<std::uint64_t> stuck = 0;
  const std::uint32_t planned = std::min(frame_ + 1, options_.plan_every);
  const Cohort last = find_cohort(options_, planned - 1);
  for_pieces({0, last.first + last.count}, [&](std::uint32_t begin, std::uint32_t end) {
    std::uint64_t counts[2] = {0, 0};
    for (std::uint32_t i = begin; i < end; ++i) {
      const Plan& plan = plans_[i];
      if (plan.status != Status::complete) {
        ++counts[1];
        continue;
      }
      const float left = detail::advance(world_.view(), walkers_[i], plan.polygons.data(),
                                         static_cast<std::uint32_t>(plan.polygons.size()),
                                         plan.goal.point, options_.step);
      counts[0] += left > 0.0f ? 1 : 0;
    }
    arrived += counts[0];
    stuck += counts[1];
  });
  frame.arrived = arrived;
  frame.stuck = stuck;
}

CrowdFrame HostCrowd::advance() {
  CrowdFrame frame;
  const Cohort cohort = find_cohort(options_, frame_ % options_.plan_every);
  const auto begin = Clock::now();
  plan(cohort);
  frame.planned = cohort.count;
  frame.plan_ms = milliseconds_since(begin);
  const auto planned = Clock::now();
  move(frame);
  frame.move_ms = milliseconds_since(planned);
  ++frame_;
  return frame;
}

}  // namespace portolan::detail
