#include <gtest/gtest.h>

#include "tool.h"

namespace portolan::detail {
namespace {

/// A command line and what its refusal must say.
struct Mistake {
  const char* name;
  const char* arguments;
  std::vector<const char*> words;
};

class CliMistake : public ToolFolder, public ::testing::WithParamInterface<Mistake> {};

TEST_P(CliMistake, NamesItselfAndWhatIsAllowed) {
  write_two_parts("small.map");
  write("small.txt", "of no kind");
  const auto result = run(GetParam().arguments);
  EXPECT_EQ(result.exit_code, 2) << result;
  for (const char* word : GetParam().words) {
    EXPECT_NE(result.err.find(word), std::string::npos) << "'" << word << "' is not in " << result;
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, CliMistake,
    ::testing::Values(
        Mistake{"UnknownCommand", "buidl x", {"'buidl'", "did you mean build?", "generate, build"}},
        Mistake{"MistypedAlgorithm",
                "run small.map random:3 --algorithm tabels",
                {"'tabels' is unknown; give astar, hierarchy", "; did you mean tables?"}},
        Mistake{"MistypedWorld",
                "build small.map -o w --world gird",
                {"'gird' is unknown; give grid, navmesh, terrain", "; did you mean grid?"}},
        Mistake{"MistypedOption",
                "build small.map -o w --cellsize 8",
                {"--cellsize is no option; did you mean --cell-size?"}},
        Mistake{"MistypedOptionLikeOneOfBuild",
                "path small.map --from 0,0 --to 1,0 --sizee 1",
                {"--sizee is no option; did you mean --size?"}},
        Mistake{"CheckOfNoKind",
                "check small.txt",
                {"folders, .map files or .map.scen files", "a built navigation mesh or terrain"}},
        Mistake{"PictureOfNoFormat",
                "path small.map --from 0,0 --to 1,0 --picture path.jpg",
                {"--picture", "'path.jpg'", "end it in .png or .ppm"}},
        Mistake{"LaterCommand", "soak x", {"soak is planned", "not in this version"}},
        Mistake{"UnknownOption", "info small.map --colour", {"--colour"}},
        Mistake{"UnknownTables",
                "build small.map -o w --tables many",
                {"--tables", "'many' is unknown; give auto, none or a number of megabytes"}},
        Mistake{"NoTables", "build small.map -o w --tables 0", {"--tables", "1"}},
        Mistake{"ModelOfMeshes",
                "path small.map --from 0,0 --to 1,0 --model=paper",
                {"--model is for navigation meshes"}},
        Mistake{"LaterAlgorithm",
                "run small.map random:3 --algorithm astar,boost",
                {"--algorithm", "boost is planned", "astar, hierarchy"}},
        Mistake{"TablesOfAWorldWithout",
                "run small.map random:3 --tables none --algorithm astar,tables",
                {"--algorithm", "there are no tables that answer", "build it with --tables auto"}},
        Mistake{"ConnectTableOfAWorldWithout",
                "run small.map random:3 --tables none --connect table",
                {"--connect", "no connect table", "build it with --tables auto"}},
        Mistake{"WorldOfBuild", "build small.map -o w --world sea", {"--world", "give grid"}},
        Mistake{"AlgorithmTwice",
                "run small.map random:3 --algorithm astar,astar",
                {"--algorithm", "twice"}},
        Mistake{"UnknownAlgorithm",
                "run small.map random:3 --algorithm jps",
                {"--algorithm", "'jps'", "astar, hierarchy"}},
        Mistake{"UnknownScene",
                "generate grid labyrinth -o x.map",
                {"'labyrinth'", "maze, rooms, caves, random, city"}},
        Mistake{"OptionOfAnotherScene",
                "generate grid maze --room-size 9 -o x.map",
                {"--room-size", "rooms", "maze"}},
        Mistake{"BadSize", "generate grid maze --size 12x -o x.map", {"--size", "'12x'", "WxH"}},
        Mistake{"SizeOutOfRange", "generate grid maze --size 4 -o x.map", {"--size", "8 to 8192"}},
        Mistake{"MissingOutput", "generate grid maze", {"--output is required"}},
        Mistake{"MissingInput", "build -o w", {"INPUT is required"}},
        Mistake{"BadTile",
                "path small.map --from 1,0,2 --to 2,2",
                {"--from: '1,0,2' is not a tile of a grid; give X,Y, counted from 0,0"}},
        Mistake{"CellSizeOutOfRange",
                "build small.map -o w --cell-size 1",
                {"--cell-size", "2 to 256"}},
        Mistake{"LevelsNotANumber", "build small.map -o w --levels two", {"--levels", "'two'"}},
        Mistake{"UnknownTransitions",
                "build small.map -o w --transitions some",
                {"--transitions", "'some'", "every:K"}},
        Mistake{"UnknownWeights",
                "build small.map -o w --weights hills:1",
                {"--weights", "blocks:SEED"}},
        Mistake{"UnknownDiagonals",
                "build small.map -o w --diagonals maybe",
                {"--diagonals", "both_free"}},
        Mistake{"DiagonalLength",
                "build small.map -o w --diagonal-length 9",
                {"--diagonal-length", "0.5", "4"}},
        Mistake{
            "StorePaths", "build small.map -o w --store-paths yes", {"--store-paths", "on, off"}},
        Mistake{"UnknownInput", "build small.txt -o w", {"small.txt", ".map"}},
        Mistake{"OutputLikeAMap", "build small.map -o other.map", {"--output", ".portolan"}},
        Mistake{"LevelTooHigh",
                "path small.map --from 0,0 --to 1,0 --levels 1 --level 2",
                {"--level", "levels 1 to 1"}},
        Mistake{"RandomWithoutCount", "run small.map random:", {"QUERIES", "whole number"}},
        Mistake{"NoRounds", "run small.map random:3 --rounds 0", {"--rounds", "1 to 1000"}},
        Mistake{"UnknownSmoothing",
                "run small.map random:3 --smooth some",
                {"--smooth", "none, paper, full"}}),
    [](const auto& mistake) { return mistake.param.name; });

}  // namespace
}  // namespace portolan::detail
