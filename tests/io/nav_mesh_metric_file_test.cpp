#include "portolan/io/metrics/nav_mesh_metric_file.h"

#include <gtest/gtest.h>

#include "expect_error.h"
#include "portolan/navmesh/validate_nav_mesh_metric.h"
#include "tests/temporary_folder.h"

namespace portolan::detail {
namespace {

const std::vector<std::string> kNames{"ground", "road", "", "water", "7"};

Result<NavMeshMetric> parse(std::string_view text) {
  return parse_nav_mesh_metric(text, "folder/m.json", kNames);
}

TEST(NavMeshMetricFile, ReadsAllKeys) {
  const TemporaryFolder folder;
  const auto path = folder.put("truck.json",
                               R"({"areas": {"road": 0.5, "water": "blocked", "7": 2, "12": null,
                                             "2": 4, "13": 0, "63": 10000},
                                   "others": 3, "include_flags": 3, "exclude_flags": 65535})");
  const auto metric = load_nav_mesh_metric(path, kNames);
  ASSERT_TRUE(metric) << metric.error().message;
  EXPECT_EQ(metric->name, "truck");
  EXPECT_EQ(metric->cost[0], 3.0f);
  EXPECT_EQ(metric->cost[1], 0.5f);
  EXPECT_EQ(metric->cost[2], 4.0f);
  EXPECT_EQ(metric->cost[3], NavMeshMetric::kBlocked);
  EXPECT_EQ(metric->cost[4], 2.0f) << "a name goes before a number";
  EXPECT_EQ(metric->cost[7], 3.0f);
  EXPECT_EQ(metric->cost[12], NavMeshMetric::kBlocked);
  EXPECT_EQ(metric->cost[13], NavMeshMetric::kBlocked);
  EXPECT_EQ(metric->cost[63], 10000.0f);
  EXPECT_EQ(metric->include_flags, 3);
  EXPECT_EQ(metric->exclude_flags, 65535);
  EXPECT_TRUE(validate(*metric));
}

TEST(NavMeshMetricFile, EmptyObjectIsTheDefault) {
  const auto metric = parse("{}");
  ASSERT_TRUE(metric);
  NavMeshMetric expected;
  expected.name = "m";
  EXPECT_EQ(*metric, expected);
  EXPECT_EQ(parse(R"({"name": "lorry"})")->name, "lorry");
  EXPECT_EQ(parse(R"({"others": "blocked", "areas": {"road": 1}})")->cost[0], 0.0f);
  EXPECT_TRUE(validate(*parse(R"({"others": 0.001})")));
}

TEST(NavMeshMetricFile, RefusesWithFileKeyAndRange) {
  EXPECT_ERROR(parse("[1]"), "folder/m.json", "JSON object");
  EXPECT_ERROR(parse(R"({"area": {}})"), "folder/m.json", "'area'", "'exclude_flags'");
  EXPECT_ERROR(parse(R"({"areas": 1})"), "'areas'", "costs by area");
  EXPECT_ERROR(parse(R"({"areas": {"raod": 1}})"), "'raod'", "'ground', 'road', 'water', '7'",
               "0 to 63");
  EXPECT_ERROR(parse(R"({"areas": {"": 1}})"), "no area ''");
  EXPECT_ERROR(parse(R"({"areas": {"64": 1}})"), "no area '64'");
  EXPECT_ERROR(parse(R"({"areas": {"-1": 1}})"), "no area '-1'");
  EXPECT_ERROR(parse(R"({"areas": {"road": 1, "1": 1}})"), "area 1", "twice", "'1'");
  EXPECT_ERROR(parse_nav_mesh_metric(R"({"areas": {"a": 1}})", "m", {}), "no area 'a'; give one");
  for (const std::string cost : {"0.0009", "10001", "-1", "\"2\"", "true", "[]"}) {
    EXPECT_ERROR(parse(R"({"areas": {"road": )" + cost + "}}"), "'road'", "0.001 to 10000");
    EXPECT_ERROR(parse(R"({"others": )" + cost + "}"), "'others'", "0.001 to 10000");
  }
  for (const std::string flags : {"-1", "65536", "1.5", "\"1\"", "null"}) {
    EXPECT_ERROR(parse(R"({"include_flags": )" + flags + "}"), "'include_flags'", "0 to 65535");
    EXPECT_ERROR(parse(R"({"exclude_flags": )" + flags + "}"), "'exclude_flags'", "0 to 65535");
  }
  EXPECT_ERROR(parse(R"({"name": 1})"), "'name'");
  EXPECT_ERROR(parse(R"({"name": ""})"), "'name'");
  EXPECT_ERROR(parse(R"({"others": 1e999})"), "too large");
  EXPECT_ERROR(parse("{\n\"areas\": {\n\"road\" 1}}"), "folder/m.json:3:", "commas");
  EXPECT_ERROR(load_nav_mesh_metric("no/m.json", kNames), "no/m.json", "check the name");
}

}  // namespace
}  // namespace portolan::detail
