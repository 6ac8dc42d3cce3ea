#include "portolan/io/geometry/obj_writer.h"

#include <gtest/gtest.h>

#include "portolan/io/geometry/obj.h"

namespace portolan::detail {
namespace {

Geometry two_triangles() {
  Geometry geometry;
  geometry.vertices = {{0, 0.1f, 0}, {0, 0, 1e-7f}, {1.0f / 3, 0, 1}, {-1e6f, 2, 3}};
  geometry.triangles = {{0, 1, 2}, {2, 1, 3}};
  geometry.areas = {2, 1};
  geometry.area_names = {"", "grass land"};
  return geometry;
}

TEST(ObjWriter, IsReadBackToTheLastBit) {
  const Geometry written = two_triangles();
  const auto text = write_obj(written);
  ASSERT_TRUE(text) << text.error().message;
  const auto read = parse_obj(*text, "a.obj");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->vertices, written.vertices);
  EXPECT_EQ(read->triangles, written.triangles);
  EXPECT_EQ(read->area_names[read->areas[0]], "area2");
  EXPECT_EQ(read->area_names[read->areas[1]], "grass land");
}

TEST(ObjWriter, RefusesWhatIsNotThere) {
  Geometry geometry = two_triangles();
  geometry.triangles[1][2] = 4;
  EXPECT_FALSE(write_obj(geometry));
  geometry = two_triangles();
  geometry.areas.pop_back();
  const auto text = write_obj(geometry);
  ASSERT_FALSE(text);
  EXPECT_NE(text.error().message.find("as many areas as triangles"), std::string::npos);
}

}  // namespace
}  // namespace portolan::detail
