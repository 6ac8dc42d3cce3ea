#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "arguments/description.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

/// Subcommands and their options. They stand for classes of CLI11, whose header takes seconds to
/// compile wherever it is included: only main.cpp and two files of this folder do.
namespace portolan::detail::cli {

/// One option or positional argument. All setters return the option itself.
class Option {
 public:
  explicit Option(CLI::Option* option) : option_(option) {}
  Option* type_name(const std::string& type);
  Option* group(const std::string& title);
  Option* hide();  ///< Leaves it out of the help.
  Option* required();
  Option* one_value_each();  ///< Of an option that can be repeated.
  Option* take_last();       ///< Where it is given several times.
  /// What a shell offers for its value, where its type does not list that.
  Option* offer(std::vector<std::string> words);

  std::size_t count() const;  ///< How often it was given.
  std::string get_name() const;
  OptionDescription describe() const;
  bool stands_for(const CLI::Option* option) const { return option == option_; }

 private:
  CLI::Option* option_;
  std::vector<std::string> words_;
};

/// A subcommand, or the whole tool. Options and subcommands live as long as it does.
class Command {
 public:
  explicit Command(CLI::App& app) : app_(&app) {}
  Command();  ///< One that nobody types; see read_words.
  Command(const Command&) = delete;
  Command& operator=(const Command&) = delete;

  Command* add_subcommand(const std::string& name, const std::string& help);
  /// The text goes into `field`, which must outlive the command.
  Option* add_option(const std::string& name, std::string& field, const std::string& help);
  Option* add_option(const std::string& name, std::vector<std::string>& field,
                     const std::string& help);
  Option* add_option_function(const std::string& name,
                              const std::function<void(const std::string&)>& read,
                              const std::string& help);
  Option* add_flag(const std::string& name, bool& field, const std::string& help);
  void footer(const std::string& text);
  void callback(const std::function<void()>& run);
  /// Reads the options from these words, as if they had been typed.
  void read_words(const std::vector<std::string>& words);
  /// All that its help tells, and the help of its subcommands.
  CommandDescription describe() const;

 private:
  Option* keep(CLI::Option* option) { return &options_.emplace_back(option); }

  std::shared_ptr<CLI::App> own_;  // only where nobody else has it
  CLI::App* app_;
  std::deque<Option> options_;
  std::deque<Command> subcommands_;
};

}  // namespace portolan::detail::cli
