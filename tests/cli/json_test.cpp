#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <sstream>

#include "json_schema.h"
#include "tool.h"

namespace portolan::detail {
namespace {

class CliJson : public ToolFolder {
 protected:
  static const nlohmann::json& schema() {
    static const nlohmann::json read = [] {
      std::ifstream file(PORTOLAN_SOURCE_DIR "/docs/json-schema.json");
      return nlohmann::json::parse(file);
    }();
    return read;
  }

  /// Runs a subcommand with --json and holds what it prints against the schema.
  nlohmann::json ask(const std::string& arguments, int exit_code = 0) const {
    const ToolResult result = run(arguments + " --json");
    EXPECT_EQ(result.exit_code, exit_code) << arguments << "\n" << result;
    const nlohmann::json document = parse_json(result);
    EXPECT_FALSE(document.is_discarded()) << arguments << "\n" << result;
    if (document.is_discarded()) return {};
    for (const std::string& problem : schema_problems(schema(), document))
      ADD_FAILURE() << arguments << "\n" << problem;
    EXPECT_EQ(document["version"], 1);
    EXPECT_EQ(document["command"], arguments.substr(0, arguments.find(' ')));
    return document;
  }
};

TEST_F(CliJson, TheValidatorFindsProblems) {
  const nlohmann::json rules =
      nlohmann::json::parse(R"({"type": "object", "required": ["a"], "properties": {
      "a": {"type": ["integer", "null"], "minimum": 0}, "b": {"$ref": "#/$defs/two"},
      "c": {"oneOf": [{"type": "number"}, {"type": "integer"}, {"const": "x"}]}},
      "$defs": {"two": {"type": "array", "items": {"type": "string"}, "minItems": 2}}})");
  const auto problems = [&](const char* text) {
    return schema_problems(rules, nlohmann::json::parse(text)).size();
  };
  EXPECT_EQ(problems(R"({"a": 1, "b": ["x", "y"], "c": 1.5})"), 0u);
  EXPECT_EQ(problems(R"({"a": null, "c": "x"})"), 0u);
  EXPECT_EQ(problems(R"({"b": ["x", "y"]})"), 1u);
  EXPECT_EQ(problems(R"({"a": -1})"), 1u);
  EXPECT_EQ(problems(R"({"a": 1.5})"), 1u);
  EXPECT_EQ(problems(R"({"a": 1, "b": ["x"]})"), 1u);
  EXPECT_EQ(problems(R"({"a": 1, "b": ["x", 2]})"), 1u);
  EXPECT_EQ(problems(R"({"a": 1, "c": 1})"), 1u);
  EXPECT_EQ(problems(R"({"a": 1, "d": 1})"), 1u);
  EXPECT_EQ(schema_problems(nlohmann::json::parse(R"({"pattern": "x"})"), "x").size(), 1u);
}

TEST_F(CliJson, OfGridsIsAsDescribed) {
  EXPECT_EQ(ask("generate grid city --size 64 -o city.map")["width"], 64);
  const nlohmann::json built = ask("build city.map -o city.portolan");
  EXPECT_EQ(built["kind"], "grid");
  EXPECT_EQ(built["more_memory"], nullptr);
  EXPECT_EQ(ask("info city.portolan")["levels"].size(), 2u);
  EXPECT_EQ(ask("run city.portolan random:20 --cold")["timing"], "cold");
  EXPECT_EQ(ask("run city.portolan random:20")["timing"], "warm");
  EXPECT_EQ(ask("batch city.portolan random:50")["algorithms"]["tables"]["complete"], 50);
  EXPECT_EQ(ask("batch city.portolan random:50 --first 2")["failures"].size(), 0u);
  write_two_parts("two.map");
  write("two.map.scen", "version 1\n0\ttwo.map\t8\t6\t0\t0\t5\t5\t9.41421356\n");
  EXPECT_EQ(ask("check two.map --tables auto")["good"], true);
  write("two.map.scen", "version 1\n0\ttwo.map\t8\t6\t0\t0\t5\t5\t6\n");
  const nlohmann::json wrong = ask("check two.map", 1);
  EXPECT_EQ(wrong["parts"][0]["faults"]["astar wrong"], 1);
  EXPECT_EQ(wrong["parts"][0]["faults"]["tables wrong"], nullptr);
}

TEST_F(CliJson, OfBuildsOffersWhatMoreMemoryWouldBuy) {
  ASSERT_EQ(run("generate grid random --size 256 -o large.map").exit_code, 0);
  const std::string build = "build large.map --tables 1 -o large.portolan";
  const nlohmann::json more = ask(build)["more_memory"];
  ASSERT_TRUE(more.is_object()) << more;
  EXPECT_GT(more["all"]["bytes"], 1'000'000);
  const auto text = run(build);
  EXPECT_TRUE(text.says("--tables " + more["all"]["megabytes"].dump() + "): queries are look-ups"))
      << more << text;
  EXPECT_EQ(text.says("slower ones"), more.contains("some")) << more << text;
}

TEST_F(CliJson, OfPathsGivesReasons) {
  write_two_parts("two.map");
  EXPECT_EQ(ask("path two.map --from 0,0 --to 5,5")["algorithms"]["tables"]["reason"], nullptr);
  const nlohmann::json apart = ask("path two.map --from 0,0 --to 7,0 --algorithm astar,tables", 1);
  for (const char* algorithm : {"astar", "tables"}) {
    EXPECT_EQ(apart["algorithms"][algorithm]["status"], "unreachable");
    EXPECT_NE(apart["algorithms"][algorithm]["reason"], nullptr);
  }
  const nlohmann::json blocked = ask("path two.map --from 6,1 --to 0,0", 1);
  EXPECT_EQ(blocked["algorithms"]["tables"]["status"], "invalid_start");
  EXPECT_NE(blocked["algorithms"]["tables"]["reason"].get<std::string>().find("6,1 is blocked"),
            std::string::npos);
  write("pairs.csv", "from_x,from_y,to_x,to_y\n0,0,5,5\n6,1,0,0\n0,0,7,0\n");
  for (const char* command :
       {"run two.map pairs.csv --algorithm tables", "batch two.map pairs.csv"}) {
    const nlohmann::json failures = ask(command)["failures"];
    ASSERT_EQ(failures.size(), 2u) << failures;
    EXPECT_EQ(failures[0]["index"], 1);
    EXPECT_EQ(failures[0]["reason"], "6,1 is blocked");
    EXPECT_EQ(failures[1]["status"], "unreachable");
  }
}

TEST_F(CliJson, OfMeshesNamesNearestPoints) {
  write_two_floors("floors.obj");
  EXPECT_EQ(ask("build floors.obj -o floors.portolan")["kind"], "navmesh");
  EXPECT_EQ(ask("info floors.portolan")["agents"].size(), 1u);
  const nlohmann::json found =
      ask("path floors.portolan --from 2,0,2 --to 18,0,18 --waypoints "
          "--algorithm astar,hierarchy,tables,detour");
  EXPECT_EQ(found["algorithms"].size(), 4u);
  const nlohmann::json apart = ask("path floors.portolan --from 2,0,10 --to 40,0,10", 1);
  EXPECT_NEAR(apart["algorithms"]["tables"]["nearest"][0].get<double>(), 19.4, 0.7);
  const nlohmann::json off = ask("path floors.portolan --from 2,0,10 --to 25,0,10", 1);
  EXPECT_EQ(off["algorithms"]["tables"]["status"], "invalid_goal");
  EXPECT_TRUE(off["algorithms"]["tables"]["nearest"].is_array());
  EXPECT_EQ(ask("run floors.portolan random:20 --waypoints --algorithm astar,detour")["queries"],
            20);
  EXPECT_EQ(ask("batch floors.portolan --agents 20 --frames 3")["frames"], 3);
  EXPECT_EQ(ask("check floors.portolan random:20")["good"], true);
  EXPECT_TRUE(ask("generate navmesh dungeon --size 40 -o rooms.obj").contains("triangles"));
}

TEST_F(CliJson, OfMeshesNamesTheAgentType) {
  write_two_floors("floors.obj");
  write("foot.json", R"({"name": "foot", "areas": {"floor": 1}})");
  write("cart.json", R"({"name": "cart", "areas": {"floor": 2}})");
  ask("build floors.obj -o floors.portolan --metric foot.json --metric cart.json");
  for (const std::string command :
       {"path floors.portolan --from 2,0,2 --to 18,0,18", "run floors.portolan random:3",
        "batch floors.portolan random:3", "batch floors.portolan --agents 40 --frames 2"}) {
    EXPECT_EQ(ask(command)["agent"], "foot") << command;
    EXPECT_EQ(ask(command + " --agent cart")["agent"], "cart") << command;
  }
  write_two_parts("two.map");
  EXPECT_FALSE(ask("path two.map --from 0,0 --to 5,5").contains("agent"));
}

TEST_F(CliJson, OfTerrainIsAsDescribed) {
  EXPECT_TRUE(ask("generate terrain hills --size 33 -o hills.pgm").contains("build_command"));
  EXPECT_EQ(ask("build hills.pgm --world terrain -o hills.portolan --merged")["kind"], "terrain");
  EXPECT_TRUE(ask("info hills.portolan --merged").contains("merged"));
  ask("path hills.portolan --from 2,2 --to 28,28 --algorithm astar,hierarchy,tables,merged,guided");
  ask("path hills.portolan --from 2,2 --to 100,100", 1);
  ask("run hills.portolan random:10 --algorithm astar,merged");
  ask("batch hills.portolan random:10");
  ask("check hills.portolan random:5");
  ask("wave hills.portolan --from 5,5 --every 20");
  ask("merge-steps hills.portolan -o steps --steps 1,2");
  ask("merge-steps hills.portolan -o part.portolan");
}

TEST_F(CliJson, OfTheDemoIsAsDescribed) { EXPECT_EQ(ask("demo --size 64")["worlds"].size(), 3u); }

TEST_F(CliJson, OfTheViewerIsAsDescribed) {
  write_two_parts("two.map");
  const ToolResult result = run_shell(
      "\"$TOOL\" view two.map --port 0 --json > link & server=$!; "
      "for i in $(seq 300); do [ -s link ] && break; sleep 0.1; done; kill $server; cat link");
  const nlohmann::json document = parse_json(result);
  ASSERT_TRUE(document.is_object()) << result;
  EXPECT_TRUE(schema_problems(schema(), document).empty()) << document;
}

/// By a browser that is none; see tests/view/picture_test.cpp.
TEST_F(CliJson, OfPicturesOfTheViewerIsAsDescribed) {
  write_two_parts("two.map");
  write("browser",
        "#!/bin/sh\nfor word; do case $word in --screenshot=*) file=${word#*=};; esac; done\n"
        "printf '\\211PNG\\r\\n\\032\\n' > \"$file\"\n");
  const ToolResult result = run_shell(
      "chmod +x browser; CHROMIUM=$PWD/browser $TOOL view two.map --port 0 --picture page.png "
      "--json");
  const nlohmann::json document = parse_json(result);
  ASSERT_TRUE(document.is_object()) << result;
  for (const std::string& problem : schema_problems(schema(), document)) ADD_FAILURE() << problem;
  EXPECT_EQ(document["picture"], "page.png");
}

/// Those of the help: a new one is not forgotten here. What some of them print depends on their
/// options, and is for the tests above.
TEST_F(CliJson, EverySubcommandIsDescribedOrPrintsText) {
  const std::set<std::string> of_text{"manual", "completion"};
  std::set<std::string> described;
  for (const auto& [name, rules] : schema()["$defs"].items()) {
    const std::string text = rules.dump();
    const std::string_view begin = R"("command":{"const":")";
    const std::size_t at = text.find(begin);
    if (at == std::string::npos) continue;
    const std::size_t from = at + begin.size();
    described.insert(text.substr(from, text.find('"', from) - from));
  }
  std::istringstream help(run("--help").out);
  std::string line;
  while (std::getline(help, line) && !line.starts_with("Subcommands:")) {
  }
  std::size_t subcommands = 0;
  while (std::getline(help, line) && (line.empty() || line.starts_with(" "))) {
    std::istringstream words(line);
    std::string name;
    if (!line.starts_with("  ") || line.starts_with("   ") || !(words >> name)) continue;
    ++subcommands;
    const bool takes_json = run(name + " --help").says("--json");
    EXPECT_EQ(takes_json, !of_text.contains(name)) << name;
    EXPECT_EQ(described.contains(name), takes_json) << name;
  }
  EXPECT_EQ(subcommands, described.size() + of_text.size());
}

TEST_F(CliJson, SaysWhyTheToolFailed) {
  write_two_parts("two.map");
  write("noise.portolan", "no world at all");
  const auto kind_of = [&](const std::string& arguments, int exit_code) {
    const nlohmann::json document = ask(arguments, exit_code);
    EXPECT_NE(document["error"]["message"], "");
    return document["error"]["kind"].get<std::string>();
  };
  EXPECT_EQ(kind_of("path two.map --from 0,0", 2), "usage");
  EXPECT_EQ(kind_of("path two.map --from 0,0 --to 5", 2), "usage");
  EXPECT_EQ(kind_of("info noise.portolan", 3), "bad_input");
  EXPECT_EQ(kind_of("info missing.portolan", 3), "bad_input");
  EXPECT_EQ(kind_of("build two.map -o no/two.portolan", 3), "bad_input");
  EXPECT_EQ(kind_of("rin two.map random:3", 2), "usage");
}

}  // namespace
}  // namespace portolan::detail
