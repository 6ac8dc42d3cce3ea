#include "portolan/io/maps/coordinate_system.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "expect_error.h"
#include "portolan/io/maps/height_map_file.h"
#include "portolan/terrain/triangle_mesh.h"
#include "tests/temporary_folder.h"

namespace portolan::detail {
namespace {

const std::string kDegrees =
    R"(GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],)"
    R"(PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]])";

/// As ESRI's programs write it, on that ground.
std::string projected(const std::string& name, const std::string& unit) {
  return "PROJCS[\"" + name + "\"," + kDegrees +
         R"(,PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],)" + unit + "]";
}

CoordinateSystem parsed(const std::string& text) {
  const auto system = parse_coordinate_system(text, "map.prj");
  EXPECT_TRUE(system) << system.error().message;
  return system ? *system : CoordinateSystem();
}

TEST(CoordinateSystem, KindNameAndUnitOfEveryKindOfText) {
  const CoordinateSystem esri = parsed(projected("WGS_1984_UTM_Zone_32N", R"(UNIT["Meter",1.0])"));
  EXPECT_EQ(esri.name, "WGS_1984_UTM_Zone_32N");
  EXPECT_FALSE(esri.degrees);
  EXPECT_EQ(esri.metres_per_unit, 1.0);

  const CoordinateSystem degrees = parsed(kDegrees);
  EXPECT_EQ(degrees.name, "GCS_WGS_1984");
  EXPECT_TRUE(degrees.degrees);

  const CoordinateSystem with_heights =
      parsed("COMPD_CS[\"both\"," +
             projected("UTM", R"(UNIT["metre",1,AUTHORITY["EPSG","9001"]],)"
                              R"(AXIS["Easting",EAST],AUTHORITY["EPSG","25832"])") +
             R"(,VERT_CS["heights",UNIT["foot",0.3048]]])");
  EXPECT_EQ(with_heights.name, "EPSG:25832");
  EXPECT_EQ(with_heights.metres_per_unit, 1.0);

  // WKT 2, whose units may stand in the axes alone, and not those of the projection's parameters.
  const CoordinateSystem feet = parsed(
      "  ProjCRS ( \"a \"\"city\"\"\" ,\n BASEGEOGCRS[\"NAD83\", ANGLEUNIT[\"degree\", 0.01745]],\n"
      " CONVERSION[\"x\", PARAMETER[\"easting\", 3e5, LENGTHUNIT[\"metre\", 1]]],\n"
      " CS[Cartesian, 2], AXIS[\"x\", east, LENGTHUNIT[\"US survey foot\", 0.304800609601219]] "
      ")\n");
  EXPECT_EQ(feet.name, "a \"city\"");
  EXPECT_FALSE(feet.degrees);
  EXPECT_EQ(feet.metres_per_unit, 0.304800609601219);

  EXPECT_EQ(parsed(projected("WGS_1984_Web_Mercator_Auxiliary_Sphere", R"(UNIT["m",1])")).name,
            "EPSG:3857");
}

TEST(CoordinateSystem, WhatCannotBeToldIsRefused) {
  const auto parse = [](const std::string& text) {
    return parse_coordinate_system(text, "map.prj");
  };
  const std::string whole = projected("UTM", R"(UNIT["Meter",1.0])");
  for (std::size_t size = 0; size < whole.size(); ++size)
    EXPECT_ERROR(parse(whole.substr(0, size)), "map.prj: ", "gdalsrsinfo");
  EXPECT_ERROR(parse("Projection UTM\nZone 32\nUnits METERS\n"), "map.prj: ", "well-known text");
  EXPECT_ERROR(parse(R"(GEOCCS["the earth",UNIT["metre",1]])"), "'GEOCCS'", "gdalwarp");
  EXPECT_ERROR(parse(R"(PROJCS["UTM",GEOGCS["x",UNIT["Degree",0.0174532925199433]]])"),
               "PROJCS has no unit");
  EXPECT_ERROR(parse(projected("UTM", R"(UNIT["nothing",0])")), "PROJCS has no unit");
  EXPECT_ERROR(parse(R"(GEOGCS["Paris",UNIT["grad",0.015707963267949]])"), "no degrees");
  std::string deep;
  for (int i = 0; i < 100'000; ++i) deep += "A[";
  EXPECT_ERROR(parse(deep), "well-known text");
}

/// A grid of 2 x 2 values with a file beside it.
class GridWithSystem : public testing::Test {
 protected:
  void put(const std::string& place, const std::string& system) const {
    folder_.put("map.asc", "ncols 2\nnrows 2\n" + place + "1 2 3 4\n");
    folder_.put("map.prj", system);
  }
  Result<HeightMap> load() const { return load_height_map(folder_.path() / "map.asc"); }
  Result<HeightMap> load(MapUnits units) const {
    return load_height_map(folder_.path() / "map.asc", {.units = units});
  }

 private:
  TemporaryFolder folder_;
};

TEST_F(GridWithSystem, SaysWhatItCounts) {
  // Too far apart to look like degrees: as metres, the ground would be a metre wide.
  put("xllcorner 7\nyllcorner 59.5\ncellsize 1\n", kDegrees);
  auto map = load();
  ASSERT_TRUE(map) << map.error().message;
  EXPECT_TRUE(map->frame->degrees);
  EXPECT_EQ(map->frame->system, "GCS_WGS_1984");
  auto mesh = make_triangle_mesh(*map, Triangulation::two);
  ASSERT_TRUE(mesh) << mesh.error().message;
  EXPECT_NEAR(mesh->raster.step_x, 111'320.0 * std::cos(60.5 * 3.14159265 / 180.0), 10.0);

  put("xllcorner 7\nyllcorner 59.5\ncellsize 0.0005\n", kDegrees);  // needs no option
  EXPECT_TRUE(load()) << load().error().message;

  put("xllcorner 1e6\nyllcorner 2e5\ncellsize 10\n",
      projected("New_York", R"(UNIT["Foot_US",0.3048006096012192])"));
  map = load();
  ASSERT_TRUE(map) << map.error().message;
  mesh = make_triangle_mesh(*map, Triangulation::two);
  ASSERT_TRUE(mesh) << mesh.error().message;
  EXPECT_FLOAT_EQ(mesh->raster.step_x, 3.048006f);

  // Closer together than maps in metres are, and metres all the same.
  put("xllcorner 7\nyllcorner 59.5\ncellsize 0.001\n", projected("a_desk", R"(UNIT["Meter",1.0])"));
  map = load();
  ASSERT_TRUE(map) << map.error().message;
  EXPECT_FALSE(map->frame->degrees);

  // 60 degrees north, where a metre of the map is half of one.
  put("xllcorner 0\nyllcorner 8399637.89\ncellsize 100\n",
      projected("WGS_1984_Web_Mercator_Auxiliary_Sphere", R"(UNIT["Meter",1.0])"));
  mesh = make_triangle_mesh(*load(), Triangulation::two);
  ASSERT_TRUE(mesh) << mesh.error().message;
  EXPECT_NEAR(mesh->raster.step_x, 50.0, 1e-2);
}

TEST_F(GridWithSystem, GoesBeforeTheUnitsOfTheProgram) {
  put("xllcorner 7\nyllcorner 59.5\ncellsize 0.001\n", kDegrees);
  const auto map = load(MapUnits::metres);
  ASSERT_TRUE(map) << map.error().message;
  EXPECT_TRUE(map->frame->degrees);
}

TEST_F(GridWithSystem, IsRefusedWhereItCannotBeRead) {
  put("xllcorner 7\nyllcorner 59.5\ncellsize 1\n", "Projection GEOGRAPHIC\nUnits DD\n");
  EXPECT_ERROR(load(), "map.prj: ", "well-known text", "gdalsrsinfo");
}

TEST(CoordinateSystemBeside, EndingsMayBeCapitalsAndOtherNamesDoNotCount) {
  const TemporaryFolder folder;
  const std::string grid = "ncols 2\nnrows 2\nxllcorner 7\nyllcorner 50\ncellsize 1\n1 2 3 4\n";
  folder.put("OLD.ASC", grid);
  folder.put("OLD.PRJ", kDegrees);
  folder.put("new.asc", grid);
  folder.put("newer.prj", kDegrees);
  EXPECT_TRUE(load_height_map(folder.path() / "OLD.ASC")->frame->degrees);
  EXPECT_FALSE(load_height_map(folder.path() / "new.asc")->frame->degrees);
}

}  // namespace
}  // namespace portolan::detail
