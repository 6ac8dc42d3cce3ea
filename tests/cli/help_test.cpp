#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "tool.h"

namespace portolan::detail {
namespace {

using CliHelp = ToolFolder;

TEST_F(CliHelp, NamesSubcommandsExamplesAndExitCodes) {
  const auto result = run("--help");
  EXPECT_EQ(result.exit_code, 0) << result;
  for (const char* text :
       {"generate", "build", "info", "path", "run", "batch", "check", "demo", "wave", "merge-steps",
        "view", "Examples:", "Exit codes:", "there is no path", "a wrong argument"}) {
    EXPECT_TRUE(result.says(text)) << text << " is missing in " << result;
  }
}

TEST_F(CliHelp, OfEverySubcommandShowsExamples) {
  for (const char* command : {"generate", "build", "info", "path", "run", "batch", "check", "wave",
                              "merge-steps", "view", "demo", "manual", "completion"}) {
    const auto result = run(std::string(command) + " --help");
    EXPECT_EQ(result.exit_code, 0) << result;
    EXPECT_TRUE(result.says("Examples:\n  portolan " + std::string(command))) << result;
  }
}

TEST_F(CliHelp, HasNoLongLines) {
  for (const char* command : {"", "generate", "build", "info", "path", "run", "batch", "check",
                              "wave", "merge-steps", "view", "demo", "manual", "completion"}) {
    const auto result = run(std::string(command) + " --help");
    std::istringstream lines(result.out);
    for (std::string line; std::getline(lines, line);)
      EXPECT_LE(line.size(), 100u) << command << ": " << line;
  }
}

TEST_F(CliHelp, OfPathSaysWhatAnswersWhereNothingIsNamed) {
  EXPECT_TRUE(run("path --help").says("on terrain of a file above 50 MB astar"));
}

TEST_F(CliHelp, LeavesBuildOptionsToBuild) {
  EXPECT_TRUE(run("build --help").says("--cell-size"));
  for (const char* command : {"path", "run"}) {
    const auto result = run(std::string(command) + " --help");
    EXPECT_FALSE(result.says("--cell-size")) << result;
    EXPECT_TRUE(result.says("portolan build")) << result;
    EXPECT_LE(std::count(result.out.begin(), result.out.end(), '\n'), 50) << result;
  }
}

TEST_F(CliHelp, WithoutArgumentsIsShownAsAMistake) {
  const auto result = run("");
  EXPECT_EQ(result.exit_code, 2) << result;
  EXPECT_NE(result.err.find("Subcommands:"), std::string::npos) << result;
}

TEST_F(CliHelp, IsASubcommandToo) {
  EXPECT_EQ(run("help").out, run("--help").out);
  EXPECT_EQ(run("help run").out, run("run --help").out);
  EXPECT_EQ(run("help nothing").exit_code, 2);
}

TEST_F(CliHelp, VersionIsPrinted) {
  const auto result = run("--version");
  EXPECT_EQ(result.exit_code, 0) << result;
  EXPECT_TRUE(result.says("portolan 0.")) << result;
}

}  // namespace
}  // namespace portolan::detail
