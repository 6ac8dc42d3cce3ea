#include "terrain/terrain_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "portolan/graph/disjoint_sets.h"
#include "portolan/terrain/map_frame.h"
#include "report/json.h"
#include "report/level_report.h"
#include "report/table.h"
#include "report/table_report.h"
#include "terrain/price_arguments.h"

namespace portolan::detail::cli {
namespace {

/// The ground itself, whatever steps cost.
struct TerrainGround {
  Box bounds;
  std::uint32_t triangles = 0;
  std::uint32_t components = 0;
  std::uint32_t largest = 0;  ///< Triangles of the largest component.
  float most_difficult = 0.0f;
};

TerrainGround describe_ground(const TriangleMesh& mesh) {
  TerrainGround ground{bounds_of(mesh), mesh.triangle_count()};
  DisjointSets sets;
  sets.reset(ground.triangles);
  for (const TriangleId t : mesh.triangles()) {
    for (const TriangleId n : mesh.neighbours[t]) {
      if (n != kNoTriangle) sets.join(index(t), index(n));
    }
  }
  std::vector<std::uint32_t> sizes(ground.triangles, 0);
  for (std::uint32_t t = 0; t < ground.triangles; ++t) ++sizes[sets.find(t)];
  for (const std::uint32_t size : sizes) {
    ground.components += size > 0;
    ground.largest = std::max(ground.largest, size);
  }
  for (const float d : mesh.difficulty) ground.most_difficult = std::max(ground.most_difficult, d);
  return ground;
}

std::size_t price_bytes(const TerrainPrices& prices) {
  return (prices.weighted.size() + prices.unweighted.size()) * sizeof(Cost);
}

double bytes_each(std::size_t bytes, const TerrainSnapshot& world) {
  return static_cast<double>(bytes) / world.mesh().triangle_count();
}

std::string prices_text(const TerrainSnapshot& world) {
  const PriceSettings& s = world.settings();
  return fmt::format(
      "  prices      {}: x {:g} {:g}, y down {:g} up {:g}, z {:g} {:g}; {:g} units per metre\n"
      "              weights: difficulty {:g}, its change {:g}, steepness {:g}, its change {:g}, "
      "angle {:g} (concave {:g}, convex {:g})\n",
      price_set_name(s), s.x.down, s.x.up, s.y.down, s.y.up, s.z.down, s.z.up,
      world.prices().units_per_metre, s.difficulty_respect, s.difficulty_difference_respect,
      s.steepness_respect, s.steepness_difference_respect, s.angle_respect, s.concave, s.convex);
}

Json prices_json(const TerrainSnapshot& world) {
  const PriceSettings& s = world.settings();
  const auto axis = [](const AxisMultiplier& m) { return Json{{"down", m.down}, {"up", m.up}}; };
  return {{"set", price_set_name(s)},
          {"x", axis(s.x)},
          {"y", axis(s.y)},
          {"z", axis(s.z)},
          {"respect_difficulty", s.difficulty_respect},
          {"respect_difficulty_change", s.difficulty_difference_respect},
          {"respect_steepness", s.steepness_respect},
          {"respect_steepness_change", s.steepness_difference_respect},
          {"respect_angle", s.angle_respect},
          {"concave", s.concave},
          {"convex", s.convex},
          {"units_per_metre", world.prices().units_per_metre}};
}

std::string raster_text(const TriangleRaster& raster) {
  return raster.columns == 0 ? "no height map: any triangles"
                             : fmt::format("{}x{} squares of {:g} x {:g} m", raster.columns,
                                           raster.rows, raster.step_x, raster.step_z);
}

std::string frame_text(const TriangleMesh& mesh) {
  const auto [low, high] = map_box(mesh);
  return fmt::format("  map         {:.10g},{:.10g} to {:.10g},{:.10g}{}{}\n", low.x, low.y, high.x,
                     high.y, mesh.frame->degrees ? " degrees" : "",
                     mesh.frame->system.empty() ? "" : ", " + mesh.frame->system);
}

Json frame_json(const std::optional<MapFrame>& frame) {
  if (!frame) return nullptr;
  return {{"x", frame->x},
          {"y", frame->y},
          {"column", {frame->column_x, frame->column_y}},
          {"row", {frame->row_x, frame->row_y}},
          {"degrees", frame->degrees},
          {"system", frame->system}};
}

/// Where nearly all neighbours are equally near, all merge in a step or two.
std::string shallow_text(const MergedHierarchy& h) {
  constexpr std::uint32_t kFewLayers = 3, kManyTriangles = 1000;
  if (!h.is_merged() || h.layer_count() >= kFewLayers || h.triangle_count < kManyTriangles)
    return "";
  return "              few layers, since by these prices most neighbours are equally near: guided "
         "is poor,\n              merged slow; build with --respect-steepness 0.001 to 0.1\n";
}

std::string stored_text(const MergedHierarchy& h) {
  return fmt::format(
      "  stored      merged to step {}{}: {} of {} above the triangles, {} at the "
      "top; {} in memory; entering {}, patience {}\n",
      h.step_count(), h.is_merged() ? "" : ", more to come", counted(h.layer_count(), "layer"),
      counted(h.high_count(), "cluster"), grouped(h.tops().size()), memory(h.bytes()),
      name(h.settings.entering), h.settings.patience);
}

Json stored_json(const MergedHierarchy& h) {
  return {{"steps", h.step_count()},
          {"whole", h.is_merged()},
          {"layers", h.layer_count()},
          {"high_clusters", h.high_count()},
          {"top_clusters", h.tops().size()},
          {"memory_bytes", h.bytes()},
          {"entering", name(h.settings.entering)},
          {"patience", h.settings.patience}};
}

}  // namespace

std::string terrain_text(const std::string& world_name, const BakedTerrain& baked) {
  const auto& [world, merged] = baked;
  const TriangleMesh& mesh = world.mesh();
  const TerrainGround ground = describe_ground(mesh);
  const TerrainBuildOptions& options = world.options();
  const std::size_t layout = world.world().layout().bytes();
  std::string text = fmt::format(
      "{}\n  ground      {}, {} vertices; {}\n"
      "  components  {}, the largest of {}\n"
      "  bounds      {:g},{:g},{:g} to {:g},{:g},{:g}\n  difficulty  {}\n",
      world_name, counted(ground.triangles, "triangle"), grouped(mesh.vertices.size()),
      raster_text(mesh.raster), grouped(ground.components), counted(ground.largest, "triangle"),
      ground.bounds.low.x, ground.bounds.low.y, ground.bounds.low.z, ground.bounds.high.x,
      ground.bounds.high.y, ground.bounds.high.z,
      mesh.difficulty.empty() ? "none" : fmt::format("0 to {:g}", ground.most_difficult));
  if (mesh.frame) text += frame_text(mesh);
  text += prices_text(world);
  text += fmt::format(
      "  options     cell size {}, group {}, levels {}, stored paths {}\n  built in    {:.1f} ms\n",
      options.cell_size, options.group, options.levels, options.store_steps ? "on" : "off",
      world.build_ms());
  text += fmt::format(
      "  memory      {:.1f} bytes per triangle: mesh {}, prices {}, base graph {}, hierarchy {}, "
      "tables {}\n",
      bytes_each(mesh.bytes() + price_bytes(world.prices()) + layout + world.hierarchy().bytes() +
                     world.tables().bytes(),
                 world),
      memory(mesh.bytes()), memory(price_bytes(world.prices())), memory(layout),
      memory(world.hierarchy().bytes()), memory(world.tables().bytes()));
  text += tables_text(world.tables());
  if (merged) text += stored_text(*merged) + shallow_text(*merged);
  return text + "\n" +
         level_table({ground.triangles, ground.triangles, mesh.bytes() + layout},
                     world.hierarchy());
}

Json terrain_json(const std::string& world_name, const BakedTerrain& baked) {
  const auto& [world, merged] = baked;
  const TriangleMesh& mesh = world.mesh();
  const TerrainGround ground = describe_ground(mesh);
  const auto point = [](const Vec3& p) { return Json::array({p.x, p.y, p.z}); };
  return {{"world", world_name},
          {"kind", "terrain"},
          {"triangles", ground.triangles},
          {"vertices", mesh.vertices.size()},
          {"columns", mesh.raster.columns},
          {"rows", mesh.raster.rows},
          {"components", ground.components},
          {"largest_component", ground.largest},
          {"bounds", {{"low", point(ground.bounds.low)}, {"high", point(ground.bounds.high)}}},
          {"map", frame_json(mesh.frame)},
          {"has_difficulty", !mesh.difficulty.empty()},
          {"prices", prices_json(world)},
          {"options",
           {{"cell_size", world.options().cell_size},
            {"group", world.options().group},
            {"levels", world.hierarchy().levels()},
            {"store_paths", world.options().store_steps}}},
          {"build_ms", world.build_ms()},
          {"mesh_bytes", mesh.bytes()},
          {"price_bytes", price_bytes(world.prices())},
          {"graph_bytes", world.world().layout().bytes()},
          {"hierarchy_bytes", world.hierarchy().bytes()},
          {"table_bytes", world.tables().bytes()},
          {"tables", tables_json(world.tables())},
          {"stored_merged", merged ? stored_json(*merged) : Json(nullptr)},
          {"levels", levels_json(world.hierarchy())}};
}

std::string merged_text(MergedStructure& merged) {
  const MergedHierarchy& h = merged.asked();
  const GuideLayers& guide = merged.guide();
  std::string cells;
  for (const GuideLayer& layer : guide.layers) {
    cells += fmt::format("{}{}", cells.empty() ? "" : ", ", grouped(layer.cell_count()));
  }
  const double triangles = h.triangle_count;
  const std::string text = fmt::format(
      "  merged      {} of {} above the triangles, {} at the top; {} ({:.1f} bytes per triangle), "
      "{}{}\n"
      "  guide       {} of {} cells; {} ({:.1f} bytes per triangle), in {:.1f} ms\n",
      counted(h.layer_count(), "layer"), counted(h.high_count(), "cluster"),
      grouped(h.tops().size()), memory(h.bytes()), static_cast<double>(h.bytes()) / triangles,
      merged.merge_ms() > 0.0 ? fmt::format("merged in {:.1f} ms", merged.merge_ms()) : "as stored",
      merged.compress_ms() > 0.0 ? fmt::format(", compressed in {:.1f} ms", merged.compress_ms())
                                 : "",
      counted(guide.layers.size(), "layer"), cells, memory(guide.bytes()),
      static_cast<double>(guide.bytes()) / triangles, merged.guide_ms());
  // What the world holds has its warning elsewhere.
  return merged.merge_ms() > 0.0 ? text + shallow_text(merged.whole()) : text;
}

Json merged_json(MergedStructure& merged) {
  const MergedHierarchy& h = merged.asked();
  Json cells = Json::array();
  for (const GuideLayer& layer : merged.guide().layers) cells.push_back(layer.cell_count());
  return {{"layers", h.layer_count()},       {"high_clusters", h.high_count()},
          {"top_clusters", h.tops().size()}, {"bytes", h.bytes()},
          {"merge_ms", merged.merge_ms()},   {"compress_ms", merged.compress_ms()},
          {"guide_cells", std::move(cells)}, {"guide_bytes", merged.guide().bytes()},
          {"guide_ms", merged.guide_ms()}};
}

}  // namespace portolan::detail::cli
