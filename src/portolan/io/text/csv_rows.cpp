#include "portolan/io/text/csv_rows.h"

#include <algorithm>

namespace portolan::detail {

Result<CsvRows> CsvRows::open(std::string_view text, std::string_view name,
                              std::span<const std::string_view> required,
                              std::span<const std::string_view> optional) {
  std::string wanted = "the first line must name the columns";
  for (std::size_t i = 0; i < required.size(); ++i)
    wanted.append(i == 0 ? " " : ", ").append(required[i]);
  CsvRows rows{LineReader(text, name)};
  if (!rows.lines_.next_with_text())
    return Error{std::string(name).append(": is empty; ").append(wanted)};
  const auto given = split_fields(rows.lines_.line(), ',');
  rows.width_ = given.size();
  const auto look_up = [&](std::string_view column) {
    const auto found = std::find(given.begin(), given.end(), column);
    rows.names_.emplace_back(column);
    rows.places_.push_back(
        found == given.end()
            ? std::nullopt
            : std::optional<std::size_t>(static_cast<std::size_t>(found - given.begin())));
    return found != given.end();
  };
  for (const std::string_view column : required) {
    if (look_up(column)) continue;
    std::string message = "there is no column '";
    return rows.error(message.append(column).append("'; ").append(wanted));
  }
  for (const std::string_view column : optional) look_up(column);
  return rows;
}

Result<bool> CsvRows::next() {
  if (!lines_.next_with_text()) return false;
  fields_ = split_fields(lines_.line(), ',');
  if (fields_.size() == width_) return true;
  std::string message = "found ";
  return error(message.append(std::to_string(fields_.size()))
                   .append(" fields; the first line names ")
                   .append(std::to_string(width_))
                   .append(" columns, give as many"));
}

std::string_view CsvRows::field(std::size_t column) const {
  return places_[column] ? fields_[*places_[column]] : std::string_view();
}

Error CsvRows::bad_field(std::size_t column, const std::string& remedy) const {
  std::string message = names_[column];
  return error(message.append(" is ").append(excerpt(field(column))).append("; ").append(remedy));
}

}  // namespace portolan::detail
