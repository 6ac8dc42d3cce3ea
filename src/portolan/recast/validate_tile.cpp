#include "portolan/recast/validate_tile.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <span>
#include <string>

#include "portolan/core/joined_text.h"
#include "portolan/core/narrow.h"
#include "portolan/recast/mset_layout.h"

namespace portolan::detail {
namespace {

constexpr float kMaxTileCoordinate = 1e7f;  // squares of differences stay far from overflow
constexpr float kMinTileSide = 0.01f;       // numbers of tiles stay within an int
constexpr float kMaxRadiusInTiles = 64.0f;
constexpr int kMaxTileNumber = 1 << 24;
constexpr int kMaxCount16 = 65535;  // what Detour numbers in 16 bits
constexpr int kMaxGround = 0x7fff;  // dtPoly::neis keeps one bit as a flag

bool is_coordinate(float value) { return std::fabs(value) <= kMaxTileCoordinate; }
bool are_coordinates(std::span<const float> values) {
  return std::all_of(values.begin(), values.end(), is_coordinate);
}

Error bad(const char* field) { return Error{joined_text("field ", field, " is out of range")}; }

/// The arrays of one tile, as Detour will see them.
class ArrayCheck {
 public:
  ArrayCheck(const unsigned char* tile, const dtNavMeshParams& params)
      : header_(*reinterpret_cast<const dtMeshHeader*>(tile)), params_(params) {
    const TileLayout layout(header_, sizeof(dtLink));
    const auto view = [tile]<class T>(std::span<const T>& array, std::uint64_t begin, int count) {
      array = {reinterpret_cast<const T*>(tile + begin), static_cast<std::size_t>(count)};
    };
    view(vertices_, layout.vertices, header_.vertCount * 3);
    view(polygons_, layout.polygons, header_.polyCount);
    view(details_, layout.details, header_.detailMeshCount);
    view(detail_vertices_, layout.detail_vertices, header_.detailVertCount * 3);
    view(detail_triangles_, layout.detail_triangles, header_.detailTriCount * 4);
    view(tree_, layout.tree, header_.bvNodeCount);
    view(connections_, layout.connections, header_.offMeshConCount);
  }

  Result<Done> run() const {
    if (!are_coordinates(vertices_)) return Error{"a vertex is not a number or out of range"};
    if (!are_coordinates(detail_vertices_))
      return Error{"a detail vertex is not a number or out of range"};
    for (std::size_t i = 0; i < polygons_.size(); ++i) {
      const std::string problem = is_ground_index(i) ? find_ground_damage(i) : find_jump_damage(i);
      if (!problem.empty()) return Error{joined_text("polygon ", i, " ", problem)};
    }
    for (std::size_t i = 0; i < tree_.size(); ++i) {
      if (!is_tree_node(i))
        return Error{joined_text("node ", i, " of the tree leads out of the tile")};
    }
    for (std::size_t i = 0; i < connections_.size(); ++i) {
      const std::string problem = find_connection_damage(i);
      if (!problem.empty()) return Error{joined_text("off-mesh connection ", i, " ", problem)};
    }
    return Done{};
  }

 private:
  std::size_t ground_count() const { return static_cast<std::size_t>(header_.offMeshBase); }
  bool is_ground_index(std::size_t polygon) const { return polygon < ground_count(); }

  bool has_vertices(const dtPoly& polygon) const {
    return std::all_of(polygon.verts, polygon.verts + polygon.vertCount,
                       [this](unsigned short vertex) { return vertex < header_.vertCount; });
  }

  std::string find_ground_damage(std::size_t index) const {
    const dtPoly& polygon = polygons_[index];
    if (polygon.getType() != DT_POLYTYPE_GROUND) return "has the wrong type";
    if (polygon.vertCount < 3 || polygon.vertCount > DT_VERTS_PER_POLYGON) {
      return joined_text("has ", polygon.vertCount, " vertices");
    }
    if (!has_vertices(polygon)) return "names a vertex that is not there";
    for (unsigned i = 0; i < polygon.vertCount; ++i) {
      if (!is_neighbour(polygon.neis[i])) return "names a neighbour that is not there";
    }
    return find_detail_damage(polygon, details_[index]);
  }

  /// 0 for none, a polygon of this tile counted from 1, or the side where the next tile lies.
  bool is_neighbour(unsigned short neighbour) const {
    if ((neighbour & DT_EXT_LINK) == 0) return neighbour <= ground_count();
    const int side = neighbour & ~DT_EXT_LINK;
    return side <= 6 && side % 2 == 0;
  }

  std::string find_detail_damage(const dtPoly& polygon, const dtPolyDetail& detail) const {
    if (std::uint64_t{detail.vertBase} + detail.vertCount > detail_vertices_.size() / 3 ||
        std::uint64_t{detail.triBase} + detail.triCount > detail_triangles_.size() / 4) {
      return "names details that are not there";
    }
    bool has_border = false;
    for (unsigned i = 0; i < detail.triCount; ++i) {
      const unsigned char* triangle = &detail_triangles_[(std::size_t{detail.triBase} + i) * 4];
      for (int k = 0; k < 3; ++k) {
        if (triangle[k] >= polygon.vertCount + detail.vertCount) {
          return "has a detail triangle with a vertex that is not there";
        }
        has_border |= (dtGetDetailTriEdgeFlags(triangle[3], k) & DT_DETAIL_EDGE_BOUNDARY) != 0;
      }
    }
    // Detour takes the nearest edge at the border without asking whether there is one.
    return has_border ? "" : "has no detail triangle at its border";
  }

  std::string find_jump_damage(std::size_t index) const {
    const dtPoly& polygon = polygons_[index];
    if (polygon.getType() != DT_POLYTYPE_OFFMESH_CONNECTION) return "has the wrong type";
    if (polygon.vertCount != 2) return joined_text("has ", polygon.vertCount, " vertices");
    if (!has_vertices(polygon)) return "names a vertex that is not there";
    if (polygon.neis[0] != 0 || polygon.neis[1] != 0) return "has neighbours";
    return {};
  }

  /// A leaf names a ground polygon; any other node, negated, the way to the next one to look at.
  bool is_tree_node(std::size_t index) const {
    const std::int64_t i = tree_[index].i;
    if (i >= 0) return i < header_.offMeshBase;
    return -i <= static_cast<std::int64_t>(tree_.size() - index);
  }

  std::string find_connection_damage(std::size_t index) const {
    const dtOffMeshConnection& connection = connections_[index];
    if (!are_coordinates(connection.pos)) return "has an end that is not a number or out of range";
    const float max_radius = kMaxRadiusInTiles * std::min(params_.tileWidth, params_.tileHeight);
    if (!(connection.rad >= 0.0f && connection.rad <= max_radius)) return "has a wrong radius";
    if (connection.poly != ground_count() + index) return "names the wrong polygon";
    if (connection.side > 7 && connection.side != 0xff) return "has a wrong side";
    return {};
  }

  const dtMeshHeader& header_;
  const dtNavMeshParams& params_;
  std::span<const float> vertices_;
  std::span<const dtPoly> polygons_;
  std::span<const dtPolyDetail> details_;
  std::span<const float> detail_vertices_;
  std::span<const unsigned char> detail_triangles_;
  std::span<const dtBVNode> tree_;
  std::span<const dtOffMeshConnection> connections_;
};

}  // namespace

Result<Done> validate_params(const dtNavMeshParams& params) {
  const auto is_side = [](float side) {
    return side >= kMinTileSide && side <= kMaxTileCoordinate;
  };
  if (!are_coordinates(params.orig)) return bad("orig");
  if (!is_side(params.tileWidth)) return bad("tileWidth");
  if (!is_side(params.tileHeight)) return bad("tileHeight");
  if (params.maxTiles < 1) return bad("maxTiles");
  if (params.maxPolys < 1) return bad("maxPolys");
  return Done{};
}

Result<Done> validate_header(const dtMeshHeader& header, const dtNavMeshParams& params) {
  const auto outside = [](int value, int low, int high) { return value < low || value > high; };
  const auto is_size = [](float size) { return size >= 0.0f && size <= kMaxTileCoordinate; };
  constexpr int kMaxElements = 1 << 26;  // products with any element size fit an int of Detour
  if (outside(header.x, -kMaxTileNumber, kMaxTileNumber)) return bad("x");
  if (outside(header.y, -kMaxTileNumber, kMaxTileNumber)) return bad("y");
  if (outside(header.layer, 0, kMaxTileNumber)) return bad("layer");
  const auto nameable = narrow<int>(
      std::min(std::bit_ceil(narrow<unsigned>(params.maxPolys)), narrow<unsigned>(kMaxCount16)));
  if (outside(header.polyCount, 1, nameable)) return bad("polyCount");
  if (outside(header.vertCount, 0, kMaxCount16)) return bad("vertCount");
  if (outside(header.maxLinkCount, 1, kMaxElements)) return bad("maxLinkCount");
  if (outside(header.offMeshConCount, 0, header.polyCount)) return bad("offMeshConCount");
  if (header.offMeshBase != header.polyCount - header.offMeshConCount ||
      header.offMeshBase > kMaxGround) {
    return bad("offMeshBase");
  }
  if (header.detailMeshCount != header.offMeshBase) return bad("detailMeshCount");
  if (outside(header.detailVertCount, 0, kMaxElements)) return bad("detailVertCount");
  if (outside(header.detailTriCount, 0, kMaxElements)) return bad("detailTriCount");
  if (outside(header.bvNodeCount, 0, kMaxElements)) return bad("bvNodeCount");
  if (!is_size(header.walkableHeight)) return bad("walkableHeight");
  if (!is_size(header.walkableRadius)) return bad("walkableRadius");
  if (!is_size(header.walkableClimb)) return bad("walkableClimb");
  if (!are_coordinates(header.bmin)) return bad("bmin");
  if (!are_coordinates(header.bmax)) return bad("bmax");
  if (!is_size(header.bvQuantFactor)) return bad("bvQuantFactor");
  return Done{};
}

Result<Done> validate_arrays(const unsigned char* tile, const dtNavMeshParams& params) {
  return ArrayCheck(tile, params).run();
}

}  // namespace portolan::detail
