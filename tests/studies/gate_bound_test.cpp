#include "studies/gate_bound.h"

#include "tests/navmesh/nav_mesh_testing.h"

namespace portolan::detail {
namespace {

TEST(GateBound, IsThePapersRecurrence) {
  for (const std::uint32_t sides : {3u, 4u, 6u}) {
    for (const std::uint32_t merge : {2u, 10u, 20u}) {
      double bound = sides;  // of a polygon by itself
      for (unsigned level = 1; level <= 3; ++level) {
        bound = merge * bound - 2.0 * (merge - 1.0);  // its equation 2
        EXPECT_EQ(gate_bound(std::vector{merge}, level, sides), bound);
      }
    }
  }
  EXPECT_EQ(gate_bound(std::vector{16u, 6u}, 3, 6), 16 * 6 * 6 * 4 + 2.0);
}

TEST(GateBound, TakesThePolygonWithTheMostSides) {
  EXPECT_EQ(most_sides(test::make_field({.width = 4, .height = 4})), 4u);
}

TEST(GateBound, HoldsOnMeshes) {
  for (std::uint32_t seed = 1; seed <= 6; ++seed) {
    const PolygonMesh mesh =
        test::make_field({.width = 20, .height = 20, .holes = 5, .uneven = true, .seed = seed});
    const std::vector<std::uint32_t> merge{6};
    const NavMeshSnapshot snapshot = test::build(mesh, {}, merge);
    const Hierarchy& hierarchy = snapshot.hierarchy();
    for (unsigned level = 1; level <= hierarchy.levels(); ++level) {
      for (std::uint32_t c = 0; c < hierarchy.partition().cell_count(level); ++c) {
        const OverlayCell cell = hierarchy.cell(hierarchy.partition().handle(level, CellId{c}));
        EXPECT_LE(cell.gate_count(), gate_bound(merge, level, most_sides(mesh)));
      }
    }
  }
}

}  // namespace
}  // namespace portolan::detail
