#include "arguments/given_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "failure.h"

namespace portolan::detail::cli {

std::string GivenOptions::names_but(std::initializer_list<std::string_view> left_out) const {
  std::vector<std::string> given;
  for (const Option* option : options_) {
    const std::string name = option->get_name();
    if (option->count() > 0 && std::find(left_out.begin(), left_out.end(), name) == left_out.end())
      given.push_back(name);
  }
  return fmt::format("{}", fmt::join(given, ", "));
}

bool GivenOptions::has(std::string_view name) const {
  return std::any_of(options_.begin(), options_.end(), [&](const Option* option) {
    return option->count() > 0 && option->get_name() == name;
  });
}

void GivenOptions::refuse(const std::string& whom, const std::string& remedy) const {
  for (const Option* option : options_) {
    if (option->count() == 0) continue;
    throw Failure{ExitCode::usage,
                  fmt::format("{} is for {}; {}", option->get_name(), whom, remedy)};
  }
}

void GivenOptions::refuse_unless(WorldKind theirs, WorldKind world) const {
  if (theirs != world) {
    refuse(plural(theirs), fmt::format("this world is one of the {}, leave it out", plural(world)));
  }
}

}  // namespace portolan::detail::cli
