#pragma once

#include "unit_map.h"

/// Units on a map on which one door opens or closes in every frame: how long frames take on one
/// thread, beside units that search the whole map by A* whenever something is in their way.
namespace portolan::bench {

struct FrameArguments {
  std::uint32_t doors = 64;
  std::uint32_t frames = 1000;
  std::uint32_t astar_frames = 20;  ///< 0: no opponent.
  std::uint32_t warm_up = 5;        ///< Frames before the first that counts.
  std::int32_t crowd = 0;           ///< Goals lie within so many tiles of the middle; 0: anywhere.
  std::uint32_t look_ahead = 4;     ///< Tiles.
};

/// A row of tiles from wall to wall.
using Door = std::vector<Tile>;

/// What both kinds of units walk in: the map, its doors, and who stands where.
class Town {
 public:
  Town(GridSnapshot snapshot, const FrameArguments& arguments, std::uint64_t seed)
      : world(std::move(snapshot)), drawer_(seed), crowd_(arguments.crowd) {
    const std::size_t tiles = world.grid().letters().size();
    taken_.assign(tiles, false);
    doorway_.assign(tiles, false);
    constexpr int kTries = 1'000'000;
    for (int i = 0; i < kTries && doors_.size() < arguments.doors; ++i) {
      if (Door door = find_door(draw_tile()); !door.empty()) {
        for (const Tile t : door) doorway_[at(t)] = true;
        doors_.push_back(std::move(door));
        open_.push_back(true);
      }
    }
    require(!doors_.empty(), "the map has no place for a door");
  }

  GridSnapshot world;

  bool taken(Tile t) const { return taken_[at(t)]; }
  void move(Tile from, Tile to) {
    taken_[at(from)] = false;
    taken_[at(to)] = true;
  }
  /// A tile that can be walked on and is no doorway.
  Tile draw_tile() {
    for (;;) {
      const Tile t = drawer_.draw(world);
      if (!doorway_[at(t)]) return t;
    }
  }
  /// Where a unit is sent to.
  Tile draw_goal() {
    const Tile middle{static_cast<std::int32_t>(world.grid().width() / 2),
                      static_cast<std::int32_t>(world.grid().height() / 2)};
    for (;;) {
      const Tile t = draw_tile();
      if (crowd_ == 0 || std::max(std::abs(t.x - middle.x), std::abs(t.y - middle.y)) <= crowd_) {
        return t;
      }
    }
  }
  /// One that nobody stands on.
  Tile draw_free_tile() {
    Tile t = draw_tile();
    while (taken(t)) t = draw_tile();
    return t;
  }
  /// Opens or closes one door that nobody stands in.
  void toggle_door() {
    for (;;) {
      const auto i = static_cast<std::size_t>(drawer_.below(doors_.size()));
      const Door& door = doors_[i];
      if (std::any_of(door.begin(), door.end(), [&](Tile t) { return taken(t); })) continue;
      open_[i] = !open_[i];
      std::vector<TileChange> changes;
      for (const Tile t : door) changes.push_back({t, open_[i] ? '.' : '@'});
      world = take(world.edit(changes));
      return;
    }
  }

 private:
  std::size_t at(Tile t) const {
    return static_cast<std::size_t>(t.y) * world.grid().width() + static_cast<std::size_t>(t.x);
  }
  /// The tiles from wall to wall beside one, if they are few and the ground on both sides is free.
  Door find_door(Tile middle) const {
    constexpr std::size_t kWidest = 8;
    for (const Tile along : {Tile{1, 0}, Tile{0, 1}}) {
      const auto step = [&](Tile t, int n) { return Tile{t.x + along.x * n, t.y + along.y * n}; };
      Tile t = middle;
      while (world.passable(step(t, -1))) t = step(t, -1);
      Door door;
      for (; world.passable(t) && door.size() <= kWidest; t = step(t, 1)) door.push_back(t);
      const auto free_beside = [&](Tile d) {
        return !doorway_[at(d)] && world.passable({d.x + along.y, d.y + along.x}) &&
               world.passable({d.x - along.y, d.y - along.x});
      };
      if (door.size() <= kWidest && std::all_of(door.begin(), door.end(), free_beside)) return door;
    }
    return {};
  }

  TileDrawer drawer_;
  std::int32_t crowd_;
  std::vector<bool> taken_;
  std::vector<bool> doorway_;
  std::vector<Door> doors_;
  std::vector<bool> open_;
};

/// A unit that walks by GridWalk.
class Walker {
 public:
  /// Plans, the first moves included: that is the frame in which a unit gets its order. Ends that
  /// have no path between them are drawn again, a few times.
  void begin(Town& town, GridQuery& query, std::uint32_t look_ahead) {
    for (int i = 0; i < 20 && walk_.status() != Status::partial; ++i)
      walk_.plan(query, town.world, town.draw_free_tile(), town.draw_goal());
    walk_.ahead(query, look_ahead);
    if (walk_.position()) town.move(*walk_.position(), *walk_.position());
  }
  /// One frame: takes the newest map, plans where there is nothing to walk any more, steps round
  /// others, and moves by one tile.
  void step(Town& town, GridQuery& query, std::uint32_t look_ahead) {
    if (walk_.adopt(query, town.world) != Status::partial)
      walk_.plan(query, town.world, *walk_.position(), town.draw_goal());
    if (walk_.status() != Status::partial) return;
    const auto taken = [&](Tile t) { return town.taken(t); };
    const Status avoided = walk_.avoid(query, taken, look_ahead);
    waited += avoided != Status::partial;
    const auto next = walk_.ahead(query, 1);
    if (next.empty() || town.taken(next[0])) return;
    town.move(*walk_.position(), next[0]);
    walk_.advance();
    ++moved;
  }

  std::uint64_t moved = 0;
  std::uint64_t waited = 0;

 private:
  GridWalk walk_;
};

/// A unit that asks A* for a whole path whenever the next few tiles of its path are not free.
class Searcher {
 public:
  void begin(Town& town, GridQuery&, std::uint32_t) {
    position_ = town.draw_free_tile();
    town.move(position_, position_);
  }
  void step(Town& town, GridQuery& query, std::uint32_t look_ahead) {
    const std::size_t end = std::min(path_.tiles.size(), next_ + look_ahead);
    bool good = next_ < path_.tiles.size();
    for (std::size_t i = next_; i < end; ++i)
      good = good && town.world.passable(path_.tiles[i]) && !town.taken(path_.tiles[i]);
    if (!good) {
      const Tile goal = next_ < path_.tiles.size() ? path_.tiles.back() : town.draw_goal();
      query.find_path(town.world, position_, goal, path_, {.method = Method::astar});
      next_ = 1;
    }
    if (next_ >= path_.tiles.size() || town.taken(path_.tiles[next_])) return void(++waited);
    town.move(position_, path_.tiles[next_]);
    position_ = path_.tiles[next_++];
    ++moved;
  }

  std::uint64_t moved = 0;
  std::uint64_t waited = 0;

 private:
  Tile position_;
  GridPath path_;
  std::size_t next_ = 0;
};

struct Frames {
  std::vector<double> ms;
  std::vector<double> edit_ms;
  double moved = 0.0;  ///< The share of units that moved, in the mean.
  double waited = 0.0;
};

template <class Unit>
Frames measure_frames(const GridSnapshot& world, const UnitArguments& common,
                      const FrameArguments& arguments, std::uint32_t frames) {
  Town town(world, arguments, common.seed);
  GridQuery query;
  std::vector<Unit> units(common.units);
  for (Unit& unit : units) unit.begin(town, query, arguments.look_ahead);
  Frames result;
  for (std::uint32_t f = 0; f < arguments.warm_up + frames; ++f) {
    const double begin = thread_ms();
    town.toggle_door();
    const double edited = thread_ms();
    for (Unit& unit : units) unit.step(town, query, arguments.look_ahead);
    if (f < arguments.warm_up) continue;  // scratch is touched for the first time
    result.edit_ms.push_back(edited - begin);
    result.ms.push_back(thread_ms() - begin);
  }
  for (const Unit& unit : units) {
    const double turns = static_cast<double>(common.units) * (arguments.warm_up + frames);
    result.moved += static_cast<double>(unit.moved) / turns;
    result.waited += static_cast<double>(unit.waited) / turns;
  }
  return result;
}

/// Frames of walks, and of units that search, on one map.
inline void add_frames(const std::string& map, const GridSnapshot& world,
                       const UnitArguments& common, const FrameArguments& arguments, Csv& rows) {
  const auto add = [&](const char* by, const Frames& frames) {
    const double worst = quantile(frames.ms, 1.0);
    fmt::print(stderr, "{}: {} units by {}: mean {:.2f} ms, worst {:.2f}\n", map, common.units, by,
               mean(frames.ms), worst);
    rows.add(map, arguments.crowd, by, frames.ms.size(), mean(frames.ms), quantile(frames.ms, 0.99),
             worst, mean(frames.edit_ms), quantile(frames.edit_ms, 1.0), frames.moved,
             frames.waited);
  };
  add("walks", measure_frames<Walker>(world, common, arguments, arguments.frames));
  if (arguments.astar_frames > 0)
    add("A*", measure_frames<Searcher>(world, common, arguments, arguments.astar_frames));
}

}  // namespace portolan::bench
