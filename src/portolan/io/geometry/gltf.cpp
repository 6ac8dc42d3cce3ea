#include "portolan/io/geometry/gltf.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "portolan/core/narrow.h"
#include "portolan/core/vec3.h"
#include "portolan/io/file.h"
#include "portolan/io/geometry/area_names.h"
#include "portolan/io/geometry/gltf_document.h"
#include "portolan/io/text/text_lines.h"

namespace portolan::detail {
namespace {

namespace fs = std::filesystem;
using Bytes = std::span<const std::byte>;
using Index = GltfDocument::Index;

constexpr std::uint64_t kMaxGltfBytes = std::uint64_t{1} << 32;  ///< Of the file; of its buffers.
/// Of vertices and of triangles. A small file can ask for very many, by drawing one mesh often.
constexpr std::uint64_t kMaxElements = 100'000'000;

Error wrong(const char* list, Index index, const std::string& message) {
  return Error{std::string(list).append("[" + std::to_string(index) + "]: ").append(message)};
}

bool has_room(std::uint64_t present, std::uint64_t more, std::uint64_t most = kMaxElements) {
  return more <= most && present <= most - more;
}

Error too_many(const char* list, Index index) {
  return wrong(list, index,
               "with it there are more than " + std::to_string(kMaxElements) +
                   " vertices or triangles; split the level");
}

/// Reads the buffers that the geometry lies in, each when it is first asked for.
class GltfBuffers {
 public:
  /// `binary` is what a .glb carries; `folder` is where files lie, null where none may be read.
  GltfBuffers(const GltfDocument& document, Bytes binary, const fs::path* folder)
      : document_(document), binary_(binary), folder_(folder), read_(document.buffers.size()) {}

  /// The array of an accessor, which must be of this type, with so many numbers an element.
  Result<GltfArray> array(Index index, std::string_view type, std::uint64_t components) {
    const auto& accessor = document_.accessors[index];
    if (accessor.type != type) {
      return wrong("accessors", index,
                   "its type is " + excerpt(accessor.type) + " instead of " + excerpt(type) +
                       "; export the file again");
    }
    if (!accessor.view || accessor.sparse) {
      return wrong("accessors", index,
                   "its data are compressed or sparse; export the file without that");
    }
    const auto bytes = view(*accessor.view);
    if (!bytes) return bytes.error();
    GltfArray array;
    array.bytes = bytes->subspan(std::min<std::uint64_t>(accessor.offset, bytes->size()));
    array.count = accessor.count;
    array.component_type = accessor.component_type;
    array.components = components;
    array.normalized = accessor.normalized;
    array.stride = document_.views[*accessor.view].stride.value_or(array.element_bytes());
    const auto valid = array.validate();
    if (!valid) return wrong("accessors", index, valid.error().message + "; export the file again");
    return array;
  }

 private:
  Result<Bytes> view(Index index) {
    const auto& view = document_.views[index];
    const auto bytes = buffer(view.buffer);
    if (!bytes) return bytes;
    if (view.offset > bytes->size() || view.length > bytes->size() - view.offset) {
      return wrong("bufferViews", index,
                   "it reaches beyond its buffer of " + std::to_string(bytes->size()) +
                       " bytes; export the file again");
    }
    return bytes->subspan(view.offset, view.length);
  }

  Result<Bytes> buffer(Index index) {
    if (read_[index]) return *read_[index];
    const auto bytes = read(index);
    if (!bytes) return bytes;
    const std::uint64_t length = document_.buffers[index].length;
    if (bytes->size() < length) {
      return wrong("buffers", index,
                   "it has " + std::to_string(bytes->size()) + " of its " + std::to_string(length) +
                       " bytes; get a whole copy");
    }
    read_[index] = bytes->first(length);
    return *read_[index];
  }

  Result<Bytes> read(Index index) {
    const auto& uri = document_.buffers[index].uri;
    if (!uri && index == 0 && !binary_.empty()) return binary_;
    if (!uri) return wrong("buffers", index, "it has no data; export the file uncompressed");
    if (uri->starts_with("data:")) {
      auto data = decode_data_uri(*uri);
      if (!data) return wrong("buffers", index, "its data are not base64; export the file again");
      held_.push_back(std::move(*data));
    } else if (folder_ == nullptr) {
      return wrong("buffers", index, "it lies in the file " + excerpt(*uri) + "; embed it");
    } else {
      // What is left for all of them: many buffers may name the same large file.
      auto file = read_file(*folder_ / decode_percent(*uri), kMaxGltfBytes - file_bytes_);
      if (!file) return wrong("buffers", index, file.error().message);
      file_bytes_ += file->size();
      held_.push_back(std::move(*file));
    }
    return std::as_bytes(std::span(held_.back()));
  }

  const GltfDocument& document_;
  Bytes binary_;
  const fs::path* folder_;
  std::vector<std::optional<Bytes>> read_;
  std::deque<std::string> held_;  ///< What `read_` points into.
  std::uint64_t file_bytes_ = 0;  ///< Of them, read from files of their own.
};

/// The three corners of triangle `i`: for a list of triangles (4), a strip (5) or a fan (6).
Geometry::Triangle corners_of(std::uint64_t mode, std::uint32_t i) {
  if (mode == 4) return {3 * i, 3 * i + 1, 3 * i + 2};
  if (mode == 5) return {i, i + 1 + i % 2, i + 2 - i % 2};
  return {0, i + 1, i + 2};
}

/// Reads meshes, each when it is first asked for, as they are before any node moves them.
class GltfMeshes {
 public:
  GltfMeshes(const GltfDocument& document, GltfBuffers& buffers)
      : document_(document),
        buffers_(buffers),
        area_of_(document.materials.size()),
        read_(document.meshes.size()) {}

  /// Lives as long as this object.
  Result<const Geometry*> mesh(Index index) {
    auto& mesh = read_[index];
    if (mesh) return &*mesh;
    mesh.emplace();
    placed_.clear();
    for (const auto& primitive : document_.meshes[index].primitives) {
      const bool is_surface = primitive.mode >= 4 && primitive.mode <= 6;
      if (!is_surface || !primitive.positions) continue;
      const auto done = add(primitive, index, *mesh);
      if (!done) return done.error();
    }
    return &*mesh;
  }

  const std::vector<std::string>& area_names() const { return areas_.names(); }

 private:
  Result<Done> add(const GltfDocument::Primitive& primitive, Index index, Geometry& mesh) {
    const auto positions = buffers_.array(*primitive.positions, "VEC3", 3);
    if (!positions) return positions.error();
    std::optional<GltfArray> indices;
    if (primitive.indices) {
      const auto array = buffers_.array(*primitive.indices, "SCALAR", 1);
      if (!array) return array.error();
      if (!array->holds_indices()) {
        return wrong("accessors", *primitive.indices,
                     "indices must be unsigned whole numbers; export the file again");
      }
      indices = *array;
    }
    const std::uint64_t corners = indices ? indices->count : positions->count;
    if (!has_room(mesh.vertices.size(), positions->count) ||
        !has_room(corner_count_, corners, 3 * kMaxElements)) {
      return too_many("meshes", index);
    }
    corner_count_ += corners;
    const Result<std::uint8_t> area =
        primitive.material ? area_of(*primitive.material) : std::uint8_t{0};
    if (!area) return wrong("meshes", index, area.error().message);
    const std::uint32_t base = place_vertices(*primitive.positions, *positions, mesh);
    if (primitive.mode == 4 && corners % 3 != 0) {
      return wrong(
          "meshes", index,
          std::to_string(corners) + " corners are no whole triangles; export the file again");
    }
    const auto count = narrow<std::uint32_t>(primitive.mode == 4 ? corners / 3
                                             : corners < 3       ? 0
                                                                 : corners - 2);
    for (std::uint32_t i = 0; i < count; ++i) {
      Geometry::Triangle triangle = corners_of(primitive.mode, i);
      for (std::uint32_t& corner : triangle) {
        if (indices) corner = indices->index(corner);
        if (corner >= positions->count) {
          return wrong("meshes", index,
                       "a corner is vertex " + std::to_string(corner) + " of " +
                           std::to_string(positions->count) + "; export the file again");
        }
        corner += base;
      }
      const auto [a, b, c] = triangle;
      const bool joins_strips = primitive.mode == 5 && (a == b || b == c || c == a);
      if (!joins_strips) mesh.triangles.push_back(triangle);
    }
    mesh.areas.resize(mesh.triangles.size(), *area);
    return Done{};
  }

  /// The area of a material, whose name is looked up once only.
  Result<std::uint8_t> area_of(Index material) {
    if (area_of_[material]) return *area_of_[material];
    const auto area = areas_.area_of(document_.materials[material]);
    if (area) area_of_[material] = *area;
    return area;
  }

  /// Appends the vertices unless another primitive of the mesh has brought them; where they begin.
  std::uint32_t place_vertices(Index accessor, const GltfArray& positions, Geometry& mesh) {
    const auto base = narrow<std::uint32_t>(mesh.vertices.size());
    const auto [place, added] = placed_.try_emplace(accessor, base);
    for (std::uint64_t i = 0; added && i < positions.count; ++i) {
      const auto number = [&](std::uint64_t component) {
        return static_cast<float>(positions.number(i, component));
      };
      mesh.vertices.push_back({number(0), number(1), number(2)});
    }
    return place->second;
  }

  const GltfDocument& document_;
  GltfBuffers& buffers_;
  AreaNames areas_;
  std::vector<std::optional<std::uint8_t>> area_of_;  ///< By material, once it is used.
  std::vector<std::optional<Geometry>> read_;
  std::unordered_map<Index, std::uint32_t> placed_;  ///< First vertex by accessor, in this mesh.
  std::uint64_t corner_count_ = 0;  ///< Of all meshes: strips may have many, and no triangle.
};

/// Draws the meshes where the nodes lie.
class GltfScene {
 public:
  GltfScene(const GltfDocument& document, GltfBuffers& buffers, const SourceAxes& axes)
      : document_(document), meshes_(document, buffers), axes_(axes) {}

  Result<Geometry> draw() {
    const auto found = find_meshes();
    if (!found) return found.error();
    if (triangle_count_ == 0) {
      return Error{
          "the scene has no triangles; check that its meshes are exported and hang on its nodes"};
    }
    Geometry geometry;
    geometry.vertices.reserve(vertex_count_);
    geometry.triangles.reserve(triangle_count_);
    geometry.areas.reserve(triangle_count_);
    for (const Placed& placed : placed_) {
      const auto done = draw(placed, geometry);
      if (!done) return done.error();
    }
    geometry.area_names = meshes_.area_names();
    return geometry;
  }

 private:
  struct Open {
    Index node;
    GltfTransform parent;
  };
  struct Placed {
    Index node;
    GltfTransform transform;
    const Geometry* mesh;
  };

  /// Walks over the nodes, and finds out what there is to draw before anything is.
  Result<Done> find_meshes() {
    std::vector<bool> reached(document_.nodes.size());
    std::vector<Open> open;  // A stack; the last is next.
    const auto add = [&](const std::vector<Index>& nodes, const GltfTransform& parent) {
      for (auto node = nodes.rbegin(); node != nodes.rend(); ++node)
        open.push_back({*node, parent});
    };
    add(document_.scene ? *document_.scene : roots(), {});
    while (!open.empty()) {
      const auto [index, parent] = open.back();
      open.pop_back();
      if (reached[index]) return not_a_tree(index);
      reached[index] = true;
      const auto& node = document_.nodes[index];
      const GltfTransform transform = parent * node.transform;
      add(node.children, transform);
      const auto done = node.mesh ? place(index, *node.mesh, transform) : Done{};
      if (!done) return done;
    }
    const auto missed = std::find(reached.begin(), reached.end(), false);
    if (document_.scene || missed == reached.end()) return Done{};
    return not_a_tree(static_cast<Index>(missed - reached.begin()));
  }

  Result<Done> place(Index node, Index index, const GltfTransform& transform) {
    const auto mesh = meshes_.mesh(index);
    if (!mesh) return mesh.error();
    const std::size_t vertices = (*mesh)->vertices.size();
    const std::size_t triangles = (*mesh)->triangles.size();
    if (!has_room(vertex_count_, vertices) || !has_room(triangle_count_, triangles)) {
      return too_many("nodes", node);
    }
    vertex_count_ += vertices;
    triangle_count_ += triangles;
    placed_.push_back({node, transform, *mesh});
    return Done{};
  }

  static Error not_a_tree(Index node) {
    return wrong("nodes", node, "it hangs below two nodes or below itself; export the file again");
  }

  /// The nodes that hang below no other.
  std::vector<Index> roots() const {
    std::vector<bool> is_child(document_.nodes.size());
    for (const auto& node : document_.nodes) {
      for (const Index child : node.children) is_child[child] = true;
    }
    std::vector<Index> found;
    for (Index i = 0; i < is_child.size(); ++i) {
      if (!is_child[i]) found.push_back(i);
    }
    return found;
  }

  Result<Done> draw(const Placed& placed, Geometry& geometry) const {
    const auto& [node, transform, mesh] = placed;
    const auto base = narrow<std::uint32_t>(geometry.vertices.size());
    for (const Vec3& v : mesh->vertices) {
      const auto [x, y, z] = transform.apply({v.x, v.y, v.z});
      geometry.vertices.push_back(to_world(axes_, x, y, z));
      if (!is_finite(geometry.vertices.back())) {
        return wrong("nodes", node,
                     "a vertex of its mesh is not finite, or too far out in metres; correct it, "
                     "the node or the unit");
      }
    }
    const bool mirrors = transform.mirrors();
    for (auto [a, b, c] : mesh->triangles) {
      if (mirrors) std::swap(b, c);
      geometry.triangles.push_back({base + a, base + b, base + c});
    }
    geometry.areas.insert(geometry.areas.end(), mesh->areas.begin(), mesh->areas.end());
    return Done{};
  }

  const GltfDocument& document_;
  GltfMeshes meshes_;
  const SourceAxes& axes_;
  std::vector<Placed> placed_;
  std::size_t vertex_count_ = 0;
  std::size_t triangle_count_ = 0;
};

Result<Geometry> parse(Bytes bytes, std::string_view name, const fs::path* folder,
                       const SourceAxes& axes) {
  const auto named = [&](const Error& error) {
    return Error{std::string(name) + ": " + error.message};
  };
  if (const auto valid = validate(axes); !valid) return named(valid.error());
  GlbParts parts{{reinterpret_cast<const char*>(bytes.data()), bytes.size()}, {}};
  if (is_glb(bytes)) {
    const auto split = split_glb(bytes);
    if (!split) return named(split.error());
    parts = *split;
  }
  const auto document = parse_gltf_document(parts.json, name);
  if (!document) return document.error();
  GltfBuffers buffers(*document, parts.binary, folder);
  auto geometry = GltfScene(*document, buffers, axes).draw();
  if (!geometry) return named(geometry.error());
  return geometry;
}

}  // namespace

Result<Geometry> parse_gltf(Bytes bytes, std::string_view name, const SourceAxes& axes) {
  return parse(bytes, name, nullptr, axes);
}

Result<Geometry> load_gltf(BegunFile file, const SourceAxes& axes) {
  const fs::path path = file.path();
  const auto bytes = read_shared_bytes(std::move(file), kMaxGltfBytes);
  if (!bytes) return bytes.error();
  const fs::path folder = path.parent_path();
  return parse(bytes->view(), path.string(), &folder, axes);
}

}  // namespace portolan::detail
