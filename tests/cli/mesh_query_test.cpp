#include <gtest/gtest.h>

#include "tool.h"

namespace portolan::detail {
namespace {

using CliMeshPath = ToolFolder;
using CliMeshRun = ToolFolder;
using CliMeshCheck = ToolFolder;

std::size_t count_lines(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

TEST_F(CliMeshPath, PrintsOneInWords) {
  write_two_floors("two.obj");
  const auto result =
      run("path two.obj --from 2,0,2 --to 18,0,17 --waypoints --algorithm hierarchy");
  EXPECT_EQ(result.exit_code, 0) << result;
  for (const char* text :
       {"hierarchy: complete", "cost", "length", "connect", "polygons", "way-points", "18,0"}) {
    EXPECT_TRUE(result.says(text)) << text << " is missing in " << result;
  }
}

TEST_F(CliMeshPath, AsJsonByAllAlgorithms) {
  build_dungeon("d.portolan");
  run("run d.portolan random:1:3 --rounds 1 --csv one.csv");
  const auto bounds = parse_json(run("info d.portolan --json"))["bounds"];
  const auto result =
      run("path d.portolan --from 5,0,5 --to 25,0,25 --extent 30,30,30 "
          "--algorithm astar,hierarchy,detour --waypoints --json");
  const auto json = parse_json(result);
  ASSERT_TRUE(json.is_object()) << result;
  EXPECT_EQ(json["from"], nlohmann::json({5.0, 0.0, 5.0}));
  const auto& found = json["algorithms"];
  EXPECT_EQ(found["astar"]["cost"], found["hierarchy"]["cost"]);
  EXPECT_LE(found["astar"]["cost"], found["detour"]["cost"]);
  for (const char* algorithm : {"astar", "hierarchy", "detour"}) {
    EXPECT_EQ(found[algorithm]["status"], "complete");
    EXPECT_EQ(found[algorithm]["nodes"], found[algorithm]["polygons"].size());
    EXPECT_GE(found[algorithm]["waypoints"].size(), 2u);
    EXPECT_GT(found[algorithm]["length"], 0.0);
    EXPECT_GT(found[algorithm]["expansions"], 0);
  }
}

TEST_F(CliMeshPath, AnUnreachableGoalNamesTheNearestPoint) {
  write_two_floors("two.obj");
  run("build two.obj -o two.portolan");
  const std::string path = "path two.portolan --from 5,0,10 --to 40,0,10";
  const auto result = run(path);
  EXPECT_EQ(result.exit_code, 1) << result;
  EXPECT_TRUE(result.says("unreachable: the nearest point that can be reached is 19.")) << result;
  const auto json = parse_json(run(path + " --json"));
  const auto& found = json["algorithms"]["tables"];
  EXPECT_EQ(found["status"], "unreachable");
  EXPECT_NEAR(found["nearest"][0].get<double>(), 19.4, 0.7);
  EXPECT_TRUE(found["cost"].is_null());
  EXPECT_EQ(run(path + " --algorithm astar").exit_code, 1);
  EXPECT_TRUE(run(path + " --algorithm detour").says("detour: unreachable"));
}

TEST_F(CliMeshPath, APointOffTheMeshSaysSo) {
  write_two_floors("two.obj");
  run("build two.obj -o two.portolan");
  const auto start = run("path two.portolan --from -100,0,10 --to 5,0,5");
  EXPECT_EQ(start.exit_code, 1) << start;
  EXPECT_TRUE(
      start.says("invalid_start: -100,0,10 lies off the mesh; the nearest polygon that "
                 "agent type default may enter is 100."))
      << start;
  EXPECT_TRUE(start.says("--extent than 2,4,2")) << start;
  EXPECT_TRUE(run("path two.portolan --from 5,0,5 --to 5,90,5").says("invalid_goal: 5,90,5"));
  EXPECT_EQ(run("path two.portolan --from -100,0,10 --to 5,0,5 --extent 110,4,2").exit_code, 0);
}

TEST_F(CliMeshPath, StartMayBeTheGoal) {
  write_two_floors("two.obj");
  const auto json = parse_json(
      run("path two.obj --from 5,0,5 --to 5,0,5 --waypoints --json --algorithm hierarchy"));
  EXPECT_EQ(json["algorithms"]["hierarchy"]["cost"], 0.0);
  EXPECT_EQ(json["algorithms"]["hierarchy"]["nodes"], 1);
  EXPECT_EQ(json["algorithms"]["hierarchy"]["length"], 0.0);
}

TEST_F(CliMeshPath, DrawsAPicture) {
  build_dungeon("d.portolan");
  const auto result =
      run("path d.portolan --from 5,0,5 --to 25,0,25 --extent 30,30,30 "
          "--algorithm astar,hierarchy,detour --picture p.png");
  EXPECT_EQ(result.exit_code, 0) << result;
  EXPECT_EQ(read("p.png").substr(1, 3), "PNG");
}

TEST_F(CliMeshRun, JsonHasTheKeysOfTheContract) {
  build_dungeon("d.portolan");
  const auto json =
      parse_json(run("run d.portolan random:30 --algorithm astar,hierarchy,detour --json"));
  ASSERT_TRUE(json.is_object());
  EXPECT_EQ(json["queries"], 30);
  EXPECT_GT(json["build_ms"], 0.0);
  for (const char* algorithm : {"astar", "hierarchy", "detour"}) {
    const auto& summary = json["algorithms"][algorithm];
    EXPECT_EQ(summary.size(), 13u);
    EXPECT_EQ(summary["complete"], 30);
    EXPECT_GE(summary["mean_error"], 0.0);
    EXPECT_GT(summary["mean_us"], 0.0);
  }
  EXPECT_EQ(json["algorithms"]["hierarchy"]["max_error"], 0.0);
}

TEST_F(CliMeshRun, CsvHasARowAQueryAndAlgorithm) {
  build_dungeon("d.portolan");
  const auto result =
      run("run d.portolan random:10:7 --algorithm astar,hierarchy,detour --csv out.csv");
  EXPECT_EQ(result.exit_code, 0) << result;
  EXPECT_TRUE(result.says("over detour")) << result;
  EXPECT_TRUE(result.says("partial")) << result;
  const std::string csv = read("out.csv");
  EXPECT_EQ(count_lines(csv), 31u);
  EXPECT_EQ(csv.find("index,algorithm,status,cost,reference_cost,microseconds,expansions,nodes\n"),
            0u);
  for (const char* row : {"\n0,astar,complete,", "\n0,hierarchy,complete,", "\n9,detour,complete,"})
    EXPECT_NE(csv.find(row), std::string::npos) << row;
}

TEST_F(CliMeshRun, WaypointsAddTheirMeanLength) {
  build_dungeon("d.portolan");
  const auto json = parse_json(
      run("run d.portolan random:20 --waypoints --algorithm astar,hierarchy,detour --json"));
  for (const char* algorithm : {"astar", "hierarchy", "detour"}) {
    EXPECT_EQ(json["algorithms"][algorithm].size(), 14u);
    EXPECT_GT(json["algorithms"][algorithm]["mean_waypoint_length"], 1.0);
  }
}

TEST_F(CliMeshRun, TakesEveryQueryOption) {
  build_dungeon("d.portolan", "--merge 4 --levels 2");
  for (const char* options :
       {"--level 1", "--level 2", "--level auto", "--connect astar", "--connect dijkstra",
        "--connect threads", "--cost-only", "--agent default", "--extent 3,3,3", "--limit 5"}) {
    const auto result =
        run("run d.portolan random:20 --rounds 1 --algorithm astar,hierarchy --json " +
            std::string(options));
    const auto json = parse_json(result);
    ASSERT_TRUE(json.is_object()) << options << result;
    EXPECT_EQ(json["algorithms"]["hierarchy"]["complete"], json["queries"]) << options;
  }
}

TEST_F(CliMeshRun, TheModelOfThePaperErrs) {
  build_dungeon("d.portolan");
  const std::string run_both =
      "run d.portolan random:60:1 --algorithm astar,hierarchy --rounds 1 --json --model ";
  const auto exact = parse_json(run(run_both + "exact"))["algorithms"]["hierarchy"];
  const auto paper = parse_json(run(run_both + "paper --level 1"))["algorithms"]["hierarchy"];
  EXPECT_EQ(exact["max_error"], 0.0);
  EXPECT_EQ(paper["complete"], 60);
  EXPECT_GT(paper["max_error"], 0.0);
}

TEST_F(CliMeshRun, TheModelOfThePaperConnectsByEveryMethod) {
  build_dungeon("d.portolan", "--merge 4 --levels 2");
  const auto mean_error = [&](const std::string& options) {
    const auto result =
        run("run d.portolan random:60:1 --rounds 1 --json --model paper --level 2 " + options);
    const auto json = parse_json(result);
    EXPECT_TRUE(json.is_object()) << options << result;
    EXPECT_EQ(json["algorithms"]["hierarchy"]["complete"], 60) << options;
    return json["algorithms"]["hierarchy"]["mean_error"].get<double>();
  };
  const double searched = mean_error("--connect dijkstra");
  EXPECT_EQ(searched, mean_error(""));
  EXPECT_EQ(mean_error("--connect astar"), mean_error("--connect threads"));
  EXPECT_NE(searched, mean_error("--connect table"));  // ends stand in the middle of their polygons
}

TEST_F(CliMeshPath, ByTheTableOfThePaper) {
  build_dungeon("d.portolan");
  const auto json = parse_json(
      run("path d.portolan --from 5,0,5 --to 25,0,25 --extent 30,30,30 --waypoints --json "
          "--connect table --model paper --level 1 --algorithm astar,hierarchy"));
  const auto& found = json["algorithms"]["hierarchy"];
  EXPECT_EQ(found["status"], "complete");
  EXPECT_EQ(found["connect"]["expansions"], 0) << found;
  EXPECT_EQ(found["waypoints"].front(), json["algorithms"]["astar"]["waypoints"].front());
}

TEST_F(CliMeshRun, ReadsCsvAndKeepsCountOfEveryStatus) {
  write_two_floors("two.obj");
  write("q.csv",
        "from_x,from_y,from_z,to_x,to_y,to_z\n2,0,2,18,0,18\n2,0,2,40,0,10\n-90,0,0,2,0,2\n"
        "2,0,2,2,99,2\n");
  const auto json = parse_json(run("run two.obj q.csv --json --algorithm astar,hierarchy,detour"));
  ASSERT_TRUE(json.is_object());
  for (const char* algorithm : {"astar", "hierarchy", "detour"}) {
    EXPECT_EQ(json["algorithms"][algorithm]["complete"], 1) << algorithm;
    EXPECT_EQ(json["algorithms"][algorithm]["unreachable"], 1) << algorithm;
    EXPECT_EQ(json["algorithms"][algorithm]["invalid"], 2) << algorithm;
  }
  write("bad.csv", "from_x,from_y,to_x,to_y\n1,2,3,4\n");
  const auto bad = run("run two.obj bad.csv");
  EXPECT_EQ(bad.exit_code, 3) << bad;
  EXPECT_TRUE(bad.says("bad.csv:1: there is no column 'from_z'")) << bad;
  write("empty.csv", "from_x,from_y,from_z,to_x,to_y,to_z\n");
  EXPECT_TRUE(run("run two.obj empty.csv").says("there are no queries in it"));
}

TEST_F(CliMeshRun, SameSeedSameQueries) {
  build_dungeon("d.portolan");
  const auto costs = [&](const std::string& queries) {
    run("run d.portolan " + queries + " --rounds 1 --csv out.csv --algorithm astar");
    std::string all;
    std::istringstream lines(read("out.csv"));
    for (std::string line; std::getline(lines, line);) all += line.substr(0, 27) + "\n";
    return all;
  };
  const std::string first = costs("random:20:5");
  EXPECT_EQ(count_lines(first), 21u);
  EXPECT_EQ(first, costs("random:20:5"));
  EXPECT_NE(first, costs("random:20:6"));
}

TEST_F(CliMeshCheck, HoldsTheAlgorithmsAgainstEachOther) {
  build_dungeon("d.portolan", "--merge 4");
  const auto result = run("check d.portolan random:50");
  EXPECT_EQ(result.exit_code, 0) << result;
  EXPECT_TRUE(result.says("hierarchy wrong 0, tables wrong 0, detour cheaper 0")) << result;
  const auto alone = run("check d.portolan");
  EXPECT_EQ(alone.exit_code, 2) << alone;
  EXPECT_TRUE(alone.says("give the queries after a navigation mesh")) << alone;
  const auto levels = run("check d.portolan random:5 --levels 1");
  EXPECT_EQ(levels.exit_code, 2) << levels;
  EXPECT_TRUE(levels.says("--levels is for maps")) << levels;
}

}  // namespace
}  // namespace portolan::detail
