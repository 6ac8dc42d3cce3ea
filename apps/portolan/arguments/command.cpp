#include "arguments/command.h"

#include <CLI/CLI.hpp>

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

}  // namespace portolan::detail::cli
