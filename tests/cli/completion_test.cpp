#include <gtest/gtest.h>

#include <set>
#include <sstream>

#include "tool.h"

namespace portolan::detail {
namespace {

/// The manual page and the completion of shells, which are made of what the help is made of.
class CliCompletion : public ToolFolder {
 protected:
  /// What bash offers for the last word of a line.
  std::set<std::string> complete_in_bash(const std::string& line) const {
    const ToolResult result = run_shell(
        "\"$TOOL\" completion bash > completion && bash -c 'source ./completion; COMP_WORDS=(" +
        line +
        "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _portolan; printf \"%s\\n\" "
        "\"${COMPREPLY[@]}\"'");
    EXPECT_EQ(result.exit_code, 0) << result;
    std::istringstream lines(result.out);
    std::set<std::string> words;
    for (std::string word; std::getline(lines, word);) words.insert(word);
    return words;
  }
  /// The words of the help that begin with two dashes.
  std::set<std::string> options_in_help(const std::string& command) const {
    std::set<std::string> options;
    std::istringstream lines(run(command + " --help").out);
    for (std::string line; std::getline(lines, line);) {
      if (!line.starts_with("  -")) continue;
      std::istringstream words(line.substr(0, line.find("  ", 2)));
      for (std::string word; words >> word;) {
        for (std::size_t at = 0; at < word.size();) {  // "-o,--output"
          const std::size_t end = std::min(word.find(',', at), word.size());
          if (word.compare(at, 2, "--") == 0) options.insert(word.substr(at, end - at));
          at = end + 1;
        }
      }
    }
    return options;
  }
};

constexpr const char* kCommands[] = {"generate", "build", "info",        "path", "run", "batch",
                                     "check",    "wave",  "merge-steps", "view", "demo"};

TEST_F(CliCompletion, BashKnowsSubcommands) {
  const auto words = complete_in_bash("portolan \"\"");
  for (const char* command : kCommands) EXPECT_TRUE(words.contains(command)) << command;
  EXPECT_EQ(complete_in_bash("portolan me"), std::set<std::string>{"merge-steps"});
}

TEST_F(CliCompletion, BashKnowsTheOptionsOfTheHelp) {
  for (const char* command : kCommands) {
    const auto expected = options_in_help(command);
    EXPECT_GE(expected.size(), 2u) << command;
    const auto offered = complete_in_bash("portolan " + std::string(command) + " --");
    EXPECT_EQ(offered, expected) << command;
  }
}

TEST_F(CliCompletion, BashKnowsWordsAndFiles) {
  write("town.map", "");
  EXPECT_EQ(complete_in_bash("portolan build town.map --tables \"\""),
            (std::set<std::string>{"auto", "none"}));
  EXPECT_EQ(complete_in_bash("portolan run town.map random:9 --algorithm h"),
            std::set<std::string>{"hierarchy"});
  EXPECT_EQ(complete_in_bash("portolan build to"), std::set<std::string>{"town.map"});
  EXPECT_EQ(complete_in_bash("portolan build town.map -o tow"), std::set<std::string>{"town.map"});
  EXPECT_EQ(complete_in_bash("portolan run town.map --rounds to"), std::set<std::string>{""});
}

TEST_F(CliCompletion, TheShellsAreOffered) {
  write("bashful", "");
  EXPECT_EQ(complete_in_bash("portolan completion \"\""),
            (std::set<std::string>{"bash", "zsh", "fish"}));
  EXPECT_EQ(complete_in_bash("portolan completion b"), std::set<std::string>{"bash"});
  EXPECT_TRUE(run("completion zsh").says("'1:word:(bash zsh fish)'"));
  EXPECT_TRUE(run("completion fish").says("from completion' -x -a 'bash zsh fish'"));
}

TEST_F(CliCompletion, OtherShellsReadTheirs) {
  const auto zsh = run("completion zsh");
  EXPECT_TRUE(zsh.out.starts_with("#compdef portolan\n")) << zsh;
  const auto fish = run("completion fish");
  for (const char* command : kCommands) {
    EXPECT_TRUE(zsh.says("    " + std::string(command) + ")\n")) << command;
    EXPECT_TRUE(fish.says("-a " + std::string(command) + " ")) << command;
    for (const std::string& option : options_in_help(command)) {
      EXPECT_TRUE(zsh.says("'" + option + "[")) << option;
      EXPECT_TRUE(fish.says("-l " + option.substr(2))) << option;
    }
  }
  const auto checked = run_shell(
      "for shell in zsh fish; do \"$TOOL\" completion $shell > script; "
      "if command -v $shell > /dev/null; then $shell -n script || exit 1; fi; done");
  EXPECT_EQ(checked.exit_code, 0) << checked;
  EXPECT_EQ(run("completion tcsh").exit_code, 2);
}

TEST_F(CliCompletion, TheManualHasEverySubcommandAndOption) {
  std::string page = run("manual").out;
  EXPECT_TRUE(page.starts_with(".TH PORTOLAN 1 ")) << page.substr(0, 80);
  for (std::size_t at = 0; (at = page.find("\\-", at)) != std::string::npos;) page.erase(at, 1);
  for (const char* command : kCommands) {
    EXPECT_NE(page.find(".B portolan " + std::string(command)), std::string::npos) << command;
    for (const std::string& option : options_in_help(command))
      EXPECT_NE(page.find("\\fB" + option + "\\fR"), std::string::npos) << option;
  }
  const auto shown = run_shell(
      "\"$TOOL\" manual > portolan.1; if command -v groff > /dev/null; "
      "then groff -man -Tascii -ww portolan.1 > shown; fi");
  EXPECT_EQ(shown.exit_code, 0) << shown;
  EXPECT_EQ(shown.err, "") << shown;
}

}  // namespace
}  // namespace portolan::detail
