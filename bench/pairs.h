#pragma once

#include <cstddef>
#include <vector>

#include "portolan/grid.h"

/// The ends of queries, drawn at random.
namespace portolan::detail::bench {

struct TilePair {
  Tile start;
  Tile goal;
};

/// So many pairs that `wanted` takes, of ends that draw() gives, start first.
template <class Pair, class Draw, class Wanted>
std::vector<Pair> draw_pairs(std::size_t count, const Draw& draw, const Wanted& wanted) {
  std::vector<Pair> pairs;
  while (pairs.size() < count) {
    const Pair pair{draw(), draw()};
    if (wanted(pair)) pairs.push_back(pair);
  }
  return pairs;
}

}  // namespace portolan::detail::bench
