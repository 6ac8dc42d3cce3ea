#pragma once

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace portolan::detail::cli {

/// A JSON value that is put together and then printed. The members of an object keep their order.
/// Braces make an object where they hold nothing but pairs that begin with a text, else an array.
class Json {
 public:
  Json() : text_("null") {}
  Json(std::nullptr_t) : Json() {}
  Json(bool value) : text_(value ? "true" : "false") {}
  template <std::integral Number>
  Json(Number value) : text_(std::to_string(value)) {}
  /// Null where there is no such number in JSON.
  Json(double value);
  Json(std::string value) : kind_(Kind::string), text_(std::move(value)) {}
  Json(std::string_view value) : Json(std::string(value)) {}
  Json(const char* value) : Json(std::string(value)) {}
  template <class Item>
  Json(const std::vector<Item>& values) : kind_(Kind::array) {
    for (const Item& value : values) items_.emplace_back(value);
  }
  Json(std::initializer_list<Json> values);

  static Json array(std::initializer_list<Json> values = {});
  static Json object();

  void push_back(Json value) { items_.push_back(std::move(value)); }
  Json& back() { return items_.back(); }  ///< The last of an array that is not empty.
  /// The member of that name, null where it is new.
  Json& operator[](std::string_view name);
  /// Takes the members of another object over, in place of those of the same names.
  void update(Json other);

  /// As text; in lines indented by so many blanks per level, arrays of mere numbers in one, or all
  /// in one line without any.
  std::string dump(unsigned indent = 0) const;

 private:
  enum class Kind : std::uint8_t { plain, string, array, object };

  void dump_to(std::string& text, unsigned indent, unsigned depth) const;
  bool is_pair() const;

  Kind kind_ = Kind::plain;
  std::string text_;                ///< Of a plain value, or the string.
  std::vector<std::string> names_;  ///< Of an object's items.
  std::vector<Json> items_;
};

}  // namespace portolan::detail::cli
