// Pictures and stored steps of a terrain's merged hierarchy.
#include <gtest/gtest.h>

#include "tool.h"

namespace portolan::detail {
namespace {

class CliTerrainPictures : public ToolFolder {
 protected:
  CliTerrainPictures() {
    run("generate terrain hills --size 13 --seed 3 -o hills.pgm");
    const auto built =
        run("build hills.pgm --world terrain --height-scale 0.001 --tables none -o hills.portolan");
    EXPECT_EQ(built.exit_code, 0) << built;
  }
  bool is_png(const std::string& file) const { return read(file).starts_with("\x89PNG"); }
};

TEST_F(CliTerrainPictures, ColoursMeanWhatIsAsked) {
  for (const char* colour : {"clusters", "neighbours", "layers", "steepness"}) {
    const auto drawn = run(std::string("merge-steps hills.portolan --steps 2 --colour ") + colour +
                           " -o " + colour);
    EXPECT_EQ(drawn.exit_code, 0) << drawn;
    EXPECT_TRUE(is_png(std::string(colour) + "/step-002.png")) << colour;
  }
  EXPECT_NE(read("clusters/step-002.png"), read("neighbours/step-002.png"));
  EXPECT_NE(read("neighbours/step-002.png"), read("layers/step-002.png"));
  const auto refused = run("merge-steps hills.portolan --colour sky -o no");
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_TRUE(refused.says("neighbours")) << refused;
}

TEST_F(CliTerrainPictures, LayersBelowTheTopHaveMoreClusters) {
  const auto clusters = [&](const std::string& options, const char* name) {
    const auto json =
        parse_json(run("merge-steps hills.portolan --steps 2 --json -o out " + options));
    return json["pictures"].back()[name].get<unsigned>();
  };
  const unsigned top = clusters("", "top_clusters");
  const unsigned below = clusters("--layer 1", "clusters");
  EXPECT_GT(below, top);
  EXPECT_EQ(clusters("--layer 2", "clusters"), 288u) << "all triangles: 12 x 12 squares";
}

TEST_F(CliTerrainPictures, CompressionIsDrawnStepByStep) {
  const auto json =
      parse_json(run("merge-steps hills.portolan --layers 3 --steps 1,16 --json -o squeezed"));
  const auto& pictures = json["pictures"];
  ASSERT_EQ(pictures.size(), 2u) << json;
  EXPECT_GT(pictures[0]["layers"], 3) << "not yet";
  EXPECT_EQ(pictures[1]["layers"], 3) << "the last of 16 steps";
  EXPECT_TRUE(is_png("squeezed/compress-001.png"));
  EXPECT_TRUE(is_png("squeezed/compress-016.png"));
  EXPECT_EQ(run("merge-steps hills.portolan --layers 3 --steps 17 -o no").exit_code, 2);
  const auto refused = run("merge-steps hills.portolan --layers 900 -o no");
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_TRUE(refused.says("give fewer")) << refused;
}

/// A stored step can be loaded, and merged on to the same end.
TEST_F(CliTerrainPictures, StepsAreStoredAndLoaded) {
  const auto stored =
      parse_json(run("merge-steps hills.portolan --steps 1,3 --store --json -o steps"));
  run("build hills.portolan --merged -o whole.portolan");
  for (const auto& picture : stored["pictures"]) {
    const std::string file =
        "steps/step-00" + std::to_string(picture["step"].get<unsigned>()) + ".portolan";
    const auto info = parse_json(run("info " + file + " --json"));
    EXPECT_EQ(info.at("stored_merged").at("steps"), picture["step"]);
    EXPECT_EQ(info.at("stored_merged").at("top_clusters"), picture["top_clusters"]);
    run("build " + file + " --merged -o on.portolan");
    EXPECT_EQ(read("on.portolan"), read("whole.portolan")) << file;
  }
}

TEST_F(CliTerrainPictures, PathsAreDrawnAfterSomeExpansions) {
  const std::string ask = "path hills.portolan --from 2,2 --to 10,9 --algorithm merged ";
  for (const char* count : {"0", "5", "100000"}) {
    const auto drawn = run(ask + "--expansions " + count + " --picture after-" + count + ".png");
    EXPECT_EQ(drawn.exit_code, 0) << drawn;
    EXPECT_TRUE(is_png(std::string("after-") + count + ".png"));
  }
  EXPECT_NE(read("after-0.png"), read("after-5.png"));
  EXPECT_NE(read("after-5.png"), read("after-100000.png"));
  EXPECT_EQ(run(ask + "--expansions 5").exit_code, 2) << "there is nothing to draw to";
  const auto other = run(
      "path hills.portolan --from 2,2 --to 10,9 --algorithm astar --expansions 5 --picture a.png");
  EXPECT_EQ(other.exit_code, 2);
  EXPECT_TRUE(other.says("--algorithm merged")) << other;
}

}  // namespace
}  // namespace portolan::detail
