#include "portolan/io/baked/nav_mesh_world_file.h"

#include <algorithm>
#include <string>
#include <utility>

#include "portolan/core/narrow.h"
#include "portolan/io/baked/baked_world.h"
#include "portolan/io/baked/cell_sections.h"
#include "portolan/io/baked/container.h"
#include "portolan/io/baked/nav_mesh_effort.h"
#include "portolan/io/baked/nav_mesh_sections.h"
#include "portolan/io/baked/table_sections.h"
#include "portolan/recast/mset.h"

/// Sections: POLY vertices, polygons and area names, JOIN portals and links, PART the cell of each
/// polygon and the parents of the cells, OPTS build options, AGNT metrics, CELL for each agent
/// where its cells begin and their blocks (left out where paths are not stored), DTNM the Detour
/// data (where there are any) as RecastDemo saves them; then those of the agents' tables, where
/// there are any (table_sections.h).
namespace portolan::detail {
namespace {

using Section = std::pair<Tag, PiecedBytes>;

bool has_all_paths(const NavMeshSnapshot& agent) {
  return std::ranges::all_of(agent.hierarchy().cells(), [](const CellWords& cell) {
    return OverlayCell(cell.get()).has_steps();
  });
}

/// That the agents can share what the file holds once.
Result<Done> check_agents(const std::vector<NavMeshSnapshot>& agents) {
  if (agents.empty() || agents.size() > kMaxAgents)
    return Error{"a baked mesh holds 1 to 256 agents; save others to another file"};
  const NavMeshSnapshot& first = agents.front();
  if (first.hierarchy().levels() > kMaxBakedLevels)
    return Error{"a baked mesh has at most 64 levels; merge more cells into one"};
  for (const NavMeshSnapshot& agent : agents) {
    const PolygonMesh& mesh = agent.mesh().polygons();
    const bool same_mesh = &mesh == &first.mesh().polygons() ||
                           (polygon_bytes(mesh) == polygon_bytes(first.mesh().polygons()) &&
                            joint_bytes(mesh) == joint_bytes(first.mesh().polygons()));
    if (!same_mesh ||
        (agent.hierarchy().shared_partition() != first.hierarchy().shared_partition() &&
         nested_cell_bytes(agent) != nested_cell_bytes(first))) {
      return Error{"the agents are not over one mesh and partition; save them to different files"};
    }
    if (agent.options().store_steps != first.options().store_steps)
      return Error{"paths are stored for some agents only; build all of them alike"};
    if (agent.options().store_steps && !has_all_paths(agent))
      return Error{"a cell is too large for its paths to be stored; merge into smaller cells"};
  }
  return Done{};
}

PiecedBytes agent_cell_bytes(const std::vector<NavMeshSnapshot>& agents) {
  ByteWriter out;
  for (const NavMeshSnapshot& agent : agents) write_cells(agent.hierarchy().cells(), out);
  return out.take_pieces();
}

std::vector<Section> make_sections(const BakedNavMesh& baked) {
  const NavMeshSnapshot& first = baked.agents.front();
  std::vector<Section> sections;
  const auto add = [&](Tag tag, std::vector<std::byte> bytes) {
    sections.emplace_back(tag, PiecedBytes{std::move(bytes), {}});
  };
  add("POLY", polygon_bytes(first.mesh().polygons()));
  add("JOIN", joint_bytes(first.mesh().polygons()));
  add("PART", nested_cell_bytes(first));
  add("OPTS", option_bytes(first));
  add("AGNT", agent_bytes(baked.agents));
  if (first.options().store_steps) sections.emplace_back("CELL", agent_cell_bytes(baked.agents));
  if (baked.detour) add("DTNM", write_mset(**baked.detour));
  std::vector<Tables> tables;
  for (const NavMeshSnapshot& agent : baked.agents) tables.push_back(agent.tables());
  for (Section& section : table_sections(tables)) sections.push_back(std::move(section));
  return sections;
}

/// Everything but the Detour data, as it was read.
struct Parts {
  NavMesh mesh;
  NestedCells cells;
  StoredNavMeshOptions stored;
  std::vector<StoredAgent> agents;
};

Result<Done> check_effort(const Parts& parts, std::uint64_t bytes) {
  const PolygonMesh& mesh = parts.mesh.polygons();
  if (auto good = check_table_sizes(mesh, parts.agents.size(), bytes); !good) return good;
  if (parts.stored.options.store_steps) return Done{};
  const auto& cells = parts.cells.cell_of_atom;
  if (cells.size() != mesh.polygon_count() ||
      std::ranges::any_of(cells, [&](CellId c) { return index(c) >= cells.size(); })) {
    return Error{"its partition is not one of its mesh"};
  }
  const auto partition =
      Partition::make(index(*std::ranges::max_element(cells)) + 1, parts.cells.parents);
  if (!partition) return partition.error();
  return check_customizing(mesh, parts.cells, *partition, parts.agents.size(), bytes);
}

Result<Parts> read_parts(const Container& file) {
  for (const Tag tag : {Tag("POLY"), Tag("JOIN"), Tag("PART"), Tag("OPTS"), Tag("AGNT")}) {
    if (auto section = file.section(tag); !section) return section.error();
  }
  auto polygons = read_polygons(*file.reader("POLY"));
  if (!polygons) return polygons.error();
  if (auto read = read_joints(*file.reader("JOIN"), *polygons); !read) return read.error();
  auto cells = read_nested_cells(*file.reader("PART"));
  if (!cells) return cells.error();
  auto stored = read_nav_mesh_options(*file.reader("OPTS"));
  if (!stored) return stored.error();
  auto agents = read_agents(*file.reader("AGNT"));
  if (!agents) return agents.error();
  if (stored->options.store_steps) {
    auto in = file.reader("CELL");
    if (!in) return in.error();
    for (StoredAgent& agent : *agents) agent.cells = read_cells(*in, file.bytes());
    if (auto read = in->finish(); !read) return read.error();
  }
  auto mesh = NavMesh::make(std::move(*polygons));
  if (!mesh) return mesh.error();
  return Parts{std::move(*mesh), std::move(*cells), std::move(*stored), std::move(*agents)};
}

/// Whether Detour's polygon of this name has the corners of one of the mesh's.
bool has_corners_of(const PolygonMesh& mesh, std::uint32_t polygon, const dtNavMesh& detour,
                    dtPolyRef ref) {
  const dtMeshTile* tile = nullptr;
  const dtPoly* theirs = nullptr;
  detour.getTileAndPolyByRefUnsafe(ref, &tile, &theirs);
  if (theirs->vertCount != mesh.corner_count(polygon)) return false;
  for (std::uint32_t i = 0; i < theirs->vertCount; ++i) {
    const float* const at = &tile->verts[theirs->verts[i] * 3];
    if (Vec3{at[0], at[1], at[2]} != mesh.corner(polygon, i)) return false;
  }
  return true;
}

/// A mesh's polygons must be those that its Detour data have under the same names.
Result<Done> check_references(const PolygonMesh& mesh, const dtNavMesh& detour) {
  const auto known = [&](std::uint64_t ref) {
    return fits<dtPolyRef>(ref) && detour.isValidPolyRef(narrow<dtPolyRef>(ref));
  };
  bool good = mesh.refs.size() == mesh.polygon_count();
  for (std::uint32_t p = 0; good && p < mesh.polygon_count(); ++p) {
    good = known(mesh.refs[p]) && has_corners_of(mesh, p, detour, narrow<dtPolyRef>(mesh.refs[p]));
  }
  for (const PolygonLink& link : mesh.links) good = good && (link.ref == 0 || known(link.ref));
  if (good) return Done{};
  return Error{"its polygons are not those of its Detour data"};
}

Result<BakedNavMesh> read_nav_mesh(const Container& file, TableExtras extras,
                                   const ParallelFor& parallel) {
  auto parts = read_parts(file);
  if (!parts) return parts.error();
  if (auto good = check_effort(*parts, file.bytes().size); !good) return good.error();
  BakedNavMesh baked;
  if (file.has("DTNM")) {
    auto detour = parse_mset(*file.section("DTNM"), "its Detour data");
    if (!detour) return detour.error();
    baked.detour = std::move(*detour);
    if (auto good = check_references(parts->mesh.polygons(), **baked.detour); !good)
      return good.error();
  }
  auto agents =
      NavMeshSnapshot::assemble(parts->mesh, parts->cells, parts->stored.options,
                                parts->stored.partition_ms, std::move(parts->agents), parallel);
  if (!agents) return agents.error();
  auto tables = read_tables(file, agents->size());
  if (!tables) return tables.error();
  for (std::size_t k = 0; k < agents->size(); ++k) {
    const NavMeshSnapshot& agent = (*agents)[k];
    auto checked =
        checked_tables(agent.world(), agent.hierarchy(), std::move((*tables)[k]), extras, parallel);
    if (!checked) return Error{"agent " + agent.metric().name + ": " + checked.error().message};
    baked.agents.push_back(agent.with(std::move(*checked)));
  }
  return baked;
}

Result<BakedNavMesh> open_nav_mesh(const Container& file, TableExtras extras,
                                   const ParallelFor& parallel) {
  if (auto right = check_kind(file, kNavMeshKind, "a navigation mesh"); !right)
    return right.error();
  auto world = read_nav_mesh(file, extras, parallel);
  if (!world) return inconsistent(file, world.error());
  return world;
}

/// Whether loading would refuse the mesh for what it would take.
Result<Done> check_loading(const BakedNavMesh& baked, const std::vector<Section>& sections) {
  std::uint64_t bytes = 0;
  for (const Section& section : sections) bytes += section.second.size();
  const NavMeshSnapshot& first = baked.agents.front();
  const PolygonMesh& mesh = first.mesh().polygons();
  if (baked.detour) {
    if (auto good = check_references(mesh, **baked.detour); !good) return good;
  }
  if (auto good = check_table_sizes(mesh, baked.agents.size(), bytes); !good) return good;
  if (first.options().store_steps) return Done{};
  NestedCells cells;
  const auto cell_of_polygon = first.world().layout().cells();
  cells.cell_of_atom.assign(cell_of_polygon.begin(), cell_of_polygon.end());
  return check_customizing(mesh, cells, first.hierarchy().partition(), baked.agents.size(), bytes);
}

}  // namespace

Result<Done> save_nav_mesh_world(const std::filesystem::path& path, const BakedNavMesh& baked) {
  const auto failed = [&](const Error& error) {
    return Error{path.string() + ": " + error.message};
  };
  if (auto good = check_agents(baked.agents); !good) return failed(good.error());
  std::vector<Section> sections = make_sections(baked);
  if (auto good = check_loading(baked, sections); !good) return failed(good.error());
  ContainerWriter writer(kNavMeshKind);
  for (auto& [tag, bytes] : sections) writer.add_pieces(tag, std::move(bytes));
  return writer.save(path);
}

Result<BakedNavMesh> load_nav_mesh_world(BegunFile file, const ParallelFor& parallel,
                                         TableExtras extras) {
  auto container = Container::load(std::move(file), parallel);
  if (!container) return container.error();
  return open_nav_mesh(*container, extras, parallel);
}

Result<BakedNavMesh> parse_nav_mesh_world(SharedBytes bytes, std::string_view name) {
  auto file = Container::parse(std::move(bytes), name);
  if (!file) return file.error();
  return open_nav_mesh(*file, TableExtras::all, {});
}

}  // namespace portolan::detail
