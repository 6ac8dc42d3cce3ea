#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace portolan::detail {

/// Writes small GeoTIFF files by hand, so that what GDAL reads is known from elsewhere: one strip
/// of 32-bit floats, little-endian, north up or placed by any affine map.
class GeoTiffWriter {
 public:
  double x = 0.0;  ///< The left edge of the raster on the map,
  double y = 0.0;  ///< and its top edge.
  double pixel_x = 1.0;
  double pixel_y = 1.0;
  std::uint16_t epsg = 32616;  ///< Of a projected system, or of a geographic one:
  bool geographic = false;
  std::string no_data = "";      ///< As text; empty: none.
  std::uint32_t bands = 1;       ///< Values of a pixel stand side by side.
  std::vector<double> affine{};  ///< column_x, row_x, column_y, row_y in place of the pixel's size.

  std::string write(std::uint32_t width, const std::vector<float>& values) const {
    const auto height = static_cast<std::uint32_t>(values.size()) / width / bands;
    std::string file("II*\0", 4);
    const auto bytes = static_cast<std::uint32_t>(4 * values.size());
    append(file, std::uint32_t{8 + bytes});  // where the directory begins
    for (const float value : values) append(file, value);
    std::vector<Entry> entries;
    const auto number = [&](std::uint16_t tag, std::uint16_t type, std::uint32_t value) {
      entries.push_back({tag, type, 1, raw(value)});
    };
    number(256, 4, width);
    number(257, 4, height);
    entries.push_back({258, 3, bands, shorts(bands, 32)});  // bits of a sample
    number(259, 3, 1);                                      // not compressed
    number(262, 3, 1);                                      // black is 0
    number(273, 4, 8);                                      // where the strip begins
    number(277, 3, bands);                                  // samples of a pixel
    number(278, 4, height);
    number(279, 4, bytes);
    if (bands > 1) entries.push_back({338, 3, bands - 1, shorts(bands - 1, 0)});  // just values
    entries.push_back({339, 3, bands, shorts(bands, 3)});                         // floats
    if (affine.empty()) {
      entries.push_back({33550, 12, 3, doubles({pixel_x, pixel_y, 0.0})});
      entries.push_back({33922, 12, 6, doubles({0.0, 0.0, 0.0, x, y, 0.0})});
    } else {
      entries.push_back({34264, 12, 16,
                         doubles({affine[0], affine[1], 0, x, affine[2], affine[3], 0, y, 0, 0, 0,
                                  0, 0, 0, 0, 1})});
    }
    const std::uint16_t model = geographic ? 2 : 1;
    const std::uint16_t key = geographic ? 2048 : 3072;
    std::string keys;
    for (const std::uint16_t k :
         {std::uint16_t{1}, std::uint16_t{1}, std::uint16_t{0}, std::uint16_t{3},
          std::uint16_t{1024}, std::uint16_t{0}, std::uint16_t{1}, model, std::uint16_t{1025},
          std::uint16_t{0}, std::uint16_t{1}, std::uint16_t{1}, key, std::uint16_t{0},
          std::uint16_t{1}, epsg})
      append(keys, k);
    entries.push_back({34735, 3, 16, keys});
    if (!no_data.empty()) {
      std::string text = no_data + '\0';
      if (text.size() < 5) text.resize(5, '\0');  // shorter ones would stand in the directory
      entries.push_back({42113, 2, static_cast<std::uint32_t>(text.size()), text});
    }
    return file + directory(entries, 8 + bytes);
  }

 private:
  struct Entry {
    std::uint16_t tag, type;
    std::uint32_t count;
    std::string value;
  };

  template <class T>
  static void append(std::string& bytes, T value) {
    char raw_bytes[sizeof(T)];
    std::memcpy(raw_bytes, &value, sizeof value);
    bytes.append(raw_bytes, sizeof value);
  }
  static std::string raw(std::uint32_t value) {
    std::string bytes;
    append(bytes, value);
    return bytes;
  }
  static std::string shorts(std::uint32_t count, std::uint16_t value) {
    std::string bytes;
    for (std::uint32_t k = 0; k < count; ++k) append(bytes, value);
    if (bytes.size() < 4) bytes.resize(4, '\0');  // as much as stands in the directory
    return bytes;
  }
  static std::string doubles(const std::vector<double>& values) {
    std::string bytes;
    for (const double value : values) append(bytes, value);
    return bytes;
  }

  static std::string directory(const std::vector<Entry>& entries, std::uint32_t begin) {
    std::string bytes, behind;
    append(bytes, static_cast<std::uint16_t>(entries.size()));
    const auto end = begin + 2 + 12 * static_cast<std::uint32_t>(entries.size()) + 4;
    for (const Entry& entry : entries) {
      append(bytes, entry.tag);
      append(bytes, entry.type);
      append(bytes, entry.count);
      if (entry.value.size() == 4) {
        bytes += entry.value;
      } else {
        append(bytes, static_cast<std::uint32_t>(end + behind.size()));
        behind += entry.value;
        if (behind.size() % 2 != 0) behind += '\0';
      }
    }
    append(bytes, std::uint32_t{0});  // no further directory
    return bytes + behind;
  }
};

}  // namespace portolan::detail
