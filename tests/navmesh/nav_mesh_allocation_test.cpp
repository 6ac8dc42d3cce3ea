#include <memory>

#include "nav_mesh_testing.h"
#include "tests/counted_allocations.h"

namespace portolan::detail {
namespace {

using test::count_allocations;
using test::Random;

TEST(NavMeshAllocation, IsCounted) {
  EXPECT_EQ(
      count_allocations([] { std::vector<int>(10).swap(*std::make_unique<std::vector<int>>()); }),
      2u);
}

/// The same queries a second time allocate nothing, whatever the options.
TEST(NavMeshAllocation, NoneInQueriesAfterWarmUp) {
  for (const std::uint32_t seed : {1u, 2u, 3u, 4u}) {
    const PolygonMesh mesh = test::make_random_mesh(seed);
    std::vector<MeshPlace> places;
    Random random(seed);
    for (int k = 0; k < 40; ++k) places.push_back(test::random_place(mesh, random));
    for (const bool store_steps : {true, false}) {
      const NavMeshSnapshot snapshot =
          test::build(mesh, test::make_metric(seed), {6, 3}, store_steps);
      for (const ConnectMethod method : {ConnectMethod::dijkstra, ConnectMethod::astar,
                                         ConnectMethod::sparse, ConnectMethod::goalward}) {
        NavMeshQuery query;
        NavMeshPath path;
        Cost cost = 0;
        const auto queries = [&] {
          for (std::size_t i = 0; i + 1 < places.size(); i += 2) {
            for (unsigned level = 0; level <= snapshot.hierarchy().levels(); ++level) {
              const NavMeshQueryOptions options{{level, method}, true};
              query.find_path(snapshot, places[i], places[i + 1], options, path);
              query.find_cost(snapshot, places[i], places[i + 1], options, cost);
            }
            query.find_path_astar(snapshot, places[i], places[i + 1], {}, path);
          }
        };
        queries();
        EXPECT_EQ(count_allocations(queries), 0u) << "seed " << seed << " connect " << int(method)
                                                  << (store_steps ? " stored" : " searched");
      }
    }
  }
}

}  // namespace
}  // namespace portolan::detail
