#include "mesh/mesh_build_arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "arguments/argument_parsing.h"
#include "failure.h"
#include "portolan/batch.h"
#include "portolan/io/baked/add_agent.h"
#include "portolan/io/metrics/nav_mesh_metric_file.h"
#include "report/progress_bar.h"

namespace portolan::detail::cli {
namespace {

std::uint64_t parse_random_weights(const std::string& text) {
  const auto parts = split(text, ':');
  if (parts.size() != 2 || parts[0] != "random") {
    refuse("--weights",
           fmt::format("'{}' is not for meshes; give random:SEED, such as random:1", text));
  }
  return parse_whole("--weights", parts[1], 0, ~std::uint64_t{0});
}

std::vector<std::uint32_t> parse_merge(const std::string& text) {
  std::vector<std::uint32_t> merge;
  for (const std::string& number : split(text, ',')) {
    merge.push_back(parse_whole32("--merge", number, 2, 1024));
  }
  return merge;
}

MergeMethod parse_partition(const std::string& text) {
  check_word("--partition", text, {"auto", "metis", "matching"});
  if (text == "metis") return MergeMethod::metis;
  return text == "matching" ? MergeMethod::matching : MergeMethod::automatic;
}

RegionPartition parse_regions(const std::string& text) {
  check_word("--regions", text, {"watershed", "monotone", "layers"});
  if (text == "monotone") return RegionPartition::monotone;
  return text == "layers" ? RegionPartition::layers : RegionPartition::watershed;
}

/// One metric per agent type, with names that differ; the default one where no file is given.
std::vector<NavMeshMetric> load_metrics(const std::vector<std::string>& files,
                                        const std::vector<std::string>& area_names) {
  if (files.empty()) return {NavMeshMetric{}};
  std::vector<NavMeshMetric> metrics;
  for (const std::string& file : files) {
    NavMeshMetric metric = take(load_nav_mesh_metric(file, area_names));
    for (const NavMeshMetric& other : metrics) {
      if (other.name == metric.name) {
        refuse("--metric", fmt::format("{}: another file has an agent type named {} too; give it "
                                       "another \"name\"",
                                       file, metric.name));
      }
    }
    metrics.push_back(std::move(metric));
  }
  return metrics;
}

}  // namespace

void MeshBuildArguments::add_to(Command& command, GivenOptions& all) {
  using Text = const std::string&;
  const auto add = [&](Option* option, const char* type) {
    all.add(option);
    given_.add(option->type_name(type)->group("Build options of navigation meshes"));
  };
  add(command.add_option_function(
          "--merge", [this](Text text) { merge_ = parse_merge(text); },
          "Polygons, then cells, that make one cell, by level; the last number is repeated "
          "[2, 1024]"),
      "N,N...");
  add(command.add_option_function(
          "--partition", [this](Text text) { options_.cells.method = parse_partition(text); },
          "Who puts cells together: auto (default), metis as in the paper, or matching"),
      "auto|metis|matching");
  add(command.add_flag("--drop-unconnected", drop_unconnected_,
                       "Leave out polygons that nothing joins to others"),
      "");
  add(command.add_option("--links", geometry_.links,
                         "CSV file of off-mesh links: from_x,from_y,from_z,to_x,to_y,to_z,"
                         "both_ways[,area,cost]"),
      "FILE");
  add(command.add_option_function(
          "--link-radius",
          [this](Text text) {
            const auto value = static_cast<float>(parse_real("--link-radius", text, 0, 100));
            geometry_.settings.emplace_back(
                [=](RecastOptions& recast) { recast.link_radius = value; });
          },
          fmt::format("How far from the mesh a link may end [0, 100], {:g} if left out",
                      RecastOptions{}.link_radius)),
      "METRES");
  add_geometry_to(command, all);
}

void MeshBuildArguments::add_geometry_to(Command& command, GivenOptions& all) {
  using Text = const std::string&;
  const auto add = [&](Option* option, const char* type) {
    all.add(option);
    given_.add(option);
    given_of_geometry_.add(option->type_name(type)->group(
        "Build options of navigation meshes from geometry (.obj, .gltf, .glb, .gset)"));
  };
  const auto real = [&](const char* name, float RecastOptions::*field, double low, double high,
                        const char* help, const char* type) {
    add(command.add_option_function(
            name,
            [=, this](Text text) {
              const auto value = static_cast<float>(parse_real(name, text, low, high));
              geometry_.settings.emplace_back(
                  [=](RecastOptions& recast) { recast.*field = value; });
            },
            fmt::format("{} [{}, {}], {:g} if left out", help, low, high, RecastOptions{}.*field)),
        type);
  };
  const auto whole = [&](const char* name, std::uint32_t RecastOptions::*field, std::uint32_t low,
                         std::uint32_t high, const char* help) {
    add(command.add_option_function(
            name,
            [=, this](Text text) {
              const std::uint32_t value = parse_whole32(name, text, low, high);
              geometry_.settings.emplace_back(
                  [=](RecastOptions& recast) { recast.*field = value; });
            },
            fmt::format("{} [{}, {}], {} if left out", help, low, high, RecastOptions{}.*field)),
        "N");
  };
  real("--voxel-size", &RecastOptions::cell_size, 0.001, 1000, "Width of a voxel", "METRES");
  real("--voxel-height", &RecastOptions::cell_height, 0.001, 1000, "Height of a voxel", "METRES");
  real("--agent-height", &RecastOptions::agent_height, 0.001, 1e6, "Height of who walks there",
       "METRES");
  real("--agent-radius", &RecastOptions::agent_radius, 0, 1e6, "Kept clear of walls", "METRES");
  real("--agent-climb", &RecastOptions::max_climb, 0, 1e6, "Highest step", "METRES");
  real("--agent-slope", &RecastOptions::max_slope, 0, 89.9, "Steepest slope", "DEGREES");
  whole("--tile-size", &RecastOptions::tile_size, 0, 4096,
        "Side of a tile in voxels, 0 for a single one");
  whole("--vertices-per-polygon", &RecastOptions::vertices_per_polygon, 3, 6,
        "Most corners of a polygon; 3 gives triangles");
  add(command.add_option_function(
          "--regions",
          [this](Text text) {
            const RegionPartition value = parse_regions(text);
            geometry_.settings.emplace_back(
                [=](RecastOptions& recast) { recast.partition = value; });
          },
          "How the surface is cut before polygons are made, watershed if left out"),
      "watershed|monotone|layers");
  real("--region-min", &RecastOptions::region_min_size, 0, 1000,
       "Islands below its square are dropped, in voxels", "X");
  real("--region-merge", &RecastOptions::region_merge_size, 0, 1000,
       "Regions below its square are merged, in voxels", "X");
  real("--edge-length", &RecastOptions::edge_max_length, 0, 10000,
       "Longest edge at a wall, 0 for any", "METRES");
  real("--edge-error", &RecastOptions::simplification_error, 0, 100,
       "How far an edge at a wall may stray, in voxels", "X");
  whole("--memory-limit", &RecastOptions::memory_limit, 1, 1u << 20,
        "MiB that the voxels of a tile may take");
  add(command.add_option_function(
          "--threads",
          [this](Text text) { geometry_.threads = parse_whole32("--threads", text, 1, 256); },
          "Threads that make tiles [1, 256], 1 if left out"),
      "N");
}

NavMeshBuildOptions MeshBuildArguments::options_with(const SharedBuildOptions& shared) const {
  NavMeshBuildOptions options = options_;
  options.store_steps = shared.store_paths;
  if (!merge_.empty()) options.cells.merge = merge_;
  if (!shared.levels.empty()) {
    options.cells.levels = parse_whole32("--levels", shared.levels, 1, 64);
  }
  if (!shared.weights.empty()) {
    options.cells.weights = MergeWeights::random;
    options.cells.seed = parse_random_weights(shared.weights);
  }
  return options;
}

std::unique_ptr<LoadedMesh> MeshBuildArguments::build(BegunFile file, SourceKind kind,
                                                      const SharedBuildOptions& shared) const {
  const std::string path = file.name();
  if (!is_geometry(kind) && kind != SourceKind::gset) {
    given_of_geometry_.refuse("geometry", fmt::format("{} is a mesh already, leave it out", path));
  }
  NavMeshBuildOptions options = options_with(shared);
  GeometryOptions geometry = geometry_;
  geometry.axes = shared.axes;
  MeshSource source = load_mesh_source(std::move(file), kind, geometry);
  const auto metrics = load_metrics(shared.metrics, source.polygons.area_names);
  if (drop_unconnected_) source.polygons = without_unconnected(source.polygons);
  auto mesh = NavMesh::make(std::move(source.polygons));
  if (!mesh) throw Failure{ExitCode::bad_input, path + ": " + mesh.error().message};
  if (merge_.empty() && shared.table_bytes > 0)
    options.cells.merge = merge_for_tables(mesh->polygon_count()).merge;
  BakedNavMesh baked;
  baked.detour = std::move(source.detour);
  {
    ProgressBar bar("building");
    baked.agents.push_back(
        take(NavMeshSnapshot::build(*mesh, metrics.front(), options, bar.progress())));
    for (std::size_t i = 1; i < metrics.size(); ++i) {
      baked.agents.push_back(take(baked.agents.front().with_metric(metrics[i])));
    }
  }
  for (NavMeshSnapshot& agent : baked.agents) agent = with_tables(agent, shared.table_bytes);
  return std::make_unique<LoadedMesh>(std::move(baked), source.meshing_ms,
                                      std::move(source.loose_links));
}

std::unique_ptr<LoadedMesh> MeshBuildArguments::add_agents(BegunFile file,
                                                           const SharedBuildOptions& shared,
                                                           bool tables_given) const {
  const std::string path = file.name();
  BakedNavMesh baked = take(load_nav_mesh_world(std::move(file), tbb_parallel()));
  const bool has_tables = baked.agents.front().tables().bytes() > 0;
  const std::uint64_t table_bytes = tables_given || has_tables ? shared.table_bytes : 0;
  const auto& area_names = baked.agents.front().mesh().polygons().area_names;
  for (const NavMeshMetric& metric : load_metrics(shared.metrics, area_names)) {
    ProgressBar bar("adding " + metric.name);
    const auto added = add_agent(baked, metric, table_bytes, {tbb_parallel(), bar.progress()});
    if (!added) throw Failure{ExitCode::bad_input, path + ": " + added.error().message};
  }
  return std::make_unique<LoadedMesh>(std::move(baked));
}

}  // namespace portolan::detail::cli
