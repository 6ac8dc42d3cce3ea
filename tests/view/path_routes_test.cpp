#include <gtest/gtest.h>

#include <cmath>

#include "tests/cli/tool.h"
#include "viewing.h"

namespace portolan::detail::cli {
namespace {

using ViewPath = ViewedWorlds;

/// From the top left tile of the walled grid to 4,6, through the gap, and from 6,6 to the top
/// right.
const double kCostAcross = (4 * std::sqrt(2.0) + 2) + 2 + (5 * std::sqrt(2.0) + 1);

double length_of(const nlohmann::json& points) {
  double sum = 0.0;
  for (std::size_t i = 1; i < points.size(); ++i) {
    double square = 0.0;
    for (int k = 0; k < 3; ++k) {
      const double step = points[i][k].get<double>() - points[i - 1][k].get<double>();
      square += step * step;
    }
    sum += std::sqrt(square);
  }
  return sum;
}

TEST_F(ViewPath, LeadsThroughTheGap) {
  const AskedViewer viewer(walled_grid({"--transitions", "all"}));
  const auto path =
      viewer.get_json("/api/path?from=0.5,0,0.5&to=11.5,0,0.5&algorithms=astar,hierarchy,tables");
  const double cost = kCostAcross;
  for (const char* algorithm : {"astar", "hierarchy", "tables"}) {
    const auto& found = path["algorithms"][algorithm];
    EXPECT_EQ(found["status"], "complete");
    EXPECT_NEAR(found["cost"].get<double>(), cost, 1e-9) << algorithm;
    EXPECT_NEAR(length_of(found["points"]), cost, 1e-5) << algorithm;
    EXPECT_EQ(found["points"].front(), nlohmann::json({0.5, 0.0, 0.5}));
    EXPECT_EQ(found["points"].back(), nlohmann::json({11.5, 0.0, 0.5}));
    EXPECT_NEAR(found["error"].get<double>(), 0.0, 1e-12);
    EXPECT_GT(found["microseconds"], 0.0);
  }
}

TEST_F(ViewPath, AnswersAtEveryLevelAndRepeatsAsAsked) {
  const AskedViewer viewer(walled_grid({"--transitions", "all"}));
  for (const char* level : {"auto", "1", "2"}) {
    const auto path = viewer.get_json("/api/path?from=0.5,0,0.5&to=11.5,0,0.5&repeat=1&level=" +
                                      std::string(level));
    EXPECT_NEAR(path["algorithms"]["hierarchy"]["cost"].get<double>(), kCostAcross, 1e-9);
    EXPECT_EQ(path["algorithms"]["hierarchy"]["repetitions"], 1);
  }
}

TEST_F(ViewPath, SaysWhyThereIsNone) {
  const AskedViewer viewer(walled_grid());
  const auto path = viewer.get_json("/api/path?from=5.5,0,0.5&to=11.5,0,0.5");
  EXPECT_EQ(path["algorithms"]["hierarchy"]["status"], "invalid_start");
  EXPECT_EQ(path["algorithms"]["hierarchy"]["reason"], "5,0 is blocked");
  EXPECT_TRUE(path["algorithms"]["hierarchy"]["points"].empty());
  EXPECT_TRUE(path["algorithms"]["hierarchy"]["cost"].is_null());
}

TEST_F(ViewPath, OnAMeshRunsOverItsPolygons) {
  const AskedViewer viewer(three_floors());
  const auto path =
      viewer.get_json("/api/path?from=2,0,10&to=48,0,10&algorithms=astar,hierarchy,tables,detour");
  for (const auto& [algorithm, found] : path["algorithms"].items()) {
    EXPECT_EQ(found["status"], "complete") << algorithm;
    EXPECT_GE(found["points"].size(), found["polygons"].size()) << algorithm;  // a point a portal
    EXPECT_NEAR(length_of(found["points"]), 46.0, 0.5) << algorithm;
  }
  EXPECT_EQ(path["algorithms"]["astar"]["cost"], path["algorithms"]["tables"]["cost"]);
}

TEST_F(ViewPath, OnTerrainLiesOnTheGround) {
  const AskedViewer viewer(hills());
  const auto path = viewer.get_json(
      "/api/path?from=15,0,15&to=200,0,210&algorithms=astar,hierarchy,tables,merged,guided");
  for (const auto& [algorithm, found] : path["algorithms"].items()) {
    ASSERT_EQ(found["status"], "complete") << algorithm;
    // The middles of triangles, and where the line between two of them crosses their edge.
    EXPECT_EQ(found["points"].size(), 2 * found["triangles"].size() - 1) << algorithm;
    for (const auto& point : found["points"]) {
      const auto at = viewer.get_json("/api/at?point=" + point[0].dump() + ",0," + point[2].dump());
      EXPECT_NEAR(at["point"][1].get<double>(), point[1].get<double>(), 1e-3) << algorithm;
    }
  }
  EXPECT_EQ(path["algorithms"]["astar"]["cost"], path["algorithms"]["hierarchy"]["cost"]);
}

/// What the page shows is what the tool prints.
class ViewPathAndTool : public ToolFolder {
 protected:
  std::unique_ptr<AskedViewer> open(const std::string& file) const {
    return std::make_unique<AskedViewer>(
        open_for_view(run_shell("printf %s \"$PWD\"").out + "/" + file), file);
  }
  static std::string spell(const nlohmann::json& p) {
    return p[0].dump() + "," + p[1].dump() + "," + p[2].dump();
  }
  /// The first pair of ends of a world, for an address.
  static std::string ends_of(const nlohmann::json& world) {
    return "from=" + spell(world["start"]) + "&to=" + spell(world["goal"]);
  }

  /// Asks both for a path; `from` and `to` as the tool spells them, then as the page does.
  void compare(const std::string& file, const std::string& ends, const std::string& address,
               const std::string& algorithms) {
    const ToolResult printed =
        run("path " + file + " " + ends + " --algorithm " + algorithms + " --json");
    ASSERT_EQ(printed.exit_code, 0) << printed;
    const auto shown = open(file)->get_json("/api/path?" + address + "&algorithms=" + algorithms);
    auto expected = parse_json(printed);
    EXPECT_EQ(shown["world"], expected["world"]);
    EXPECT_EQ(shown["from"], expected["from"]);
    for (auto& [algorithm, members] : expected["algorithms"].items()) {
      members.erase("points");  // on terrain the page's are more
      for (const auto& [member, value] : members.items())
        EXPECT_EQ(shown["algorithms"][algorithm][member], value) << algorithm << " " << member;
    }
  }
};

TEST_F(ViewPathAndTool, AgreeOnAGrid) {
  run("generate grid city --size 128 --seed 3 -o city.map");
  run("build city.map -o city.portolan");
  const auto world = open("city.portolan")->get_json("/api/world");
  const auto spell = [](const nlohmann::json& p) {  // the middle of a tile
    return std::to_string(p[0].get<int>()) + "," + std::to_string(p[2].get<int>());
  };
  compare("city.portolan", "--from " + spell(world["start"]) + " --to " + spell(world["goal"]),
          ends_of(world), "astar,hierarchy,tables");
}

TEST_F(ViewPathAndTool, AgreeOnAMesh) {
  build_dungeon("dungeon.portolan");
  const auto world = open("dungeon.portolan")->get_json("/api/world");
  compare("dungeon.portolan",
          "--waypoints --from=" + spell(world["start"]) + " --to=" + spell(world["goal"]),
          ends_of(world), "astar,hierarchy,tables,detour");
}

TEST_F(ViewPathAndTool, AgreeOnTerrain) {
  run("generate terrain hills --size 65 --seed 2 -o hills.pgm");
  run("build hills.pgm --world terrain --merged -o hills.portolan");
  compare("hills.portolan", "--from 3,4 --to 60,55", "from=3,0,4&to=60,0,55",
          "astar,hierarchy,tables,merged,guided");
}

}  // namespace
}  // namespace portolan::detail::cli
