#include "portolan/io/baked/grid_world_file.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "portolan/io/baked/baked_world.h"
#include "portolan/io/baked/cell_sections.h"
#include "portolan/io/baked/container.h"
#include "portolan/io/baked/table_sections.h"

/// Sections: METR metric, OPTS build options, TILE the letters, PART the parents of the cells
/// level by level, CELL where each cell's block begins (in words) and the blocks; where units are
/// not of one tile, SIZE their widths, and of further sizes SCEL which cells, of all levels or of
/// the lowest alone, are the first size's and all others, one size after the other; then those of
/// the tables, where there are any (table_sections.h), of all sizes.
namespace portolan::detail {
namespace {

std::vector<std::byte> metric_bytes(const GridMetric& metric) {
  ByteWriter out;
  out.array(metric.cost);
  out.f64(metric.diagonal_length);
  out.u8(static_cast<std::uint8_t>(metric.diagonals));
  return out.take();
}

Result<GridMetric> read_metric(ByteReader in) {
  GridMetric metric;
  const auto costs = in.array<double>();
  metric.diagonal_length = in.f64();
  const std::uint8_t rule = in.u8();
  const auto good = [](double cost) { return cost == 0.0 || (cost >= 0.01 && cost <= 1000.0); };
  if (costs.size() != metric.cost.size() || !std::all_of(costs.begin(), costs.end(), good)) {
    in.fail("the terrain costs are out of range");
  } else {
    std::copy(costs.begin(), costs.end(), metric.cost.begin());
  }
  if (rule > static_cast<std::uint8_t>(DiagonalRule::never))
    in.fail("there is no such diagonal rule");
  metric.diagonals = static_cast<DiagonalRule>(rule);
  if (auto read = in.finish(); !read) return read.error();
  return metric;
}

std::vector<std::byte> option_bytes(const GridBuildOptions& options, double build_ms) {
  ByteWriter out;
  out.u32(options.cell_size);
  out.u32(options.group);
  out.u32(options.levels);
  out.u32(options.transitions.spacing);
  out.u32(options.transitions.threshold);
  out.u8(static_cast<std::uint8_t>(options.transitions.kind));
  out.u8(options.store_steps ? 1 : 0);
  out.f64(build_ms);
  return out.take();
}

struct StoredGridOptions {
  GridBuildOptions options;
  double build_ms = 0.0;
};

Result<StoredGridOptions> read_grid_options(ByteReader in) {
  StoredGridOptions stored;
  GridBuildOptions& options = stored.options;
  options.choose_transitions = false;
  options.cell_size = in.u32();
  options.group = in.u32();
  options.levels = in.u32();
  options.transitions.spacing = in.u32();
  options.transitions.threshold = in.u32();
  const std::uint8_t kind = in.u8();
  const std::uint8_t store_steps = in.u8();
  stored.build_ms = in.f64();
  if (kind > static_cast<std::uint8_t>(TransitionKind::all))
    in.fail("there is no such transition policy");
  if (store_steps > 1) in.fail("whether paths are stored is neither yes nor no");
  if (options.cell_size == 0 || options.group == 0 || options.levels == 0)
    in.fail("an option is missing");
  if (!std::isfinite(stored.build_ms)) in.fail("the build time is no number");
  options.transitions.kind = static_cast<TransitionKind>(kind);
  options.store_steps = store_steps == 1;
  if (auto read = in.finish(); !read) return read.error();
  return stored;
}

std::vector<std::byte> tile_bytes(const Grid& grid) {
  ByteWriter out;
  out.u32(grid.width());
  out.u32(grid.height());
  out.array(grid.letters());
  return out.take();
}

Result<Grid> read_tiles(ByteReader in) {
  const std::uint32_t width = in.u32();
  const std::uint32_t height = in.u32();
  auto letters = in.array<TileLetter>();
  if (auto read = in.finish(); !read) return read.error();
  return Grid::make(width, height, std::move(letters));
}

std::vector<std::byte> partition_bytes(const Partition& partition) {
  ByteWriter out;
  write_parents(partition, out);
  return out.take();
}

Result<std::vector<CellWords>> read_cell_section(ByteReader in, const SharedBytes& file) {
  std::vector<CellWords> cells = read_cells(in, file);
  if (auto read = in.finish(); !read) return read.error();
  return cells;
}

std::vector<std::byte> size_bytes(const GridSizes& sizes) {
  ByteWriter out;
  out.array(sizes.widths());
  return out.take();
}

/// The widths of a file's units, ascending; one of 1 where it says nothing.
Result<std::vector<std::uint32_t>> read_sizes(const Container& file) {
  if (!file.has("SIZE")) return std::vector<std::uint32_t>{1};
  ByteReader in = *file.reader("SIZE");
  auto widths = in.array<std::uint32_t>();
  if (auto read = in.finish(); !read) return read.error();
  if (auto good = validate_unit_sizes(widths); !good) return good.error();
  if (widths.empty()) return Error{"it names no size of units"};
  return widths;
}

PiecedBytes further_bytes(const GridSizes& sizes) {
  ByteWriter out;
  for (std::size_t i = 1; i < sizes.all().size(); ++i) {
    const GridSnapshot& further = sizes.all()[i];
    const auto& known = sizes.first().hierarchy().cells();
    const auto& cells = further.hierarchy().cells();
    std::vector<std::uint8_t> shared;
    std::vector<CellWords> own;
    for (std::size_t h = 0; h < cells.size(); ++h) {
      const CellWords& cell = cells[h];
      shared.push_back(cell == known[h] ? 1 : 0);
      if (cell != known[h]) own.push_back(cell);
    }
    out.f64(further.build_ms());
    out.array(shared);
    write_cells(own, out);
  }
  return out.take_pieces();
}

/// All cells of a further size, of every level or of the lowest alone: the first size's where they
/// are shared.
std::vector<CellWords> with_shared(const Hierarchy& first, std::span<const std::uint8_t> shared,
                                   std::vector<CellWords> own, ByteReader& in) {
  const auto count = static_cast<std::size_t>(std::count(shared.begin(), shared.end(), 0));
  const bool fits =
      shared.size() == first.cells().size() || shared.size() == first.partition().cell_count(1);
  if (!fits || count != own.size()) {
    in.fail("its cells are not as many as the first size's");
    return {};
  }
  std::vector<CellWords> cells(first.cells().begin(),
                               first.cells().begin() + static_cast<std::ptrdiff_t>(shared.size()));
  std::size_t next = 0;
  for (std::size_t h = 0; h < cells.size(); ++h) {
    if (shared[h] == 0) cells[h] = std::move(own[next++]);
  }
  return cells;
}

/// Adds the further sizes to the first.
Result<Done> read_further(const Container& file, std::span<const std::uint32_t> widths,
                          GridSizes& sizes, const ParallelFor& parallel) {
  if (widths.empty()) return Done{};
  auto section = file.reader("SCEL");
  if (!section) return section.error();
  ByteReader& in = *section;
  for (const std::uint32_t width : widths) {
    const double build_ms = in.f64();
    if (!std::isfinite(build_ms)) in.fail("the build time is no number");
    const std::vector<std::uint8_t> shared = in.array<std::uint8_t>();
    std::vector<CellWords> cells = read_cells(in, file.bytes());
    if (in.ok()) cells = with_shared(sizes.first().hierarchy(), shared, std::move(cells), in);
    if (!in.ok()) break;
    const bool store_steps = sizes.first().options().store_steps;
    auto further =
        sizes.first().of_unit_size(width, store_steps, std::move(cells), build_ms, parallel);
    if (!further) return Error{"size " + std::to_string(width) + ": " + further.error().message};
    sizes.add(std::move(*further));
  }
  return in.finish();
}

/// Whether its costs are in the unit that its grid gets when it is loaded: one whose most expensive
/// terrain was edited away may be in a coarser one.
Result<bool> has_fresh_units(const GridSnapshot& snapshot) {
  const auto graph = GridGraph::make(snapshot.grid(), snapshot.metric());
  if (!graph) return graph.error();
  return graph->straight() == snapshot.graph().straight() &&
         graph->diagonal() == snapshot.graph().diagonal();
}

/// What makes tables like these again where costs are in other units, which may take a little more
/// memory.
TableOptions options_like(const Tables& tables) {
  TableOptions options;
  if (tables.choice().far == FarMethod::search) options.far = FarMethod::search;
  if (tables.connect().empty()) options.level_alone = tables.level();
  if (tables.choice().far != FarMethod::labels)
    options.max_bytes = tables.bytes() + tables.bytes() / 4;
  return options;
}

/// In other units everything is built again.
Result<GridSizes> in_fresh_units(const GridSizes& sizes) {
  const auto fresh = has_fresh_units(sizes.first());
  if (!fresh) return fresh.error();
  if (*fresh) return sizes;
  const GridSnapshot& first = sizes.first();
  const std::vector<std::uint32_t> widths = sizes.widths();
  auto built = GridSizes::build(first.grid(), first.metric(), first.options(), widths);
  if (!built) return built;
  std::vector<GridSnapshot> all = built->all();
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Tables& old = sizes.all()[i].tables();
    if (old.bytes() == 0) continue;
    auto made = all[i].with_tables(options_like(old));
    if (!made) return made.error();
    all[i] = std::move(*made);
  }
  GridSizes again(std::move(all.front()));
  for (std::size_t i = 1; i < all.size(); ++i) again.add(std::move(all[i]));
  return again;
}

Result<GridSizes> read_cells_of_world(const Container& file, const ParallelFor& parallel) {
  for (const Tag tag : {Tag("METR"), Tag("OPTS"), Tag("TILE"), Tag("PART"), Tag("CELL")}) {
    if (auto section = file.section(tag); !section) return section.error();
  }
  auto metric = read_metric(*file.reader("METR"));
  if (!metric) return metric.error();
  auto options = read_grid_options(*file.reader("OPTS"));
  if (!options) return options.error();
  auto grid = read_tiles(*file.reader("TILE"));
  if (!grid) return grid.error();
  auto cells = read_cell_section(*file.reader("CELL"), file.bytes());
  if (!cells) return cells.error();
  const auto widths = read_sizes(file);
  if (!widths) return widths.error();
  options->options.unit_size = widths->front();
  auto world = GridSnapshot::assemble(std::move(*grid), *metric, options->options,
                                      std::move(*cells), options->build_ms, parallel);
  if (!world) return world.error();
  const std::vector<std::byte> parents = partition_bytes(world->hierarchy().partition());
  if (!std::ranges::equal(parents, *file.section("PART"))) {
    return Error{"its partition is not the one that its options give"};
  }
  GridSizes sizes(std::move(*world));
  const auto further = read_further(file, std::span(*widths).subspan(1), sizes, parallel);
  if (!further) return further.error();
  return sizes;
}

Result<GridSizes> read_grid(const Container& file, TableExtras extras,
                            const ParallelFor& parallel) {
  auto sizes = read_cells_of_world(file, parallel);
  if (!sizes) return sizes;
  auto stored = read_tables(file, sizes->all().size());
  if (!stored) return stored.error();
  std::vector<Tables> tables;
  for (std::size_t i = 0; i < stored->size(); ++i) {
    const GridSnapshot& snapshot = sizes->all()[i];
    auto its = checked_tables(snapshot.world(), snapshot.hierarchy(), std::move((*stored)[i]),
                              extras, parallel);
    if (!its) return its.error();
    tables.push_back(std::move(*its));
  }
  return sizes->with(std::move(tables));
}

Result<GridSizes> open_grid(const Container& file, TableExtras extras,
                            const ParallelFor& parallel) {
  if (auto right = check_kind(file, kGridKind, "a grid"); !right) return right.error();
  auto world = read_grid(file, extras, parallel);
  if (!world) return inconsistent(file, world.error());
  return world;
}

}  // namespace

Result<Done> save_grid_sizes(const std::filesystem::path& path, const GridSizes& sizes) {
  const auto saved = in_fresh_units(sizes);
  if (!saved) return Error{path.string() + ": " + saved.error().message};
  const GridSnapshot& first = saved->first();
  ContainerWriter writer(kGridKind);
  writer.add("METR", metric_bytes(first.metric()));
  writer.add("OPTS", option_bytes(first.options(), first.build_ms()));
  writer.add("TILE", tile_bytes(first.grid()));
  writer.add("PART", partition_bytes(first.hierarchy().partition()));
  writer.add_pieces("CELL", cell_bytes(first.hierarchy().cells()));
  if (saved->widths() != std::vector<std::uint32_t>{1}) writer.add("SIZE", size_bytes(*saved));
  if (saved->all().size() > 1) writer.add_pieces("SCEL", further_bytes(*saved));
  std::vector<Tables> tables;
  for (const GridSnapshot& snapshot : saved->all()) tables.push_back(snapshot.tables());
  for (auto& [tag, bytes] : table_sections(tables)) writer.add_pieces(tag, std::move(bytes));
  return writer.save(path);
}

Result<Done> save_grid_world(const std::filesystem::path& path, const GridSnapshot& snapshot) {
  return save_grid_sizes(path, GridSizes(snapshot));
}

Result<GridSizes> load_grid_sizes(BegunFile file, const ParallelFor& parallel, TableExtras extras) {
  auto container = Container::load(std::move(file), parallel);
  if (!container) return container.error();
  return open_grid(*container, extras, parallel);
}

Result<GridSizes> parse_grid_sizes(SharedBytes bytes, std::string_view name) {
  auto file = Container::parse(std::move(bytes), name);
  if (!file) return file.error();
  return open_grid(*file, TableExtras::all, {});
}

Result<GridSnapshot> load_grid_world(BegunFile file, const ParallelFor& parallel) {
  auto sizes = load_grid_sizes(std::move(file), parallel);
  if (!sizes) return sizes.error();
  return sizes->first();
}

Result<GridSnapshot> parse_grid_world(SharedBytes bytes, std::string_view name) {
  auto sizes = parse_grid_sizes(std::move(bytes), name);
  if (!sizes) return sizes.error();
  return sizes->first();
}

}  // namespace portolan::detail
