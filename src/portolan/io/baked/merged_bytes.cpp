#include "portolan/io/baked/merged_bytes.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>

#include "portolan/merged/lay_out.h"
#include "portolan/merged/mesh_joints.h"
#include "portolan/merged/validate_merged.h"

namespace portolan::detail {
namespace {

static_assert(std::endian::native == std::endian::little, "packed hierarchies are little-endian");

constexpr std::uint32_t kMagic = 0x4847'524Du;  // "MRGH"
constexpr std::uint32_t kVersion = 2;

struct Head {
  std::uint32_t magic = kMagic;
  std::uint32_t version = kVersion;
  std::uint64_t fingerprint = 0;
  std::uint32_t triangle_count = 0;
  std::uint32_t cluster_count = 0;
  std::uint32_t step_count = 0;
  std::uint32_t entering = 0;
  std::uint32_t patience = 0;
  std::array<float, 6> scale{};
  std::uint32_t unused = 0;
};
static_assert(sizeof(Head) == 64);

/// The arrays in the order in which they are stored; `h` may be constant.
template <class Hierarchy, class F>
void for_each_array(Hierarchy& h, F&& f) {
  f(h.made_before);
  f(h.parent);
  f(h.entering);
}

/// Of the steps that were merged and their prices: tells other ground by it (FNV-1a over words).
std::uint64_t fingerprint_of(const MergedHierarchy& h) {
  std::uint64_t sum = 0xCBF2'9CE4'8422'2325u;
  const auto add = [&](const auto& words) {
    for (const auto word : words)
      sum = (sum ^ static_cast<std::uint32_t>(word)) * 0x0000'0100'0000'01B3u;
  };
  add(h.mate);
  add(h.weighted);
  add(h.unweighted);
  return sum;
}

Head make_head(const MergedHierarchy& h) {
  Head head;
  head.fingerprint = fingerprint_of(h);
  head.triangle_count = h.triangle_count;
  head.cluster_count = h.cluster_count();
  head.step_count = h.step_count();
  head.entering = static_cast<std::uint32_t>(h.settings.entering);
  head.patience = h.settings.patience;
  head.scale = std::bit_cast<decltype(head.scale)>(h.settings.scale);
  return head;
}

std::uint64_t packed_size(const Head& head) {
  return sizeof(Head) + 4 * std::uint64_t{head.step_count} +
         std::uint64_t{head.cluster_count} * (4 + sizeof(ClusterDistance));
}

Result<Head> read_head(std::span<const std::byte> bytes) {
  Head head;
  if (bytes.size() < sizeof head) return Error{"a merged hierarchy is cut off in its head"};
  std::memcpy(&head, bytes.data(), sizeof head);
  if (head.magic != kMagic) return Error{"these bytes are no merged hierarchy"};
  if (head.version != kVersion) {
    return Error{"the merged hierarchy is of version " + std::to_string(head.version) +
                 ", this program reads version " + std::to_string(kVersion) + ": build it again"};
  }
  if (packed_size(head) != bytes.size()) {
    return Error{"a merged hierarchy of " + std::to_string(head.cluster_count) + " clusters and " +
                 std::to_string(head.step_count) + " steps takes " +
                 std::to_string(packed_size(head)) + " bytes, here are " +
                 std::to_string(bytes.size())};
  }
  const bool scaled = std::all_of(head.scale.begin(), head.scale.end(),
                                  [](float s) { return std::isfinite(s) && s >= 0.0f; });
  if (head.entering > static_cast<std::uint32_t>(EnteringPrice::worst_unit) || !scaled ||
      head.unused != 0) {
    return Error{"a merged hierarchy with settings out of their limits"};
  }
  return head;
}

/// Boxes of high clusters from those of the triangles; the parents must have been checked.
void enclose_children(MergedHierarchy& h) {
  constexpr float kFar = std::numeric_limits<float>::infinity();
  h.boxes.resize(h.cluster_count(), {{kFar, kFar, kFar}, {-kFar, -kFar, -kFar}});
  for (const ClusterId m : h.clusters()) {
    if (!h.is_top(m)) enclose(h.boxes[h.parent[m]], h.boxes[m]);
  }
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
  for_each_array(h, [&](const auto& a) { put(a.data(), a.size() * sizeof(a.front())); });
  return bytes;
}

Result<MergedHierarchy> unpack_merged_hierarchy(std::span<const std::byte> bytes,
                                                const TriangleMesh& mesh,
                                                const TerrainPrices& prices) {
  const auto head = read_head(bytes);
  if (!head) return head.error();
  if (head->triangle_count != mesh.triangle_count() || head->cluster_count < head->triangle_count) {
    return Error{"the merged hierarchy has " + std::to_string(head->cluster_count) +
                 " clusters over " + std::to_string(head->triangle_count) +
                 " triangles, the mesh has " + std::to_string(mesh.triangle_count()) +
                 ": it is of another one"};
  }
  MergedHierarchy h;
  h.settings.entering = static_cast<EnteringPrice>(head->entering);
  h.settings.patience = head->patience;
  h.settings.scale = std::bit_cast<MetricScale>(head->scale);
  if (auto begun = begin_clusters(h, mesh, prices); !begun) return begun.error();
  if (fingerprint_of(h) != head->fingerprint) {
    return Error{"the merged hierarchy is of another mesh, or of other prices: merge anew"};
  }
  h.made_before.resize(head->step_count);
  h.parent.resize(head->cluster_count);
  h.entering.resize(head->cluster_count);
  const std::byte* at = bytes.data() + sizeof(Head);
  for_each_array(h, [&](auto& a) {
    const std::size_t size = a.size() * sizeof(a.front());
    if (size != 0) std::memcpy(a.data(), at, size);
    at += size;
  });
  if (auto checked = validate_clusters(h); !checked) return checked.error();
  enclose_children(h);
  lay_out_all(h);
  if (auto joined = validate_joined(h); !joined) return joined.error();
  return h;
}

}  // namespace portolan::detail
