#include "portolan/io/geometry/gltf_data.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

namespace portolan::detail {
namespace {

constexpr std::uint32_t kGlbMagic = 0x46546C67;     // "glTF"
constexpr std::uint32_t kJsonChunk = 0x4E4F534A;    // "JSON"
constexpr std::uint32_t kBinaryChunk = 0x004E4942;  // "BIN"
constexpr std::size_t kGlbHeader = 12;
constexpr std::size_t kChunkHeader = 8;

/// A number of the file, which is little-endian.
template <class Number>
Number read_at(std::span<const std::byte> bytes, std::size_t offset) {
  static_assert(std::endian::native == std::endian::little);
  Number number;
  std::memcpy(&number, bytes.data() + offset, sizeof number);
  return number;
}

std::size_t bytes_of_type(std::uint64_t component_type) {
  switch (component_type) {
    case 5120:
    case 5121: return 1;
    case 5122:
    case 5123: return 2;
    case 5125:
    case 5126: return 4;
    default: return 0;
  }
}

int base64_value(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  return c == '+' ? 62 : c == '/' ? 63 : -1;
}

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

}  // namespace

bool is_glb(std::span<const std::byte> bytes) {
  return bytes.size() >= 4 && read_at<std::uint32_t>(bytes, 0) == kGlbMagic;
}

Result<GlbParts> split_glb(std::span<const std::byte> bytes) {
  if (bytes.size() < kGlbHeader + kChunkHeader) {
    return Error{"the file ends inside its header; get a whole copy of it"};
  }
  const auto version = read_at<std::uint32_t>(bytes, 4);
  if (version != 2) {
    return Error{"the file is binary glTF " + std::to_string(version) +
                 "; only version 2 can be read, export it as glTF 2.0"};
  }
  const std::size_t length = read_at<std::uint32_t>(bytes, 8);
  if (length > bytes.size()) {
    return Error{"the file has " + std::to_string(bytes.size()) + " of its " +
                 std::to_string(length) + " bytes; get a whole copy of it"};
  }
  GlbParts parts;
  auto rest = bytes.first(length).subspan(std::min(kGlbHeader, length));
  for (bool first = true; rest.size() >= kChunkHeader; first = false) {
    const std::size_t size = read_at<std::uint32_t>(rest, 0);
    const auto type = read_at<std::uint32_t>(rest, 4);
    rest = rest.subspan(kChunkHeader);
    if (size > rest.size()) {
      return Error{"a chunk of " + std::to_string(size) + " bytes has only " +
                   std::to_string(rest.size()) + " left; get a whole copy of the file"};
    }
    if (first != (type == kJsonChunk)) {
      return Error{"the file's first chunk, and no other, must be its JSON; export it again"};
    }
    if (first) parts.json = {reinterpret_cast<const char*>(rest.data()), size};
    if (type == kBinaryChunk && parts.binary.empty()) parts.binary = rest.first(size);
    // Chunks begin at multiples of four, and not every exporter counts the padding.
    rest = rest.subspan(std::min(rest.size(), (size + 3) / 4 * 4));
  }
  if (parts.json.empty()) return Error{"the file has no JSON in it; export it again"};
  return parts;
}

std::optional<std::string> decode_data_uri(std::string_view uri) {
  constexpr std::string_view kMark = ";base64,";
  const std::size_t mark = uri.find(kMark);
  if (!uri.starts_with("data:") || mark == std::string_view::npos) return std::nullopt;
  uri.remove_prefix(mark + kMark.size());
  while (uri.ends_with('=')) uri.remove_suffix(1);
  std::string bytes;
  bytes.reserve(uri.size() / 4 * 3 + 2);
  std::uint32_t bits = 0;
  int held = 0;
  for (const char c : uri) {
    const int value = base64_value(c);
    if (value < 0) return std::nullopt;
    bits = (bits << 6 | static_cast<std::uint32_t>(value)) & 0xFFFF;
    held += 6;
    if (held >= 8) {
      held -= 8;
      bytes += static_cast<char>(static_cast<unsigned char>(bits >> held));  // the low 8 bits
    }
  }
  return bytes;
}

std::string decode_percent(std::string_view uri) {
  std::string path;
  for (std::size_t i = 0; i < uri.size(); ++i) {
    const bool escaped = uri[i] == '%' && i + 2 < uri.size() && hex_value(uri[i + 1]) >= 0 &&
                         hex_value(uri[i + 2]) >= 0;
    if (escaped) {
      path += static_cast<char>(16 * hex_value(uri[i + 1]) + hex_value(uri[i + 2]));  // a byte
      i += 2;
    } else {
      path += uri[i];
    }
  }
  return path;
}

std::uint64_t GltfArray::element_bytes() const {
  return bytes_of_type(component_type) * components;
}

bool GltfArray::holds_indices() const {
  return component_type == 5121 || component_type == 5123 || component_type == 5125;
}

Result<Done> GltfArray::validate() const {
  const std::uint64_t element = element_bytes();
  if (element == 0) {
    return Error{"its component type " + std::to_string(component_type) + " is unknown"};
  }
  if (count == 0) return Error{"it has no elements"};
  const std::uint64_t size = bytes.size();
  // By division, so that no product of numbers from the file can overflow.
  const bool fits = element <= size &&
                    (count == 1 || (stride >= element && count - 1 <= (size - element) / stride));
  if (fits) return Done{};
  return Error{std::to_string(count) + " elements of " + std::to_string(element) + " bytes, " +
               std::to_string(stride) + " apart, do not fit into its " + std::to_string(size) +
               " bytes"};
}

double GltfArray::number(std::uint64_t i, std::uint64_t component) const {
  const std::size_t at = i * stride + component * bytes_of_type(component_type);
  const auto scaled = [this](double value, double largest) {
    return normalized ? std::max(value / largest, -1.0) : value;
  };
  switch (component_type) {
    case 5120: return scaled(read_at<std::int8_t>(bytes, at), 127.0);
    case 5121: return scaled(read_at<std::uint8_t>(bytes, at), 255.0);
    case 5122: return scaled(read_at<std::int16_t>(bytes, at), 32767.0);
    case 5123: return scaled(read_at<std::uint16_t>(bytes, at), 65535.0);
    case 5125: return scaled(read_at<std::uint32_t>(bytes, at), 4294967295.0);
    default: return static_cast<double>(read_at<float>(bytes, at));
  }
}

std::uint32_t GltfArray::index(std::uint64_t i) const {
  const std::size_t at = i * stride;
  switch (component_type) {
    case 5121: return read_at<std::uint8_t>(bytes, at);
    case 5123: return read_at<std::uint16_t>(bytes, at);
    default: return read_at<std::uint32_t>(bytes, at);
  }
}

GltfTransform GltfTransform::from_columns(const std::array<double, 16>& columns) {
  GltfTransform made;
  for (std::size_t row = 0; row < 3; ++row) {
    for (std::size_t column = 0; column < 4; ++column) {
      made.rows[row][column] = columns[4 * column + row];
    }
  }
  return made;
}

GltfTransform GltfTransform::from_parts(const std::array<double, 3>& translation,
                                        const std::array<double, 4>& rotation,
                                        const std::array<double, 3>& scale) {
  const auto [x, y, z, w] = rotation;
  const double square = x * x + y * y + z * z + w * w;
  const double s = square > 0.0 ? 2.0 / square : 0.0;
  const double reversed[3][3] = {
      {1 - s * (y * y + z * z), s * (x * y - z * w), s * (x * z + y * w)},
      {s * (x * y + z * w), 1 - s * (x * x + z * z), s * (y * z - x * w)},
      {s * (x * z - y * w), s * (y * z + x * w), 1 - s * (x * x + y * y)}};
  GltfTransform made;
  for (std::size_t row = 0; row < 3; ++row) {
    for (std::size_t column = 0; column < 3; ++column) {
      made.rows[row][column] = reversed[row][column] * scale[column];
    }
    made.rows[row][3] = translation[row];
  }
  return made;
}

GltfTransform GltfTransform::operator*(const GltfTransform& inner) const {
  GltfTransform product;
  for (std::size_t row = 0; row < 3; ++row) {
    for (std::size_t column = 0; column < 4; ++column) {
      double sum = column == 3 ? rows[row][3] : 0.0;
      for (std::size_t k = 0; k < 3; ++k) sum += rows[row][k] * inner.rows[k][column];
      product.rows[row][column] = sum;
    }
  }
  return product;
}

std::array<double, 3> GltfTransform::apply(const std::array<double, 3>& point) const {
  std::array<double, 3> moved;
  for (std::size_t row = 0; row < 3; ++row) {
    const auto& r = rows[row];
    moved[row] = r[0] * point[0] + r[1] * point[1] + r[2] * point[2] + r[3];
  }
  return moved;
}

bool GltfTransform::mirrors() const {
  const auto& [a, b, c] = rows;
  return a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) +
             a[2] * (b[0] * c[1] - b[1] * c[0]) <
         0.0;
}

}  // namespace portolan::detail
