#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "expect_error.h"
#include "portolan/io/maps/ascii_grid.h"
#include "portolan/io/maps/geotiff.h"
#include "portolan/io/maps/height_map_file.h"
#include "portolan/io/maps/npy.h"
#include "portolan/terrain/triangle_mesh.h"
#include "tests/geotiff_writer.h"
#include "tests/temporary_folder.h"

namespace portolan::detail {
namespace {

using Values = std::vector<float>;

constexpr const char* kGrid =
    "ncols 3\nNROWS 2\nxllcorner 1000.5\nyllcorner 200\ncellsize 10\nNODATA_value -9999\n"
    "1 2.5 -9999\n4 5 6e1\n";

TEST(AsciiGrid, ValuesPlaceAndHolesAreRead) {
  const auto map = parse_height_map(kGrid, "map.asc");
  ASSERT_TRUE(map) << map.error().message;
  EXPECT_EQ(map->width, 3u);
  EXPECT_EQ(map->height, 2u);
  EXPECT_EQ(map->at(1, 0), 2.5f);
  EXPECT_EQ(map->at(2, 1), 60.0f);
  EXPECT_TRUE(std::isnan(map->at(2, 0)));
  ASSERT_TRUE(map->frame);
  EXPECT_EQ(map->frame->x, 1005.5);  // the middle of the first cell: 10 wide, the row 10 to 20 up
  EXPECT_EQ(map->frame->y, 215.0);
  EXPECT_EQ(map->frame->column_x, 10.0);
  EXPECT_EQ(map->frame->row_y, -10.0);
}

TEST(AsciiGrid, CentresMarksCommasAndAnyLineBreaksAreFine) {
  const auto map = parse_ascii_grid(
      "\xEF\xBB\xBF  nrows 2\r\nncols 2\r\nxllcenter 5\r\nyllcenter 7\r\ndx 2\r\ndy "
      "3\r\n\r\n1,5\r\n+2 3"
      "\r\n4",
      "map.asc", 3.0f);
  ASSERT_TRUE(map) << map.error().message;
  EXPECT_EQ(map->at(0, 0), 1.5f);
  EXPECT_TRUE(std::isnan(map->at(0, 1)));
  EXPECT_EQ(map->frame->x, 5.0);
  EXPECT_EQ(map->frame->y, 10.0);
  EXPECT_EQ(map->frame->row_y, -3.0);
}

TEST(AsciiGrid, MistakesAreNamedWithTheirPlace) {
  const auto parse = [](const std::string& text) { return parse_ascii_grid(text, "map.asc"); };
  const std::string head = "ncols 2\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 1\n";
  EXPECT_ERROR(parse(head + "10 20\n30\n"), "map.asc", "3 values instead of 4");
  EXPECT_ERROR(parse(head + "1 2\n3 4 5\n"), "map.asc:7", "more values");
  EXPECT_ERROR(parse(head + "1 2\n3 four\n"), "map.asc:7", "'four' is no height");
  EXPECT_ERROR(parse(head + "1 2\n3 inf\n"), "map.asc:7", "infinite");
  EXPECT_ERROR(parse(head), "map.asc", "no values behind its header");
  EXPECT_ERROR(parse(head + "ncols 2\n1 2 3 4\n"), "map.asc:6", "twice");
  EXPECT_ERROR(parse("ncols 2\nnrows 2\ncellsize 1\n1 2 3 4\n"), "map.asc", "xllcorner");
  EXPECT_ERROR(parse("ncols 2\nnrows 2\nxllcorner 0\nyllcorner 0\n1 2 3 4\n"), "cellsize");
  EXPECT_ERROR(parse("ncols 2.5\nnrows 2\n1 2 3 4\n"), "ncols", "16384");
  EXPECT_ERROR(parse("ncols 16384\nnrows 16384\nxllcorner 0\nyllcorner 0\ncellsize 1\n1 2\n"),
               "map.asc", "too short");  // before memory is asked for
  EXPECT_ERROR(parse("ncols two\n"), "map.asc:1", "'two' is no number");
  EXPECT_ERROR(parse("ncols 2\nmrows 2\n"), "map.asc:2", "'mrows' is no key", "nrows");
  EXPECT_ERROR(parse(head + "nodata_value\n1 2 3 4\n"), "map.asc:6", "a name and a number");
  EXPECT_ERROR(parse("ncols 2\nnrows 0\n"), "map.asc:2", "nrows must be a whole number");
  EXPECT_ERROR(parse("ncols 2\nnrows 2\ncellsize 0\n"), "map.asc:3", "cellsize must be above 0");
  EXPECT_ERROR(parse(head + "yllcenter 1\n1 2 3 4\n"), "map.asc", "both yllcorner and yllcenter");
}

/// Every key left out or doubled in turn, in a file that is told by its first line.
TEST(AsciiGrid, MissingAndDoubledKeysAreNamedWithTheirLine) {
  const std::vector<std::string> keys{"ncols", "nrows", "xllcorner", "yllcorner", "cellsize"};
  for (const std::string& wrong : keys) {
    SCOPED_TRACE(wrong);
    std::string without, doubled;
    for (const std::string& key : keys) {
      if (key != wrong) without += key + " 2\n";
      doubled += key + " 2\n";
    }
    EXPECT_ERROR(parse_height_map(without + "1 2 3 4\n", "map.asc"),
                 "map.asc:5: ", "without " + wrong,
                 "add a line before this one, such as '" + wrong);
    EXPECT_ERROR(parse_height_map(doubled + wrong + " 2\n1 2 3 4\n", "map.asc"),
                 "map.asc:6: ", "'" + wrong + "' stands there twice; leave one of them out");
  }
}

std::string npy(const std::string& header, const std::string& values, char version = 1) {
  std::string bytes = "\x93NUMPY";
  bytes += version;
  bytes += '\0';
  bytes += static_cast<char>(header.size() & 0xFF);
  bytes += static_cast<char>(header.size() >> 8);
  if (version > 1) bytes += std::string(2, '\0');
  return bytes + header + values;
}
template <class T>
std::string bytes_of(const std::vector<T>& values) {
  std::string bytes(values.size() * sizeof(T), '\0');
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

TEST(Npy, ArraysOfEveryKindAreRead) {
  const Values expected{1, 2, 3, 4, 5, 6};
  const auto read = [](const std::string& type, const std::string& values,
                       const char* order = "False", char version = 1) {
    const auto map = parse_height_map(
        npy("{'descr': '" + type + "', 'fortran_order': " + order + ", 'shape': (2, 3), }   \n",
            values, version),
        "map.npy");
    EXPECT_TRUE(map) << map.error().message;
    EXPECT_EQ(map->width, 3u);
    EXPECT_FALSE(map->frame);
    return map->values;
  };
  EXPECT_EQ(read("<f4", bytes_of(Values{1, 2, 3, 4, 5, 6})), expected);
  EXPECT_EQ(read("<f8", bytes_of(std::vector<double>{1, 2, 3, 4, 5, 6}), "False", 2), expected);
  EXPECT_EQ(read("|u1", std::string("\1\2\3\4\5\6")), expected);
  EXPECT_EQ(read("<i8", bytes_of(std::vector<std::int64_t>{1, 2, 3, 4, 5, 6})), expected);
  EXPECT_EQ(read(">i2", std::string("\0\1\0\2\0\3\0\4\0\5\0\6", 12)), expected);
  EXPECT_EQ(read("<u4", bytes_of(std::vector<std::uint32_t>{1, 4, 2, 5, 3, 6}), "True"), expected);
  EXPECT_EQ(read("|i1", std::string("\xFF\2\3\4\5\6")).front(), -1.0f);
}

TEST(Npy, HolesAndMistakesAreTold) {
  const std::string head = "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 2), }\n";
  const auto map = parse_npy(npy(head, bytes_of(Values{NAN, 7})), "map.npy", 7.0f);
  ASSERT_TRUE(map);
  EXPECT_TRUE(std::isnan(map->values[0]) && std::isnan(map->values[1]));
  const auto parse = [](const std::string& bytes) { return parse_npy(bytes, "map.npy"); };
  EXPECT_ERROR(parse("no array"), "map.npy", "numpy.save");
  EXPECT_ERROR(parse(npy(head, "abc")), "3 bytes of values where 8 are needed");
  EXPECT_ERROR(parse(npy(head, bytes_of(Values{1, INFINITY}))), "column 1, row 0", "infinite");
  EXPECT_ERROR(parse(npy(head, "").substr(0, 11)), "truncated");
  EXPECT_ERROR(parse(npy(head, "", 9)), "newer format");
  for (const char* bad :
       {"{'descr': '<c8', 'fortran_order': False, 'shape': (1, 2), }",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 2, 3), }",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (99999, 99999), }",
        "{'descr': '<f4', 'shape': (1, 2), }", "{'descr': [('x', '<f4')]}", "{ no"}) {
    EXPECT_ERROR(parse(npy(bad, "")), "map.npy", "two dimensions");
  }
}

TEST(AsciiGrid, WhatLooksLikeDegreesMustSayIt) {
  const std::string grid =
      "ncols 2\nnrows 2\nxllcorner 8\nyllcorner 46\ncellsize 0.0003\n1 2 3 4\n";
  EXPECT_ERROR(parse_height_map(grid, "deg.asc"), "deg.asc", "look like degrees",
               "HeightMapFormat::units");
  const auto degrees = parse_height_map(grid, "deg.asc", {.units = MapUnits::degrees});
  ASSERT_TRUE(degrees) << degrees.error().message;
  EXPECT_TRUE(degrees->frame->degrees);
  const auto metres = parse_height_map(grid, "deg.asc", {.units = MapUnits::metres});
  ASSERT_TRUE(metres) << metres.error().message;
  EXPECT_FALSE(metres->frame->degrees);
  TemporaryFolder folder;
  folder.put("deg.asc", grid);
  EXPECT_ERROR(load_height_map(folder.path() / "deg.asc"), "deg.asc", "look like degrees");
}

TEST(GeoTiff, WithoutGdalTheRemedyIsNamed) {
  TemporaryFolder folder;
  folder.put("broken.tif", std::string_view("II*\0\x08\0\0\0nothing", 15));
  const auto map = load_height_map(folder.path() / "broken.tif");
  if (reads_geotiff()) {
    EXPECT_ERROR(map, "broken.tif", "no GeoTIFF that can be read");
  } else {
    EXPECT_ERROR(map, "broken.tif", "libgdal-dev", "gdal_translate");
  }
}

TEST(GeoTiff, ValuesPlaceSystemAndHolesAreRead) {
  if (!reads_geotiff()) GTEST_SKIP() << "this build has no GDAL";
  TemporaryFolder folder;
  GeoTiffWriter tiff;
  tiff.x = 700'000.0;
  tiff.y = 4'020'000.0;
  tiff.pixel_x = 30.0;
  tiff.pixel_y = 20.0;
  tiff.no_data = "-32768";
  folder.put("map.tif", tiff.write(3, {1, 2, 3, 4, -32768, 6}));
  const auto map = load_height_map(folder.path() / "map.tif", {.missing = 6.0f});
  ASSERT_TRUE(map) << map.error().message;
  EXPECT_EQ(map->width, 3u);
  EXPECT_EQ(map->height, 2u);
  EXPECT_EQ(map->at(2, 0), 3.0f);
  EXPECT_TRUE(std::isnan(map->at(1, 1)));
  EXPECT_TRUE(std::isnan(map->at(2, 1)));
  ASSERT_TRUE(map->frame);
  EXPECT_EQ(map->frame->x, 700'015.0);
  EXPECT_EQ(map->frame->y, 4'019'990.0);
  EXPECT_EQ(map->frame->column_x, 30.0);
  EXPECT_EQ(map->frame->row_y, -20.0);
  EXPECT_EQ(map->frame->system, "EPSG:32616");
  EXPECT_FALSE(map->frame->degrees);
  tiff.geographic = true;
  tiff.epsg = 4326;
  tiff.x = -84.2;
  tiff.y = 36.5;
  tiff.pixel_x = tiff.pixel_y = 1.0 / 1200.0;
  folder.put("degrees.tif", tiff.write(2, {1, 2, 3, 4}));
  const auto degrees = load_height_map(folder.path() / "degrees.tif");
  ASSERT_TRUE(degrees) << degrees.error().message;
  EXPECT_TRUE(degrees->frame->degrees);
  EXPECT_EQ(degrees->frame->system, "EPSG:4326");
}

TEST(GeoTiff, WhatSaysItsUnitsKeepsThem) {
  if (!reads_geotiff()) GTEST_SKIP() << "this build has no GDAL";
  TemporaryFolder folder;
  GeoTiffWriter tiff;
  tiff.geographic = true;
  tiff.epsg = 4326;
  tiff.pixel_x = tiff.pixel_y = 0.001;
  folder.put("map.tif", tiff.write(2, {1, 2, 3, 4}));
  const auto map = load_height_map(folder.path() / "map.tif", {.units = MapUnits::metres});
  ASSERT_TRUE(map) << map.error().message;
  EXPECT_TRUE(map->frame->degrees);
}

TEST(GeoTiff, SeveralBandsAreRefused) {
  if (!reads_geotiff()) GTEST_SKIP() << "this build has no GDAL";
  TemporaryFolder folder;
  for (const std::uint32_t bands : {2u, 3u}) {
    GeoTiffWriter tiff;
    tiff.bands = bands;
    folder.put("map.tif", tiff.write(2, Values(4 * bands, 7.0f)));
    EXPECT_ERROR(load_height_map(folder.path() / "map.tif"), "map.tif",
                 "has " + std::to_string(bands) + " bands", "gdal_translate -b 1");
  }
}

TEST(GeoTiff, ShearedRowsAreRefusedAndTurnedOnesAreNot) {
  if (!reads_geotiff()) GTEST_SKIP() << "this build has no GDAL";
  TemporaryFolder folder;
  GeoTiffWriter tiff;
  tiff.affine = {24.0, 18.0, 18.0, -24.0};  // turned by 37 degrees
  folder.put("turned.tif", tiff.write(2, {1, 2, 3, 4}));
  const auto turned = load_height_map(folder.path() / "turned.tif");
  ASSERT_TRUE(turned) << turned.error().message;
  EXPECT_EQ(turned->frame->row_x, 18.0);
  const auto mesh = make_triangle_mesh(*turned, Triangulation::two);
  ASSERT_TRUE(mesh) << mesh.error().message;
  EXPECT_FLOAT_EQ(mesh->raster.step_x, 30.0f);
  tiff.affine = {30.0, 3.0, 0.0, -30.0};
  folder.put("sheared.tif", tiff.write(2, {1, 2, 3, 4}));
  const auto sheared = load_height_map(folder.path() / "sheared.tif");
  ASSERT_TRUE(sheared) << sheared.error().message;
  EXPECT_ERROR(make_triangle_mesh(*sheared, Triangulation::two), "right angles", "gdalwarp");
}

TEST(GeoTiff, WebMercatorIsScaledToTheMiddleOfTheMap) {
  if (!reads_geotiff()) GTEST_SKIP() << "this build has no GDAL";
  TemporaryFolder folder;
  GeoTiffWriter tiff;
  tiff.epsg = 3857;
  tiff.y = 8'399'737.89 + 100.0;  // 60 degrees north, where a metre of the map is half of one
  tiff.pixel_x = tiff.pixel_y = 100.0;
  folder.put("web.tif", tiff.write(2, {1, 2, 3, 4}));
  const auto map = load_height_map(folder.path() / "web.tif");
  ASSERT_TRUE(map) << map.error().message;
  EXPECT_EQ(map->frame->system, "EPSG:3857");
  const auto mesh = make_triangle_mesh(*map, Triangulation::two);
  ASSERT_TRUE(mesh) << mesh.error().message;
  EXPECT_NEAR(mesh->raster.step_x, 50.0, 1e-3);
  EXPECT_NEAR(mesh->raster.step_z, 50.0, 1e-3);
}

}  // namespace
}  // namespace portolan::detail
