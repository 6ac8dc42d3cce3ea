#include "arguments/manual_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string_view>

namespace portolan::detail::cli {
namespace {

/// Text that roff prints as it is.
std::string roff_escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\') {
      out += "\\e";
    } else if (c == '-') {
      out += "\\-";
    } else {
      out += c;
    }
  }
  if (out.starts_with('.') || out.starts_with('\'')) out.insert(0, "\\&");
  return out;
}

std::string in_capitals(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return text;
}

std::string names_of(const OptionDescription& option) {
  std::string text;
  for (const std::string& name : option.names)
    text += fmt::format("{}\\fB{}\\fR", text.empty() ? "" : ", ", roff_escaped(name));
  if (option.takes_value && !option.positional && !option.type.empty())
    text += fmt::format(" \\fI{}\\fR", roff_escaped(option.type));
  return text;
}

std::string synopsis(const CommandDescription& command) {
  std::string text = fmt::format(".B portolan {}\n", roff_escaped(command.name));
  for (const OptionDescription& option : command.options) {
    if (option.positional) {
      const std::string name = fmt::format("\\fI{}\\fR", roff_escaped(option.names.front()));
      text += (option.required ? name : "[" + name + "]") + "\n";
    } else if (option.required) {
      text += names_of(option) + "\n";
    }
  }
  return text + "[\\fIoptions\\fR]\n";
}

/// A text of lines as it is, without filling them.
std::string as_typed(const std::string& text) {
  std::string out = ".PP\n.nf\n";
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    out += roff_escaped(std::string_view(text).substr(at, end - at)) + "\n";
    at = end + 1;
  }
  return out + ".fi\n";
}

std::string options_of(const CommandDescription& command) {
  std::string text;
  std::string group;
  for (const OptionDescription& option : command.options) {
    const std::string title = option.positional ? "" : option.group;
    if (title != group && !title.empty() && title != "Options")
      text += fmt::format(".PP\n\\fI{}\\fR\n", roff_escaped(title));
    group = title;
    text += fmt::format(".TP\n{}\n{}\n", names_of(option), roff_escaped(option.help));
  }
  return text;
}

}  // namespace

std::string manual_page(const CommandDescription& tool, const std::string& version) {
  std::string page = fmt::format(
      ".TH PORTOLAN 1 \"\" \"portolan {}\" \"User Commands\"\n.SH NAME\nportolan \\- hierarchical "
      "path\\-finding on large worlds\n.SH SYNOPSIS\n",
      roff_escaped(version));
  for (const CommandDescription& command : tool.subcommands) page += synopsis(command) + ".br\n";
  page += fmt::format(".SH DESCRIPTION\n{}\n", roff_escaped(tool.help)) + as_typed(tool.footer);
  for (const CommandDescription& command : tool.subcommands) {
    page += fmt::format(".SH {}\n{}.\n", in_capitals("portolan " + roff_escaped(command.name)),
                        roff_escaped(command.help));
    page += ".PP\n" + synopsis(command) + options_of(command) + as_typed(command.footer);
  }
  return page;
}

}  // namespace portolan::detail::cli
