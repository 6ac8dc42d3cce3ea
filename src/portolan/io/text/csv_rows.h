#pragma once

#include <cmath>
#include <concepts>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "portolan/io/text/text_lines.h"
#include "portolan/types.h"

namespace portolan::detail {

/// Walks over the rows of a CSV text whose first line names its columns, in any order; columns
/// that nobody asked for are passed over. Does not own the text.
class CsvRows {
 public:
  /// Reads the first line. Fails when a column of `required` is missing; those of `optional` may
  /// be. `name` is the file's, for messages.
  static Result<CsvRows> open(std::string_view text, std::string_view name,
                              std::span<const std::string_view> required,
                              std::span<const std::string_view> optional);

  /// Goes to the next row; false at the end. Fails on a row of another length than the first line.
  Result<bool> next();

  /// The field of a column, the required ones counted first; empty where its column is missing.
  std::string_view field(std::size_t column) const;
  /// The same as a finite number; `remedy` says what to give where it is none.
  template <class T>
  Result<T> number(std::size_t column, const char* remedy = "give a number") const {
    const auto value = parse_number<T>(field(column));
    if constexpr (std::floating_point<T>) {
      if (value && !std::isfinite(*value)) return bad_field(column, remedy);
    }
    if (!value) return bad_field(column, remedy);
    return *value;
  }
  /// Of the present row, counted from 1 as messages do.
  std::size_t line_number() const { return lines_.number(); }
  /// "file:line: message".
  Error error(const std::string& message) const { return lines_.error(message); }
  /// "column is 'field'; remedy".
  Error bad_field(std::size_t column, const std::string& remedy) const;

 private:
  explicit CsvRows(LineReader lines) : lines_(lines) {}

  LineReader lines_;
  std::vector<std::string> names_;
  std::vector<std::optional<std::size_t>> places_;
  std::size_t width_ = 0;
  std::vector<std::string_view> fields_;
};

}  // namespace portolan::detail
