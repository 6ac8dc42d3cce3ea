#include "arguments/command.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <utility>

namespace portolan::detail::cli {
Option* Option::type_name(const std::string& type) {
  option_->type_name(type);
  return this;
}

Option* Option::group(const std::string& title) {
  option_->group(title);
  return this;
}

Option* Option::hide() {
  option_->group("");
  return this;
}

Option* Option::required() {
  option_->required();
  return this;
}

Option* Option::one_value_each() {
  option_->allow_extra_args(false);
  return this;
}

Option* Option::take_last() {
  option_->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  return this;
}

std::size_t Option::count() const { return option_->count(); }
std::string Option::get_name() const {
  const auto& names = option_->get_lnames();  // get_name has none for what is left out of the help
  return names.empty() ? option_->get_name() : "--" + names.front();
}

Option* Option::offer(std::vector<std::string> words) {
  words_ = std::move(words);
  return this;
}

OptionDescription Option::describe() const {
  OptionDescription about;
  about.positional = option_->get_positional();
  if (about.positional) {
    about.names.push_back(option_->get_name(true));
  } else {
    for (const std::string& name : option_->get_snames()) about.names.push_back("-" + name);
    for (const std::string& name : option_->get_lnames()) about.names.push_back("--" + name);
  }
  about.type = option_->get_type_name();
  about.words = words_;
  about.help = option_->get_description();
  about.group = option_->get_group();
  about.required = option_->get_required();
  about.takes_value = option_->get_items_expected_max() > 0;
  return about;
}

Command::Command() : own_(std::make_shared<CLI::App>()), app_(own_.get()) {}

Command* Command::add_subcommand(const std::string& name, const std::string& help) {
  return &subcommands_.emplace_back(*app_->add_subcommand(name, help));
}

Option* Command::add_option(const std::string& name, std::string& field, const std::string& help) {
  return keep(app_->add_option(name, field, help));
}

Option* Command::add_option(const std::string& name, std::vector<std::string>& field,
                            const std::string& help) {
  return keep(app_->add_option(name, field, help));
}

Option* Command::add_option_function(const std::string& name,
                                     const std::function<void(const std::string&)>& read,
                                     const std::string& help) {
  return keep(app_->add_option_function<std::string>(name, read, help));
}

Option* Command::add_flag(const std::string& name, bool& field, const std::string& help) {
  return keep(app_->add_flag(name, field, help));
}

void Command::footer(const std::string& text) { app_->footer(text); }
void Command::callback(const std::function<void()>& run) { app_->callback(run); }

void Command::read_words(const std::vector<std::string>& words) {
  app_->parse(std::vector<std::string>(words.rbegin(), words.rend()));  // it pops from the end
}

CommandDescription Command::describe() const {
  CommandDescription about{app_->get_name(), app_->get_description(), app_->get_footer(), {}, {}};
  for (CLI::Option* option : app_->get_options()) {
    if (option->get_group().empty()) continue;  // left out of the help
    const auto own = std::find_if(options_.begin(), options_.end(),
                                  [&](const Option& one) { return one.stands_for(option); });
    about.options.push_back(own != options_.end() ? own->describe() : Option(option).describe());
  }
  for (const Command& command : subcommands_) about.subcommands.push_back(command.describe());
  return about;
}

}  // namespace portolan::detail::cli
