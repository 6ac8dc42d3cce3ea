#include "portolan/io/baked/nav_mesh_sections.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <span>
#include <string>
#include <utility>

#include "portolan/core/narrow.h"
#include "portolan/io/baked/cell_sections.h"

namespace portolan::detail {
namespace {

static_assert(sizeof(Vec3) == 3 * sizeof(float));

void write_point(const Vec3& point, std::vector<float>& numbers) {
  numbers.insert(numbers.end(), {point.x, point.y, point.z});
}
Vec3 point_at(const float* numbers) { return {numbers[0], numbers[1], numbers[2]}; }

std::span<const float> floats_of(const std::vector<Vec3>& points) {
  return {reinterpret_cast<const float*>(points.data()), points.size() * 3};
}

/// One array of a struct of arrays: as many elements for each as the struct has entries.
template <class T>
std::vector<T> read_column(ByteReader& in, std::size_t entries, std::size_t per_entry) {
  auto column = in.array<T>();
  if (in.ok() && column.size() != entries * per_entry) in.fail("a list has a wrong length");
  if (!in.ok()) column.assign(0, T{});
  return column;
}

bool read_flag(ByteReader& in, std::uint8_t value) {
  if (value > 1) in.fail("a yes or no is neither");
  return value == 1;
}

void write_portals(const std::vector<Portal>& portals, ByteWriter& out) {
  std::vector<float> ends;
  std::vector<std::uint32_t> polygons;
  std::vector<std::uint8_t> crossable;
  for (const Portal& portal : portals) {
    for (const Vec3& end : portal.ends) write_point(end, ends);
    polygons.insert(polygons.end(), portal.polygons, portal.polygons + 2);
    for (const bool from : portal.crossable_from) crossable.push_back(from ? 1 : 0);
  }
  out.u64(portals.size());
  out.array(ends);
  out.array(polygons);
  out.array(crossable);
}

void read_portals(ByteReader& in, std::vector<Portal>& portals) {
  const std::uint64_t count = in.u64();
  if (count > in.remaining()) in.fail("there are more portals than bytes");
  const auto ends = read_column<float>(in, count, 6);
  const auto polygons = read_column<std::uint32_t>(in, count, 2);
  const auto crossable = read_column<std::uint8_t>(in, count, 2);
  for (std::size_t i = 0; in.ok() && i < count; ++i) {
    Portal& portal = portals.emplace_back();
    for (std::size_t s = 0; s < 2; ++s) {
      portal.ends[s] = point_at(&ends[6 * i + 3 * s]);
      portal.polygons[s] = polygons[2 * i + s];
      portal.crossable_from[s] = read_flag(in, crossable[2 * i + s]);
    }
  }
}

void write_links(const std::vector<PolygonLink>& links, ByteWriter& out) {
  std::vector<float> numbers;
  std::vector<std::uint32_t> polygons;
  std::vector<std::uint64_t> refs;
  std::vector<std::uint16_t> flags;
  std::vector<std::uint8_t> areas_and_directions;
  for (const PolygonLink& l : links) {
    write_point(l.link.from, numbers);
    write_point(l.link.to, numbers);
    numbers.push_back(l.link.cost);
    polygons.insert(polygons.end(), {l.from_polygon, l.to_polygon});
    refs.push_back(l.ref);
    flags.push_back(l.link.flags);
    areas_and_directions.push_back(l.link.area);
    areas_and_directions.push_back(l.link.both_ways ? 1 : 0);
  }
  out.u64(links.size());
  out.array(numbers);
  out.array(polygons);
  out.array(refs);
  out.array(flags);
  out.array(areas_and_directions);
}

void read_links(ByteReader& in, std::vector<PolygonLink>& links) {
  const std::uint64_t count = in.u64();
  if (count > in.remaining()) in.fail("there are more links than bytes");
  const auto numbers = read_column<float>(in, count, 7);
  const auto polygons = read_column<std::uint32_t>(in, count, 2);
  const auto refs = read_column<std::uint64_t>(in, count, 1);
  const auto flags = read_column<std::uint16_t>(in, count, 1);
  const auto areas_and_directions = read_column<std::uint8_t>(in, count, 2);
  for (std::size_t i = 0; in.ok() && i < count; ++i) {
    PolygonLink l{};
    l.link.from = point_at(&numbers[7 * i]);
    l.link.to = point_at(&numbers[7 * i + 3]);
    l.link.cost = numbers[7 * i + 6];
    l.from_polygon = polygons[2 * i];
    l.to_polygon = polygons[2 * i + 1];
    l.ref = refs[i];
    l.link.flags = flags[i];
    l.link.area = areas_and_directions[2 * i];
    l.link.both_ways = read_flag(in, areas_and_directions[2 * i + 1]);
    links.push_back(l);
  }
}

}  // namespace

std::vector<std::byte> polygon_bytes(const PolygonMesh& mesh) {
  ByteWriter out;
  out.array(floats_of(mesh.vertices));
  out.array(mesh.corner_begin);
  out.array(mesh.corners);
  out.array(mesh.areas);
  out.array(mesh.flags);
  out.array(mesh.refs);
  out.u64(mesh.area_names.size());
  for (const std::string& name : mesh.area_names) out.string(name);
  return out.take();
}

Result<PolygonMesh> read_polygons(ByteReader in) {
  PolygonMesh mesh;
  const auto vertices = in.array<float>();
  if (vertices.size() % 3 != 0) in.fail("a vertex does not have three coordinates");
  mesh.corner_begin = in.array<std::uint32_t>();
  mesh.corners = in.array<std::uint32_t>();
  mesh.areas = in.array<std::uint8_t>();
  mesh.flags = in.array<std::uint16_t>();
  mesh.refs = in.array<std::uint64_t>();
  const std::uint64_t names = in.u64();
  for (std::uint64_t k = 0; k < names && in.ok(); ++k) mesh.area_names.push_back(in.string());
  if (auto read = in.finish(); !read) return read.error();
  mesh.vertices.resize(vertices.size() / 3);
  for (std::size_t v = 0; v < mesh.vertices.size(); ++v)
    mesh.vertices[v] = point_at(&vertices[3 * v]);
  return mesh;
}

std::vector<std::byte> joint_bytes(const PolygonMesh& mesh) {
  ByteWriter out;
  write_portals(mesh.portals, out);
  write_links(mesh.links, out);
  return out.take();
}

Result<Done> read_joints(ByteReader in, PolygonMesh& mesh) {
  read_portals(in, mesh.portals);
  read_links(in, mesh.links);
  return in.finish();
}

std::vector<std::byte> nested_cell_bytes(const NavMeshSnapshot& snapshot) {
  ByteWriter out;
  out.array(snapshot.world().layout().cells());
  write_parents(snapshot.hierarchy().partition(), out);
  return out.take();
}

Result<NestedCells> read_nested_cells(ByteReader in) {
  NestedCells cells;
  cells.cell_of_atom = in.array<CellId>();
  const std::uint32_t levels = in.u32();
  if (levels == 0 || levels > kMaxBakedLevels) in.fail("it cannot have so many levels");
  for (std::uint32_t level = 1; level < levels && in.ok(); ++level)
    cells.parents.push_back(in.array<CellId>());
  if (auto read = in.finish(); !read) return read.error();
  return cells;
}

std::vector<std::byte> option_bytes(const NavMeshSnapshot& snapshot) {
  const MergeOptions& merge = snapshot.options().cells;
  ByteWriter out;
  out.array(merge.merge);
  out.u64(merge.seed);
  out.f64(snapshot.partition_ms());
  out.u32(merge.levels);
  out.u8(static_cast<std::uint8_t>(merge.method));
  out.u8(static_cast<std::uint8_t>(merge.weights));
  out.u8(snapshot.options().store_steps ? 1 : 0);
  return out.take();
}

Result<StoredNavMeshOptions> read_nav_mesh_options(ByteReader in) {
  StoredNavMeshOptions stored;
  MergeOptions& merge = stored.options.cells;
  merge.merge = in.array<std::uint32_t>();
  merge.seed = in.u64();
  stored.partition_ms = in.f64();
  merge.levels = in.u32();
  const std::uint8_t method = in.u8();
  const std::uint8_t weights = in.u8();
  stored.options.store_steps = read_flag(in, in.u8());
  if (method > static_cast<std::uint8_t>(MergeMethod::metis)) in.fail("there is no such method");
  if (weights > static_cast<std::uint8_t>(MergeWeights::random))
    in.fail("there are no such weights");
  if (!std::isfinite(stored.partition_ms)) in.fail("the build time is no number");
  merge.method = static_cast<MergeMethod>(method);
  merge.weights = static_cast<MergeWeights>(weights);
  if (auto read = in.finish(); !read) return read.error();
  return stored;
}

std::vector<std::byte> agent_bytes(const std::vector<NavMeshSnapshot>& agents) {
  ByteWriter out;
  out.u32(narrow<std::uint32_t>(agents.size()));
  for (const NavMeshSnapshot& agent : agents) {
    out.string(agent.metric().name);
    out.array(agent.metric().cost);
    out.u32(agent.metric().include_flags);
    out.u32(agent.metric().exclude_flags);
    out.f64(agent.customize_ms());
  }
  return out.take();
}

Result<std::vector<StoredAgent>> read_agents(ByteReader in) {
  std::vector<StoredAgent> agents;
  const std::uint32_t count = in.u32();
  if (in.ok() && (count == 0 || count > kMaxAgents)) in.fail("it cannot have so many agents");
  for (std::uint32_t k = 0; k < count && in.ok(); ++k) {
    StoredAgent& agent = agents.emplace_back();
    agent.metric.name = in.string();
    const auto costs = read_column<float>(in, kAreaCount, 1);
    const std::uint32_t include = in.u32();
    const std::uint32_t exclude = in.u32();
    agent.customize_ms = in.f64();
    if (include > 0xFFFF || exclude > 0xFFFF) in.fail("flags have 16 bits");
    if (!std::isfinite(agent.customize_ms)) in.fail("the build time is no number");
    if (!in.ok()) break;
    std::copy(costs.begin(), costs.end(), agent.metric.cost.begin());
    agent.metric.include_flags = narrow<std::uint16_t>(include);
    agent.metric.exclude_flags = narrow<std::uint16_t>(exclude);
  }
  if (auto read = in.finish(); !read) return read.error();
  return agents;
}

}  // namespace portolan::detail
