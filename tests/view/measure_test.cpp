#include <gtest/gtest.h>

#include <chrono>
#include <set>
#include <thread>

#include "viewing.h"

namespace portolan::detail::cli {
namespace {

using ViewMeasure = ViewedWorlds;

nlohmann::json wait_for_end(const AskedViewer& viewer) {
  for (int tries = 0; tries < 3000; ++tries) {
    auto now = viewer.get_json("/api/measure");
    if (now["state"] != "running") return now;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  ADD_FAILURE() << "it does not end";
  return {};
}

TEST_F(ViewMeasure, ComparesAllAlgorithmsAndLevels) {
  for (auto make : {+[](const ViewMeasure& t) { return t.walled_grid(); },
                    +[](const ViewMeasure& t) { return t.three_floors(); },
                    +[](const ViewMeasure& t) { return t.hills(); }}) {
    const AskedViewer viewer(make(*this));
    const auto world = viewer.get_json("/api/world");
    EXPECT_EQ(viewer.get_json("/api/measure")["state"], "idle");
    viewer.post_json("/api/measure", R"({"queries":20,"seed":4})");
    const auto done = wait_for_end(viewer);
    ASSERT_EQ(done["state"], "done") << done.dump();
    EXPECT_EQ(done["progress"], 1.0);
    EXPECT_EQ(done["rows"].size(), world["algorithms"].size() + world["levels"].get<std::size_t>());
    std::set<std::string> named;
    for (const auto& row : done["rows"]) {
      named.insert(row["algorithm"].get<std::string>());
      EXPECT_EQ(row["complete"], 20) << row.dump();
      EXPECT_GT(row["mean_us"], 0.0) << row.dump();
      EXPECT_GE(row["mean_error"].get<double>(), -1e-9) << row.dump();
      if (row["algorithm"] == "astar") {
        EXPECT_EQ(row["speed_up"], 1.0);
      }
    }
    EXPECT_EQ(named.size(), world["algorithms"].size());
  }
}

TEST_F(ViewMeasure, ComparesCellSizesOnTheSameQueries) {
  for (auto make : {+[](const ViewMeasure& t) { return t.open_grid(); },
                    +[](const ViewMeasure& t) { return t.hills(); }}) {
    const AskedViewer viewer(make(*this));
    viewer.post_json("/api/measure", R"({"queries":20,"cell_sizes":true})");
    const auto done = wait_for_end(viewer);
    ASSERT_EQ(done["state"], "done") << done.dump();
    EXPECT_EQ(done["progress"], 1.0);
    std::set<unsigned> sizes;
    for (const auto& row : done["rows"]) {
      sizes.insert(row["cell_size"].get<unsigned>());
      EXPECT_EQ(row["complete"], 20) << row.dump();
      EXPECT_GE(row["mean_error"].get<double>(), -1e-9) << row.dump();
    }
    EXPECT_GE(sizes.size(), 3u) << "the world as it is, and at least two other sizes";
  }
}

TEST_F(ViewMeasure, CanBeStopped) {
  const AskedViewer viewer(hills());
  viewer.post_json("/api/measure", R"({"queries":100000})");
  const Response stopped = viewer.remove("/api/measure");
  EXPECT_EQ(json_of(stopped)["state"], "stopped") << stopped.body;
}

TEST_F(ViewMeasure, RefusesTooManyQueries) {
  const AskedViewer viewer(walled_grid());
  for (const char* body : {R"({"queries":0})", R"({"queries":100001})", R"({"queries":"x"})"})
    EXPECT_EQ(viewer.post("/api/measure", body).status, 400) << body;
}

}  // namespace
}  // namespace portolan::detail::cli
