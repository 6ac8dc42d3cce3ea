#include "arguments/completion.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cctype>

#include "arguments/argument_parsing.h"

namespace portolan::detail::cli {
namespace {

/// The words that an option takes: its own, or those in small letters that its type lists, such as
/// auto and none of auto|none|MB.
std::vector<std::string> words_of(const OptionDescription& option) {
  std::vector<std::string> words = option.words;
  for (const std::string& word : split(option.type, '|')) {
    const bool plain = !word.empty() && std::islower(static_cast<unsigned char>(word.front())) &&
                       word.find(':') == std::string::npos && word.find(',') == std::string::npos;
    if (plain) words.push_back(word);
  }
  return words;
}

bool takes_file(const OptionDescription& option) {
  return option.type.find("FILE") != std::string::npos ||
         option.type.find("DIR") != std::string::npos;
}

std::vector<std::string> option_names(const CommandDescription& command) {
  std::vector<std::string> names;
  for (const OptionDescription& option : command.options) {
    if (!option.positional) names.insert(names.end(), option.names.begin(), option.names.end());
  }
  return names;
}

/// The words that the arguments without a name can be; none where these are files.
std::vector<std::string> positional_words(const CommandDescription& command) {
  std::vector<std::string> words;
  for (const OptionDescription& option : command.options) {
    if (option.positional) words.insert(words.end(), option.words.begin(), option.words.end());
  }
  return words;
}

std::vector<std::string> command_names(const CommandDescription& tool) {
  std::vector<std::string> names;
  for (const CommandDescription& command : tool.subcommands) names.push_back(command.name);
  return names;
}

/// What follows an option that takes a value.
std::string bash_values(const CommandDescription& command) {
  std::string cases;
  for (const OptionDescription& option : command.options) {
    if (option.positional || !option.takes_value) continue;
    const auto words = words_of(option);
    cases += fmt::format("        {}) ", fmt::join(option.names, "|"));
    if (!words.empty()) {
      cases += fmt::format("words='{}'; values=1 ;;\n", fmt::join(words, " "));
    } else {
      cases += takes_file(option) ? "values=1; files=1 ;;\n" : "values=1 ;;\n";
    }
  }
  return cases;
}

std::string bash_script(const CommandDescription& tool) {
  std::string cases;
  for (const CommandDescription& command : tool.subcommands) {
    const std::string values = bash_values(command);
    cases += fmt::format("    {})\n", command.name);
    if (!values.empty()) cases += fmt::format("      case $before in\n{}      esac\n", values);
    cases += fmt::format("      options='{}'\n      places='{}'\n      ;;\n",
                         fmt::join(option_names(command), " "),
                         fmt::join(positional_words(command), " "));
  }
  return fmt::format(
      "# Completion of portolan for bash; made by `portolan completion bash`.\n"
      "_portolan() {{\n"
      "  local current=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}}\n"
      "  local options= places= words= values= files=\n"
      "  COMPREPLY=()\n"
      "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
      "    COMPREPLY=($(compgen -W '{} --help --version' -- \"$current\"))\n"
      "    return\n"
      "  fi\n"
      "  case ${{COMP_WORDS[1]}} in\n{}"
      "  esac\n"
      "  if [ -z \"$values\" ] && [[ $current != -* ]]; then words=$places; fi\n"
      "  if [ -n \"$words\" ]; then\n"
      "    COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
      "  elif [ -n \"$files\" ] || {{ [ -z \"$values\" ] && [[ $current != -* ]]; }}; then\n"
      "    compopt -o filenames 2>/dev/null\n"
      "    COMPREPLY=($(compgen -f -- \"$current\"))\n"
      "  elif [ -z \"$values\" ]; then\n"
      "    COMPREPLY=($(compgen -W \"$options\" -- \"$current\"))\n"
      "  fi\n"
      "}}\n"
      "complete -F _portolan portolan\n",
      fmt::join(command_names(tool), " "), cases);
}

/// For a text in single quotes.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out;
}

/// The same inside the specification of an argument, where brackets and colons mean something.
std::string zsh_text(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') out += '\\';
    out += c;
  }
  return escaped(out);
}

std::string zsh_options(const CommandDescription& command) {
  std::string specs;
  for (const OptionDescription& option : command.options) {
    if (option.positional) continue;
    for (const std::string& name : option.names) {
      std::string value;
      if (option.takes_value) {
        const auto words = words_of(option);
        value = fmt::format(":{}:", zsh_text(option.type));
        if (!words.empty()) value += fmt::format("({})", fmt::join(words, " "));
        if (words.empty() && takes_file(option)) value += "_files";
      }
      specs += fmt::format("        '{}[{}]{}' \\\n", name, zsh_text(option.help), value);
    }
  }
  return specs;
}

std::string zsh_script(const CommandDescription& tool) {
  std::string commands, cases;
  for (const CommandDescription& command : tool.subcommands) {
    commands += fmt::format("    '{}:{}'\n", command.name, zsh_text(command.help));
    const auto words = positional_words(command);
    const std::string places =
        words.empty() ? "*:file:_files" : fmt::format("1:word:({})", fmt::join(words, " "));
    cases += fmt::format("    {})\n      _arguments \\\n{}        '{}'\n      ;;\n", command.name,
                         zsh_options(command), places);
  }
  return fmt::format(
      "#compdef portolan\n"
      "# Completion of portolan for zsh; made by `portolan completion zsh`.\n"
      "_portolan() {{\n"
      "  local -a commands\n"
      "  commands=(\n{}  )\n"
      "  if (( CURRENT == 2 )); then\n"
      "    _describe 'subcommand' commands\n"
      "    return\n"
      "  fi\n"
      "  local command=$words[2]\n"
      "  shift words\n"
      "  (( CURRENT-- ))\n"
      "  case $command in\n{}"
      "  esac\n"
      "}}\n"
      "_portolan \"$@\"\n",
      commands, cases);
}

std::string fish_script(const CommandDescription& tool) {
  std::string lines = "# Completion of portolan for fish; made by `portolan completion fish`.\n";
  for (const CommandDescription& command : tool.subcommands) {
    lines += fmt::format("complete -c portolan -f -n __fish_use_subcommand -a {} -d '{}'\n",
                         command.name, escaped(command.help));
    if (const auto words = positional_words(command); !words.empty())
      lines += fmt::format("complete -c portolan -n '__fish_seen_subcommand_from {}' -x -a '{}'\n",
                           command.name, fmt::join(words, " "));
    for (const OptionDescription& option : command.options) {
      if (option.positional) continue;
      lines +=
          fmt::format("complete -c portolan -n '__fish_seen_subcommand_from {}'", command.name);
      for (const std::string& name : option.names)
        lines += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
      if (option.takes_value) {
        const auto words = words_of(option);
        if (!words.empty()) lines += fmt::format(" -x -a '{}'", fmt::join(words, " "));
        if (words.empty()) lines += takes_file(option) ? " -r -F" : " -x";
      }
      lines += fmt::format(" -d '{}'\n", escaped(option.help));
    }
  }
  return lines;
}

}  // namespace

std::vector<std::string_view> completion_shells() { return {"bash", "zsh", "fish"}; }

std::string completion_script(const CommandDescription& tool, std::string_view shell) {
  if (shell == "bash") return bash_script(tool);
  return shell == "zsh" ? zsh_script(tool) : fish_script(tool);
}

}  // namespace portolan::detail::cli
