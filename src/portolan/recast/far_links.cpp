#include "portolan/recast/far_links.h"

#include <DetourNavMeshQuery.h>

#include <algorithm>
#include <memory>

#include "portolan/core/narrow.h"

namespace portolan::detail {
namespace {

constexpr int kQueryNodes = 4;  // the nearest polygon needs none

struct FreeQuery {
  void operator()(dtNavMeshQuery* query) const { dtFreeNavMeshQuery(query); }
};
using OwnedQuery = std::unique_ptr<dtNavMeshQuery, FreeQuery>;

/// A filter that leaves nothing out: connections are made whatever the polygons' flags are.
class EveryPolygon : public dtQueryFilter {
 public:
  EveryPolygon() {
    setIncludeFlags(0xffff);
    setExcludeFlags(0);
  }
};

bool has_link_at(const dtMeshTile& tile, const dtPoly& polygon, int edge) {
  for (unsigned i = polygon.firstLink; i != DT_NULL_LINK; i = tile.links[i].next) {
    if (tile.links[i].edge == edge) return true;
  }
  return false;
}

/// Puts a link at the front of a polygon's list; false if the tile has none left.
bool add_link(dtMeshTile& tile, dtPoly& polygon, dtPolyRef to, int edge) {
  const unsigned free = tile.linksFreeList;
  if (free == DT_NULL_LINK) return false;
  dtLink& link = tile.links[free];
  tile.linksFreeList = link.next;
  link.ref = to;
  link.edge = narrow<unsigned char>(edge);
  link.side = 0xff;
  link.bmin = link.bmax = 0;
  link.next = polygon.firstLink;
  polygon.firstLink = free;
  return true;
}

void connect(dtNavMesh& mesh, const dtNavMeshQuery& query, dtMeshTile& tile,
             const dtOffMeshConnection& connection) {
  dtPoly& polygon = tile.polys[connection.poly];
  if (!has_link_at(tile, polygon, 0) || has_link_at(tile, polygon, 1)) return;
  const float extents[3] = {connection.rad, tile.header->walkableClimb, connection.rad};
  const float* end = &connection.pos[3];
  const EveryPolygon filter;
  dtPolyRef landing = 0;
  float nearest[3];
  if (dtStatusFailed(query.findNearestPoly(end, extents, &filter, &landing, nearest))) return;
  const dtMeshTile* landing_tile = nullptr;
  const dtPoly* landing_polygon = nullptr;
  if (landing == 0 ||
      dtStatusFailed(mesh.getTileAndPolyByRef(landing, &landing_tile, &landing_polygon))) {
    return;
  }
  const float dx = nearest[0] - end[0];
  const float dz = nearest[2] - end[2];
  if (dx * dx + dz * dz > connection.rad * connection.rad) return;
  if (!add_link(tile, polygon, landing, 1)) return;
  std::copy(nearest, nearest + 3, &tile.verts[polygon.verts[1] * 3]);
  if ((connection.flags & DT_OFFMESH_CON_BIDIR) != 0) {
    // The mesh is ours to change; Detour only has no name for it.
    add_link(const_cast<dtMeshTile&>(*landing_tile), const_cast<dtPoly&>(*landing_polygon),
             mesh.getPolyRefBase(&tile) | connection.poly, 0xff);
  }
}

}  // namespace

void connect_far_links(dtNavMesh& mesh) {
  OwnedQuery query;
  const dtNavMesh& tiles = mesh;
  for (int i = 0; i < tiles.getMaxTiles(); ++i) {
    const dtMeshTile* tile = tiles.getTile(i);
    if (tile->header == nullptr || tile->header->offMeshConCount == 0) continue;
    if (!query) {
      query.reset(dtAllocNavMeshQuery());
      if (!query || dtStatusFailed(query->init(&mesh, kQueryNodes))) return;
    }
    for (int j = 0; j < tile->header->offMeshConCount; ++j) {
      connect(mesh, *query, const_cast<dtMeshTile&>(*tile), tile->offMeshCons[j]);
    }
  }
}

}  // namespace portolan::detail
