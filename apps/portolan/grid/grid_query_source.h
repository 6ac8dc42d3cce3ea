#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "portolan/grid/grid_snapshot.h"
#include "portolan/io/queries/queries.h"

namespace portolan::detail::cli {

/// The queries of `text`: a .scen file, a CSV file, or random:COUNT[:SEED]. At most `limit`.
/// The lengths of a .scen file serve as reference only where the world moves by its rules and
/// `world_file`, where that is known, is named like the map that they are of.
std::vector<TileQuery> load_grid_queries(const std::string& text, const GridSnapshot& world,
                                         std::size_t limit, bool any_pair = false,
                                         const std::string& world_file = "");

/// Distinct pairs of different tiles with a path between them, or of any that can be stood on,
/// every such pair equally likely.
std::vector<TileQuery> make_random_grid_queries(const GridSnapshot& world, std::size_t count,
                                                std::uint64_t seed, bool any_pair = false);

/// Whether moves cost what the .scen files say: 1 and the square root of 2 on every terrain,
/// diagonals between free tiles only, for units of one tile.
bool moves_as_scenarios(const GridSnapshot& world);

}  // namespace portolan::detail::cli
