#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

#include "tests/geotiff_writer.h"
#include "tool.h"

namespace portolan::detail {
namespace {

/// Height maps that know where they lie.
class CliTerrainMap : public ToolFolder {
 protected:
  /// A ridge with a hole, 40 x 30 values of 10 m, its lower left corner at 1000,2000.
  void write_grid() const {
    std::string text =
        "ncols 40\nnrows 30\nxllcorner 1000\nyllcorner 2000\ncellsize 10\nnodata_value -1\n";
    for (int row = 0; row < 30; ++row) {
      for (int x = 0; x < 40; ++x) {
        const bool hole = x > 15 && x < 25 && row > 10;
        text += hole ? "-1 " : std::to_string(5.0 * std::sin(x / 6.0) + 5.0) + " ";
      }
      text += "\n";
    }
    write("ridge.asc", text);
  }
};

TEST_F(CliTerrainMap, AsciiGridToAStraightenedPathInMapCoordinates) {
  write_grid();
  const auto built = run("build ridge.asc -o ridge.portolan");
  ASSERT_EQ(built.exit_code, 0) << built;
  EXPECT_TRUE(built.says("39x29 squares of 10 x 10 m")) << built;
  EXPECT_TRUE(built.says("map         1005,2005 to 1395,2295")) << built;
  for (const std::string world : {"ridge.asc", "ridge.portolan"}) {
    const auto json =
        parse_json(run("path " + world +
                       " --from 1100.5,2050.25 --to 1320,2060 --coordinates map --waypoints "
                       "--json --algorithm hierarchy"));
    const auto& found = json["algorithms"]["hierarchy"];
    ASSERT_EQ(found["status"], "complete");
    EXPECT_NEAR(json["from"][0].get<double>(), 1100.5, 1e-3);
    EXPECT_NEAR(json["to"][1].get<double>(), 2060.0, 1e-3);
    const auto& points = found["waypoints"];
    EXPECT_NEAR(points.front()[1].get<double>(), 2050.25, 1e-3);
    // Around the hole, whose upper edge lies at row 10 of values: y = 2295 - 100.
    double highest = 0.0;
    for (const auto& point : points) highest = std::max(highest, point[1].get<double>());
    EXPECT_NEAR(highest, 2195.0, 1e-3);
    double length = 0.0;
    for (std::size_t i = 1; i < points.size(); ++i)
      length += std::hypot(points[i][0].get<double>() - points[i - 1][0].get<double>(),
                           points[i][1].get<double>() - points[i - 1][1].get<double>());
    EXPECT_NEAR(length, found["waypoint_metres"]["map"].get<double>(), 0.01);
  }
  const auto text =
      run("path ridge.portolan --from 1100.5,2050.25 --to 1320,2060 --coordinates map --waypoints "
          "--all");
  EXPECT_TRUE(text.says("1100.50,2050.25,")) << text;
}

/// The same two queries in a file, in metres and on the map: the same costs.
TEST_F(CliTerrainMap, RunTakesMapCoordinates) {
  write_grid();
  // The first value lies at 1005,2295.
  write("local.csv", "from_x,from_z,to_x,to_z\n95.5,244.75,315,235\n20,30,380,20\n");
  write("map.csv", "from_x,from_y,to_x,to_y\n1100.5,2050.25,1320,2060\n1025,2265,1385,2275\n");
  ASSERT_EQ(run("run ridge.asc local.csv --algorithm hierarchy --csv local.out").exit_code, 0);
  ASSERT_EQ(
      run("run ridge.asc map.csv --coordinates map --algorithm hierarchy --csv map.out").exit_code,
      0);
  const auto costs_in = [&](const std::string& file) {
    std::vector<std::string> costs;
    std::istringstream rows(read(file));
    for (std::string row; std::getline(rows, row);) {
      std::istringstream fields(row);
      std::string cost;
      for (int k = 0; k < 4; ++k) std::getline(fields, cost, ',');
      costs.push_back(cost);
    }
    return costs;
  };
  EXPECT_EQ(costs_in("local.out").size(), 3u);
  EXPECT_EQ(costs_in("local.out"), costs_in("map.out"));
  write("off.csv", "from_x,from_y,to_x,to_y\n1205,2050,1320,2060\n");
  const auto off = run("run ridge.asc off.csv --coordinates map --algorithm hierarchy");
  EXPECT_TRUE(off.says("no ground at 1205.00,2050.00")) << off;
  const auto json =
      parse_json(run("run ridge.asc off.csv --coordinates map --algorithm hierarchy --json"));
  EXPECT_NEAR(json["failures"][0]["from"][0].get<double>(), 1205.0, 1e-3);
}

TEST_F(CliTerrainMap, MistakesWithCoordinatesAreTold) {
  write_grid();
  const auto hole = run("path ridge.asc --from 1205,2050 --to 1320,2060 --coordinates map");
  EXPECT_EQ(hole.exit_code, 1) << hole;
  EXPECT_TRUE(
      hole.says("no ground at 1205.00,2050.00; it reaches from 1005.00,2005.00 to "
                "1395.00,2295.00, with holes"))
      << hole;
  EXPECT_TRUE(hole.says("the nearest point on the ground is 1")) << hole;  // on the map
  const auto words = run("path ridge.asc --from a,b --to 1320,2060 --coordinates map");
  EXPECT_TRUE(words.says("'a,b' is not a place on the map of this terrain; give X,Y in its "))
      << words;
  run("generate terrain hills --size 17 -o hills.pgm");
  const auto none = run("path hills.pgm --world terrain --from 1,1 --to 2,2 --coordinates map");
  EXPECT_NE(none.exit_code, 0);
  EXPECT_TRUE(none.says("does not know where it lies on a map")) << none;
  const auto drawn = run("run hills.pgm random:3 --world terrain --coordinates map");
  EXPECT_NE(drawn.exit_code, 0);
  EXPECT_TRUE(drawn.says("does not know where it lies on a map")) << drawn;
  write("small.asc", "ncols 2\nnrows 2\nxllcorner 8\nyllcorner 46\ncellsize 0.0008\n1 2 3 4\n");
  const auto degrees = run("build small.asc -o small.portolan");
  EXPECT_NE(degrees.exit_code, 0);
  EXPECT_TRUE(degrees.says("give --map-units degrees")) << degrees;
  const auto said = run("build small.asc -o small.portolan --map-units degrees");
  EXPECT_EQ(said.exit_code, 0) << said;
  EXPECT_TRUE(said.says("1x1 squares of 61.8")) << said;
  write("broken.npy", "\x93NUMPY");
  EXPECT_TRUE(run("build broken.npy -o x.portolan").says("broken.npy: is truncated"));
}

TEST_F(CliTerrainMap, TheSystemBesideAGridIsTold) {
  write_grid();
  write("ridge.prj",
        R"(PROJCS["Long_Island_Feet",GEOGCS["NAD83",UNIT["Degree",0.0174532925199433]],)"
        R"(UNIT["Foot_US",0.3048006096012192]])");
  const auto built = run("build ridge.asc -o ridge.portolan");
  ASSERT_EQ(built.exit_code, 0) << built;
  EXPECT_TRUE(built.says("39x29 squares of 3.04801 x 3.04801 m")) << built;
  EXPECT_TRUE(built.says(", Long_Island_Feet\n")) << built;
  for (const char* units : {"metres", "degrees"}) {
    const auto wrong = run(std::string("build ridge.asc -o x.portolan --map-units ").append(units));
    EXPECT_NE(wrong.exit_code, 0) << wrong;
    EXPECT_TRUE(wrong.says("coordinates are of Long_Island_Feet; leave it out")) << wrong;
  }
  write("ridge.prj", "Units DD\n");
  const auto unread = run("build ridge.asc -o x.portolan");
  EXPECT_EQ(unread.exit_code, 3) << unread;
  EXPECT_TRUE(unread.says("ridge.prj: is no coordinate system")) << unread;
}

/// The same 10 x 10 squares in metres and on the map: two triangles each.
TEST_F(CliTerrainMap, TheAreaOfAWaveMayBeThatOfTheMap) {
  write_grid();
  const std::string rest = " --algorithm merged --sample 3 --json";
  const auto local = parse_json(run("wave ridge.asc --from 300,200 --area 0,0,100,100" + rest));
  EXPECT_EQ(local["queries"], 200);
  const std::string wave = "wave ridge.asc --coordinates map --from 1305,2095 --area ";
  const auto on_map = parse_json(run(wave + "1005,2195,1105,2295" + rest));
  EXPECT_EQ(on_map["queries"], 200);
  EXPECT_EQ(on_map["algorithms"]["merged"]["cost_ratio"],
            local["algorithms"]["merged"]["cost_ratio"]);
  const auto two = run(wave + "1,1");
  EXPECT_EQ(two.exit_code, 2) << two;
  EXPECT_TRUE(two.says("'1,1' is not an area of the map; give X0,Y0,X1,Y1 in its coordinates"))
      << two;
  const auto off = run(wave + "0,0,100,100");
  EXPECT_EQ(off.exit_code, 1) << off;
  EXPECT_TRUE(off.says("the ground reaches from 1005.00,2005.00 to 1395.00,2295.00")) << off;
  const auto forgotten = run("wave ridge.asc --from 300,200 --area 1005,2195,1105,2295");
  EXPECT_TRUE(forgotten.says("to 390,290; give --coordinates map where these are")) << forgotten;
}

TEST_F(CliTerrainMap, DifficultyMayBeAGridInTheSamePlace) {
  write_grid();
  const auto write_difficulty = [&](const std::string& x) {
    std::string text = "ncols 40\nnrows 30\nyllcorner 2000\ncellsize 10\nxllcorner " + x + "\n";
    for (int row = 0; row < 30; ++row) {
      for (int column = 0; column < 40; ++column) text += row < 15 ? "0.5 " : "0 ";
      text += "\n";
    }
    write("rough.asc", text);
  };
  const auto cost_of = [&](const std::string& options) {
    const auto json =
        parse_json(run("path ridge.asc --from 10,20 --to 130,20 --prices thesis "
                       "--algorithm astar --json" +
                       options));
    return json["algorithms"]["astar"]["cost"].get<double>();
  };
  write_difficulty("1000");
  // What the thesis' prices take for the ground's own difficulty, with the weight of 1.
  EXPECT_GT(cost_of(" --difficulty rough.asc"), 1.02 * cost_of(""));
  EXPECT_GT(cost_of(" --difficulty rough.asc --most-difficult 4"),
            cost_of(" --difficulty rough.asc"));
  write_difficulty("1500");
  const auto elsewhere = run("build ridge.asc --difficulty rough.asc -o x.portolan");
  EXPECT_EQ(elsewhere.exit_code, 3) << elsewhere;
  EXPECT_TRUE(elsewhere.says("rough.asc: the difficulty map lies elsewhere")) << elsewhere;
}

/// The place behind `words` in a message, up to the next blank.
std::string place_behind(const ToolResult& result, const std::string& words) {
  const std::string text = result.out + result.err;
  const std::size_t at = text.find(words);
  if (at == std::string::npos) return "";
  const std::size_t begin = at + words.size();
  return text.substr(begin, text.find(", ", begin) - begin);
}

TEST_F(CliTerrainMap, TheNearestPointCanBePasted) {
  write_grid();
  std::string degrees =
      "ncols 30\nnrows 20\nxllcorner 8.0003\nyllcorner 46.0007\ncellsize 0.0007\n";
  for (int k = 0; k < 600; ++k) degrees += std::to_string(k % 7) + " ";
  write("degrees.asc", degrees);
  ASSERT_EQ(run("build degrees.asc --map-units degrees -o degrees.portolan").exit_code, 0);
  struct Asked {
    std::string world, from, to;
  };
  for (const auto& [world, from, to] : std::vector<Asked>{
           {"ridge.asc", "900.123,2100.456", "1300,2250"},
           {"ridge.asc", "1100.777,1999", "1300,2250"},
           {"ridge.asc", "1212.345,2050.678", "1300,2250"},
           {"degrees.portolan", "7.9,46.0055551", "8.01,46.005"},
           {"degrees.portolan", "8.00731234,46.1", "8.01,46.005"},
           {"degrees.portolan", "9,47", "8.01,46.005"},
       }) {
    SCOPED_TRACE(from);
    const std::string rest = " --to " + to + " --coordinates map";
    const auto off = run("path " + world + " --from " + from + rest);
    const std::string place = place_behind(off, "nearest point on the ground is ");
    ASSERT_NE(place, "") << off;
    EXPECT_EQ(run("path " + world + " --from " + place + rest).exit_code, 0) << off;
    const std::string two = place.substr(0, place.rfind(','));
    EXPECT_EQ(run("path " + world + " --from " + two + rest).exit_code, 0) << off;
  }
  const auto local = run("path ridge.asc --from -3.3,7.77777 --to 300,20");
  const std::string place = place_behind(local, "nearest point on the ground is ");
  EXPECT_EQ(run("path ridge.asc --from " + place + " --to 300,20").exit_code, 0) << local;
}

TEST_F(CliTerrainMap, LatitudeFirstIsTold) {
  write("small.asc", "ncols 2\nnrows 2\nxllcorner 8\nyllcorner 46\ncellsize 0.0008\n1 2 3 4\n");
  const auto turned =
      run("path small.asc --map-units degrees --coordinates map --from 46.0005,8.0005 "
          "--to 8.0005,46.0005");
  EXPECT_EQ(turned.exit_code, 1) << turned;
  EXPECT_TRUE(turned.says("x is longitude, y latitude")) << turned;
  const std::string wave = "wave small.asc --map-units degrees --coordinates map --from ";
  EXPECT_TRUE(run(wave + "8").says("give X,Y in degrees, longitude first"));
  EXPECT_TRUE(run(wave + "8.0007,46.0007 --area 8,46")
                  .says("give X0,Y0,X1,Y1 in degrees, longitude first"));
}

TEST_F(CliTerrainMap, ForgottenMapCoordinatesAreTold) {
  write_grid();
  const auto far = run("path ridge.asc --from 512300,4021650 --to 540080,4030010");
  EXPECT_EQ(far.exit_code, 1) << far;
  EXPECT_TRUE(far.says("no ground at 512300,4021650; it reaches from 0,0 to ")) << far;
  EXPECT_FALSE(far.says("e+0")) << far;
  write("map.csv", "from_x,from_y,to_x,to_y\n1100.5,2050.25,1320,2060\n");
  const auto columns = run("run ridge.asc map.csv");
  EXPECT_EQ(columns.exit_code, 3) << columns;
  EXPECT_TRUE(columns.says("there is no column 'from_z'")) << columns;
  EXPECT_TRUE(columns.says("give --coordinates map to path or run")) << columns;
  write("other.csv", "from_x,to_x\n1,2\n");
  EXPECT_FALSE(run("run ridge.asc other.csv").says("--coordinates")) << columns;
}

TEST_F(CliTerrainMap, GeoTiffToAPathInMapCoordinates) {
  GeoTiffWriter tiff;
  tiff.x = 700'000.0;
  tiff.y = 4'020'000.0;
  tiff.pixel_x = tiff.pixel_y = 30.0;
  tiff.no_data = "-9999";
  std::vector<float> values;
  for (int row = 0; row < 24; ++row) {
    for (int x = 0; x < 32; ++x)
      values.push_back(x == 12 && row < 20
                           ? -9999.0f
                           : 100.0f + 20.0f * static_cast<float>(std::sin(0.2 * x + row)));
  }
  write("hills.tif", tiff.write(32, values));
  const auto built = run("build hills.tif -o hills.portolan");
  if (built.says("reads no GeoTIFF")) GTEST_SKIP() << "this tool was built without GDAL";
  ASSERT_EQ(built.exit_code, 0) << built;
  EXPECT_TRUE(built.says("EPSG:32616")) << built;
  const auto json = parse_json(
      run("path hills.portolan --from 700100,4019900 --to 700800,4019880.5 --coordinates map "
          "--waypoints --json --algorithm tables"));
  EXPECT_EQ(json["coordinates"], "EPSG:32616");
  const auto& points = json["algorithms"]["tables"]["waypoints"];
  EXPECT_NEAR(points.back()[0].get<double>(), 700'800.0, 1e-2);
  EXPECT_NEAR(points.back()[1].get<double>(), 4'019'880.5, 1e-2);
  double lowest = 1e9;  // below the wall without data: its last value lies in row 19
  for (const auto& point : points) lowest = std::min(lowest, point[1].get<double>());
  EXPECT_NEAR(lowest, 4'020'000.0 - 30.0 * 20.5, 1e-2);
}

TEST_F(CliTerrainMap, APictureOfHeightsThatBecomesABlockedGridGetsAHint) {
  write("dark.pgm", "P2\n3 2\n65535\n100 200 300 400 500 600\n");
  const auto grid = run("build dark.pgm -o dark.portolan");
  EXPECT_TRUE(grid.says("no tile is passable; if it is a height map, give --world terrain"))
      << grid;
  std::string greys = "P2\n20 2\n255\n";
  for (int k = 0; k < 40; ++k) greys += std::to_string(6 * k) + " ";
  write("greys.pgm", greys);
  EXPECT_TRUE(run("build greys.pgm -o greys.portolan")
                  .says("40 greys become tiles, passable where they are light; if it is a height "
                        "map, give --world terrain"));
  write("drawn.pgm", "P2\n3 2\n255\n0 255 128 0 255 255\n");
  EXPECT_FALSE(run("build drawn.pgm -o drawn.portolan").says("if it is a height map"));
  EXPECT_FALSE(
      run("build dark.pgm -o dark.portolan --world terrain").says("if it is a height map"));
}

}  // namespace
}  // namespace portolan::detail
