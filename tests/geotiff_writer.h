#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace portolan::detail {

/// Writes small GeoTIFF files by hand, so that what GDAL reads is known from elsewhere: one strip
/// of 32-bit floats, little-endian, north up.
class GeoTiffWriter {
 public:
  double x = 0.0;  ///< The left edge of the raster on the map,
  double y = 0.0;  ///< and its top edge.
  double pixel_x = 1.0;
  double pixel_y = 1.0;
  std::uint16_t epsg = 32616;  ///< Of a projected system, or of a geographic one:
  bool geographic = false;
  std::string no_data = "";  ///< As text; empty: none.

  std::string write(std::uint32_t width, const std::vector<float>& values) const {
    const auto height = static_cast<std::uint32_t>(values.size()) / width;
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
    number(258, 3, 32);  // bits of a sample
    number(259, 3, 1);   // not compressed
    number(262, 3, 1);   // black is 0
    number(273, 4, 8);   // where the strip begins
    number(277, 3, 1);   // samples of a pixel
    number(278, 4, height);
    number(279, 4, bytes);
    number(339, 3, 3);  // floats
    entries.push_back({33550, 12, 3, doubles({pixel_x, pixel_y, 0.0})});
    entries.push_back({33922, 12, 6, doubles({0.0, 0.0, 0.0, x, y, 0.0})});
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
