#include "arguments/suggestion.h"

#include <algorithm>

namespace portolan::detail::cli {
namespace {

std::string letters_of(std::string_view word) {
  std::string letters;
  for (const char c : word) {
    if (c != '-' && c != '_') letters += c;
  }
  return letters;
}

/// How many letters must be added, left out, changed or swapped with the next.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t k = 0; k <= b.size(); ++k) {
      if (i == 0 || k == 0) {
        d[i][k] = i + k;
        continue;
      }
      const std::size_t changed = a[i - 1] == b[k - 1] ? 0 : 1;
      d[i][k] = std::min({d[i - 1][k] + 1, d[i][k - 1] + 1, d[i - 1][k - 1] + changed});
      if (i > 1 && k > 1 && a[i - 1] == b[k - 2] && a[i - 2] == b[k - 1])
        d[i][k] = std::min(d[i][k], d[i - 2][k - 2] + 1);
    }
  }
  return d[a.size()][b.size()];
}

}  // namespace

std::optional<std::string> suggestion_for(std::string_view word,
                                          const std::vector<std::string>& known) {
  constexpr std::size_t kLongest = 64;  // nobody mistypes more
  const std::string letters = letters_of(word.substr(0, kLongest));
  std::optional<std::string> nearest;
  std::size_t least = 3;
  for (const std::string& name : known) {
    const std::size_t far = distance(letters, letters_of(name));
    if (far >= least || 2 * far >= letters.size()) continue;
    least = far;
    nearest = name;
  }
  return nearest;
}

}  // namespace portolan::detail::cli
