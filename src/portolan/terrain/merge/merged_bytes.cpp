#include "portolan/terrain/merge/merged_bytes.h"

#include <bit>
#include <cstring>
#include <string>

#include "portolan/terrain/merge/lay_out.h"
#include "portolan/terrain/merge/validate_meshes.h"

namespace portolan {
namespace {

static_assert(std::endian::native == std::endian::little, "packed hierarchies are little-endian");

constexpr std::uint32_t kMagic = 0x4847'524Du;  // "MRGH"
constexpr std::uint32_t kVersion = 1;

struct Head {
  std::uint32_t magic = kMagic;
  std::uint32_t version = kVersion;
  std::uint32_t triangle_count = 0;
  std::uint32_t mesh_count = 0;
  std::uint32_t step_count = 0;
  std::uint32_t entering = 0;
  std::uint32_t patience = 0;
  float scale[6] = {};
};

/// The arrays in the order in which they are stored; `h` may be constant.
template <class Hierarchy, class F>
void for_each_array(Hierarchy& h, F&& f) {
  f(h.made_before);
  f(h.mate);
  f(h.weighted);
  f(h.unweighted);
  f(h.parent);
  f(h.entering);
  f(h.boxes);
}

Head make_head(const MergedHierarchy& h) {
  Head head;
  head.triangle_count = h.triangle_count;
  head.mesh_count = h.mesh_count();
  head.step_count = h.step_count();
  head.entering = static_cast<std::uint32_t>(h.settings.entering);
  head.patience = h.settings.patience;
  static_assert(sizeof(MetricScale) == sizeof head.scale);
  std::memcpy(head.scale, &h.settings.scale, sizeof head.scale);
  return head;
}

std::uint64_t packed_size(const Head& head) {
  const std::uint64_t low = head.triangle_count;
  const std::uint64_t all = head.mesh_count;
  return sizeof(Head) + 4 * std::uint64_t{head.step_count} + 3 * 3 * 4 * low +
         all * (4 + sizeof(MeshDistance) + sizeof(Box));
}

}  // namespace

std::vector<std::byte> pack_merged_hierarchy(const MergedHierarchy& h) {
  const Head head = make_head(h);
  std::vector<std::byte> bytes(packed_size(head));
  std::byte* at = bytes.data();
  const auto put = [&](const void* data, std::size_t size) {
    if (size != 0) std::memcpy(at, data, size);
    at += size;
  };
  put(&head, sizeof head);
  for_each_array(h, [&](const auto& a) { put(a.data(), a.size() * sizeof(a[0])); });
  return bytes;
}

Result<MergedHierarchy> unpack_merged_hierarchy(std::span<const std::byte> bytes) {
  Head head;
  if (bytes.size() < sizeof head) return Error{"a merged hierarchy is cut off in its head"};
  std::memcpy(&head, bytes.data(), sizeof head);
  if (head.magic != kMagic) return Error{"these bytes are no merged hierarchy"};
  if (head.version != kVersion) {
    return Error{"the merged hierarchy is of version " + std::to_string(head.version) +
                 ", this program reads version " + std::to_string(kVersion) + ": build it again"};
  }
  if (head.triangle_count > kMaxTriangles || head.mesh_count > 2 * std::uint64_t{kMaxTriangles} ||
      packed_size(head) != bytes.size()) {
    return Error{"a merged hierarchy of " + std::to_string(head.triangle_count) +
                 " triangles and " + std::to_string(head.mesh_count) + " meshes takes " +
                 std::to_string(packed_size(head)) + " bytes, here are " +
                 std::to_string(bytes.size())};
  }
  MergedHierarchy h;
  h.triangle_count = head.triangle_count;
  h.settings.entering = static_cast<EnteringPrice>(head.entering);
  h.settings.patience = head.patience;
  std::memcpy(&h.settings.scale, head.scale, sizeof head.scale);
  if (head.entering > static_cast<std::uint32_t>(EnteringPrice::worst_unit)) {
    return Error{"a merged hierarchy with an unknown entering price"};
  }
  h.made_before.resize(head.step_count);
  for (auto* a : {&h.mate, &h.weighted, &h.unweighted})
    a->resize(3 * std::size_t{head.triangle_count});
  h.parent.resize(head.mesh_count);
  h.entering.resize(head.mesh_count);
  h.boxes.resize(head.mesh_count);
  const std::byte* at = bytes.data() + sizeof head;
  for_each_array(h, [&](auto& a) {
    const std::size_t size = a.size() * sizeof(a[0]);
    if (size != 0) std::memcpy(a.data(), at, size);
    at += size;
  });
  if (auto checked = validate_meshes(h); !checked) return checked.error();
  lay_out_all(h);
  return h;
}

}  // namespace portolan
