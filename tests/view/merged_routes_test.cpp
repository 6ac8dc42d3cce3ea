// What the page shows of a terrain's merged hierarchy, against the hierarchy itself.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "portolan/batch.h"
#include "portolan/merged/compress_layers.h"
#include "portolan/merged/merged_query.h"
#include "terrain/loaded_terrain.h"
#include "terrain/merged_structure.h"
#include "viewing.h"

namespace portolan::detail::cli {
namespace {

/// Hills, and what was merged of them for the test alone.
class ViewMerged : public ViewedWorlds {
 protected:
  ViewMerged()
      : own_(hills()),
        mesh_(terrain().snapshot().mesh()),
        h_(terrain().merged()->whole()),
        viewer_(hills()) {}

  const LoadedTerrain& terrain() const { return static_cast<const LoadedTerrain&>(*own_); }
  bool beside(std::uint32_t a, std::uint32_t b) const {
    const auto& n = mesh_.neighbours[TriangleId{a}];
    return std::find(n.begin(), n.end(), TriangleId{b}) != n.end();
  }

  std::unique_ptr<World> own_;
  const TriangleMesh& mesh_;
  const MergedHierarchy& h_;
  AskedViewer viewer_;
};

/// Two triangles share a cluster of the answer where they share one of the hierarchy's, climbed to
/// step by step.
TEST_F(ViewMerged, ShowsTheTopClustersAfterEveryStep) {
  const auto info = viewer_.get_json("/api/merged");
  ASSERT_EQ(info["steps"], h_.step_count());
  EXPECT_EQ(info["clusters"], h_.cluster_count());
  EXPECT_EQ(info["layers"], h_.layer_count());
  ClusterMerger merger = take(ClusterMerger::make(
      mesh_, *take(whole_prices(terrain().snapshot(), tbb_parallel())), h_.settings));
  for (std::uint32_t step = 0; step <= h_.step_count(); ++step) {
    const ReadBundle shown =
        viewer_.get_bundle("/api/merged/clusters?step=" + std::to_string(step));
    EXPECT_EQ(shown.header()["clusters"], merger.top_count()) << step;
    const MergedHierarchy now = merger.hierarchy();
    const auto cluster = shown.array<std::uint32_t>("cluster");
    const auto id = shown.array<std::uint32_t>("id");
    const auto triangles = shown.array<std::uint32_t>("triangles");
    const auto colour = shown.array<std::uint8_t>("colour");
    std::map<std::uint32_t, std::set<std::uint32_t>> neighbours;
    for (const TriangleId t : mesh_.triangles()) {
      const ClusterId top = now.top_of(cluster_of(t));
      ASSERT_EQ(id[cluster[index(t)]], index(top)) << step;
      EXPECT_EQ(triangles[cluster[index(t)]], now.size_of(top));
      for (const TriangleId n : mesh_.neighbours[t]) {
        if (n == kNoTriangle || cluster[index(n)] == cluster[index(t)]) continue;
        neighbours[cluster[index(t)]].insert(cluster[index(n)]);
        EXPECT_NE(colour[cluster[index(n)]], colour[cluster[index(t)]]) << step;
      }
    }
    const auto count = shown.array<std::uint32_t>("neighbours");
    for (std::uint32_t c = 0; c < count.size(); ++c) EXPECT_EQ(count[c], neighbours[c].size());
    merger.merge_step();
  }
}

TEST_F(ViewMerged, ShowsLayersBelowTheTop) {
  for (std::uint32_t layer = 0; layer < h_.layer_count() + 1; ++layer) {
    const ReadBundle shown =
        viewer_.get_bundle("/api/merged/clusters?layer=" + std::to_string(layer));
    const auto cluster = shown.array<std::uint32_t>("cluster");
    const auto id = shown.array<std::uint32_t>("id");
    EXPECT_EQ(shown.header()["layers"], h_.layer_count());
    for (const TriangleId t : mesh_.triangles()) {
      std::vector<ClusterId> chain{cluster_of(t)};
      while (!h_.is_top(chain.back())) chain.push_back(h_.parent[chain.back()]);
      const std::size_t place = chain.size() - 1 - std::min<std::size_t>(layer, chain.size() - 1);
      ASSERT_EQ(id[cluster[index(t)]], index(chain[place])) << layer;
    }
  }
}

TEST_F(ViewMerged, CompressesStepByStep) {
  const std::uint32_t steps = viewer_.get_json("/api/merged?layers=3")["compression_steps"];
  ASSERT_GT(steps, 0u);
  std::uint32_t before = h_.layer_count() + 1;
  for (std::uint32_t step = 0; step <= steps; ++step) {
    const ReadBundle shown = viewer_.get_bundle("/api/merged/clusters?layers=3&layer=1&compress=" +
                                                std::to_string(step));
    const std::uint32_t layers = shown.header()["layers"];
    EXPECT_LE(layers, before);
    EXPECT_EQ(layers > 3, step < steps) << step;
    before = layers;
  }
  const MergedHierarchy compressed = take(compress_layers(h_, 3));
  const ReadBundle shown = viewer_.get_bundle("/api/merged/clusters?layers=3&layer=1");
  EXPECT_EQ(shown.header()["layers"], compressed.layer_count());
  EXPECT_EQ(
      viewer_.get_bundle("/api/merged/clusters?layers=3&layer=1&compress=0").header()["layers"],
      h_.layer_count());
}

TEST_F(ViewMerged, ListsTheParentsOfATriangle) {
  const ReadBundle answer = viewer_.get_bundle("/api/merged/parents?triangle=100&parents=2");
  const auto chain = answer.array<std::uint32_t>("chain");
  ClusterId at{100};
  for (const std::uint32_t id : chain) {
    EXPECT_EQ(id, index(at));
    at = h_.parent[at];
  }
  EXPECT_EQ(at, h_.global());
  const auto triangle = answer.array<std::uint32_t>("triangle");
  const auto parent = answer.array<std::uint8_t>("parent");
  ASSERT_EQ(triangle.size(), h_.size_of(ClusterId{chain[2]}));
  std::set<std::uint32_t> seen;
  for (std::size_t i = 0; i < triangle.size(); ++i) {
    EXPECT_TRUE(seen.insert(triangle[i]).second);
    const ClusterId low{triangle[i]};
    EXPECT_TRUE(h_.contains(ClusterId{chain[parent[i]]}, low));
    if (parent[i] > 0) {
      EXPECT_FALSE(h_.contains(ClusterId{chain[parent[i] - 1u]}, low));
    }
  }
  EXPECT_EQ(
      viewer_.get_bundle("/api/merged/parents?triangle=100&step=0").array<std::uint32_t>("chain"),
      std::vector<std::uint32_t>{100});
}

/// After every expansion the clusters lead from start to goal, each beside the next; at the end
/// they are the triangles that `merged` finds.
TEST_F(ViewMerged, ShowsThePathAfterEveryExpansion) {
  const std::string ends = "from=15,0,15&to=200,0,210";
  const auto whole =
      viewer_.get_json("/api/path?" + ends + "&algorithms=merged")["algorithms"]["merged"];
  const std::vector<std::uint32_t> path = whole["triangles"];
  const std::uint32_t all =
      viewer_.get_bundle("/api/merged/path?" + ends).header()["all_expansions"];
  ASSERT_GT(all, 3u);
  std::uint32_t walked = 0;
  for (std::uint32_t k = 0; k <= all; ++k) {
    const ReadBundle now =
        viewer_.get_bundle("/api/merged/path?" + ends + "&expansions=" + std::to_string(k));
    const auto clusters = now.array<std::uint32_t>("clusters");
    const auto triangle = now.array<std::uint32_t>("triangle");
    const auto place = now.array<std::uint32_t>("place");
    EXPECT_EQ(now.header()["expansions"], k);
    EXPECT_EQ(now.points("line").size(), clusters.size());
    EXPECT_TRUE(h_.contains(ClusterId{clusters.front()}, ClusterId{path.front()})) << k;
    EXPECT_TRUE(h_.contains(ClusterId{clusters.back()}, ClusterId{path.back()})) << k;
    EXPECT_GE(now.header()["walked"].get<std::uint32_t>(), walked);
    walked = now.header()["walked"];
    for (std::uint32_t i = 0; i < walked; ++i) EXPECT_EQ(clusters[i], path[i]) << k;
    std::set<std::uint32_t> joined;  // places beside the next one
    for (std::size_t i = 0; i < triangle.size(); ++i) {
      EXPECT_TRUE(h_.contains(ClusterId{clusters[place[i]]}, ClusterId{triangle[i]}));
      for (std::size_t j = 0; j < triangle.size(); ++j) {
        if (place[j] == place[i] + 1 && beside(triangle[i], triangle[j])) joined.insert(place[i]);
      }
    }
    EXPECT_EQ(joined.size() + 1, clusters.size()) << k;
    if (k == all) {
      EXPECT_EQ(clusters, path);
    }
    EXPECT_EQ(now.header()["cost"], whole["cost"]);
  }
}

TEST_F(ViewMerged, SpreadsWavesOverAnArea) {
  const ReadBundle wave = viewer_.get_bundle("/api/wave?from=115,0,115&algorithm=merged&area=40");
  const auto cost = wave.array<float>("cost");
  const auto best =
      viewer_.get_bundle("/api/wave?from=115,0,115&algorithm=astar").array<float>("cost");
  const TriangleId start = terrain().locator().find(115, 115);
  MergedQuery query(h_);
  MergedPath path;
  std::size_t reached = 0;
  for (const TriangleId t : mesh_.triangles()) {
    const Vec3 apart = centre_of(mesh_, t) - centre_of(mesh_, start);
    const bool inside = std::abs(apart.x) <= 40 && std::abs(apart.z) <= 40;
    EXPECT_EQ(std::isfinite(cost[index(t)]), inside) << index(t);
    if (!inside) continue;
    ++reached;
    query.find(start, t, path);
    EXPECT_EQ(cost[index(t)], static_cast<float>(terrain().snapshot().metres(path.cost)));
    EXPECT_GE(cost[index(t)], best[index(t)]);
  }
  EXPECT_GT(reached, 100u);
}

TEST_F(ViewMerged, RefusesWhatIsNotThere) {
  const std::string past = std::to_string(h_.step_count() + 1);
  for (const std::string& address :
       {"/api/merged/clusters?step=" + past, std::string("/api/merged/clusters?layers=1"),
        "/api/merged/parents?triangle=" + std::to_string(h_.triangle_count),
        std::string("/api/merged/parents"), std::string("/api/merged/path?from=1,1,1"),
        std::string("/api/wave?from=1,1,1&algorithm=merged")}) {
    EXPECT_EQ(viewer_.get(address).status, 400) << address;
  }
  const AskedViewer grid(walled_grid());
  for (const char* address :
       {"/api/merged", "/api/merged/clusters", "/api/merged/parents?triangle=1",
        "/api/wave?from=1,1,1&algorithm=merged&area=5"}) {
    const Response answer = grid.get(address);
    EXPECT_EQ(answer.status, 400) << address;
    EXPECT_NE(answer.body.find("only terrain"), std::string::npos) << answer.body;
  }
}

}  // namespace
}  // namespace portolan::detail::cli
