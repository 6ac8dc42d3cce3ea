#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "portolan/io/queries/point_queries.h"
#include "portolan/navmesh/nav_mesh_snapshot.h"

namespace portolan::detail::cli {

/// The queries of `text`: a CSV file, or random:COUNT[:SEED]. At most `limit`.
std::vector<PointQuery> load_mesh_queries(const std::string& text, const NavMeshSnapshot& world,
                                          std::size_t limit, bool any_pair = false);

/// Pairs of different points with a path between them, or of any, all spots equally likely.
std::vector<PointQuery> make_random_mesh_queries(const NavMeshSnapshot& world, std::size_t count,
                                                 std::uint64_t seed, bool any_pair = false);

}  // namespace portolan::detail::cli
