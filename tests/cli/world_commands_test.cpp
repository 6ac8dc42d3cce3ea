#include <gtest/gtest.h>

#include "tool.h"

namespace portolan::detail {
namespace {

using CliWorld = ToolFolder;

TEST_F(CliWorld, GeneratesEveryScene) {
  for (const char* scene : {"maze", "rooms", "caves", "random", "city"}) {
    const std::string file = std::string(scene) + ".map";
    const auto result =
        run("generate grid " + std::string(scene) + " --size 48x32 --seed 3 -o " + file);
    EXPECT_EQ(result.exit_code, 0) << result;
    EXPECT_TRUE(result.says("48x32")) << result;
    EXPECT_NE(read(file).find("width 48"), std::string::npos);
  }
}

TEST_F(CliWorld, SameSeedSameMap) {
  run("generate grid caves --size 40 --seed 5 -o a.map");
  run("generate grid caves --size 40 --seed 5 -o b.map");
  run("generate grid caves --size 40 --seed 6 -o c.map");
  EXPECT_FALSE(read("a.map").empty());
  EXPECT_EQ(read("a.map"), read("b.map"));
  EXPECT_NE(read("a.map"), read("c.map"));
}

TEST_F(CliWorld, BuildsAndDescribes) {
  run("generate grid rooms --size 64 -o r.map");
  const auto built =
      run("build r.map -o r.portolan --cell-size 8 --group 2 --levels 2 --transitions ends:6");
  EXPECT_EQ(built.exit_code, 0) << built;
  EXPECT_TRUE(built.says("cell size 8, group 2, levels 2, transitions ends:6")) << built;
  EXPECT_NE(built.err.find("building: 100 %"), std::string::npos) << built;
  const auto info = run("info r.portolan");
  EXPECT_EQ(info.exit_code, 0) << info;
  for (const char* text : {"64x64 tiles", "intra-edges E2", "bytes per tile", "1 component"}) {
    EXPECT_TRUE(info.says(text)) << text << " is missing in " << info;
  }
}

TEST_F(CliWorld, InfoAsJson) {
  run("generate grid rooms --size 64 -o r.map");
  run("build r.map -o r.portolan --cell-size 8 --levels 2 --transitions middle");
  const auto json = parse_json(run("info r.portolan --json"));
  ASSERT_TRUE(json.is_object());
  for (const char* key :
       {"world", "width", "height", "passable_tiles", "components", "metric", "options", "build_ms",
        "hierarchy_bytes", "table_bytes", "bytes_per_tile", "levels"}) {
    EXPECT_TRUE(json.contains(key)) << key;
  }
  EXPECT_EQ(json["options"]["transitions"], "middle");
  ASSERT_EQ(json["levels"].size(), 2u);
  EXPECT_GT(json["levels"][0]["inter_edges"], json["levels"][1]["inter_edges"]);
  for (const auto& level : json["levels"]) {
    EXPECT_LE(level["gates"], level["worst_case_gates"]);
    EXPECT_LE(level["intra_edges"], level["worst_case_intra_edges"]);
  }
}

TEST_F(CliWorld, WorstCaseFollowsThePaper) {
  run("generate grid maze --size 64 -o m.map");
  const auto json = parse_json(run("info m.map --cell-size 8 --levels 1 --json"));
  // c = 8 cells per side of n = 8 tiles: 2nc(c-1) nodes; 4 corners of n nodes, 4c-8 edges of
  // 3n/2, (c-2)^2 in the middle of 2n, each with all pairs.
  EXPECT_EQ(json["levels"][0]["worst_case_gates"], 2.0 * 8 * 8 * 7);
  EXPECT_EQ(json["levels"][0]["worst_case_intra_edges"], 4 * 28.0 + 24 * 66.0 + 36 * 120.0);
}

TEST_F(CliWorld, BuildsFromAPicture) {
  write("p.pgm", "P2\n4 3\n255\n255 255 255 255\n255 0 0 255\n255 255 255 255\n");
  EXPECT_EQ(run("build p.pgm -o p.portolan --world grid").exit_code, 0);
  const auto json = parse_json(run("info p.portolan --json"));
  EXPECT_EQ(json["passable_tiles"], 10);
}

TEST_F(CliWorld, CountsComponents) {
  write_two_parts("two.map");
  const auto json = parse_json(run("info two.map --json"));
  EXPECT_EQ(json["components"], 2);
  EXPECT_EQ(json["largest_component"], 28);
}

TEST_F(CliWorld, TakesAMetric) {
  write("w.map", "type octile\nheight 1\nwidth 3\nmap\n.w.\n");
  write("metric.json", R"({"terrain": {"w": 3}, "diagonals": "never"})");
  const auto info = parse_json(run("info w.map --metric metric.json --json"));
  EXPECT_EQ(info["metric"]["diagonals"], "never");
  EXPECT_EQ(info["metric"]["terrain"]["w"], 3.0);
  const auto path = parse_json(
      run("path w.map --metric metric.json --from 0,0 --to 2,0 --json --algorithm hierarchy"));
  EXPECT_DOUBLE_EQ(path["algorithms"]["hierarchy"]["cost"], 4.0);
  EXPECT_DOUBLE_EQ(path["algorithms"]["hierarchy"]["length"], 2.0);
}

TEST_F(CliWorld, RefusesMissingFiles) {
  for (const char* arguments : {"build none.map -o w", "info none.portolan", "info none.png",
                                "run none.portolan random:2", "check none.map"}) {
    const auto result = run(arguments);
    EXPECT_EQ(result.exit_code, 3) << result;
    EXPECT_NE(result.err.find("none."), std::string::npos) << result;
  }
}

TEST_F(CliWorld, RefusesAFolderThatIsNotThere) {
  const auto result = run("generate grid maze --size 32 -o nowhere/m.map");
  EXPECT_EQ(result.exit_code, 3) << result;
  EXPECT_NE(result.err.find("nowhere"), std::string::npos) << result;
}

TEST_F(CliWorld, RefusesDamagedFiles) {
  write("bad.map", "type octile\nheight 2\nwidth 3\nmap\n...\n");
  const auto map = run("build bad.map -o w");
  EXPECT_EQ(map.exit_code, 3) << map;
  EXPECT_NE(map.err.find("bad.map"), std::string::npos) << map;
  write("foreign.portolan", "this is no world at all");
  EXPECT_EQ(run("info foreign.portolan").exit_code, 3);
  run("generate grid maze --size 32 -o m.map");
  run("build m.map -o m.portolan");
  std::string bytes = read("m.portolan");
  ASSERT_GT(bytes.size(), 200u);
  bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 0x10);
  write("flipped.portolan", bytes);
  write("short.portolan", bytes.substr(0, bytes.size() / 2));
  for (const char* file : {"flipped.portolan", "short.portolan"}) {
    const auto result = run("info " + std::string(file));
    EXPECT_EQ(result.exit_code, 3) << result;
    EXPECT_NE(result.err.find(file), std::string::npos) << result;
  }
}

TEST_F(CliWorld, RefusesBuildOptionsForABuiltWorld) {
  write_two_parts("two.map");
  run("build two.map -o two.portolan");
  const auto result = run("info two.portolan --cell-size 8");
  EXPECT_EQ(result.exit_code, 2) << result;
  EXPECT_NE(result.err.find("--cell-size"), std::string::npos) << result;
}

}  // namespace
}  // namespace portolan::detail
