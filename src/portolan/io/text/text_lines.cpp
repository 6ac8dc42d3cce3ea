#include "portolan/io/text/text_lines.h"

#include <algorithm>

namespace portolan::detail {
namespace {

constexpr std::string_view kWhiteSpace = " \t\r\n\v\f";

}  // namespace

bool LineReader::next() {
  if (rest_.empty()) return false;
  const std::size_t end = std::min(rest_.find('\n'), rest_.size());
  line_ = rest_.substr(0, end);
  rest_.remove_prefix(std::min(end + 1, rest_.size()));
  if (line_.ends_with('\r')) line_.remove_suffix(1);
  ++number_;
  return true;
}

bool LineReader::next_with_text() {
  while (next()) {
    if (!trimmed(line_).empty()) return true;
  }
  return false;
}

Error LineReader::error(const std::string& message) const {
  return Error{std::string(name_) + ":" + std::to_string(number_) + ": " + message};
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kWhiteSpace);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kWhiteSpace) - first + 1);
}

std::vector<std::string_view> split_words(std::string_view line) {
  std::vector<std::string_view> words;
  for (std::size_t at = line.find_first_not_of(kWhiteSpace); at != std::string_view::npos;) {
    const std::size_t end = std::min(line.find_first_of(kWhiteSpace, at), line.size());
    words.push_back(line.substr(at, end - at));
    at = line.find_first_not_of(kWhiteSpace, end);
  }
  return words;
}

std::vector<std::string_view> split_fields(std::string_view line, char separator) {
  std::vector<std::string_view> fields;
  const auto add = [&](std::string_view field) {
    field = trimmed(field);
    const bool in_quotes = field.size() >= 2 && field.front() == '"' && field.back() == '"';
    fields.push_back(in_quotes ? field.substr(1, field.size() - 2) : field);
  };
  std::size_t begin = 0;
  bool inside_quotes = false;
  for (std::size_t at = 0; at < line.size(); ++at) {
    if (line[at] == '"') inside_quotes = !inside_quotes;
    if (line[at] == separator && !inside_quotes) {
      add(line.substr(begin, at - begin));
      begin = at + 1;
    }
  }
  add(line.substr(begin));
  return fields;
}

std::string excerpt(std::string_view text) {
  constexpr std::size_t kLongest = 40;
  std::string shown(text.substr(0, kLongest));
  std::replace_if(
      shown.begin(), shown.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
  return "'" + shown + (text.size() > kLongest ? "...'" : "'");
}

}  // namespace portolan::detail
