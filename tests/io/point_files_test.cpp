#include <gtest/gtest.h>

#include <cmath>

#include "portolan/io/geometry/off_mesh_links.h"
#include "portolan/io/queries/point_queries.h"

namespace portolan::detail {
namespace {

const std::string kPoints = "from_x,from_y,from_z,to_x,to_y,to_z";

TEST(PointQueries, ColumnsMayStandInAnyOrder) {
  const auto queries = parse_point_queries(
      "to_x,to_y,to_z,note,from_x,from_y,from_z,reference_cost\n4,5,6,a,1,2,3,7.5\n1,1,1,,2,2,2,\n",
      "q.csv");
  ASSERT_TRUE(queries) << queries.error().message;
  ASSERT_EQ(queries->size(), 2u);
  EXPECT_EQ((*queries)[0].from, (Vec3{1, 2, 3}));
  EXPECT_EQ((*queries)[0].to, (Vec3{4, 5, 6}));
  EXPECT_EQ((*queries)[0].reference_cost, 7.5);
  EXPECT_TRUE(std::isnan((*queries)[1].reference_cost));
}

TEST(PointQueries, MistakesNameTheirLine) {
  const auto message = [](const std::string& text) {
    const auto queries = parse_point_queries(text, "q.csv");
    return queries ? std::string("none") : queries.error().message;
  };
  EXPECT_NE(message("").find("q.csv: is empty"), std::string::npos);
  EXPECT_NE(message("from_x\n").find("q.csv:1: there is no column 'from_y'"), std::string::npos);
  EXPECT_NE(message(kPoints + "\n1,2,3\n").find("q.csv:2: found 3 fields"), std::string::npos);
  EXPECT_NE(message(kPoints + "\n1,2,3,4,5,x\n").find("q.csv:2: to_z is 'x'; give a number"),
            std::string::npos);
  EXPECT_NE(message(kPoints + "\n1,nan,3,4,5,6\n").find("from_y is 'nan'"), std::string::npos);
  EXPECT_NE(message(kPoints + ",reference_cost\n1,2,3,4,5,6,-1\n").find("from 0 up"),
            std::string::npos);
}

TEST(OffMeshLinks, TakeAreasByNameAndNumber) {
  const auto links = parse_off_mesh_links(kPoints +
                                              ",both_ways,area,cost\n1,2,3,4,5,6,1,water,2.5\n"
                                              "1,2,3,4,5,6,0,7,\n1,2,3,4,5,6,0,,\n",
                                          "l.csv", {"default", "water"});
  ASSERT_TRUE(links) << links.error().message;
  ASSERT_EQ(links->size(), 3u);
  EXPECT_TRUE((*links)[0].both_ways);
  EXPECT_EQ((*links)[0].area, 1);
  EXPECT_EQ((*links)[0].cost, 2.5f);
  EXPECT_FALSE((*links)[1].both_ways);
  EXPECT_EQ((*links)[1].area, 7);
  EXPECT_LT((*links)[1].cost, 0.0f);
  EXPECT_EQ((*links)[2].area, 0);
}

TEST(OffMeshLinks, MistakesNameTheirLine) {
  const auto message = [](const std::string& row) {
    const auto links =
        parse_off_mesh_links(kPoints + ",both_ways,area,cost\n" + row + "\n", "l.csv", {});
    return links ? std::string("none") : links.error().message;
  };
  EXPECT_NE(message("1,2,3,4,5,6,yes,,").find("l.csv:2: both_ways is 'yes'; give 1 or 0"),
            std::string::npos);
  EXPECT_NE(message("1,2,3,4,5,6,1,63,").find("area is '63'; give a number from 0 to 62"),
            std::string::npos);
  EXPECT_NE(message("1,2,3,4,5,6,1,,-2").find("cost is '-2'; give metres from 0 up"),
            std::string::npos);
}

TEST(GroundQueries, NeedNoHeights) {
  const auto queries = parse_ground_queries(
      "to_x,from_x,from_z,to_z,from_y,reference_cost\n3,1,2,4,99,5.5\n", "q.csv");
  ASSERT_TRUE(queries) << queries.error().message;
  ASSERT_EQ(queries->size(), 1u);
  EXPECT_EQ(queries->front().from, (Vec3{1, 0, 2}));
  EXPECT_EQ(queries->front().to, (Vec3{3, 0, 4}));
  EXPECT_EQ(queries->front().reference_cost, 5.5);
  const auto without = parse_ground_queries("from_x,from_z,to_x\n1,2,3\n", "q.csv");
  ASSERT_FALSE(without);
  EXPECT_NE(without.error().message.find("to_z"), std::string::npos);
}

TEST(MapQueries, KeepEveryDigit) {
  const auto queries = parse_map_queries(
      "from_x,from_y,to_x,to_y\n512300.125,4021650.0625,540080.5,-4030010\n", "q.csv");
  ASSERT_TRUE(queries) << queries.error().message;
  ASSERT_EQ(queries->size(), 1u);
  EXPECT_EQ(queries->front().from, (MapPoint{512300.125, 4021650.0625}));
  EXPECT_EQ(queries->front().to, (MapPoint{540080.5, -4030010.0}));
  EXPECT_TRUE(std::isnan(queries->front().reference_cost));
  EXPECT_FALSE(parse_map_queries("from_x,from_y,to_x,to_y\n1,2,inf,4\n", "q.csv"));
}

}  // namespace
}  // namespace portolan::detail
