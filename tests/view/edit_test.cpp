#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <thread>

#include "portolan/io/baked/grid_world_file.h"
#include "viewing.h"

namespace portolan::detail::cli {
namespace {

using ViewEdit = ViewedWorlds;

nlohmann::json path_across(const AskedViewer& viewer) {
  return viewer.get_json(
      "/api/path?from=0.5,0,0.5&to=11.5,0,0.5&algorithms=hierarchy")["algorithms"]["hierarchy"];
}

TEST_F(ViewEdit, ClosesAndOpensTheGap) {
  const AskedViewer viewer(walled_grid({"--transitions", "all"}));
  const auto before = path_across(viewer);
  const auto closed = viewer.post_json("/api/edit", R"({"tiles":[[5,6]],"letter":"@"})");
  EXPECT_EQ(closed["revision"], 2);
  EXPECT_EQ(path_across(viewer)["status"], "unreachable");
  EXPECT_EQ(viewer.get_bundle("/api/geometry").array<std::uint8_t>("tiles")[6 * 12 + 5], '@');
  // Tile 5,6 lies in square 4 of 6, away from its border.
  EXPECT_EQ(closed["touched"], nlohmann::json({4}));
  EXPECT_GE(closed["customized_cells"], 1);

  const auto opened = viewer.post_json("/api/edit", R"({"tiles":[[5,0]],"letter":"."})");
  EXPECT_EQ(opened["revision"], 3);
  EXPECT_NEAR(path_across(viewer)["cost"].get<double>(), 11.0, 1e-9);

  viewer.post_json("/api/edit/undo", "");
  EXPECT_EQ(path_across(viewer)["status"], "unreachable");
  EXPECT_EQ(viewer.post_json("/api/edit/undo", "")["revision"], 5);
  EXPECT_EQ(path_across(viewer)["cost"], before["cost"]);
  EXPECT_EQ(viewer.post("/api/edit/undo", "").status, 404);
}

TEST_F(ViewEdit, MakesNewTablesInTheBackground) {
  const AskedViewer viewer(walled_grid({"--transitions", "all"}));
  viewer.post_json("/api/edit", R"({"tiles":[[5,0]],"letter":"."})");
  // Those who do not know yet that they are gone are told, and not refused.
  for (const char* algorithms : {"tables", "astar,tables"}) {
    const auto early = viewer.get_json(
        std::string("/api/path?from=0.5,0,0.5&to=11.5,0,0.5&algorithms=") + algorithms);
    EXPECT_NE(early.contains("building"), early["algorithms"].contains("tables")) << early;
    EXPECT_EQ(early["algorithms"].contains("astar"), std::string(algorithms) != "tables");
  }
  for (int tries = 0; viewer.get_json("/api/world")["tables"] != "ready"; ++tries) {
    ASSERT_LT(tries, 2000);
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  const auto path = viewer.get_json("/api/path?from=0.5,0,0.5&to=11.5,0,0.5&algorithms=tables");
  EXPECT_EQ(path["revision"], 2);
  EXPECT_NEAR(path["algorithms"]["tables"]["cost"].get<double>(), 11.0, 1e-9);
}

/// Shortcuts alone are tables: they answer, and come back after a change.
TEST_F(ViewEdit, MakesNewTablesWhereThereWereShortcutsAlone) {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "alone.portolan";
  const auto built = GridSnapshot::build(*Grid::make(12, 8, std::vector<TileLetter>(96, '.')),
                                         GridMetric{}, {.cell_size = 4});
  ASSERT_TRUE(save_grid_world(file, *built->with_tables({.level_alone = 1})));
  const AskedViewer viewer(open_for_view(file.string()));
  EXPECT_EQ(viewer.get_json("/api/world")["tables"], "ready");
  viewer.post_json("/api/edit", R"({"tiles":[[5,0]],"letter":"@"})");
  for (int tries = 0; viewer.get_json("/api/world")["tables"] != "ready"; ++tries) {
    ASSERT_LT(tries, 2000);
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

TEST_F(ViewEdit, ChangesWhatAnAreaOfAMeshCosts) {
  const AskedViewer viewer(three_floors());
  const auto cost = [&] {
    return viewer.get_json("/api/path?from=2,0,10&to=48,0,10&algorithms=astar,hierarchy");
  };
  const auto before = cost();
  viewer.post_json("/api/edit", R"({"area":"grass","cost":3})");
  const auto after = cost();
  // 10 m of grass cost 20 m more than before.
  EXPECT_NEAR(after["algorithms"]["astar"]["cost"].get<double>() -
                  before["algorithms"]["astar"]["cost"].get<double>(),
              20.0, 2.0);
  EXPECT_EQ(after["algorithms"]["astar"]["cost"], after["algorithms"]["hierarchy"]["cost"]);
  bool found = false;
  const auto world = viewer.get_json("/api/world");
  for (const auto& area : world["areas"]) {
    if (area["name"] == "grass") {
      EXPECT_EQ(area["cost"], 3.0);
      found = true;
    }
  }
  EXPECT_TRUE(found);
  viewer.post_json("/api/edit", R"({"area":"grass","passable":false})");
  EXPECT_EQ(cost()["algorithms"]["astar"]["status"], "unreachable");
}

TEST_F(ViewEdit, RefusesWhatIsNoChange) {
  const AskedViewer grid(walled_grid());
  for (const char* body :
       {"", "[]", "{}", "nonsense", R"({"tiles":[[1,1]]})", R"({"tiles":[[1,1]],"letter":"@@"})",
        R"({"tiles":[[12,1]],"letter":"@"})", R"({"tiles":[[-1,1]],"letter":"@"})",
        R"({"tiles":[[1]],"letter":"@"})", R"({"tiles":[[1e99,1]],"letter":"@"})",
        R"({"tiles":7,"letter":"@"})", R"({"tiles":[],"letter":"@"})"}) {
    const Response response = grid.post("/api/edit", body);
    EXPECT_EQ(response.status, 400) << body << ": " << response.body;
  }
  EXPECT_EQ(grid.get_json("/api/world")["revision"], 1);
  const AskedViewer mesh(three_floors());
  for (const char* body : {R"({"area":"lava","cost":2})", R"({"area":"grass","cost":0})",
                           R"({"area":"grass","cost":1e9})", R"({"area":"grass","cost":"2"})",
                           R"({"area":"grass","cost":2,"agent":"nobody"})"}) {
    const Response response = mesh.post("/api/edit", body);
    EXPECT_EQ(response.status, 400) << body << ": " << response.body;
  }
  EXPECT_EQ(AskedViewer(hills()).post("/api/edit", R"({"area":"x"})").status, 400);
}

}  // namespace
}  // namespace portolan::detail::cli
