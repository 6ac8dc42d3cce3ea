#include <gtest/gtest.h>

#include <cmath>

#include "viewing.h"

namespace portolan::detail::cli {
namespace {

/// Agents on a small world, and what becomes of them.
class ViewAgents : public ViewedWorlds {
 protected:
  /// What some frames did in all; every agent must stand on ground in each of them.
  struct Walked {
    std::uint64_t arrived = 0;
    std::uint64_t planned = 0;
    double moved = 0.0;  ///< Metres, by all agents together.
    std::vector<Vec3> last;
  };

  static Walked walk(const AskedViewer& viewer, unsigned frames, double seconds = 0.1) {
    Walked walked;
    for (unsigned i = 0; i < frames; ++i) {
      const ReadBundle frame =
          viewer.get_bundle("/api/agents/frame?seconds=" + std::to_string(seconds));
      const auto positions = frame.points("positions");
      EXPECT_EQ(positions.size(), frame.header()["agents"].get<std::size_t>());
      EXPECT_EQ(frame.array<float>("heading").size(), positions.size());
      expect_on_ground(viewer, positions);
      for (std::size_t k = 0; k < walked.last.size(); ++k)
        walked.moved += double{distance(walked.last[k], positions[k])};
      walked.last = positions;
      walked.arrived += frame.header()["arrived"].get<std::uint64_t>();
      walked.planned += frame.header()["replanned"].get<std::uint64_t>();
    }
    return walked;
  }

  static void expect_on_ground(const AskedViewer& viewer, const std::vector<Vec3>& positions) {
    for (const Vec3& p : positions) {
      const auto at = viewer.get_json("/api/at?point=" + std::to_string(p.x) + "," +
                                      std::to_string(p.y) + "," + std::to_string(p.z));
      ASSERT_EQ(at["walkable"], true) << p.x << "," << p.y << "," << p.z << " " << at.dump();
      if (!at.contains("tile")) {
        ASSERT_NEAR(at["point"][1].get<double>(), double{p.y}, 0.05) << at.dump();
      }
    }
  }
};

TEST_F(ViewAgents, WalkToOneGoalAfterTheOther) {
  for (auto make : {+[](const ViewAgents& t) { return t.walled_grid(); },
                    +[](const ViewAgents& t) { return t.three_floors(); },
                    +[](const ViewAgents& t) { return t.hills(); }}) {
    const AskedViewer viewer(make(*this));
    viewer.post_json("/api/agents", R"({"count":20,"seed":3})");
    const double speed = viewer.get_json("/api/agents")["speed"];
    const Walked walked = walk(viewer, 40, 1.0);
    EXPECT_GT(walked.arrived, 0u);
    EXPECT_GE(walked.planned, 20u);
    EXPECT_GT(walked.moved, 20 * speed) << viewer.get_json("/api/world")["kind"];
    EXPECT_LE(walked.moved, 20 * 40 * 1.21 * speed);
  }
}

TEST_F(ViewAgents, BehaveAsAsked) {
  const AskedViewer viewer(walled_grid());
  for (const char* body : {R"({"count":10,"route":"random","speed":3})",
                           R"({"count":10,"replan":"current","speed":2})",
                           R"({"count":10,"replan":"progressive","at_end":"reverse","speed":2})",
                           R"({"count":10,"pause":"goal","speed":4})",
                           R"({"count":10,"route":"random","pause":"both","speed":9})"}) {
    viewer.post_json("/api/agents", body);
    EXPECT_GT(walk(viewer, 60).moved, 10.0) << body;
  }
}

TEST_F(ViewAgents, GoByThePathsOfAnyAlgorithm) {
  const AskedViewer grid(walled_grid());
  const AskedViewer mesh(three_floors());
  const AskedViewer terrain(hills());
  const auto expect_walk = [](const AskedViewer& viewer, const std::string& algorithm) {
    const auto settings = viewer.post_json(
        "/api/agents", R"({"count":10,"seed":3,"algorithm":")" + algorithm + R"("})");
    EXPECT_EQ(settings["algorithm"], algorithm);
    const Walked walked = walk(viewer, 40, 1.0);
    EXPECT_GT(walked.arrived, 0u) << algorithm;
    EXPECT_GT(walked.moved, 10 * settings["speed"].get<double>()) << algorithm;
  };
  for (const char* algorithm : {"batch", "astar", "hierarchy"}) {
    expect_walk(grid, algorithm);
    expect_walk(mesh, algorithm);
    expect_walk(terrain, algorithm);
  }
  expect_walk(mesh, "detour");
  expect_walk(terrain, "merged");
  expect_walk(terrain, "guided");
  EXPECT_EQ(grid.post("/api/agents", R"({"count":10,"algorithm":"tables"})").status, 400);
  EXPECT_EQ(grid.post("/api/agents", R"({"count":10,"algorithm":"merged"})").status, 400);
}

/// Where an agent stood for a while, one place after the other.
std::vector<Vec3> stops_of(const AskedViewer& viewer, unsigned frames) {
  std::vector<Vec3> stops;
  Vec3 last;
  for (unsigned i = 0; i < frames; ++i) {
    const Vec3 at = viewer.get_bundle("/api/agents/frame?seconds=0.05").points("positions")[0];
    if (i > 0 && at == last && (stops.empty() || stops.back() != at)) stops.push_back(at);
    last = at;
  }
  return stops;
}

TEST_F(ViewAgents, PauseOnEveryTile) {
  const AskedViewer viewer(walled_grid());
  viewer.post_json("/api/agents", R"({"count":1,"seed":5,"pause":"step","speed":6})");
  const std::vector<Vec3> stops = stops_of(viewer, 300);
  ASSERT_GT(stops.size(), 20u);
  for (std::size_t i = 0; i < stops.size(); ++i) {
    EXPECT_NEAR(stops[i].x - std::floor(stops[i].x), 0.5f, 1e-3f) << i;
    EXPECT_NEAR(stops[i].z - std::floor(stops[i].z), 0.5f, 1e-3f) << i;
    if (i == 0) continue;
    const Vec3 move = stops[i] - stops[i - 1];
    EXPECT_NEAR(std::max(std::abs(move.x), std::abs(move.z)), 1.0f, 1e-3f) << i;
  }
}

TEST_F(ViewAgents, PauseInEveryTriangle) {
  const AskedViewer viewer(hills());
  viewer.post_json("/api/agents", R"({"count":1,"seed":5,"pause":"step","speed":60})");
  const std::vector<Vec3> stops = stops_of(viewer, 300);
  ASSERT_GT(stops.size(), 20u);
  for (std::size_t i = 1; i < stops.size(); ++i)
    EXPECT_LT(distance(stops[i - 1], stops[i]), 30.0f) << i;  // two sides of a triangle
}

TEST_F(ViewAgents, FollowTheMainPathToAndFro) {
  const AskedViewer viewer(walled_grid());
  const Vec3 ends[] = {{0.5f, 0.0f, 0.5f}, {11.5f, 0.0f, 0.5f}};
  viewer.post_json(
      "/api/agents",
      R"({"count":3,"at_end":"main_path","from":[0.5,0,0.5],"to":[11.5,0,0.5],"speed":9})");
  unsigned visits[3][2] = {};
  for (unsigned i = 0; i < 400; ++i) {
    const auto positions = viewer.get_bundle("/api/agents/frame?seconds=0.05").points("positions");
    for (unsigned agent = 0; agent < 3; ++agent) {
      for (unsigned end = 0; end < 2; ++end) visits[agent][end] += positions[agent] == ends[end];
    }
  }
  for (const auto& agent : visits) {
    EXPECT_GT(agent[0], 1u);
    EXPECT_GT(agent[1], 1u);
  }
  for (const char* rest : {"", R"(,"from":[0.5,0,0.5],"to":[1,2])", R"(,"from":[1,0,1],"to":"x")"})
    EXPECT_EQ(
        viewer.post("/api/agents", R"({"count":3,"at_end":"main_path")" + std::string(rest) + "}")
            .status,
        400)
        << rest;
}

TEST_F(ViewAgents, ThatReverseGoHomeAgain) {
  const AskedViewer viewer(walled_grid());
  viewer.post_json("/api/agents", R"({"count":1,"seed":5,"at_end":"reverse","speed":5})");
  const Vec3 home = viewer.get_bundle("/api/agents/frame?seconds=0").points("positions")[0];
  unsigned arrived = 0;
  Vec3 at_second;
  for (unsigned i = 0; i < 400 && arrived < 2; ++i) {
    const ReadBundle frame = viewer.get_bundle("/api/agents/frame?seconds=0.05");
    arrived += frame.header()["arrived"].get<unsigned>();
    at_second = frame.points("positions")[0];
  }
  EXPECT_EQ(arrived, 2u);
  EXPECT_EQ(at_second, home);
}

TEST_F(ViewAgents, LeaveGroundThatIsTaken) {
  const AskedViewer viewer(walled_grid());
  viewer.post_json("/api/agents", R"({"count":40,"speed":3})");
  walk(viewer, 5);
  std::string tiles;
  for (int y = 0; y < 8; ++y) {
    for (int x = 7; x < 12; ++x) {
      if (x == 7 && y == 6) continue;
      tiles += (tiles.empty() ? "[" : ",[") + std::to_string(x) + "," + std::to_string(y) + "]";
    }
  }
  viewer.post_json("/api/edit", R"({"tiles":[)" + tiles + R"(],"letter":"@"})");
  const Walked walked = walk(viewer, 40);
  EXPECT_GT(walked.moved, 40.0);
  viewer.post_json("/api/edit/undo", "");
  walk(viewer, 5);
}

TEST_F(ViewAgents, LeaveAnAreaThatIsForbidden) {
  const AskedViewer viewer(three_floors());
  viewer.post_json("/api/agents", R"({"count":30,"speed":5})");
  walk(viewer, 5);
  viewer.post_json("/api/edit", R"({"area":"grass","passable":false})");
  walk(viewer, 20);
}

TEST_F(ViewAgents, LeaveTracesOfWhereTheyWere) {
  const AskedViewer viewer(walled_grid());
  viewer.post_json("/api/agents", R"({"count":10})");
  walk(viewer, 4);
  double sum = 0.0;
  const auto density = viewer.get_bundle("/api/agents/density").array<float>("density");
  ASSERT_EQ(density.size(), 96u);
  for (const float busy : density) sum += double{busy};
  EXPECT_NEAR(sum, 10 * 4 * 0.1, 0.2);  // seconds, fading slowly
}

TEST_F(ViewAgents, AreRefusedWhereThereAreTooManyOrNone) {
  const AskedViewer viewer(walled_grid());
  EXPECT_EQ(viewer.get("/api/agents/frame?seconds=0.1").status, 404);
  for (const char* body : {R"({"count":1000000})", R"({"count":-1})", R"({"count":1.5})",
                           R"({"count":10,"route":"fly"})", R"({"count":10,"pause":"pause"})",
                           R"({"count":10,"speed":0})", R"({"count":10,"speed":1e99})", "[]"}) {
    EXPECT_EQ(viewer.post("/api/agents", body).status, 400) << body;
  }
  viewer.post_json("/api/agents", R"({"count":10})");
  for (const char* seconds : {"-1", "nan", "2", "x", ""})
    EXPECT_EQ(viewer.get("/api/agents/frame?seconds=" + std::string(seconds)).status, 400);
  viewer.post_json("/api/agents", R"({"count":0})");
  EXPECT_EQ(viewer.get("/api/agents/frame?seconds=0.1").status, 404);
}

}  // namespace
}  // namespace portolan::detail::cli
