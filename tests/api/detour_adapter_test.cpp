#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <random>
#include <thread>

#include "portolan/detour.h"
#include "portolan/navmesh/nav_mesh_snapshot.h"
#include "portolan/recast/mset.h"
#include "tests/api/detour_adapter_testing.h"

namespace portolan::detail {
namespace {

TEST(DetourPathfinder, NeverMoreExpensiveThanDetourAndAcceptedByIt) {
  for (const std::uint32_t tile : {0u, 32u}) {
    const Planned planned(make_yard(), tile);
    std::mt19937 random(7);
    int complete = 0;
    for (int i = 0; i < 150; ++i) complete += planned.compare(random);
    EXPECT_GT(complete, 100);
  }
}

TEST(DetourPathfinder, AgreesWithDetourOnTheScenes) {
  if (mset_folder().empty()) GTEST_SKIP() << "the scenes are not here; set PORTOLAN_DATA";
  for (const char* scene :
       {"nav_test.bin", "fd_e1m5.bin", "oa_oa_thor.bin", "dungeon.bin", "city.bin"}) {
    SCOPED_TRACE(scene);
    const auto mesh = parse_mset(bytes_of_file(mset_folder() / scene), scene);
    ASSERT_TRUE(mesh) << mesh.error().message;
    const Planned planned(*mesh, dtQueryFilter());
    std::mt19937 random(11);
    int complete = 0;
    for (int i = 0; i < 300; ++i) complete += planned.compare(random);
    EXPECT_GT(complete, 50);
  }
}

TEST(DetourPathfinder, HonoursAreaCostsAndFlags) {
  const DetourMesh mesh = built(make_yard(), tiles_of(0));
  give_flags(*mesh);
  dtQueryFilter expensive, cheap, dry;
  expensive.setAreaCost(kMud, 8.0f);
  cheap.setAreaCost(kMud, 0.25f);  // below 1: Detour's own search may miss the best path
  dry.setExcludeFlags(kMudFlag);
  const Planned by_cost(mesh, expensive), by_less(mesh, cheap), by_flags(mesh, dry);
  std::mt19937 random(3);
  int complete = 0;
  for (int i = 0; i < 100; ++i) {
    complete += by_cost.compare(random);
    complete += by_less.compare(random);
    complete += by_flags.compare(random);
  }
  EXPECT_GT(complete, 150);
  for (const dtPolyRef ref : by_flags.path(kWest, kEast).refs) {
    EXPECT_NE(by_flags.area(ref), kMud);
  }
}

TEST(DetourPathfinder, SeveralFiltersShareOnePartition) {
  const DetourMesh mesh = built(make_yard());
  dtQueryFilter plain, expensive, unknown, elsewhere;
  expensive.setAreaCost(kMud, 8.0f);
  unknown.setAreaCost(kMud, 3.0f);
  elsewhere.setAreaCost(40, 1e9f);  // an area that does not occur
  const auto one = DetourPathfinder::build(*mesh, plain);
  ASSERT_TRUE(one);
  const auto both = one->with_filter(expensive);
  ASSERT_TRUE(both);
  EXPECT_EQ(one->find_snapshot(expensive), nullptr);
  EXPECT_NE(both->find_snapshot(expensive), nullptr);
  EXPECT_NE(both->find_snapshot(elsewhere), nullptr);
  EXPECT_EQ(both->find_snapshot(expensive)->inside().world().shared_layout(),
            both->find_snapshot(plain)->inside().world().shared_layout());

  DetourQuery query(*both);
  const Planned detour(mesh, plain);
  const Spot a = detour.spot(kWest), b = detour.spot(kEast);
  std::array<dtPolyRef, 64> refs;
  int count = 0;
  const auto ask = [&](const dtQueryFilter& filter) {
    return query.findPath(a.ref, b.ref, a.point.data(), b.point.data(), &filter, refs.data(),
                          &count, 64);
  };
  EXPECT_EQ(ask(plain), DT_SUCCESS);
  EXPECT_EQ(ask(expensive), DT_SUCCESS);
  EXPECT_FALSE(query.searched());
  EXPECT_EQ(ask(unknown), DT_SUCCESS);
  EXPECT_TRUE(query.searched());
  unknown.setAreaCost(kMud, -1.0f);
  EXPECT_EQ(ask(unknown), DT_FAILURE | DT_INVALID_PARAM);
  EXPECT_EQ(count, 0);
}

/// The costs of a pathfinder that is there: as if it had been built for them, and never dearer than
/// Detour's own paths.
TEST(DetourPathfinder, CostsThatChangeAreAnsweredByTables) {
  for (const std::uint32_t tile : {0u, 32u}) {
    const DetourMesh mesh = built(make_yard(), tiles_of(tile));
    const auto before = DetourPathfinder::build(*mesh);
    ASSERT_TRUE(before);
    std::mt19937 random(5);
    for (const float cost : {8.0f, 2.0f, 1.0f}) {
      dtQueryFilter filter;
      filter.setAreaCost(kMud, cost);
      const auto changed = before->with_filter(filter);
      ASSERT_TRUE(changed);
      EXPECT_TRUE(changed->find_snapshot(filter)->info().tables);
      const Planned rebuilt(mesh, filter);
      DetourQuery query(*changed);
      for (int i = 0; i < 60; ++i) {
        const Spot from = rebuilt.random_spot(random), to = rebuilt.random_spot(random);
        const Found theirs = rebuilt.detour_path(from, to), ours = path_of(query, filter, from, to);
        EXPECT_FALSE(query.searched());
        ASSERT_EQ(ours.status, theirs.status);
        const double found = rebuilt.cost_of(from, to, ours.refs);
        EXPECT_EQ(found, rebuilt.cost_of(from, to, rebuilt.path(from, to).refs));
        const double rounding = static_cast<double>(theirs.refs.size() + 1) / 1024.0;
        EXPECT_LE(found, rebuilt.cost_of(from, to, theirs.refs) + rounding);
      }
    }
  }
}

TEST(DetourPathfinder, FiltersThatNothingWasMadeForAreSearchedNoLessExactly) {
  Geometry geometry = make_yard();
  geometry.links.push_back({{2, 0, 20}, {12, 0, 20}, false, 0, 1, 2.5f});
  const DetourMesh mesh = built(geometry);
  give_flags(*mesh);
  dtQueryFilter foreseen, no_mud, expensive;
  no_mud.setExcludeFlags(kMudFlag);
  expensive.setAreaCost(kMud, 6.0f);
  std::mt19937 random(7);
  for (const dtQueryFilter& filter : {no_mud, expensive}) {
    const Planned made(mesh, filter);
    DetourQuery searching(*DetourPathfinder::build(*mesh, foreseen));
    for (int i = 0; i < 200; ++i) {
      const Spot from = made.random_spot(random), to = made.random_spot(random);
      const Found expected = made.path(from, to), found = path_of(searching, filter, from, to);
      EXPECT_EQ(found.status, expected.status);
      EXPECT_TRUE(searching.searched());
      EXPECT_EQ(made.cost_of(from, to, found.refs), made.cost_of(from, to, expected.refs));
    }
  }
}

TEST(DetourPathfinder, RefusesCostsItCannotHave) {
  const DetourMesh mesh = built(make_yard());
  dtQueryFilter filter;
  for (const float cost : {0.0f, -1.0f, 1e9f, std::numeric_limits<float>::quiet_NaN()}) {
    filter.setAreaCost(kMud, cost);
    expect_error(DetourPathfinder::build(*mesh, filter), {"area 5", "exclude"});
  }
}

TEST(DetourPathfinder, OffMeshConnectionsStandInThePath) {
  for (const std::uint32_t tile : {0u, 32u}) {
    for (const bool both_ways : {true, false}) {
      Geometry geometry = make_islands();
      geometry.links.push_back({{9, 0, 6}, {15, 0, 6}, both_ways});
      const Planned planned(geometry, tile);
      const Spot west = planned.spot({2, 0, 6}), east = planned.spot({22, 0, 6});
      const Found there = planned.path(west, east);
      ASSERT_EQ(there.status, DT_SUCCESS);
      EXPECT_EQ(there.refs, planned.detour_path(west, east).refs);
      EXPECT_TRUE(planned.straight_path_has_link(west, east, there.refs));
      const Found back = planned.path(east, west);
      EXPECT_EQ(back.status, both_ways ? DT_SUCCESS : DT_SUCCESS | DT_PARTIAL_RESULT);
      EXPECT_EQ(back.refs.back(), both_ways ? west.ref : back.refs.back());
      EXPECT_EQ(dtStatusDetail(planned.detour_path(east, west).status, DT_PARTIAL_RESULT),
                !both_ways);
    }
  }
}

TEST(DetourPathfinder, BeginsAndEndsOnOffMeshConnections) {
  Geometry geometry = make_islands();
  geometry.links.push_back({{9, 0, 6}, {15, 0, 6}, false});
  const Planned planned(geometry, 0);
  const Spot west = planned.spot({2, 0, 6}), east = planned.spot({22, 0, 6});
  const std::vector<dtPolyRef> whole = planned.path(west, east).refs;
  const auto link =
      std::find_if(whole.begin(), whole.end(), [&](dtPolyRef ref) { return planned.is_link(ref); });
  ASSERT_NE(link, whole.end());
  const Spot on_link{*link, {12, 0, 6}};
  EXPECT_EQ(planned.path(on_link, east).refs, std::vector(link, whole.end()));
  EXPECT_EQ(planned.path(west, on_link).refs, std::vector(whole.begin(), link + 1));
  EXPECT_EQ(planned.path(on_link, on_link).refs, std::vector(1, *link));
  EXPECT_EQ(planned.path(east, on_link).status, DT_SUCCESS | DT_PARTIAL_RESULT);
}

TEST(DetourPathfinder, OneCanLeaveWhatTheFilterExcludes) {
  const DetourMesh mesh = built(make_yard(), tiles_of(0));
  give_flags(*mesh);
  dtQueryFilter dry;
  dry.setExcludeFlags(kMudFlag);
  const Planned planned(mesh, dry);
  const Spot mud = planned.spot_anywhere(kInMud), east = planned.spot(kEast);
  ASSERT_EQ(planned.area(mud.ref), kMud);
  const Found out = planned.path(mud, east);
  EXPECT_EQ(out.status, planned.detour_path(mud, east).status);
  EXPECT_EQ(out.refs.front(), mud.ref);
  EXPECT_EQ(out.refs.back(), east.ref);
  const Found in = planned.path(east, mud);
  EXPECT_EQ(in.status, DT_SUCCESS | DT_PARTIAL_RESULT);
  EXPECT_NE(planned.area(in.refs.back()), kMud);
}

TEST(DetourPathfinder, GoesAsNearAsItCan) {
  const Planned planned(make_islands(), 0);
  const Spot start = planned.spot({2, 0, 2}), goal = planned.spot({22, 0, 11});
  const Found found = planned.path(start, goal);
  EXPECT_EQ(found.status, DT_SUCCESS | DT_PARTIAL_RESULT);
  EXPECT_EQ(found.refs.front(), start.ref);
  EXPECT_EQ(found.refs.back(), planned.spot({11, 0, 11}).ref);
  EXPECT_TRUE(dtStatusSucceed(planned.straight_path(start, goal, found.refs).status));
}

/// Components alone would lead into the trap that the one-way link comes from.
TEST(DetourPathfinder, OneWayLinksDoNotMisleadPartialPaths) {
  Geometry geometry = make_islands();
  geometry.links.push_back({{9, 0, 6}, {15, 0, 6}, false});
  const Planned planned(geometry, 0);
  const Spot east = planned.spot({22, 0, 6}), west = planned.spot({2, 0, 6});
  const Found found = planned.path(east, west);
  EXPECT_EQ(found.status, DT_SUCCESS | DT_PARTIAL_RESULT);
  EXPECT_EQ(found.refs.back(), planned.spot({13, 0, 6}).ref);
}

TEST(DetourPathfinder, SmallBuffersGetTheFirstReferences) {
  const Planned planned(make_yard(), 32);
  const Spot a = planned.spot(kWest), b = planned.spot(kEast);
  const Found whole = planned.path(a, b);
  ASSERT_GT(whole.refs.size(), 3u);
  for (int limit = 1; limit < static_cast<int>(whole.refs.size()); ++limit) {
    const Found part = planned.path(a, b, limit);
    EXPECT_EQ(part.status, DT_SUCCESS | DT_BUFFER_TOO_SMALL);
    EXPECT_EQ(part.refs, std::vector(whole.refs.begin(), whole.refs.begin() + limit));
  }
  EXPECT_EQ(planned.path(a, b, static_cast<int>(whole.refs.size())).status, DT_SUCCESS);
}

TEST(DetourPathfinder, ThreadsShareOneWithAQueryEach) {
  const Planned planned(make_yard(), 32);
  const Spot a = planned.spot(kWest), b = planned.spot(kEast);
  const std::vector<dtPolyRef> expected = planned.path(a, b).refs;
  const dtQueryFilter filter;
  const auto pathfinder = DetourPathfinder::build(planned.mesh(), filter);
  ASSERT_TRUE(pathfinder);
  std::array<int, 4> right{};
  std::vector<std::thread> threads;
  for (int& answers : right) {
    threads.emplace_back([&] {
      DetourQuery query(*pathfinder);
      std::vector<dtPolyRef> refs(256);
      for (int i = 0; i < 50; ++i) {
        int count = 0;
        query.findPath(a.ref, b.ref, a.point.data(), b.point.data(), &filter, refs.data(), &count,
                       256);
        answers += std::equal(refs.begin(), refs.begin() + count, expected.begin(), expected.end());
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(right, (std::array{50, 50, 50, 50}));
}

TEST(DetourPathfinder, NamesPlacesForNativeQueries) {
  const Planned planned(make_islands(), 0);
  const Spot start = planned.spot({2, 0, 2});
  const DetourPathfinder& pathfinder = planned.pathfinder();
  const auto place = pathfinder.find_place(start.ref, start.point.data());
  ASSERT_TRUE(place);
  EXPECT_EQ(place->point.x, start.point[0]);
  EXPECT_EQ(place->point.z, start.point[2]);
  const auto& mesh = pathfinder.find_snapshot(dtQueryFilter())->mesh().polygons();
  EXPECT_EQ(mesh.refs[place->polygon], start.ref);
  EXPECT_FALSE(pathfinder.find_place(0, start.point.data()));
  EXPECT_FALSE(pathfinder.find_place(start.ref, nullptr));
}

TEST(DetourPathfinder, RefusesWrongArguments) {
  const Planned planned(make_yard(), 0);
  const Spot a = planned.spot(kWest), b = planned.spot(kEast);
  constexpr dtStatus kInvalid = DT_FAILURE | DT_INVALID_PARAM;
  const float nan = std::numeric_limits<float>::quiet_NaN();
  for (const dtPolyRef bad : {dtPolyRef{0}, dtPolyRef{1}, ~dtPolyRef{0}, a.ref + (1u << 24)}) {
    EXPECT_EQ(planned.path({bad, a.point}, b).status, kInvalid);
    EXPECT_EQ(planned.path(a, {bad, b.point}).status, kInvalid);
  }
  EXPECT_EQ(planned.path({a.ref, {nan, 0, 0}}, b).status, kInvalid);
  EXPECT_EQ(planned.path(a, {b.ref, {0, 0, std::numeric_limits<float>::infinity()}}).status,
            kInvalid);
  EXPECT_EQ(planned.path(a, b, 0).status, kInvalid);
  DetourQuery query(*DetourPathfinder::build(*built(make_yard()), dtQueryFilter()));
  const dtQueryFilter filter;
  std::array<dtPolyRef, 4> refs;
  int count = -1;
  const float* point = a.point.data();
  EXPECT_EQ(query.findPath(a.ref, b.ref, nullptr, point, &filter, refs.data(), &count, 4),
            kInvalid);
  EXPECT_EQ(query.findPath(a.ref, b.ref, point, nullptr, &filter, refs.data(), &count, 4),
            kInvalid);
  EXPECT_EQ(query.findPath(a.ref, b.ref, point, point, nullptr, refs.data(), &count, 4), kInvalid);
  EXPECT_EQ(query.findPath(a.ref, b.ref, point, point, &filter, nullptr, &count, 4), kInvalid);
  EXPECT_EQ(count, 0);
  EXPECT_EQ(query.findPath(a.ref, b.ref, point, point, &filter, refs.data(), nullptr, 4), kInvalid);
}

}  // namespace
}  // namespace portolan::detail
