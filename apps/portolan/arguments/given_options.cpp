#include "arguments/given_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "failure.h"

namespace portolan::detail::cli {

std::string GivenOptions::names() const {
  std::vector<std::string> given;
  for (const Option* option : options_) {
    if (option->count() > 0) given.push_back(option->get_name());
  }
  return fmt::format("{}", fmt::join(given, ", "));
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
