#include <gtest/gtest.h>

#include <cmath>

#include "tool.h"

namespace portolan::detail {
namespace {

using CliMeshWorld = ToolFolder;

TEST_F(CliMeshWorld, GeneratesEveryScene) {
  for (const char* scene : {"city", "islands", "serpentine", "dungeon", "hill-town"}) {
    const auto result =
        run("generate navmesh " + std::string(scene) + " --size 60 --seed 3 -o a.obj");
    EXPECT_EQ(result.exit_code, 0) << result;
    EXPECT_TRUE(result.says("60 m per side")) << result;
    EXPECT_NE(read("a.obj").find("\nusemtl "), std::string::npos);
  }
}

TEST_F(CliMeshWorld, SameSeedSameGeometry) {
  run("generate navmesh dungeon --size 40 --seed 5 -o a.obj");
  run("generate navmesh dungeon --size 40 --seed 5 -o b.obj");
  run("generate navmesh dungeon --size 40 --seed 6 -o c.obj");
  EXPECT_FALSE(read("a.obj").empty());
  EXPECT_EQ(read("a.obj"), read("b.obj"));
  EXPECT_NE(read("a.obj"), read("c.obj"));
}

TEST_F(CliMeshWorld, HelpListsScenesAndPresets) {
  const auto help = run("generate navmesh --help");
  EXPECT_EQ(help.exit_code, 0) << help;
  for (const char* text : {"serpentine", "hill-town", "dungeon-119", "city-1m", "1,000,000"}) {
    EXPECT_TRUE(help.says(text)) << text << " is missing in " << help;
  }
  const auto preset = run("generate navmesh --preset dungeon-119 -o d.obj");
  EXPECT_TRUE(preset.says("about 119 polygons")) << preset;
}

TEST_F(CliMeshWorld, BuildsAndDescribes) {
  run("generate navmesh --preset dungeon-119 -o d.obj");
  const auto built = run("build d.obj -o d.portolan --merge 4,3 --partition metis");
  EXPECT_EQ(built.exit_code, 0) << built;
  EXPECT_NE(built.err.find("meshing: 100 %"), std::string::npos) << built;
  EXPECT_NE(built.err.find("building: 100 %"), std::string::npos) << built;
  EXPECT_TRUE(built.says("the mesh before in")) << built;
  const auto info = run("info d.portolan");
  EXPECT_EQ(info.exit_code, 0) << info;
  for (const char* text : {"merge 4,3, partition metis, weights uniform, stored paths on",
                           "detour data present", "gates per cell", "ground ", "default"}) {
    EXPECT_TRUE(info.says(text)) << text << " is missing in " << info;
  }
  EXPECT_FALSE(info.says("the mesh before in")) << info;
}

TEST_F(CliMeshWorld, InfoAsJson) {
  build_dungeon("d.portolan", "--merge 4 --levels 2 --weights random:7 --store-paths off");
  const auto json = parse_json(run("info d.portolan --json"));
  ASSERT_TRUE(json.is_object());
  EXPECT_EQ(json["kind"], "navmesh");
  EXPECT_NEAR(json["largest_component"].get<double>(), 119, 12);
  EXPECT_EQ(json["detour_data"], true);
  EXPECT_EQ(json["options"]["merge"], nlohmann::json({4}));
  EXPECT_EQ(json["options"]["weights"], "random:7");
  EXPECT_EQ(json["options"]["store_paths"], false);
  EXPECT_EQ(json["agents"][0]["name"], "default");
  ASSERT_EQ(json["levels"].size(), 2u);
  EXPECT_GT(json["levels"][0]["cells"], json["levels"][1]["cells"]);
  EXPECT_GE(json["levels"][0]["max_gates_per_cell"], json["levels"][0]["mean_gates_per_cell"]);
  const double sides = json["most_sides"];
  for (const int level : {0, 1}) {
    const auto& own = json["levels"][level];
    EXPECT_EQ(own["bound_on_gates_per_cell"], std::pow(4.0, level + 1) * (sides - 2) + 2);
    EXPECT_LE(own["max_gates_per_cell"], own["bound_on_gates_per_cell"]);
  }
  std::size_t polygons = 0;
  for (const auto& area : json["areas"]) polygons += area["polygons"].get<std::size_t>();
  EXPECT_EQ(json["polygons"], polygons);
  for (const char* key : {"world", "portals", "links", "components", "unconnected_polygons",
                          "bounds", "build_ms", "partition_ms", "hierarchy_bytes"}) {
    EXPECT_TRUE(json.contains(key)) << key;
  }
}

TEST_F(CliMeshWorld, TakesEveryOptionOfGeometry) {
  write_two_floors("two.obj");
  const auto plain = parse_json(run("info two.obj --json"));
  ASSERT_TRUE(plain.is_object());
  EXPECT_EQ(plain["components"], 2);
  EXPECT_NEAR(plain["bounds"]["high"][0].get<double>(), 49.4, 0.7);
  const auto doubled = parse_json(run("info two.obj --unit 2 --json"));
  EXPECT_NEAR(doubled["bounds"]["high"][0].get<double>(), 99.4, 0.7);
  const auto tiled = parse_json(run("info two.obj --tile-size 16 --threads 2 --json"));
  EXPECT_GT(tiled["polygons"], plain["polygons"]);
  for (const char* options :
       {"--voxel-size 0.5", "--voxel-height 0.1", "--agent-height 1.5", "--agent-radius 1",
        "--agent-climb 0.3", "--agent-slope 30", "--vertices-per-polygon 3", "--regions monotone",
        "--regions layers", "--region-min 4", "--region-merge 10", "--edge-length 5",
        "--edge-error 1", "--memory-limit 100", "--partition matching",
        "--drop-unconnected --agent-radius 0", "--world navmesh", "--up y"}) {
    const auto result = run("info two.obj --json " + std::string(options));
    EXPECT_EQ(result.exit_code, 0) << options << ": " << result;
  }
  // Turned on its side nothing can be walked on.
  const auto wall = run("info two.obj --up z");
  EXPECT_EQ(wall.exit_code, 3) << wall;
  EXPECT_TRUE(wall.says("two.obj")) << wall;
}

TEST_F(CliMeshWorld, LinksJoinTheParts) {
  write_two_floors("two.obj");
  write("links.csv",
        "from_x,from_y,from_z,to_x,to_y,to_z,both_ways,area,cost\n18,0,10,32,0,10,0,grass,3\n");
  const auto built = run("build two.obj -o two.portolan --links links.csv");
  EXPECT_EQ(built.exit_code, 0) << built;
  EXPECT_TRUE(built.says("1 link\n")) << built;
  const auto there =
      parse_json(run("path two.portolan --from 18,0,10 --to 32,0,10 --json --algorithm hierarchy"));
  EXPECT_EQ(there["algorithms"]["hierarchy"]["status"], "complete");
  EXPECT_NEAR(there["algorithms"]["hierarchy"]["cost"].get<double>(), 3.0, 1.5);
  EXPECT_EQ(run("path two.portolan --from 32,0,10 --to 18,0,10").exit_code, 1);
  write("bad.csv", "from_x,from_y,from_z,to_x,to_y,to_z,both_ways\n18,0,10,32,0,10,maybe\n");
  const auto bad = run("build two.obj -o w --links bad.csv");
  EXPECT_EQ(bad.exit_code, 3) << bad;
  EXPECT_TRUE(bad.says("bad.csv:2: both_ways is 'maybe'; give 1 or 0")) << bad;
}

TEST_F(CliMeshWorld, SeveralAgentTypes) {
  write_two_floors("two.obj");
  write("links.csv", "from_x,from_y,from_z,to_x,to_y,to_z,both_ways\n18,0,10,32,0,10,1\n");
  write("foot.json", R"({"areas": {"grass": 2}})");
  write("car.json", R"({"name": "truck", "areas": {"grass": "blocked"}})");
  const auto built =
      run("build two.obj -o two.portolan --links links.csv --metric foot.json --metric car.json");
  EXPECT_EQ(built.exit_code, 0) << built;
  const auto json = parse_json(run("info two.portolan --json"));
  ASSERT_EQ(json["agents"].size(), 2u);
  EXPECT_EQ(json["agents"][0]["name"], "foot");
  EXPECT_EQ(json["agents"][0]["areas"]["grass"], 2.0);
  EXPECT_EQ(json["agents"][1]["name"], "truck");
  EXPECT_EQ(json["agents"][1]["areas"]["grass"], "blocked");
  const std::string path = "path two.portolan --from 5,0,5 --to 45,0,5";
  EXPECT_EQ(run(path).exit_code, 0);
  EXPECT_EQ(run(path + " --agent foot --algorithm astar,detour").exit_code, 0);
  const auto blocked = run(path + " --agent truck");
  EXPECT_EQ(blocked.exit_code, 1) << blocked;
  EXPECT_TRUE(
      blocked.says("invalid_goal: 45,0,5 lies off the mesh; the nearest polygon that agent "
                   "type truck may enter"))
      << blocked;
  const auto none = run(path + " --agent bike");
  EXPECT_EQ(none.exit_code, 2) << none;
  EXPECT_TRUE(none.says("--agent: 'bike' is no agent type of this world; give foot, truck"))
      << none;
  write("again.json", R"({"name": "foot"})");
  const auto twice = run("build two.obj -o w --metric foot.json --metric again.json");
  EXPECT_EQ(twice.exit_code, 2) << twice;
  EXPECT_TRUE(twice.says("another file has an agent type named foot")) << twice;
}

TEST_F(CliMeshWorld, ReadsPolyanyaByNameAndByFirstBytes) {
  write_polyanya("flat.mesh");
  write_polyanya("flat.txt");
  for (const char* file : {"flat.mesh", "flat.txt"}) {
    const auto built = run("build " + std::string(file) + " -o flat.portolan");
    EXPECT_EQ(built.exit_code, 0) << built;
    EXPECT_TRUE(built.says("3 polygons, 2 portals, 0 links")) << built;
    EXPECT_TRUE(built.says("detour data none")) << built;
  }
  const auto path = run("path flat.portolan --from 0.5,0,0.5 --to 1.9,0,1.7 --waypoints");
  EXPECT_EQ(path.exit_code, 0) << path;
  EXPECT_TRUE(path.says("polygons    3: 0 1 2")) << path;
  const auto detour = run("run flat.portolan random:3 --algorithm detour");
  EXPECT_EQ(detour.exit_code, 2) << detour;
  EXPECT_TRUE(detour.says("this world has none")) << detour;
}

TEST_F(CliMeshWorld, RefusesBadFiles) {
  write("empty.obj", "");
  write("bad.obj", "v 0 0 0\nf 1 2 3\n");
  write("bad.bin", "no mesh at all");
  write("bad.glb", "glTF");
  write("bad.mesh", "mesh\n7\n");
  for (const char* file : {"empty.obj", "bad.obj", "bad.bin", "bad.glb", "bad.mesh", "none.obj"}) {
    const auto result = run("build " + std::string(file) + " -o w");
    EXPECT_EQ(result.exit_code, 3) << result;
    EXPECT_NE(result.err.find(file), std::string::npos) << result;
    EXPECT_FALSE(exists("w"));
  }
  write_two_floors("two.obj");
  write("bad.json", R"({"areas": {"lava": 2}})");
  const auto metric = run("build two.obj -o w --metric bad.json");
  EXPECT_EQ(metric.exit_code, 3) << metric;
  EXPECT_TRUE(metric.says("lava")) << metric;
}

TEST_F(CliMeshWorld, RefusesDamagedWorlds) {
  write_polyanya("flat.mesh");
  run("build flat.mesh -o flat.portolan");
  std::string bytes = read("flat.portolan");
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

}  // namespace
}  // namespace portolan::detail
