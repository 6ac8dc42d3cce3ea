#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "portolan/io/file.h"
#include "portolan/io/metrics/metric_file.h"
#include "portolan/io/metrics/nav_mesh_metric_file.h"

/// The examples of docs/metrics.md are what the readers take.
namespace portolan::detail {
namespace {

/// The example that stands below "`name`:", up to its closing brace.
std::string example(const std::string& name) {
  const auto page =
      read_file(std::filesystem::path(PORTOLAN_SOURCE_DIR) / "docs" / "metrics.md", 1 << 20);
  if (!page) return page.error().message;
  const std::size_t title = page->find("`" + name + "`:");
  if (title == std::string::npos) return "no " + name;
  const std::size_t begin = page->find('{', title);
  return page->substr(begin, page->find("\n\n", begin) - begin);
}

TEST(MetricPage, ItsMeshExampleIsRead) {
  const std::vector<std::string> areas{"default", "road", "grass", "water"};
  const auto metric = parse_nav_mesh_metric(example("cart.json"), "cart.json", areas);
  ASSERT_TRUE(metric) << metric.error().message;
  EXPECT_EQ(metric->name, "cart");
  EXPECT_EQ(metric->cost[2], 3.5f);
  EXPECT_EQ(metric->cost[3], NavMeshMetric::kBlocked);
  EXPECT_EQ(metric->cost[7], 2.0f);
  EXPECT_EQ(metric->cost[0], 1.5f);
  EXPECT_EQ(metric->exclude_flags, 16);
}

TEST(MetricPage, ItsGridExampleIsRead) {
  const auto metric = parse_metric(example("swamp.json"), "swamp.json");
  ASSERT_TRUE(metric) << metric.error().message;
  EXPECT_EQ(metric->cost['S'], 2.5);
  EXPECT_FALSE(metric->passable(TileLetter{'T'}));
}

}  // namespace
}  // namespace portolan::detail
