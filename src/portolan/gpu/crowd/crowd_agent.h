#pragma once

#include <cmath>
#include <cstdint>

#include "portolan/gpu/mesh/mesh_arrays.h"
#include "portolan/gpu/mesh/mesh_moves.h"
#include "portolan/navmesh.h"

/// How an agent moves along the polygons of its path, for CPU and GPU.
namespace portolan::detail {

/// Where an agent leaves a polygon for the next one of its path, and where it is then: somewhere
/// else at a link.
struct Passage {
  Vec3 from;
  Vec3 to;
  bool found = false;
};

/// The passage between two polygons that is nearest to a point.
PORTOLAN_HOST_DEVICE Passage find_passage(const MeshArrays& m, const MeshPlace& place,
                                          std::uint32_t next) {
  Passage best;
  double least = 0.0;
  for (std::uint32_t s = m.slot_begin[place.polygon]; s < m.slot_begin[place.polygon + 1]; ++s) {
    if (m.slots[s].leave == 0) continue;
    MeshLayout::Sides sides = m.sides[index(m.slots[s].node)];
    const Vec3 from = m.slot_places[s];
    Vec3 to = from;
    if (sides.of[1].polygon == kNoPolygon) {
      sides = m.sides[sides.of[1].slot];  // of the link's other end
      if (index(sides.of[0].polygon) != next) continue;
      to = m.slot_places[m.slot_begin[next] + sides.of[0].slot];
    } else if (index(sides.of[0].polygon) != next && index(sides.of[1].polygon) != next) {
      continue;
    }
    const double length = length_between(place.point, from);
    if (best.found && length >= least) continue;
    best = {from, to, true};
    least = length;
  }
  return best;
}

/// An agent under way: its place is in the polygon of that number of its path.
struct Walker {
  MeshPlace place;
  std::uint32_t at = 0;
};

/// Goes towards a point of the same polygon, and takes what it went from the distance.
PORTOLAN_HOST_DEVICE bool walk_towards(MeshPlace& place, const Vec3& target, float& distance) {
  const auto length = static_cast<float>(length_between(place.point, target));
  if (length <= distance) {
    place.point = target;
    distance -= length;
    return true;
  }
  const float part = distance / length;
  place.point.x += (target.x - place.point.x) * part;
  place.point.y += (target.y - place.point.y) * part;
  place.point.z += (target.z - place.point.z) * part;
  distance = 0.0f;
  return false;
}

/// Moves an agent some distance along the polygons of its path towards its goal, which lies in the
/// last of them. What is left of the distance: more than 0 where it has arrived.
PORTOLAN_HOST_DEVICE float advance(const MeshArrays& m, Walker& walker,
                                   const std::uint32_t* polygons, std::uint32_t count,
                                   const Vec3& goal, float distance) {
  while (walker.at + 1 < count) {
    const std::uint32_t next = polygons[walker.at + 1];
    const Passage passage = find_passage(m, walker.place, next);
    if (!passage.found || !walk_towards(walker.place, passage.from, distance)) return 0.0f;
    walker.place = {next, passage.to};
    ++walker.at;
  }
  return walk_towards(walker.place, goal, distance) ? distance : 0.0f;
}

/// A number that looks drawn at random, the same everywhere for the same two.
PORTOLAN_HOST_DEVICE std::uint32_t scramble(std::uint32_t a, std::uint32_t b) {
  std::uint32_t x = a * 0x9E37'79B9u ^ (b + 0x7F4A'7C15u) * 0x85EB'CA6Bu;
  x = (x ^ x >> 16) * 0x21F0'AAADu;
  x = (x ^ x >> 15) * 0x735A'2D97u;
  return x ^ x >> 15;
}

}  // namespace portolan::detail
