#include <gtest/gtest.h>

#include "tool.h"

namespace portolan::detail {
namespace {

using CliPath = ToolFolder;

TEST_F(CliPath, PrintsOneInWords) {
  write_two_parts("two.map");
  const auto result = run("path two.map --from 0,0 --to 5,5 --algorithm hierarchy");
  EXPECT_EQ(result.exit_code, 0) << result;
  for (const char* text : {"hierarchy: complete", "cost", "length", "connect", "refine", "0,0"}) {
    EXPECT_TRUE(result.says(text)) << text << " is missing in " << result;
  }
}

TEST_F(CliPath, PrintsEveryTileWhenAsked) {
  run("generate grid rooms --size 64 -o r.map");
  const auto json = parse_json(run("run r.map random:1 --json"));
  ASSERT_TRUE(json.is_object());
  write("line.map", "type octile\nheight 1\nwidth 20\nmap\n....................\n");
  EXPECT_TRUE(run("path line.map --from 0,0 --to 19,0").says("4,0 ... 15,0"));
  const auto all = run("path line.map --from 0,0 --to 19,0 --all");
  EXPECT_TRUE(all.says("9,0 10,0 11,0")) << all;
}

TEST_F(CliPath, AsJson) {
  write_two_parts("two.map");
  run("build two.map -o two.portolan --transitions all");
  const auto result =
      run("path two.portolan --from 2,2 --to 4,0 --algorithm astar,hierarchy --json");
  EXPECT_EQ(result.exit_code, 0) << result;
  const auto json = parse_json(result);
  ASSERT_TRUE(json.is_object()) << result;
  EXPECT_EQ(json["from"], nlohmann::json({2, 2}));
  for (const char* algorithm : {"astar", "hierarchy"}) {
    const auto& found = json["algorithms"][algorithm];
    EXPECT_EQ(found["status"], "complete");
    EXPECT_EQ(found["tiles"].front(), nlohmann::json({2, 2}));
    EXPECT_EQ(found["tiles"].back(), nlohmann::json({4, 0}));
    EXPECT_EQ(found["nodes"], found["tiles"].size());
    for (const char* phase : {"connect", "main", "refine"}) {
      EXPECT_TRUE(found[phase].contains("expansions"));
    }
  }
  EXPECT_EQ(json["algorithms"]["astar"]["cost"], json["algorithms"]["hierarchy"]["cost"]);
}

TEST_F(CliPath, EndsWithOneWhenThereIsNone) {
  write_two_parts("two.map");
  const auto apart = run("path two.map --from 0,0 --to 7,0");
  EXPECT_EQ(apart.exit_code, 1) << apart;
  EXPECT_TRUE(apart.says("unreachable")) << apart;
  const auto blocked = run("path two.map --from 1,1 --to 0,0");
  EXPECT_EQ(blocked.exit_code, 1) << blocked;
  EXPECT_TRUE(blocked.says("invalid_start: 1,1 is blocked")) << blocked;
  const auto outside = run("path two.map --from 0,0 --to 8,0");
  EXPECT_EQ(outside.exit_code, 1) << outside;
  EXPECT_TRUE(outside.says("invalid_goal: 8,0 lies outside the 8x6 tiles")) << outside;
}

TEST_F(CliPath, StartMayBeTheGoal) {
  write_two_parts("two.map");
  const auto json =
      parse_json(run("path two.map --from 7,3 --to 7,3 --json --algorithm hierarchy"));
  EXPECT_EQ(json["algorithms"]["hierarchy"]["cost"], 0.0);
  EXPECT_EQ(json["algorithms"]["hierarchy"]["nodes"], 1);
}

TEST_F(CliPath, CostAlone) {
  write_two_parts("two.map");
  const auto json =
      parse_json(run("path two.map --from 2,2 --to 4,0 --cost-only --json --algorithm hierarchy"));
  EXPECT_EQ(json["algorithms"]["hierarchy"]["status"], "complete");
  EXPECT_GT(json["algorithms"]["hierarchy"]["cost"], 4.0);
  EXPECT_EQ(json["algorithms"]["hierarchy"]["nodes"], 0);
}

TEST_F(CliPath, DrawsAPicture) {
  write_two_parts("two.map");
  const auto result =
      run("path two.map --from 0,0 --to 5,5 --algorithm astar,hierarchy --picture p.png");
  EXPECT_EQ(result.exit_code, 0) << result;
  EXPECT_EQ(read("p.png").substr(1, 3), "PNG");
}

TEST_F(CliPath, TakesEveryQueryOption) {
  run("generate grid caves --size 64 -o c.map");
  run("build c.map -o c.portolan --cell-size 8 --levels 2");
  for (const char* options : {"--level 1", "--level 2", "--level auto", "--connect astar",
                              "--connect dijkstra", "--connect sparse", "--connect goalward",
                              "--smooth none", "--smooth paper", "--smooth full"}) {
    const auto json =
        parse_json(run("run c.portolan random:20 --algorithm astar,hierarchy --rounds 1 --json " +
                       std::string(options)));
    ASSERT_TRUE(json.is_object()) << options;
    EXPECT_EQ(json["algorithms"]["hierarchy"]["complete"], 20) << options;
    EXPECT_GE(json["algorithms"]["hierarchy"]["mean_error"], 0.0) << options;
  }
}

}  // namespace
}  // namespace portolan::detail
