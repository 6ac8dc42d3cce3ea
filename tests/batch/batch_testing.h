#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "portolan/hierarchy/customize.h"
#include "portolan/tables/build_tables.h"
#include "portolan/types.h"
#include "tests/hierarchy/random_world.h"

namespace portolan::detail::test {

/// Plain threads, started for each piece of work: a job system of a caller's own.
inline ParallelFor threads(unsigned count) {
  return [count](std::uint32_t pieces, const std::function<void(std::uint32_t)>& work) {
    std::atomic<std::uint32_t> next = 0;
    std::vector<std::jthread> running;
    for (unsigned t = 0; t < count; ++t) {
      running.emplace_back([&] {
        for (std::uint32_t i = next++; i < pieces; i = next++) work(i);
      });
    }
  };
}

/// Which tables there are. `level_alone`: see TableOptions.
struct TableKind {
  FarMethod far;
  unsigned level_alone = 0;
};

/// A random world without free moves, one-way edges only where `directed`, and its tables.
struct TabledWorld {
  TabledWorld(std::uint64_t seed, std::uint32_t most_nodes, bool directed, FarMethod far)
      : TabledWorld(seed, most_nodes, directed, TableKind{far}) {}
  TabledWorld(std::uint64_t seed, std::uint32_t most_nodes, bool directed, TableKind kind)
      : sketch(random_sketch(seed, most_nodes)) {
    std::vector<OwnedEdge> edges;
    for (OwnedEdge e : sketch.edges) {
      e.cost = std::max(e.cost, Cost{1});
      edges.push_back(e);
      if (!directed) edges.push_back({e.to, e.from, e.cost, e.owner});
    }
    sketch.edges = std::move(edges);
    world = sketch.world();
    hierarchy = build_hierarchy(world, sketch.partition()).value();
    TableOptions options;
    options.far = kind.far;
    options.level_alone = kind.level_alone;
    if (kind.far == FarMethod::search) options.max_bytes = 0;
    tables = build_tables(world, hierarchy, options, [&](const GateGraph& graph) {
               return Result<SupernodeOrder>(order_by_levels(hierarchy, graph));
             }).value();
  }
  std::vector<NodeId> nodes(std::uint32_t count, std::uint64_t seed) const {
    Random random(seed);
    std::vector<NodeId> drawn;
    for (std::uint32_t i = 0; i < count; ++i) drawn.push_back(NodeId{random.below(sketch.nodes)});
    return drawn;
  }

  Sketch sketch;
  CsrWorld world;
  Hierarchy hierarchy;
  Tables tables;
};

/// What tests of all tables are run with, and whether there are one-way edges.
inline auto every_table() {
  return testing::Combine(
      testing::Values(TableKind{FarMethod::labels}, TableKind{FarMethod::shortcuts},
                      TableKind{FarMethod::shortcuts, 1}, TableKind{FarMethod::shortcuts, 2},
                      TableKind{FarMethod::search}),
      testing::Bool());
}
struct NameTable {
  template <class Tested>
  std::string operator()(const Tested& tested) const {
    const auto& [kind, directed] = tested.param;
    return std::string(name(kind.far)) +
           (kind.level_alone == 0 ? "" : "AloneOfLevel" + std::to_string(kind.level_alone)) +
           (directed ? "Directed" : "Symmetric");
  }
};

}  // namespace portolan::detail::test
