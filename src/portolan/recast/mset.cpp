#include "portolan/recast/mset.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <string>

#include "portolan/core/joined_text.h"
#include "portolan/core/narrow.h"
#include "portolan/recast/far_links.h"
#include "portolan/recast/joining_effort.h"
#include "portolan/recast/mset_layout.h"
#include "portolan/recast/reference_bits.h"
#include "portolan/recast/validate_tile.h"

namespace portolan::detail {
namespace {

using Bytes = std::span<const std::byte>;
using TileBytes = std::unique_ptr<unsigned char, decltype(&dtFree)>;

constexpr std::uint64_t kFreeTileSlots = 1 << 16;  // asked for without a tile to show for them
constexpr std::uint64_t kSlotsPerTile = 256;
constexpr double kFreeSteps = 1e9;  // to join tiles; real meshes stay below a tenth of both
constexpr double kStepsPerByte = 2048.0;

template <class T>
T value_at(Bytes bytes, std::uint64_t offset) {
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

std::uint32_t swapped(std::uint32_t value) {
  return value << 24 | (value & 0xff00) << 8 | (value >> 8 & 0xff00) | value >> 24;
}

/// A tile found in the bytes.
struct StoredTile {
  std::uint32_t ref;  ///< 0 where it is to be given anew.
  Bytes bytes;
  dtMeshHeader header;
};

class MsetParser {
 public:
  MsetParser(Bytes bytes, std::string_view name) : bytes_(bytes), name_(name) {}

  Result<DetourMesh> run() {
    if (Result<Done> whole = read_header(); !whole) return whole.error();
    if (Result<Done> whole = find_tiles(); !whole) return whole.error();
    if (wide_) renumber();
    if (Result<Done> whole = check_references(); !whole) return whole.error();
    if (Result<Done> whole = check_joining(); !whole) return whole.error();
    dtNavMesh* allocated = dtAllocNavMesh();
    if (allocated == nullptr) return out_of_memory();
    DetourMesh mesh(allocated);
    if (dtStatusFailed(mesh->init(&header_.params))) return out_of_memory();
    for (std::size_t i = 0; i < tiles_.size(); ++i) {
      if (Result<Done> added = add_tile(*mesh, i); !added) return added.error();
    }
    connect_far_links(*mesh);
    return mesh;
  }

 private:
  Result<Done> read_header() {
    const std::uint32_t magic =
        bytes_.size() < sizeof magic ? 0 : value_at<std::uint32_t>(bytes_, 0);
    if (magic == swapped(kMsetMagic)) {
      return failed("was written on a big-endian machine; save it again on this kind of machine");
    }
    if (magic != kMsetMagic) {
      return failed("is not a navigation mesh as RecastDemo saves it (MSET)");
    }
    if (bytes_.size() < sizeof header_) return truncated("its header");
    header_ = value_at<MsetHeader>(bytes_, 0);
    if (header_.version != kMsetVersion) {
      return failed(joined_text("has MSET version ", header_.version, " and this program reads ",
                                kMsetVersion, "; save it again with a matching RecastDemo"));
    }
    if (auto good = validate_params(header_.params); !good)
      return damaged(joined_text("its header: ", good.error().message));
    if (header_.tile_count < 1) return failed("holds no tiles; build the mesh again");
    return Done{};
  }

  Result<Done> find_tiles() {
    wide_ = has_wide_references();
    const std::uint64_t header_size = wide_ ? sizeof(MsetTileHeader64) : sizeof(MsetTileHeader32);
    const std::uint64_t link_size = wide_ ? sizeof(Link64) : sizeof(dtLink);
    std::uint64_t at = sizeof header_;
    for (int i = 0; i < header_.tile_count; ++i) {
      if (bytes_.size() - at < header_size) return truncated(joined_text("tile ", i));
      StoredTile tile{};
      const std::int32_t size = read_tile_header(at, tile);
      at += header_size;
      if (size < static_cast<std::int32_t>(sizeof tile.header)) return damaged(i, bad_size(size));
      const auto wanted = static_cast<std::uint64_t>(size);
      if (bytes_.size() - at < wanted) return truncated(joined_text("tile ", i));
      tile.bytes = bytes_.subspan(at, wanted);
      tile.header = value_at<dtMeshHeader>(tile.bytes, 0);
      if (Result<Done> whole = check_tile(i, tile, link_size); !whole) return whole;
      tiles_.push_back(tile);
      at += wanted;
    }
    if (at == bytes_.size()) return Done{};
    return damaged(joined_text("its end: ", bytes_.size() - at, " bytes are left over"));
  }

  /// Behind wide references the first tile's data begin eight bytes later.
  bool has_wide_references() const {
    const auto is_tile_at = [&](std::uint64_t offset) {
      return bytes_.size() >= offset + sizeof(int) &&
             value_at<int>(bytes_, offset) == DT_NAVMESH_MAGIC;
    };
    return !is_tile_at(sizeof(MsetHeader) + sizeof(MsetTileHeader32)) &&
           is_tile_at(sizeof(MsetHeader) + sizeof(MsetTileHeader64));
  }

  std::int32_t read_tile_header(std::uint64_t at, StoredTile& tile) const {
    if (wide_) return value_at<MsetTileHeader64>(bytes_, at).size;
    const auto header = value_at<MsetTileHeader32>(bytes_, at);
    tile.ref = header.ref;
    return header.size;
  }

  Result<Done> check_tile(int i, const StoredTile& tile, std::uint64_t link_size) const {
    if (tile.header.magic != DT_NAVMESH_MAGIC) return damaged(i, "field magic is not Detour's");
    if (tile.header.version != DT_NAVMESH_VERSION) {
      return failed(joined_text("holds tiles of version ", tile.header.version,
                                " and this program reads ", DT_NAVMESH_VERSION,
                                "; save it again with a matching Detour"));
    }
    if (!wide_ && tile.ref == 0) return damaged(i, "field tileRef is 0");
    if (auto good = validate_header(tile.header, header_.params); !good)
      return damaged(i, good.error().message);
    if (TileLayout(tile.header, link_size).end == tile.bytes.size()) return Done{};
    return damaged(i, "its counts do not fit field dataSize");
  }

  /// What 64 bits can name may still fit 32 when nothing is left free.
  void renumber() {
    int most = 1;
    for (const StoredTile& tile : tiles_) most = std::max(most, tile.header.polyCount);
    header_.params.maxTiles = header_.tile_count;
    header_.params.maxPolys = most;
  }

  Result<Done> check_references() const {
    const auto max_tiles = static_cast<std::uint64_t>(header_.params.maxTiles);
    const auto max_polygons = static_cast<std::uint64_t>(header_.params.maxPolys);
    const ReferenceBits bits = reference_bits(max_tiles, max_polygons);
    if (!bits.fit()) {
      const std::string problem =
          joined_text("has up to ", max_tiles, " tiles of up to ", max_polygons, " polygons, for ",
                      "which the ", kReferenceBits, " bits of a 32-bit reference do not suffice");
      return failed(problem + "; build it with fewer or smaller tiles");
    }
    // Detour makes room for all of them at once.
    if (max_tiles > std::max(kFreeTileSlots, tiles_.size() * kSlotsPerTile)) {
      return damaged(joined_text("its header: field maxTiles asks for ", max_tiles,
                                 " tiles and there are ", tiles_.size()));
    }
    return Done{};
  }

  Result<Done> check_joining() const {
    JoiningEffort effort;
    for (const StoredTile& tile : tiles_) effort.add(tile.header, tile.bytes);
    const double most = kFreeSteps + kStepsPerByte * static_cast<double>(bytes_.size());
    const JoiningEffort::Worst worst = effort.estimate();
    if (worst.steps <= most) return Done{};
    return failed(joined_text("has too many edges at the borders of its tiles, most at x ", worst.x,
                              ", y ", worst.y, ": to join them takes ", worst.steps,
                              " steps, and the limit for its size is ", most,
                              "; build it with smaller tiles"));
  }

  Result<Done> add_tile(dtNavMesh& mesh, std::size_t i) const {
    const StoredTile& tile = tiles_[i];
    const int number = narrow<int>(i);
    const TileLayout layout(tile.header, sizeof(dtLink));
    TileBytes data(static_cast<unsigned char*>(dtAlloc(layout.end, DT_ALLOC_PERM)), &dtFree);
    if (data == nullptr) return out_of_memory();
    repack(tile, layout, data.get());
    if (auto good = validate_arrays(data.get(), header_.params); !good)
      return damaged(number, good.error().message);
    const unsigned slot = mesh.decodePolyIdTile(tile.ref);
    if (slot >= static_cast<unsigned>(header_.params.maxTiles)) {
      return damaged(number, "field tileRef names a tile beyond maxTiles");
    }
    // A salt of 0 would make the reference of a tile's first polygon the one that means none.
    if (!wide_ && (mesh.decodePolyIdSalt(tile.ref) == 0 || mesh.decodePolyIdPoly(tile.ref) != 0)) {
      return damaged(number, "field tileRef is not that of a tile");
    }
    if (dtStatusFailed(mesh.addTile(data.get(), narrow<int>(layout.end), DT_TILE_FREE_DATA,
                                    tile.ref, nullptr))) {
      return damaged(number, "its place or its reference is that of an earlier tile");
    }
    data.release();  // NOLINT: the mesh owns it now
    return Done{};
  }

  /// Copies the arrays to where 32-bit references have them. Links are made anew by Detour, so
  /// wide ones are left out.
  void repack(const StoredTile& tile, const TileLayout& to, unsigned char* data) const {
    if (!wide_) {
      std::memcpy(data, tile.bytes.data(), to.end);
      return;
    }
    const TileLayout from(tile.header, sizeof(Link64));
    std::memcpy(data, tile.bytes.data(), to.links);
    std::memset(data + to.links, 0, to.details - to.links);
    std::memcpy(data + to.details, tile.bytes.data() + from.details, to.end - to.details);
  }

  static std::string bad_size(std::int32_t size) {
    return joined_text("field dataSize is ", size, ", less than a header");
  }
  Error failed(std::string_view problem) const { return Error{joined_text(name_, ": ", problem)}; }
  Error out_of_memory() const { return failed("needs more memory than there is"); }
  Error truncated(std::string_view place) const {
    return failed(joined_text("is truncated in ", place, ", after ", bytes_.size(),
                              " bytes; copy it again or save it again"));
  }
  Error damaged(std::string_view place) const {
    return failed(joined_text("is damaged in ", place, "; copy it again or save it again"));
  }
  Error damaged(int tile, std::string_view problem) const {
    return damaged(joined_text("tile ", tile, ": ", problem));
  }

  Bytes bytes_;
  std::string name_;
  MsetHeader header_{};
  bool wide_ = false;
  std::vector<StoredTile> tiles_;
};

}  // namespace

Result<DetourMesh> parse_mset(std::span<const std::byte> bytes, std::string_view name) {
  return MsetParser(bytes, name).run();
}

std::vector<std::byte> write_mset(const dtNavMesh& mesh) {
  std::vector<std::byte> bytes(sizeof(MsetHeader));
  const auto append = [&bytes](const void* data, std::size_t size) {
    const auto* first = static_cast<const std::byte*>(data);
    bytes.insert(bytes.end(), first, first + size);
  };
  MsetHeader header{kMsetMagic, kMsetVersion, 0, *mesh.getParams()};
  for (int i = 0; i < mesh.getMaxTiles(); ++i) {
    const dtMeshTile* tile = mesh.getTile(i);
    if (tile->header == nullptr || tile->dataSize == 0) continue;
    const MsetTileHeader32 tile_header{mesh.getTileRef(tile), tile->dataSize};
    append(&tile_header, sizeof tile_header);
    append(tile->data, static_cast<std::size_t>(tile->dataSize));
    ++header.tile_count;
  }
  std::memcpy(bytes.data(), &header, sizeof header);
  return bytes;
}

}  // namespace portolan::detail
