#include "portolan/io/metrics/metric_file.h"

#include <gtest/gtest.h>

#include "expect_error.h"
#include "tests/temporary_folder.h"

namespace portolan::detail {
namespace {

TEST(MetricFile, ReadsAllKeysAndKeepsDefaults) {
  const TemporaryFolder folder;
  const auto path = folder.put("m.json",
                               R"({"terrain": {"T": 4, "S": 2.5, ".": 0, "G": null, "ä": 3},
          "diagonals": "not_between_blocked", "diagonal_length": 1.42})");
  const auto metric = load_metric(path);
  ASSERT_TRUE(metric) << metric.error().message;
  EXPECT_EQ(metric->cost['T'], 4.0);
  EXPECT_EQ(metric->cost['S'], 2.5);
  EXPECT_EQ(metric->cost['.'], 0.0);
  EXPECT_EQ(metric->cost['G'], 0.0);
  EXPECT_EQ(metric->cost[0xE4], 3.0);
  EXPECT_EQ(metric->cost['3'], 3.0);
  EXPECT_EQ(metric->diagonals, DiagonalRule::not_between_blocked);
  EXPECT_EQ(metric->diagonal_length, 1.42);
}

TEST(MetricFile, EmptyObjectIsTheDefault) {
  const auto metric = parse_metric("{}", "m.json");
  ASSERT_TRUE(metric);
  EXPECT_EQ(metric->cost, GridMetric::default_costs());
  EXPECT_EQ(metric->diagonals, DiagonalRule::both_free);
  EXPECT_EQ(metric->diagonal_length, 0.0);
}

TEST(MetricFile, RefusesWithFileKeyAndRange) {
  const auto parse = [](const char* text) { return parse_metric(text, "m.json"); };
  EXPECT_ERROR(parse("[1]"), "m.json", "JSON object");
  EXPECT_ERROR(parse(R"({"terain": {}})"), "m.json", "'terain'", "'diagonal_length'");
  EXPECT_ERROR(parse(R"({"terrain": 1})"), "m.json", "'terrain'", "costs by letter");
  EXPECT_ERROR(parse(R"({"terrain": {"": 1}})"), "m.json", "''", "single letter");
  EXPECT_ERROR(parse(R"({"terrain": {"ab": 1}})"), "m.json", "'ab'", "single letter");
  EXPECT_ERROR(parse(R"({"terrain": {"€": 1}})"), "m.json", "single letter");
  for (const char* cost : {"0.001", "1001", "-1", "\"2\"", "true", "[]"}) {
    EXPECT_ERROR(parse_metric(R"({"terrain": {"S": )" + std::string(cost) + "}}", "m.json"),
                 "m.json", "'S'", "0.01 to 1000");
  }
  EXPECT_ERROR(parse(R"({"diagonals": "some"})"), "m.json", "'diagonals'", "'both_free'");
  EXPECT_ERROR(parse(R"({"diagonals": 1})"), "m.json", "'diagonals'");
  EXPECT_ERROR(parse(R"({"diagonal_length": 0.4})"), "m.json", "'diagonal_length'", "0.5 to 4");
  EXPECT_ERROR(parse(R"({"diagonal_length": 1e999})"), "m.json", "too large");
}

/// Keys in their order are looked up one after the other: minutes for a million of them.
TEST(MetricFile, RefusesVeryManyKeys) {
  std::string text = "{\"terrain\": {\".\": 1";
  for (int i = 0; i < 1'000'000; ++i) text += ",\n\"" + std::to_string(i) + "\": 1";
  EXPECT_ERROR(parse_metric(text + "}}", "a.json"), "a.json: ", "more than 10000 keys");
}

TEST(MetricFile, NamesTheLineThatIsNotJson) {
  EXPECT_ERROR(parse_metric("{\n\"terrain\": {\n\".\" 1}}", "m.json"), "m.json:3:", "commas");
  EXPECT_ERROR(parse_metric("", "m.json"), "m.json:1:");
  EXPECT_ERROR(load_metric("no/m.json"), "no/m.json", "check the name");
}

TEST(MetricFile, SurvivesWritingAndReading) {
  GridMetric metric;
  for (std::size_t letter = 0; letter < 256; ++letter) {
    metric.cost[letter] = letter % 3 == 0 ? 0.0 : 0.1 * static_cast<double>(letter);
  }
  metric.diagonals = DiagonalRule::never;
  metric.diagonal_length = 1.0 / 0.7;
  const auto again = parse_metric(metric_to_json(metric), "again.json");
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again->cost, metric.cost);
  EXPECT_EQ(again->diagonals, metric.diagonals);
  EXPECT_EQ(again->diagonal_length, metric.diagonal_length);
}

}  // namespace
}  // namespace portolan::detail
