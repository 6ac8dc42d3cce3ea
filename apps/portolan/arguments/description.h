#pragma once

#include <string>
#include <vector>

/// Subcommands and options as data: what the manual page and the shell completion are made of.
namespace portolan::detail::cli {

struct OptionDescription {
  std::vector<std::string> names;  ///< As typed, "-o" before "--output"; a positional has one.
  std::string type;                ///< What its value is, "FILE"; empty for a flag.
  std::vector<std::string> words;  ///< Those that its value can be, where its type lists none.
  std::string help;
  std::string group;
  bool positional = false;
  bool required = false;
  bool takes_value = false;
};

struct CommandDescription {
  std::string name;
  std::string help;
  std::string footer;
  std::vector<OptionDescription> options;  ///< Those of the help, in its order.
  std::vector<CommandDescription> subcommands;
};

}  // namespace portolan::detail::cli
