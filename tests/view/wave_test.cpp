#include <gtest/gtest.h>

#include <cmath>

#include "viewing.h"

namespace portolan::detail::cli {
namespace {

using ViewWave = ViewedWorlds;

std::vector<float> costs_of(const AskedViewer& viewer, const std::string& from,
                            const std::string& algorithm) {
  return viewer.get_bundle("/api/wave?from=" + from + "&algorithm=" + algorithm)
      .array<float>("cost");
}

TEST_F(ViewWave, CostsWhatPathsCost) {
  const AskedViewer viewer(walled_grid({"--transitions", "all"}));
  const auto costs = costs_of(viewer, "0.5,0,0.5", "astar");
  ASSERT_EQ(costs.size(), 96u);
  EXPECT_EQ(costs[0], 0.0f);
  EXPECT_TRUE(std::isinf(costs[5]));
  for (std::size_t e = 0; e < costs.size(); e += 7) {
    if (std::isinf(costs[e])) continue;
    const std::string to = std::to_string(e % 12) + ".5,0," + std::to_string(e / 12) + ".5";
    const auto path = viewer.get_json("/api/path?from=0.5,0,0.5&algorithms=astar&to=" + to);
    EXPECT_NEAR(path["algorithms"]["astar"]["cost"].get<double>(), double{costs[e]}, 1e-4) << to;
  }
}

TEST_F(ViewWave, IsTheSameByAHierarchyWithAllGates) {
  const AskedViewer grid(walled_grid({"--transitions", "all"}));
  EXPECT_EQ(costs_of(grid, "3.5,0,1.5", "astar"), costs_of(grid, "3.5,0,1.5", "hierarchy"));
  const AskedViewer mesh(three_floors());
  EXPECT_EQ(costs_of(mesh, "3,0,12", "astar"), costs_of(mesh, "3,0,12", "hierarchy"));
  const AskedViewer terrain(hills());
  EXPECT_EQ(costs_of(terrain, "33,0,41", "astar"), costs_of(terrain, "33,0,41", "hierarchy"));
}

TEST_F(ViewWave, IsNeverCheaperByAHierarchyWithFewGates) {
  const AskedViewer viewer(walled_grid({"--transitions", "middle"}));
  const auto exact = costs_of(viewer, "0.5,0,0.5", "astar");
  const auto near = costs_of(viewer, "0.5,0,0.5", "hierarchy");
  for (std::size_t e = 0; e < exact.size(); ++e) {
    EXPECT_GE(near[e], exact[e]);
    EXPECT_EQ(std::isinf(near[e]), std::isinf(exact[e]));
  }
}

TEST_F(ViewWave, TellsItsEffort) {
  const AskedViewer viewer(walled_grid());
  const auto header = viewer.get_bundle("/api/wave?from=0.5,0,0.5").header();
  EXPECT_EQ(header["expansions"], 96 - 7);
  EXPECT_GT(header["microseconds"], 0.0);
  EXPECT_GT(header["largest"], 15.0);
}

}  // namespace
}  // namespace portolan::detail::cli
