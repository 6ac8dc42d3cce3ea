#include <gtest/gtest.h>

#include "tool.h"

/// What units ask of a tile map: sizes, goals out of reach, metrics of their own.
namespace portolan::detail {
namespace {

using CliUnits = ToolFolder;

TEST_F(CliUnits, WideUnitsGoAroundNarrowGaps) {
  write("gap.map",
        "type octile\nheight 7\nwidth 9\nmap\n"
        "....@....\n"
        "....@....\n"
        ".........\n"
        "....@....\n"
        "....@....\n"
        ".........\n"
        ".........\n");
  const auto built = run("build gap.map -o gap.portolan --sizes 1,2,3 --transitions all");
  EXPECT_EQ(built.exit_code, 0) << built;
  const auto path = [&](const char* size) {
    return run(std::string("path gap.portolan --from 1,1 --to 6,1 --json --size ") + size);
  };
  EXPECT_NEAR(parse_json(path("1"))["algorithms"].front()["cost"].get<double>(), 5.8284, 1e-3);
  const auto wide = parse_json(path("2"))["algorithms"].front();
  EXPECT_EQ(wide["status"], "complete");
  EXPECT_GT(wide["cost"].get<double>(), 8.0);
  EXPECT_EQ(path("3").exit_code, 1);
  const auto none = path("4");
  EXPECT_EQ(none.exit_code, 2) << none;
  EXPECT_TRUE(none.says("built for units of size 1, 2, 3")) << none;
  const auto tight = run("path gap.portolan --from 3,2 --to 6,1 --size 2");
  EXPECT_TRUE(tight.says("a unit of size 2 does not fit at 3,2")) << tight;
  const auto info = parse_json(run("info gap.portolan --json"));
  ASSERT_EQ(info["sizes"].size(), 3u);
  EXPECT_EQ(info["sizes"][2]["size"], 3);
  const auto run_wide = parse_json(
      run("run gap.portolan random:20 --size 2 --algorithm astar,hierarchy --rounds 1 --json"));
  EXPECT_EQ(run_wide["algorithms"]["hierarchy"]["complete"], 20);
}

TEST_F(CliUnits, SizesThatMakeNoSenseAreRefused) {
  write_two_parts("two.map");
  for (const char* sizes : {"0", "2,1", "1,1", "17", "x", "1,,2"}) {
    const auto result = run(std::string("build two.map -o two.portolan --sizes ") + sizes);
    EXPECT_EQ(result.exit_code, 2) << sizes << result;
    EXPECT_TRUE(result.says("--sizes")) << sizes << result;
  }
}

TEST_F(CliUnits, GoalsOutOfReachNameTheNearestTile) {
  write_two_parts("two.map");
  const auto apart = run("path two.map --from 0,0 --to 7,3");
  EXPECT_TRUE(apart.says("unreachable: the nearest tile that can be reached is 5,3, 2 tiles"))
      << apart;
  const auto blocked = run("path two.map --from 0,0 --to 6,2");
  EXPECT_TRUE(blocked.says("6,2 is blocked; the nearest tile that can be reached is 5,2"))
      << blocked;
  const auto json = parse_json(run("path two.map --from 0,0 --to 12,5 --json"));
  EXPECT_EQ(json["algorithms"].front()["nearest"], nlohmann::json({5, 5}));
}

/// Scenario files hold queries of other units too: ships, say. A metric lets them pass.
TEST_F(CliUnits, AMetricLetsShipsPass) {
  write("sea.map",
        "type octile\nheight 3\nwidth 5\nmap\n"
        "WWW..\n"
        "WWW..\n"
        "WWWWW\n");
  write("sea.map.scen", "version 1\n0\tsea.map\t5\t3\t0\t0\t4\t2\t4.82842712\n");
  write("ship.json", R"({"terrain": {"W": 1, ".": null}})");
  const auto walkers = run("run sea.map sea.map.scen --rounds 1");
  EXPECT_TRUE(walkers.says("1 of 1 query is invalid")) << walkers;
  const auto ships =
      parse_json(run("run sea.map sea.map.scen --metric ship.json --rounds 1 --json "
                     "--algorithm astar,hierarchy"));
  for (const char* algorithm : {"astar", "hierarchy"}) {
    EXPECT_EQ(ships["algorithms"][algorithm]["complete"], 1);
    EXPECT_NEAR(ships["algorithms"][algorithm]["mean_error"].get<double>(), 0.0, 1e-6);
  }
}

}  // namespace
}  // namespace portolan::detail
