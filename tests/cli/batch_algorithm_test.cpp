#include <gtest/gtest.h>

#include <sstream>

#include "tool.h"

namespace portolan::detail {
namespace {

/// A batch by an algorithm that is chosen.
class CliBatchAlgorithm : public ToolFolder {
 protected:
  /// Some columns of a CSV file as text, without its heading.
  std::string columns(const std::string& file, std::initializer_list<std::size_t> numbers) const {
    std::string text;
    std::istringstream lines(read(file));
    std::string line;
    std::getline(lines, line);
    while (std::getline(lines, line)) {
      std::istringstream fields(line + ",");
      std::vector<std::string> values;
      for (std::string value; std::getline(fields, value, ',');) values.push_back(value);
      for (const std::size_t number : numbers) text += values.at(number) + " ";
      text += '\n';
    }
    return text;
  }

  /// Status and cost of every query of a batch are those of `run` with the same options.
  void expect_as_run(const std::string& world, const std::string& options) const {
    const auto batch = run("batch " + world + " random:150:4 -o batch.csv --threads 2 " + options);
    EXPECT_EQ(batch.exit_code, 0) << options << batch;
    const auto single = run("run " + world + " random:150:4 --rounds 1 --csv run.csv " + options);
    EXPECT_EQ(single.exit_code, 0) << options << single;
    EXPECT_EQ(columns("batch.csv", {1, 2}), columns("run.csv", {2, 3})) << options;
  }
  std::string refusal(const std::string& arguments) const {
    const auto result = run("batch " + arguments);
    EXPECT_EQ(result.exit_code, 2) << arguments << result;
    return result.err;
  }
};

TEST_F(CliBatchAlgorithm, AnswersOnAMeshAsRunDoes) {
  build_dungeon("d.portolan", "--merge 4 --levels 2");
  for (const char* options :
       {"--algorithm astar", "--algorithm tables", "--algorithm hierarchy",
        "--algorithm hierarchy --level 1", "--algorithm hierarchy --level 2 --connect astar",
        "--algorithm hierarchy --connect table", "--algorithm hierarchy --cost-only",
        "--algorithm astar --model paper", "--algorithm hierarchy --model paper --level 2",
        "--algorithm hierarchy --model paper --level 1 --connect astar",
        "--algorithm hierarchy --model paper --level 2 --connect table"}) {
    expect_as_run("d.portolan", options);
  }
}

TEST_F(CliBatchAlgorithm, AnswersOnAGridAsRunDoesBeforeSmoothing) {
  run("generate grid caves --size 64 --seed 3 -o c.map");
  run("build c.map -o c.portolan");
  for (const char* options : {"--algorithm hierarchy", "--algorithm hierarchy --level 1",
                              "--algorithm tables", "--algorithm hierarchy --connect sparse"}) {
    expect_as_run("c.portolan", options + std::string(" --cost-only"));
  }
  // Lengths of paths are those of the moves; a batch has them in whole units.
  run("batch c.portolan random:150:4 --algorithm astar -o batch.csv");
  run("run c.portolan random:150:4 --rounds 1 --algorithm astar --csv run.csv");
  EXPECT_EQ(columns("batch.csv", {1, 3}), columns("run.csv", {2, 7}));
}

TEST_F(CliBatchAlgorithm, AnswersOnTerrainAsRunDoes) {
  run("generate terrain hills --size 33 --seed 3 -o h.pgm");
  run("build h.pgm --world terrain --height-scale 0.001 --spacing 1 -o h.portolan");
  for (const char* options : {"--algorithm astar", "--algorithm hierarchy", "--algorithm tables",
                              "--algorithm hierarchy --level 1 --connect astar"}) {
    expect_as_run("h.portolan", options);
  }
}

TEST_F(CliBatchAlgorithm, TheAnswersDoNotDependOnTheThreads) {
  build_dungeon("d.portolan", "--merge 4");
  const std::string batch = "batch d.portolan random:3000 --algorithm hierarchy --level 1";
  run(batch + " --threads 1 -o one.csv");
  run(batch + " --threads 5 -o five.csv");
  EXPECT_FALSE(read("one.csv").empty());
  EXPECT_EQ(read("one.csv"), read("five.csv"));
  const auto first = parse_json(run(batch + " --first 3 --json"))["algorithms"]["hierarchy"];
  EXPECT_GT(first["partial"], 2000);
  EXPECT_LE(first["nodes"], 9000);
}

TEST_F(CliBatchAlgorithm, ExactOnesCostTheSameAndAreNamed) {
  build_dungeon("d.portolan");
  const auto costs = [&](const std::string& options, const std::string& algorithm) {
    const auto json = parse_json(run("batch d.portolan random:300:2 --json -o out.csv " + options));
    EXPECT_TRUE(json["algorithms"].contains(algorithm)) << options;
    return columns("out.csv", {1, 2});
  };
  const std::string tables = costs("", "tables");
  EXPECT_EQ(tables, costs("--algorithm tables", "tables"));
  EXPECT_EQ(tables, costs("--algorithm astar", "astar"));
  EXPECT_EQ(tables, costs("--level 1", "hierarchy"));
  EXPECT_NE(tables, costs("--model paper", "hierarchy"));
  const auto text = run("batch d.portolan random:30 --model paper");
  EXPECT_TRUE(text.says("by hierarchy of the paper's model")) << text;
}

TEST_F(CliBatchAlgorithm, RefusesWhatMakesNoSense) {
  build_dungeon("d.portolan");
  write_two_parts("two.map");
  struct Mistake {
    const char* arguments;
    const char* says;
  };
  for (const Mistake& mistake :
       {Mistake{"d.portolan random:3 --algorithm astar,tables", "name one"},
        {"d.portolan random:3 --algorithm astar --level 1",
         "--level is for hierarchy; leave it out, or give --algorithm hierarchy"},
        {"d.portolan random:3 --algorithm tables --connect astar", "--connect is for hierarchy"},
        {"d.portolan random:3 --algorithm detour", "give astar, hierarchy or tables"},
        {"d.portolan random:3 --connect threads", "give astar or dijkstra"},
        {"d.portolan random:3 --algorithm astar --cost-only", "astar always makes the path"},
        {"d.portolan random:3 --model paper --cost-only", "the paper's model always makes"},
        {"d.portolan random:3 --model paper --algorithm tables", "leave --model paper out"},
        {"d.portolan random:3 --level 60", "the world has levels 1 to"},
        {"d.portolan random:3 --level 1 --device gpu", "--level is for the CPU; leave it out"},
        {"d.portolan random:3 --first 2 --device gpu", "leave it out, or give 1"},
        {"d.portolan random:3 --model paper --device gpu", "a GPU finds exact paths only"},
        {"two.map random:3 --algorithm astar --device gpu", "on grids a GPU answers by tables"},
        {"two.map random:3 --model paper", "--model is for navigation meshes"},
        {"two.map random:3 --algorithm detour", "ask by `run`"}}) {
    const std::string said = refusal(mistake.arguments);
    EXPECT_NE(said.find(mistake.says), std::string::npos) << mistake.arguments << ": " << said;
  }
}

}  // namespace
}  // namespace portolan::detail
