#include "portolan/io/maps/ascii_grid.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "portolan/core/to_whole.h"
#include "portolan/grid.h"
#include "portolan/io/file_error.h"
#include "portolan/io/text/text_lines.h"

namespace portolan::detail {
namespace {

std::string lower_case(std::string_view word) {
  std::string text(word);
  for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return text;
}

/// A number as the grids of all countries have it: "+1.5" and "1,5" too.
std::optional<double> parse_real_number(std::string_view word) {
  if (word.starts_with('+')) word.remove_prefix(1);
  if (const std::size_t comma = word.find(','); comma != std::string_view::npos) {
    std::string text(word);
    text[comma] = '.';
    return parse_number<double>(text);
  }
  return parse_number<double>(word);
}

constexpr std::string_view kKeys =
    "ncols, nrows, xllcorner or xllcenter, yllcorner or yllcenter, cellsize or dx and dy, and "
    "nodata_value";

constexpr std::size_t kLongestKey = 12;

struct Header {
  std::optional<double> columns, rows, x_corner, x_centre, y_corner, y_centre, size, dx, dy, none;

  std::optional<double>* find(const std::string& key) {
    if (key == "ncols") return &columns;
    if (key == "nrows") return &rows;
    if (key == "xllcorner") return &x_corner;
    if (key == "xllcenter") return &x_centre;
    if (key == "yllcorner") return &y_corner;
    if (key == "yllcenter") return &y_centre;
    if (key == "cellsize") return &size;
    if (key == "dx") return &dx;
    if (key == "dy") return &dy;
    return key == "nodata_value" || key == "nodata" ? &none : nullptr;
  }
};

/// Reads header and values one after the other.
class AsciiGridReader {
 public:
  AsciiGridReader(std::string_view text, std::string_view name, std::optional<float> missing)
      : lines_(text, name), name_(name), missing_(missing) {}

  Result<HeightMap> read() {
    if (auto done = read_header(); !done) return done.error();
    if (auto done = check_header(); !done) return done.error();
    if (auto done = place(); !done) return done.error();
    if (auto done = read_values(); !done) return done.error();
    return std::move(map_);
  }

 private:
  Error failed(const std::string& message) const { return error_in(name_, message); }

  /// Up to the first line that begins with a number, which stays the present one.
  Result<Done> read_header() {
    while (lines_.next_with_text()) {
      const auto words = split_words(lines_.line());
      if (parse_real_number(words[0])) return Done{};
      std::optional<double>* field = header_.find(lower_case(words[0]));
      if (field == nullptr)
        return lines_.error(excerpt(words[0]) + " is no key of a grid's header; these are " +
                            std::string(kKeys));
      if (words.size() != 2)
        return lines_.error(excerpt(trimmed(lines_.line())) +
                            " is no line of a grid's header; give a name and a number, such as "
                            "'ncols 100'");
      if (*field)
        return lines_.error(excerpt(words[0]) + " stands there twice; leave one of them out");
      *field = parse_real_number(words[1]);
      const bool may_be_none = field == &header_.none;
      if (!*field || (!std::isfinite(**field) && !may_be_none))
        return lines_.error(excerpt(words[1]) + " is no number");
      if (auto good = check_size(*field, words[0]); !good) return good;
    }
    return failed("has no values behind its header; check that it is whole");
  }

  /// That of a side or of a cell, just read.
  Result<Done> check_size(const std::optional<double>& field, std::string_view key) const {
    const bool side = &field == &header_.columns || &field == &header_.rows;
    if (side && !(*field >= 1.0 && *field <= Grid::kMaxSide && *field == std::floor(*field)))
      return lines_.error(std::string(key) + " must be a whole number from 1 to " +
                          std::to_string(Grid::kMaxSide));
    const bool cell = &field == &header_.size || &field == &header_.dx || &field == &header_.dy;
    if (cell && !(*field > 0.0)) return lines_.error(std::string(key) + " must be above 0");
    return Done{};
  }

  Result<Done> check_header() {
    if (!header_.columns) return missing("ncols", "such as 'ncols 100'");
    if (!header_.rows) return missing("nrows", "such as 'nrows 100'");
    if (!header_.dx) header_.dx = header_.size;
    if (!header_.dy) header_.dy = header_.size;
    if (!header_.dx || !header_.dy)
      return missing("cellsize", "such as 'cellsize 10', or both dx and dy");
    if (auto good = check_place("x", header_.x_corner, header_.x_centre); !good) return good;
    return check_place("y", header_.y_corner, header_.y_centre);
  }

  /// Names the first line behind the header.
  Error missing(const std::string& key, const std::string& remedy) const {
    return lines_.error("the header ends without " + key + "; add a line before this one, " +
                        remedy);
  }

  Result<Done> check_place(const std::string& axis, const std::optional<double>& corner,
                           const std::optional<double>& centre) const {
    const std::string of_corner = axis + "llcorner", of_centre = axis + "llcenter";
    if (!corner && !centre)
      return missing(of_corner + " or " + of_centre,
                     "such as '" + of_corner + " 0' where the map's place does not matter");
    if (!corner || !centre) return Done{};
    return failed("its header has both " + of_corner + " and " + of_centre +
                  "; leave one of them out");
  }

  Result<Done> place() {
    map_.width = to_whole<std::uint32_t>(*header_.columns);
    map_.height = to_whole<std::uint32_t>(*header_.rows);
    const double x = header_.x_centre ? *header_.x_centre : *header_.x_corner + *header_.dx / 2.0;
    const double y = header_.y_centre ? *header_.y_centre : *header_.y_corner + *header_.dy / 2.0;
    MapFrame frame;
    frame.x = x;
    frame.y = y + (*header_.rows - 1.0) * *header_.dy;  // of the top row
    frame.column_x = *header_.dx;
    frame.row_y = -*header_.dy;
    map_.frame = frame;
    return Done{};
  }

  Result<Done> read_values() {
    const std::size_t count = std::size_t{map_.width} * map_.height;
    // Two bytes at least for each value and the space behind it: no header can ask for more memory
    // than the text is long.
    if (lines_.line().size() + lines_.rest().size() + 2 < 2 * count)
      return failed("is too short for " + std::to_string(count) +
                    " values; check that it is whole");
    map_.values.reserve(count);
    do {
      for (const std::string_view word : split_words(lines_.line())) {
        const auto value = parse_real_number(word);
        if (!value) return lines_.error(excerpt(word) + " is no height");
        if (map_.values.size() == count)
          return lines_.error("there are more values than ncols times nrows");
        if (auto added = add(*value); !added) return added;
      }
    } while (lines_.next());
    if (map_.values.size() == count) return Done{};
    return failed("has " + std::to_string(map_.values.size()) + " values instead of " +
                  std::to_string(count) + "; check that it is whole");
  }

  Result<Done> add(double value) {
    const auto height = static_cast<float>(value);
    const bool none = std::isnan(value) || (header_.none && value == *header_.none) ||
                      (missing_ && height == *missing_);
    if (!none && std::isinf(height))
      return lines_.error("a height is infinite; use nodata_value where heights are missing");
    map_.values.push_back(none ? kMissingHeight : height);
    return Done{};
  }

  LineReader lines_;
  std::string_view name_;
  std::optional<float> missing_;
  Header header_;
  HeightMap map_;
};

}  // namespace

bool is_ascii_grid(std::string_view text) {
  text = without_mark(text);
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return false;
  const std::size_t end = std::min(text.find_first_of(" \t\r\n", first), first + kLongestKey + 1);
  return Header().find(lower_case(text.substr(first, end - first))) != nullptr;
}

Result<HeightMap> parse_ascii_grid(std::string_view text, std::string_view name,
                                   std::optional<float> missing) {
  return AsciiGridReader(text, name, missing).read();
}

}  // namespace portolan::detail
