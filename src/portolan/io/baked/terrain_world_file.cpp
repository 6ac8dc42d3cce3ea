#include "portolan/io/baked/terrain_world_file.h"

#include <array>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "portolan/io/baked/baked_world.h"
#include "portolan/io/baked/cell_sections.h"
#include "portolan/io/baked/container.h"
#include "portolan/io/baked/merged_bytes.h"
#include "portolan/io/baked/table_sections.h"
#include "portolan/terrain/map_frame.h"

/// Sections: TRIS the mesh, GEOR where its raster lies on a map, where that is known, PRIC settings
/// and prices, BNDS the numbers of the bound that guides A*, OPTS build options, PART the cell of
/// each triangle and the parents of the cells, CELL where each cell's block begins (in words) and
/// the blocks (left out where paths are not stored); then those of the tables, where there are any
/// (table_sections.h), and MERG the merged hierarchy, where there is one (merged_bytes.h).
namespace portolan::detail {
namespace {

constexpr std::uint32_t kMaxLevels = 64;

std::vector<std::byte> mesh_bytes(const TriangleMesh& mesh) {
  ByteWriter out;
  std::vector<float> coordinates;
  coordinates.reserve(3 * mesh.vertices.size());
  for (const Vec3& v : mesh.vertices) coordinates.insert(coordinates.end(), {v.x, v.y, v.z});
  out.array(coordinates);
  out.array(mesh.corners);
  out.array(mesh.neighbours);
  out.array(mesh.difficulty);
  const TriangleRaster& raster = mesh.raster;
  out.u32(raster.columns);
  out.u32(raster.rows);
  out.array(
      std::array{raster.origin.x, raster.origin.y, raster.origin.z, raster.step_x, raster.step_z});
  return out.take();
}

Result<TriangleMesh> read_mesh(ByteReader in) {
  TriangleMesh mesh;
  const auto coordinates = in.view<float>();
  mesh.corners = in.array<std::array<std::uint32_t, 3>>();
  mesh.neighbours = in.array<std::array<TriangleId, 3>>();
  mesh.difficulty = in.array<float>();
  mesh.raster.columns = in.u32();
  mesh.raster.rows = in.u32();
  const auto raster = in.array<float>();
  if (coordinates.size() % 3 != 0 || raster.size() != 5) in.fail("a number is missing");
  if (auto read = in.finish(); !read) return read.error();
  mesh.vertices.reserve(coordinates.size() / 3);
  for (std::size_t k = 0; k < coordinates.size(); k += 3)
    mesh.vertices.push_back({coordinates[k], coordinates[k + 1], coordinates[k + 2]});
  mesh.raster.origin = {raster[0], raster[1], raster[2]};
  mesh.raster.step_x = raster[3];
  mesh.raster.step_z = raster[4];
  return mesh;
}

std::vector<std::byte> frame_bytes(const MapFrame& frame) {
  ByteWriter out;
  for (const double number : {frame.x, frame.y, frame.column_x, frame.column_y, frame.row_x,
                              frame.row_y, frame.metres_per_unit})
    out.f64(number);
  out.u8(frame.degrees ? 1 : 0);
  out.string(frame.system);
  return out.take();
}

Result<MapFrame> read_frame(ByteReader in, const TriangleRaster& raster) {
  MapFrame frame;
  for (double* number : {&frame.x, &frame.y, &frame.column_x, &frame.column_y, &frame.row_x,
                         &frame.row_y, &frame.metres_per_unit})
    *number = in.f64();
  const std::uint8_t degrees = in.u8();
  frame.degrees = degrees == 1;
  frame.system = in.string();
  if (degrees > 1) in.fail("whether coordinates are degrees is neither yes nor no");
  if (raster.columns == 0) in.fail("there is no height map that could lie on a map");
  if (auto read = in.finish(); !read) return read.error();
  if (auto good = validate_frame(frame, raster.columns + 1, raster.rows + 1); !good)
    return good.error();
  return frame;
}

struct StoredPrices {
  PriceSettings settings;
  TerrainPrices prices;
};

/// f(number) for each number of the settings, in the order of the file.
template <class Settings, class F>
void for_each_setting(Settings& s, F&& f) {
  for (auto* axis : {&s.x, &s.y, &s.z}) {
    f(axis->down);
    f(axis->up);
  }
  for (auto* number : {&s.difficulty_respect, &s.steepness_respect,
                       &s.difficulty_difference_respect, &s.angle_respect, &s.concave, &s.convex,
                       &s.steepness_difference_respect, &s.units_per_metre}) {
    f(*number);
  }
}

std::vector<std::byte> price_bytes(const PriceSettings& settings, const TerrainPrices& prices) {
  ByteWriter out;
  for_each_setting(settings, [&](double number) { out.f64(number); });
  out.f64(prices.units_per_metre);
  out.u64(prices.most_expensive_path);
  out.array(prices.weighted);
  out.array(prices.unweighted);
  return out.take();
}

Result<StoredPrices> read_prices(ByteReader in) {
  StoredPrices stored;
  for_each_setting(stored.settings, [&](double& number) { number = in.f64(); });
  stored.prices.units_per_metre = in.f64();
  stored.prices.most_expensive_path = in.u64();
  stored.prices.weighted = in.array<Cost>();
  stored.prices.unweighted = in.array<Cost>();
  if (auto read = in.finish(); !read) return read.error();
  return stored;
}

std::vector<std::byte> bound_bytes(const TerrainBound& bound) {
  ByteWriter out;
  out.array(bound.numbers());
  return out.take();
}

/// None where the file, an older one, has none.
Result<std::vector<double>> read_bound(const Container& file) {
  if (!file.has("BNDS")) return std::vector<double>{};
  ByteReader in = *file.reader("BNDS");
  auto numbers = in.array<double>();
  if (auto read = in.finish(); !read) return read.error();
  return numbers;
}

struct StoredTerrainOptions {
  TerrainBuildOptions options;
  double build_ms = 0.0;
};

std::vector<std::byte> option_bytes(const TerrainBuildOptions& options, double build_ms) {
  ByteWriter out;
  out.u32(options.cell_size);
  out.u32(options.group);
  out.u32(options.levels);
  out.u8(options.store_steps ? 1 : 0);
  out.f64(build_ms);
  return out.take();
}

Result<StoredTerrainOptions> read_terrain_options(ByteReader in) {
  StoredTerrainOptions stored;
  stored.options.cell_size = in.u32();
  stored.options.group = in.u32();
  stored.options.levels = in.u32();
  const std::uint8_t store_steps = in.u8();
  stored.build_ms = in.f64();
  if (store_steps > 1) in.fail("whether paths are stored is neither yes nor no");
  if (!std::isfinite(stored.build_ms)) in.fail("the build time is no number");
  stored.options.store_steps = store_steps == 1;
  if (auto read = in.finish(); !read) return read.error();
  return stored;
}

std::vector<std::byte> partition_bytes(const TerrainSnapshot& snapshot) {
  const Partition& partition = snapshot.hierarchy().partition();
  ByteWriter out;
  out.u32(partition.cell_count(1));
  out.array(snapshot.world().layout().cell_of);
  write_parents(partition, out);
  return out.take();
}

Result<TerrainCells> read_partition(ByteReader in) {
  TerrainCells cells;
  cells.count = in.u32();
  cells.of = in.array<CellId>();
  const std::uint32_t levels = in.u32();
  if (levels == 0 || levels > kMaxLevels) in.fail("the number of levels is out of range");
  for (std::uint32_t level = 1; in.ok() && level < levels; ++level)
    cells.parents.push_back(in.array<CellId>());
  if (auto read = in.finish(); !read) return read.error();
  return cells;
}

Result<Done> check_steps(const MergedHierarchy& h) {
  if (h.step_count() > 0 || h.high_count() == 0) return Done{};
  return Error{"the merged hierarchy is compressed; store the whole one"};
}

/// Whether loading would take it.
Result<Done> check_merged(const MergedHierarchy& h, const TerrainSnapshot& world) {
  const std::vector<Cost>& prices = world.world().layout().prices->weighted;
  bool same = h.weighted.size() == prices.size();
  for (std::uint32_t k = 0; same && k < prices.size(); ++k) {
    const JointId joint{k};
    same = h.mate[joint] == kNoJoint || h.weighted[joint] == prices[k];
  }
  if (!same)
    return Error{"the merged hierarchy is of another mesh, or of other prices: merge anew"};
  return check_steps(h);
}

Result<BakedTerrain> with_merged(const Container& file, TerrainSnapshot world) {
  if (!file.has("MERG")) return BakedTerrain{std::move(world)};
  const auto prices = whole_prices(world);
  if (!prices) return prices.error();
  auto merged = unpack_merged_hierarchy(*file.section("MERG"), world.mesh(), **prices);
  if (!merged) return Error{"section MERG: " + merged.error().message};
  if (auto right = check_steps(*merged); !right) return right.error();
  return BakedTerrain{std::move(world),
                      std::make_shared<const MergedHierarchy>(std::move(*merged))};
}

/// What reading all of a file and its ground alone begin with.
struct Ground {
  TriangleMesh mesh;
  StoredPrices prices;
  StoredTerrainOptions options;
};

Result<Ground> read_ground(const Container& file) {
  for (const Tag tag : {Tag("TRIS"), Tag("PRIC"), Tag("OPTS")}) {
    if (auto section = file.section(tag); !section) return section.error();
  }
  auto mesh = read_mesh(*file.reader("TRIS"));
  if (!mesh) return mesh.error();
  if (file.has("GEOR")) {
    auto frame = read_frame(*file.reader("GEOR"), mesh->raster);
    if (!frame) return frame.error();
    mesh->frame = std::move(*frame);
  }
  auto prices = read_prices(*file.reader("PRIC"));
  if (!prices) return prices.error();
  auto options = read_terrain_options(*file.reader("OPTS"));
  if (!options) return options.error();
  return Ground{std::move(*mesh), std::move(*prices), *options};
}

Result<BakedTerrain> read_ground_alone(const Container& file, const ParallelFor& parallel) {
  auto ground = read_ground(file);
  if (!ground) return ground.error();
  const auto bound = read_bound(file);
  if (!bound) return bound.error();
  auto world = TerrainSnapshot::assemble_ground(
      std::move(ground->mesh), std::move(ground->prices.prices), ground->prices.settings,
      ground->options.options, *bound, ground->options.build_ms, parallel);
  if (!world) return world.error();
  return BakedTerrain{std::move(*world)};
}

Result<BakedTerrain> read_terrain(const Container& file, const ParallelFor& parallel) {
  auto ground = read_ground(file);
  if (!ground) return ground.error();
  if (auto section = file.section("PART"); !section) return section.error();
  auto partition = read_partition(*file.reader("PART"));
  if (!partition) return partition.error();
  std::vector<CellWords> cells;
  if (file.has("CELL")) {
    ByteReader in = *file.reader("CELL");
    cells = read_cells(in, file.bytes());
    if (auto read = in.finish(); !read) return read.error();
  }
  auto world = TerrainSnapshot::assemble(
      std::move(ground->mesh), std::move(ground->prices.prices), ground->prices.settings,
      *partition, ground->options.options, std::move(cells), ground->options.build_ms, parallel);
  if (!world) return world.error();
  auto stored = read_tables(file, 1);
  if (!stored) return stored.error();
  auto tables = checked_tables(world->world(), world->hierarchy(), std::move(stored->front()),
                               TableExtras::all, parallel);
  if (!tables) return tables.error();
  return with_merged(file, world->with(std::move(*tables)));
}

Result<BakedTerrain> open_terrain(const Container& file, TerrainParts parts,
                                  const ParallelFor& parallel) {
  if (auto right = check_kind(file, kTerrainKind, "terrain"); !right) return right.error();
  auto world =
      parts == TerrainParts::all ? read_terrain(file, parallel) : read_ground_alone(file, parallel);
  if (!world) return inconsistent(file, world.error());
  return world;
}

}  // namespace

Result<Done> save_terrain_world(const std::filesystem::path& path, const BakedTerrain& baked) {
  const auto& [snapshot, merged] = baked;
  ContainerWriter writer(kTerrainKind);
  writer.add("TRIS", mesh_bytes(snapshot.mesh()));
  if (snapshot.mesh().frame) writer.add("GEOR", frame_bytes(*snapshot.mesh().frame));
  writer.add("PRIC", price_bytes(snapshot.settings(), snapshot.prices()));
  writer.add("BNDS", bound_bytes(snapshot.world().layout().bound));
  writer.add("OPTS", option_bytes(snapshot.options(), snapshot.build_ms()));
  writer.add("PART", partition_bytes(snapshot));
  if (snapshot.options().store_steps)
    writer.add_pieces("CELL", cell_bytes(snapshot.hierarchy().cells()));
  for (auto& [tag, bytes] : table_sections({snapshot.tables()}))
    writer.add_pieces(tag, std::move(bytes));
  if (merged) {
    if (auto right = check_merged(*merged, snapshot); !right)
      return Error{path.string() + ": " + right.error().message};
    writer.add("MERG", pack_merged_hierarchy(*merged));
  }
  return writer.save(path);
}

Result<BakedTerrain> load_terrain_world(BegunFile file, TerrainParts parts,
                                        const ParallelFor& parallel) {
  constexpr std::array<Tag, 8> kNotGround{Tag("PART"), Tag("CELL"), Tag("TABL"), Tag("CONN"),
                                          Tag("LINK"), Tag("LABL"), Tag("CUTS"), Tag("MERG")};
  auto container = parts == TerrainParts::all
                       ? Container::load(std::move(file), parallel)
                       : Container::load_without(std::move(file), kNotGround);
  if (!container) return container.error();
  return open_terrain(*container, parts, parallel);
}

Result<Tables::Choice> load_terrain_table_choice(BegunFile file) {
  constexpr std::array<Tag, 12> kNotTheChoice{Tag("TRIS"), Tag("GEOR"), Tag("PRIC"), Tag("BNDS"),
                                              Tag("OPTS"), Tag("PART"), Tag("CELL"), Tag("CONN"),
                                              Tag("LINK"), Tag("LABL"), Tag("CUTS"), Tag("MERG")};
  const auto container = Container::load_without(std::move(file), kNotTheChoice);
  if (!container) return container.error();
  if (auto right = check_kind(*container, kTerrainKind, "terrain"); !right) return right.error();
  auto choice = read_first_choice(*container);
  if (!choice) return inconsistent(*container, choice.error());
  return choice;
}

Result<BakedTerrain> parse_terrain_world(SharedBytes bytes, std::string_view name) {
  auto file = Container::parse(std::move(bytes), name);
  if (!file) return file.error();
  return open_terrain(*file, TerrainParts::all, {});
}

}  // namespace portolan::detail
