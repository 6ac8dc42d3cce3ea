#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "portolan/io/geometry/gltf_data.h"
#include "portolan/types.h"

namespace portolan::detail {

/// What the JSON of a glTF file says about geometry. Every index lies inside the list that it
/// points into; offsets, lengths and counts are as the file has them, unchecked.
struct GltfDocument {
  using Index = std::uint64_t;
  struct Buffer {
    std::optional<std::string> uri;
    std::uint64_t length = 0;
  };
  struct View {
    Index buffer = 0;
    std::uint64_t offset = 0;
    std::uint64_t length = 0;
    std::optional<std::uint64_t> stride;
  };
  struct Accessor {
    std::optional<Index> view;
    std::uint64_t offset = 0;
    std::uint64_t count = 0;
    std::uint64_t component_type = 0;
    std::string type;  ///< "SCALAR", "VEC3" and so on.
    bool normalized = false;
    bool sparse = false;
  };
  struct Primitive {
    std::uint64_t mode = 4;  ///< Triangles.
    std::optional<Index> positions;
    std::optional<Index> indices;
    std::optional<Index> material;
  };
  struct Mesh {
    std::vector<Primitive> primitives;
  };
  struct Node {
    std::optional<Index> mesh;
    std::vector<Index> children;
    GltfTransform transform;
  };

  std::vector<Buffer> buffers;
  std::vector<View> views;
  std::vector<Accessor> accessors;
  std::vector<std::string> materials;  ///< Names; "material N" for those without.
  std::vector<Mesh> meshes;
  std::vector<Node> nodes;
  std::optional<std::vector<Index>> scene;  ///< The default scene's nodes, where there is one.
};

/// Reads the JSON of glTF 2.0; `name` stands for the file in messages, which name the element. A
/// file that says it cannot be read without an extension that changes the geometry is refused.
Result<GltfDocument> parse_gltf_document(std::string_view json, std::string_view name);

}  // namespace portolan::detail
