#include "arguments/completion.h"

#include <fmt/format.h>

#include <memory>

#include "arguments/argument_parsing.h"
#include "arguments/manual_page.h"
#include "commands/commands.h"

namespace portolan::detail::cli {

void add_manual(Command& app, const std::string& version) {
  Command* command = app.add_subcommand("manual", "Print the manual page");
  command->footer(
      "It is installed beside the tool; this is for those who only built it.\n"
      "Examples:\n"
      "  portolan manual | man -l -");
  command->callback([&app, version] { fmt::print("{}", manual_page(app.describe(), version)); });
}

void add_completion(Command& app) {
  Command* command =
      app.add_subcommand("completion", "Print what lets a shell complete subcommands and options");
  auto shell = std::make_shared<std::string>();
  command->add_option("SHELL", *shell, "bash, zsh or fish")
      ->required()
      ->type_name("")
      ->offer({"bash", "zsh", "fish"});
  command->footer(
      "It is installed beside the tool; this is for those who only built it.\n"
      "Examples:\n"
      "  portolan completion bash > ~/.local/share/bash-completion/completions/portolan\n"
      "  portolan completion fish > ~/.config/fish/completions/portolan.fish");
  command->callback([&app, shell] {
    check_word("SHELL", *shell, completion_shells());
    fmt::print("{}", completion_script(app.describe(), *shell));
  });
}

}  // namespace portolan::detail::cli
