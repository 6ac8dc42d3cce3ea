#include "portolan/recast/detour_polygons.h"

#include <algorithm>
#include <limits>
#include <tuple>

#include "portolan/core/narrow.h"

namespace portolan::detail {
namespace {

Vec3 vertex_of(const dtMeshTile& tile, const dtPoly& polygon, unsigned corner) {
  const float* v = &tile.verts[polygon.verts[corner] * 3];
  return {v[0], v[1], v[2]};
}

bool is_ground(const dtPoly& polygon) { return polygon.getType() == DT_POLYTYPE_GROUND; }

template <class Visit>
void for_each_link(const dtMeshTile& tile, const dtPoly& polygon, Visit visit) {
  for (unsigned i = polygon.firstLink; i != DT_NULL_LINK; i = tile.links[i].next) {
    visit(tile.links[i]);
  }
}

/// One of Detour's links between two ground polygons, with the part of the edge that it opens.
struct Crossing {
  PolygonId from;
  PolygonId to;
  Vec3 ends[2];

  /// Crossings of the same two polygons stand together, those from the first one first.
  auto key() const { return std::tuple(std::min(from, to), std::max(from, to), from); }
  Vec3 middle() const { return (ends[0] + ends[1]) * 0.5f; }
};

class Conversion {
 public:
  explicit Conversion(const dtNavMesh& source) : source_(source) {}

  Result<DetourPolygons> run() {
    for_each_tile([this](const dtMeshTile& tile) { add_polygons(tile); });
    if (mesh().polygon_count() == 0) {
      return Error{"the Detour mesh has no polygons; build it from geometry that can be walked on"};
    }
    result_.index = RefIndex(mesh().refs);
    for_each_tile([this](const dtMeshTile& tile) {
      collect_crossings(tile);
      add_links(tile);
    });
    make_portals();
    return std::move(result_);
  }

 private:
  PolygonMesh& mesh() { return result_.mesh; }

  template <class Visit>
  void for_each_tile(Visit visit) const {
    for (int i = 0; i < source_.getMaxTiles(); ++i) {
      const dtMeshTile* tile = source_.getTile(i);
      if (tile->header != nullptr) visit(*tile);
    }
  }

  /// Calls visit(polygon, ref) for the ground polygons of a tile.
  template <class Visit>
  void for_each_ground(const dtMeshTile& tile, Visit visit) const {
    const dtPolyRef base = source_.getPolyRefBase(&tile);
    for (int i = 0; i < tile.header->polyCount; ++i) {
      if (is_ground(tile.polys[i])) visit(tile.polys[i], base | static_cast<dtPolyRef>(i));
    }
  }

  void add_polygons(const dtMeshTile& tile) {
    const auto first_vertex = narrow<std::uint32_t>(mesh().vertices.size());
    std::uint32_t vertex_count = 0;
    for_each_ground(tile, [&](const dtPoly& polygon, dtPolyRef ref) {
      for (unsigned i = 0; i < polygon.vertCount; ++i) {
        vertex_count = std::max(vertex_count, polygon.verts[i] + 1u);
        mesh().corners.push_back(first_vertex + polygon.verts[i]);
      }
      mesh().corner_begin.push_back(narrow<std::uint32_t>(mesh().corners.size()));
      mesh().areas.push_back(polygon.getArea());
      mesh().flags.push_back(polygon.flags);
      mesh().refs.push_back(ref);
    });
    for (std::uint32_t i = 0; i < vertex_count; ++i) {
      const float* v = &tile.verts[i * 3];
      mesh().vertices.push_back({v[0], v[1], v[2]});
    }
  }

  PolygonId polygon_of(dtPolyRef ref) const { return result_.index.find(ref).value_or(kNoPolygon); }

  void collect_crossings(const dtMeshTile& tile) {
    for_each_ground(tile, [&](const dtPoly& polygon, dtPolyRef ref) {
      const PolygonId from = polygon_of(ref);
      for_each_link(tile, polygon, [&](const dtLink& link) {
        const PolygonId to = polygon_of(link.ref);
        if (to == kNoPolygon || to == from || link.edge >= polygon.vertCount) return;
        crossings_.push_back(make_crossing(tile, polygon, link, from, to));
      });
    });
  }

  /// Narrows the edge to the overlap with the neighbour tile's, which Detour keeps as two bytes.
  static Crossing make_crossing(const dtMeshTile& tile, const dtPoly& polygon, const dtLink& link,
                                PolygonId from, PolygonId to) {
    const Vec3 a = vertex_of(tile, polygon, link.edge);
    const Vec3 b = vertex_of(tile, polygon, (link.edge + 1u) % polygon.vertCount);
    if (link.side == 0xff || (link.bmin == 0 && link.bmax == 255)) return {from, to, {a, b}};
    constexpr float kStep = 1.0f / 255.0f;
    const auto at = [&](unsigned char part) {
      return a + (b - a) * (static_cast<float>(part) * kStep);
    };
    return {from, to, {at(link.bmin), at(link.bmax)}};
  }

  void make_portals() {
    std::stable_sort(crossings_.begin(), crossings_.end(),
                     [](const Crossing& a, const Crossing& b) { return a.key() < b.key(); });
    for (auto begin = crossings_.begin(); begin != crossings_.end();) {
      const PolygonId low = std::min(begin->from, begin->to);
      const PolygonId high = std::max(begin->from, begin->to);
      // The end of the run that goes from `from` to `to`.
      const auto run_end = [this](auto at, PolygonId from, PolygonId to) {
        return std::find_if(at, crossings_.end(),
                            [from, to](const Crossing& c) { return c.from != from || c.to != to; });
      };
      const auto middle = run_end(begin, low, high);
      const auto end = run_end(middle, high, low);
      pair_up({begin, middle}, {middle, end});
      begin = end;
    }
  }

  /// One portal for a crossing there and the one back that lies nearest to it; the rest are
  /// one-way.
  void pair_up(std::span<Crossing> there, std::span<Crossing> back) {
    while (!there.empty() && !back.empty()) {
      std::size_t best[2] = {0, 0};
      float best_distance = std::numeric_limits<float>::infinity();
      for (std::size_t i = 0; i < there.size(); ++i) {
        for (std::size_t j = 0; j < back.size(); ++j) {
          const float apart = distance(there[i].middle(), back[j].middle());
          if (apart >= best_distance) continue;
          best_distance = apart;
          best[0] = i;
          best[1] = j;
        }
      }
      add_portal(there[best[0]], true);
      std::swap(there[best[0]], there.back());
      std::swap(back[best[1]], back.back());
      there = there.first(there.size() - 1);
      back = back.first(back.size() - 1);
    }
    for (const Crossing& crossing : there) add_portal(crossing, false);
    for (const Crossing& crossing : back) add_portal(crossing, false);
  }

  void add_portal(const Crossing& crossing, bool both_ways) {
    Portal portal{{crossing.ends[0], crossing.ends[1]},
                  {index(crossing.from), index(crossing.to)},
                  {true, both_ways}};
    orient(portal, mesh());
    mesh().portals.push_back(portal);
  }

  void add_links(const dtMeshTile& tile) {
    for (int i = 0; i < tile.header->offMeshConCount; ++i) add_link(tile, tile.offMeshCons[i]);
  }

  void add_link(const dtMeshTile& tile, const dtOffMeshConnection& connection) {
    const dtPoly& polygon = tile.polys[connection.poly];
    const dtPolyRef ref = source_.getPolyRefBase(&tile) | connection.poly;
    PolygonId from = kNoPolygon;
    for_each_link(tile, polygon, [&](const dtLink& link) {
      if (link.edge == 0) from = polygon_of(link.ref);
    });
    bool has_end = false;
    for_each_link(tile, polygon, [&](const dtLink& link) {
      const PolygonId to = link.edge == 1 ? polygon_of(link.ref) : kNoPolygon;
      if (from == kNoPolygon || to == kNoPolygon) return;
      has_end = true;
      OffMeshLink off_mesh{vertex_of(tile, polygon, 0), vertex_of(tile, polygon, 1)};
      off_mesh.both_ways =
          (connection.flags & DT_OFFMESH_CON_BIDIR) != 0 && leads_to(link.ref, ref);
      off_mesh.area = polygon.getArea();
      off_mesh.flags = polygon.flags;
      mesh().links.push_back({off_mesh, index(from), index(to), ref});
      result_.link_user_ids.push_back(connection.userId);
    });
    if (!has_end) ++result_.loose_links;
  }

  /// Whether Detour has a link from one polygon to another.
  bool leads_to(dtPolyRef from, dtPolyRef to) const {
    const dtMeshTile* tile = nullptr;
    const dtPoly* polygon = nullptr;
    if (dtStatusFailed(source_.getTileAndPolyByRef(from, &tile, &polygon))) return false;
    bool found = false;
    for_each_link(*tile, *polygon, [&](const dtLink& link) { found |= link.ref == to; });
    return found;
  }

  const dtNavMesh& source_;
  DetourPolygons result_;
  std::vector<Crossing> crossings_;
};

}  // namespace

RefIndex::RefIndex(std::span<const std::uint64_t> refs) {
  polygons_.reserve(refs.size());
  for (std::uint32_t i = 0; i < refs.size(); ++i) polygons_.emplace_back(refs[i], PolygonId{i});
  std::sort(polygons_.begin(), polygons_.end());
  if (polygons_.empty()) return;
  least_ = polygons_.front().first;
  while (bucket_of(polygons_.back().first) >= polygons_.size()) ++shift_;
  for (std::uint32_t i = 0; i < refs.size(); ++i)
    begin_.resize(std::max<std::size_t>(begin_.size(), bucket_of(polygons_[i].first) + 1), i);
  begin_.push_back(size32(refs.size()));
}

/// Detour numbers the polygons of a tile one after the other, so that buckets hold few; in one that
/// holds many the search is as quick as among all.
std::optional<PolygonId> RefIndex::find(std::uint64_t ref) const {
  if (polygons_.empty() || ref < least_ || ref > polygons_.back().first) return std::nullopt;
  const auto bucket = bucket_of(ref);
  const auto end = polygons_.begin() + begin_[bucket + 1];
  const auto found =
      std::lower_bound(polygons_.begin() + begin_[bucket], end, std::pair(ref, PolygonId{0}));
  if (found == end || found->first != ref) return std::nullopt;
  return found->second;
}

Result<DetourPolygons> make_polygon_mesh(const dtNavMesh& mesh) { return Conversion(mesh).run(); }

}  // namespace portolan::detail
