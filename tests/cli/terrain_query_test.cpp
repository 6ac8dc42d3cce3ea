#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tool.h"

namespace portolan::detail {
namespace {

/// Light figures of fewer pixels than that, in the ground of a picture of 1200x1200 and a legend.
std::size_t count_specks(const std::string& ppm, std::size_t pixels) {
  constexpr std::size_t kSide = 1200;
  constexpr unsigned kLight = 145;  // in all of red, green and blue
  std::size_t at = 0;
  for (int line = 0; line < 3; ++line) at = ppm.find('\n', at) + 1;
  if (ppm.size() < at + 3 * kSide * kSide) return ~std::size_t{0};
  std::vector<bool> light(kSide * kSide);
  for (std::size_t i = 0; i < light.size(); ++i) {
    light[i] = true;
    for (std::size_t c = 0; c < 3; ++c)
      light[i] = light[i] && static_cast<unsigned char>(ppm[at + 3 * i + c]) > kLight;
  }
  std::size_t specks = 0;
  for (std::size_t i = 0; i < light.size(); ++i) {
    if (!light[i]) continue;
    std::vector<std::size_t> figure{i};
    light[i] = false;
    for (std::size_t k = 0; k < figure.size(); ++k) {
      const std::size_t x = figure[k] % kSide, y = figure[k] / kSide;
      for (std::size_t v = y - (y > 0); v <= std::min(y + 1, kSide - 1); ++v) {
        for (std::size_t u = x - (x > 0); u <= std::min(x + 1, kSide - 1); ++u) {
          if (light[v * kSide + u]) figure.push_back(v * kSide + u);
          light[v * kSide + u] = false;
        }
      }
    }
    specks += figure.size() < pixels;
  }
  return specks;
}

class CliTerrainQuery : public ToolFolder {
 protected:
  void build_hills() const {
    run("generate terrain hills --size 41 --seed 3 -o hills.pgm");
    const auto built =
        run("build hills.pgm --world terrain --height-scale 0.001 --spacing 1 -o hills.world");
    EXPECT_EQ(built.exit_code, 0) << built;
  }
  bool is_png(const std::string& file) const { return read(file).starts_with("\x89PNG"); }
};

TEST_F(CliTerrainQuery, AWayUpASlopeCostsAndMeasuresWhatItShould) {
  // Six squares of 2 m in a row, each 1 m higher than the one before: 5 steps right, 5 up. Steps
  // inside a square do not enlarge the box of the edge along x; along y they take turns with it.
  write("slope.pgm", "P2\n7 2\n255\n0 1 2 3 4 5 6\n0 1 2 3 4 5 6\n");
  const std::string options =
      " --world terrain --spacing 2 --prices distance --y-price 5,10 --json --algorithm hierarchy";
  const auto up = parse_json(run("path slope.pgm --from 1,0.9 --to 11,0.9" + options));
  const auto& found = up["algorithms"]["hierarchy"];
  EXPECT_NEAR(found["lengths"]["xz"].get<double>(), 10.0, 1e-6);
  EXPECT_NEAR(found["lengths"]["y"].get<double>(), 50.0, 1e-6);
  EXPECT_NEAR(found["lengths"]["xyz"].get<double>(), 5 * std::sqrt(4.0 + 100.0), 1e-6);
  // Each step of 2 m and 1 m up, which counts ten times.
  EXPECT_NEAR(found["cost"].get<double>(), 5 * std::sqrt(4.0 + 100.0), 0.05);
  const auto down = parse_json(run("path slope.pgm --from 11,0.9 --to 1,0.9" + options));
  EXPECT_NEAR(down["algorithms"]["hierarchy"]["cost"].get<double>(), 5 * std::sqrt(4.0 + 25.0),
              0.05);
}

TEST_F(CliTerrainQuery, AllAlgorithmsFindAPathAndDrawIt) {
  build_hills();
  const auto result =
      run("path hills.world --from 2,3 --to 38,35 --algorithm astar,hierarchy,tables,merged,guided "
          "--picture path.png --json");
  ASSERT_EQ(result.exit_code, 0) << result;
  const auto found = parse_json(result)["algorithms"];
  const double best = found["astar"]["cost"];
  EXPECT_EQ(found["hierarchy"]["cost"], best);
  EXPECT_EQ(found["tables"]["cost"], best);
  EXPECT_GE(found["merged"]["cost"], best);
  EXPECT_LT(found["guided"]["cost"].get<double>(), 1.5 * best);
  for (const auto& [name, path] : found.items()) {
    EXPECT_NEAR(path["lengths"]["weighted"].get<double>(), path["cost"].get<double>(), 0.01 * best)
        << name;
    EXPECT_EQ(path["triangles"].size(), path["nodes"]) << name;
  }
  EXPECT_TRUE(is_png("path.png"));
}

double length_of(const nlohmann::json& points, bool from_above) {
  double sum = 0.0;
  for (std::size_t i = 1; i < points.size(); ++i) {
    const auto along = [&](std::size_t axis) {
      return points[i][axis].get<double>() - points[i - 1][axis].get<double>();
    };
    sum += std::hypot(along(0), from_above ? 0.0 : along(1), along(2));
  }
  return sum;
}

TEST_F(CliTerrainQuery, LengthsAreThoseOfThePointsThatAreHandedOut) {
  build_hills();
  const auto found =
      parse_json(run("path hills.world --from 2,3 --to 38,35 --waypoints --json "
                     "--algorithm tables"))["algorithms"]["tables"];
  const double ground = found["metres"]["ground"];
  EXPECT_NEAR(ground, length_of(found["points"], false), 1e-3 * ground);
  EXPECT_NEAR(found["metres"]["map"].get<double>(), length_of(found["points"], true),
              1e-3 * ground);
  EXPECT_EQ(found["points"][0][0], 2.0);
  // Straight between way-points seen from above, over hill and dale on the ground.
  const double straight = found["waypoint_metres"]["map"];
  EXPECT_NEAR(straight, length_of(found["waypoints"], true), 1e-3 * straight);
  EXPECT_LT(straight, found["metres"]["map"].get<double>());
  EXPECT_EQ(found["length"], found["waypoint_metres"]["ground"]);
  EXPECT_GE(found["length"].get<double>(), length_of(found["waypoints"], false));
  EXPECT_LT(found["waypoints"].size(), found["points"].size());
  const auto text = run("path hills.world --from 2,3 --to 38,35");
  EXPECT_TRUE(text.says("from middle to middle, ")) << text;
  EXPECT_FALSE(text.says("way-points")) << text;
  EXPECT_TRUE(run("path hills.world --from 2,3 --to 38,35 --waypoints").says("way-points  "));
  EXPECT_TRUE(run("path hills.world --from 2,3 --to 38,35 --waypoints").says("along the ground, "));
}

TEST_F(CliTerrainQuery, AStartOffTheGroundIsSaid) {
  build_hills();
  const auto result = run("path hills.world --from -2,3 --to 8,8");
  EXPECT_EQ(result.exit_code, 1) << result;
  EXPECT_TRUE(result.says("there is no ground at -2,3; it reaches from 0,0 to 40,40")) << result;
}

TEST_F(CliTerrainQuery, RunComparesMergedAndGuidedWithAStar) {
  build_hills();
  write("pairs.csv", "from_x,from_z,to_x,to_z\n1,1,30,30\n20,5,7,33.5\n5,5,5,5\n");
  const auto file = run("run hills.world pairs.csv --rounds 1 --algorithm astar,merged");
  EXPECT_EQ(file.exit_code, 0) << file;
  EXPECT_TRUE(file.says("cost over the best")) << file;
  const auto json = parse_json(
      run("run hills.world random:20 --rounds 1 --algorithm astar,hierarchy,tables,merged,guided "
          "--layers 5 --json"));
  const auto& runs = json["algorithms"];
  EXPECT_EQ(runs["tables"]["cost_ratio"]["most"], 1.0);
  EXPECT_EQ(runs["merged"]["complete"], 20);
  EXPECT_GE(runs["merged"]["cost_ratio"]["quartile_3"], runs["merged"]["cost_ratio"]["median"]);
  EXPECT_GE(runs["guided"]["cost_ratio"]["mean"], 1.0);
}

TEST_F(CliTerrainQuery, WaveFindsAPathToEveryTriangle) {
  build_hills();
  const auto all = parse_json(run("wave hills.world --from 20,20 --sample 10 --json"));
  EXPECT_EQ(all["queries"], 3199);  // all but the start
  EXPECT_EQ(all["algorithms"]["merged"]["missed"], 0);
  EXPECT_EQ(all["algorithms"]["astar"]["paths"], 10);
  EXPECT_GE(all["algorithms"]["merged"]["cost_ratio"]["mean"], 1.0);
  const auto part =
      run("wave hills.world --from 20,20 --area 0,0,10,20 --every 5 --algorithm tables,merged "
          "--layers 4 --picture wave.png");
  EXPECT_EQ(part.exit_code, 0) << part;
  EXPECT_TRUE(part.says("80 paths from 20,20")) << part;  // 10 x 20 squares, two triangles each
  EXPECT_TRUE(part.says("100.00 %")) << part;
  EXPECT_TRUE(is_png("wave.png"));
}

TEST_F(CliTerrainQuery, WaveDrawsTheAlgorithmAskedForAndTheBestOneOtherwise) {
  build_hills();
  const auto draw = [&](const std::string& options) {
    const auto drawn =
        run("wave hills.world --from 20,20 --every 16 --sample 4 --picture wave.ppm " + options);
    EXPECT_EQ(drawn.exit_code, 0) << drawn;
    return read("wave.ppm");
  };
  const std::string tables = draw("--algorithm tables,merged");
  EXPECT_EQ(draw(""), tables);
  EXPECT_NE(draw("--algorithm merged,tables"), tables);
}

TEST_F(CliTerrainQuery, WavesOfFewGoalsLookLikeThoseOfAll) {
  build_hills();
  const auto draw = [&](const std::string& every) {
    run("wave hills.world --from 20,20 --sample 4 --algorithm tables --picture wave.ppm --every " +
        every);
    return read("wave.ppm");
  };
  const std::string all = draw("1"), few = draw("40");
  std::size_t far = 0;  // values that differ by more than a line or a few shades do
  const std::size_t count = std::size_t{3} * 1200 * 1200;
  ASSERT_GT(std::min(all.size(), few.size()), count);
  for (std::size_t i = 64; i < count; ++i)
    far += std::abs(static_cast<unsigned char>(all[i]) - static_cast<unsigned char>(few[i])) > 40;
  EXPECT_LT(static_cast<double>(far), 0.05 * static_cast<double>(count));
}

/// Lines of equal cost, which are light, run on across the picture: but for a few hollows none is
/// as small as the outline of a goal that costs more than the ground around it.
TEST_F(CliTerrainQuery, WavesOfFewGoalsHaveNoSpecks) {
  run("generate terrain fractal --size 129 --seed 7 --difficulty roads.pgm -o land.pgm");
  const auto drawn =
      run("wave land.pgm --world terrain --spacing 10 --height-scale 0.01 --difficulty roads.pgm "
          "--from 640,640 --every 50 --sample 1 --algorithm guided --picture wave.ppm");
  ASSERT_EQ(drawn.exit_code, 0) << drawn;
  EXPECT_TRUE(drawn.says("656 paths")) << drawn;
  EXPECT_LT(count_specks(read("wave.ppm"), 60), 656u / 20);
}

TEST_F(CliTerrainQuery, OnePathByAStarReadsTheGroundAlone) {
  build_hills();
  const auto cost_of = [&](const std::string& algorithm) {
    return parse_json(run("path hills.world --from 2,3 --to 38,35 --json --algorithm " +
                          algorithm))["algorithms"][algorithm]["cost"];
  };
  EXPECT_EQ(cost_of("astar"), cost_of("tables"));
  std::string bytes = read("hills.world");
  bytes.back() = static_cast<char>(bytes.back() ^ 1);  // of the tables
  write("hills.world", bytes);
  EXPECT_TRUE(run("path hills.world --from 2,3 --to 38,35 --algorithm tables").says("is damaged"));
  EXPECT_TRUE(run("path hills.world --from 2,3 --to 38,35 --algorithm astar").says("complete"));
  bytes[bytes.size() / 100] = static_cast<char>(bytes[bytes.size() / 100] ^ 1);  // of the ground
  write("hills.world", bytes);
  EXPECT_TRUE(run("path hills.world --from 2,3 --to 38,35 --algorithm astar").says("is damaged"));
}

TEST_F(CliTerrainQuery, MergeStepsAreDrawn) {
  run("generate terrain cone --size 21 -o cone.pgm");
  const auto result = run("merge-steps cone.pgm --world terrain --height-scale 0.001 -o steps");
  ASSERT_EQ(result.exit_code, 0) << result;
  EXPECT_TRUE(is_png("steps/step-001.png"));
  EXPECT_TRUE(is_png("steps/step-002.png"));
  const auto some = parse_json(
      run("merge-steps cone.pgm --world terrain --height-scale 0.001 --steps 2,1 -o some --json"));
  ASSERT_EQ(some["pictures"].size(), 2u);
  EXPECT_EQ(some["pictures"][0]["step"], 1);
  EXPECT_LT(some["pictures"][1]["top_clusters"], some["pictures"][0]["top_clusters"]);
  EXPECT_EQ(read("some/step-002.png"), read("steps/step-002.png"));
}

TEST_F(CliTerrainQuery, CheckAgreesOnEveryLevel) {
  build_hills();
  const auto result = run("check hills.world random:30");
  EXPECT_EQ(result.exit_code, 0) << result;
  EXPECT_TRUE(
      result.says("30 queries by Dijkstra): hierarchy wrong 0, tables wrong 0, astar wrong 0, "
                  "merged or guided cheaper 0"))
      << result;
}

TEST_F(CliTerrainQuery, BatchGivesTheCostsOfRun) {
  build_hills();
  write("pairs.csv", "from_x,from_z,to_x,to_z\n1,1,30,30\n20,5,7,33.5\n-5,5,5,5\n");
  const auto result = run("batch hills.world pairs.csv -o out.csv");
  EXPECT_EQ(result.exit_code, 0) << result;
  const auto path =
      parse_json(run("path hills.world --from 1,1 --to 30,30 --json --algorithm hierarchy"));
  char cost[32];
  std::snprintf(cost, sizeof cost, "0,complete,%.6f,",
                path["algorithms"]["hierarchy"]["cost"].get<double>());
  EXPECT_NE(read("out.csv").find(cost), std::string::npos) << read("out.csv");
  EXPECT_NE(read("out.csv").find("2,invalid_start,,"), std::string::npos) << read("out.csv");
}

TEST_F(CliTerrainQuery, FlatAndVerticalGroundIsWalkedOn) {
  write("flat.pgm",
        "P2\n4 4\n255\n"
        "9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9\n");
  // A wall that stands upright, between two floors.
  write("wall.obj",
        "v 0 0 0\nv 0 0 4\nv 4 0 4\nv 4 0 0\nv 4 5 4\nv 4 5 0\nv 8 5 4\nv 8 5 0\n"
        "f 1 2 3 4\nf 4 3 5 6\nf 6 5 7 8\n");
  for (const std::string options :
       {"flat.pgm --world terrain --from 0.5,0.6 --to 2.5,2.4",
        "flat.pgm --world terrain --triangles four --from 0.5,0.6 --to 2.5,2.4",
        "wall.obj --world terrain --from 1,1 --to 7,3"}) {
    const auto result = run("path " + options +
                            " --algorithm astar,hierarchy,merged,guided --picture p.png --json");
    ASSERT_EQ(result.exit_code, 0) << result;
    const auto found = parse_json(result)["algorithms"];
    EXPECT_EQ(found["astar"]["cost"], found["hierarchy"]["cost"]) << options;
    EXPECT_GT(found["astar"]["cost"].get<double>(), 0.0) << options;
    EXPECT_TRUE(is_png("p.png"));
  }
}

}  // namespace
}  // namespace portolan::detail
