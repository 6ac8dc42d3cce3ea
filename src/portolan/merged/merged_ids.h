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

/// A cell of one guide layer.
enum class GuideCellId : std::uint32_t {};

/// What the cells of one guide layer are made of: a triangle below the first layer, of the same
/// number, a cell of the layer below otherwise.
enum class GuideNodeId : std::uint32_t {};

inline constexpr ClusterId kNoCluster{0xFFFF'FFFFu};
inline constexpr JointId kNoJoint{0xFFFF'FFFFu};
inline constexpr RecordId kNoRecord{0xFFFF'FFFFu};
inline constexpr GuideCellId kNoGuideCell{0xFFFF'FFFFu};
inline constexpr GuideNodeId kNoGuideNode{0xFFFF'FFFFu};

inline ClusterId cluster_of(TriangleId triangle) { return ClusterId{index(triangle)}; }
/// Of a cluster that is a triangle.
inline TriangleId triangle_of(ClusterId low) { return TriangleId{index(low)}; }

inline GuideNodeId guide_node_of(TriangleId triangle) { return GuideNodeId{index(triangle)}; }
inline GuideNodeId guide_node_of(GuideCellId cell) { return GuideNodeId{index(cell)}; }
/// Of a node below the first layer.
inline TriangleId triangle_of(GuideNodeId node) { return TriangleId{index(node)}; }
/// Of a node below another layer.
inline GuideCellId guide_cell_of(GuideNodeId node) { return GuideCellId{index(node)}; }

inline JointId joint_of(TriangleId from, unsigned edge) { return JointId{3 * index(from) + edge}; }
/// The triangle that a joint leads out of, and the edge of that.
inline TriangleId triangle_of(JointId joint) { return TriangleId{index(joint) / 3}; }
inline unsigned edge_of(JointId joint) { return index(joint) % 3; }
/// The joints across the three edges of a triangle.
inline IdRange<JointId> joints_out_of(TriangleId triangle) {
  return {3 * index(triangle), 3 * index(triangle) + 3};
}

}  // namespace portolan::detail
