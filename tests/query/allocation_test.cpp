#include <gtest/gtest.h>
#include <malloc.h>

#include <atomic>
#include <cstdlib>
#include <new>

#include "portolan/hierarchy/customize.h"
#include "portolan/query/query.h"
#include "portolan/tables/build_tables.h"
#include "tests/hierarchy/random_world.h"
#include "tests/query/large_worlds.h"

namespace {

std::atomic<std::uint64_t> allocations = 0;
std::atomic<std::size_t> held = 0;       // bytes
std::atomic<std::size_t> most_held = 0;  // since it was last set

void* counted(void* memory) {
  ++allocations;
  if (memory == nullptr) return nullptr;
  held += malloc_usable_size(memory);
  most_held = std::max(most_held.load(), held.load());
  return memory;
}
void* counted(std::size_t size) {
  if (void* memory = counted(std::malloc(size == 0 ? 1 : size))) return memory;
  throw std::bad_alloc();
}
void free_counted(void* memory) {
  held -= malloc_usable_size(memory);
  std::free(memory);
}

}  // namespace

// Every allocation of this program goes through these.
void* operator new(std::size_t size) { return counted(size); }
void* operator new[](std::size_t size) { return counted(size); }
void* operator new(std::size_t size, std::align_val_t boundary, const std::nothrow_t&) noexcept {
  const auto step = static_cast<std::size_t>(boundary);
  return counted(std::aligned_alloc(step, (size + step - 1) / step * step));
}
void operator delete(void* memory) noexcept { free_counted(memory); }
void operator delete[](void* memory) noexcept { free_counted(memory); }
void operator delete(void* memory, std::size_t) noexcept { free_counted(memory); }
void operator delete[](void* memory, std::size_t) noexcept { free_counted(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { free_counted(memory); }

namespace portolan::detail {
namespace {

/// Asks the same again and again: the answers after the first round allocate nothing.
void expect_quiet_second_round(std::uint64_t seed, bool store_steps, ConnectMethod method) {
  const test::Sketch s = test::random_sketch(seed, 200);
  const CsrWorld world = s.world();
  const Hierarchy hierarchy = build_hierarchy(world, s.partition(), {store_steps}).value();
  const auto pairs = test::some_pairs(s, 100);
  Query<CsrWorld> query;
  Hops hops;
  std::vector<NodeId> path;
  const auto ask_all = [&] {
    const std::uint64_t before = allocations;
    for (const auto& [from, to] : pairs) {
      for (unsigned level = kAutoLevel; level <= hierarchy.levels(); ++level) {
        query.find_hops(world, hierarchy, from, to, {level, method}, hops);
        query.find_path(world, hierarchy, from, to, {level, method}, path);
        query.find_cost(world, hierarchy, from, to, {level, method});
      }
    }
    return allocations - before;
  };
  EXPECT_GT(ask_all(), 0u);
  EXPECT_EQ(ask_all(), 0u) << "seed " << seed << " method " << static_cast<int>(method);
}

TEST(Allocation, NoneAfterWarmUp) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    for (const ConnectMethod method :
         {ConnectMethod::dijkstra, ConnectMethod::astar, ConnectMethod::sparse}) {
      expect_quiet_second_round(seed, seed % 2 == 0, method);
    }
  }
}

/// Builds tables of all kinds that a budget allows; `least`: what the largest take at least.
void expect_budget_kept_while_building(const CsrWorld& world, const Hierarchy& hierarchy,
                                       ConnectPaths paths, std::uint64_t least) {
  const auto build = [&](std::uint64_t budget, FarMethod far) {
    return build_tables(world, hierarchy, {budget, paths, far}, test::as_they_come).value();
  };
  EXPECT_GE(build(TableOptions::kUnlimited, FarMethod::labels).bytes(), least);
  for (std::uint64_t budget = least / 64; budget <= least; budget *= 2) {
    for (const FarMethod far : {FarMethod::labels, FarMethod::shortcuts, FarMethod::search}) {
      const std::size_t before = held;
      most_held = before;
      EXPECT_LE(build(budget, far).bytes(), budget);
      EXPECT_LE(most_held - before, 4 * budget + 2 * hierarchy.bytes())
          << "budget " << budget << ", " << name(far);
    }
  }
}

std::shared_ptr<const Partition> one_level(std::uint32_t cells) {
  return std::make_shared<const Partition>(Partition::make(cells, {}).value());
}

TEST(Allocation, ShortcutsAndLabelsKeepTheirBudgetWhileTheyAreMade) {
  // Every node a cell, and joined to others by chance: no order of the gates is a good one.
  constexpr std::uint32_t kNodes = 800;
  test::Random random(1);
  std::vector<OwnedEdge> edges;
  std::vector<CellId> homes;
  for (std::uint32_t n = 0; n < kNodes; ++n) {
    homes.push_back(CellId{n});
    for (int k = 0; k < 2; ++k) {
      const NodeId other{random.below(kNodes)};
      edges.push_back({NodeId{n}, other, random.between(1, 9), CellId{n}});
      edges.push_back({other, NodeId{n}, edges.back().cost, CellId{n}});
    }
  }
  const CsrWorld world = make_csr_world(kNodes, kNodes, edges, homes).value();
  const Hierarchy hierarchy = build_hierarchy(world, one_level(kNodes)).value();
  expect_budget_kept_while_building(world, hierarchy, ConnectPaths::steps, 1'000'000);
}

}  // namespace
}  // namespace portolan::detail
