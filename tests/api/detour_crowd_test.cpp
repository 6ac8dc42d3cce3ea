#include <gtest/gtest.h>

#include <cmath>

#include "portolan/detour.h"
#include "tests/api/detour_adapter_testing.h"

namespace portolan::detail {
namespace {

/// A crowd with one agent.
class Walk {
 public:
  Walk(const Planned& planned, const Vec3& start, float speed) : planned_(planned) {
    crowd_.init(4, 0.6f, &planned.mesh());
    dtCrowdAgentParams params{};
    params.radius = 0.6f;
    params.height = 2.0f;
    params.maxAcceleration = 100.0f;
    params.maxSpeed = speed;
    params.collisionQueryRange = 8.0f;
    params.pathOptimizationRange = 20.0f;
    params.updateFlags = DT_CROWD_ANTICIPATE_TURNS | DT_CROWD_OPTIMIZE_VIS | DT_CROWD_OPTIMIZE_TOPO;
    agent_ = crowd_.addAgent(&start.x, &params);
  }

  const dtCrowdAgent& agent() { return *crowd_.getAgent(agent_); }
  dtStatus send(const Spot& goal) {
    return move_agent(crowd_, agent_, goal.ref, goal.point.data(), planned_.query());
  }
  /// Steps until the agent is within half a metre of a point; returns whether it came there, always
  /// along a path of ours.
  bool comes_to(const std::array<float, 3>& goal) {
    for (int step = 0; step < 4000; ++step) {
      if (needs_next_part(agent())) {
        move_agent(crowd_, agent_, agent().targetRef, agent().targetPos, planned_.query());
        ++parts_;
      }
      crowd_.update(0.05f, nullptr);
      if (agent().targetState != DT_CROWDAGENT_TARGET_VALID) return false;
      crossed_link_ |= agent().state == DT_CROWDAGENT_STATE_OFFMESH;
      if (std::hypot(agent().npos[0] - goal[0], agent().npos[2] - goal[2]) < 0.5f) return true;
    }
    return false;
  }
  int parts() const { return parts_; }
  bool crossed_link() const { return crossed_link_; }

 private:
  const Planned& planned_;
  dtCrowd crowd_;
  int agent_ = -1;
  int parts_ = 1;
  bool crossed_link_ = false;
};

TEST(MoveAgent, Arrives) {
  for (const std::uint32_t tile : {0u, 32u}) {
    const Planned planned(make_yard(), tile);
    Walk walk(planned, kWest, 4.0f);
    const Spot goal = planned.spot(kEast);
    ASSERT_EQ(walk.send(goal), DT_SUCCESS);
    EXPECT_TRUE(walk.comes_to(goal.point));
    EXPECT_EQ(walk.parts(), 1);
  }
}

TEST(MoveAgent, CrossesOffMeshConnections) {
  Geometry geometry = make_islands();
  geometry.links.push_back({{9, 0, 6}, {15, 0, 6}, true});
  const Planned planned(geometry, 0);
  Walk walk(planned, {2, 0, 6}, 4.0f);
  const Spot goal = planned.spot({22, 0, 6});
  ASSERT_EQ(walk.send(goal), DT_SUCCESS);
  EXPECT_TRUE(walk.comes_to(goal.point));
  EXPECT_TRUE(walk.crossed_link());
}

TEST(MoveAgent, GoesAsNearAsItCan) {
  const Planned planned(make_islands(), 0);
  Walk walk(planned, {2, 0, 6}, 4.0f);
  ASSERT_EQ(walk.send(planned.spot({22, 0, 6})), DT_SUCCESS | DT_PARTIAL_RESULT);
  EXPECT_TRUE(walk.comes_to(planned.spot({11, 0, 6}).point));
}

/// To and fro between walls over more polygons than a corridor of dtCrowd holds.
TEST(MoveAgent, LongPathsComeInParts) {
  Geometry snake;
  add_floor(snake, 0, 0, 120, 90);
  for (int i = 1; i < 20; ++i) {
    const float x = static_cast<float>(i) * 6.0f;
    add_wall(snake, x, i % 2 == 0 ? 0.0f : 6.0f, i % 2 == 0 ? 84.0f : 90.0f);
  }
  const Planned planned(snake, 16);
  const Spot goal = planned.spot({117, 0, 45});
  ASSERT_GT(planned.path(planned.spot({3, 0, 45}), goal).refs.size(), 300u);
  Walk walk(planned, {3, 0, 45}, 20.0f);
  ASSERT_EQ(walk.send(goal), DT_SUCCESS | DT_BUFFER_TOO_SMALL);
  EXPECT_TRUE(walk.comes_to(goal.point));
  EXPECT_GT(walk.parts(), 1);
}

TEST(MoveAgent, RefusesWhatDoesNotExist) {
  const Planned planned(make_yard(), 0);
  Walk walk(planned, kWest, 4.0f);
  EXPECT_EQ(walk.send({0, {0, 0, 0}}), DT_FAILURE | DT_INVALID_PARAM);
  EXPECT_EQ(walk.agent().targetState, DT_CROWDAGENT_TARGET_NONE);
  dtCrowd empty;
  empty.init(1, 0.6f, &planned.mesh());
  const Spot goal = planned.spot(kEast);
  EXPECT_EQ(move_agent(empty, 0, goal.ref, goal.point.data(), planned.query()),
            DT_FAILURE | DT_INVALID_PARAM);
}

}  // namespace
}  // namespace portolan::detail
