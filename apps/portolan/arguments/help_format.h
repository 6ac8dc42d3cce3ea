#pragma once

#include <CLI/CLI.hpp>

namespace portolan::detail::cli {

/// Help in two columns, no line longer than 100 characters.
class HelpFormat : public CLI::Formatter {
 public:
  std::string make_option(const CLI::Option* option, bool is_positional) const override;
  std::string make_subcommand(const CLI::App* command) const override;
};

}  // namespace portolan::detail::cli
