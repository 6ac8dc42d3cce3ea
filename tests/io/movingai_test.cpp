#include "portolan/io/maps/movingai.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <map>

#include "expect_error.h"
#include "tests/temporary_folder.h"

namespace portolan::detail {
namespace {

namespace fs = std::filesystem;

std::string drawing_of(const Grid& grid) {
  std::string drawing;
  for (std::uint32_t y = 0; y < grid.height(); ++y) {
    drawing.append(grid.letters().data() + std::size_t{y} * grid.width(), grid.width());
    drawing += '/';
  }
  return drawing;
}

/// The folder of map collections; empty when it is not there.
fs::path data_folder() {
  const char* given = std::getenv("PORTOLAN_DATA");
  const fs::path usual = fs::path(PORTOLAN_SOURCE_DIR) / ".." / "shared" / "data";
  const fs::path folder = (given != nullptr ? fs::path(given) : usual) / "grid";
  return fs::is_directory(folder) ? folder : fs::path();
}

TEST(Map, KeepsAllLetters) {
  const auto grid = parse_map("type octile\nheight 2\nwidth 4\nmap\n.G@O\nTSW!\n", "a.map");
  ASSERT_TRUE(grid) << grid.error().message;
  EXPECT_EQ(drawing_of(*grid), ".G@O/TSW!/");
}

TEST(Map, ToleratesOrderLineEndsAndBlankLines) {
  for (const char* text :
       {"width 2\r\nheight 2\r\ntype octile\r\nmap\r\n.@\r\n@.\r\n",
        "\nheight  2\nwidth\t2\nmap\n.@\n@.", "height 2\nwidth 2\nmap\n.@\n@.\n\n \n"}) {
    const auto grid = parse_map(text, "a.map");
    ASSERT_TRUE(grid) << grid.error().message;
    EXPECT_EQ(drawing_of(*grid), ".@/@./");
  }
}

TEST(Map, RefusesWithFileAndLine) {
  EXPECT_ERROR(parse_map("", "a.map"), "a.map:0:", "ends before its line 'map'");
  EXPECT_ERROR(parse_map("type octile\nheight 2\n", "a.map"), "a.map:2:", "'map'");
  EXPECT_ERROR(parse_map("type tile\n", "a.map"), "a.map:1:", "only 'type octile'");
  EXPECT_ERROR(parse_map("type octile\nheight 2\nmap\n", "a.map"), "a.map:3:", "'width N'");
  EXPECT_ERROR(parse_map("height 2\nheight 2\n", "a.map"), "a.map:2:", "twice");
  EXPECT_ERROR(parse_map("type octile\n\x01PNG\n", "a.map"), "a.map:2:", "'?PNG'", "MovingAI");
  for (const char* side : {"0", "16385", "-1", "x", "4294967297", "2.5"}) {
    EXPECT_ERROR(parse_map("width " + std::string(side) + "\n", "a.map"), "a.map:1:", side,
                 "from 1 to 16384");
  }
}

TEST(Map, RefusesRowsThatDoNotFit) {
  const std::string header = "height 2\nwidth 3\nmap\n";
  EXPECT_ERROR(parse_map(header + "...\n..", "a.map"), "a.map:3:", "needs 7 bytes", "has 6");
  EXPECT_ERROR(parse_map(header + "....\n..\n", "a.map"), "a.map:4:", "row 0", "has 4",
               "3 letters");
  EXPECT_ERROR(parse_map(header + "...\n..\n.\n", "a.map"), "a.map:5:", "row 1", "has 2");
  EXPECT_ERROR(parse_map(header + "...\n...\n...\n", "a.map"), "a.map:6:", "after the last row");
  EXPECT_ERROR(parse_map("height 16384\nwidth 16384\nmap\n...\n", "a.map"),
               "needs 268451839 bytes");
}

TEST(Map, SurvivesWritingAndReading) {
  const TemporaryFolder folder;
  const auto grid = Grid::parse(".@T\nGSW\n123\n");
  const auto path = folder.path() / "a.map";
  ASSERT_TRUE(save_map(path, *grid));
  EXPECT_EQ(content_of(path), "type octile\nheight 3\nwidth 3\nmap\n.@T\nGSW\n123\n");
  const auto again = load_map(path);
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(drawing_of(*again), drawing_of(*grid));
}

TEST(Map, IsNotWrittenWithLineEndsAmongItsLetters) {
  const TemporaryFolder folder;
  const auto grid = Grid::make(2, 1, {'.', '\n'});
  EXPECT_ERROR(save_map(folder.path() / "a.map", *grid), "a.map", "line ends");
  EXPECT_FALSE(fs::exists(folder.path() / "a.map"));
}

TEST(Scenarios, AreReadBetweenTabsOrSpaces) {
  const auto scenarios = parse_scenarios(
      "version 1.0\n"
      "3\tmaps/my map.map\t49\t50\t1\t11\t48\t49\t7.65685\r\n"
      "\n"
      "0 a.map 5 5  0 0 4 4 4.5\n"
      "0\ta.map 5\t5 0 0 4 4 4.5\n",
      "a.scen");
  ASSERT_TRUE(scenarios) << scenarios.error().message;
  ASSERT_EQ(scenarios->size(), 3u);
  const Scenario& first = scenarios->front();
  EXPECT_EQ(first.bucket, 3u);
  EXPECT_EQ(first.map, "maps/my map.map");
  EXPECT_EQ(first.width, 49u);
  EXPECT_EQ(first.height, 50u);
  EXPECT_EQ(first.start, (Tile{1, 11}));
  EXPECT_EQ(first.goal, (Tile{48, 49}));
  EXPECT_EQ(first.optimal, 7.65685);
  EXPECT_EQ(scenarios->back().goal, (Tile{4, 4}));
}

TEST(Scenarios, NeedNoVersion) {
  EXPECT_EQ(parse_scenarios("0 a 5 5 0 0 4 4 4.5", "a.scen")->size(), 1u);
  EXPECT_EQ(parse_scenarios("version 1\n", "a.scen")->size(), 0u);
  EXPECT_EQ(parse_scenarios("", "a.scen")->size(), 0u);
}

TEST(Scenarios, AreRefusedWithFileAndLine) {
  const auto parse = [](const std::string& line) {
    return parse_scenarios("version 1\n" + line + "\n", "a.scen");
  };
  EXPECT_ERROR(parse_scenarios("version 2\n", "a.scen"), "a.scen:1:", "'version 2'", "'version 1'");
  EXPECT_ERROR(parse("version 1"), "a.scen:2:");
  EXPECT_ERROR(parse("0 a 5 5 0 0 4 4"), "a.scen:2:", "8 fields", "nine");
  EXPECT_ERROR(parse("0 my map 5 5 0 0 4 4 4"), "a.scen:2:", "10 fields", "tabs");
  EXPECT_ERROR(parse("x a 5 5 0 0 4 4 4"), "a.scen:2:", "bucket 'x'");
  EXPECT_ERROR(parse("0 a 5 16385 0 0 4 4 4"), "a.scen:2:", "'16385'", "16384");
  EXPECT_ERROR(parse("0 a 5 5 5 0 4 4 4"), "a.scen:2:", "'5'", "from 0 to 4");
  EXPECT_ERROR(parse("0 a 5 5 0 0 4 -1 4"), "a.scen:2:", "'-1'", "from 0 to 4");
  EXPECT_ERROR(parse("0 a 5 5 0 0 4 4 nan"), "a.scen:2:", "'nan'");
  EXPECT_ERROR(parse("0 a 5 5 0 0 4 4 -1"), "a.scen:2:", "'-1'");
  EXPECT_ERROR(load_scenarios("no/such.scen"), "no/such.scen", "check the name");
}

TEST(SharedMaps, AllLoadAndFitTheirScenarios) {
  const fs::path folder = data_folder();
  if (folder.empty()) GTEST_SKIP() << "the map collections are not here; set PORTOLAN_DATA";
  std::map<std::string, std::pair<std::uint32_t, std::uint32_t>> sides;
  std::vector<fs::path> scenario_files;
  for (const auto& file : fs::recursive_directory_iterator(folder)) {
    if (file.path().extension() == ".scen") scenario_files.push_back(file.path());
    if (file.path().extension() != ".map") continue;
    const auto grid = load_map(file.path());
    ASSERT_TRUE(grid) << grid.error().message;
    sides[file.path().string()] = {grid->width(), grid->height()};
  }
  std::size_t count = 0;
  for (const auto& file : scenario_files) {
    const auto scenarios = load_scenarios(file);
    ASSERT_TRUE(scenarios) << scenarios.error().message;
    const auto& [width, height] = sides.at((file.parent_path() / file.stem()).string());
    for (const Scenario& scenario : *scenarios) {
      ASSERT_EQ(scenario.width, width) << file;
      ASSERT_EQ(scenario.height, height) << file;
    }
    count += scenarios->size();
  }
  EXPECT_FALSE(sides.empty());
  EXPECT_GT(count, 0u);
  std::cout << sides.size() << " maps, " << scenario_files.size() << " scenario files, " << count
            << " scenarios\n";
}

}  // namespace
}  // namespace portolan::detail
