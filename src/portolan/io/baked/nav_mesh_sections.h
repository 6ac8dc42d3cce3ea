#pragma once

#include <cstddef>
#include <vector>

#include "portolan/io/baked/bytes.h"
#include "portolan/navmesh/nav_mesh_snapshot.h"
#include "portolan/navmesh/polygon_mesh.h"
#include "portolan/partition/nested_cells.h"
#include "portolan/types.h"

/// The parts of a baked navigation mesh as bytes. What is read has the right sizes and enum values;
/// whether the numbers make sense is for who puts them together.
namespace portolan::detail {

std::vector<std::byte> polygon_bytes(const PolygonMesh& mesh);
Result<PolygonMesh> read_polygons(ByteReader in);

/// Portals and links, into or out of a mesh.
std::vector<std::byte> joint_bytes(const PolygonMesh& mesh);
Result<Done> read_joints(ByteReader in, PolygonMesh& mesh);

/// The cell of every polygon and the parents of every level.
std::vector<std::byte> nested_cell_bytes(const NavMeshSnapshot& snapshot);
Result<NestedCells> read_nested_cells(ByteReader in);  ///< Without reports.

struct StoredNavMeshOptions {
  NavMeshBuildOptions options;
  double partition_ms = 0.0;
};
std::vector<std::byte> option_bytes(const NavMeshSnapshot& snapshot);
Result<StoredNavMeshOptions> read_nav_mesh_options(ByteReader in);

/// Metrics and times; the agents come without their cells.
std::vector<std::byte> agent_bytes(const std::vector<NavMeshSnapshot>& agents);
Result<std::vector<StoredAgent>> read_agents(ByteReader in);

inline constexpr std::uint32_t kMaxAgents = 256;
/// Of the partition, which keeps an entry for each of every cell.
inline constexpr std::uint32_t kMaxBakedLevels = 64;

}  // namespace portolan::detail
