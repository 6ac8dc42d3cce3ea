#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "agent_draws.h"
#include "hna_study_sweep.h"
#include "portolan/batch/node_batch.h"
#include "studies/paper_query.h"

/// The CPU's answers to the agents of the multi-agent HNA* paper (Rahmani, Pelechano 2020): A*,
/// HNA* and PCCP under its model, and what stands in their places here.
namespace portolan::detail::bench {

/// Agents of one batch.
struct AgentSet {
  std::span<const MeshPlace> starts;
  std::span<const MeshPlace> goals;

  std::size_t size() const { return starts.size(); }
  AgentSet first(std::size_t count) const { return {starts.first(count), goals.first(count)}; }
};

/// What the methods that search write, one after the other into the same memory.
struct AgentAnswers {
  AnswerArray<Cost> costs;
  AnswerLists<std::uint32_t> polygons;
};

/// Answers agents by searches, `Query` being the scratch of a thread.
template <class Query>
class SearchBatch {
 public:
  /// find(query, start, goal, path) finds the path of one agent, its polygons and its cost.
  template <class Find>
  void answer(const AgentSet& agents, const ParallelFor& parallel, AgentAnswers& answers,
              const Find& find) {
    answers.costs.reset(agents.size());
    batch_.set_piece(searches_in_piece(agents.size()));
    take(batch_.run(
        agents.size(), {parallel, {}},
        [&](Worker& worker, std::size_t i, auto& writers) {
          find(worker.query, agents.starts[i], agents.goals[i], worker.path);
          answers.costs.data()[i] =
              worker.path.status == Status::complete ? worker.path.cost : kInfinite;
          std::get<0>(writers).write(worker.path.polygons);
        },
        answers.polygons));
  }

 private:
  struct Worker {
    Query query;
    NavMeshPath path;
  };
  ListBatch<Worker, std::uint32_t> batch_;
};

/// A level of cells that the paper measures agents with, or A* at level 0.
struct PaperCells {
  unsigned level = 0;
  std::uint32_t merge = 0;  ///< Its μ.
};
/// Those of its table 3, and the one at which its HNA* suffers most.
inline constexpr std::array<PaperCells, 3> kPaperCells{{{1, 20}, {2, 10}, {3, 10}}};

/// One way to answer agents.
struct AgentMethod {
  std::string model;  ///< "paper", or "ours": costs that equal those of A* by `==`.
  std::string name;
  PaperCells cells;
  /// Answers a batch, and returns the costs: kInfinite where there is no path.
  std::function<std::span<const Cost>(const AgentSet&, const ParallelFor&, AgentAnswers&)> answer;
};

/// The hierarchy of one μ, the same under the paper's model, and its connecting paths.
struct PaperWorld {
  std::uint32_t merge;
  NavMeshSnapshot snapshot;
  PaperModel model;
  std::vector<PaperConnectTable> tables;  ///< By level, from 1.

  PaperWorld(const NavMeshSnapshot& world, std::uint32_t merge_by, unsigned levels)
      : merge(merge_by),
        snapshot(take(
            NavMeshSnapshot::build(world.mesh(), world.metric(), study_options(merge, levels)))),
        model(take(PaperModel::build(snapshot, levels))) {
    const ParallelFor parallel = tbb_parallel();
    for (unsigned level = 1; level <= model.levels(); ++level) {
      tables.push_back(take(PaperConnectTable::build(model, level, PathStorage::whole, &parallel)));
    }
  }
};

/// All that is measured on one built world, which must outlive it.
class AgentMethods {
 public:
  explicit AgentMethods(const NavMeshSnapshot& world) : world_(world) {
    for (const PaperCells& cells : kPaperCells) {
      unsigned most = 0;
      for (const PaperCells& other : kPaperCells)
        if (other.merge == cells.merge) most = std::max(most, other.level);
      if (find(cells.merge) == nullptr)
        papers_.push_back(std::make_unique<PaperWorld>(world, cells.merge, most));
    }
    add_paper();
    add_ours();
  }
  AgentMethods(const AgentMethods&) = delete;
  AgentMethods& operator=(const AgentMethods&) = delete;

  const std::vector<AgentMethod>& all() const { return methods_; }
  /// The cells of one μ; null where nothing is measured with it.
  const PaperWorld* find(std::uint32_t merge) const {
    for (const auto& paper : papers_)
      if (paper->merge == merge) return paper.get();
    return nullptr;
  }

 private:
  template <class Query, class Find>
  void add(const char* model, const char* name, PaperCells cells, const Find& find) {
    const auto batch = std::make_shared<SearchBatch<Query>>();
    methods_.push_back(
        {model, name, cells,
         [batch, find](const AgentSet& agents, const ParallelFor& parallel, AgentAnswers& answers) {
           batch->answer(agents, parallel, answers, find);
           return answers.costs.span();
         }});
  }

  void add_paper() {
    const auto astar = [&model = papers_.front()->model](PaperQuery& query, const MeshPlace& start,
                                                         const MeshPlace& goal, NavMeshPath& path) {
      query.find_path_astar(model, start, goal, path);
    };
    add<PaperQuery>("paper", "A*", {}, astar);
    for (const bool table : {false, true}) {
      for (const PaperCells& cells : kPaperCells) {
        const PaperWorld& paper = *find(cells.merge);
        if (cells.level > paper.model.levels()) continue;
        PaperOptions options;
        options.level = cells.level;
        options.connect = table ? PaperConnect::table : PaperConnect::astar;
        options.tables = paper.tables;
        add<PaperQuery>("paper", table ? "PCCP" : "HNA*", cells,
                        [&paper, options](PaperQuery& query, const MeshPlace& start,
                                          const MeshPlace& goal, NavMeshPath& path) {
                          query.find_path(paper.model, start, goal, options, path);
                        });
      }
    }
  }

  void add_hierarchy(const NavMeshSnapshot& world, PaperCells cells) {
    NavMeshQueryOptions options = polygons_only(cells.level);
    options.tables = false;
    add<NavMeshQuery>("ours", "hierarchy", cells,
                      [&world, options](NavMeshQuery& query, const MeshPlace& start,
                                        const MeshPlace& goal, NavMeshPath& path) {
                        query.find_path(world, start, goal, options, path);
                      });
  }

  void add_ours() {
    const auto astar = [this](NavMeshQuery& query, const MeshPlace& start, const MeshPlace& goal,
                              NavMeshPath& path) {
      query.find_path_astar(world_, start, goal, polygons_only(), path);
    };
    add<NavMeshQuery>("ours", "A*", {}, astar);
    for (const PaperCells& cells : kPaperCells) {
      const PaperWorld& paper = *find(cells.merge);
      if (cells.level <= paper.model.levels()) add_hierarchy(paper.snapshot, cells);
    }
    add_hierarchy(world_, {});
    add_tables();
  }

  /// A batch answers from tables in a way of its own; its paths are doorways.
  void add_tables() {
    const auto batch = std::make_shared<NodeBatch<NavMeshWorld>>();
    const auto doorways = std::make_shared<BatchAnswers>();
    methods_.push_back({"ours",
                        "tables",
                        {},
                        [this, batch, doorways](const AgentSet& agents, const ParallelFor& parallel,
                                                AgentAnswers&) {
                          const BatchRequest<NavMeshWorld> request{agents.starts, agents.goals};
                          take(batch->answer(world_, request, parallel, {}, *doorways));
                          return doorways->cost.span();
                        }});
  }

  const NavMeshSnapshot& world_;
  std::vector<std::unique_ptr<PaperWorld>> papers_;
  std::vector<AgentMethod> methods_;
};

}  // namespace portolan::detail::bench
