#include "portolan/io/maps/npy.h"

#include <bit>
#include <cstdint>
#include <cstring>
#include <string>

#include "portolan/grid.h"
#include "portolan/io/file_error.h"
#include "portolan/io/maps/add_height.h"
#include "portolan/io/text/text_lines.h"

namespace portolan::detail {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";

/// What the header says of the values behind it.
struct Shape {
  char kind = 'f';  ///< As NumPy names them: f, i or u.
  std::size_t size = 4;
  bool big = false;
  bool by_columns = false;
  std::uint32_t rows = 0;
  std::uint32_t columns = 0;
};

/// Reads the header: a dictionary as Python writes it, of which only these three keys are allowed.
class HeaderReader {
 public:
  explicit HeaderReader(std::string_view text) : rest_(text) {}

  bool read(Shape& shape) {
    if (!take("{")) return false;
    unsigned known = 0;
    while (!take("}")) {
      if (take("'descr'") && take(":")) {
        if (!read_type(shape)) return false;
      } else if (take("'fortran_order'") && take(":")) {
        shape.by_columns = take("True");
        if (!shape.by_columns && !take("False")) return false;
      } else if (take("'shape'") && take(":")) {
        if (!take("(") || !read_side(shape.rows) || !take(",") || !read_side(shape.columns))
          return false;
        take(",");
        if (!take(")")) return false;
      } else {
        return false;
      }
      ++known;
      take(",");
    }
    return known == 3 && shape.rows > 0 && shape.columns > 0 && trimmed(rest_).empty();
  }

 private:
  bool take(std::string_view word) {
    while (rest_.starts_with(' ')) rest_.remove_prefix(1);
    if (!rest_.starts_with(word)) return false;
    rest_.remove_prefix(word.size());
    return true;
  }

  bool read_type(Shape& shape) {
    if (!take("'") || rest_.size() < 4) return false;
    const char order = rest_[0];
    shape.kind = rest_[1];
    shape.size = static_cast<std::size_t>(rest_[2] - '0');
    rest_.remove_prefix(3);
    shape.big = order == '>';
    const bool known_order = order == '<' || order == '>' || order == '|' || order == '=';
    const std::size_t s = shape.size;
    const bool known = shape.kind == 'f' ? s == 4 || s == 8
                                         : (shape.kind == 'i' || shape.kind == 'u') &&
                                               (s == 1 || s == 2 || s == 4 || s == 8);
    return known_order && known && take("'");
  }

  bool read_side(std::uint32_t& side) {
    while (rest_.starts_with(' ')) rest_.remove_prefix(1);
    const std::size_t end = std::min(rest_.find_first_not_of("0123456789"), rest_.size());
    const auto number = parse_number<std::uint32_t>(rest_.substr(0, end));
    rest_.remove_prefix(end);
    side = number.value_or(0);
    return side >= 1 && side <= Grid::kMaxSide;
  }

  std::string_view rest_;
};

double value_at(const char* at, const Shape& shape) {
  std::uint64_t bits = 0;
  for (std::size_t k = 0; k < shape.size; ++k) {
    const std::size_t place = shape.big ? shape.size - 1 - k : k;
    bits |= std::uint64_t{static_cast<std::uint8_t>(at[k])} << (8 * place);
  }
  if (shape.kind == 'f') {
    return shape.size == 4 ? double{std::bit_cast<float>(static_cast<std::uint32_t>(bits))}
                           : std::bit_cast<double>(bits);
  }
  if (shape.kind == 'u') return static_cast<double>(bits);
  const auto unused = static_cast<unsigned>(64 - 8 * shape.size);  // the sign is spread over them
  return static_cast<double>(static_cast<std::int64_t>(bits << unused) >> unused);
}

/// The header's text, and the bytes behind it.
struct Parts {
  std::string_view header;
  std::string_view values;
};

std::optional<Parts> split(std::string_view bytes) {
  if (bytes.size() < 12) return std::nullopt;
  const auto byte = [&](std::size_t k) { return std::size_t{static_cast<std::uint8_t>(bytes[k])}; };
  const std::size_t version = byte(6);
  if (version < 1 || version > 3) return std::nullopt;
  const std::size_t begin = version == 1 ? 10 : 12;
  const std::size_t size = version == 1 ? byte(8) | byte(9) << 8
                                        : byte(8) | byte(9) << 8 | byte(10) << 16 | byte(11) << 24;
  if (size > bytes.size() - begin) return std::nullopt;
  return Parts{bytes.substr(begin, size), bytes.substr(begin + size)};
}

}  // namespace

bool is_npy(std::string_view bytes) { return bytes.starts_with(kMagic); }

Result<HeightMap> parse_npy(std::string_view bytes, std::string_view name,
                            std::optional<float> missing) {
  if (!is_npy(bytes)) return error_in(name, "is no array of NumPy; write it with numpy.save");
  const auto parts = split(bytes);
  if (!parts) return error_in(name, "is truncated, or of a newer format; write it again");
  Shape shape;
  if (!HeaderReader(trimmed(parts->header)).read(shape)) {
    return error_in(name, "its header is " + excerpt(parts->header) +
                              "; save two dimensions, rows and columns, each from 1 to " +
                              std::to_string(Grid::kMaxSide) +
                              ", of whole numbers or of floats with 32 or 64 bits");
  }
  const std::size_t count = std::size_t{shape.rows} * shape.columns;
  if (parts->values.size() != count * shape.size) {
    return error_in(name, "has " + std::to_string(parts->values.size()) +
                              " bytes of values where " + std::to_string(count * shape.size) +
                              " are needed; write it again");
  }
  HeightMap map{shape.columns, shape.rows, {}};
  map.values.reserve(count);
  for (std::size_t row = 0; row < shape.rows; ++row) {
    for (std::size_t x = 0; x < shape.columns; ++x) {
      const std::size_t place = shape.by_columns ? x * shape.rows + row : row * shape.columns + x;
      const auto value =
          static_cast<float>(value_at(parts->values.data() + place * shape.size, shape));
      if (auto added = add_height(map, value, missing, name); !added) return added.error();
    }
  }
  return map;
}

}  // namespace portolan::detail
