#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace portolan::detail::cli {

/// What kind of word a name was used as.
enum class WordKind { command, option, world, algorithm };

/// The message for a word that Portolan's contract has but this version does not; nothing for
/// any other word.
std::optional<std::string> later_work(WordKind kind, std::string_view word);

}  // namespace portolan::detail::cli
