/// Terrain: height maps or triangles, with prices that depend on direction and slope.
/// Component Portolan::terrain.
///
///     const auto heights = portolan::load_height_map("alps.png");  // io.h
///     const auto world = portolan::TerrainSnapshot::build({.heights = *heights});
///     portolan::TerrainQuery query;  // one for each thread
///     const portolan::TerrainPath path = query.find_path(*world, {10, 0, 10}, {900, 0, 400});
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "portolan/geometry.h"
#include "portolan/types.h"

namespace portolan {

namespace detail {
struct TerrainInside;
}  // namespace detail

/// What a height map says where it says nothing.
inline constexpr float kMissingHeight = std::numeric_limits<float>::quiet_NaN();

/// A place in the coordinates of a map: x to the east, y to the north, usually.
struct MapPoint {
  double x = 0.0;
  double y = 0.0;

  friend bool operator==(const MapPoint&, const MapPoint&) = default;
};

/// Where a raster lies on a map: one step along it is a step on the map. Value (column, row) lies
/// at x + column * column_x + row * row_x, and the same for y. On the ground rows and columns are
/// at right angles.
struct MapFrame {
  double x = 0.0;  ///< Of the first value, which stands for the middle of its pixel.
  double y = 0.0;
  double column_x = 1.0;  ///< From a column to the next,
  double column_y = 0.0;
  double row_x = 0.0;  ///< and from a row to the next.
  double row_y = -1.0;
  /// The coordinate system, as "EPSG:32632"; empty: not known. The metres of Web Mercator,
  /// "EPSG:3857" or "EPSG:900913", grow towards the poles: they are taken as long as they are in
  /// the middle of the raster.
  std::string system{};
  bool degrees = false;          ///< Whether x and y are degrees of longitude and latitude,
  double metres_per_unit = 1.0;  ///< or else how many metres their unit is long. Above 0.

  friend bool operator==(const MapFrame&, const MapFrame&) = default;
};

/// Values on a raster, row by row from the top left: heights, or how difficult the ground is.
struct HeightMap {
  std::uint32_t width = 0;          ///< Samples in a row,
  std::uint32_t height = 0;         ///< and rows. The ground between them is a step less each way.
  std::vector<float> values{};      ///< width * height; NaN where a value is missing.
  std::optional<MapFrame> frame{};  ///< Where it lies on a map, if that is known.

  float at(std::uint32_t x, std::uint32_t row) const {
    return values[std::size_t{row} * width + x];
  }
};

/// A box along the axes.
struct Box {
  Vec3 low;
  Vec3 high;
};

/// Where a height map lies: columns along x, rows along z, heights along y.
struct MapPlacement {
  /// Metres from one value to the next, both ways. Above 0, or 0: as the map's frame says (degrees
  /// and Web Mercator become metres as they are in the middle of the map), and 1 without one.
  float spacing = 0.0f;
  float height_scale = 1.0f;  ///< Metres that one step of the values stands for. Above 0.
  /// The map is stretched to fill it, its lowest value at the bottom and its highest at the top
  /// (a flat map lies at the bottom); spacing and scale are not used then.
  std::optional<Box> box{};
};

/// How a square between four values becomes triangles (appendix B.2 of the thesis).
enum class Triangulation : std::uint8_t {
  two,      ///< Two, the edge between them from top left to bottom right.
  four,     ///< "High definition": four around a middle vertex of average height.
  contour,  ///< Two, the edge along the diagonal whose ends differ less in height, so that edges
            ///< follow contour lines; from top left to bottom right where both differ the same.
};

/// What a metre along an axis counts. [0, 1e6]
struct AxisMultiplier {
  double down = 1.0;  ///< Towards smaller coordinates: for y, downhill.
  double up = 1.0;    ///< Towards larger ones.
};

/// How prices are computed (sections 5.1.1 and 5.1.2 of the thesis). A respect is the weight of
/// what it is named after; 0 leaves it out. All in [0, 1e6]. The defaults are those of its chapter
/// 9: a metre up counts ten times, a metre down five times.
struct PriceSettings {
  AxisMultiplier x{};
  AxisMultiplier y{5.0, 10.0};
  AxisMultiplier z{};
  double difficulty_respect = 1.0;             ///< Of the target's difficulty.
  double steepness_respect = 1.0;              ///< Of 1 - the height of the target's normal.
  double difficulty_difference_respect = 1.0;  ///< Between start and target.
  double angle_respect = 1.0;                  ///< Of the angle on the edge: 0 straight, 1 = 180°.
  double concave = 1.05;  ///< Times the angle where the path turns down (uphill to level to
                          ///< downhill),
  double convex = 0.95;   ///< and where it turns up.
  double steepness_difference_respect = 1.0;  ///< Of the difference of the normals' heights.
  /// Whole-number costs per metre; 0: chosen so that costs of paths of a hundred steps are right to
  /// 0.01 %, or coarser where paths could then add up to too much.
  double units_per_metre = 0.0;

  static PriceSettings plain();     ///< The same up and down: all multipliers 1.
  static PriceSettings distance();  ///< Enlargement alone: the same, and all respects 0.
};

/// How long a line is, in metres, whatever that costs.
struct LineLengths {
  double ground = 0.0;  ///< In space,
  double map = 0.0;     ///< seen from above,
  double up = 0.0;      ///< and how much it climbs and falls in all. From 0 up, both.
  double down = 0.0;
};

/// What a path measures. First the four figures of the thesis (its XY and Z are our XZ and Y), by
/// the price model: boxes that grow from triangle to triangle, each axis with its multipliers. Then
/// the lines that were handed out.
struct PathLengths {
  double weighted = 0.0;  ///< With all multipliers: the cost before it was rounded.
  double xyz = 0.0;       ///< The price base: with those of the axes alone,
  double xz = 0.0;        ///< neglecting height,
  double y = 0.0;         ///< and of height alone.
  /// Of TerrainPath::points: from middle to middle of the triangles, which cuts off what rises and
  /// falls between; `up` and `down` can be a fifth less than along the ground.
  LineLengths points{};
  LineLengths waypoints{};  ///< Along the ground from way-point to way-point; 0 without any.
};

/// What terrain is made from.
struct TerrainSource {
  HeightMap heights;
  MapPlacement placement{};
  Triangulation triangulation = Triangulation::two;
  std::optional<HeightMap> difficulty{};  ///< Of the ground; as large as `heights`.
};

/// How terrain is built. 0 stands for "choose for me".
struct TerrainOptions {
  /// What tables may take: with them a query is a look-up. 0: none are built. What does not fit is
  /// searched for; SnapshotInfo::table_reason tells.
  std::uint64_t table_bytes = kDefaultTableBytes;
  /// Side of a cell of level 1 in squares; without a raster a cell has about four triangles for
  /// each, at most 1024. [2, 64]
  std::uint32_t cell_size = 0;
  std::uint32_t group = 0;   ///< Cells per side that make one cell of the next level. [2, 16]
  std::uint32_t levels = 0;  ///< Levels above the base graph. [1, 8]
  bool store_paths = true;   ///< Keep the paths between gates instead of searching them again.
  bool merged = false;       ///< Build the merged hierarchy too, for Method::merged and guided.
};

struct TerrainQueryOptions {
  Method method = Method::automatic;
  bool waypoints = false;  ///< Whether way-points are wanted beside the triangles.
  /// How many gates, or triangles by A*, a search may expand. Nothing is limited where tables
  /// answer, inside the cells of start and goal, and by Method::merged and guided.
  std::uint64_t max_expansions = ~std::uint64_t{0};
};

/// A path on terrain. Reuse one from query to query: its memory is kept.
struct TerrainPath {
  Status status = Status::unreachable;
  /// Metres times all multipliers; infinite without a path.
  double cost = std::numeric_limits<double>::infinity();
  std::vector<std::uint32_t> triangles;  ///< From the start's to the goal's, each beside the next.
  /// The start, the middles of the triangles between, and the goal, all on the ground.
  std::vector<Vec3> points;
  /// The straightened path, if asked for: the start, where it turns, and the goal, on the ground
  /// and straight between seen from above. No shorter line stays on its triangles; since it leaves
  /// none of them, it costs by the price model what they cost.
  std::vector<Vec3> waypoints;
  std::uint64_t version = 0;  ///< Of the snapshot that answered.

  explicit operator bool() const { return status == Status::complete; }
};

/// Terrain, its prices, its hierarchy and its tables. Immutable and cheap to copy; any number of
/// threads may query it.
class TerrainSnapshot {
 public:
  /// Fails for maps, prices and options that are out of their limits, and when cancelled.
  static Result<TerrainSnapshot> build(const TerrainSource& source,
                                       const PriceSettings& prices = {},
                                       const TerrainOptions& options = {},
                                       const Execution& execution = {});
  /// The same from any triangles: those that share two corners are neighbours.
  /// `difficulty_of_area`: of each area of the geometry; areas beyond it are 0.
  static Result<TerrainSnapshot> build(const Geometry& geometry,
                                       std::span<const float> difficulty_of_area = {},
                                       const PriceSettings& prices = {},
                                       const TerrainOptions& options = {},
                                       const Execution& execution = {});

  std::uint32_t triangle_count() const;
  /// The triangle under a point of the map (y does not count), of several above one another the
  /// highest; none where there is no ground.
  std::optional<std::uint32_t> find_triangle(const Vec3& point) const;
  /// The point of the ground nearest to a point of the map, as seen from above (y does not count):
  /// the one straight under or above it, or at the edge of the ground or of a hole. Triangles that
  /// lie partly under others may be taken by their middle. None for a point that is not finite.
  std::optional<Vec3> find_nearest(const Vec3& point) const;
  Box bounds() const;
  /// What a path measures. Fails where two triangles of it are no neighbours.
  Result<PathLengths> measure(const TerrainPath& path) const;
  /// Where the ground lies on a map, if its height map told.
  const std::optional<MapFrame>& frame() const;
  /// From points of the ground to those of the map and back, height left out. Nothing without a
  /// frame.
  std::optional<MapPoint> to_map(const Vec3& point) const;
  std::optional<Vec3> from_map(const MapPoint& point) const;
  bool merged() const;  ///< Whether Method::merged and guided can be asked for.
  SnapshotInfo info() const;

  // For Portolan itself.
  explicit TerrainSnapshot(std::shared_ptr<const detail::TerrainInside> inside);
  const detail::TerrainInside& inside() const { return *inside_; }

 private:
  std::shared_ptr<const detail::TerrainInside> inside_;
};

/// Answers queries on snapshots of terrain; make one for each thread. Allocates nothing after
/// warm-up. All costs are optimal, but for Method::merged and guided.
class TerrainQuery {
 public:
  TerrainQuery();
  ~TerrainQuery();
  TerrainQuery(TerrainQuery&&) noexcept;
  TerrainQuery& operator=(TerrainQuery&&) noexcept;

  /// The cheapest path between the ground under or above two points; status and cost are in it.
  /// Asking a snapshot for `merged` or `guided` that was not built for it is misuse.
  TerrainPath find_path(const TerrainSnapshot& snapshot, const Vec3& start, const Vec3& goal,
                        const TerrainQueryOptions& options = {});
  /// The same into a path whose memory is used again.
  Status find_path(const TerrainSnapshot& snapshot, const Vec3& start, const Vec3& goal,
                   TerrainPath& path, const TerrainQueryOptions& options = {});
  /// Only its cost: infinite where there is no path.
  double find_cost(const TerrainSnapshot& snapshot, const Vec3& start, const Vec3& goal,
                   const TerrainQueryOptions& options = {});

  /// The point of the ground nearest to `goal`, as find_nearest has it, that can be reached from
  /// `start`: where to go instead when a goal is cut off or lies off the ground. None where there
  /// is no ground at the start.
  std::optional<Vec3> find_nearest_reachable(const TerrainSnapshot& snapshot, const Vec3& start,
                                             const Vec3& goal);

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace portolan
