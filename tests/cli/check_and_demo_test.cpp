#include <gtest/gtest.h>

#include "tool.h"

namespace portolan::detail {
namespace {

using CliCheck = ToolFolder;
using CliDemo = ToolFolder;

constexpr const char* kRight =
    "version 1\n0\ttwo.map\t8\t6\t0\t0\t5\t0\t5.00000000\n"
    "0\ttwo.map\t8\t6\t0\t0\t0\t5\t5.00000000\n"
    "0\ttwo.map\t8\t6\t4\t0\t5\t5\t5.41421356\n";

TEST_F(CliCheck, PassesRightLengths) {
  write_two_parts("two.map");
  write("two.map.scen", kRight);
  for (const char* arguments : {"check .", "check two.map", "check two.map.scen --levels 1,2,3",
                                "check . --transitions ends"}) {
    const auto result = run(arguments);
    EXPECT_EQ(result.exit_code, 0) << result;
    EXPECT_TRUE(result.says("1 map, 3 queries")) << result;
    EXPECT_TRUE(result.says("astar wrong 0, hierarchy wrong 0, tables wrong -, invalid 0"))
        << result;
  }
  EXPECT_TRUE(run("check . --sample 2").says("1 map, 2 queries"));
}

TEST_F(CliCheck, FindsAWrongLength) {
  write_two_parts("two.map");
  write("two.map.scen", std::string(kRight).append("0\ttwo.map\t8\t6\t0\t0\t5\t0\t5.10000000\n"));
  const auto result = run("check .");
  EXPECT_EQ(result.exit_code, 1) << result;
  EXPECT_TRUE(result.says("astar wrong 1")) << result;
  EXPECT_TRUE(result.says("0,0 to 5,0")) << result;
}

TEST_F(CliCheck, LengthZeroMeansNoPath) {
  write_two_parts("two.map");
  write("two.map.scen", "version 1\n0\ttwo.map\t8\t6\t0\t0\t7\t5\t0\n");
  const auto apart = run("check .");
  EXPECT_EQ(apart.exit_code, 0) << apart;
  EXPECT_TRUE(apart.says("1 of them without a path")) << apart;
  write("two.map.scen", "version 1\n0\ttwo.map\t8\t6\t0\t0\t5\t5\t0\n");
  EXPECT_EQ(run("check .").exit_code, 1);
}

TEST_F(CliCheck, AnyNumberOfJobs) {
  for (const char* name : {"a.map", "b.map", "c.map"}) {
    write_two_parts(name);
    write(std::string(name) + ".scen", kRight);
  }
  const auto good = run("check . --jobs 2");
  EXPECT_EQ(good.exit_code, 0) << good;
  EXPECT_TRUE(good.says("3 maps, 9 queries")) << good;
  write("b.map", "type octile\nheight 1\n");
  const auto bad = run("check . --jobs 2");
  EXPECT_EQ(bad.exit_code, 3) << bad;
  EXPECT_TRUE(bad.says("b.map")) << bad;
}

TEST_F(CliCheck, TwoDecimalsAreEnough) {
  write_two_parts("two.map");
  write("two.map.scen", "version 1\n0\ttwo.map\t8\t6\t4\t0\t5\t5\t5.41\n");
  EXPECT_EQ(run("check .").exit_code, 0);
}

TEST_F(CliCheck, NeedsMapsWithScenarios) {
  const auto result = run("check .");
  EXPECT_EQ(result.exit_code, 3) << result;
  write_two_parts("two.map");
  const auto alone = run("check two.map");
  EXPECT_EQ(alone.exit_code, 3) << alone;
  EXPECT_TRUE(alone.says("two.map.scen")) << alone;
  EXPECT_EQ(run("check two.txt").exit_code, 2);
}

TEST_F(CliDemo, ShowsEveryWorld) {
  const auto result = run("demo --size 64 --out first --out made");
  EXPECT_EQ(result.exit_code, 0) << result;
  for (const char* text :
       {"Grid", "64x64 tiles", "Navigation mesh", "Terrain", "400 queries", "A*", "Detour",
        "hierarchy", "tables", "time per query", "faster than A*", "mean error", "memory",
        "build time", "run made/mesh.portolan random:"}) {
    EXPECT_TRUE(result.says(text)) << text << " is missing in " << result;
  }
  for (const std::string world : {"made/grid", "made/mesh", "made/terrain"}) {
    EXPECT_TRUE(result.says(world + ".png")) << result;
    EXPECT_EQ(read(world + ".png").substr(1, 3), "PNG");
    EXPECT_EQ(run("info " + world + ".portolan").exit_code, 0);
  }
  EXPECT_FALSE(exists("first"));
}

TEST_F(CliDemo, NamesTheFolderThatCannotBeMade) {
  write("taken", "");
  const auto result = run("demo --size 64 --out taken/made");
  EXPECT_EQ(result.exit_code, 3) << result;
  EXPECT_TRUE(result.says("taken/made: cannot make this folder")) << result;
}

}  // namespace
}  // namespace portolan::detail
