#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace portolan::detail::cli {

/// The one of `known` that a mistyped word most likely meant: what differs by dashes alone, else by
/// at most two letters added, left out, changed or swapped. Nothing where none is that near.
std::optional<std::string> suggestion_for(std::string_view word,
                                          const std::vector<std::string>& known);

}  // namespace portolan::detail::cli
