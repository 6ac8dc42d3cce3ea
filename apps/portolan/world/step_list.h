#pragma once

#include <cstddef>
#include <string>

namespace portolan::detail::cli {

/// The steps of a path as words, `word(i)` each with a space before it; of a long path the first
/// and last few, unless `all` are wanted.
template <class F>
std::string step_list(std::size_t count, bool all, F&& word) {
  constexpr std::size_t kShown = 5;
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    if (!all && i == kShown && count > 2 * kShown) {
      i = count - kShown;
      text += " ...";
    }
    text += ' ';
    text += word(i);
  }
  return text;
}

}  // namespace portolan::detail::cli
