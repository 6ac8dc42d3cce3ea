#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "arguments/command.h"
#include "world/world_kind.h"

namespace portolan::detail::cli {

/// Options of one kind, to be told which of them were given.
class GivenOptions {
 public:
  Option* add(Option* option) {
    options_.push_back(option);
    return option;
  }
  void hide() const {
    for (Option* option : options_) option->hide();
  }
  /// Their names for messages, with commas between; empty when none were given.
  std::string names() const { return names_but({}); }
  /// The same without some of them.
  std::string names_but(std::initializer_list<std::string_view> left_out) const;
  /// Whether an option was given.
  bool has(std::string_view name) const;
  /// Ends the subcommand when one was given: "--x is for <whom>; <remedy>".
  void refuse(const std::string& whom, const std::string& remedy) const;
  /// The same for a world of another kind than these options are for.
  void refuse_unless(WorldKind theirs, WorldKind world) const;

 private:
  std::vector<Option*> options_;
};

}  // namespace portolan::detail::cli
