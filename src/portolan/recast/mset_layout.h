#pragma once

#include <DetourNavMesh.h>

#include <cstdint>

/// How the bytes of an MSET file lie, and those of the tiles in it.
namespace portolan::detail {

inline constexpr std::uint32_t kMsetMagic = 'M' << 24 | 'S' << 16 | 'E' << 8 | 'T';
inline constexpr std::int32_t kMsetVersion = 1;

struct MsetHeader {
  std::uint32_t magic;
  std::int32_t version;
  std::int32_t tile_count;
  dtNavMeshParams params;
};

struct MsetTileHeader32 {
  std::uint32_t ref;
  std::int32_t size;
};

struct MsetTileHeader64 {
  std::uint64_t ref;
  std::int32_t size;
  std::int32_t padding;
};

/// Detour's dtLink in a build with references of 64 bits.
struct Link64 {
  std::uint64_t ref;
  std::uint32_t next;
  std::uint8_t edge, side, bmin, bmax;
};

static_assert(sizeof(dtPolyRef) == 4, "Portolan needs a Detour with 32-bit references");
static_assert(sizeof(MsetHeader) == 40 && sizeof(MsetTileHeader32) == 8);
static_assert(sizeof(MsetTileHeader64) == 16 && sizeof(Link64) == 16 && sizeof(dtLink) == 12);
static_assert(sizeof(dtMeshHeader) == 100 && sizeof(dtPoly) == 32 && sizeof(dtPolyDetail) == 12);
static_assert(sizeof(dtBVNode) == 16 && sizeof(dtOffMeshConnection) == 36);

/// Where the arrays of a tile begin, counted from its header, in the order they lie in. Every
/// element size is a multiple of four, so Detour's alignment adds nothing.
struct TileLayout {
  std::uint64_t vertices, polygons, links, details, detail_vertices, detail_triangles, tree,
      connections, end;

  /// The header's counts must not be negative.
  TileLayout(const dtMeshHeader& header, std::uint64_t link_size) {
    std::uint64_t at = sizeof(dtMeshHeader);
    const auto place = [&at](int count, std::uint64_t size) {
      const std::uint64_t begin = at;
      at += static_cast<std::uint64_t>(count) * size;
      return begin;
    };
    vertices = place(header.vertCount, 3 * sizeof(float));
    polygons = place(header.polyCount, sizeof(dtPoly));
    links = place(header.maxLinkCount, link_size);
    details = place(header.detailMeshCount, sizeof(dtPolyDetail));
    detail_vertices = place(header.detailVertCount, 3 * sizeof(float));
    detail_triangles = place(header.detailTriCount, 4);
    tree = place(header.bvNodeCount, sizeof(dtBVNode));
    connections = place(header.offMeshConCount, sizeof(dtOffMeshConnection));
    end = at;
  }
};

}  // namespace portolan::detail
