#include "portolan/merged/mesh_joints.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace portolan::detail {
namespace {

/// The edge of the neighbour that leads back. Where two triangles share several edges, the first
/// of one belongs to the last of the other, as when both go round the same way.
JointId find_mate(const TriangleMesh& mesh, TriangleId triangle, unsigned edge) {
  const TriangleId other = mesh.neighbours[triangle][edge];
  unsigned skip = 0;
  for (unsigned k = 0; k < edge; ++k) skip += mesh.neighbours[triangle][k] == other ? 1 : 0;
  for (unsigned k = 3; k-- > 0;) {
    if (mesh.neighbours[other][k] == triangle && skip-- == 0) return joint_of(other, k);
  }
  return kNoJoint;
}

Error at_edge(JointId joint, const char* what) {
  return Error{std::string("edge ")
                   .append(std::to_string(edge_of(joint)))
                   .append(" of triangle ")
                   .append(std::to_string(index(triangle_of(joint))))
                   .append(what)};
}

/// The extreme points of each triangle.
IdVector<ClusterId, Box> make_triangle_boxes(const TriangleMesh& mesh) {
  IdVector<ClusterId, Box> boxes;
  boxes.reserve(mesh.triangle_count());
  for (const auto& corners : mesh.corners) {
    const Vec3& a = mesh.vertices[corners[0]];
    const Vec3& b = mesh.vertices[corners[1]];
    const Vec3& c = mesh.vertices[corners[2]];
    boxes.push_back(
        {{std::min({a.x, b.x, c.x}), std::min({a.y, b.y, c.y}), std::min({a.z, b.z, c.z})},
         {std::max({a.x, b.x, c.x}), std::max({a.y, b.y, c.y}), std::max({a.z, b.z, c.z})}});
  }
  return boxes;
}

/// Of each joint the one across the same edge from the other side; kNoJoint
/// where there is no neighbour, or no price in either direction.
Result<IdVector<JointId, JointId>> make_joints(const TriangleMesh& mesh,
                                               const TerrainPrices& prices) {
  const std::size_t count = 3 * std::size_t{mesh.triangle_count()};
  if (mesh.triangle_count() > kMaxTriangles)
    return Error{"the mesh has too many triangles to merge"};
  if (mesh.neighbours.size() != mesh.corners.size() || prices.weighted.size() != count ||
      prices.unweighted.size() != count) {
    return Error{"the prices are not those of this mesh: it has " + std::to_string(count) +
                 " edges, they have " + std::to_string(prices.weighted.size())};
  }
  const auto priced = [&](JointId joint) {
    return prices.weighted[index(joint)] != kInfinite &&
           prices.unweighted[index(joint)] != kInfinite;
  };
  IdVector<JointId, JointId> mates(count, kNoJoint);
  for (const JointId joint : IdRange<JointId>(3 * mesh.triangle_count())) {
    const TriangleId triangle = triangle_of(joint);
    const TriangleId other = mesh.neighbours[triangle][edge_of(joint)];
    if (other == kNoTriangle) continue;
    if (index(other) >= mesh.triangle_count() || other == triangle) {
      return at_edge(joint, " leads to a triangle that cannot be its neighbour");
    }
    const JointId mate = find_mate(mesh, triangle, edge_of(joint));
    if (mate == kNoJoint) return at_edge(joint, " leads to a neighbour that does not lead back");
    if (priced(joint) != priced(mate))
      return at_edge(joint, " can be crossed one way only: price both or none");
    if (priced(joint)) mates[joint] = mate;
  }
  return mates;
}

}  // namespace

Result<Done> begin_clusters(MergedHierarchy& h, const TriangleMesh& mesh,
                            const TerrainPrices& prices) {
  auto joints = make_joints(mesh, prices);
  if (!joints) return joints.error();
  h.triangle_count = mesh.triangle_count();
  h.mate = std::move(*joints);
  h.weighted = prices.weighted;
  h.unweighted = prices.unweighted;
  h.boxes = make_triangle_boxes(mesh);
  return Done{};
}

void enclose(Box& box, const Box& inside) {
  box.low = {std::min(box.low.x, inside.low.x), std::min(box.low.y, inside.low.y),
             std::min(box.low.z, inside.low.z)};
  box.high = {std::max(box.high.x, inside.high.x), std::max(box.high.y, inside.high.y),
              std::max(box.high.z, inside.high.z)};
}

}  // namespace portolan::detail
