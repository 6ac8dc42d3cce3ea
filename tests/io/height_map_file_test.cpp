#include "portolan/io/maps/height_map_file.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "expect_error.h"
#include "portolan/io/images/image.h"
#include "portolan/io/maps/geotiff.h"
#include "tests/geotiff_writer.h"
#include "tests/temporary_folder.h"

namespace portolan::detail {
namespace {

using Values = std::vector<float>;

Result<HeightMap> parse(std::string_view bytes, const HeightMapFormat& format = {}) {
  return parse_height_map(bytes, "map.pgm", format);
}

std::string png_of(std::uint32_t width, std::uint32_t channels, std::vector<std::uint8_t> pixels) {
  const auto height = static_cast<std::uint32_t>(pixels.size()) / width / channels;
  return *write_png({width, height, channels, std::move(pixels)});
}

/// A PNG of 16-bit gray, 2x1: 258 and 65535, and one of 8-bit gray with alpha, 2x1: 7 and nothing.
/// Stored without compression, written by hand.
std::string bytes_of(std::initializer_list<int> numbers) {
  std::string bytes;
  for (const int n : numbers) bytes.push_back(static_cast<char>(n));
  return bytes;
}
std::string chunk(const std::string& type, const std::string& data) {
  const auto number = [](std::uint32_t n) {
    std::string bytes;
    for (const unsigned shift : {24u, 16u, 8u, 0u}) bytes.push_back(static_cast<char>(n >> shift));
    return bytes;
  };
  std::uint32_t crc = ~0u;
  for (const char c : type + data) {
    crc ^= static_cast<std::uint8_t>(c);
    for (int k = 0; k < 8; ++k) crc = (crc >> 1) ^ ((crc & 1) != 0 ? 0xEDB88320u : 0u);
  }
  return number(static_cast<std::uint32_t>(data.size())) + type + data + number(~crc);
}
std::string stored_png(int depth, int colour_type, const std::string& row) {
  std::uint32_t a = 1, b = 0;
  for (const char c : row) {
    a = (a + static_cast<std::uint8_t>(c)) % 65521;
    b = (b + a) % 65521;
  }
  const auto length = static_cast<int>(row.size());
  std::string data = bytes_of({0x78, 0x01, 1, length, 0, 255 - length, 255}) + row;
  for (const std::uint32_t n : {b >> 8, b, a >> 8, a}) data.push_back(static_cast<char>(n));
  return "\x89PNG\r\n\x1a\n" +
         chunk("IHDR", bytes_of({0, 0, 0, 2, 0, 0, 0, 1, depth, colour_type, 0, 0, 0})) +
         chunk("IDAT", data) + chunk("IEND", "");
}

TEST(HeightMapFile, ReadsPgmAsItIs) {
  const auto text = parse("P2\n# heights\n2 2\n1000\n0 1\n999 1000\n");
  ASSERT_TRUE(text) << text.error().message;
  EXPECT_EQ(text->width, 2u);
  EXPECT_EQ(text->values, (Values{0, 1, 999, 1000}));
  EXPECT_EQ(parse(std::string("P5 2 1 65535\n\x01\x02\xFF\xFF", 17))->values, (Values{258, 65535}));
  EXPECT_EQ(parse(std::string("P5 2 1 255\n\x01\xFF", 13))->values, (Values{1, 255}));
}

TEST(HeightMapFile, ReadsPngOfEightAndSixteenBits) {
  EXPECT_EQ(parse(png_of(2, 1, {0, 7, 128, 255}))->values, (Values{0, 7, 128, 255}));
  const auto wide = parse(stored_png(16, 0, bytes_of({0, 1, 2, 255, 255})));
  ASSERT_TRUE(wide) << wide.error().message;
  EXPECT_EQ(wide->values, (Values{258, 65535}));
}

TEST(HeightMapFile, WhatIsTransparentIsMissing) {
  const auto map = parse(stored_png(8, 4, bytes_of({0, 7, 255, 9, 0})));
  ASSERT_TRUE(map) << map.error().message;
  EXPECT_EQ(map->values[0], 7.0f);
  EXPECT_TRUE(std::isnan(map->values[1]));
}

TEST(HeightMapFile, AStatedValueIsMissing) {
  const auto map = parse("P2 3 1 255 5 0 7", {HeightColours::gray, 0.0f});
  EXPECT_EQ(map->values[0], 5.0f);
  EXPECT_TRUE(std::isnan(map->values[1]));
}

TEST(HeightMapFile, ReadsColoursAsTheyAreMeant) {
  const std::string png = png_of(2, 3, {1, 134, 160, 1, 134, 170});  // 100000 and 100010
  EXPECT_EQ(parse(png, {HeightColours::terrain_rgb, {}})->values, (Values{0, 1}));
  EXPECT_EQ(parse(png_of(1, 3, {3, 128, 64}), {HeightColours::magnitudes, {}})->values,
            (Values{3.5f + 64.0f / 65536.0f}));
  EXPECT_EQ(parse(png_of(1, 3, {9, 9, 9}))->values, (Values{9})) << "gray all the same";
  EXPECT_ERROR(parse(png), "map.pgm", "coloured at column 0, row 0", "terrain-rgb or magnitudes");
  EXPECT_ERROR(parse("P2 1 1 255 5", {HeightColours::terrain_rgb, {}}), "three colours", "gray");
}

TEST(HeightMapFile, ReadsRawValuesOfEveryType) {
  const auto raw = [](const std::string& bytes, RawType type) {
    return parse_raw_height_map(bytes, "a.raw", {2, 1, type, {}})->values;
  };
  EXPECT_EQ(raw("\x05\xFF", RawType::u8), (Values{5, 255}));
  EXPECT_EQ(raw(bytes_of({1, 2, 3, 4}), RawType::u16_little), (Values{513, 1027}));
  EXPECT_EQ(raw(bytes_of({1, 2, 3, 4}), RawType::u16_big), (Values{258, 772}));
  EXPECT_EQ(raw(bytes_of({0, 0, 0xC0, 0x3F, 0, 0, 0x20, 0xC1}), RawType::f32_little),
            (Values{1.5f, -10.0f}));
  EXPECT_EQ(*parse_raw_type("f32le"), RawType::f32_little);
  EXPECT_ERROR(parse_raw_type("i16"), "i16", "u16le");
}

TEST(HeightMapFile, RefusesRawValuesOfAnotherSize) {
  EXPECT_ERROR(parse_raw_height_map("abc", "a.raw", {2, 2, RawType::u8, {}}), "a.raw",
               "has 3 bytes", "2x2", "need 4");
  EXPECT_ERROR(parse_raw_height_map("abc", "a.raw", {0, 2, RawType::u8, {}}), "1 to 16384");
  EXPECT_ERROR(
      parse_raw_height_map(bytes_of({0, 0, 0x80, 0x7F}), "a.raw", {1, 1, RawType::f32_little, {}}),
      "column 0, row 0", "infinite");
}

TEST(HeightMapFile, DifficultyMustHaveTheSameSize) {
  const HeightMap heights{2, 1, {0, 0}};
  const auto difficulty = parse_difficulty_map("P2 2 1 4 1 4", "d.pgm", heights, 2.0f);
  ASSERT_TRUE(difficulty) << difficulty.error().message;
  EXPECT_EQ(difficulty->values, (Values{0.5f, 2.0f}));
  EXPECT_ERROR(parse_difficulty_map("P2 1 2 4 1 4", "d.pgm", heights), "d.pgm", "1x2", "2x1");
  EXPECT_ERROR(parse_difficulty_map("o floor", "d.obj", heights), "d.obj", "is no difficulty map",
               "a GeoTIFF");
}

constexpr const char* kPlace = "ncols 2\nnrows 1\nxllcorner 100\nyllcorner 50\ncellsize 10\n";

TEST(HeightMapFile, DifficultyOfAGridHasItsValuesAndItsPlace) {
  const std::string place(kPlace);
  const auto heights = parse_height_map(place + "nodata_value -1\n7 -1\n", "h.asc");
  ASSERT_TRUE(heights) << heights.error().message;
  const auto parse = [&](const std::string& text) {
    return parse_difficulty_map(text, "d.asc", *heights, 2.0f);
  };
  // Where there is no height, none is needed.
  const auto difficulty = parse(place + "nodata_value -9\n0.25 -9\n");
  ASSERT_TRUE(difficulty) << difficulty.error().message;
  EXPECT_EQ(difficulty->at(0, 0), 0.5f);
  EXPECT_ERROR(parse(place + "nodata_value -9\n-9 1\n"), "d.asc", "column 0, row 0", "missing");
  EXPECT_ERROR(parse(place + "-0.5 1\n"), "d.asc", "column 0, row 0", "below 0");
  const auto at = [](const char* x, const char* size) {
    return std::string("ncols 2\nnrows 1\nyllcorner 50\nxllcorner ") + x + "\ncellsize " + size +
           "\n1 1\n";
  };
  EXPECT_TRUE(parse(at("105", "10")));  // half a pixel: its corner for its middle
  EXPECT_ERROR(parse(at("110", "10")), "d.asc", "first value at 115,55", "105,55", "gdalwarp");
  EXPECT_ERROR(parse(at("100", "20")), "d.asc", "lies elsewhere");
}

TEST(HeightMapFile, DifficultyIsReadFromGeoTiff) {
  if (!reads_geotiff()) GTEST_SKIP() << "this build has no GDAL";
  const TemporaryFolder folder;
  GeoTiffWriter tiff;
  const auto heights = load_height_map(folder.put("h.tif", tiff.write(2, {1, 2, 3, 4})));
  ASSERT_TRUE(heights) << heights.error().message;
  const auto file = folder.put("d.tif", tiff.write(2, {0, 0.5f, 1, 2}));
  const auto difficulty = load_difficulty_map(file, *heights, 3.0f);
  ASSERT_TRUE(difficulty) << difficulty.error().message;
  EXPECT_EQ(difficulty->values, (Values{0, 1.5f, 3, 6}));
  folder.put("d.tif", tiff.write(1, {0, 1}));
  EXPECT_ERROR(load_difficulty_map(file, *heights), "d.tif", "1x2", "2x2", "same size");
  tiff.y = 5.0;
  folder.put("d.tif", tiff.write(2, {0, 0, 1, 1}));
  EXPECT_ERROR(load_difficulty_map(file, *heights), "d.tif", "lies elsewhere");
}

TEST(HeightMapFile, WritesWhatItReads) {
  const TemporaryFolder folder;
  const HeightMap map{2, 2, {0.0f, 1.5f, 200.25f, 255.0f}};
  ASSERT_TRUE(save_pgm(folder.path() / "a.pgm", map, 0.25f));
  EXPECT_EQ(load_height_map(folder.path() / "a.pgm")->values, (Values{0, 6, 801, 1020}));
  ASSERT_TRUE(save_magnitudes_png(folder.path() / "a.png", map));
  EXPECT_EQ(load_height_map(folder.path() / "a.png", {HeightColours::magnitudes, {}})->values,
            map.values);
  ASSERT_TRUE(save_raw_height_map(folder.path() / "a.raw", map));
  EXPECT_EQ(load_raw_height_map(folder.path() / "a.raw", {2, 2, RawType::f32_little, {}})->values,
            map.values);
  EXPECT_ERROR(write_pgm({1, 1, {-1.0f}}), "column 0, row 0");
  EXPECT_ERROR(write_magnitudes_png({1, 1, {256.0f}}), "below 256");
}

TEST(HeightMapFile, RefusesWhatIsNoPicture) {
  EXPECT_ERROR(parse("hello"), "map.pgm", "not a PNG, PGM or PPM");
  EXPECT_ERROR(parse("P5 4 4 255\nab"), "needs 16 bytes", "has 2");
  EXPECT_ERROR(load_height_map("/no/such/file.png"), "/no/such/file.png");
}

}  // namespace
}  // namespace portolan::detail
