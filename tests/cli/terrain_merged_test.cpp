#include <gtest/gtest.h>

#include "tool.h"

namespace portolan::detail {
namespace {

/// Worlds that hold their merged hierarchy.
class CliTerrainMerged : public ToolFolder {
 protected:
  void build_hills(const std::string& file, const std::string& options) const {
    if (!exists("hills.pgm")) run("generate terrain hills --size 41 --seed 3 -o hills.pgm");
    const auto built =
        run("build hills.pgm --world terrain --height-scale 0.001 -o " + file + " " + options);
    EXPECT_EQ(built.exit_code, 0) << built;
  }
  /// The bytes of the merged section, the last one of the file.
  std::string merged_bytes(const std::string& file) const {
    const std::string bytes = read(file);
    const std::size_t at = bytes.rfind("MRGH");
    return at == std::string::npos ? "" : bytes.substr(at);
  }
  nlohmann::json stored(const std::string& file) const {
    return parse_json(run("info " + file + " --json"))["stored_merged"];
  }
};

TEST_F(CliTerrainMerged, TooFewLayersAreTold) {
  const std::string equally_near = "--triangles four --prices distance --tables none ";
  const char* warning = "few layers, since by these prices";
  build_hills("flat.portolan", equally_near);
  EXPECT_FALSE(run("info flat.portolan").says(warning));
  EXPECT_TRUE(run("info flat.portolan --merged").says(warning));
  build_hills("stored.portolan", equally_near + "--merged");
  EXPECT_TRUE(run("info stored.portolan").says(warning));
  run("build hills.pgm --world terrain --height-scale 0.01 -o steep.portolan --merged "
      "--respect-steepness 0.01 " +
      equally_near);
  const auto steep = run("info steep.portolan");
  EXPECT_TRUE(steep.says("stored      merged to step ")) << steep;
  EXPECT_FALSE(steep.says(warning)) << steep;
}

TEST_F(CliTerrainMerged, BuildStoresItAndInfoSaysSo) {
  build_hills("plain.portolan", "");
  EXPECT_TRUE(stored("plain.portolan").is_null());
  build_hills("hills.portolan", "--merged --entering average --patience 0");
  const auto text = run("info hills.portolan");
  EXPECT_TRUE(text.says("stored      merged to step ")) << text;
  EXPECT_TRUE(text.says("entering average, patience 0")) << text;
  const auto info = stored("hills.portolan");
  EXPECT_EQ(info["whole"], true);
  EXPECT_EQ(info["top_clusters"], 1);
  EXPECT_EQ(info["entering"], "average");
  EXPECT_EQ(info["patience"], 0);
  const auto merged = parse_json(
      run("info plain.portolan --merged --entering average --patience 0 --json"))["merged"];
  EXPECT_EQ(info["layers"], merged["layers"]);
  EXPECT_EQ(info["high_clusters"], merged["high_clusters"]);
  EXPECT_EQ(info["memory_bytes"], merged["bytes"]);
}

TEST_F(CliTerrainMerged, EveryCommandUsesIt) {
  build_hills("plain.portolan", "");
  build_hills("hills.portolan", "--merged --patience 2");
  // Merged as in the world without --patience; the same answers as merging now with it.
  const auto answers = [&](const std::string& file, const std::string& options) {
    const auto result = run("path " + file + " --from 2,3 --to 38,35 --algorithm merged,guided " +
                            "--json " + options);
    EXPECT_EQ(result.err.find("merging: 100 %") == std::string::npos,
              file == "hills.portolan" && options.find("patience 1") == std::string::npos)
        << result;
    auto found = parse_json(result)["algorithms"];
    for (auto& [name, answer] : found.items()) answer = answer["triangles"];
    return found;
  };
  const auto patient = answers("plain.portolan", "--patience 2");
  EXPECT_EQ(answers("hills.portolan", ""), patient);
  EXPECT_EQ(answers("hills.portolan", "--patience 2"), patient);
  EXPECT_EQ(answers("hills.portolan", "--layers 3"),
            answers("plain.portolan", "--patience 2 --layers 3"));
  EXPECT_EQ(answers("hills.portolan", "--patience 1"), answers("plain.portolan", ""));
  for (const std::string command :
       {"run hills.portolan random:5 --rounds 1 --algorithm astar,merged,guided",
        "wave hills.portolan --from 20,20 --every 50 --sample 2", "check hills.portolan random:5",
        "merge-steps hills.portolan -o steps --steps 1", "info hills.portolan --merged"}) {
    const auto result = run(command);
    EXPECT_EQ(result.exit_code, 0) << command << "\n" << result;
    EXPECT_FALSE(result.says("merging")) << command << "\n" << result;
  }
  EXPECT_TRUE(run("info hills.portolan --merged").says("bytes per triangle), as stored"));
}

TEST_F(CliTerrainMerged, OtherSettingsMergeAnewAndSaySo) {
  build_hills("hills.portolan", "--merged");
  const auto result = run("info hills.portolan --merged --entering average");
  EXPECT_EQ(result.exit_code, 0) << result;
  EXPECT_NE(result.err.find("merging anew: what the world holds was merged with --entering "
                            "worst-unit --patience 1"),
            std::string::npos)
      << result;
  const auto again = run("build hills.portolan --merged --entering average -o other.portolan");
  EXPECT_EQ(again.exit_code, 0) << again;
  EXPECT_EQ(stored("other.portolan")["entering"], "average");
}

TEST_F(CliTerrainMerged, StepsAreStoredAndGoOnToTheSameBytes) {
  build_hills("plain.portolan", "");
  build_hills("whole.portolan", "--merged");
  const auto first = run("merge-steps plain.portolan --steps 2 -o part.portolan");
  ASSERT_EQ(first.exit_code, 0) << first;
  EXPECT_TRUE(first.says("merged to step 2, more to come")) << first;
  EXPECT_EQ(stored("part.portolan")["whole"], false);
  ASSERT_EQ(run("merge-steps part.portolan --steps 3 -o further.portolan").exit_code, 0);
  EXPECT_EQ(stored("further.portolan")["steps"], 3);
  ASSERT_EQ(run("build further.portolan --merged -o built.portolan").exit_code, 0);
  ASSERT_EQ(run("merge-steps further.portolan -o stepped.portolan").exit_code, 0);
  const std::string whole = merged_bytes("whole.portolan");
  ASSERT_FALSE(whole.empty());
  EXPECT_EQ(merged_bytes("built.portolan"), whole);
  EXPECT_EQ(merged_bytes("stepped.portolan"), whole);
  EXPECT_LT(merged_bytes("part.portolan").size(), whole.size());
  // Queries on a part merge the rest.
  const std::string ask = " --from 2,3 --to 38,35 --algorithm merged --json";
  EXPECT_EQ(parse_json(run("path part.portolan" + ask))["algorithms"]["merged"]["triangles"],
            parse_json(run("path whole.portolan" + ask))["algorithms"]["merged"]["triangles"]);
  const auto back = run("merge-steps further.portolan --steps 1 -o back.portolan");
  EXPECT_EQ(back.exit_code, 2) << back;
  EXPECT_TRUE(back.says("--steps: the world is merged to step 3 already")) << back;
}

TEST_F(CliTerrainMerged, DamageIsSaid) {
  build_hills("hills.portolan", "--merged");
  std::string bytes = read("hills.portolan");
  bytes[bytes.rfind("MRGH") + 100] ^= 1;
  write("damaged.portolan", bytes);
  write("short.portolan", bytes.substr(0, bytes.size() - 9));
  for (const std::string file : {"damaged.portolan", "short.portolan"}) {
    const auto result = run("info " + file);
    EXPECT_EQ(result.exit_code, 3) << result;
    EXPECT_NE(result.err.find(file + ": "), std::string::npos) << result;
  }
}

}  // namespace
}  // namespace portolan::detail
