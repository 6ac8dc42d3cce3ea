#include "portolan/recast/wrong_facing.h"

#include <cmath>
#include <numbers>

#include "portolan/core/id_range.h"
#include "portolan/core/joined_text.h"
#include "portolan/navmesh/flat.h"

namespace portolan::detail {
namespace {

/// A surface counts from so many times the mesh, and from so many times the surface that faces the
/// other way: the walls of rooms face all ways alike, and solid things have as much bottom as top.
constexpr double kOverMesh = 4.0;
constexpr double kOverOpposite = 1.5;

/// Square metres of the triangles that face one way, but for the steepest slope.
struct Faces {
  double up = 0.0;
  double down = 0.0;
  double along_z = 0.0;
  double against_z = 0.0;
};

Faces find_faces(const Geometry& geometry, float max_slope) {
  const double level = std::cos(double{max_slope} * std::numbers::pi / 180.0);
  Faces faces;
  for (const Geometry::Triangle& corners : geometry.triangles) {
    const Vec3& a = geometry.vertices[corners[0]];
    const Vec3 ab = geometry.vertices[corners[1]] - a;
    const Vec3 ac = geometry.vertices[corners[2]] - a;
    const double x = double{ab.y} * ac.z - double{ab.z} * ac.y;
    const double y = double{ab.z} * ac.x - double{ab.x} * ac.z;
    const double z = double{ab.x} * ac.y - double{ab.y} * ac.x;
    const double length = std::hypot(x, y, z);
    if (y >= level * length) faces.up += length / 2;
    if (y <= -level * length) faces.down += length / 2;
    if (z >= level * length) faces.along_z += length / 2;
    if (z <= -level * length) faces.against_z += length / 2;
  }
  return faces;
}

bool stands_out(double area, double walkable, double opposite) {
  return area > kOverMesh * walkable && area > kOverOpposite * opposite;
}

}  // namespace

std::string find_wrong_facing(const Geometry& geometry, const RecastOptions& options,
                              const PolygonMesh& mesh) {
  double walkable = 0.0;
  for (const PolygonId polygon : IdRange<PolygonId>(mesh.polygon_count()))
    walkable += std::fabs(signed_area(mesh, polygon));
  const Faces faces = find_faces(geometry, options.max_slope);
  if (faces.along_z > faces.down && stands_out(faces.along_z, walkable, faces.against_z)) {
    return joined_text("z looks like the geometry's up axis: ", std::round(faces.along_z),
                       " square metres of it face along z, where the mesh has ",
                       std::round(walkable), "; load it with SourceAxes::Up::z");
  }
  if (stands_out(faces.down, walkable, faces.up)) {
    return joined_text("the geometry's triangles look turned over: ", std::round(faces.down),
                       " square metres of them face down, where the mesh has ",
                       std::round(walkable),
                       "; export it with triangles that go round counterclockwise seen from above");
  }
  return {};
}

}  // namespace portolan::detail
