#include "report/json.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

namespace portolan::detail::cli {
namespace {

/// The shortest text that reads back as the same number.
std::string number_text(double value) {
  const double size = std::abs(value);
  const bool plain = size == 0.0 || (size >= 1e-4 && size < 1e15);
  char digits[32];
  const auto end = std::to_chars(std::begin(digits), std::end(digits), value,
                                 plain ? std::chars_format::fixed : std::chars_format::scientific);
  std::string text(digits, end.ptr);
  if (plain && text.find('.') == std::string::npos) text += ".0";
  return text;
}

void append_quoted(std::string& text, std::string_view string) {
  constexpr std::string_view kSpecial = "\"\\\b\f\n\r\t";
  constexpr std::string_view kLetter = "\"\\bfnrt";
  constexpr std::string_view kHex = "0123456789abcdef";
  text += '"';
  for (const char c : string) {
    if (const std::size_t at = kSpecial.find(c); at != std::string_view::npos) {
      text += '\\';
      text += kLetter[at];
    } else if (static_cast<unsigned char>(c) < 0x20) {
      text += "\\u00";
      text += kHex[static_cast<unsigned char>(c) >> 4];
      text += kHex[static_cast<unsigned char>(c) & 15];
    } else {
      text += c;
    }
  }
  text += '"';
}

}  // namespace

Json::Json(double value) : text_(std::isfinite(value) ? number_text(value) : "null") {}

Json::Json(std::initializer_list<Json> values) : kind_(Kind::array) {
  const bool pairs =
      std::all_of(values.begin(), values.end(), [](const Json& value) { return value.is_pair(); });
  if (!pairs) {
    items_ = values;
    return;
  }
  kind_ = Kind::object;
  for (const Json& pair : values) (*this)[pair.items_[0].text_] = pair.items_[1];
}

bool Json::is_pair() const {
  return kind_ == Kind::array && items_.size() == 2 && items_[0].kind_ == Kind::string;
}

Json Json::array(std::initializer_list<Json> values) {
  Json json;
  json.kind_ = Kind::array;
  json.items_ = values;
  return json;
}

Json Json::object() {
  Json json;
  json.kind_ = Kind::object;
  return json;
}

Json& Json::operator[](std::string_view name) {
  const auto at = std::find(names_.begin(), names_.end(), name);
  if (at != names_.end()) return items_[static_cast<std::size_t>(at - names_.begin())];
  names_.emplace_back(name);
  return items_.emplace_back();
}

void Json::update(Json other) {
  for (std::size_t i = 0; i < other.names_.size(); ++i)
    (*this)[other.names_[i]] = std::move(other.items_[i]);
}

std::string Json::dump(unsigned indent) const {
  std::string text;
  dump_to(text, indent, 1);
  return text;
}

void Json::dump_to(std::string& text, unsigned indent, unsigned depth) const {
  if (kind_ == Kind::plain) {
    text += text_;
    return;
  }
  if (kind_ == Kind::string) {
    append_quoted(text, text_);
    return;
  }
  const bool in_one_line =
      indent == 0 ||
      (kind_ == Kind::array && std::all_of(items_.begin(), items_.end(), [](const Json& item) {
         return item.kind_ == Kind::plain;
       }));
  const auto new_line = [&](unsigned level) {
    if (!in_one_line) text.append(1, '\n').append(std::size_t{indent} * level, ' ');
  };
  text += kind_ == Kind::array ? '[' : '{';
  for (std::size_t i = 0; i < items_.size(); ++i) {
    if (i > 0) text += indent > 0 && in_one_line ? ", " : ",";
    new_line(depth);
    if (kind_ == Kind::object) {
      append_quoted(text, names_[i]);
      text += indent > 0 ? ": " : ":";
    }
    items_[i].dump_to(text, indent, depth + 1);
  }
  if (!items_.empty()) new_line(depth - 1);
  text += kind_ == Kind::array ? ']' : '}';
}

}  // namespace portolan::detail::cli
