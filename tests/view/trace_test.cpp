#include <gtest/gtest.h>

#include <map>

#include "viewing.h"

namespace portolan::detail::cli {
namespace {

using ViewTrace = ViewedWorlds;

/// A trace lists every expansion that the path's own counts tell of, each after its parent.
void expect_matches_path(const AskedViewer& viewer, const std::string& ends,
                         const std::string& algorithm, const std::string& level) {
  const std::string asked = ends + "&level=" + level;
  const ReadBundle trace = viewer.get_bundle("/api/trace?" + asked + "&algorithm=" + algorithm);
  const auto path =
      viewer.get_json("/api/path?" + asked + "&algorithms=" + algorithm)["algorithms"][algorithm];
  EXPECT_EQ(trace.header()["cost"], path["cost"]);
  std::map<std::string, std::size_t> phases;
  std::size_t listed = 0;
  for (const auto& phase : trace.header()["phases"]) {
    EXPECT_EQ(phase["first"], listed);
    listed += phase["count"].get<std::size_t>();
    phases[phase["name"]] = phase["count"];
  }
  const auto parent = trace.array<std::uint32_t>("parent");
  EXPECT_EQ(trace.points("expanded").size(), listed);
  ASSERT_EQ(parent.size(), listed);
  for (std::size_t i = 0; i < listed; ++i)
    EXPECT_TRUE(parent[i] == 0xFFFF'FFFFu || parent[i] < i) << i;
  EXPECT_EQ(phases["connect start"] + phases["connect goal"] + phases["connect upwards"],
            path["connect"]["expansions"]);
  EXPECT_EQ(phases["search"], path["main"]["expansions"]);
  EXPECT_EQ(phases["refine"], path["refine"]["expansions"]);
  EXPECT_EQ(listed, path["expansions"]);
  EXPECT_EQ(trace.header()["stages"].back()["points"], path["points"]);
}

TEST_F(ViewTrace, ListsWhatPathsExpand) {
  const AskedViewer grid(walled_grid());
  const AskedViewer mesh(three_floors());
  const AskedViewer terrain(hills());
  for (const char* algorithm : {"astar", "hierarchy", "tables"}) {
    expect_matches_path(grid, "from=0.5,0,0.5&to=11.5,0,0.5", algorithm, "auto");
    expect_matches_path(mesh, "from=2,0,10&to=48,0,10", algorithm, "auto");
    expect_matches_path(terrain, "from=15,0,15&to=200,0,210", algorithm, "auto");
  }
  expect_matches_path(grid, "from=0.5,0,0.5&to=11.5,0,0.5", "hierarchy", "2");
  expect_matches_path(terrain, "from=15,0,15&to=200,0,210", "hierarchy", "1");
}

TEST_F(ViewTrace, ShowsThePathAfterEachStage) {
  const AskedViewer viewer(walled_grid());
  const auto header =
      viewer.get_bundle("/api/trace?from=0.5,0,0.5&to=11.5,0,0.5&algorithm=hierarchy").header();
  ASSERT_EQ(header["stages"].size(), 3u);
  const char* names[] = {"abstract", "refined", "smoothed"};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(header["stages"][i]["name"], names[i]);
    EXPECT_EQ(header["stages"][i]["points"].front(), nlohmann::json({0.5, 0.0, 0.5})) << names[i];
    EXPECT_EQ(header["stages"][i]["points"].back(), nlohmann::json({11.5, 0.0, 0.5})) << names[i];
  }
}

TEST_F(ViewTrace, OfNoPathHasNoStages) {
  const AskedViewer viewer(walled_grid());
  const auto header = viewer.get_bundle("/api/trace?from=5.5,0,0.5&to=11.5,0,0.5").header();
  EXPECT_EQ(header["status"], "invalid_start");
  EXPECT_TRUE(header["stages"].empty());
}

}  // namespace
}  // namespace portolan::detail::cli
