#include "portolan/gpu/crowd/gpu_crowd.h"
#include "portolan/gpu/device/device_event.cuh"
#include "portolan/gpu/device/kernel_list.cuh"
#include "portolan/gpu/device/on_gpu.cuh"
#include "portolan/gpu/gpu_world.cuh"

namespace portolan::detail {
namespace {

constexpr std::uint32_t kMostCohorts = 65'535;  // rows of blocks

/// One cohort of a crowd, as kernels see it.
struct CohortView {
  std::uint32_t first;  ///< Of its agents among all.
  std::uint32_t count;
  MeshPlace* starts;
  MeshPlace* goals;
  const AgentRecord* records;
  const std::uint32_t* polygons;
};

struct CrowdCounts {
  unsigned long long arrived;
  unsigned long long stuck;
};

__global__ void place_walkers(Array<MeshPlace> places, std::uint32_t count, std::uint32_t seed,
                              Walker* walkers) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) walkers[i] = {places[draw_start(i, seed, places.size)], 0};
}

/// Each agent of a cohort begins where it is, and has a new goal.
__global__ void choose_goals(const CohortView cohort, Array<MeshPlace> places, std::uint32_t seed,
                             std::uint32_t frame, Walker* walkers) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= cohort.count) return;
  Walker& walker = walkers[cohort.first + i];
  walker.at = 0;
  cohort.starts[i] = walker.place;
  cohort.goals[i] = places[draw_goal(cohort.first + i, seed, frame, places.size)];
}

__global__ void __launch_bounds__(kBlock)
    move_walkers(const __grid_constant__ MeshArrays mesh, const CohortView* cohorts, float step,
                 Walker* walkers, CrowdCounts* counts) {
  const CohortView cohort = cohorts[blockIdx.y];
  const std::uint32_t i = blockIdx.x * kBlock + threadIdx.x;
  bool arrived = false;
  bool stuck = false;
  if (i < cohort.count && cohort.records != nullptr) {
    const AgentRecord record = cohort.records[i];
    stuck = record.status() != static_cast<std::uint8_t>(Status::complete);
    if (!stuck) {
      Walker walker = walkers[cohort.first + i];
      arrived = advance(mesh, walker, cohort.polygons + record.begin(), record.count(),
                        cohort.goals[i].point, step) > 0.0f;
      walkers[cohort.first + i] = walker;
    }
  }
  const int now_arrived = __syncthreads_count(arrived);
  const int now_stuck = __syncthreads_count(stuck);
  if (threadIdx.x != 0) return;
  if (now_arrived != 0) atomicAdd(&counts->arrived, static_cast<unsigned long long>(now_arrived));
  if (now_stuck != 0) atomicAdd(&counts->stuck, static_cast<unsigned long long>(now_stuck));
}

}  // namespace

struct GpuCrowd::Inside {
  CrowdOptions options;
  GpuWorld world;
  CopyStream copies;
  DeviceArray<MeshPlace> places;
  DeviceArray<Walker> walkers;
  std::vector<AgentSet> cohorts;
  std::vector<CohortView> views;
  DeviceArray<CohortView> device_views;
  DeviceArray<CrowdCounts> counts;
  std::uint32_t frame = 0;

  Result<Done> make_cohorts();
  Array<MeshPlace> all_places() const { return {places.data(), places.size()}; }
  Result<Done> plan(std::uint32_t cohort, CrowdFrame& frame_counts);
};

Result<Done> GpuCrowd::Inside::make_cohorts() {
  cohorts = std::vector<AgentSet>(options.plan_every);
  for (std::uint32_t g = 0; g < options.plan_every; ++g) {
    const auto [first, count] = find_cohort(options, g);
    AgentSet& set = cohorts[g];
    set.count = count;
    if (auto done = set.starts.resize(set.count); !done) return done;
    if (auto done = set.goals.resize(set.count); !done) return done;
    views.push_back({first, set.count, set.starts.data(), set.goals.data(), nullptr, nullptr});
  }
  return Done{};
}

/// Finds the paths of a cohort to new goals.
Result<Done> GpuCrowd::Inside::plan(std::uint32_t cohort, CrowdFrame& frame_counts) {
  AgentSet& set = cohorts[cohort];
  if (set.count == 0) return Done{};
  choose_goals<<<blocks_for(set.count), kBlock>>>(views[cohort], all_places(), options.seed, frame,
                                                  walkers.data());
  const auto times = world.inside().solver.find_paths(set, {});
  if (!times) return times.error();
  views[cohort].records = set.records.data();
  views[cohort].polygons = set.polygons.data();
  frame_counts.planned = set.count;
  return device_views.assign(views, copies);
}

GpuCrowd::GpuCrowd(std::unique_ptr<Inside> inside) : inside_(std::move(inside)) {}
GpuCrowd::GpuCrowd(GpuCrowd&&) noexcept = default;
GpuCrowd& GpuCrowd::operator=(GpuCrowd&&) noexcept = default;
GpuCrowd::~GpuCrowd() = default;

Result<GpuCrowd> GpuCrowd::make(const GpuWorld& world, std::span<const MeshPlace> places,
                                const CrowdOptions& options) {
  const OnGpu device;
  if (auto done = check_crowd(places, options); !done) return done.error();
  if (options.plan_every > kMostCohorts)
    return Error{"GPU: agents of a crowd plan every 65,535 frames at the most; give fewer"};
  std::unique_ptr<Inside> inside(new Inside{options, world});
  if (auto done = inside->places.assign(places, inside->copies); !done) return done.error();
  if (auto done = inside->walkers.resize(options.agents); !done) return done.error();
  if (auto done = inside->counts.resize(1); !done) return done.error();
  if (auto done = inside->make_cohorts(); !done) return done.error();
  place_walkers<<<blocks_for(options.agents), kBlock>>>(inside->all_places(), options.agents,
                                                        options.seed, inside->walkers.data());
  // Copies do not wait for other work by themselves.
  if (auto done = check_launched("placing agents"); !done) return done.error();
  if (auto done = check(cudaDeviceSynchronize(), "placing agents"); !done) return done.error();
  return GpuCrowd(std::move(inside));
}

Result<CrowdFrame> GpuCrowd::advance() {
  const OnGpu device;
  Inside& in = *inside_;
  CrowdFrame frame;
  DeviceEvent begin;
  DeviceEvent planned;
  DeviceEvent moved;
  begin.record();
  if (auto done = in.plan(in.frame % in.options.plan_every, frame); !done) return done.error();
  planned.record();
  cudaMemsetAsync(in.counts.data(), 0, sizeof(CrowdCounts));
  const dim3 blocks(blocks_for(in.views.front().count), in.options.plan_every);
  move_walkers<<<blocks, kBlock>>>(in.world.inside().mesh.view(), in.device_views.data(),
                                   in.options.step, in.walkers.data(), in.counts.data());
  if (auto done = check_launched("moving agents"); !done) return done.error();
  moved.record();
  CrowdCounts counts{};
  if (auto done =
          check(cudaMemcpy(&counts, in.counts.data(), sizeof counts, cudaMemcpyDeviceToHost),
                "moving agents");
      !done) {
    return done.error();
  }
  ++in.frame;
  frame.arrived = counts.arrived;
  frame.stuck = counts.stuck;
  frame.plan_ms = planned.since(begin);
  frame.move_ms = moved.since(planned);
  return frame;
}

Result<Done> GpuCrowd::read_walkers(std::vector<Walker>& walkers) const {
  const OnGpu device;
  walkers.resize(inside_->options.agents);
  return inside_->walkers.read(walkers.data(), walkers.size(), inside_->copies);
}

void add_crowd_kernels(KernelList& list) {
  list.add("crowds: first places", place_walkers, kBlock);
  list.add("crowds: new goals", choose_goals, kBlock);
  list.add("crowds: moving", move_walkers, kBlock);
}

}  // namespace portolan::detail
