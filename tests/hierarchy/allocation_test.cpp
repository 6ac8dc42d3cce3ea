#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>

#include "portolan/hierarchy/customize.h"
#include "portolan/hierarchy/query.h"
#include "random_world.h"

namespace {

std::atomic<std::uint64_t> allocations = 0;

void* counted(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}

}  // namespace

// Every allocation of this program goes through these.
void* operator new(std::size_t size) { return counted(size); }
void* operator new[](std::size_t size) { return counted(size); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }

namespace portolan {
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

}  // namespace
}  // namespace portolan
