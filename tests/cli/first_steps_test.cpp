#include <gtest/gtest.h>

#include <sstream>

#include "tool.h"

namespace portolan::detail {
namespace {

using CliFirstSteps = ToolFolder;

/// With a byte-order mark before it.
std::string marked(std::string_view text) { return std::string("\xEF\xBB\xBF").append(text); }

TEST_F(CliFirstSteps, OutputsAreCheckedBeforeTheWork) {
  write_two_parts("small.map");
  for (const char* command :
       {"build small.map -o .", "generate grid maze --size 32 -o .",
        "run small.map random:3 --csv .", "batch small.map random:3 --frames 2 --plot .",
        "generate terrain fractal --size 17 -o land.pgm --difficulty .",
        "view small.map --port 0 --picture ."}) {
    const auto result = run(command);
    EXPECT_EQ(result.exit_code, 3) << result;
    EXPECT_TRUE(result.says("is a directory; give the name of a file")) << result;
    EXPECT_EQ(result.out, "") << result;
  }
  for (const char* command :
       {"build small.map -o no/w.portolan", "path small.map --from 0,0 --to 1,0 --picture no/p.png",
        "batch small.map random:3 -o no/b.csv",
        "batch small.map random:3 --frames 2 --plot no/f.svg",
        "generate terrain fractal --size 17 -o land.pgm --difficulty no/d.pgm",
        "wave no.portolan --from 1,1 --picture no/w.png",
        "view no.portolan --port 0 --picture no/v.png",
        "merge-steps no.portolan -o no/x.portolan"}) {
    const auto result = run(command);
    EXPECT_EQ(result.exit_code, 3) << result;
    EXPECT_TRUE(result.says("there is no folder no; make it first")) << result;
    EXPECT_EQ(result.out, "") << result;
  }
}

TEST_F(CliFirstSteps, FoldersAreMadeBeforeTheWork) {
  write("taken", "a file");
  for (const char* command : {"demo --size 64 --out taken", "merge-steps no.portolan -o taken"}) {
    const auto result = run(command);
    EXPECT_EQ(result.exit_code, 3) << result;
    EXPECT_TRUE(result.says("taken: cannot make this folder")) << result;
  }
  if (!std::filesystem::is_directory("/proc")) GTEST_SKIP() << "there is no /proc here";
  for (const char* command : {"demo --size 64 --out /proc", "merge-steps no.portolan -o /proc"}) {
    const auto result = run(command);
    EXPECT_EQ(result.exit_code, 3) << result;
    EXPECT_TRUE(result.says("nothing can be written to /proc; open it")) << result;
  }
}

TEST_F(CliFirstSteps, OptionsThatContradictTheOutputAreRefusedBeforeTheWork) {
  const auto result = run("merge-steps no.portolan -o part.portolan --layers 3");
  EXPECT_EQ(result.exit_code, 2) << result;
  EXPECT_TRUE(result.says("--layers: a world file holds all layers")) << result;
}

TEST_F(CliFirstSteps, DirectoriesAreCalledSo) {
  write_two_parts("small.map");
  write_two_floors("floors.obj");
  write("slope.pgm", "P2\n3 3\n255\n0 1 2 0 1 2 0 1 2\n");
  for (const char* command :
       {"info .", "build . -o w.portolan", "path . --from 0,0 --to 1,1", "run . random:3",
        "run small.map .", "batch . random:3", "batch small.map .", "wave . --from 1,1",
        "merge-steps . -o steps", "view . --port 0", "build small.map --metric . -o w.portolan",
        "build floors.obj --links . -o w.portolan",
        "build slope.pgm --world terrain --difficulty . -o w.portolan"}) {
    const auto result = run(command);
    EXPECT_EQ(result.exit_code, 3) << command << "\n" << result;
    EXPECT_TRUE(result.says("directory")) << command << "\n" << result;
  }
}

TEST_F(CliFirstSteps, EndingsAreTakenInCapitalsToo) {
  write_two_parts("SMALL.MAP");
  for (const char* picture : {"P.PNG", "P.PPM", "p.png", "p.ppm"}) {
    const auto drawn = run(std::string("path SMALL.MAP --from 0,0 --to 5,5 --picture ") + picture);
    EXPECT_EQ(drawn.exit_code, 0) << drawn;
    EXPECT_EQ(run(std::string("info ") + picture).exit_code, 0) << picture;
  }
  EXPECT_EQ(read("P.PNG"), read("p.png"));
  EXPECT_EQ(read("P.PPM"), read("p.ppm"));
  EXPECT_EQ(run("generate terrain hills --size 17 -o HILLS.PGM").exit_code, 0);
  EXPECT_EQ(run("build HILLS.PGM --world terrain -o hills.portolan").exit_code, 0);
  const auto merged = run("merge-steps hills.portolan --steps 1 -o X.PORTOLAN");
  EXPECT_EQ(merged.exit_code, 0) << merged;
  EXPECT_EQ(run("info X.PORTOLAN").exit_code, 0);
  write_two_floors("LEVEL.OBJ");
  write("LEVEL.GSET", "f LEVEL.OBJ\n");
  const auto level = run("build LEVEL.GSET -o level.portolan");
  EXPECT_EQ(level.exit_code, 0) << level;
}

TEST_F(CliFirstSteps, EndingsOfScenariosAreTakenInCapitalsToo) {
  constexpr const char* kScenarios = "version 1\n0\tsmall.map\t8\t6\t0\t0\t5\t5\t9.41421356\n";
  write_two_parts("SMALL.MAP");
  write("A.SCEN", kScenarios);
  const auto answered = run("run SMALL.MAP A.SCEN");
  EXPECT_EQ(answered.exit_code, 0) << answered;
  for (const char* scenarios : {"SMALL.MAP.scen", "SMALL.MAP.SCEN"}) {
    write(scenarios, kScenarios);
    for (const std::string place : {"SMALL.MAP", scenarios, "."}) {
      const auto checked = run("check " + place);
      EXPECT_EQ(checked.exit_code, 0) << checked;
      EXPECT_TRUE(checked.says("1 map, 1 query")) << checked;
    }
  }
}

TEST_F(CliFirstSteps, MissingFilesAreCalledSoWhateverTheirName) {
  for (const char* name : {"nosuch", "nosuch.portolan", "nosuch.map", "nosuch.obj", "nosuch.tif"}) {
    const auto result = run(std::string("build ") + name + " -o w.portolan");
    EXPECT_EQ(result.exit_code, 3) << result;
    EXPECT_TRUE(result.says(std::string(name) + ": ")) << result;
    EXPECT_FALSE(result.says("no known kind")) << result;
  }
}

TEST_F(CliFirstSteps, ByteOrderMarksAreSkippedInEveryTextFormat) {
  const auto write_marked = [this](const std::string& file, std::string_view text) {
    write(file, marked(text));
  };
  const auto expect_good = [this](const std::string& arguments) {
    const auto result = run(arguments);
    EXPECT_EQ(result.exit_code, 0) << arguments << "\n" << result;
  };
  write_two_parts("small.map");
  write_marked("marked.map", read("small.map"));
  write_marked("metric.json", R"({"terrain": {"@": 3}})");
  expect_good("info marked.map --metric metric.json");
  write_marked("pairs.csv", "from_x,from_y,to_x,to_y\n0,0,5,5\n");
  expect_good("run small.map pairs.csv");
  write_marked("small.map.scen", "version 1\n0\tsmall.map\t8\t6\t0\t0\t5\t5\t9.41421356\n");
  expect_good("check small.map");
  write_two_floors("floors.obj");
  write_marked("marked.obj", read("floors.obj"));
  write_marked("areas.json", R"({"name": "foot", "areas": {"grass": 2}})");
  write_marked("links.csv", "from_x,from_y,from_z,to_x,to_y,to_z,both_ways\n18,0,10,32,0,10,1\n");
  expect_good("build marked.obj -o floors.portolan --metric areas.json --links links.csv");
  write_marked("points.csv", "from_x,from_y,from_z,to_x,to_y,to_z\n2,0,2,15,0,15\n");
  expect_good("run floors.portolan points.csv");
  write_polyanya("flat.mesh");
  write_marked("marked.mesh", read("flat.mesh"));
  expect_good("info marked.mesh");
  write_marked("unnamed", read("flat.mesh"));
  expect_good("info unnamed");
  for (const char* picture : {"P2\n3 2\n9\n9 9 9\n9 0 9\n", "P5\n3 2\n9\n\t\t\t\t\t\t"}) {
    write_marked("picture.pgm", picture);
    expect_good("info picture.pgm");
    expect_good("info picture.pgm --world terrain");
  }
  write_marked("triangle.gltf", R"({"asset": {"version": "2.0"}, "scene": 0,
      "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}],
      "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
      "buffers": [{"byteLength": 36, "uri": "data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAAAAAAAAAAAAAKBBAACgQQAAAAAAAAAA"}],
      "bufferViews": [{"buffer": 0, "byteLength": 36}],
      "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3",
                     "min": [0, 0, 0], "max": [20, 0, 20]}]})");
  expect_good("info triangle.gltf");
}

TEST_F(CliFirstSteps, BuiltWorldsAreKnownByTheirContent) {
  write_two_parts("small.map");
  write_two_floors("floors.obj");
  ASSERT_EQ(run("build small.map -o small.portolan").exit_code, 0);
  ASSERT_EQ(run("build floors.obj -o floors.portolan").exit_code, 0);
  for (const std::string name : {"odd.png", "odd.map", "odd.scen"}) {
    write(name, read("small.portolan"));
    const auto result = run("info " + name);
    EXPECT_EQ(result.exit_code, 0) << result;
    EXPECT_TRUE(result.says("8x6")) << result;
    for (const std::string& command :
         {"path " + name + " --from 0,0 --to 5,5", "run " + name + " random:3",
          "batch " + name + " random:3"}) {
      const auto answered = run(command);
      EXPECT_EQ(answered.exit_code, 0) << command << "\n" << answered;
    }
    write(name, read("floors.portolan"));
    const auto checked = run("check " + name + " random:5");
    EXPECT_EQ(checked.exit_code, 0) << checked;
  }
}

TEST_F(CliFirstSteps, PicturesHaveTheFormatOfTheirName) {
  write_two_parts("small.map");
  ASSERT_EQ(run("path small.map --from 0,0 --to 5,5 --picture p.ppm").exit_code, 0);
  ASSERT_EQ(run("path small.map --from 0,0 --to 5,5 --picture p.png").exit_code, 0);
  EXPECT_EQ(read("p.ppm").substr(0, 3), "P6\n");
  EXPECT_EQ(read("p.png").substr(1, 3), "PNG");
  EXPECT_EQ(run("info p.ppm").exit_code, 0);
}

/// Whether a PPM picture has a pixel of this colour from a row on.
bool has_colour(const std::string& ppm, std::size_t from_row, int red, int green, int blue) {
  std::istringstream head(ppm.substr(0, 40));
  std::string kind;
  std::size_t width = 0, height = 0, white = 0;
  head >> kind >> width >> height >> white;
  const std::size_t first = ppm.size() - 3 * width * height;
  for (std::size_t at = first + 3 * width * from_row; at + 2 < ppm.size(); at += 3) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(ppm[at + i]); };
    if (byte(0) == red && byte(1) == green && byte(2) == blue) return true;
  }
  return false;
}

TEST_F(CliFirstSteps, LegendsNameLettersAndColoursDiffer) {
  write("letters.map",
        "type octile\nheight 6\nwidth 8\nmap\n"
        "........\n.TT.WW..\n.TT.WW..\n........\n........\n........\n");
  ASSERT_EQ(
      run("path letters.map --from 0,0 --to 7,5 --picture p.ppm --algorithm tables").exit_code, 0);
  const std::string picture = read("p.ppm");
  const std::size_t below = 6 * 16;  // the map has 16 pixels per tile, the legend lies below
  EXPECT_TRUE(has_colour(picture, below, 84, 108, 88)) << "T is not in the legend";
  EXPECT_TRUE(has_colour(picture, below, 112, 148, 178)) << "W is not in the legend";
  EXPECT_TRUE(has_colour(picture, below, 92, 45, 145)) << "tables are not in the legend";
  EXPECT_TRUE(has_colour(picture, below, 0, 150, 110)) << "gates are not in the legend";
}

TEST_F(CliFirstSteps, ProgressCountsWhatItNames) {
  write_two_parts("small.map");
  const auto result = run("run small.map random:5 --rounds 1 --algorithm astar,tables");
  EXPECT_TRUE(result.says("answering: 100 %, 20 of 20 answers")) << result;
  EXPECT_FALSE(result.says("1 queries")) << result;
  const auto one = run("run small.map random:1 --rounds 1");
  EXPECT_TRUE(one.out.starts_with("1 query on small.map")) << one;
  EXPECT_TRUE(one.says("best of 1 round, warm")) << one;
}

TEST_F(CliFirstSteps, TablesAreUsedWhereTheWorldHasThem) {
  write_two_parts("small.map");
  EXPECT_TRUE(run("path small.map --from 0,0 --to 5,5").says("tables: complete"));
  EXPECT_TRUE(run("path small.map --from 0,0 --to 5,5 --tables none").says("hierarchy: complete"));
  EXPECT_TRUE(run("path small.map --from 0,0 --to 5,5 --level 1").says("hierarchy: complete"));
  write_two_floors("floors.obj");
  const std::string on_mesh = "path floors.obj --from 2,0,2 --to 18,0,18";
  EXPECT_TRUE(run(on_mesh).says("tables: complete"));
  EXPECT_TRUE(run(on_mesh + " --tables none").says("hierarchy: complete"));
  ASSERT_EQ(run("generate terrain hills --size 33 -o hills.pgm").exit_code, 0);
  const std::string on_terrain = "path hills.pgm --world terrain --from 2,2 --to 28,28";
  EXPECT_TRUE(run(on_terrain).says("tables: complete"));
  EXPECT_TRUE(run(on_terrain + " --tables none").says("hierarchy: complete"));
  const auto measured = run("run small.map random:5");
  EXPECT_TRUE(measured.says("astar")) << measured;
  EXPECT_TRUE(measured.says("tables")) << measured;
}

TEST_F(CliFirstSteps, RandomQueriesWithoutANumberAreExplained) {
  write_two_parts("small.map");
  const auto result = run("run small.map random");
  EXPECT_EQ(result.exit_code, 2) << result;
  EXPECT_TRUE(result.says("QUERIES: say how many: random:1000")) << result;
}

TEST_F(CliFirstSteps, InvalidQueriesAreExplained) {
  write_two_parts("small.map");
  write("pairs.csv", "from_x,from_y,to_x,to_y\n0,0,5,5\n6,1,0,0\n0,0,99,1\n");
  const auto result = run("run small.map pairs.csv");
  EXPECT_EQ(result.exit_code, 0) << result;
  EXPECT_TRUE(result.says("2 of 3 queries are invalid; the first, number 2 (from 6,1 to 0,0)"))
      << result;
  EXPECT_TRUE(result.says("6,1 is blocked")) << result;
}

TEST_F(CliFirstSteps, TheAgentTypeThatWasTakenIsNamed) {
  write_two_floors("floors.obj");
  write("foot.json", R"({"name": "foot"})");
  write("cart.json", R"({"name": "cart"})");
  ASSERT_EQ(run("build floors.obj -o w.portolan --metric foot.json --metric cart.json").exit_code,
            0);
  const std::string ask = "path w.portolan --from 2,0,2 --to 15,0,15";
  const auto result = run(ask);
  EXPECT_NE(result.err.find("agent type foot, the first of foot, cart; --agent chooses another"),
            std::string::npos)
      << result;
  EXPECT_EQ(run(ask + " --agent cart").err, "");
  const auto batch = run("batch w.portolan random:3");
  EXPECT_NE(batch.err.find("agent type foot, the first of foot, cart; --agent chooses another"),
            std::string::npos)
      << batch;
}

}  // namespace
}  // namespace portolan::detail
