// What the page asks for first: the world, its geometry, its hierarchy, what lies where.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "viewing.h"

namespace portolan::detail::cli {
namespace {

using ViewWorld = ViewedWorlds;

TEST_F(ViewWorld, IsDescribed) {
  const AskedViewer viewer(walled_grid(), "walled.map");
  const auto world = viewer.get_json("/api/world");
  EXPECT_EQ(world["version"], 1);
  EXPECT_EQ(world["revision"], 1);
  EXPECT_EQ(world["name"], "walled.map");
  EXPECT_EQ(world["kind"], "grid");
  EXPECT_EQ(world["bounds"]["max"], nlohmann::json({12.0, 0.0, 8.0}));
  EXPECT_EQ(world["elements"], 96);
  EXPECT_EQ(world["levels"], 2);
  EXPECT_EQ(world["level_info"].size(), 2u);
  EXPECT_EQ(world["algorithms"], nlohmann::json({"astar", "hierarchy", "tables"}));
  EXPECT_EQ(world["tables"], "ready");
  std::set<std::string> passable;
  for (const auto& letter : world["letters"]) {
    if (letter["passable"] == true) passable.insert(letter["letter"].get<std::string>());
  }
  EXPECT_TRUE(passable.contains(".") && passable.contains("3") && !passable.contains("@"));
}

TEST_F(ViewWorld, OfEachKindHasAFirstPairWithAPath) {
  for (auto make : {+[](const ViewWorld& t) { return t.walled_grid(); },
                    +[](const ViewWorld& t) { return t.three_floors(); },
                    +[](const ViewWorld& t) { return t.hills(); }}) {
    const AskedViewer viewer(make(*this));
    const auto world = viewer.get_json("/api/world");
    const auto spell = [](const nlohmann::json& p) {
      return p[0].dump() + "," + p[1].dump() + "," + p[2].dump();
    };
    const auto path =
        viewer.get_json("/api/path?from=" + spell(world["start"]) + "&to=" + spell(world["goal"]));
    EXPECT_EQ(path["algorithms"]["hierarchy"]["status"], "complete") << world.dump();
  }
}

TEST_F(ViewWorld, OfAGridHasItsTiles) {
  const AskedViewer viewer(walled_grid());
  const ReadBundle geometry = viewer.get_bundle("/api/geometry");
  EXPECT_EQ(geometry.header()["width"], 12);
  EXPECT_EQ(geometry.header()["height"], 8);
  const auto tiles = geometry.array<std::uint8_t>("tiles");
  ASSERT_EQ(tiles.size(), 96u);
  EXPECT_EQ(tiles[5], '@');
  EXPECT_EQ(tiles[6 * 12 + 5], '.');
  EXPECT_EQ(tiles[3 * 12 + 8], '3');
}

TEST_F(ViewWorld, OfAMeshHasTrianglesOfItsPolygons) {
  const AskedViewer viewer(three_floors());
  const auto world = viewer.get_json("/api/world");
  const ReadBundle geometry = viewer.get_bundle("/api/geometry");
  const auto positions = geometry.points("positions");
  const auto corners = geometry.array<std::uint32_t>("indices");
  const auto element = geometry.array<std::uint32_t>("element");
  EXPECT_EQ(corners.size(), 3 * element.size());
  for (const std::uint32_t corner : corners) ASSERT_LT(corner, positions.size());
  const std::set<std::uint32_t> polygons(element.begin(), element.end());
  EXPECT_EQ(polygons.size(), world["elements"].get<std::size_t>());
  EXPECT_EQ(geometry.array<std::uint8_t>("area").size(), polygons.size());
  double area = 0.0;  // of 50 m x 20 m, less what an agent keeps from the walls
  for (std::size_t i = 0; i < corners.size(); i += 3) {
    const Vec3 a = positions[corners[i + 1]] - positions[corners[i]];
    const Vec3 b = positions[corners[i + 2]] - positions[corners[i]];
    area += 0.5 * std::abs(double{a.x * b.z - a.z * b.x});
  }
  EXPECT_NEAR(area, 48.8 * 18.8, 40.0);
}

TEST_F(ViewWorld, OfTerrainHasSteepness) {
  const AskedViewer viewer(hills());
  const ReadBundle geometry = viewer.get_bundle("/api/geometry");
  const auto steepness = geometry.array<float>("steepness");
  EXPECT_EQ(steepness.size(), 2u * 23 * 23);
  EXPECT_EQ(geometry.array<float>("difficulty").size(), steepness.size());
  EXPECT_TRUE(std::all_of(steepness.begin(), steepness.end(),
                          [](float s) { return s >= 0.0f && s <= 1.0f; }));
}

TEST_F(ViewWorld, HasCellsWhoseNeighboursDifferInColour) {
  for (auto make : {+[](const ViewWorld& t) { return t.walled_grid(); },
                    +[](const ViewWorld& t) { return t.hills(); }}) {
    const AskedViewer viewer(make(*this));
    const auto levels = viewer.get_json("/api/world")["levels"].get<unsigned>();
    for (unsigned level = 1; level <= levels; ++level) {
      const std::string asked = "level=" + std::to_string(level);
      const ReadBundle cells = viewer.get_bundle("/api/cells?" + asked);
      const auto colour = cells.array<std::uint8_t>("colour");
      for (const std::uint32_t cell : cells.array<std::uint32_t>("cell"))
        ASSERT_LT(cell, colour.size());
      for (std::size_t c = 0; c < colour.size(); ++c) {
        const auto about = viewer.get_json("/api/cell?" + asked + "&cell=" + std::to_string(c));
        for (const auto& other : about["neighbours"])
          EXPECT_NE(colour[c], colour[other.get<std::size_t>()]) << level << ": " << c;
      }
    }
  }
}

TEST_F(ViewWorld, HasCellsThatNest) {
  const AskedViewer viewer(walled_grid());
  const auto lower = viewer.get_bundle("/api/cells?level=1").array<std::uint32_t>("cell");
  const auto upper = viewer.get_bundle("/api/cells?level=2").array<std::uint32_t>("cell");
  ASSERT_EQ(lower.size(), upper.size());
  std::uint32_t counted = 0;
  for (std::uint32_t c = 0; c < 6; ++c) {
    const auto about = viewer.get_json("/api/cell?level=1&cell=" + std::to_string(c));
    counted += about["elements"].get<std::uint32_t>();
    for (std::size_t e = 0; e < lower.size(); ++e) {
      if (lower[e] != c) continue;
      EXPECT_EQ(about["parent"], upper[e]);
    }
    EXPECT_EQ(about["gates"].size(), about["gate_count"].get<std::size_t>());
    for (const auto& edge : about["intra_edges"]) EXPECT_GT(edge["cost"], 0.0);
  }
  EXPECT_EQ(counted, lower.size());
}

TEST_F(ViewWorld, HasGatesOnWalkableTilesAndEntrancesBetweenThem) {
  const AskedViewer viewer(walled_grid({"--transitions", "middle"}));
  const ReadBundle gates = viewer.get_bundle("/api/gates?level=1");
  const auto points = gates.points("points");
  EXPECT_EQ(points.size(),
            viewer.get_json("/api/world")["level_info"][0]["gates"].get<std::size_t>());
  for (const Vec3& point : points) {
    const auto at = viewer.get_json("/api/at?point=" + std::to_string(point.x) + ",0," +
                                    std::to_string(point.z));
    EXPECT_EQ(at["walkable"], true) << at.dump();
  }
  // Both ends of an inter-edge lie beside each other, across the border of two squares.
  const auto edges = gates.points("inter_edges");
  ASSERT_GT(edges.size(), 0u);
  for (std::size_t i = 0; i < edges.size(); i += 2)
    EXPECT_EQ(distance(edges[i], edges[i + 1]), 1.0f);
  // Columns 4 and 8, rows 4: each border of 4 tiles is one stretch, but where the wall stands.
  const auto entrances = gates.points("entrances");
  EXPECT_EQ(entrances.size() % 2, 0u);
  float length_of_all = 0.0f;
  for (std::size_t i = 0; i < entrances.size(); i += 2)
    length_of_all += distance(entrances[i], entrances[i + 1]);
  EXPECT_EQ(length_of_all, 8.0f + 8.0f + 11.0f);
}

TEST_F(ViewWorld, TellsWhatLiesUnderAPoint) {
  const AskedViewer viewer(walled_grid());
  const auto free = viewer.get_json("/api/at?point=8.3,0,3.9");
  EXPECT_EQ(free["element"], 3 * 12 + 8);
  EXPECT_EQ(free["letter"], "3");
  EXPECT_EQ(free["cells"], nlohmann::json({2, 1}));
  const auto blocked = viewer.get_json("/api/at?point=5.5,0,0.5");
  EXPECT_EQ(blocked["walkable"], false);
  EXPECT_EQ(blocked["element"], 5);
  EXPECT_TRUE(blocked["nearest"] == 4 || blocked["nearest"] == 6) << blocked.dump();
  const auto outside = viewer.get_json("/api/at?point=-3,0,100");
  EXPECT_TRUE(outside["element"].is_null()) << outside.dump();
}

TEST_F(ViewWorld, RefusesWhatItDoesNotHave) {
  const AskedViewer viewer(walled_grid());
  for (const char* address :
       {"/api/cells", "/api/cells?level=0", "/api/cells?level=3", "/api/cells?level=x",
        "/api/cells?level=-1", "/api/cell?level=1&cell=6", "/api/cell?level=1&cell=4294967296",
        "/api/at?point=1,2", "/api/at?point=nan,0,0", "/api/at?point=1e30,0,0",
        "/api/at?point=1,2,3,4", "/api/at?point=", "/api/path?from=0,0,0",
        "/api/path?from=0.5,0,0.5&to=2.5,0,0.5&algorithms=detour",
        "/api/path?from=0.5,0,0.5&to=2.5,0,0.5&algorithms=",
        "/api/path?from=0.5,0,0.5&to=2.5,0,0.5&level=7",
        "/api/path?from=0.5,0,0.5&to=2.5,0,0.5&smooth=much",
        "/api/wave?from=0.5,0,0.5&algorithm=tables"}) {
    const Response response = viewer.get(address);
    EXPECT_EQ(response.status, 400) << address << ": " << response.body;
    EXPECT_TRUE(json_of(response)["error"].is_string()) << address;
  }
  EXPECT_EQ(viewer.get("/api/obstacle").status, 405);
  EXPECT_EQ(viewer.post("/api/obstacle", "{}").status, 501);
}

}  // namespace
}  // namespace portolan::detail::cli
