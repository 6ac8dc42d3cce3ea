#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <sstream>

#include "tool.h"

/// Pipes, links and devices in the place of files.
namespace portolan::detail {
namespace {

using CliStreams = ToolFolder;

TEST_F(CliStreams, EveryWorldIsReadFromAPipe) {
  write_two_parts("two.map");
  write_polyanya("flat.mesh");
  run("generate terrain hills --size 17 -o hills.pgm");
  for (const char* input : {"two.map", "flat.mesh", "hills.pgm --world terrain"}) {
    ASSERT_EQ(run("build " + std::string(input) + " -o world.portolan").exit_code, 0) << input;
    const ToolResult file = run("info world.portolan --json");
    for (const char* command :
         {"cat world.portolan | \"$TOOL\" info /dev/stdin --json",
          "\"$TOOL\" info /dev/stdin --json < world.portolan",
          "rm -f pipe; mkfifo pipe; cat world.portolan > pipe & \"$TOOL\" info pipe --json"}) {
      const ToolResult piped = run_shell(command);
      EXPECT_EQ(piped.exit_code, 0) << command << piped;
      nlohmann::json expected = parse_json(file);
      nlohmann::json found = parse_json(piped);
      ASSERT_TRUE(found.is_object()) << piped;
      for (nlohmann::json* json : {&expected, &found}) json->erase("world");
      EXPECT_EQ(found, expected) << command;
    }
  }
}

TEST_F(CliStreams, EverySourceIsReadFromAPipe) {
  write_two_parts("two.map");
  write_polyanya("flat.mesh");
  write_two_floors("floors.obj");
  run("generate terrain hills --size 17 -o hills.pgm");
  for (const std::string name : {"two.map", "flat.mesh", "floors.obj", "hills.pgm"}) {
    const std::string options = name == "hills.pgm" ? " --world terrain" : "";
    const ToolResult built =
        run_shell("mkfifo pipe-" + name + "; cat " + name + " > pipe-" + name +
                  " & \"$TOOL\" build pipe-" + name + " -o world.portolan" + options);
    EXPECT_EQ(built.exit_code, 0) << name << built;
  }
  const ToolResult nameless =
      run_shell("cat flat.mesh | \"$TOOL\" build /dev/stdin -o world.portolan");
  EXPECT_EQ(nameless.exit_code, 0) << nameless;
  run("build two.map -o two.portolan");
  const ToolResult queries = run_shell(
      "printf 'from_x,from_y,to_x,to_y\\n0,0,5,5\\n' | \"$TOOL\" run two.portolan /dev/stdin");
  EXPECT_EQ(queries.exit_code, 0) << queries;
}

TEST_F(CliStreams, OutputGoesThroughLinks) {
  write_two_parts("two.map");
  const ToolResult built = run_shell(
      "mkdir far && ln -s far/world.portolan link.portolan && ln -s far/path.png link.png && "
      "\"$TOOL\" build two.map -o link.portolan && "
      "\"$TOOL\" path link.portolan --from 0,0 --to 5,5 --picture link.png && "
      "test -L link.portolan && test -L link.png && ls far");
  EXPECT_EQ(built.exit_code, 0) << built;
  EXPECT_TRUE(built.says("path.png\nworld.portolan\n")) << built;
}

TEST_F(CliStreams, OutputReplacesNoDeviceOrPipe) {
  write_two_parts("two.map");
  run("build two.map -o world.portolan");
  const ToolResult piped = run_shell(
      "\"$TOOL\" generate grid city --size 64 -o /dev/null && test -c /dev/null && "
      "\"$TOOL\" generate grid city --size 64 -o city.map && mkfifo pipe.map && "
      "{ cat pipe.map > copy.map & } && \"$TOOL\" generate grid city --size 64 -o pipe.map && "
      "wait && test -p pipe.map && cmp city.map copy.map");
  EXPECT_EQ(piped.exit_code, 0) << piped;
  const ToolResult shown = run("generate grid city --size 64 -o /dev/stdout");
  EXPECT_EQ(shown.exit_code, 0) << shown;
  EXPECT_EQ(shown.out.find(read("city.map")), 0u) << shown;
}

TEST_F(CliStreams, OutputThatCannotBeWrittenIsAFailure) {
  write_two_parts("two.map");
  run("build two.map -o world.portolan");
  for (const char* arguments :
       {"--help", "--version", "info --help", "info world.portolan", "info world.portolan --json",
        "run world.portolan random:5", "path world.portolan --from 0,0 --to 5,5"}) {
    const ToolResult full = run_shell("\"$TOOL\" " + std::string(arguments) + " >/dev/full");
    EXPECT_EQ(full.exit_code, 3) << arguments << full;
    EXPECT_TRUE(full.says("standard output cannot be written")) << arguments << full;
    EXPECT_FALSE(full.says("fault")) << arguments << full;
    const ToolResult closed = run_shell("\"$TOOL\" " + std::string(arguments) + " >&-");
    EXPECT_EQ(closed.exit_code, 3) << arguments << closed;
  }
}

TEST_F(CliStreams, AKilledBuildLeavesNothing) {
  const ToolResult killed = run_shell(
      "mkdir out && (ulimit -c 0; ulimit -f 8; \"$TOOL\" generate grid city --size 1024 -o "
      "out/city.map); "
      "ls out");
  EXPECT_EQ(killed.out, "") << killed;
}

/// The last line of each work says that all of it is done, or what came of it.
TEST_F(CliStreams, ProgressEndsWithAllDone) {
  run("generate grid caves --size 256 -o caves.map");
  run("generate grid caves --size 1024 -o large.map");
  run("generate terrain hills --size 33 -o hills.pgm");
  build_dungeon("dungeon.portolan");
  write("boat.json", R"({"name": "boat"})");
  const auto last_lines = [this](const std::string& arguments) {
    const ToolResult result = run(arguments);
    EXPECT_EQ(result.exit_code, 0) << result;
    std::map<std::string, std::string> last;
    std::istringstream lines(result.err);
    for (std::string line; std::getline(lines, line);) {
      const std::size_t colon = line.find(": ");
      if (colon != std::string::npos) last[line.substr(0, colon)] = line.substr(colon + 2);
    }
    return last;
  };
  const auto expect_done = [&](const std::string& arguments, const std::string& title) {
    auto last = last_lines(arguments);
    EXPECT_TRUE(last[title].starts_with("100 %, ")) << arguments << ": " << last[title];
    EXPECT_EQ(last[title].find("1 of 1 "), std::string::npos) << last[title];
  };
  expect_done("build caves.map -o caves.portolan", "building");
  expect_done("build caves.map -o caves.portolan", "tables");
  expect_done("build hills.pgm --world terrain --merged -o hills.portolan", "merging");
  expect_done("batch dungeon.portolan --agents 20 --frames 7", "walking");
  expect_done("build dungeon.portolan --metric boat.json -o boat.portolan", "adding boat");
  EXPECT_TRUE(last_lines("build large.map --tables 1 -o large.portolan")["tables"].starts_with(
      "they do not all fit, "));
}

}  // namespace
}  // namespace portolan::detail
