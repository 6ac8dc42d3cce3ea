#include "portolan/io/geometry/polyanya.h"

#include <gtest/gtest.h>

#include "expect_error.h"
#include "portolan/navmesh/validate_polygon_mesh.h"
#include "tests/temporary_folder.h"

namespace portolan::detail {
namespace {

// Two squares side by side and a triangle above the right one, with a gap in version 2's words:
//
//   0,1--1,1--2,1      4--3--5
//    | P0 | P1 |       |  |  |
//   0,0--1,0--2,0      0--1--2      P2 is 3 5 6, 6 at (2, 2)
const std::string kVertices =
    "7 3\n0 0 2 0 -1\n1 0 3 1 0 -1\n2 0 2 1 -1\n1 1 4 0 1 2 -1\n0 1 2 -1 0\n2 1 3 2 1 -1\n"
    "2 2 2 2 -1\n";
const std::string kVersion2 =
    "mesh\n2\n" + kVertices + "4 0 1 3 4 -1 -1 1 -1\n4 1 2 5 3 0 -1 -1 2\n3 3 5 6 -1 1 -1\n";
const std::string kVersion1 =
    "mesh\n1\n" + kVertices + "4 0 1 3 4 -1 1 -1 -1\n4 1 2 5 3 -1 -1 2 0\n3 3 5 6 1 -1 -1\n";

std::string with(std::string text, const std::string& old, const std::string& now) {
  const std::size_t at = text.find(old);
  EXPECT_NE(at, std::string::npos) << old;
  return text.replace(at, old.size(), now);
}

TEST(Polyanya, ReadsBothVersions) {
  for (const std::string& text : {kVersion1, kVersion2}) {
    const auto mesh = parse_polyanya(text, "a.mesh");
    ASSERT_TRUE(mesh) << mesh.error().message;
    ASSERT_EQ(mesh->polygon_count(), 3u);
    EXPECT_EQ(mesh->vertices.size(), 7u);
    EXPECT_EQ(mesh->vertices[6], (Vec3{2, 0, 2}));
    EXPECT_EQ(mesh->corners, (std::vector<std::uint32_t>{0, 1, 3, 4, 1, 2, 5, 3, 3, 5, 6}));
    ASSERT_EQ(mesh->portals.size(), 2u);
    EXPECT_EQ(mesh->portals[0].polygons[0], 0u);
    EXPECT_EQ(mesh->portals[0].polygons[1], 1u);
    EXPECT_EQ(mesh->portals[0].middle(), (Vec3{1, 0, 0.5f}));
    EXPECT_EQ(mesh->portals[1].polygons[0], 1u);
    EXPECT_EQ(mesh->portals[1].polygons[1], 2u);
    EXPECT_EQ(mesh->portals[1].middle(), (Vec3{1.5f, 0, 1}));
    // Going towards +x, left is -z.
    EXPECT_EQ(mesh->portals[0].ends[0], (Vec3{1, 0, 0}));
    EXPECT_TRUE(validate(*mesh));
  }
}

TEST(Polyanya, GivesThePortalsThatSharedEdgesGive) {
  auto mesh = parse_polyanya(kVersion2, "a.mesh");
  ASSERT_TRUE(mesh);
  const auto given = mesh->portals;
  ASSERT_TRUE(find_portals(*mesh));
  ASSERT_EQ(mesh->portals.size(), given.size());
  for (std::size_t i = 0; i < given.size(); ++i) {
    EXPECT_EQ(mesh->portals[i].ends[0], given[i].ends[0]);
    EXPECT_EQ(mesh->portals[i].polygons[0], given[i].polygons[0]);
  }
}

TEST(Polyanya, CaresNotForWhiteSpace) {
  std::string flat = kVersion2;
  std::replace(flat.begin(), flat.end(), '\n', ' ');
  std::string tall = kVersion2;
  for (std::size_t at = 0; (at = tall.find_first_of(" \n", at)) != std::string::npos; at += 2) {
    tall.replace(at, 1, "\r\n");
  }
  for (const std::string& text : {flat, tall}) {
    const auto mesh = parse_polyanya(text, "a.mesh");
    ASSERT_TRUE(mesh) << mesh.error().message;
    EXPECT_EQ(mesh->portals.size(), 2u);
  }
}

TEST(Polyanya, KeepsWallsBetweenPolygons) {
  const auto mesh = parse_polyanya(
      with(with(kVersion2, "-1 -1 1 -1", "-1 -1 -1 -1"), "0 -1 -1 2", "-1 -1 -1 2"), "a.mesh");
  ASSERT_TRUE(mesh) << mesh.error().message;
  EXPECT_EQ(mesh->portals.size(), 1u);
}

TEST(Polyanya, RefusesOneSidedNeighbours) {
  EXPECT_ERROR(parse_polyanya(with(kVersion2, "-1 -1 1 -1", "-1 -1 -1 -1"), "a.mesh"),
               "a.mesh:12:", "polygon 1 names 0", "vertices 1 and 3");
  EXPECT_ERROR(parse_polyanya(with(kVersion2, "-1 -1 1 -1", "-1 1 -1 -1"), "a.mesh"),
               "a.mesh:11:", "polygon 0 names 1");
  EXPECT_ERROR(parse_polyanya(with(kVersion2, "-1 -1 1 -1", "-1 -1 0 -1"), "a.mesh"),
               "polygon 0 names 0");
  EXPECT_ERROR(parse_polyanya(with(kVersion2, "mesh\n2", "mesh\n1"), "a.mesh"), "names");
  EXPECT_ERROR(
      parse_polyanya("mesh 2 3 2 0 0 0 1 0 0 0 1 0 3 0 1 2 -1 1 -1 3 0 1 1 -1 0 0", "a.mesh"),
      "names");
}

TEST(Polyanya, RefusesPolygonsTurnedRound) {
  EXPECT_ERROR(parse_polyanya(with(kVersion2, "3 3 5 6 -1 1 -1", "3 6 5 3 -1 -1 1"), "a.mesh"),
               "a.mesh:13:", "polygon 2", "other way");
}

TEST(Polyanya, RefusesWithFileAndLine) {
  EXPECT_ERROR(parse_polyanya("", "a.mesh"), "a.mesh:0:", "'mesh'");
  EXPECT_ERROR(parse_polyanya("map\n", "a.mesh"), "a.mesh:1:", "'mesh'");
  EXPECT_ERROR(parse_polyanya("mesh\n3\n", "a.mesh"), "a.mesh:2:", "'3'", "from 1 to 2");
  EXPECT_ERROR(parse_polyanya("mesh\n2\n0 1\n", "a.mesh"), "a.mesh:3:", "number of vertices");
  EXPECT_ERROR(parse_polyanya("mesh\n2\n4000000000 1\n", "a.mesh"), "a.mesh:3:", "'4000000000'");
  EXPECT_ERROR(parse_polyanya(kVersion2.substr(0, kVersion2.size() - 3), "a.mesh"),
               "a.mesh:13:", "too early");
  EXPECT_ERROR(parse_polyanya(kVersion2 + "5\n", "a.mesh"), "a.mesh:14:", "after the last");
  EXPECT_ERROR(parse_polyanya(with(kVersion2, "2 2 2 2", "2 x 2 2"), "a.mesh"),
               "a.mesh:10:", "vertex 6", "'x'");
  for (const char* far : {"nan", "inf", "2e7"}) {
    EXPECT_ERROR(
        parse_polyanya(with(kVersion2, "2 2 2 2", "2 " + std::string(far) + " 2 2"), "a.mesh"),
        "a.mesh:10:", "vertex 6", "within 1e7");
  }
  EXPECT_ERROR(parse_polyanya(with(kVersion2, "2 2 2 2", "2 2 -1 2"), "a.mesh"),
               "a.mesh:10:", "around a vertex");
  EXPECT_ERROR(parse_polyanya(with(kVersion2, "2 2 2 2", "2 2 2 3"), "a.mesh"),
               "a.mesh:10:", "polygon around a vertex", "from -1 to 2");
  EXPECT_ERROR(parse_polyanya(with(kVersion2, "3 3 5 6", "2 3 5 6"), "a.mesh"),
               "a.mesh:13:", "number of corners", "from 3 to 1024");
  EXPECT_ERROR(parse_polyanya(with(kVersion2, "3 3 5 6", "3 3 5 7"), "a.mesh"),
               "a.mesh:13:", "a corner", "from 0 to 6");
  EXPECT_ERROR(parse_polyanya(with(kVersion2, "6 -1 1 -1", "6 -1 3 -1"), "a.mesh"),
               "a.mesh:13:", "a neighbour", "from -1 to 2");
}

TEST(Polyanya, ReadsFiles) {
  const TemporaryFolder folder;
  const auto mesh = load_polyanya(folder.put("a.mesh", kVersion2));
  ASSERT_TRUE(mesh) << mesh.error().message;
  EXPECT_EQ(mesh->polygon_count(), 3u);
  EXPECT_ERROR(load_polyanya(folder.path() / "none.mesh"), "none.mesh", "cannot be opened");
}

}  // namespace
}  // namespace portolan::detail
