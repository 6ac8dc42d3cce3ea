#include "portolan/io/geometry/gset.h"

#include <array>
#include <cmath>
#include <filesystem>
#include <optional>
#include <span>
#include <system_error>
#include <utility>

#include "portolan/core/narrow.h"
#include "portolan/io/file_ending.h"
#include "portolan/io/geometry/area_names.h"
#include "portolan/io/geometry/gltf.h"
#include "portolan/io/geometry/obj.h"
#include "portolan/io/text/text_lines.h"

namespace portolan::detail {
namespace {

constexpr std::uint64_t kMaxGsetBytes = std::uint64_t{1} << 28;
constexpr std::size_t kMostCorners = 1024;

std::optional<float> finite_number(std::string_view word) {
  const auto number = parse_number<float>(word);
  return number && std::isfinite(*number) ? number : std::nullopt;
}

class GsetReader {
 public:
  GsetReader(std::string_view text, std::string_view name) : lines_(text, name) {}

  Result<Gset> read() {
    while (lines_.next_with_text()) {
      words_ = split_words(lines_.line());
      const std::string_view key = words_.front();
      Result<Done> done = Done{};
      if (key == "f") done = read_geometry_name();
      if (key == "s") done = read_settings();
      if (key == "c") done = read_link();
      if (key == "v") done = read_volume();
      if (!done) return done.error();
    }
    if (gset_.geometry.empty())
      return lines_.error("the file names no geometry; add a line 'f level.obj'");
    return std::move(gset_);
  }

 private:
  Result<Done> read_geometry_name() {
    gset_.geometry = trimmed(trimmed(lines_.line()).substr(1));
    if (gset_.geometry.empty()) return lines_.error("'f' names no file; write 'f level.obj'");
    return Done{};
  }

  /// The words behind the key as numbers.
  Result<Done> read_numbers(std::span<float> numbers, const char* what) {
    if (words_.size() <= numbers.size()) {
      return lines_.error(std::string(what) + " has " + std::to_string(words_.size() - 1) +
                          " numbers, and takes " + std::to_string(numbers.size()));
    }
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const auto number = finite_number(words_[i + 1]);
      if (!number) {
        return lines_.error(std::string(what) + ": " + excerpt(words_[i + 1]) + " is not a number");
      }
      numbers[i] = *number;
    }
    return Done{};
  }

  /// A whole number of a line, checked against its highest.
  Result<std::uint32_t> whole(float number, std::uint32_t highest, const char* what) const {
    if (number >= 0.0f && number <= static_cast<float>(highest) && std::floor(number) == number)
      return static_cast<std::uint32_t>(number);
    return lines_.error(std::string(what) + " must be a whole number from 0 to " +
                        std::to_string(highest));
  }

  /// Older files have fewer numbers at the end: those keep their defaults.
  Result<Done> read_settings() {
    RecastOptions& recast = gset_.recast;
    float* const fields[] = {&recast.cell_size,       &recast.cell_height,
                             &recast.agent_height,    &recast.agent_radius,
                             &recast.max_climb,       &recast.max_slope,
                             &recast.region_min_size, &recast.region_merge_size,
                             &recast.edge_max_length, &recast.simplification_error};
    constexpr std::size_t kFields = std::size(fields);
    std::array<float, kFields + 4> numbers{};  // vertices, details, partition
    if (auto done = read_numbers(numbers, "the settings 's'"); !done) return done;
    for (std::size_t i = 0; i < kFields; ++i) *fields[i] = numbers[i];
    const auto vertices = whole(numbers[kFields], 6, "the vertices of a polygon");
    if (!vertices) return vertices.error();
    recast.vertices_per_polygon = *vertices;
    recast.detail_sample_distance = numbers[kFields + 1];
    recast.detail_max_error = numbers[kFields + 2];
    const auto partition = whole(numbers[kFields + 3], 2, "the partition");
    if (!partition) return partition.error();
    recast.partition = static_cast<RegionPartition>(*partition);
    constexpr std::size_t kTileSize = kFields + 4 + 6 + 1;  // behind the box
    if (words_.size() <= kTileSize) return Done{};
    const auto tile = finite_number(words_[kTileSize]);
    const auto tile_size = whole(tile.value_or(-1.0f), 4096, "the size of tiles");
    if (!tile_size) return tile_size.error();
    recast.tile_size = *tile_size;
    return Done{};
  }

  Result<Done> read_link() {
    std::array<float, 10> n{};
    if (auto done = read_numbers(n, "an off-mesh connection 'c'"); !done) return done;
    OffMeshLink link{{n[0], n[1], n[2]}, {n[3], n[4], n[5]}};
    if (n[6] < 0.0f) return lines_.error("the radius of a connection must be from 0 up, in metres");
    link.radius = n[6];
    link.both_ways = n[7] != 0.0f;
    const auto area = whole(n[8], kHighestArea, "the area of a connection");
    if (!area) return area.error();
    link.area = narrow<std::uint8_t>(*area);
    const auto flags = whole(n[9], 0xFFFF, "the flags of a connection");
    if (!flags) return flags.error();
    link.flags = narrow<std::uint16_t>(*flags);
    gset_.links.push_back(link);
    return Done{};
  }

  Result<Done> read_volume() {
    std::array<float, 4> n{};
    if (auto done = read_numbers(n, "a convex volume 'v'"); !done) return done;
    const auto corners = whole(n[0], kMostCorners, "the corners of a volume");
    if (!corners) return corners.error();
    if (*corners < 3) return lines_.error("a convex volume has at least 3 corners");
    const auto area = whole(n[1], kHighestArea, "the area of a volume");
    if (!area) return area.error();
    AreaVolume volume{{}, n[2], n[3], narrow<std::uint8_t>(*area)};
    while (volume.outline.size() < *corners) {
      if (!lines_.next_with_text())
        return lines_.error("the file ends inside a convex volume; add its corners");
      words_ = split_words(lines_.line());
      words_.insert(words_.begin(), "");  // corners have no key
      std::array<float, 3> corner{};
      if (auto done = read_numbers(corner, "a corner of a volume"); !done) return done;
      volume.outline.push_back({corner[0], corner[1], corner[2]});
    }
    gset_.volumes.push_back(std::move(volume));
    return Done{};
  }

  LineReader lines_;
  std::vector<std::string_view> words_;  // of the present line
  Gset gset_;
};

/// Names that RecastDemo's areas have; those of materials keep theirs.
void name_areas(Geometry& geometry) {
  static constexpr std::array kNames{"ground", "water", "road", "door", "grass", "jump"};
  for (std::size_t area = 0; area < kNames.size(); ++area) {
    if (area >= geometry.area_names.size()) geometry.area_names.emplace_back(kNames[area]);
  }
  if (geometry.area_names[0] == "default") geometry.area_names[0] = kNames[0];
}

/// In our axes and metres, as the geometry.
void convert(Gset& gset, const SourceAxes& axes) {
  for (OffMeshLink& link : gset.links) {
    link.from = to_world(axes, link.from.x, link.from.y, link.from.z);
    link.to = to_world(axes, link.to.x, link.to.y, link.to.z);
    link.radius *= axes.unit;
  }
  for (AreaVolume& volume : gset.volumes) {
    for (Vec3& corner : volume.outline) corner = to_world(axes, corner.x, corner.y, corner.z);
    volume.low *= axes.unit;
    volume.high *= axes.unit;
  }
}

/// Where the geometry is: where its name says, seen from the folder of the scene, or right in that
/// folder, since RecastDemo writes names as seen from where it was started.
std::filesystem::path geometry_beside(const std::filesystem::path& scene, const std::string& name) {
  const std::filesystem::path named = scene.parent_path() / name;
  const std::filesystem::path beside = scene.parent_path() / std::filesystem::path(name).filename();
  std::error_code ignored;
  return !std::filesystem::exists(named, ignored) && std::filesystem::exists(beside, ignored)
             ? beside
             : named;
}

}  // namespace

Result<Gset> parse_gset(std::string_view text, std::string_view name) {
  return GsetReader(text, name).read();
}

Result<RecastScene> load_gset(BegunFile file, const SourceAxes& axes) {
  const std::filesystem::path path = file.name();
  const auto text = read_file(std::move(file), kMaxGsetBytes);
  if (!text) return text.error();
  auto gset = parse_gset(*text, path.string());
  if (!gset) return gset.error();
  const std::filesystem::path source = geometry_beside(path, gset->geometry);
  const std::string ending = file_ending(source);
  const bool obj = ending == ".obj";
  if (!obj && ending != ".gltf" && ending != ".glb") {
    return Error{path.string() + ": its geometry " + excerpt(gset->geometry) +
                 " does not end in .obj, .gltf or .glb; convert it"};
  }
  auto geometry = obj ? load_obj(source.string(), axes) : load_gltf(source.string(), axes);
  if (!geometry) {
    return Error{path.string() +
                 ": the geometry that it names cannot be read: " + geometry.error().message};
  }
  convert(*gset, axes);
  geometry->links = std::move(gset->links);
  geometry->volumes = std::move(gset->volumes);
  name_areas(*geometry);
  return RecastScene{std::move(*geometry), gset->recast};
}

}  // namespace portolan::detail
