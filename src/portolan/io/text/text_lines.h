#pragma once

#include <charconv>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "portolan/types.h"

/// What the readers of line-based text formats share.
namespace portolan::detail {

/// The text behind the byte-order mark that some editors put first.
inline std::string_view without_mark(std::string_view text) {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  return text.starts_with(kMark) ? text.substr(kMark.size()) : text;
}

/// Walks over the lines of a text, a byte-order mark left out; lines end in LF or CR LF. Does not
/// own the text.
class LineReader {
 public:
  /// `name` is the file's, for messages.
  LineReader(std::string_view text, std::string_view name)
      : rest_(without_mark(text)), name_(name) {}

  /// Goes to the next line; false at the end of the text.
  bool next();
  /// Goes to the next line that has more than white space in it; false when there is none.
  bool next_with_text();

  std::string_view line() const { return line_; }
  std::size_t number() const { return number_; }
  /// Everything after the present line.
  std::string_view rest() const { return rest_; }

  /// "file:line: message", for the present line.
  Error error(const std::string& message) const;

 private:
  std::string_view rest_;
  std::string_view line_;
  std::string_view name_;
  std::size_t number_ = 0;
};

/// The text without white space at its ends.
std::string_view trimmed(std::string_view text);

/// The words of a line that stand between white space.
std::vector<std::string_view> split_words(std::string_view line);

/// The fields of a line that stand between separators, trimmed; a field in double quotes may
/// contain the separator.
std::vector<std::string_view> split_fields(std::string_view line, char separator);

/// The text in quotes for a message: shortened, and what cannot be printed shown as '?'.
std::string excerpt(std::string_view text);

/// The whole text as a number; nothing where it is none or does not fit.
template <class Number>
std::optional<Number> parse_number(std::string_view text) {
  Number number{};
  const char* end = text.data() + text.size();
  const auto [stop, code] = std::from_chars(text.data(), end, number);
  if (code != std::errc{} || stop != end) return std::nullopt;
  return number;
}

}  // namespace portolan::detail
