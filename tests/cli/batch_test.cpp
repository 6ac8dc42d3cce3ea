#include <gtest/gtest.h>

#include <sstream>

#include "tool.h"

namespace portolan::detail {
namespace {

class CliBatch : public ToolFolder {
 protected:
  /// Column by number of a CSV file, without its heading.
  std::vector<std::string> column(const std::string& file, int number) const {
    std::vector<std::string> values;
    std::istringstream lines(read(file));
    std::string line;
    std::getline(lines, line);
    while (std::getline(lines, line)) {
      std::istringstream fields(line + ",");
      std::string value;
      for (int i = 0; i <= number; ++i) std::getline(fields, value, ',');
      values.push_back(value);
    }
    return values;
  }
};

TEST_F(CliBatch, AnswersAsRunDoesOnAnyNumberOfThreads) {
  run("generate grid caves --size 96 --seed 3 -o c.map");
  run("build c.map -o c.portolan");
  const auto one = run("batch c.portolan random:3000:5 --threads 1 -o one.csv");
  EXPECT_EQ(one.exit_code, 0) << one;
  for (const char* text : {"3,000 queries on c.portolan", "by labels", "1 thread\n",
                           "queries per second", "complete    3,000", "details     one.csv"}) {
    EXPECT_TRUE(one.says(text)) << text << " is missing in " << one;
  }
  EXPECT_EQ(read("one.csv").substr(0, 24), "index,status,cost,nodes\n");
  for (const char* threads : {"2", "4", "8"}) {
    run(std::string("batch c.portolan random:3000:5 -o more.csv --threads ") + threads);
    EXPECT_EQ(read("one.csv"), read("more.csv"));
  }
  run("run c.portolan random:3000:5 --rounds 1 --algorithm tables --csv run.csv");
  EXPECT_EQ(column("one.csv", 1), column("run.csv", 2));
  EXPECT_EQ(column("one.csv", 3), column("run.csv", 7));
  const auto costs = column("one.csv", 2);
  const auto expected = column("run.csv", 3);
  ASSERT_EQ(costs.size(), expected.size());
  for (std::size_t i = 0; i < costs.size(); ++i)
    EXPECT_NEAR(std::stod(costs[i]), std::stod(expected[i]), 1e-3) << i;
}

TEST_F(CliBatch, AnswersForUnitsOfASize) {
  run("generate grid caves --size 96 --seed 3 -o c.map");
  run("build c.map -o c.portolan --sizes 1,2");
  const auto batch = run("batch c.portolan random:300:5 --size 2 -o batch.csv");
  EXPECT_EQ(batch.exit_code, 0) << batch;
  run("run c.portolan random:300:5 --rounds 1 --size 2 --algorithm tables --csv run.csv");
  EXPECT_EQ(column("batch.csv", 1), column("run.csv", 2));
  EXPECT_EQ(column("batch.csv", 3), column("run.csv", 7));
  EXPECT_EQ(run("batch c.portolan random:3 --size 3").exit_code, 2);
}

TEST_F(CliBatch, AnswersAlikeOnAGpuOrSaysWhyNot) {
  run("generate navmesh city --size 60 --seed 2 -o m.obj");
  run("build m.obj --tables none -o n.portolan");
  run("build m.obj -o m.portolan");
  run("generate grid caves --size 64 -o c.map");
  for (const std::string asked :
       {"m.portolan random:2000:3", "c.map random:2000:3",
        "m.portolan random:2000:3 --algorithm astar",
        "n.portolan random:2000:3 --algorithm hierarchy", "n.portolan random:2000:3"}) {
    const auto gpu = run("batch " + asked + " --device gpu -o gpu.csv");
    if (gpu.exit_code != 0) {
      EXPECT_TRUE(gpu.says("choose the device cpu")) << gpu;
    } else {
      const bool grid = asked.starts_with("c.map");  // short paths are not searched again
      run("batch " + asked + " -o cpu.csv" + (grid ? " --cost-only" : ""));
      EXPECT_EQ(column("gpu.csv", 1), column("cpu.csv", 1));
      EXPECT_EQ(column("gpu.csv", 2), column("cpu.csv", 2));
    }
  }
  EXPECT_TRUE(run("batch m.portolan random:9 --device tpu").says("give cpu or gpu"));
  const auto next = run("batch m.portolan random:2000:3 --first 1 --device gpu -o next.csv");
  if (next.exit_code == 0) {
    run("batch m.portolan random:2000:3 -o cpu.csv");
    EXPECT_EQ(column("next.csv", 2), column("cpu.csv", 2));
    EXPECT_EQ(column("next.csv", 3), std::vector<std::string>(2000, "1"));
  }
}

TEST_F(CliBatch, LetsAgentsWalkAlikeOnAGpuOrSaysWhyNot) {
  run("generate navmesh city --size 60 --seed 2 -o m.obj");
  run("build m.obj -o m.portolan");
  const std::string asked = "batch m.portolan random:500:3 --frames 25 --plan-every 5 --json";
  const auto gpu = run(asked + " --device gpu");
  if (gpu.exit_code != 0) {
    EXPECT_TRUE(gpu.says("choose the device cpu")) << gpu;
    return;
  }
  const auto walked = parse_json(gpu);
  const auto expected = parse_json(run(asked));
  EXPECT_EQ(walked["planned_per_frame"], expected["planned_per_frame"]);
  EXPECT_EQ(walked["arrived"], expected["arrived"]);
  EXPECT_EQ(walked["stuck"], expected["stuck"]);
}

TEST_F(CliBatch, GivesCostsAloneOrTheFirstNodes) {
  run("generate grid caves --size 96 --seed 3 -o c.map");
  const auto ask = [this](const std::string& arguments) {
    const auto json = parse_json(run("batch c.map random:500 --json " + arguments));
    EXPECT_EQ(json["queries"], 500);
    return json["algorithms"]["tables"];
  };
  const auto whole = ask("-o whole.csv");
  EXPECT_EQ(whole["complete"], 500);
  EXPECT_GT(whole["queries_per_second"], 0.0);
  EXPECT_GT(whole["nodes"], 5000);
  const auto first = ask("--first 4 -o first.csv");
  EXPECT_GT(first["partial"], 400);
  EXPECT_LE(first["nodes"], 2000);
  const auto costs = ask("--cost-only -o costs.csv");
  EXPECT_EQ(costs["nodes"], 0);
  EXPECT_EQ(column("whole.csv", 2), column("first.csv", 2));
  run("run c.map random:500 --rounds 1 --algorithm tables --cost-only --csv run.csv");
  EXPECT_EQ(column("costs.csv", 2), column("run.csv", 3));
}

TEST_F(CliBatch, AnswersOnMeshes) {
  build_dungeon("d.portolan");
  const auto json = parse_json(run("batch d.portolan random:400:3 --threads 2 --json -o b.csv"));
  EXPECT_EQ(json["algorithms"]["tables"]["complete"], 400);
  EXPECT_EQ(json["algorithms"]["tables"]["paths_between_cells"], "labels");
  run("run d.portolan random:400:3 --rounds 1 --algorithm astar --csv run.csv");
  EXPECT_EQ(column("b.csv", 2), column("run.csv", 3));
  build_dungeon("s.portolan", "--tables none");
  const auto searched = parse_json(run("batch s.portolan random:400:3 --json -o s.csv"));
  EXPECT_EQ(searched["algorithms"]["hierarchy"]["paths_between_cells"], "search");
  EXPECT_EQ(column("b.csv", 2), column("s.csv", 2));
}

TEST_F(CliBatch, TellsWhatCannotBeAnswered) {
  write_two_parts("two.map");
  write("q.csv", "from_x,from_y,to_x,to_y\n0,0,7,0\n0,0,5,0\n-5,0,1,0\n0,0,99,0\n");
  const auto result = run("batch two.map q.csv -o q.out");
  EXPECT_EQ(result.exit_code, 0) << result;
  const auto statuses = column("q.out", 1);
  ASSERT_EQ(statuses.size(), 4u) << result;
  EXPECT_EQ(statuses[0], "unreachable");
  EXPECT_EQ(statuses[2], "invalid_start");
  EXPECT_EQ(statuses[3], "invalid_goal");
}

TEST_F(CliBatch, RefusesWhatContradictsItself) {
  write_two_parts("two.map");
  const auto both = run("batch two.map random:2 --cost-only --first 3");
  EXPECT_EQ(both.exit_code, 2) << both;
  EXPECT_TRUE(both.says("leave one of them out")) << both;
  EXPECT_EQ(run("batch two.map random:2 --threads 0").exit_code, 2);
  EXPECT_EQ(run("batch two.map random:2 --agent dwarf").exit_code, 2);
}

}  // namespace
}  // namespace portolan::detail
