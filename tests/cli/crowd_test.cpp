#include <gtest/gtest.h>

#include "tool.h"

namespace portolan::detail {
namespace {

/// Agents that walk for some frames.
using CliCrowd = ToolFolder;

TEST_F(CliCrowd, WalksAndShowsWhatFramesTook) {
  build_dungeon("d.portolan", "");
  const auto walked =
      run("batch d.portolan --agents 500 --frames 12 --plan-every 4 --threads 2 --plot frames.svg");
  EXPECT_EQ(walked.exit_code, 0) << walked;
  for (const char* word : {"500 agents", "12 frames", "125 agents finding new paths", "99 % below",
                           "finding paths", "frames.svg"}) {
    EXPECT_NE(walked.out.find(word), std::string::npos) << word << walked;
  }
  const std::string plot = read("frames.svg");
  EXPECT_EQ(plot.substr(0, 4), "<svg");
  EXPECT_NE(plot.find("</svg>"), std::string::npos);
  const auto json = run("batch d.portolan random:100 --frames 3 --json");
  EXPECT_EQ(json.exit_code, 0) << json;
  EXPECT_NE(json.out.find("\"frames_per_second\""), std::string::npos) << json;
}

TEST_F(CliCrowd, RefusesWhatAgentsThatWalkCannotDo) {
  build_dungeon("d.portolan", "");
  run("generate grid caves --size 32 --seed 3 -o c.map");
  const auto refuses = [&](const std::string& arguments, const char* word) {
    const auto result = run("batch " + arguments);
    EXPECT_EQ(result.exit_code, 2) << arguments << result;
    EXPECT_NE(result.err.find(word), std::string::npos) << word << result;
  };
  refuses("c.map --agents 10 --frames 2", "navigation meshes");
  refuses("d.portolan --agents 10 --frames 2 --cost-only", "whole paths");
  refuses("d.portolan --agents 10 --plot a.svg", "--frames");
  refuses("d.portolan", "--agents");
}

}  // namespace
}  // namespace portolan::detail
