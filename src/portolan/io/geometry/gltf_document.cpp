#include "portolan/io/geometry/gltf_document.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <span>
#include <utility>

#include "portolan/io/text/text_lines.h"

namespace portolan::detail {
namespace {

using Json = nlohmann::json;
using Index = GltfDocument::Index;

/// The member of an object; null where there is none.
const Json* find(const Json& object, const char* key) {
  if (!object.is_object()) return nullptr;
  const auto member = object.find(key);
  return member == object.end() ? nullptr : &*member;
}

/// The elements of a member that is an array; none where it is not.
std::span<const Json> list(const Json& object, const char* key) {
  const Json* member = find(object, key);
  if (member == nullptr || !member->is_array()) return {};
  return member->get_ref<const Json::array_t&>();
}

/// The text of a member that is one; null where it is not.
const std::string* text(const Json& object, const char* key) {
  const Json* member = find(object, key);
  return member == nullptr ? nullptr : member->get_ptr<const std::string*>();
}

/// The standard also allows whole numbers to be written as 3.0.
std::optional<std::uint64_t> whole_number(const Json& value) {
  if (value.is_number_unsigned()) return value.get<std::uint64_t>();
  if (!value.is_number_float()) return std::nullopt;
  const double number = value.get<double>();
  if (!(number >= 0.0 && number <= 0x1p53) || number != std::floor(number)) return std::nullopt;
  return static_cast<std::uint64_t>(number);
}

/// Whether an extension leaves the geometry alone.
bool is_harmless(std::string_view extension) {
  return extension == "KHR_mesh_quantization" || extension.find("_texture") != extension.npos ||
         extension.find("_materials_") != extension.npos ||
         extension.find("_lights_") != extension.npos;
}

/// Reads the lists one after the other. The first failure is kept; what is read after it is of
/// no use, but harmless.
class DocumentReader {
 public:
  explicit DocumentReader(const Json& root) : root_(root) {}

  /// The document, or what is wrong.
  Result<GltfDocument> read() {
    check_version();
    check_extensions();
    read_list("buffers", document_.buffers, [&](const Json& from, auto& to) {
      if (const auto* uri = text(from, "uri")) to.uri = *uri;
      to.length = number(from, "byteLength");
    });
    read_list("bufferViews", document_.views, [&](const Json& from, auto& to) {
      to.buffer = index(from, "buffer", "buffers").value_or(0);
      if (find(from, "buffer") == nullptr) fail("it has no 'buffer'");
      to.offset = number(from, "byteOffset", 0);
      to.length = number(from, "byteLength");
      if (find(from, "byteStride") != nullptr) to.stride = number(from, "byteStride");
    });
    read_list("accessors", document_.accessors, [&](const Json& from, auto& to) {
      to.view = index(from, "bufferView", "bufferViews");
      to.offset = number(from, "byteOffset", 0);
      to.count = number(from, "count");
      to.component_type = number(from, "componentType");
      if (const auto* type = text(from, "type")) to.type = *type;
      const Json* normalized = find(from, "normalized");
      to.normalized = normalized != nullptr && *normalized == true;
      to.sparse = find(from, "sparse") != nullptr;
    });
    read_list("materials", document_.materials, [&](const Json& from, std::string& to) {
      const auto* name = text(from, "name");
      to = name != nullptr && !name->empty() ? *name : "material " + std::to_string(at_);
    });
    read_list("meshes", document_.meshes, [&](const Json& from, auto& to) { read_mesh(from, to); });
    read_list("nodes", document_.nodes, [&](const Json& from, auto& to) { read_node(from, to); });
    read_scene();
    if (!failure_.empty()) return Error{failure_};
    return std::move(document_);
  }

 private:
  /// Keeps the message, after the element that is being read.
  void fail(const std::string& message) {
    if (!failure_.empty()) return;
    if (list_ != nullptr) failure_.append(list_).append("[" + std::to_string(at_) + "]: ");
    failure_ += message;
  }

  template <class Elements, class Read>
  void read_list(const char* name, Elements& elements, Read read) {
    const auto from = list(root_, name);
    list_ = name;
    elements.resize(from.size());
    for (at_ = 0; at_ < from.size() && failure_.empty(); ++at_) read(from[at_], elements[at_]);
    list_ = nullptr;
  }

  /// A whole number; `missing` where it is not there, if that is allowed.
  std::uint64_t number(const Json& object, const char* key,
                       std::optional<std::uint64_t> missing = std::nullopt) {
    const Json* value = find(object, key);
    if (value == nullptr && missing) return *missing;
    const auto whole = value == nullptr ? std::nullopt : whole_number(*value);
    if (!whole) fail(std::string("its '").append(key).append("' must be a whole number from 0 up"));
    return whole.value_or(0);
  }

  /// An index into one of the file's lists; nothing where it is not there.
  std::optional<Index> index(const Json& object, const char* key, const char* into) {
    const Json* value = find(object, key);
    if (value == nullptr) return std::nullopt;
    return index(*value, into);
  }
  std::optional<Index> index(const Json& value, const char* into) {
    const auto whole = whole_number(value);
    const std::size_t size = list(root_, into).size();
    if (whole && *whole < size) return whole;
    fail("it points to " + (whole ? "number " + std::to_string(*whole) : "what is no number") +
         " of the " + std::to_string(size) + " '" + into + "'; export the file again");
    return std::nullopt;
  }
  std::vector<Index> indices(const Json& object, const char* key, const char* into) {
    std::vector<Index> found;
    for (const Json& value : list(object, key)) found.push_back(index(value, into).value_or(0));
    return found;
  }

  /// `count` numbers; the defaults where they are not there.
  template <std::size_t count>
  std::array<double, count> numbers(const Json& object, const char* key,
                                    std::array<double, count> numbers) {
    if (find(object, key) == nullptr) return numbers;
    const auto values = list(object, key);
    bool right = values.size() == count;
    for (std::size_t i = 0; i < count && right; ++i) {
      right = values[i].is_number();
      if (right) numbers[i] = values[i].get<double>();
    }
    if (!right) {
      fail(std::string("its '").append(key).append("' must be ") + std::to_string(count) +
           " numbers");
    }
    return numbers;
  }

  void check_version() {
    const Json* asset = find(root_, "asset");
    const auto* version = asset == nullptr ? nullptr : text(*asset, "version");
    if (version == nullptr) {
      fail("the file has no 'asset' with a 'version'; check that it is glTF");
    } else if (!version->starts_with("2.")) {
      fail("the file is glTF " + excerpt(*version) + "; export it as glTF 2.0");
    }
  }

  void check_extensions() {
    for (const Json& extension : list(root_, "extensionsRequired")) {
      const auto* name = extension.get_ptr<const std::string*>();
      if (name == nullptr || is_harmless(*name)) continue;
      fail("the file needs the extension " + excerpt(*name) +
           ", which cannot be read; export it without, and uncompressed");
    }
  }

  void read_mesh(const Json& from, GltfDocument::Mesh& to) {
    for (const Json& primitive : list(from, "primitives")) {
      auto& made = to.primitives.emplace_back();
      made.mode = number(primitive, "mode", made.mode);
      const Json* attributes = find(primitive, "attributes");
      if (attributes != nullptr) made.positions = index(*attributes, "POSITION", "accessors");
      made.indices = index(primitive, "indices", "accessors");
      made.material = index(primitive, "material", "materials");
    }
  }

  void read_node(const Json& from, GltfDocument::Node& to) {
    to.mesh = index(from, "mesh", "meshes");
    to.children = indices(from, "children", "nodes");
    if (find(from, "matrix") != nullptr) {
      to.transform = GltfTransform::from_columns(numbers<16>(from, "matrix", {}));
    } else {
      to.transform = GltfTransform::from_parts(numbers<3>(from, "translation", {0, 0, 0}),
                                               numbers<4>(from, "rotation", {0, 0, 0, 1}),
                                               numbers<3>(from, "scale", {1, 1, 1}));
    }
  }

  void read_scene() {
    if (const auto scene = index(root_, "scene", "scenes")) {
      list_ = "scenes";
      at_ = *scene;
      document_.scene = indices(list(root_, "scenes")[*scene], "nodes", "nodes");
    }
  }

  const Json& root_;
  GltfDocument document_;
  const char* list_ = nullptr;  ///< The list that is being read, and
  std::size_t at_ = 0;          ///< which element of it: for messages.
  std::string failure_;
};

}  // namespace

Result<GltfDocument> parse_gltf_document(std::string_view json, std::string_view name) {
  const std::string file(name);
  try {
    auto document = DocumentReader(Json::parse(json)).read();
    if (!document) return Error{file + ": " + document.error().message};
    return document;
  } catch (const Json::parse_error& failure) {
    const std::string_view before =
        json.substr(0, std::min<std::size_t>(failure.byte, json.size()));
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    return Error{file + ":" + std::to_string(line) +
                 ": is not JSON here; check that this is a whole glTF file"};
  } catch (const Json::exception&) {
    return Error{file + ": has a number that is too large; correct it"};
  }
}

}  // namespace portolan::detail
