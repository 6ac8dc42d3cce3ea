#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <vector>

#include "viewing.h"

namespace portolan::detail::cli {
namespace {

using ViewTrace = ViewedWorlds;

/// A trace lists every expansion that the path's own counts tell of, each after its parent.
void expect_matches_path(const AskedViewer& viewer, const std::string& ends,
                         const std::string& algorithm, const std::string& level) {
  const std::string asked = ends + "&level=" + level;
  const ReadBundle trace = viewer.get_bundle("/api/trace?" + asked + "&algorithm=" + algorithm);
  const auto path =
      viewer.get_json("/api/path?" + asked + "&algorithms=" + algorithm)["algorithms"][algorithm];
  EXPECT_EQ(trace.header()["cost"], path["cost"]);
  std::map<std::string, std::size_t> phases;
  std::size_t listed = 0;
  for (const auto& phase : trace.header()["phases"]) {
    EXPECT_EQ(phase["first"], listed);
    listed += phase["count"].get<std::size_t>();
    phases[phase["name"]] = phase["count"];
  }
  const auto parent = trace.array<std::uint32_t>("parent");
  EXPECT_EQ(trace.points("expanded").size(), listed);
  ASSERT_EQ(parent.size(), listed);
  for (std::size_t i = 0; i < listed; ++i)
    EXPECT_TRUE(parent[i] == 0xFFFF'FFFFu || parent[i] < i) << i;
  EXPECT_EQ(phases["connect start"] + phases["connect goal"] + phases["connect upwards"],
            path["connect"]["expansions"]);
  EXPECT_EQ(phases["search"], path["main"]["expansions"]);
  EXPECT_EQ(phases["refine"], path["refine"]["expansions"]);
  EXPECT_EQ(listed, path["expansions"]);
  EXPECT_EQ(trace.header()["stages"].back()["points"], path["points"]);
}

TEST_F(ViewTrace, ListsWhatPathsExpand) {
  const AskedViewer grid(walled_grid());
  const AskedViewer mesh(three_floors());
  const AskedViewer terrain(hills());
  for (const char* algorithm : {"astar", "hierarchy", "tables"}) {
    expect_matches_path(grid, "from=0.5,0,0.5&to=11.5,0,0.5", algorithm, "auto");
    expect_matches_path(mesh, "from=2,0,10&to=48,0,10", algorithm, "auto");
    expect_matches_path(terrain, "from=15,0,15&to=200,0,210", algorithm, "auto");
  }
  expect_matches_path(grid, "from=0.5,0,0.5&to=11.5,0,0.5", "hierarchy", "2");
  expect_matches_path(terrain, "from=15,0,15&to=200,0,210", "hierarchy", "1");
}

TEST_F(ViewTrace, OfAGuidedPathGoesFromLayerToLayer) {
  const AskedViewer viewer(hills(40));  // smaller ones have no layers
  const std::string ends = "from=15,0,15&to=340,0,350";
  const ReadBundle trace = viewer.get_bundle("/api/trace?" + ends + "&algorithm=guided");
  const auto path =
      viewer.get_json("/api/path?" + ends + "&algorithms=guided")["algorithms"]["guided"];
  const auto phases = trace.header()["phases"];
  const auto stages = trace.header()["stages"];
  ASSERT_GE(phases.size(), 2u);
  ASSERT_EQ(stages.size(), phases.size());
  std::size_t listed = 0;
  for (std::size_t i = 0; i < phases.size(); ++i) {
    EXPECT_EQ(phases[i]["first"], listed);
    listed += phases[i]["count"].get<std::size_t>();
    EXPECT_EQ(stages[i]["after"], listed);
    if (i + 1 < phases.size()) {
      EXPECT_EQ(phases[i]["name"], "layer " + std::to_string(phases.size() - 1 - i));
      EXPECT_EQ(stages[i]["name"], phases[i]["name"]);
    }
  }
  EXPECT_EQ(phases.back()["name"], "triangles");
  EXPECT_EQ(listed, path["expansions"]);
  EXPECT_EQ(listed, trace.points("expanded").size());
  EXPECT_EQ(trace.header()["cost"], path["cost"]);
  EXPECT_EQ(stages.back()["points"], path["points"]);
  // What a layer's path leads over was reached from one another in its phase.
  const auto expanded = trace.points("expanded");
  for (const auto& point : stages[0]["points"]) {
    const Vec3 place{point[0], point[1], point[2]};
    const auto end = expanded.begin() + phases[0]["count"].get<std::ptrdiff_t>();
    EXPECT_TRUE(point == stages[0]["points"].back() ||
                std::find(expanded.begin(), end, place) != end);
  }
}

TEST_F(ViewTrace, ShowsThePathAfterEachStage) {
  const AskedViewer viewer(walled_grid());
  const auto header =
      viewer.get_bundle("/api/trace?from=0.5,0,0.5&to=11.5,0,0.5&algorithm=hierarchy").header();
  ASSERT_EQ(header["stages"].size(), 3u);
  const char* names[] = {"abstract", "refined", "smoothed"};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(header["stages"][i]["name"], names[i]);
    EXPECT_EQ(header["stages"][i]["points"].front(), nlohmann::json({0.5, 0.0, 0.5})) << names[i];
    EXPECT_EQ(header["stages"][i]["points"].back(), nlohmann::json({11.5, 0.0, 0.5})) << names[i];
  }
  std::size_t listed = 0;
  for (const auto& phase : header["phases"]) {
    listed += phase["count"].get<std::size_t>();
    if (phase["name"] == "search") {
      EXPECT_EQ(header["stages"][0]["after"], listed);
    }
  }
  EXPECT_EQ(header["stages"][1]["after"], listed);
  EXPECT_EQ(header["stages"][2]["after"], listed + 1);
}

float length_of(const std::vector<Vec3>& line) {
  float sum = 0.0f;
  for (std::size_t i = 1; i < line.size(); ++i) sum += distance(line[i - 1], line[i]);
  return sum;
}

/// Refined hop by hop the abstract path becomes one as long as the refined path, and every hop ends
/// where the next begins.
void expect_refines_lazily(const AskedViewer& viewer, const std::string& ends) {
  const ReadBundle trace = viewer.get_bundle("/api/trace?" + ends + "&algorithm=hierarchy");
  const auto stages = trace.header()["stages"];
  const auto points_of = [](const nlohmann::json& list) {
    std::vector<Vec3> points;
    for (const auto& p : list) points.push_back({p[0], p[1], p[2]});
    return points;
  };
  const std::vector<Vec3> abstract = points_of(stages[0]["points"]);
  const std::vector<Vec3> whole = points_of(stages[1]["points"]);
  const std::vector<Vec3> refined = trace.points("refined");
  const auto end = trace.array<std::uint32_t>("refined_end");
  ASSERT_EQ(end.size() + 1, abstract.size());
  ASSERT_GT(end.size(), 2u);
  for (std::size_t hop = 0; hop < end.size(); ++hop) {
    ASSERT_GT(end[hop], hop == 0 ? 0 : end[hop - 1]);
    EXPECT_EQ(refined[end[hop] - 1], abstract[hop + 1]) << hop;
  }
  // Between the nodes at both ends, which on meshes lie beside the points.
  const std::vector<Vec3> inside(refined.begin(), refined.end() - 1);
  EXPECT_EQ(inside.front(), whole.front());
  EXPECT_EQ(inside.back(), whole.back());
  EXPECT_NEAR(length_of(inside), length_of(whole), 1e-3);
}

TEST_F(ViewTrace, RefinesHopByHop) {
  expect_refines_lazily(AskedViewer(walled_grid()), "from=0.5,0,0.5&to=11.5,0,0.5");
  expect_refines_lazily(AskedViewer(three_floors()), "from=2,0,10&to=48,0,10");
}

TEST_F(ViewTrace, OfNoPathHasNoStages) {
  const AskedViewer viewer(walled_grid());
  const auto header = viewer.get_bundle("/api/trace?from=5.5,0,0.5&to=11.5,0,0.5").header();
  EXPECT_EQ(header["status"], "invalid_start");
  EXPECT_TRUE(header["stages"].empty());
}

}  // namespace
}  // namespace portolan::detail::cli
