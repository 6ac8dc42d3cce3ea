#include "mesh/crowd_run.h"

#include <fmt/format.h>

#include <functional>
#include <optional>

#include "failure.h"
#include "portolan/batch.h"
#include "portolan/core/narrow.h"
#include "portolan/gpu/crowd/gpu_crowd.h"
#include "portolan/gpu/crowd/host_crowd.h"
#include "portolan/gpu/device/memory_need.h"
#include "portolan/gpu/gpu_agents.h"
#include "portolan/io/file.h"
#include "report/document.h"
#include "report/frame_plot.h"
#include "report/json.h"
#include "report/progress_bar.h"
#include "report/statistics.h"
#include "report/table.h"
#include "world/gpu_batch.h"

namespace portolan::detail::cli {
namespace {

/// All frames of a crowd.
struct Walk {
  FrameTimes times;
  std::vector<double> whole;
  CrowdFrame last;
};

Walk walk(std::uint32_t frames, const std::function<CrowdFrame()>& advance) {
  Walk all;
  ProgressBar bar("walking");
  const Progress progress = bar.progress();
  for (std::uint32_t frame = 0; frame < frames; ++frame) {
    progress.step(frame, frames, "frames");
    all.last = advance();
    all.times.plan.push_back(all.last.plan_ms);
    all.times.move.push_back(all.last.move_ms);
    all.whole.push_back(all.last.plan_ms + all.last.move_ms);
  }
  progress.step(frames, frames, "frames");
  return all;
}

void print_table(const Walk& walk) {
  Table table({"per frame", "mean", "half below", "99 % below", "most"});
  const auto add = [&](const char* what, const std::vector<double>& ms) {
    table.add({what, duration(mean(ms) * 1e3), duration(quantile(ms, 0.5) * 1e3),
               duration(quantile(ms, 0.99) * 1e3), duration(quantile(ms, 1.0) * 1e3)});
  };
  add("finding paths", walk.times.plan);
  add("moving", walk.times.move);
  add("all of it", walk.whole);
  fmt::print("{}", table.text());
}

Json as_json(const Walk& walk, const CrowdOptions& options, const std::string& device) {
  return {{"device", device},
          {"agents", options.agents},
          {"plan_every", options.plan_every},
          {"frames", walk.whole.size()},
          {"plan_ms", walk.times.plan},
          {"move_ms", walk.times.move},
          {"mean_ms", mean(walk.whole)},
          {"frames_per_second", 1e3 / mean(walk.whole)},
          {"planned_per_frame", walk.last.planned},
          {"arrived", walk.last.arrived},
          {"stuck", walk.last.stuck}};
}

}  // namespace

void run_crowd(const std::string& world_name, const NavMeshSnapshot& world,
               const std::vector<MeshPlace>& places, const CrowdArguments& arguments) {
  const ParallelFor parallel = tbb_parallel(arguments.threads);
  CrowdOptions options;
  options.agents = narrow<std::uint32_t>(places.size());
  options.plan_every = arguments.plan_every;
  GpuInfo info;
  if (arguments.gpu) info = take(find_gpu());
  const std::string device = arguments.gpu ? info.name : counted(arguments.threads, "thread");
  const SnapshotArrays arrays =
      take(SnapshotArrays::make_fitting(world, parallel, arguments.gpu ? info.free : kPlenty));
  std::optional<GpuMemory> memory;
  std::optional<GpuCrowd> gpu;
  std::optional<HostCrowd> host;
  if (arguments.gpu) {
    const std::uint64_t scratch = bytes_of_scratch(find_cohort(options, 0).count);
    memory =
        GpuMemory{arrays.bytes(), bytes_of_answers<MeshPlace>(places.size()) + scratch, info.free};
    if (!arguments.json) memory->print();
    gpu.emplace(take(GpuCrowd::make(take(GpuWorld::make(arrays.view())), places, options)));
  } else {
    host.emplace(take(HostCrowd::make(arrays, places, options, parallel)));
  }
  const Walk all =
      walk(arguments.frames, [&] { return gpu ? take(gpu->advance()) : host->advance(); });
  const std::string title =
      fmt::format("{} on {}, {}", counted(options.agents, "agent"), world_name, device);
  if (!arguments.plot.empty())
    take(save_file_atomically(arguments.plot, plot_frames(all.times, title)));
  if (arguments.json) {
    Json document = begin_document("batch", world_name);
    document["agent"] = world.metric().name;
    document.update(as_json(all, options, device));
    if (memory) document["memory"] = memory->json();
    print_document(document);
    return;
  }
  fmt::print("{}: {}, {:.1f} per second; {} finding new paths in each\n", title,
             counted(arguments.frames, "frame"), 1e3 / mean(all.whole),
             counted(all.last.planned, "agent"));
  print_table(all);
  fmt::print("  at the end {} stand at their goal, {} cannot reach it\n", grouped(all.last.arrived),
             grouped(all.last.stuck));
  if (!arguments.plot.empty()) fmt::print("  picture     {}\n", arguments.plot);
}

}  // namespace portolan::detail::cli
