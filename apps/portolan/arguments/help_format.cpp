#include "arguments/help_format.h"

#include <string_view>

namespace portolan::detail::cli {
namespace {

constexpr std::size_t kColumn = 30;
constexpr std::size_t kColumns = 100;

/// The name in the left column, or on a line of its own, and the text in the right one.
std::string in_columns(const std::string& name, std::string_view text) {
  std::string lines = "  " + name;
  if (lines.size() + 1 > kColumn) lines += "\n";
  std::size_t used = lines.ends_with('\n') ? 0 : lines.size();
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (used > kColumn && used + 1 + word.size() > kColumns) {
      lines += "\n";
      used = 0;
    }
    const std::size_t gap = used < kColumn ? kColumn - used : 1;
    lines.append(gap, ' ').append(word);
    used += gap + word.size();
  }
  return lines + "\n";
}

}  // namespace

std::string HelpFormat::make_option(const CLI::Option* option, bool is_positional) const {
  return in_columns(make_option_name(option, is_positional) + make_option_opts(option),
                    make_option_desc(option));
}

std::string HelpFormat::make_subcommand(const CLI::App* command) const {
  return in_columns(command->get_display_name(true), command->get_description());
}

}  // namespace portolan::detail::cli
