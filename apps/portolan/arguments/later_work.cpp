#include "arguments/later_work.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace portolan::detail::cli {
namespace {

std::vector<std::string_view> words(WordKind kind) {
  switch (kind) {
    case WordKind::command: return {"soak", "reproduce"};
    case WordKind::option: return {};
    case WordKind::world: return {};
    case WordKind::algorithm: return {"boost"};
  }
  return {};
}

}  // namespace

std::optional<std::string> later_work(WordKind kind, std::string_view word) {
  const std::string_view name = word.substr(0, word.find('='));
  const auto known = words(kind);
  if (std::find(known.begin(), known.end(), name) == known.end()) return std::nullopt;
  return fmt::format("{} is planned, but not in this version", name);
}

}  // namespace portolan::detail::cli
