#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "pairs.h"
#include "portolan/grid/grid_query.h"
#include "portolan/grid/grid_snapshot.h"
#include "scenes/grid_scenes.h"
#include "scenes/random.h"
#include "setting.h"

/// Generated cities of any size, and the ends of queries on grids.
namespace portolan::detail::bench {

inline Grid make_city(std::uint32_t side) {
  scenes::GridSceneOptions options;
  options.width = options.height = side;
  return take(scenes::generate_grid("city", options));
}

/// Random pairs of different tiles with a path between them.
inline std::vector<TilePair> draw_pairs(const GridSnapshot& world, std::size_t count,
                                        std::uint64_t seed) {
  scenes::Random random(seed);
  GridQuery query;
  const auto draw = [&] {
    return Tile{static_cast<std::int32_t>(random.below(world.grid().width())),
                static_cast<std::int32_t>(random.below(world.grid().height()))};
  };
  return draw_pairs<TilePair>(count, draw, [&](const TilePair& pair) {
    Cost cost;
    return pair.start != pair.goal &&
           query.find_cost(world, pair.start, pair.goal, {}, cost) == Status::complete;
  });
}

}  // namespace portolan::detail::bench
