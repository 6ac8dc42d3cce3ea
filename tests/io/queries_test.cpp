#include "portolan/io/queries/queries.h"

#include <gtest/gtest.h>

#include <cmath>

#include "expect_error.h"
#include "tests/temporary_folder.h"

namespace portolan::detail {
namespace {

TEST(Queries, ReadsColumnsInAnyOrder) {
  const TemporaryFolder folder;
  const auto queries =
      load_tile_queries(folder.put("q.csv",
                                   "to_y,note,to_x,from_z,\"from_y\", from_x ,reference_cost\r\n"
                                   "4,\"a,b\",3,9.5,2,1,7.5\r\n"
                                   "\r\n"
                                   "8,,7,,6,-5,\r\n"));
  ASSERT_TRUE(queries) << queries.error().message;
  ASSERT_EQ(queries->size(), 2u);
  EXPECT_EQ((*queries)[0].from, (Tile{1, 2}));
  EXPECT_EQ((*queries)[0].to, (Tile{3, 4}));
  EXPECT_EQ((*queries)[0].reference_cost, 7.5);
  EXPECT_EQ((*queries)[1].from, (Tile{-5, 6}));
  EXPECT_TRUE(std::isnan((*queries)[1].reference_cost));
}

TEST(Queries, ReadsScenarioFiles) {
  const TemporaryFolder folder;
  const auto queries = load_tile_queries(folder.put("q.scen", "version 1\n0 a 5 5 0 1 2 3 4.5\n"));
  ASSERT_TRUE(queries) << queries.error().message;
  ASSERT_EQ(queries->size(), 1u);
  EXPECT_EQ((*queries)[0].from, (Tile{0, 1}));
  EXPECT_EQ((*queries)[0].to, (Tile{2, 3}));
  EXPECT_EQ((*queries)[0].reference_cost, 4.5);
  EXPECT_ERROR(load_tile_queries(folder.put("bad.scen", "0 a 5 5\n")), "bad.scen:1:");
}

TEST(Queries, RefusesWithFileAndLine) {
  const std::string header = "from_x,from_y,to_x,to_y,reference_cost\n";
  const auto parse = [&](const std::string& line) {
    return parse_tile_queries(header + line + "\n", "q.csv");
  };
  EXPECT_ERROR(parse_tile_queries("", "q.csv"), "q.csv", "empty", "from_x");
  EXPECT_ERROR(parse_tile_queries("from_x,from_y,to_x\n", "q.csv"), "q.csv:1:", "'to_y'");
  EXPECT_ERROR(parse("1,2,3,4"), "q.csv:2:", "4 fields", "5 columns");
  EXPECT_ERROR(parse("1,2,x,4,"), "q.csv:2:", "to_x is 'x'", "whole number");
  EXPECT_ERROR(parse("1,2.5,3,4,"), "q.csv:2:", "from_y is '2.5'");
  EXPECT_ERROR(parse("1,2,3,4294967296,"), "q.csv:2:", "to_y");
  EXPECT_ERROR(parse("1,2,3,4,-1"), "q.csv:2:", "reference_cost is '-1'");
  EXPECT_ERROR(parse("1,2,3,4,inf"), "q.csv:2:", "reference_cost is 'inf'");
  EXPECT_ERROR(load_tile_queries("no/q.csv"), "no/q.csv", "check the name");
}

}  // namespace
}  // namespace portolan::detail
