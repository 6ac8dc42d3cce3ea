#include <gtest/gtest.h>

#include "tool.h"

namespace portolan::detail {
namespace {

/// A command line, how it must end and what it must say.
struct TerrainMistake {
  const char* name;
  const char* arguments;
  int exit_code;
  const char* says;
};

class CliTerrainMistake : public ToolFolder,
                          public ::testing::WithParamInterface<TerrainMistake> {};

TEST_P(CliTerrainMistake, NamesTheFileThePlaceAndTheRemedy) {
  write_two_parts("small.map");
  write_two_floors("two.obj");
  write("h.pgm", "P2\n3 3\n255\n0 1 2 0 1 2 0 1 2\n");
  write("dot.pgm", "P2\n1 1\n255\n7\n");
  write("row.pgm", "P2\n5 1\n255\n1 2 3 4 5\n");
  write("big.pgm", "P2\n4 3\n255\n0 0 0 0 0 0 0 0 0 0 0 0\n");
  write("gaps.pgm", "P2\n3 3\n255\n9 9 9 9 9 9 9 9 0\n");
  write("short.pgm", "P2\n3 3\n255\n0 1 2 0 1\n");
  write("colour.ppm", "P3\n2 2\n255\n1 1 1 1 1 1 1 2 3 1 1 1\n");
  write("v.raw", "123456789");
  write("nan.raw", std::string_view("\0\0\0\0\0\0\x80\x7f\0\0\0\0\0\0\0\0", 16));
  write("point.obj", "v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n");
  write("three.obj", "v 0 0 0\nv 0 0 1\nv 1 0 0\nv -1 0 0\nv 0 1 0.5\nf 1 2 3\nf 1 4 2\nf 1 2 5\n");
  write("bad.csv", "from_x,from_z,to_x\n1,2,3\n");
  const auto result = run(GetParam().arguments);
  EXPECT_EQ(result.exit_code, GetParam().exit_code) << result;
  EXPECT_NE(result.err.find(GetParam().says), std::string::npos)
      << "'" << GetParam().says << "' is not in " << result;
}

INSTANTIATE_TEST_SUITE_P(
    Input, CliTerrainMistake,
    ::testing::Values(
        TerrainMistake{"OnePixel", "build dot.pgm --world terrain -o w", 3,
                       "dot.pgm: a height map of 1x1"},
        TerrainMistake{"OneRow", "build row.pgm --world terrain -o w", 3,
                       "row.pgm: a height map of 5x1"},
        TerrainMistake{"NothingThere", "build none.pgm --world terrain -o w", 3, "none.pgm"},
        TerrainMistake{"CutOff", "build short.pgm --world terrain -o w", 3, "short.pgm"},
        TerrainMistake{"Coloured", "build colour.ppm --world terrain -o w", 3,
                       "colour.ppm: is coloured at column 0, row 1"},
        TerrainMistake{"NoWholeSquare", "build gaps.pgm --world terrain --missing 9 -o w", 3,
                       "gaps.pgm: "},
        TerrainMistake{"DifficultySize", "build h.pgm --world terrain --difficulty big.pgm -o w", 3,
                       "big.pgm: the difficulty map is 4x3"},
        TerrainMistake{"DifficultyFile", "build h.pgm --world terrain --difficulty none.pgm -o w",
                       3, "none.pgm"},
        TerrainMistake{"RawWithoutSize", "build v.raw -o w", 2,
                       "v.raw: raw values do not say their size"},
        TerrainMistake{"RawSize", "build v.raw --raw 4x4:u8 -o w", 3, "v.raw: has 9 bytes"},
        TerrainMistake{"RawInfinite", "build nan.raw --raw 2x2:f32le -o w", 3,
                       "nan.raw: the height at column 1, row 0"},
        TerrainMistake{"NotTerrainRgb", "build h.pgm --world terrain --colours terrain-rgb -o w", 3,
                       "h.pgm: has no three colours"},
        TerrainMistake{"NoArea", "build point.obj --world terrain -o w", 3,
                       "point.obj: triangle 0"},
        TerrainMistake{"EdgeOfThree", "build three.obj --world terrain -o w", 3,
                       "three.obj: the edge between vertices"},
        TerrainMistake{"TooManyUnits",
                       "build h.pgm --world terrain --units-per-metre 1e6 --spacing 1e6 -o w", 3,
                       "h.pgm: "},
        TerrainMistake{"Columns", "run h.pgm bad.csv --world terrain", 3, "bad.csv:1"}),
    [](const auto& mistake) { return mistake.param.name; });

INSTANTIATE_TEST_SUITE_P(
    Arguments, CliTerrainMistake,
    ::testing::Values(
        TerrainMistake{"World", "build small.map --world terrain -o w", 2,
                       "--world: 'small.map' holds what grids are built from, not terrain worlds"},
        TerrainMistake{"OptionWithoutWorld", "build h.pgm --spacing 2 -o w", 2,
                       "--spacing is for terrain worlds; give --world terrain too"},
        TerrainMistake{"OptionOfAMap", "build small.map --triangles two -o w", 2,
                       "--triangles is for terrain worlds; this world is one of the grids"},
        TerrainMistake{"GridOption", "build h.pgm --world terrain --transitions all -o w", 2,
                       "--transitions is for grids; this world is one of the terrain worlds"},
        TerrainMistake{"Metric", "build h.pgm --world terrain --metric m.json -o w", 2,
                       "--metric is for grids and navigation meshes; terrain has --prices"},
        TerrainMistake{"CellSizeOfAMesh", "build two.obj --cell-size 8 -o w", 2,
                       "--cell-size is for grids and terrain"},
        TerrainMistake{"MapOptionOfAWeb", "build two.obj --world terrain --spacing 2 -o w", 2,
                       "--spacing is for height maps; two.obj holds triangles"},
        TerrainMistake{"Up", "build h.pgm --world terrain --up z -o w", 2, "--up is for geometry"},
        TerrainMistake{"RawOfAPicture", "build h.pgm --world terrain --raw 2x2:u8 -o w", 2,
                       "--raw is for raw values"},
        TerrainMistake{"RawType", "build v.raw --raw 3x3:i8 -o w", 2,
                       "--raw: 'i8' is unknown; give u8, u16le, u16be, f32le"},
        TerrainMistake{"RawFormat", "build v.raw --raw 9 -o w", 2, "--raw: '9' is not WxH:TYPE"},
        TerrainMistake{"ColoursOfRaw", "build v.raw --raw 3x3:u8 --colours gray -o w", 2,
                       "--colours is for pictures"},
        TerrainMistake{"Triangles", "build h.pgm --world terrain --triangles three -o w", 2,
                       "--triangles: 'three' is unknown; give two, four, contour"},
        TerrainMistake{"Spacing", "build h.pgm --world terrain --spacing 0 -o w", 2,
                       "--spacing: '0' is not"},
        TerrainMistake{"Box", "build h.pgm --world terrain --box 0,0,0,1,1 -o w", 2,
                       "--box: '0,0,0,1,1' is not a box; give X0,Y0,Z0,X1,Y1,Z1"},
        TerrainMistake{"EmptyBox", "build h.pgm --world terrain --box 0,0,0,-1,1,1 -o w", 2,
                       "--box: '0,0,0,-1,1,1' is empty; give its low corner first"},
        TerrainMistake{"Prices", "build h.pgm --world terrain --prices cheap -o w", 2,
                       "--prices: 'cheap' is unknown; give thesis, plain, distance"},
        TerrainMistake{"Price", "build h.pgm --world terrain --y-price 5 -o w", 2,
                       "--y-price: '5' is not DOWN,UP"},
        TerrainMistake{"NegativePrice", "build h.pgm --world terrain --y-price -5,10 -o w", 2,
                       "--y-price: '-5' is not a number from 0"},
        TerrainMistake{"Respect", "build h.pgm --world terrain --respect-angle much -o w", 2,
                       "--respect-angle: 'much' is not a number"},
        TerrainMistake{"CellSize", "build h.pgm --world terrain --cell-size 65 -o w", 2,
                       "--cell-size: '65' is not a whole number from 2 to 64"},
        TerrainMistake{"UnknownOption", "build h.pgm --world terrain --slope 5 -o w", 2, "--slope"},
        TerrainMistake{"Place", "path h.pgm --world terrain --from 1,2,3,4 --to 1,1", 2,
                       "--from: '1,2,3,4' is not a place on terrain; give X,Z in metres"},
        TerrainMistake{"MergedOnAGrid", "run small.map random:3 --algorithm astar,merged", 2,
                       "--algorithm: merged is for terrain worlds; give astar, hierarchy"},
        TerrainMistake{"DetourOnTerrain", "run h.pgm random:3 --world terrain --algorithm detour",
                       2, "--algorithm: detour is for navigation meshes"},
        TerrainMistake{"LayersOfAGrid", "run small.map random:3 --layers 5", 2,
                       "--layers is for terrain worlds; this world is one of the grids"},
        TerrainMistake{"OneLayer",
                       "run h.pgm random:3 --world terrain --algorithm merged --layers 1", 2,
                       "--layers: '1' is not a whole number from 2"},
        TerrainMistake{"Entering", "run h.pgm random:3 --world terrain --entering best", 2,
                       "--entering: 'best' is unknown; give average, worst-unweighted"},
        TerrainMistake{"SmoothOfTerrain", "run h.pgm random:3 --world terrain --smooth full", 2,
                       "--smooth is for grids"},
        TerrainMistake{"WaveOnAGrid", "wave small.map --from 1,1", 2,
                       "small.map: this is for terrain"},
        TerrainMistake{"WaveOfAStar", "wave h.pgm --world terrain --from 1,1 --algorithm astar", 2,
                       "--algorithm: name one to compare with A*"},
        TerrainMistake{"WaveOffTheGround", "wave h.pgm --world terrain --from 9,9", 1,
                       "--from: there is no ground at 9,9; it reaches from 0,0 to 2,2"},
        TerrainMistake{"WaveNowhere", "wave h.pgm --world terrain --from 1,1 --area 5,5,6,6", 1,
                       "there is no other triangle in the area"},
        TerrainMistake{"Area", "wave h.pgm --world terrain --from 1,1 --area 1,1", 2,
                       "--area: '1,1' is not an area of terrain; give X0,Z0,X1,Z1 in metres"},
        TerrainMistake{"EmptyArea", "wave h.pgm --world terrain --from 1,1 --area 2,0,1,2", 2,
                       "--area: '2,0,1,2' is empty; give its low corner first"},
        TerrainMistake{"StepsOnAGrid", "merge-steps small.map -o s", 2,
                       "small.map: this is for terrain"},
        TerrainMistake{"Steps", "merge-steps h.pgm --world terrain -o s --steps 99", 2,
                       "--steps: '99' is not a whole number from 1 to"},
        TerrainMistake{"MergingOfBuild", "build h.pgm --world terrain --patience 0 -o w", 2,
                       "--patience is for merging; give --merged too"},
        TerrainMistake{"MergedGrid", "build small.map --merged -o w", 2,
                       "--merged is for terrain worlds; this world is one of the grids"},
        TerrainMistake{"StepsOfAWorld",
                       "merge-steps h.pgm --world terrain --steps 1,2 -o w.portolan", 2,
                       "--steps: '1,2' is not a whole number from 1"},
        TerrainMistake{"MergingOfInfo", "info h.pgm --world terrain --layers 4", 2,
                       "--layers is for merging; give --merged too"},
        TerrainMistake{"MergedInfoOfAGrid", "info small.map --merged", 2,
                       "small.map: this is for terrain"},
        TerrainMistake{"Scene", "generate terrain valley -o a.pgm", 2,
                       "NAME: 'valley' is unknown; give cone, hills, ridges, walls, fractal"},
        TerrainMistake{"SceneSize", "generate terrain cone --size 1 -o a.pgm", 2,
                       "each side 2 to 8193"},
        TerrainMistake{"SceneOutput", "generate terrain cone -o a.jpg", 2,
                       "--output: 'a.jpg' does not end in .pgm (16 bits), .png"},
        TerrainMistake{"SceneDifficulty",
                       "generate terrain cone --size 9 --difficulty d.pgm -o a.pgm", 2,
                       "--difficulty: cone has no difficulty map"},
        TerrainMistake{"SceneRoads", "generate terrain hills --roads 3 -o a.pgm", 2,
                       "--roads: belongs to the scene fractal, not to hills"},
        TerrainMistake{"SceneRelief", "generate terrain cone --relief-percent 3 -o a.pgm", 2,
                       "--relief-percent: is for hills, ridges and fractal"}),
    [](const auto& mistake) { return mistake.param.name; });

}  // namespace
}  // namespace portolan::detail
