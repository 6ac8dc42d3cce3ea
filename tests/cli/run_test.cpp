#include <gtest/gtest.h>

#include "tool.h"

namespace portolan::detail {
namespace {

using CliRun = ToolFolder;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

TEST_F(CliRun, CsvHasARowAQueryAndAlgorithm) {
  run("generate grid rooms --size 64 -o r.map");
  const auto result = run("run r.map random:10:7 --csv out.csv");
  EXPECT_EQ(result.exit_code, 0) << result;
  const auto lines = lines_of(read("out.csv"));
  ASSERT_EQ(lines.size(), 21u);
  EXPECT_EQ(lines[0], "index,algorithm,status,cost,reference_cost,microseconds,expansions,nodes");
  EXPECT_EQ(lines[1].rfind("0,astar,complete,", 0), 0u) << lines[1];
  EXPECT_EQ(lines[2].rfind("0,tables,complete,", 0), 0u) << lines[2];
  EXPECT_EQ(std::count(lines[20].begin(), lines[20].end(), ','), 7);
}

TEST_F(CliRun, JsonHasTheKeysOfTheContract) {
  run("generate grid rooms --size 64 -o r.map");
  run("build r.map -o r.portolan");
  const auto json = parse_json(run("run r.portolan random:10 --algorithm astar,hierarchy --json"));
  ASSERT_TRUE(json.is_object());
  std::vector<std::string> keys;
  for (const auto& [key, value] : json.items()) keys.push_back(key);
  EXPECT_EQ(keys, (std::vector<std::string>{"algorithms", "build_ms", "command", "failures",
                                            "hierarchy_bytes", "queries", "rounds", "table_bytes",
                                            "timing", "version", "world"}));
  for (const char* algorithm : {"astar", "hierarchy"}) {
    const auto& summary = json["algorithms"][algorithm];
    EXPECT_EQ(summary.size(), 13u);
    for (const char* key :
         {"complete", "partial", "unreachable", "out_of_budget", "invalid", "mean_us", "median_us",
          "p95_us", "p999_us", "mean_error", "p95_error", "max_error", "mean_expansions"}) {
      EXPECT_TRUE(summary.contains(key)) << key;
    }
  }
  EXPECT_EQ(json["queries"], 10);
  EXPECT_EQ(json["algorithms"]["astar"]["max_error"], 0.0);
  EXPECT_GT(json["build_ms"], 0.0);
}

TEST_F(CliRun, AllTransitionsAreExact) {
  run("generate grid caves --size 64 -o c.map");
  for (const char* level : {"1", "2", "auto"}) {
    const auto json =
        parse_json(run("run c.map random:50 --transitions all --cell-size 8 --levels "
                       "2 --rounds 1 --json --weights blocks:1 --level " +
                       std::string(level)));
    ASSERT_TRUE(json.is_object());
    EXPECT_EQ(json["algorithms"]["hierarchy"]["complete"], 50);
    EXPECT_NEAR(json["algorithms"]["hierarchy"]["max_error"], 0.0, 1e-3);
  }
}

TEST_F(CliRun, CostOnlyAgrees) {
  run("generate grid caves --size 64 -o c.map");
  run("run c.map random:20 --algorithm hierarchy --smooth none --rounds 1 --csv paths.csv");
  run("run c.map random:20 --algorithm hierarchy --cost-only --rounds 1 --csv costs.csv");
  const auto paths = lines_of(read("paths.csv"));
  const auto costs = lines_of(read("costs.csv"));
  ASSERT_EQ(paths.size(), 21u);
  ASSERT_EQ(costs.size(), 21u);
  const auto cost = [](const std::string& line) {
    return std::stod(line.substr(line.find("complete,") + 9));
  };
  for (std::size_t i = 1; i < paths.size(); ++i) {
    EXPECT_NEAR(cost(paths[i]), cost(costs[i]), 1e-3);
    EXPECT_EQ(costs[i].substr(costs[i].size() - 2), ",0");
  }
}

TEST_F(CliRun, SameSeedSameQueries) {
  run("generate grid rooms --size 64 -o r.map");
  const auto costs = [&](const std::string& queries) {
    run("run r.map " + queries + " --rounds 1 --csv out.csv --algorithm astar");
    std::string all;
    for (const auto& line : lines_of(read("out.csv"))) all += line.substr(0, line.find(".")) + "\n";
    return all;
  };
  const std::string first = costs("random:20:5");
  EXPECT_FALSE(first.empty());
  EXPECT_EQ(first, costs("random:20:5"));
  EXPECT_NE(first, costs("random:20:6"));
}

TEST_F(CliRun, ReadsScenariosAndTheirLengths) {
  write_two_parts("two.map");
  write("two.map.scen",
        "version 1\n0\ttwo.map\t8\t6\t0\t0\t5\t0\t5\n0\ttwo.map\t8\t6\t0\t0\t0\t5\t4\n");
  run("run two.map two.map.scen --csv out.csv --algorithm astar");
  const auto lines = lines_of(read("out.csv"));
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(lines[1].rfind("0,astar,complete,5.000000,5.000000,", 0), 0u) << lines[1];
  EXPECT_EQ(lines[2].rfind("1,astar,complete,5.000000,4.000000,", 0), 0u) << lines[2];
  // On other costs the file's lengths mean nothing: A* is the reference.
  run("run two.map two.map.scen --csv out.csv --diagonals never --algorithm hierarchy");
  EXPECT_EQ(lines_of(read("out.csv"))[2].rfind("1,hierarchy,complete,5.000000,5.000000,", 0), 0u);
}

TEST_F(CliRun, ReadsCsvAndKeepsCountOfEveryStatus) {
  write_two_parts("two.map");
  write("q.csv",
        "from_x,from_y,to_x,to_y\n0,0,5,5\n0,0,7,0\n1,1,0,0\n0,0,1,1\n0,0,99,0\n5,5,0,0\n");
  const auto json = parse_json(run("run two.map q.csv --algorithm astar,hierarchy --json"));
  ASSERT_TRUE(json.is_object());
  for (const char* algorithm : {"astar", "hierarchy"}) {
    EXPECT_EQ(json["algorithms"][algorithm]["complete"], 2);
    EXPECT_EQ(json["algorithms"][algorithm]["unreachable"], 1);
    EXPECT_EQ(json["algorithms"][algorithm]["invalid"], 3);
  }
  EXPECT_EQ(parse_json(run("run two.map q.csv --limit 1 --json"))["queries"], 1);
}

TEST_F(CliRun, RefusesScenariosOfAnotherMap) {
  write_two_parts("two.map");
  write("other.scen", "version 1\n0\tother.map\t9\t6\t0\t0\t5\t0\t5\n");
  const auto result = run("run two.map other.scen");
  EXPECT_EQ(result.exit_code, 3) << result;
  EXPECT_TRUE(result.says("9x6")) << result;
  EXPECT_TRUE(result.says("8x6")) << result;
}

TEST_F(CliRun, ScenariosOfAnotherMapAreNoReference) {
  write_two_parts("two.map");
  write("s.scen",
        "version 1\n0\tmaps/other.map\t8\t6\t0\t0\t0\t5\t4\n"
        "0\tmaps/other.map\t8\t6\t0\t0\t1\t1\t2\n");
  const auto result = run("run two.map s.scen --csv out.csv --algorithm astar");
  EXPECT_EQ(lines_of(read("out.csv"))[1].rfind("0,astar,complete,5.000000,5.000000,", 0), 0u)
      << result;
  EXPECT_TRUE(
      result.says("1 of 2 queries begin or end on blocked tiles; they were made for the "
                  "map maps/other.map\n"))
      << result;
  EXPECT_FALSE(run("run two.map s.scen --limit 1").says("begin or end"));
}

TEST_F(CliRun, ScenariosAreNoReferenceForWideUnits) {
  write("wide.map", "type octile\nheight 4\nwidth 6\nmap\n...@..\n......\n......\n......\n");
  write("wide.map.scen",
        "version 1\n0\twide.map\t6\t4\t0\t0\t4\t0\t4.82842712\n"
        "0\twide.map\t6\t4\t0\t0\t2\t0\t2\n");
  run("build wide.map -o wide.portolan --sizes 1,2");
  const auto result =
      run("run wide.portolan wide.map.scen --size 2 --csv out.csv --algorithm astar");
  EXPECT_TRUE(result.says("1 of 2 queries begin or end where a unit of size 2 does not fit\n"))
      << result;
  const auto lines = lines_of(read("out.csv"));
  ASSERT_EQ(lines.size(), 3u) << result;
  EXPECT_EQ(lines[1].find("4.828427"), std::string::npos) << lines[1];
}

TEST_F(CliRun, TellsWhatASizeTakes) {
  write("wide.map", "type octile\nheight 4\nwidth 6\nmap\n...@..\n......\n......\n......\n");
  run("build wide.map -o wide.portolan --sizes 1,2");
  const auto alone = parse_json(run("run wide.portolan random:3 --json"));
  const auto wide = parse_json(run("run wide.portolan random:3 --size 2 --json"));
  const auto info = parse_json(run("info wide.portolan --json"));
  EXPECT_EQ(info["build_ms"], info["sizes"][0]["build_ms"].get<double>() +
                                  info["sizes"][1]["build_ms"].get<double>());
  EXPECT_EQ(alone["hierarchy_bytes"], info["hierarchy_bytes"]);
  EXPECT_EQ(wide["table_bytes"], info["sizes"][1]["table_bytes"]);
  EXPECT_EQ(wide["hierarchy_bytes"].get<std::uint64_t>() + wide["table_bytes"].get<std::uint64_t>(),
            info["sizes"][1]["bytes"]);
}

TEST_F(CliRun, RefusesBadQueries) {
  write_two_parts("two.map");
  EXPECT_TRUE(run("run two.map two.map").says("two.map: is a map; its queries are two.map.scen"));
  write("map.dat", "type octile\n");
  const auto unknown = run("info map.dat");
  EXPECT_EQ(unknown.exit_code, 3) << unknown;
  EXPECT_TRUE(unknown.says("is not a baked Portolan file")) << unknown;
  EXPECT_TRUE(unknown.says(".map, .pgm")) << unknown;
  write("bad.csv", "from_x,from_y,to_x\n1,2,3\n");
  EXPECT_EQ(run("run two.map bad.csv").exit_code, 3);
  const auto many = run("run two.map random:100000");
  EXPECT_EQ(many.exit_code, 3) << many;
  EXPECT_TRUE(many.says("only")) << many;
}

TEST_F(CliRun, EveryReachablePairCanBeDrawn) {
  write("line.map", "type octile\nheight 1\nwidth 3\nmap\n.@.\n");
  EXPECT_EQ(run("run line.map random:1").exit_code, 3);
  write("line.map", "type octile\nheight 1\nwidth 4\nmap\n..@.\n");
  EXPECT_EQ(run("run line.map random:2").exit_code, 0);
  EXPECT_EQ(run("run line.map random:3").exit_code, 3);
}

}  // namespace
}  // namespace portolan::detail
