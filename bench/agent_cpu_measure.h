#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "agent_cpu_methods.h"

/// How long batches of agents take, and how many agents a frame has time for.
namespace portolan::detail::bench {

/// 25 frames per second, as the paper counts.
inline constexpr double kFrameMs = 40.0;
/// The paper's GPU answers so many agents at once; its figures 11 and 12 show a step at each
/// multiple.
inline constexpr std::uint32_t kPaperBlocks = 65'535;
/// All numbers of agents of its table 3, a few between, and some multiples of its blocks.
inline constexpr std::array<std::uint32_t, 15> kAgentCounts{5,
                                                            11,
                                                            18,
                                                            24,
                                                            48,
                                                            62,
                                                            63,
                                                            140,
                                                            1'000,
                                                            10'000,
                                                            kPaperBlocks,
                                                            2 * kPaperBlocks,
                                                            4 * kPaperBlocks,
                                                            6 * kPaperBlocks,
                                                            8 * kPaperBlocks};

/// Agents of whom each has a path, with its cost.
struct KnownAgents {
  Agents agents;
  std::vector<Cost> costs;

  AgentSet first(std::size_t count) const {
    return AgentSet{agents.starts, agents.goals}.first(count);
  }
};

/// `count` of them; the world has tables, and paths enough.
inline KnownAgents draw_known_agents(const NavMeshSnapshot& world, std::uint32_t count) {
  NodeBatch<NavMeshWorld> batch;
  BatchAnswers answers;
  KnownAgents known;
  for (std::uint32_t drawn = count + count / 4; known.costs.size() < count; drawn *= 2) {
    require(drawn <= 64 * count, "few pairs of points have a path between them");
    const Agents all = draw_agents(world, drawn);
    const BatchRequest<NavMeshWorld> request{all.starts, all.goals, BatchWants::cost};
    take(batch.answer(world, request, tbb_parallel(), {}, answers));
    known = {};
    for (std::size_t i = 0; i < drawn && known.costs.size() < count; ++i) {
      if (answers.cost[i] == kInfinite) continue;
      known.agents.starts.push_back(all.starts[i]);
      known.agents.goals.push_back(all.goals[i]);
      known.costs.push_back(answers.cost[i]);
    }
  }
  return known;
}

/// How far a measurement goes.
struct AgentLimits {
  std::uint32_t most = kAgentCounts.back();  ///< Agents in a batch.
  double seconds = 10.0;                     ///< That a batch may take, as far as is foreseen.
  unsigned rounds = 3;  ///< Of batches that take less than a fifth of a second.
};

/// One batch; no time where it was foreseen to take too long.
struct BatchTime {
  std::uint32_t agents = 0;
  std::optional<double> ms;
  double foreseen_ms = 0.0;
};

/// The largest batch that was measured to fit into a frame.
struct FrameFit {
  std::uint32_t agents = 0;
  double ms = 0.0;
  bool all = false;  ///< There were no more agents.
};

/// Measures one method on some threads.
class AgentClock {
 public:
  AgentClock(const KnownAgents& known, const AgentMethod& method, unsigned threads,
             const AgentLimits& limits, AgentAnswers& answers)
      : known_(known),
        method_(method),
        parallel_(tbb_parallel(threads)),
        limits_(limits),
        answers_(answers) {}

  std::vector<BatchTime> measure_all() {
    std::vector<BatchTime> times;
    for (const std::uint32_t agents : kAgentCounts) {
      if (agents > limits_.most) break;
      BatchTime& time = times.emplace_back(BatchTime{agents, {}, agents * ms_each_});
      if (time.foreseen_ms > 1e3 * limits_.seconds) continue;
      time.ms = measure(agents);
      ms_each_ = *time.ms / agents;
    }
    return times;
  }

  /// After `measure_all`, which tells about how many to begin with.
  FrameFit fit_frame() {
    FrameFit fit;
    auto too_many = static_cast<std::uint32_t>(known_.costs.size()) + 1;
    auto agents = static_cast<std::uint32_t>(std::min(kFrameMs / ms_each_, too_many - 1.0));
    for (int step = 0; step < 8 && agents > fit.agents; ++step) {
      const double ms = measure(agents);
      if (ms <= kFrameMs) {
        fit = {agents, ms, agents == known_.costs.size()};
      } else {
        too_many = agents;
      }
      // A little less than what would fill the frame, so that most tries fit.
      agents = std::clamp(static_cast<std::uint32_t>(0.995 * agents * kFrameMs / ms), fit.agents,
                          too_many - 1);
    }
    return fit;
  }

 private:
  /// The best of the rounds, in milliseconds.
  double measure(std::uint32_t agents) {
    constexpr double kLongMs = 200.0;
    double best = 0.0;
    for (unsigned round = 0; round < limits_.rounds && (round == 0 || best < kLongMs); ++round) {
      std::span<const Cost> costs;
      const double ms = 1e-3 * microseconds_of([&] {
                          costs = method_.answer(known_.first(agents), parallel_, answers_);
                        });
      keep_best(best, ms, round == 0);
      check(costs);
    }
    return best;
  }

  void check(std::span<const Cost> costs) const {
    for (std::size_t i = 0; i < costs.size(); ++i) {
      require(costs[i] != kInfinite, method_.name + ": a path was not found");
      require(method_.model == "paper" || costs[i] == known_.costs[i],
              method_.name + ": a cost is not that of the tables");
    }
  }

  const KnownAgents& known_;
  const AgentMethod& method_;
  ParallelFor parallel_;
  const AgentLimits& limits_;
  AgentAnswers& answers_;
  double ms_each_ = 0.0;  // of the largest batch so far
};

}  // namespace portolan::detail::bench
