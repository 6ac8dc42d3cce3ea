#include "portolan/io/text/well_known_text.h"

#include <algorithm>
#include <utility>

#include "portolan/io/text/text_lines.h"

namespace portolan::detail {
namespace {

constexpr int kDeepest = 32;

class WktReader {
 public:
  explicit WktReader(std::string_view text) : rest_(text) {}

  std::optional<WktPart> read_part() {
    const std::string word = read_word();
    if (word.empty() || !take_any("[(")) return std::nullopt;
    return read_inside(word, 0);
  }

 private:
  /// What stands behind the opening bracket of a part.
  std::optional<WktPart> read_inside(std::string keyword, int depth) {
    if (depth == kDeepest) return std::nullopt;
    WktPart part{capitals(std::move(keyword)), {}, {}};
    do {
      if (take_any("\"")) {
        auto text = read_quoted();
        if (!text) return std::nullopt;
        part.values.push_back(*std::move(text));
        continue;
      }
      std::string word = read_word();
      if (word.empty()) return std::nullopt;
      if (!take_any("[(")) {
        part.values.push_back(std::move(word));
        continue;
      }
      auto inner = read_inside(std::move(word), depth + 1);
      if (!inner) return std::nullopt;
      part.parts.push_back(*std::move(inner));
    } while (take_any(","));
    if (!take_any("])")) return std::nullopt;
    return part;
  }

  /// Up to the closing quote; two quotes are one that belongs to the text.
  std::optional<std::string> read_quoted() {
    std::string text;
    for (;;) {
      const std::size_t end = rest_.find('"');
      if (end == std::string_view::npos) return std::nullopt;
      text += rest_.substr(0, end);
      rest_.remove_prefix(end + 1);
      if (!rest_.starts_with('"')) return text;
      text += '"';
      rest_.remove_prefix(1);
    }
  }

  std::string read_word() {
    skip_space();
    const std::size_t end = std::min(rest_.find_first_of(" \t\r\n,\"[]()"), rest_.size());
    const std::string word(rest_.substr(0, end));
    rest_.remove_prefix(end);
    return word;
  }

  bool take_any(std::string_view marks) {
    skip_space();
    if (rest_.empty() || marks.find(rest_.front()) == std::string_view::npos) return false;
    rest_.remove_prefix(1);
    return true;
  }

  void skip_space() {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\r\n"), rest_.size()));
  }

  static std::string capitals(std::string word) {
    for (char& c : word) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    return word;
  }

  std::string_view rest_;
};

}  // namespace

std::optional<WktPart> parse_well_known_text(std::string_view text) {
  return WktReader(without_mark(text)).read_part();
}

}  // namespace portolan::detail
