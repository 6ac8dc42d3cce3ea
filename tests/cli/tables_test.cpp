#include <gtest/gtest.h>

#include <map>
#include <sstream>
#include <vector>

#include "tool.h"

namespace portolan::detail {
namespace {

class CliTables : public ToolFolder {
 protected:
  void generate_caves() const { run("generate grid caves --size 96 --seed 3 -o c.map"); }

  /// The costs in a CSV report, by algorithm and query; 0 where there is no path.
  std::map<std::string, std::vector<double>> costs_of(const std::string& file) const {
    std::map<std::string, std::vector<double>> costs;
    std::istringstream lines(read(file));
    std::string line;
    std::getline(lines, line);
    while (std::getline(lines, line)) {
      std::istringstream fields(line);
      std::string index, algorithm, status, cost;
      std::getline(fields, index, ',');
      std::getline(fields, algorithm, ',');
      std::getline(fields, status, ',');
      std::getline(fields, cost, ',');
      costs[algorithm].push_back(status == "complete" ? std::stod(cost) : 0.0);
    }
    return costs;
  }
};

TEST_F(CliTables, AreBuiltAndDescribed) {
  generate_caves();
  const auto built = run("build c.map -o c.portolan");
  EXPECT_EQ(built.exit_code, 0) << built;
  EXPECT_NE(built.err.find("tables: 100 %"), std::string::npos) << built;
  const auto info = run("info c.portolan");
  for (const char* text : {"connect table and labels: everything fits; built in", "connect table ",
                           "links ", "labels ", "gates above each other"}) {
    EXPECT_TRUE(info.says(text)) << text << " is missing in " << info;
  }
  const auto json = parse_json(run("info c.portolan --json"));
  const auto& tables = json["tables"];
  EXPECT_EQ(tables["paths_between_cells"], "labels");
  EXPECT_EQ(tables["shortcut_bytes"], 0);
  EXPECT_GT(tables["build_ms"], 0.0);
  EXPECT_GT(tables["deepest_tree"], 1);
  EXPECT_GT(tables["most_gates_per_cell"], 1);
  EXPECT_EQ(json["table_bytes"], tables["connect_bytes"].get<std::size_t>() +
                                     tables["link_bytes"].get<std::size_t>() +
                                     tables["label_bytes"].get<std::size_t>());
}

TEST_F(CliTables, KeepToABudget) {
  run("generate grid random --size 192 -o c.map");
  const auto built_by = [&](const std::string& tables) {
    const auto built = run("build c.map -o c.portolan --transitions every:3 --tables " + tables);
    EXPECT_EQ(built.exit_code, 0) << built;
    return parse_json(run("info c.portolan --json"));
  };
  EXPECT_EQ(built_by("none")["table_bytes"], 0);
  EXPECT_EQ(built_by("none")["tables"]["reason"], "");
  const auto all = built_by("auto");
  const auto half =
      built_by(std::to_string(all["tables"]["label_bytes"].get<std::size_t>() / 1'000'000 + 1));
  EXPECT_LT(half["table_bytes"], all["table_bytes"]);
  EXPECT_NE(half["tables"]["reason"].get<std::string>().find("fit"), std::string::npos);
}

TEST_F(CliTables, FollowTheWorldAndMoreMemoryIsOfferedSlow) {
  // 128 x 128 squares of two triangles: all tables of terrain take far more than 16 MB.
  run("generate terrain fractal --size 129 -o land.pgm");
  const std::string build = "build land.pgm --world terrain --height-scale 0.01 -o land.portolan";
  const auto usual = run(build);
  ASSERT_EQ(usual.exit_code, 0) << usual;
  EXPECT_LE(parse_json(run("info land.portolan --json"))["table_bytes"], 16'000'000);
  const std::string offer = "more memory all tables take about ";
  const std::size_t at = usual.out.find(offer);
  ASSERT_NE(at, std::string::npos) << usual;
  // What is offered is enough, and not far too much.
  const std::size_t option = usual.out.find("--tables ", at);
  const std::string megabytes =
      usual.out.substr(option + 9, usual.out.find(')', option) - option - 9);
  const auto more = run(build + " --tables " + megabytes);
  ASSERT_EQ(more.exit_code, 0) << more;
  EXPECT_FALSE(more.says("more memory")) << more;
  const auto info = parse_json(run("info land.portolan --json"));
  EXPECT_EQ(info["tables"]["paths_between_cells"], "labels");
  EXPECT_GT(info["table_bytes"].get<double>(), 0.6e6 * std::stod(megabytes));
  EXPECT_FALSE(run(build + " --tables none").says("more memory"));
}

TEST_F(CliTables, OfGridsAnswerNoWorseThanTheHierarchy) {
  generate_caves();
  run("build c.map -o c.portolan");
  const std::string queries = " random:200:5 --rounds 1 --smooth none --csv ";
  const auto built = run("run c.map" + queries + "built.csv --algorithm hierarchy,tables");
  EXPECT_EQ(built.exit_code, 0) << built;
  const auto loaded = run("run c.portolan" + queries + "loaded.csv --algorithm hierarchy,tables");
  EXPECT_EQ(loaded.exit_code, 0) << loaded;
  auto costs = costs_of("loaded.csv");
  EXPECT_EQ(costs["tables"].size(), 200u);
  std::size_t equal = 0;
  for (std::size_t i = 0; i < 200; ++i) {
    EXPECT_LE(costs["tables"][i], costs["hierarchy"][i]);  // short paths are made optimal
    equal += costs["tables"][i] == costs["hierarchy"][i];
  }
  EXPECT_GT(equal, 100u);
  EXPECT_EQ(costs["tables"], costs_of("built.csv")["tables"]);
  run("run c.portolan" + queries + "cost.csv --algorithm tables --cost-only");
  EXPECT_EQ(costs_of("cost.csv")["tables"].size(), 200u);
}

TEST_F(CliTables, OfGridsAreNotSmoothedUnlessAskedFor) {
  generate_caves();
  run("build c.map -o c.portolan");
  const auto mean_error = [&](const std::string& options) {
    const auto json = parse_json(
        run("run c.portolan random:100 --rounds 1 --json --algorithm astar,tables " + options));
    return json["algorithms"]["tables"]["mean_error"].get<double>();
  };
  EXPECT_EQ(mean_error(""), mean_error("--smooth none"));
  EXPECT_LT(mean_error("--smooth full"), mean_error(""));
}

TEST_F(CliTables, OfMeshesAreExact) {
  build_dungeon("d.portolan", "--merge 8");
  const auto json = parse_json(
      run("run d.portolan random:60 --rounds 1 --json --algorithm astar,hierarchy,tables"));
  ASSERT_TRUE(json.is_object());
  EXPECT_GT(json["table_bytes"], 0);
  EXPECT_EQ(json["algorithms"]["tables"]["complete"], 60);
  EXPECT_EQ(json["algorithms"]["tables"]["max_error"], 0.0);
  EXPECT_EQ(json["algorithms"]["tables"]["mean_expansions"], 0.0);
  const auto costs = parse_json(
      run("run d.portolan random:60 --rounds 1 --json --algorithm astar,tables --cost-only"));
  EXPECT_EQ(costs["algorithms"]["tables"]["max_error"], 0.0);
  const auto checked = run("check d.portolan random:50");
  EXPECT_EQ(checked.exit_code, 0) << checked;
  EXPECT_TRUE(checked.says("tables wrong 0")) << checked;
  EXPECT_TRUE(run("info d.portolan").says("merge 8")) << checked;
}

TEST_F(CliTables, ChooseLargerCellsOnMeshes) {
  build_dungeon("d.portolan");
  EXPECT_EQ(parse_json(run("info d.portolan --json"))["options"]["merge"], (std::vector{64, 8}));
  build_dungeon("d.portolan", "--tables none");
  EXPECT_NE(parse_json(run("info d.portolan --json"))["options"]["merge"], (std::vector{64, 8}));
}

TEST_F(CliTables, FollowOneWayLinks) {
  write_two_floors("two.obj");
  write("links.csv", "from_x,from_y,from_z,to_x,to_y,to_z,both_ways\n18,0,10,32,0,10,0\n");
  const auto built = run("build two.obj -o two.portolan --links links.csv --merge 2");
  ASSERT_EQ(built.exit_code, 0) << built;
  const std::string ask = " --json --algorithm astar,tables --from ";
  const auto there = parse_json(run("path two.portolan" + ask + "5,0,10 --to 45,0,10"));
  EXPECT_EQ(there["algorithms"]["tables"]["status"], "complete");
  EXPECT_EQ(there["algorithms"]["tables"]["cost"], there["algorithms"]["astar"]["cost"]);
  const auto back = parse_json(run("path two.portolan" + ask + "45,0,10 --to 5,0,10"));
  EXPECT_EQ(back["algorithms"]["astar"]["status"], "unreachable");
  EXPECT_EQ(back["algorithms"]["tables"]["status"], "unreachable");
}

TEST_F(CliTables, TellAnUnreachableGoal) {
  write_two_parts("two.map");
  const auto grid = run("path two.map --from 0,0 --to 7,0 --algorithm tables");
  EXPECT_EQ(grid.exit_code, 1) << grid;
  EXPECT_TRUE(grid.says("tables: unreachable")) << grid;
  write_two_floors("two.obj");
  const auto mesh = run("path two.obj --from 5,0,10 --to 40,0,10 --algorithm tables");
  EXPECT_EQ(mesh.exit_code, 1) << mesh;
  EXPECT_TRUE(mesh.says("tables: unreachable: the nearest point")) << mesh;
}

TEST_F(CliTables, AreCheckedOnMaps) {
  write_two_parts("two.map");
  write("two.map.scen", "version 1\n0\ttwo.map\t8\t6\t0\t0\t5\t0\t5\n");
  const auto result = run("check two.map --tables auto");
  EXPECT_EQ(result.exit_code, 0) << result;
  EXPECT_TRUE(result.says("tables wrong 0")) << result;
  EXPECT_TRUE(run("check two.map").says("tables wrong -"));
  EXPECT_TRUE(run("check two.map --transitions middle --tables 1").says("tables wrong 0"));
}

/// They are refused before the rest is read: what is damaged there is not seen.
TEST_F(CliTables, OfATerrainWithoutAreRefusedAtOnce) {
  run("generate terrain hills --size 65 -o hills.pgm");
  ASSERT_EQ(run("build hills.pgm --world terrain --tables none -o hills.portolan").exit_code, 0);
  std::string bytes = read("hills.portolan");
  bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
  write("hills.portolan", bytes);
  for (const std::string command :
       {"path hills.portolan --from 2,2 --to 9,9", "run hills.portolan random:3"}) {
    const auto refused = run(command + " --algorithm tables");
    EXPECT_EQ(refused.exit_code, 2) << refused;
    EXPECT_TRUE(
        refused.says("there are no tables that answer in this world; build it with --tables auto"))
        << refused;
    EXPECT_TRUE(refused.says("as many megabytes as `build` said")) << refused;
    EXPECT_EQ(run(command + " --algorithm hierarchy").exit_code, 3) << command;
  }
}

TEST_F(CliTables, AreRefusedWhereTheyAreNot) {
  build_dungeon("d.portolan", "--tables none");
  const auto result = run("run d.portolan random:5 --algorithm tables");
  EXPECT_EQ(result.exit_code, 2) << result;
  EXPECT_TRUE(result.says("build it with --tables auto")) << result;
  build_dungeon("d.portolan", "--tables 1");
  const auto paper = run("run d.portolan random:5 --algorithm tables --model paper");
  EXPECT_EQ(paper.exit_code, 2) << paper;
  EXPECT_TRUE(paper.says("leave --model paper out")) << paper;
}

}  // namespace
}  // namespace portolan::detail
