// The command-line tool. commands/ holds one file per subcommand; all of them see worlds through
// world/world.h, which grid/, mesh/ and terrain/ implement.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arguments/help_format.h"
#include "arguments/later_work.h"
#include "arguments/suggestion.h"
#include "commands/commands.h"
#include "report/document.h"

namespace portolan::detail::cli {
namespace {

constexpr const char* kFooter =
    "Examples:\n"
    "  portolan generate grid city --size 1024 -o city.map\n"
    "  portolan build city.map -o city.portolan\n"
    "  portolan path city.portolan --from 10,12 --to 990,1003 --picture path.png\n"
    "  portolan run city.portolan random:1000\n"
    "  portolan generate terrain hills -o hills.pgm\n"
    "`portolan SUBCOMMAND --help` shows the options and more examples.\n"
    "\n"
    "Exit codes:\n"
    "  0  done\n"
    "  1  there is no path, or a check found something wrong\n"
    "  2  a wrong argument\n"
    "  3  a file that cannot be read, understood or written\n"
    "  4  a fault of the tool itself";

/// The subcommand that the arguments name, for messages.
std::string command_name(const CLI::App& app) {
  const auto named = app.get_subcommands();
  return named.empty() ? "portolan" : "portolan " + named.front()->get_name();
}

/// Whether a program reads the output.
bool wants_json(int argc, char** argv) {
  return std::any_of(argv + 1, argv + argc,
                     [](const char* word) { return std::string_view(word) == "--json"; });
}

/// Says why, to people and, where one reads the output, to a program.
class Complaint {
 public:
  Complaint(int argc, char** argv)
      : command_(argc > 1 ? argv[1] : ""), json_(argc > 1 && wants_json(argc, argv)) {}

  int operator()(const std::string& who, const std::string& why, ExitCode code) const {
    std::fflush(stdout);
    fmt::print(stderr, "{}: {}\n", who, why);
    if (json_) {  // without an exception where it cannot be written: main says so
      const std::string text = failure_document(command_, {code, why}).dump(2) + "\n";
      std::fputs(text.c_str(), stdout);
    }
    return static_cast<int>(code);
  }

 private:
  std::string command_;
  bool json_;
};

/// The subcommand's option that a word was meant to be, of two that are as near the one that its
/// help shows; nothing where none is near.
std::optional<std::string> meant_option(const CLI::App& app, const std::string& word) {
  std::vector<std::string> known;
  std::vector<std::string> hidden;
  for (const CLI::App* command : app.get_subcommands()) {
    for (const CLI::Option* option : command->get_options()) {
      for (const std::string& name : option->get_lnames())
        (option->get_group().empty() ? hidden : known).push_back("--" + name);
    }
  }
  known.insert(known.end(), hidden.begin(), hidden.end());
  return suggestion_for(word.substr(0, word.find('=')), known);
}

/// A wrong argument, in words that name it.
int fail_usage(const CLI::App& app, const CLI::ParseError& error, const Complaint& fail) {
  std::string why = error.what();
  for (const std::string& word : app.remaining(true)) {
    if (const auto later = later_work(WordKind::option, word)) why = *later;
    if (!word.starts_with("--")) continue;
    if (const auto meant = meant_option(app, word))
      why = fmt::format("{} is no option; did you mean {}?", word, *meant);
  }
  const std::string who = command_name(app);
  return fail(who, fmt::format("{}\nsee {} --help", why, who), ExitCode::usage);
}

/// The message for a first word that is no subcommand; empty when it is one.
std::string refuse_command(const CLI::App& app, const std::string& word) {
  if (word.empty() || word.front() == '-') return "";
  std::string known;
  for (const CLI::App* command : app.get_subcommands({})) {
    if (command->get_name() == word) return "";
    known += (known.empty() ? "" : ", ") + command->get_name();
  }
  if (const auto later = later_work(WordKind::command, word)) return *later + "; give " + known;
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  const auto meant = suggestion_for(word, names);
  return fmt::format("'{}' is no subcommand{}; give {}", word,
                     meant ? ", did you mean " + *meant + "?" : "", known);
}

/// `portolan help [SUBCOMMAND]`, which many tools know.
bool print_help(const CLI::App& app, int argc, char** argv) {
  if (std::string_view(argv[1]) != "help" || argc > 3) return false;
  for (const CLI::App* command : app.get_subcommands({})) {
    if (argc == 3 && command->get_name() == argv[2]) {
      fmt::print("{}", command->help(app.get_name()));
      return true;
    }
  }
  if (argc == 2) fmt::print("{}", app.help());
  return argc == 2;
}

int run_tool(int argc, char** argv) {
  const Complaint fail(argc, argv);
  CLI::App app{"Portolan: hierarchical path-finding on large worlds", "portolan"};
  Command tool(app);
  ExitCode exit = ExitCode::ok;
  app.set_version_flag("--version", "portolan " PORTOLAN_VERSION);
  app.require_subcommand(1);
  app.formatter(std::make_shared<HelpFormat>());
  app.footer(kFooter);
  add_generate(tool);
  add_build(tool);
  add_info(tool);
  add_path(tool, exit);
  add_run(tool);
  add_batch(tool);
  add_check(tool, exit);
  add_wave(tool);
  add_merge_steps(tool);
  add_view(tool);
  add_demo(tool);
  add_manual(tool, PORTOLAN_VERSION);
  add_completion(tool);
  if (argc < 2) {
    fmt::print(stderr, "{}", app.help());
    return static_cast<int>(ExitCode::usage);
  }
  if (print_help(app, argc, argv)) return static_cast<int>(ExitCode::ok);
  if (const std::string refused = refuse_command(app, argv[1]); !refused.empty()) {
    return fail("portolan", refused, ExitCode::usage);
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& asked) {  // --help and --version
    return app.exit(asked);
  } catch (const CLI::ParseError& error) {
    return fail_usage(app, error, fail);
  } catch (const Failure& failure) {
    return fail(command_name(app), failure.message, failure.code);
  } catch (const std::exception& error) {
    if (std::ferror(stdout) != 0) return static_cast<int>(exit);  // main says so
    return fail(command_name(app), std::string("fault: ") + error.what(), ExitCode::internal);
  }
  return static_cast<int>(exit);
}

/// The exit code, or that of a failure where not all of the output could be written.
int finish_output(int exit) {
  const bool written = std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
  if (written) return exit;
  fmt::print(stderr,
             "portolan: standard output cannot be written; free some space, or write it "
             "elsewhere\n");
  return exit == 0 ? static_cast<int>(ExitCode::bad_input) : exit;
}

}  // namespace
}  // namespace portolan::detail::cli

int main(int argc, char** argv) {
  // Lines keep their order beside the progress on standard error, also in a pipe.
  std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);
  return portolan::detail::cli::finish_output(portolan::detail::cli::run_tool(argc, argv));
}
