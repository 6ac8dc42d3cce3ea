#include "portolan/recast/tile_builder.h"

#include <DetourNavMesh.h>
#include <DetourNavMeshBuilder.h>
#include <Recast.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "portolan/core/joined_text.h"
#include "portolan/core/narrow.h"
#include "portolan/core/to_whole.h"

namespace portolan::detail {
namespace {

constexpr int kMaxSpans = (1 << 24) - 1;       // rcCompactCell::index has 24 bits
constexpr int kMaxStackedSpans = 255;          // rcCompactCell::count has 8 bits
constexpr std::int64_t kMaxVertices = 0xfffd;  // rcBuildPolyMesh counts before it joins them
constexpr int kMaxPolygons = 0x7fff;           // dtPoly::neis keeps one of its 16 bits as a flag
constexpr std::int64_t kMaxDetailVertices = 0xffff;  // dtCreateNavMeshData counts in 16 bits
constexpr std::size_t kTrianglesAtOnce = 4096;

/// Keeps the last complaint of Recast.
class RecastLog : public rcContext {
 public:
  RecastLog() { enableTimer(false); }
  const std::string& complaint() const { return complaint_; }

 protected:
  void doLog(const rcLogCategory category, const char* message, const int length) override {
    if (category == RC_LOG_ERROR) complaint_.assign(message, static_cast<std::size_t>(length));
  }

 private:
  std::string complaint_;
};

template <class T, void (*free)(T*)>
struct RecastFree {
  void operator()(T* object) const { free(object); }
};
template <class T, void (*free)(T*)>
using Owned = std::unique_ptr<T, RecastFree<T, free>>;

rcConfig make_config(const RecastOptions& options, const TriangleTiles& tiles, TileId tile) {
  rcConfig config{};
  config.cs = options.cell_size;
  config.ch = options.cell_height;
  config.walkableSlopeAngle = options.max_slope;
  config.walkableHeight = to_whole<int>(std::ceil(options.agent_height / config.ch));
  config.walkableClimb = to_whole<int>(std::floor(options.max_climb / config.ch));
  config.walkableRadius = to_whole<int>(std::ceil(options.agent_radius / config.cs));
  config.maxEdgeLen = to_whole<int>(options.edge_max_length / config.cs);
  config.maxSimplificationError = options.simplification_error;
  config.minRegionArea = to_whole<int>(options.region_min_size * options.region_min_size);
  config.mergeRegionArea = to_whole<int>(options.region_merge_size * options.region_merge_size);
  config.maxVertsPerPoly = narrow<int>(options.vertices_per_polygon);
  config.detailSampleDist = options.detail_sample_distance * config.cs;
  config.detailSampleMaxError = options.detail_max_error * config.ch;
  config.borderSize = narrow<int>(tiles.border());
  config.width = narrow<int>(tiles.width() + 2 * tiles.border());
  config.height = narrow<int>(tiles.depth() + 2 * tiles.border());
  const TriangleTiles::Bounds bounds = tiles.tile_bounds(tile);
  const float margin = static_cast<float>(tiles.border()) * config.cs;
  const Vec3 low = bounds.low - Vec3{margin, 0.0f, margin};
  const Vec3 high = bounds.high + Vec3{margin, 0.0f, margin};
  config.bmin[0] = low.x, config.bmin[1] = low.y, config.bmin[2] = low.z;
  config.bmax[0] = high.x, config.bmax[1] = high.y, config.bmax[2] = high.z;
  return config;
}

/// The stages from triangles to a tile, in order; each frees what the later ones do not need.
class TileBuild {
 public:
  TileBuild(const Geometry& geometry, const RecastOptions& options, const TriangleTiles& tiles,
            TileId tile)
      : geometry_(geometry),
        options_(options),
        tiles_(tiles),
        tile_(tile),
        config_(make_config(options, tiles, tile)) {}

  Result<TileData> run(const StageReport& report) {
    struct Stage {
      const char* name;
      Result<Done> (TileBuild::*work)();
    };
    static constexpr Stage kStages[kTileStages] = {
        {"stages, now rasterizing triangles", &TileBuild::rasterize},
        {"stages, now finding the walkable surface", &TileBuild::compact},
        {"stages, now cutting regions", &TileBuild::cut_regions},
        {"stages, now tracing contours", &TileBuild::trace_contours},
        {"stages, now making polygons", &TileBuild::make_polygons},
        {"stages, now sampling heights", &TileBuild::sample_heights},
        {"stages, now writing the tile", &TileBuild::write},
    };
    std::uint64_t number = 0;
    for (const Stage& stage : kStages) {
      if (!report(number++, stage.name)) return cancelled_error();
      if (Result<Done> done = (this->*stage.work)(); !done) return done.error();
      if (is_empty_) return TileData{};
    }
    return std::move(data_);
  }

 private:
  Result<Done> rasterize() {
    field_.reset(rcAllocHeightfield());
    if (!field_ || !rcCreateHeightfield(&log_, *field_, config_.width, config_.height, config_.bmin,
                                        config_.bmax, config_.cs, config_.ch)) {
      return out_of("memory for the voxels");
    }
    const std::span<const std::uint32_t> triangles = tiles_.triangles(tile_);
    for (std::size_t begin = 0; begin < triangles.size(); begin += kTrianglesAtOnce) {
      const std::size_t count = std::min(kTrianglesAtOnce, triangles.size() - begin);
      if (!rasterize_some(triangles.subspan(begin, count))) return out_of("memory for the voxels");
    }
    return Done{};
  }

  /// Recast's area 0 is "not walkable": ours are moved up by one until `make_polygons`.
  bool rasterize_some(std::span<const std::uint32_t> triangles) {
    corners_.clear();
    areas_.clear();
    for (const std::uint32_t triangle : triangles) {
      for (const std::uint32_t vertex : geometry_.triangles[triangle]) {
        corners_.push_back(narrow<int>(vertex));
      }
      const int area = geometry_.areas.empty() ? 0 : geometry_.areas[triangle];
      areas_.push_back(narrow<unsigned char>(area + 1));
    }
    static_assert(sizeof(Vec3) == 3 * sizeof(float));
    const float* vertices = &geometry_.vertices[0].x;
    const int vertex_count = narrow<int>(geometry_.vertices.size());
    const int count = narrow<int>(triangles.size());
    rcClearUnwalkableTriangles(&log_, config_.walkableSlopeAngle, vertices, vertex_count,
                               corners_.data(), count, areas_.data());
    return rcRasterizeTriangles(&log_, vertices, vertex_count, corners_.data(), areas_.data(),
                                count, *field_, config_.walkableClimb);
  }

  Result<Done> compact() {
    if (options_.filter_low_hanging_obstacles) {
      rcFilterLowHangingWalkableObstacles(&log_, config_.walkableClimb, *field_);
    }
    if (options_.filter_ledge_spans) {
      rcFilterLedgeSpans(&log_, config_.walkableHeight, config_.walkableClimb, *field_);
    }
    if (options_.filter_low_ceilings) {
      rcFilterWalkableLowHeightSpans(&log_, config_.walkableHeight, *field_);
    }
    if (Result<Done> counted = check_spans(); !counted || is_empty_) return counted;
    compact_.reset(rcAllocCompactHeightfield());
    if (!compact_ || !rcBuildCompactHeightfield(&log_, config_.walkableHeight,
                                                config_.walkableClimb, *field_, *compact_)) {
      return out_of("memory for the surface");
    }
    field_.reset();
    if (!log_.complaint().empty()) return failed("stacks too many surfaces over one place");
    if (!rcErodeWalkableArea(&log_, config_.walkableRadius, *compact_)) {
      return out_of("memory for the surface");
    }
    return mark_volumes();
  }

  Result<Done> mark_volumes() {
    constexpr float kMostVoxels = 1e9f;  // Recast counts them in an int
    for (const AreaVolume& volume : geometry_.volumes) {
      for (const Vec3& corner : volume.outline) {
        const float away =
            std::max(std::abs(corner.x - config_.bmin[0]), std::abs(corner.z - config_.bmin[2]));
        if (away / config_.cs > kMostVoxels) return failed("lies too far from an area volume");
      }
      rcMarkConvexPolyArea(&log_, &volume.outline[0].x, narrow<int>(volume.outline.size()),
                           volume.low, volume.high, narrow<unsigned char>(volume.area + 1),
                           *compact_);
    }
    return Done{};
  }

  /// Recast counts on without looking where its counters end.
  Result<Done> check_spans() {
    std::int64_t total = 0;
    const std::size_t columns =
        static_cast<std::size_t>(field_->width) * static_cast<std::size_t>(field_->height);
    for (std::size_t i = 0; i < columns; ++i) {
      int stacked = 0;
      for (const rcSpan* span = field_->spans[i]; span != nullptr; span = span->next) {
        if (span->area != RC_NULL_AREA) ++stacked;
      }
      if (stacked > kMaxStackedSpans) return failed("stacks too many surfaces over one place");
      total += stacked;
    }
    is_empty_ = total == 0;
    if (total <= kMaxSpans) return Done{};
    return failed(joined_text("has ", total, " walkable voxels and Recast's limit is ", kMaxSpans));
  }

  Result<Done> cut_regions() {
    bool done = false;
    switch (options_.partition) {
      case RegionPartition::watershed:
        done = rcBuildDistanceField(&log_, *compact_) &&
               rcBuildRegions(&log_, *compact_, config_.borderSize, config_.minRegionArea,
                              config_.mergeRegionArea);
        break;
      case RegionPartition::monotone:
        done = rcBuildRegionsMonotone(&log_, *compact_, config_.borderSize, config_.minRegionArea,
                                      config_.mergeRegionArea);
        break;
      case RegionPartition::layers:
        done = rcBuildLayerRegions(&log_, *compact_, config_.borderSize, config_.minRegionArea);
        break;
    }
    if (!done) return failed("has more regions than Recast can number, or memory ran out");
    return Done{};
  }

  Result<Done> trace_contours() {
    contours_.reset(rcAllocContourSet());
    if (!contours_ || !rcBuildContours(&log_, *compact_, config_.maxSimplificationError,
                                       config_.maxEdgeLen, *contours_)) {
      return failed("has contours that Recast could not trace, or memory ran out");
    }
    std::int64_t vertices = 0;
    for (int i = 0; i < contours_->nconts; ++i) vertices += contours_->conts[i].nverts;
    is_empty_ = vertices == 0;
    if (vertices <= kMaxVertices) return Done{};
    return failed(
        joined_text("has ", vertices, " contour vertices and Recast's limit is ", kMaxVertices));
  }

  Result<Done> make_polygons() {
    polygons_.reset(rcAllocPolyMesh());
    if (!polygons_ || !rcBuildPolyMesh(&log_, *contours_, config_.maxVertsPerPoly, *polygons_)) {
      return failed("has polygons that Recast could not make, or memory ran out");
    }
    contours_.reset();
    is_empty_ = polygons_->npolys == 0;
    if (polygons_->npolys > kMaxPolygons) {
      return failed(
          joined_text("has ", polygons_->npolys, " polygons and Detour's limit is ", kMaxPolygons));
    }
    for (int i = 0; i < polygons_->npolys; ++i) {
      --polygons_->areas[i];
      polygons_->flags[i] = 1;
    }
    return Done{};
  }

  /// Without samples Detour's own triangles of the polygons do: Recast never ends when asked for
  /// details at distance 0.
  Result<Done> sample_heights() {
    if (options_.detail_sample_distance == 0.0f) return Done{};
    details_.reset(rcAllocPolyMeshDetail());
    if (!details_ || !rcBuildPolyMeshDetail(&log_, *polygons_, *compact_, config_.detailSampleDist,
                                            config_.detailSampleMaxError, *details_)) {
      return failed(
          "has heights that Recast could not sample, or memory ran out (a "
          "detail_sample_distance of 0 takes none)");
    }
    compact_.reset();
    if (!details_are_whole()) details_.reset();
    return Done{};
  }

  /// Whether every polygon got height triangles, one at its border at least: Detour searches these
  /// without asking whether there are any. Where not, the polygons themselves serve instead.
  bool details_are_whole() const {
    for (int i = 0; i < details_->nmeshes; ++i) {
      const unsigned* mesh = &details_->meshes[i * 4];
      bool has_border = false;
      for (unsigned j = 0; j < mesh[3]; ++j) {
        has_border |= (details_->tris[(mesh[2] + j) * 4 + 3] & 0b010101) != 0;
      }
      if (!has_border) return false;
    }
    return true;
  }

  /// Detour stores the vertices of details that are not those of the polygon.
  std::int64_t own_detail_vertices() const {
    std::int64_t total = details_->nverts;
    for (int i = 0; i < polygons_->npolys; ++i) {
      const unsigned short* corners = &polygons_->polys[i * polygons_->nvp * 2];
      total -= std::count_if(corners, corners + polygons_->nvp,
                             [](unsigned short corner) { return corner != RC_MESH_NULL_IDX; });
    }
    return total;
  }

  Result<Done> write() {
    dtNavMeshCreateParams params{};
    params.verts = polygons_->verts;
    params.vertCount = polygons_->nverts;
    params.polys = polygons_->polys;
    params.polyAreas = polygons_->areas;
    params.polyFlags = polygons_->flags;
    params.polyCount = polygons_->npolys;
    params.nvp = polygons_->nvp;
    if (details_) {
      if (own_detail_vertices() > kMaxDetailVertices) {
        return failed(joined_text("has ", own_detail_vertices(), " height samples and Detour's ",
                                  "limit is ", kMaxDetailVertices,
                                  " (a detail_sample_distance of 0 takes none)"));
      }
      params.detailMeshes = details_->meshes;
      params.detailVerts = details_->verts;
      params.detailVertsCount = details_->nverts;
      params.detailTris = details_->tris;
      params.detailTriCount = details_->ntris;
    }
    add_links(params);
    params.walkableHeight = options_.agent_height;
    params.walkableRadius = options_.agent_radius;
    params.walkableClimb = options_.max_climb;
    params.cs = config_.cs;
    params.ch = config_.ch;
    params.buildBvTree = true;
    params.tileX = narrow<int>(tiles_.column(tile_));
    params.tileY = narrow<int>(tiles_.row(tile_));
    const TriangleTiles::Bounds bounds = tiles_.tile_bounds(tile_);
    params.bmin[0] = bounds.low.x, params.bmin[1] = bounds.low.y, params.bmin[2] = bounds.low.z;
    params.bmax[0] = bounds.high.x, params.bmax[1] = bounds.high.y, params.bmax[2] = bounds.high.z;
    unsigned char* bytes = nullptr;
    if (!dtCreateNavMeshData(&params, &bytes, &data_.size)) {
      return failed("has more polygons, vertices or links than Detour can store");
    }
    data_.bytes.reset(bytes);
    data_.polygon_count = reinterpret_cast<const dtMeshHeader*>(bytes)->polyCount;
    return Done{};
  }

  /// The links that begin over this tile. Detour decides by the same test once more.
  void add_links(dtNavMeshCreateParams& params) {
    const TriangleTiles::Bounds bounds = tiles_.tile_bounds(tile_);
    for (std::size_t i = 0; i < geometry_.links.size(); ++i) {
      const OffMeshLink& link = geometry_.links[i];
      if (link.from.x < bounds.low.x || link.from.x >= bounds.high.x) continue;
      if (link.from.z < bounds.low.z || link.from.z >= bounds.high.z) continue;
      link_ends_.insert(link_ends_.end(), {link.from, link.to});
      link_radii_.push_back(link.radius < 0.0f ? options_.link_radius : link.radius);
      link_flags_.push_back(link.flags);
      link_areas_.push_back(link.area);
      link_directions_.push_back(link.both_ways ? DT_OFFMESH_CON_BIDIR : 0);
      link_ids_.push_back(narrow<unsigned>(i));
    }
    if (link_ends_.empty()) return;
    params.offMeshConVerts = &link_ends_[0].x;
    params.offMeshConRad = link_radii_.data();
    params.offMeshConFlags = link_flags_.data();
    params.offMeshConAreas = link_areas_.data();
    params.offMeshConDir = link_directions_.data();
    params.offMeshConUserID = link_ids_.data();
    params.offMeshConCount = narrow<int>(link_ids_.size());
  }

  Error out_of(const char* what) const { return failed(joined_text("ran out of ", what)); }

  Error failed(std::string_view problem) const {
    std::string message =
        tiles_.is_single()
            ? joined_text("the mesh ", problem, "; set tile_size, or raise cell_size")
            : joined_text("tile ", tiles_.column(tile_), ",", tiles_.row(tile_), " ", problem,
                          "; lower tile_size, or raise cell_size");
    if (!log_.complaint().empty())
      message.append(" (Recast: ").append(log_.complaint()).append(")");
    return Error{std::move(message)};
  }

  const Geometry& geometry_;
  const RecastOptions& options_;
  const TriangleTiles& tiles_;
  const TileId tile_;
  const rcConfig config_;
  RecastLog log_;
  bool is_empty_ = false;
  Owned<rcHeightfield, rcFreeHeightField> field_;
  Owned<rcCompactHeightfield, rcFreeCompactHeightfield> compact_;
  Owned<rcContourSet, rcFreeContourSet> contours_;
  Owned<rcPolyMesh, rcFreePolyMesh> polygons_;
  Owned<rcPolyMeshDetail, rcFreePolyMeshDetail> details_;
  TileData data_;
  std::vector<int> corners_;  // of the triangles being rasterized
  std::vector<unsigned char> areas_;
  std::vector<Vec3> link_ends_;
  std::vector<float> link_radii_;
  std::vector<unsigned short> link_flags_;
  std::vector<unsigned char> link_areas_;
  std::vector<unsigned char> link_directions_;
  std::vector<unsigned> link_ids_;
};

}  // namespace

Result<TileData> build_tile(const Geometry& geometry, const RecastOptions& options,
                            const TriangleTiles& tiles, TileId tile, const StageReport& report) {
  if (tiles.triangles(tile).empty()) return TileData{};
  return TileBuild(geometry, options, tiles, tile).run(report);
}

}  // namespace portolan::detail
