#pragma once

#include <cstdint>

#include "portolan/core/id_range.h"
#include "portolan/core/ids.h"
#include "portolan/terrain/triangle_mesh.h"

namespace portolan::detail {

/// A cluster of a merged hierarchy: first the triangles, of the same numbers, then those made of
/// others; a parent has a larger number than its children.
enum class ClusterId : std::uint32_t {};

/// A joint: a step across an edge of a triangle, from one side of it.
enum class JointId : std::uint32_t {};

/// What a cluster knows of one of its neighbours, see NeighbourRecord.
enum class RecordId : std::uint32_t {};

inline constexpr ClusterId kNoCluster{0xFFFF'FFFFu};
inline constexpr JointId kNoJoint{0xFFFF'FFFFu};
inline constexpr RecordId kNoRecord{0xFFFF'FFFFu};

inline ClusterId cluster_of(TriangleId triangle) { return ClusterId{index(triangle)}; }
/// Of a cluster that is a triangle.
inline TriangleId triangle_of(ClusterId low) { return TriangleId{index(low)}; }

inline JointId joint_of(TriangleId from, unsigned edge) { return JointId{3 * index(from) + edge}; }
/// The triangle that a joint leads out of, and the edge of that.
inline TriangleId triangle_of(JointId joint) { return TriangleId{index(joint) / 3}; }
inline unsigned edge_of(JointId joint) { return index(joint) % 3; }
/// The joints across the three edges of a triangle.
inline IdRange<JointId> joints_out_of(TriangleId triangle) {
  return {3 * index(triangle), 3 * index(triangle) + 3};
}

}  // namespace portolan::detail
