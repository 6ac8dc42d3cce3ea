#include <gtest/gtest.h>

#include "tool.h"

namespace portolan::detail {
namespace {

using CliFirstSteps = ToolFolder;

/// With a byte-order mark before it.
std::string marked(std::string_view text) { return std::string("\xEF\xBB\xBF").append(text); }

TEST_F(CliFirstSteps, OutputsAreCheckedBeforeTheWork) {
  write_two_parts("small.map");
  for (const char* command : {"build small.map -o .", "generate grid maze --size 32 -o .",
                              "run small.map random:3 --csv ."}) {
    const auto result = run(command);
    EXPECT_EQ(result.exit_code, 3) << result;
    EXPECT_TRUE(result.says("is a directory; give the name of a file")) << result;
    EXPECT_EQ(result.out, "") << result;
  }
  for (const char* command :
       {"build small.map -o no/w.portolan", "path small.map --from 0,0 --to 1,0 --picture no/p.png",
        "batch small.map random:3 -o no/b.csv"}) {
    const auto result = run(command);
    EXPECT_EQ(result.exit_code, 3) << result;
    EXPECT_TRUE(result.says("there is no folder no; make it first")) << result;
    EXPECT_EQ(result.out, "") << result;
  }
}

TEST_F(CliFirstSteps, DirectoriesAreCalledSo) {
  const auto result = run("info .");
  EXPECT_EQ(result.exit_code, 3) << result;
  EXPECT_TRUE(result.says("directory")) << result;
}

TEST_F(CliFirstSteps, ByteOrderMarksAreSkipped) {
  write_two_parts("small.map");
  write("marked.map", marked(read("small.map")));
  write("pairs.csv", marked("from_x,from_y,to_x,to_y\n0,0,5,5\n"));
  write("metric.json", marked(R"({"terrain": {"@": 3}})"));
  const auto map = run("info marked.map --metric metric.json");
  EXPECT_EQ(map.exit_code, 0) << map;
  const auto queries = run("run small.map pairs.csv");
  EXPECT_EQ(queries.exit_code, 0) << queries;
  write_two_floors("floors.obj");
  write("marked.obj", marked(read("floors.obj")));
  const auto mesh = run("info marked.obj");
  EXPECT_EQ(mesh.exit_code, 0) << mesh;
}

TEST_F(CliFirstSteps, BuiltWorldsAreKnownByTheirContent) {
  write_two_parts("small.map");
  ASSERT_EQ(run("build small.map -o small.portolan").exit_code, 0);
  write("odd.png", read("small.portolan"));
  const auto result = run("info odd.png");
  EXPECT_EQ(result.exit_code, 0) << result;
  EXPECT_TRUE(result.says("8x6")) << result;
}

TEST_F(CliFirstSteps, PicturesHaveTheFormatOfTheirName) {
  write_two_parts("small.map");
  ASSERT_EQ(run("path small.map --from 0,0 --to 5,5 --picture p.ppm").exit_code, 0);
  ASSERT_EQ(run("path small.map --from 0,0 --to 5,5 --picture p.png").exit_code, 0);
  EXPECT_EQ(read("p.ppm").substr(0, 3), "P6\n");
  EXPECT_EQ(read("p.png").substr(1, 3), "PNG");
  EXPECT_EQ(run("info p.ppm").exit_code, 0);
}

TEST_F(CliFirstSteps, TablesAreUsedWhereTheWorldHasThem) {
  write_two_parts("small.map");
  EXPECT_TRUE(run("path small.map --from 0,0 --to 5,5").says("tables: complete"));
  EXPECT_TRUE(run("path small.map --from 0,0 --to 5,5 --tables none").says("hierarchy: complete"));
  EXPECT_TRUE(run("path small.map --from 0,0 --to 5,5 --level 1").says("hierarchy: complete"));
  const auto measured = run("run small.map random:5");
  EXPECT_TRUE(measured.says("astar")) << measured;
  EXPECT_TRUE(measured.says("tables")) << measured;
}

TEST_F(CliFirstSteps, InvalidQueriesAreExplained) {
  write_two_parts("small.map");
  write("pairs.csv", "from_x,from_y,to_x,to_y\n0,0,5,5\n6,1,0,0\n0,0,99,1\n");
  const auto result = run("run small.map pairs.csv");
  EXPECT_EQ(result.exit_code, 0) << result;
  EXPECT_TRUE(result.says("2 of 3 queries are invalid; the first, number 2 (from 6,1 to 0,0)"))
      << result;
  EXPECT_TRUE(result.says("6,1 is blocked")) << result;
}

TEST_F(CliFirstSteps, TheAgentTypeThatWasTakenIsNamed) {
  write_two_floors("floors.obj");
  write("foot.json", R"({"name": "foot"})");
  write("cart.json", R"({"name": "cart"})");
  ASSERT_EQ(run("build floors.obj -o w.portolan --metric foot.json --metric cart.json").exit_code,
            0);
  const std::string ask = "path w.portolan --from 2,0,2 --to 15,0,15";
  const auto result = run(ask);
  EXPECT_NE(result.err.find("agent type foot, the first of foot, cart; --agent chooses another"),
            std::string::npos)
      << result;
  EXPECT_EQ(run(ask + " --agent cart").err, "");
}

}  // namespace
}  // namespace portolan::detail
