#include <gtest/gtest.h>

#include "tool.h"

namespace portolan::detail {
namespace {

using CliTerrain = ToolFolder;

/// 4x3 values as text: two steps up to the right.
constexpr const char* kStairs =
    "P2\n4 3\n255\n"
    "0 0 10 20\n"
    "0 0 10 20\n"
    "0 0 10 20\n";

TEST_F(CliTerrain, EverySceneIsGeneratedAndBuiltAsTheToolSays) {
  for (const char* scene : {"cone", "hills", "ridges", "walls", "fractal"}) {
    for (const char* ending : {".pgm", ".png", ".raw"}) {
      const std::string file = std::string(scene) + ending;
      const auto made = run("generate terrain " + std::string(scene) + " --size 17x13 -o " + file);
      ASSERT_EQ(made.exit_code, 0) << made;
      const std::size_t at = made.out.find("portolan build");
      ASSERT_NE(at, std::string::npos) << made;
      const auto built = run(made.out.substr(at + 9, made.out.find('\n', at) - at - 9));
      ASSERT_EQ(built.exit_code, 0) << built;
      EXPECT_TRUE(built.says("384 triangles, 221 vertices; 16x12 squares")) << built;
    }
  }
}

TEST_F(CliTerrain, HeightsArriveInMetresByEveryFormat) {
  run("generate terrain hills --size 33 -o a.pgm");
  run("generate terrain hills --size 33 -o a.raw");
  run("generate terrain hills --size 33 -o a.png");
  const auto high = [this](const std::string& arguments) {
    return parse_json(run("info " + arguments + " --world terrain --json"))["bounds"]["high"][1]
        .get<double>();
  };
  const double exact = high("a.raw --raw 33x33:f32le");
  EXPECT_GT(exact, 1.0);
  EXPECT_NEAR(high("a.pgm --height-scale 0.01"), exact, 0.01);
  EXPECT_NEAR(high("a.png --colours magnitudes --height-scale 1"), exact, 1e-4);
}

TEST_F(CliTerrain, TerrainRgbIsMetres) {
  // 100000 tenths above -10000 m are 0 m; one blue step is 0.1 m.
  write("rgb.ppm", "P3\n2 2\n255\n1 134 160 1 134 160 1 134 160 1 134 185\n");
  const auto info = parse_json(run("info rgb.ppm --world terrain --colours terrain-rgb --json"));
  EXPECT_NEAR(info["bounds"]["low"][1].get<double>(), 0.0, 1e-3);
  EXPECT_NEAR(info["bounds"]["high"][1].get<double>(), 2.5, 1e-3);
}

TEST_F(CliTerrain, TrianglesSpacingScaleAndBoxAreAsAsked) {
  write("stairs.pgm", kStairs);
  const auto info = [this](const std::string& options) {
    return parse_json(run("info stairs.pgm --world terrain --json " + options));
  };
  const auto two = info("--spacing 2 --height-scale 0.5");
  EXPECT_EQ(two["triangles"], 12);
  EXPECT_EQ(two["vertices"], 12);
  EXPECT_EQ(two["bounds"]["high"], (nlohmann::json{6.0, 10.0, 4.0}));
  const auto four = info("--triangles four --box 10,5,-4,16,6,0");
  EXPECT_EQ(four["triangles"], 24);
  EXPECT_EQ(four["vertices"], 18);
  EXPECT_EQ(four["bounds"]["low"], (nlohmann::json{10.0, 5.0, -4.0}));
  EXPECT_EQ(four["bounds"]["high"], (nlohmann::json{16.0, 6.0, 0.0}));
  EXPECT_EQ(info("--triangles contour")["triangles"], 12);
}

TEST_F(CliTerrain, PricesAreASetAndWhatIsGivenBesideIt) {
  write("stairs.pgm", kStairs);
  const auto prices = [this](const std::string& options) {
    return parse_json(run("info stairs.pgm --world terrain --json " + options))["prices"];
  };
  const auto thesis = prices("");
  EXPECT_EQ(thesis["set"], "thesis");
  EXPECT_EQ(thesis["y"], (nlohmann::json{{"down", 5.0}, {"up", 10.0}}));
  EXPECT_EQ(thesis["concave"], 1.05);
  EXPECT_EQ(prices("--prices plain")["set"], "plain");
  EXPECT_EQ(prices("--prices distance")["respect_angle"], 0.0);
  const auto own = prices("--y-price 2,3 --prices thesis --respect-steepness 0.5");
  EXPECT_EQ(own["set"], "own");
  EXPECT_EQ(own["y"], (nlohmann::json{{"down", 2.0}, {"up", 3.0}}));
  EXPECT_EQ(own["respect_steepness"], 0.5);
  EXPECT_EQ(own["convex"], 0.95);
}

TEST_F(CliTerrain, MissingValuesLeaveHoles) {
  write("holes.pgm",
        "P2\n5 2\n255\n"
        "1 1 255 1 1\n"
        "1 1 255 1 1\n");
  const auto info = parse_json(run("info holes.pgm --world terrain --missing 255 --json"));
  EXPECT_EQ(info["triangles"], 4);
  EXPECT_EQ(info["components"], 2);
  const auto path = run("path holes.pgm --world terrain --missing 255 --from 0.5,0.5 --to 3.5,0.5");
  EXPECT_EQ(path.exit_code, 1) << path;
  EXPECT_TRUE(
      path.says("unreachable: start and goal lie on two parts of the ground; the nearest "
                "point that can be reached is "))
      << path;
  EXPECT_TRUE(path.says("2.5 m from the goal")) << path;
  for (const char* to : {"3.5,0.5", "2,0.5", "9,0.5"}) {  // apart, in the hole, outside
    const auto json = parse_json(run(
        std::string("path holes.pgm --world terrain --missing 255 --from 0.5,0.5 --json --to ") +
        to));
    const auto& nearest = json["algorithms"].begin().value()["nearest"];
    ASSERT_EQ(nearest.size(), 3u) << json;
    EXPECT_NEAR(nearest[0].get<double>(), 1.0, 1e-3);
    EXPECT_NEAR(nearest[2].get<double>(), 0.5, 1e-3);
  }
  const auto hole = run("path holes.pgm --world terrain --missing 255 --from 2,0.5 --to 3.5,0.5");
  EXPECT_EQ(hole.exit_code, 1) << hole;
  EXPECT_TRUE(hole.says("there is no ground at 2,0.5")) << hole;
  EXPECT_TRUE(hole.says("the nearest point on the ground is ")) << hole;
  EXPECT_TRUE(hole.says(" 1 m from the start")) << hole;
}

TEST_F(CliTerrain, WebsAreReadFromObjFiles) {
  write("mesh.obj", "v 0 0 0\nv 0 0 2\nv 2 1 2\nv 2 1 0\nf 1 2 3\nf 1 3 4\n");
  const auto built = run("build mesh.obj --world terrain -o mesh.world --unit 10");
  ASSERT_EQ(built.exit_code, 0) << built;
  EXPECT_TRUE(built.says("2 triangles, 4 vertices; no height map")) << built;
  EXPECT_TRUE(built.says("0,0,0 to 20,10,20")) << built;
  const auto path =
      parse_json(run("path mesh.world --from 2,18 --to 18,2 --json --algorithm hierarchy"));
  EXPECT_EQ(path["algorithms"]["hierarchy"]["triangles"], (nlohmann::json{0, 1}));
}

TEST_F(CliTerrain, InfoSaysLevelsTablesAndTheMergedStructure) {
  run("generate terrain hills --size 33 -o hills.pgm");
  ASSERT_EQ(
      run("build hills.pgm --world terrain --cell-size 8 --levels 1 -o hills.world").exit_code, 0);
  const auto info = parse_json(run("info hills.world --merged --layers 4 --json"));
  EXPECT_EQ(info["kind"], "terrain");
  EXPECT_EQ(info["triangles"], 2048);
  EXPECT_EQ(info["options"]["cell_size"], 8);
  EXPECT_EQ(info["levels"].size(), 1u);
  EXPECT_EQ(info["levels"][0]["cells"], 16);
  EXPECT_GT(info["table_bytes"].get<int>(), 0);
  EXPECT_EQ(info["merged"]["layers"], 4);
  EXPECT_EQ(info["merged"]["top_clusters"], 1);
  const auto text = run("info hills.world --merged");
  for (const char* part : {"bytes per triangle", "prices      thesis", "tables      connect table",
                           "merged      ", "guide       "}) {
    EXPECT_TRUE(text.says(part)) << part << " is missing in " << text;
  }
  EXPECT_FALSE(run("info hills.world").says("merged"));
}

TEST_F(CliTerrain, TablesAreLeftOutWhenNoneAreAsked) {
  run("generate terrain cone --size 17 -o cone.pgm");
  const auto info = parse_json(run("info cone.pgm --world terrain --tables none --json"));
  EXPECT_EQ(info["table_bytes"], 0);
}

TEST_F(CliTerrain, DifficultyMakesTheWayRoundCheaper) {
  // Flat ground with a hard middle: the path goes around it, through the easy rows.
  write(
      "flat.pgm", "P2\n6 6\n255\n" + [] {
        std::string rows;
        for (int i = 0; i < 36; ++i) rows += "7 ";
        return rows;
      }());
  write("hard.pgm",
        "P2\n6 6\n255\n0 0 0 0 0 0\n0 0 255 255 0 0\n0 0 255 255 0 0\n0 0 255 255 0 0\n"
        "0 0 0 0 0 0\n0 0 0 0 0 0\n");
  const std::string ask = " --from 0.5,2.3 --to 4.5,2.3 --json --algorithm hierarchy";
  const auto straight = parse_json(run("path flat.pgm --world terrain" + ask));
  const auto around = parse_json(
      run("path flat.pgm --world terrain --difficulty hard.pgm --most-difficult 50" + ask));
  const auto xz = [](const nlohmann::json& path) {
    return path["algorithms"]["hierarchy"]["lengths"]["xz"].get<double>();
  };
  EXPECT_NEAR(xz(straight), 4.0, 1e-6);
  EXPECT_GT(xz(around), 5.9);
}

}  // namespace
}  // namespace portolan::detail
