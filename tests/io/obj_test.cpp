#include "portolan/io/geometry/obj.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <random>
#include <sstream>

#include "expect_error.h"
#include "geometry_testing.h"
#include "portolan/core/vec3.h"
#include "portolan/io/geometry/triangulate.h"
#include "tests/temporary_folder.h"

namespace portolan::detail {
namespace {

namespace fs = std::filesystem;
using Triangle = Geometry::Triangle;

const std::string kSquare = "v 0 0 0\nv 0 0 1\nv 1 0 1\nv 1 0 0\n";

/// The folder of scenes; empty when it is not there.
fs::path scenes_folder() {
  const char* given = std::getenv("PORTOLAN_DATA");
  const fs::path usual = fs::path(PORTOLAN_SOURCE_DIR) / ".." / "shared" / "data";
  const fs::path folder = (given != nullptr ? fs::path(given) : usual) / "scenes";
  return fs::is_directory(folder) ? folder : fs::path();
}

TEST(Obj, ReadsVerticesAndFaces) {
  const auto geometry = parse_obj(kSquare + "f 1 2 3\nf 1 3 4\n", "a.obj");
  ASSERT_TRUE(geometry) << geometry.error().message;
  EXPECT_EQ(geometry->vertices, (std::vector<Vec3>{{0, 0, 0}, {0, 0, 1}, {1, 0, 1}, {1, 0, 0}}));
  EXPECT_EQ(geometry->triangles, (std::vector<Triangle>{{0, 1, 2}, {0, 2, 3}}));
  EXPECT_EQ(geometry->areas, (std::vector<std::uint8_t>{0, 0}));
  EXPECT_EQ(geometry->area_names, std::vector<std::string>{"default"});
  EXPECT_FLOAT_EQ(area_of(*geometry), 1.0f);  // Counterclockwise from above: it faces up.
}

TEST(Obj, ReadsAllFormsOfCorners) {
  for (const char* face : {"f 1/1 2/2 4/3", "f 1//1 2//1 4//1", "f 1/1/1 2/2/1 4/3/1", "f -4 -3 -1",
                           "f -4/-1 2// 4", "f\t1 \t2  4 # the corner"}) {
    const auto geometry = parse_obj(kSquare + face, "a.obj");
    ASSERT_TRUE(geometry) << geometry.error().message;
    EXPECT_EQ(geometry->triangles, (std::vector<Triangle>{{0, 1, 3}})) << face;
  }
}

TEST(Obj, CountsNegativeIndicesFromTheFace) {
  const auto geometry = parse_obj(kSquare + "f -3 -2 -1\nv 2 0 0\nf -3 -2 -1\n", "a.obj");
  ASSERT_TRUE(geometry) << geometry.error().message;
  EXPECT_EQ(geometry->triangles, (std::vector<Triangle>{{1, 2, 3}, {2, 3, 4}}));
}

TEST(Obj, ToleratesWhatExportersWrite) {
  const auto geometry = parse_obj(
      "# made in C:\\models\\\r\nmtllib none.mtl\r\no House\r\n\r\n"
      "v 0 0 0 1\r\n  v +1e1 0 .5 0.25 0.5 0.75\r\nv 1e-44 -0 -1.5 # here\r\n"
      "vt 0 x\r\nvn\r\ng a b\r\ns off\r\nusemtl a\r\nl 1 2\r\nf 1 \\\r\n2 \\\r\n3\r\n",
      "a.obj");
  ASSERT_TRUE(geometry) << geometry.error().message;
  EXPECT_EQ(geometry->vertices[1], (Vec3{10, 0, 0.5f}));
  EXPECT_EQ(geometry->triangles, (std::vector<Triangle>{{0, 1, 2}}));
}

/// A statement of very many lines: minutes where each looks at all before it.
TEST(Obj, JoinsManyLines) {
  std::string text = kSquare + "f 1 2 3 \\\n";
  const std::string blank = std::string(200, ' ') + "\\\n";
  for (int i = 0; i < 50'000; ++i) text += blank;
  for (int i = 0; i < 1'000'000; ++i) text += "\\\n";
  const auto geometry = parse_obj(text + "4\nf 1 2 3\n", "a.obj");
  ASSERT_TRUE(geometry) << geometry.error().message;
  EXPECT_EQ(geometry->triangles.size(), 3u);
}

TEST(Obj, JoinsLinesUpToACommentOrTheEnd) {
  for (const char* face : {"f 1 2 \\\n3 # no more \\\nf 1 2 4", "f 1 2 3\nf 1 \\\n2 4 \\",
                           "f 1 2 3\nf 1 2 4\\\n\\\n"}) {
    const auto geometry = parse_obj(kSquare + face, "a.obj");
    ASSERT_TRUE(geometry) << geometry.error().message;
    EXPECT_EQ(geometry->triangles, (std::vector<Triangle>{{0, 1, 2}, {0, 1, 3}})) << face;
  }
}

TEST(Obj, MakesMaterialsAreas) {
  const auto geometry = parse_obj(kSquare +
                                      "f 1 2 3\nusemtl unused\nusemtl deep water \nf 1 2 3 4\n"
                                      "usemtl Grass #25\nf 1 2 3\nusemtl deep water\nf 1 2 3\n"
                                      "usemtl default\nf 1 2 3\nusemtl\nf 2 3 4\n",
                                  "a.obj");
  ASSERT_TRUE(geometry) << geometry.error().message;
  EXPECT_EQ(geometry->area_names, (std::vector<std::string>{"default", "deep water", "Grass #25"}));
  EXPECT_EQ(geometry->areas, (std::vector<std::uint8_t>{0, 1, 1, 2, 1, 0, 0}));
}

TEST(Obj, HasSixtyTwoMaterialsAtMost) {
  std::string text = kSquare;
  for (int i = 1; i <= 62; ++i) text += "usemtl m" + std::to_string(i) + "\nf 1 2 3\n";
  const auto geometry = parse_obj(text, "a.obj");
  ASSERT_TRUE(geometry) << geometry.error().message;
  EXPECT_EQ(geometry->area_names.size(), 63u);
  EXPECT_EQ(geometry->areas.back(), 62);
  EXPECT_ERROR(parse_obj(text + "usemtl m63\nf 1 2 3\n", "a.obj"), "a.obj:130:", "62 materials");
}

TEST(Obj, TurnsAxesAndScales) {
  const std::string text = "v 1 2 3\nv 2 2 3\nv 1 3 3\nf 1 2 3\n";
  const auto geometry = parse_obj(text, "a.obj", {SourceAxes::Up::z, 0.5f});
  ASSERT_TRUE(geometry) << geometry.error().message;
  EXPECT_EQ(geometry->vertices,
            (std::vector<Vec3>{{0.5f, 1.5f, -1}, {1, 1.5f, -1}, {0.5f, 1.5f, -1.5f}}));
  EXPECT_FLOAT_EQ(area_of(*geometry), 0.125f);  // It still faces up.
  for (const float unit : {0.0f, -1.0f, 2e6f, std::numeric_limits<float>::quiet_NaN()}) {
    EXPECT_ERROR(parse_obj(text, "a.obj", {SourceAxes::Up::y, unit}), "a.obj:", "the unit is");
  }
}

TEST(Obj, RefusesWithFileAndLine) {
  EXPECT_ERROR(parse_obj("", "a.obj"), "a.obj:0:", "no faces");
  EXPECT_ERROR(parse_obj(kSquare, "a.obj"), "a.obj:4:", "no faces");
  EXPECT_ERROR(parse_obj("v 1 2\n", "a.obj"), "a.obj:1:", "three coordinates");
  EXPECT_ERROR(parse_obj("v 1 2 # 3\n", "a.obj"), "a.obj:1:", "three coordinates");
  EXPECT_ERROR(parse_obj("v 1 2 3x\n", "a.obj"), "a.obj:1:", "'3x'", "not a number");
  for (const char* number : {"nan", "inf", "-inf", "1e39"}) {
    EXPECT_ERROR(parse_obj("v 0 0 " + std::string(number), "a.obj"), "a.obj:1:", "not finite");
  }
  EXPECT_ERROR(parse_obj("v 0 0 1e34", "a.obj", {SourceAxes::Up::y, 1e6f}), "too large");
  for (const char* index : {"0", "5", "-5", "99999999999", "-9223372036854775808"}) {
    EXPECT_ERROR(parse_obj(kSquare + "f 1 2 " + index, "a.obj"),
                 "a.obj:5:", "vertex " + std::string(index), "among the 4 above");
  }
  for (const char* index : {"x", "1x", "/1", "+1", "1.0", "99999999999999999999"}) {
    EXPECT_ERROR(parse_obj(kSquare + "f 1 2 " + index, "a.obj"), "a.obj:5:", index, "vertex index");
  }
  EXPECT_ERROR(parse_obj(kSquare + "f 1 2\n", "a.obj"), "a.obj:5:", "has 2 corners", "3 to 1000");
  EXPECT_ERROR(parse_obj(kSquare + "\n\nf\n", "a.obj"), "a.obj:7:", "has 0 corners");
  std::string huge = "f";
  for (int i = 0; i < 1001; ++i) huge += " 1";
  EXPECT_ERROR(parse_obj(kSquare + huge, "a.obj"), "a.obj:5:", "has 1001 corners");
  EXPECT_ERROR(load_obj("none/a.obj"), "none/a.obj", "cannot be opened");
}

TEST(Obj, CutsFacesThatAreNotConvex) {
  // A U, open towards -z, that a fan would fill; once from below, too.
  const std::string corners =
      "v 0 0 0\nv 0 0 3\nv 3 0 3\nv 3 0 0\nv 2 0 0\nv 2 0 2\nv 1 0 2\nv 1 0 0\n";
  for (const char* face : {"f 1 2 3 4 5 6 7 8", "f 7 8 1 2 3 4 5 6", "f 5 6 7 8 1 2 3 4"}) {
    const auto geometry = parse_obj(corners + face, "a.obj");
    ASSERT_TRUE(geometry) << geometry.error().message;
    ASSERT_EQ(geometry->triangles.size(), 6u);
    EXPECT_FLOAT_EQ(area_of(*geometry), 7.0f);
    for (const auto& [a, b, c] : geometry->triangles) {
      const auto& v = geometry->vertices;
      EXPECT_GT(area_from_above(v[a], v[b], v[c]), 0.0f) << face;
    }
  }
  const auto below = parse_obj(corners + "f 8 7 6 5 4 3 2 1", "a.obj");
  ASSERT_TRUE(below);
  EXPECT_FLOAT_EQ(area_of(*below), -7.0f);
}

TEST(Triangulate, CutsStarsExactly) {
  std::mt19937 random(7);
  for (std::size_t n : {4u, 5u, 9u, 50u, 1000u}) {
    std::vector<Vec3> vertices;
    std::vector<std::uint32_t> corners;
    double area = 0.0;
    for (std::size_t i = 0; i < n; ++i) {
      const double angle = 6.283185307 * static_cast<double>(i) / static_cast<double>(n);
      const double radius = std::uniform_real_distribution<double>(1.0, 9.0)(random);
      // A wall rather than a floor, to see that any plane will do.
      vertices.push_back({static_cast<float>(radius * std::cos(angle)),
                          static_cast<float>(radius * std::sin(angle)), 3.0f});
      corners.push_back(static_cast<std::uint32_t>(i));
    }
    const auto cross = [&](std::uint32_t a, std::uint32_t b) {
      return double{vertices[a].x} * vertices[b].y - double{vertices[b].x} * vertices[a].y;
    };
    for (std::uint32_t i = 0; i < n; ++i) area += cross(i, (i + 1) % static_cast<std::uint32_t>(n));
    std::vector<Triangle> triangles;
    triangulate(vertices, corners, triangles);
    ASSERT_EQ(triangles.size(), n - 2);
    double sum = 0.0;
    for (const auto& [a, b, c] : triangles) {
      const double part = cross(a, b) + cross(b, c) + cross(c, a);
      EXPECT_GE(part, 0.0);
      sum += part;
    }
    EXPECT_NEAR(sum, area, 1e-6 * area) << n;
  }
}

/// A double spiral has few ears, wherever one begins to look: minutes for all of these where each
/// cut looks at every corner again.
TEST(Triangulate, CutsManySpirals) {
  std::vector<Vec3> vertices;
  constexpr std::size_t kSide = 500;
  const auto add = [&](std::size_t i, double shift) {
    const double angle = 0.3 * static_cast<double>(i);
    const double radius = 1.0 + angle + shift;
    vertices.push_back({static_cast<float>(radius * std::cos(angle)), 0.0f,
                        static_cast<float>(-radius * std::sin(angle))});
  };
  for (std::size_t i = 0; i < kSide; ++i) add(i, 0.5);
  for (std::size_t i = kSide; i-- > 0;) add(i, 0.0);
  std::vector<std::uint32_t> corners;
  for (std::uint32_t i = 0; i < vertices.size(); ++i) corners.push_back(i);
  const auto area_of = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    return double{area_from_above(vertices[a], vertices[b], vertices[c])};
  };
  double area = 0.0;
  for (std::uint32_t i = 2; i < corners.size(); ++i) area += area_of(0, i - 1, i);
  std::vector<Triangle> triangles;
  for (int spiral = 0; spiral < 200; ++spiral) {
    std::rotate(corners.begin(), corners.begin() + 1, corners.end());
    triangles.clear();
    triangulate(vertices, corners, triangles);
  }
  ASSERT_EQ(triangles.size(), vertices.size() - 2);
  double sum = 0.0;
  for (const auto& [a, b, c] : triangles) {
    EXPECT_GE(area_of(a, b, c) * area, 0.0);
    sum += area_of(a, b, c);
  }
  EXPECT_NEAR(sum, area, 1e-3 * std::abs(area));
}

TEST(Triangulate, CutsWhatHasNoAreaSomehow) {
  const std::vector<Vec3> vertices{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {1, 0, 1}};
  for (const std::vector<std::uint32_t>& corners :
       {std::vector<std::uint32_t>{0, 1, 2, 1}, {0, 0, 0, 0, 0}, {0, 3, 1, 2}, {0, 2, 3, 1, 0}}) {
    std::vector<Triangle> triangles;
    triangulate(vertices, corners, triangles);
    EXPECT_EQ(triangles.size(), corners.size() - 2);
  }
}

TEST(ObjData, HasTheTrianglesOfTheFiles) {
  const fs::path folder = scenes_folder();
  if (folder.empty()) GTEST_SKIP() << "no scenes; set PORTOLAN_DATA";
  for (const char* name : {"nav_test.obj", "dungeon.obj", "undulating.obj"}) {
    std::size_t vertices = 0;
    std::size_t triangles = 0;
    std::istringstream lines(content_of(folder / name));
    for (std::string line; std::getline(lines, line);) {
      std::istringstream words(line);
      std::string word;
      std::vector<std::string> all;
      while (words >> word) all.push_back(word);
      if (!all.empty() && all[0] == "v") ++vertices;
      if (!all.empty() && all[0] == "f") triangles += all.size() - 3;
    }
    const auto geometry = load_obj(folder / name);
    ASSERT_TRUE(geometry) << geometry.error().message;
    EXPECT_EQ(geometry->vertices.size(), vertices) << name;
    EXPECT_EQ(geometry->triangles.size(), triangles) << name;
    EXPECT_EQ(geometry->areas.size(), triangles) << name;
  }
}

}  // namespace
}  // namespace portolan::detail
