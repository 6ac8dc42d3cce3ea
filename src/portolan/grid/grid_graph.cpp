#include "portolan/grid/grid_graph.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "portolan/core/narrow.h"

namespace portolan::detail {
namespace {

/// Straight and diagonal units, finest first. The default pairs are the best rational
/// approximations of the square root of 2; a coarser one is taken for worlds so large that
/// the finest could overflow.
std::vector<std::array<Cost, 2>> unit_candidates(double diagonal_length) {
  if (diagonal_length == 0.0) {
    return {{2378, 3363}, {985, 1393}, {408, 577}, {169, 239},
            {70, 99},     {29, 41},    {12, 17},   {5, 7}};
  }
  std::vector<std::array<Cost, 2>> units;
  for (const Cost unit : {1000u, 100u, 10u}) {
    units.push_back({unit, narrow<Cost>(std::lround(unit * diagonal_length))});
  }
  return units;
}

constexpr std::uint16_t kNoClass = 0xFFFF;

Cost weighted(Cost unit, double a, double b) {
  return std::max<Cost>(1, narrow<Cost>(std::llround(unit * (a + b) / 2)));
}

}  // namespace

Result<GridGraph> GridGraph::make(const Grid& grid, const GridMetric& metric,
                                  std::uint32_t unit_size) {
  GridGraph graph;
  graph.unit_size_ = unit_size;
  graph.width_ = grid.width();
  graph.height_ = grid.height();
  graph.stride_ = Divider(grid.width() + 1);
  graph.metric_ = metric;
  const auto stride = narrow<std::int32_t>(grid.width() + 1);
  for (std::size_t d = 0; d < 8; ++d) {
    graph.offsets_[d] = kDirections[d].y * stride + kDirections[d].x;
    for (std::uint32_t k = 0; k < graph.ahead_[d].size(); ++k)
      graph.ahead_[d][k] = (k + 1) * static_cast<std::uint32_t>(graph.offsets_[d]);
  }
  graph.fill_move_table();
  graph.fill_bits(grid);
  if (auto chosen = graph.choose_costs(grid); !chosen) return chosen.error();
  return graph;
}

void GridGraph::fill_bits(const Grid& grid) {
  bits_.assign((node_count() + 8) / 8 + 8, 0);  // `free_tiles` reads so far
  std::array<bool, 256> passable{};
  for (std::size_t letter = 0; letter < 256; ++letter) passable[letter] = metric_.cost[letter] > 0;
  // From the bottom right: the widest free square at a tile follows from those of its neighbours.
  std::vector<std::uint8_t> below(width_ + 1, 0), row(width_ + 1, 0);
  for (std::uint32_t y = height_; y-- > 0;) {
    const TileLetter* letters = grid.letters().data() + std::size_t{y} * width_;
    const std::uint32_t first = (y + 1) * stride() + 8;
    for (std::uint32_t x = width_; x-- > 0;) {
      const unsigned wide =
          passable[static_cast<unsigned char>(letters[x])]
              ? std::min<unsigned>(unit_size_, std::min({row[x + 1], below[x], below[x + 1]}) + 1u)
              : 0u;
      row[x] = static_cast<std::uint8_t>(wide);
      const std::uint32_t at = first + x;
      bits_[at >> 3] =
          static_cast<std::uint8_t>(bits_[at >> 3] | unsigned{wide == unit_size_} << (at & 7));
    }
    std::swap(below, row);
  }
}

bool GridGraph::fits(const Grid& grid, Tile corner) const {
  const auto size = narrow<std::int32_t>(unit_size_);
  for (std::int32_t y = corner.y; y < corner.y + size; ++y) {
    for (std::int32_t x = corner.x; x < corner.x + size; ++x) {
      if (!grid.contains({x, y}) || !metric_.passable(grid.at({x, y}))) return false;
    }
  }
  return true;
}

void GridGraph::set_passable(Tile tile, bool passable) {
  const std::uint32_t at = index(node(tile)) + 8;
  const auto bit = static_cast<std::uint8_t>(1u << (at & 7));
  std::uint8_t& byte = bits_[at >> 3];
  byte = static_cast<std::uint8_t>(passable ? byte | bit : byte & ~bit);
}

Result<Done> GridGraph::choose_costs(const Grid& grid) {
  if (metric_.diagonal_length != 0.0 &&
      !(metric_.diagonal_length >= 0.5 && metric_.diagonal_length <= 4.0)) {
    return Error{"diagonal length " + std::to_string(metric_.diagonal_length) +
                 ": give 0.5 to 4, or 0 for the square root of 2"};
  }
  // A terrain class for each distinct cost that occurs.
  std::array<std::uint64_t, 256> tiles_of{};
  for (const TileLetter t : grid.letters()) ++tiles_of[static_cast<unsigned char>(t)];
  std::vector<double> costs;
  class_of_.fill(kNoClass);
  for (std::size_t letter = 0; letter < 256; ++letter) {
    const double cost = metric_.cost[letter];
    if (cost == 0.0 || tiles_of[letter] == 0) continue;
    if (!(cost >= 0.01 && cost <= 1000.0)) {
      return Error{"terrain '" + std::string(1, static_cast<char>(letter)) + "' costs " +
                   std::to_string(cost) + ": give 0.01 to 1000, or 0 for blocked"};
    }
    auto found = std::find(costs.begin(), costs.end(), cost);
    if (found == costs.end()) found = costs.insert(costs.end(), cost);
    class_of_[letter] = narrow<std::uint16_t>(found - costs.begin());
  }
  if (costs.empty()) costs.push_back(1.0);
  if (auto chosen = choose_units(costs); !chosen) return chosen;
  uniform_ = costs.size() == 1 && costs[0] == 1.0;
  if (!uniform_) fill_classes(grid, costs);
  return Done{};
}

Result<Done> GridGraph::choose_units(std::span<const double> costs) {
  // The longest path visits every tile once; some room for a heuristic and one move more.
  const std::uint64_t tiles = std::uint64_t{width_} * height_ + 2 * (width_ + height_) + 2;
  const auto [low, high] = std::minmax_element(costs.begin(), costs.end());
  for (const auto& unit : unit_candidates(metric_.diagonal_length)) {
    const Cost most_expensive = weighted(std::max(unit[0], unit[1]), *high, *high);
    if (tiles * most_expensive >= kInfinite) continue;
    unit_ = unit;
    bound_moves();
    const Cost straight = weighted(unit_[0], *low, *low);
    const Cost diagonal = weighted(unit_[1], *low, *low);
    const bool four = metric_.diagonals == DiagonalRule::never;
    bound_straight_ = four ? straight : std::min(straight, diagonal);
    bound_diagonal_ = four ? 2 * straight : std::min(diagonal, 2 * straight);
    return Done{};
  }
  return Error{"the most expensive path over " + std::to_string(tiles) + " tiles of cost " +
               std::to_string(*high) + " could overflow: lower the terrain costs or split the map"};
}

/// By the metric alone: searches inside cells order their work by these bounds, and an edit must
/// find the same paths as a rebuild.
void GridGraph::bound_moves() {
  cheapest_ = kInfinite;
  most_expensive_ = 0;
  for (const double cost : metric_.cost) {
    if (!(cost >= 0.01 && cost <= 1000.0)) continue;
    cheapest_ = std::min(cheapest_, weighted(std::min(unit_[0], unit_[1]), cost, cost));
    most_expensive_ = std::max(most_expensive_, weighted(std::max(unit_[0], unit_[1]), cost, cost));
  }
  if (most_expensive_ == 0) cheapest_ = most_expensive_ = unit_[0];  // all is blocked
}

void GridGraph::fill_classes(const Grid& grid, std::span<const double> costs) {
  class_count_ = narrow<std::uint32_t>(costs.size());
  class_costs_.assign(costs.begin(), costs.end());
  for (const double a : costs) {
    for (const double b : costs) {
      table_.push_back(weighted(unit_[0], a, b));
      table_.push_back(weighted(unit_[1], a, b));
    }
  }
  classes_.assign(node_count(), 0);
  const TileLetter* letter = grid.letters().data();
  for (std::uint32_t y = 0; y < height_; ++y) {
    std::uint8_t* row = classes_.data() + (y + 1) * stride();
    for (std::uint32_t x = 0; x < width_; ++x, ++letter) {
      row[x] = static_cast<std::uint8_t>(class_of_[static_cast<unsigned char>(*letter)]);
    }
  }
}

Result<GridGraph> GridGraph::with(const Grid& grid, std::span<const TileChange> changes) const {
  const auto class_of = [&](TileLetter t) { return class_of_[static_cast<unsigned char>(t)]; };
  for (const TileChange& change : changes) {
    if (metric_.passable(change.terrain) && class_of(change.terrain) == kNoClass)
      return make(grid, metric_, unit_size_);
  }
  GridGraph graph = *this;
  const auto reach = narrow<std::int32_t>(unit_size_) - 1;
  for (const TileChange& change : changes) {
    for (std::int32_t y = std::max(0, change.tile.y - reach); y <= change.tile.y; ++y) {
      for (std::int32_t x = std::max(0, change.tile.x - reach); x <= change.tile.x; ++x)
        graph.set_passable({x, y}, fits(grid, {x, y}));
    }
    if (metric_.passable(change.terrain) && !uniform_) {
      graph.classes_[index(node(change.tile))] = narrow<std::uint8_t>(class_of(change.terrain));
    }
  }
  return graph;
}

void GridGraph::fill_move_table() {
  const auto free = [](unsigned around, Tile d) {
    return (around >> ((d.y + 1) * 3 + d.x + 1)) & 1u;
  };
  for (unsigned around = 0; around < 512; ++around) {
    unsigned mask = 0;
    for (unsigned d = 0; d < 8; ++d) {
      if (!free(around, kDirections[d])) continue;
      if (d & 1) {
        const unsigned beside =
            free(around, kDirections[(d + 7) & 7]) + free(around, kDirections[(d + 1) & 7]);
        const DiagonalRule rule = metric_.diagonals;
        if (rule == DiagonalRule::never || (rule == DiagonalRule::both_free && beside != 2) ||
            (rule == DiagonalRule::not_between_blocked && beside == 0)) {
          continue;
        }
      }
      mask |= 1u << d;
    }
    move_table_[around] = static_cast<std::uint8_t>(mask);
  }
}

unsigned GridGraph::direction(NodeId from, NodeId to) const {
  static constexpr std::uint8_t kByStep[9] = {5, 6, 7, 4, 8, 0, 3, 2, 1};
  const auto difference = static_cast<std::int32_t>(index(to) - index(from));
  const std::int32_t dy = difference > 1 ? 1 : difference < -1 ? -1 : 0;
  const std::int32_t dx = difference - dy * static_cast<std::int32_t>(stride());
  return dx < -1 || dx > 1 ? 8u : kByStep[(dy + 1) * 3 + dx + 1];
}

double GridGraph::length(std::span<const NodeId> path) const {
  const double diagonal = metric_.diagonal_length == 0.0 ? std::sqrt(2.0) : metric_.diagonal_length;
  const auto terrain_cost = [&](NodeId n) {
    return uniform_ ? 1.0 : class_costs_[classes_[index(n)]];
  };
  double straight_run = 0.0;
  double diagonal_run = 0.0;
  for (std::size_t i = 1; i < path.size(); ++i) {
    const unsigned d = direction(path[i - 1], path[i]);
    if (d == 8 || ((moves(index(path[i - 1])) >> d) & 1) == 0) return -1.0;
    const double weight = (terrain_cost(path[i - 1]) + terrain_cost(path[i])) / 2;
    (d & 1 ? diagonal_run : straight_run) += weight;
  }
  return straight_run + diagonal_run * diagonal;
}

Cost GridGraph::cost(std::span<const NodeId> path) const {
  Cost total = 0;
  for (std::size_t i = 1; i < path.size(); ++i) {
    const unsigned d = direction(path[i - 1], path[i]);
    if (d == 8 || ((moves(index(path[i - 1])) >> d) & 1) == 0) return kInfinite;
    total += move_cost(index(path[i - 1]), index(path[i]), d);
  }
  return total;
}

}  // namespace portolan::detail
