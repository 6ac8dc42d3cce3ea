#include <gtest/gtest.h>

#include "tool.h"

namespace portolan::detail {
namespace {

/// Links, scenes of RecastDemo, and agent types that come later.
using CliMeshSources = ToolFolder;

constexpr const char* kLinkColumns = "from_x,from_y,from_z,to_x,to_y,to_z,both_ways\n";

TEST_F(CliMeshSources, LinksOffTheMeshAreReportedByLine) {
  write_two_floors("two.obj");
  write("links.csv",
        std::string(kLinkColumns) +
            "18,0,10,32,0,10,1\n25,0,10,32,0,10,1\n18,0,5,32,0,5,1\n\n18,0,5,70,0,5,1\n");
  const auto built = run("build two.obj -o two.portolan --links links.csv");
  EXPECT_EQ(built.exit_code, 0) << built;
  EXPECT_TRUE(
      built.says("links.csv:3, 6: 2 of 4 links left out: an end of each lies off the mesh;"))
      << built;
  EXPECT_TRUE(built.says("2 links\n")) << built;
  const auto json = parse_json(run("build two.obj -o two.portolan --links links.csv --json"));
  EXPECT_EQ(json["left_out_links"]["lines"], nlohmann::json({3, 6})) << json;
  EXPECT_TRUE(json["left_out_links"]["connections"].empty()) << json;
  const auto wider = run("build two.obj -o two.portolan --links links.csv --link-radius 6");
  EXPECT_TRUE(wider.says("links.csv:6: 1 of 4 links left out: an end of each lies off the mesh;"))
      << wider;
}

TEST_F(CliMeshSources, LinksAreMarkedAmongTheWaypoints) {
  write_two_floors("two.obj");
  write("links.csv", std::string(kLinkColumns) + "18,0,10,32,0,10,1\n");
  ASSERT_EQ(run("build two.obj -o two.portolan --links links.csv").exit_code, 0);
  const std::string path = "path two.portolan --from 2,0,2 --to 45,0,15 --waypoints";
  const auto text = run(path);
  EXPECT_TRUE(text.says(",10 (link) ")) << text;
  const auto json = parse_json(run(path + " --json"));
  const auto& found = json["algorithms"].begin().value();
  ASSERT_EQ(found["links"].size(), 1u) << json;
  const std::size_t link = found["links"][0];
  EXPECT_NEAR(found["waypoints"][link][0].get<double>(), 18, 0.5);
  EXPECT_NEAR(found["waypoints"][link + 1][0].get<double>(), 32, 0.5);
}

TEST_F(CliMeshSources, LinksCanBeAddedToAMeshThatIsOneAlready) {
  write("far.mesh",  // two squares of 1 m, a metre apart
        "mesh\n2\n8 2\n0 0 1 0\n1 0 1 0\n1 1 1 0\n0 1 1 0\n2 0 1 1\n3 0 1 1\n3 1 1 1\n2 1 1 1\n"
        "4 0 1 2 3 -1 -1 -1 -1\n4 4 5 6 7 -1 -1 -1 -1\n");
  write("links.csv", std::string(kLinkColumns) + "0.9,0,0.5,2.1,0,0.5,1\n0.5,0,0.5,9,0,0.5,1\n");
  EXPECT_EQ(run("path far.mesh --from 0.5,0,0.5 --to 2.5,0,0.5").exit_code, 1);
  const auto built = run("build far.mesh -o far.portolan --links links.csv");
  EXPECT_EQ(built.exit_code, 0) << built;
  EXPECT_TRUE(built.says("links.csv:3: 1 of 2 links left out: an end of each lies off the mesh;"))
      << built;
  const auto path = run("path far.portolan --from 0.5,0,0.5 --to 2.5,0,0.5 --waypoints");
  EXPECT_EQ(path.exit_code, 0) << path;
  EXPECT_TRUE(path.says("(link)")) << path;
}

/// The mesh is the fuzzer's seed: three polygons, 15 m per side, with a link of its own.
TEST_F(CliMeshSources, LinksAndMetricsCanBeAddedToADetourMesh) {
  const std::string mesh = PORTOLAN_SOURCE_DIR "/fuzz/seeds/fuzz_mset/single.mset";
  write("links.csv", std::string(kLinkColumns) + "2,0,2,13,0,13,1\n2,0,2,99,0,99,1\n");
  write("slow.json", R"({"areas": {"0": 2}})");
  const auto plain = parse_json(run("info " + mesh + " --json"));
  const auto built = run("build " + mesh + " -o w.portolan --links links.csv --metric slow.json");
  EXPECT_EQ(built.exit_code, 0) << built;
  EXPECT_TRUE(built.says("links.csv:3: 1 of 2 links left out: an end of each lies off the mesh;"))
      << built;
  EXPECT_TRUE(built.says("links.csv: Detour's data lack these links")) << built;
  const auto info = parse_json(run("info w.portolan --json"));
  EXPECT_EQ(info["links"].get<int>(), plain["links"].get<int>() + 1);
  EXPECT_EQ(info["agents"][0]["name"], "slow");
  EXPECT_EQ(info["detour_data"], true);
}

TEST_F(CliMeshSources, ScenesOfRecastDemo) {
  write_two_floors("two.obj");
  // Settings with voxels of 0.5 m, a link that holds and one that does not, water over a corner.
  write("two.gset",
        "s 0.5 0.2 2 0.6 0.9 45 8 20 12 1.3 6 6 1 0 0 0 0 50 1 20 48\nf two.obj\n"
        "c 18 0 10 32 0 10 0.6 1 5 8\nc 25 0 10 32 0 10 0.6 1 5 8\n"
        "v 4 1 -1 1\n0 0 0\n0 0 6\n6 0 6\n6 0 0\n");
  const auto built = run("build two.gset -o two.portolan");
  EXPECT_EQ(built.exit_code, 0) << built;
  EXPECT_TRUE(built.says("two.gset: connection 2: 1 of 2 links left out: an end of each")) << built;
  const auto json = parse_json(run("build two.gset -o two.portolan --json"));
  EXPECT_EQ(json["left_out_links"]["connections"], nlohmann::json({2})) << json;
  const auto info = parse_json(run("info two.portolan --json"));
  EXPECT_FALSE(info.contains("left_out_links")) << info;
  EXPECT_EQ(info["links"], 1);
  bool water = false;
  for (const auto& area : info["areas"]) water = water || area["area"] == 1;
  EXPECT_TRUE(water) << info;
  EXPECT_EQ(run("path two.portolan --from 5,0,15 --to 45,0,5").exit_code, 0);
  // Options of the command line come before those of the file.
  const auto finer = parse_json(run("info two.gset --tile-size 16 --json"));
  EXPECT_GT(finer["polygons"], info["polygons"]);
  write("bad.gset", "f two.obj\nc 1 2 3\n");
  const auto bad = run("build bad.gset -o w");
  EXPECT_EQ(bad.exit_code, 3) << bad;
  EXPECT_TRUE(bad.says("bad.gset:2: an off-mesh connection 'c' has 3 numbers, and takes 10"))
      << bad;
}

TEST_F(CliMeshSources, LevelsThatLieOnTheirSideAreToldWithTheRemedy) {
  write("floor.obj", "v 0 0 0\nv 30 0 0\nv 30 40 0\nv 0 40 0\nf 1 2 3 4\n");
  const auto empty = run("build floor.obj -o w");
  EXPECT_EQ(empty.exit_code, 3) << empty;
  EXPECT_TRUE(empty.says("z looks like the geometry's up axis: 1200 square metres")) << empty;
  EXPECT_TRUE(empty.says("load it with --up z")) << empty;
  EXPECT_EQ(run("build floor.obj --up z -o w").exit_code, 0);
  write("ledge.obj",
        "v 0 0 0\nv 30 0 0\nv 30 40 0\nv 0 40 0\nv 50 0 0\nv 50 0 6\nv 60 0 6\nv 60 0 0\n"
        "f 1 2 3 4\nf 5 6 7 8\n");
  const auto tiny = run("build ledge.obj -o w");
  EXPECT_EQ(tiny.exit_code, 0) << tiny;
  EXPECT_TRUE(tiny.says("ledge.obj: z looks like the geometry's up axis")) << tiny;
  write("over.obj", "v 0 0 0\nv 0 0 20\nv 20 0 20\nv 20 0 0\nf 4 3 2 1\n");
  const auto over = run("build over.obj -o w");
  EXPECT_TRUE(over.says("the geometry's triangles look turned over: 400 square metres")) << over;
}

TEST_F(CliMeshSources, AgentTypesAreAddedToABuiltWorld) {
  write_two_floors("two.obj");
  write("foot.json", R"({"name": "foot"})");
  write("car.json", R"({"name": "car", "areas": {"grass": "blocked"}})");
  ASSERT_EQ(run("build two.obj -o two.portolan --metric foot.json").exit_code, 0);
  const auto added = run("build two.portolan -o more.portolan --metric car.json");
  EXPECT_EQ(added.exit_code, 0) << added;
  const auto info = parse_json(run("info more.portolan --json"));
  ASSERT_EQ(info["agents"].size(), 2u);
  EXPECT_EQ(info["agents"][1]["name"], "car");
  EXPECT_EQ(info["agents"][1]["areas"]["grass"], "blocked");
  EXPECT_EQ(info["detour_data"], true);
  ASSERT_EQ(run("build two.obj -o both.portolan --metric foot.json --metric car.json").exit_code,
            0);
  const auto both = parse_json(run("info both.portolan --json"));
  EXPECT_EQ(info["agents"][1]["passable_polygons"], both["agents"][1]["passable_polygons"]);
  EXPECT_EQ(info["levels"], both["levels"]);
  const auto again = run("build more.portolan -o w --metric car.json");
  EXPECT_EQ(again.exit_code, 3) << again;
  EXPECT_TRUE(again.says("it has an agent type named car already")) << again;
}

TEST_F(CliMeshSources, AnyPairDrawsPairsWithoutAPathToo) {
  write_two_floors("two.obj");
  const auto reachable = parse_json(run("run two.obj random:50 --rounds 1 --json"));
  const auto any = parse_json(
      run("run two.obj random:50 --any-pair --rounds 1 --algorithm astar,tables,detour --json"));
  EXPECT_EQ(reachable["algorithms"]["tables"]["complete"], 50);
  for (const char* algorithm : {"astar", "tables", "detour"}) {
    const auto& found = any["algorithms"][algorithm];
    EXPECT_GT(found["complete"], 10) << any;
    EXPECT_GT(found["unreachable"], 10) << any;
    EXPECT_GT(found["mean_no_path_us"], 0.0) << any;
  }
  EXPECT_TRUE(run("run two.obj random:50 --any-pair --rounds 1").says("no path"));
  write_two_parts("small.map");
  const auto grid = parse_json(run("run small.map random:200 --any-pair --rounds 1 --json"));
  EXPECT_GT(grid["algorithms"]["astar"]["unreachable"], 10) << grid;
}

TEST_F(CliMeshSources, HelpNamesTheKeysOfMetrics) {
  const auto help = run("build --help");
  for (const char* key : {"terrain", "diagonals", "name", "areas", "others", "include_flags"})
    EXPECT_TRUE(help.says(key)) << key;
}

}  // namespace
}  // namespace portolan::detail
