#include "portolan/io/geometry/polyanya.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "portolan/core/id_vector.h"
#include "portolan/core/narrow.h"
#include "portolan/io/file.h"
#include "portolan/io/text/text_lines.h"
#include "portolan/navmesh/validate_polygon_mesh.h"

namespace portolan::detail {
namespace {

constexpr std::uint64_t kMaxMeshBytes = std::uint64_t{1} << 32;

/// Walks over the words of a text; the format knows no lines, messages do.
class WordReader {
 public:
  WordReader(std::string_view text, std::string_view name) : lines_(text, name) {}

  /// The next word; empty at the end of the text.
  std::string_view next() {
    while (at_ == words_.size()) {
      if (!lines_.next_with_text()) return {};
      words_ = split_words(lines_.line());
      at_ = 0;
    }
    return words_[at_++];
  }

  std::size_t line() const { return lines_.number(); }
  Error error(const std::string& message) const { return lines_.error(message); }

 private:
  LineReader lines_;
  std::vector<std::string_view> words_;
  std::size_t at_ = 0;
};

/// One side of an edge with a neighbour behind it. The two sides of an edge agree in all but
/// `polygon`.
struct Side {
  std::uint32_t low, high;  ///< Its vertices.
  PolygonId first, second;  ///< The two polygons, the lower number first.
  PolygonId polygon;        ///< The one of them that has said so.

  auto key() const { return std::tie(low, high, first, second, polygon); }
  bool matches(const Side& other) const {
    return low == other.low && high == other.high && first == other.first &&
           second == other.second && polygon != other.polygon;
  }
  PolygonId neighbour() const { return polygon == first ? second : first; }
};

class PolyanyaReader {
 public:
  PolyanyaReader(std::string_view text, std::string_view name)
      : words_(text, name), name_(name), max_count_(text.size()) {}

  Result<PolygonMesh> read() {
    for (const auto step : {&PolyanyaReader::read_header, &PolyanyaReader::read_vertices,
                            &PolyanyaReader::read_polygons, &PolyanyaReader::make_portals}) {
      const auto done = (this->*step)();
      if (!done) return done.error();
    }
    const auto valid = validate(mesh_);
    if (!valid) return Error{name_ + ": " + valid.error().message};
    return std::move(mesh_);
  }

 private:
  /// A whole number from `low` to below `end`.
  Result<std::int64_t> read_whole(const char* what, std::int64_t low, std::int64_t end) {
    const std::string_view word = words_.next();
    const auto number = parse_number<std::int64_t>(word);
    if (number && *number >= low && *number < end) return *number;
    if (word.empty()) return words_.error("the file ends here too early; get a whole copy of it");
    return words_.error(std::string(what) + " is " + excerpt(word) +
                        "; it must be a whole number from " + std::to_string(low) + " to " +
                        std::to_string(end - 1));
  }

  Result<Done> read_header() {
    if (words_.next() != "mesh") {
      return words_.error("the file does not begin with 'mesh'; check that it is Polyanya's");
    }
    const auto version = read_whole("the version", 1, 3);
    if (!version) return version.error();
    version_ = *version;
    // Every vertex and polygon takes several bytes, so that no more can follow.
    const auto end = std::min<std::int64_t>(static_cast<std::int64_t>(max_count_), kMaxPolygons);
    for (std::int64_t* count : {&vertex_count_, &polygon_count_}) {
      const auto number = read_whole("the number of vertices or polygons", 1, end + 1);
      if (!number) return number.error();
      *count = *number;
    }
    return Done{};
  }

  Result<Done> read_vertices() {
    for (std::int64_t i = 0; i < vertex_count_; ++i) {
      float place[2];
      for (float& coordinate : place) {
        const std::string_view word = words_.next();
        const auto number = parse_number<double>(word);
        if (!number) {
          return words_.error("vertex " + std::to_string(i) + " has " + excerpt(word) +
                              " where a coordinate should stand; correct it");
        }
        coordinate = static_cast<float>(*number);
      }
      mesh_.vertices.push_back({place[0], 0.0f, place[1]});
      if (!is_usable(mesh_.vertices.back())) {
        return words_.error("vertex " + std::to_string(i) +
                            " is no point within 1e7 of the origin; move or scale the mesh");
      }
      const auto around = read_whole("the number of polygons around a vertex", 0, INT32_MAX);
      if (!around) return around.error();
      for (std::int64_t k = 0; k < *around; ++k) {
        const auto polygon = read_whole("a polygon around a vertex", -1, polygon_count_);
        if (!polygon) return polygon.error();
      }
    }
    return Done{};
  }

  Result<Done> read_polygons() {
    for (std::int64_t i = 0; i < polygon_count_; ++i) {
      const PolygonId polygon{narrow<std::uint32_t>(i)};
      const auto count = read_whole("a polygon's number of corners", 3, kMaxCorners + 1);
      if (!count) return count.error();
      lines_.push_back(words_.line());
      const std::size_t begin = mesh_.corners.size();
      for (std::int64_t k = 0; k < *count; ++k) {
        const auto corner = read_whole("a corner", 0, vertex_count_);
        if (!corner) return corner.error();
        mesh_.corners.push_back(narrow<std::uint32_t>(*corner));
      }
      const auto n = static_cast<std::size_t>(*count);
      for (std::size_t k = 0; k < n; ++k) {
        const auto neighbour = read_whole("a neighbour", -1, polygon_count_);
        if (!neighbour) return neighbour.error();
        if (*neighbour < 0) continue;
        // Version 1 has the edge from corner k on, version 2 the one that ends there.
        const std::size_t other = version_ == 1 ? (k + 1) % n : (k + n - 1) % n;
        add_side(mesh_.corners[begin + k], mesh_.corners[begin + other], polygon,
                 PolygonId{narrow<std::uint32_t>(*neighbour)});
      }
      mesh_.corner_begin.push_back(narrow<std::uint32_t>(mesh_.corners.size()));
      const auto done = check_winding(polygon);
      if (!done) return done.error();
    }
    const std::string_view more = words_.next();
    if (more.empty()) return Done{};
    return words_.error("found " + excerpt(more) +
                        " after the last polygon; remove it or correct the counts");
  }

  /// Of the edge between vertices a and b.
  void add_side(std::uint32_t a, std::uint32_t b, PolygonId polygon, PolygonId neighbour) {
    sides_.push_back({std::min(a, b), std::max(a, b), std::min(polygon, neighbour),
                      std::max(polygon, neighbour), polygon});
  }

  /// Compares with the polygons before. One as thin as coordinates are rounded goes either way.
  Result<Done> check_winding(PolygonId polygon) {
    const Vec3& origin = mesh_.corner(index(polygon), 0);
    const std::uint32_t count = mesh_.corner_count(index(polygon));
    double area = 0.0;
    double length = 0.0;
    double farthest = 0.0;
    for (std::uint32_t i = 0; i < count; ++i) {
      const Vec3& a = mesh_.corner(index(polygon), i);
      const Vec3& b = mesh_.corner(index(polygon), (i + 1) % count);
      area += (double{b.x} - origin.x) * (double{a.z} - origin.z) -
              (double{a.x} - origin.x) * (double{b.z} - origin.z);
      length += std::abs(double{b.x} - a.x) + std::abs(double{b.z} - a.z);
      farthest = std::max({farthest, double{std::abs(a.x)}, double{std::abs(a.z)}});
    }
    constexpr double kRounding = 1e-6;
    if (std::abs(area) <= kRounding * farthest * length) return Done{};
    const bool counterclockwise = area > 0.0;
    if (counterclockwise_.value_or(counterclockwise) == counterclockwise) {
      counterclockwise_ = counterclockwise;
      return Done{};
    }
    return error_at(polygon, "goes round the other way than those before it; turn it round");
  }

  Error error_at(PolygonId polygon, const std::string& message) const {
    return Error{name_ + ":" + std::to_string(lines_[polygon]) + ": polygon " +
                 std::to_string(index(polygon)) + " " + message};
  }

  Result<Done> make_portals() {
    std::sort(sides_.begin(), sides_.end(),
              [](const Side& a, const Side& b) { return a.key() < b.key(); });
    for (std::size_t i = 0; i < sides_.size(); i += 2) {
      const Side& side = sides_[i];
      if (side.low == side.high || i + 1 == sides_.size() || !side.matches(sides_[i + 1])) {
        return error_at(side.polygon,
                        "names " + std::to_string(index(side.neighbour())) +
                            " as its neighbour between the vertices " + std::to_string(side.low) +
                            " and " + std::to_string(side.high) +
                            ", which does not name it there once; correct one of the two");
      }
      Portal portal{{mesh_.vertices[side.low], mesh_.vertices[side.high]},
                    {index(side.first), index(side.second)}};
      orient(portal, mesh_);
      mesh_.portals.push_back(portal);
    }
    return Done{};
  }

  WordReader words_;
  std::string name_;
  std::size_t max_count_;
  std::int64_t version_ = 0;
  std::int64_t vertex_count_ = 0;
  std::int64_t polygon_count_ = 0;
  PolygonMesh mesh_;
  std::vector<Side> sides_;
  IdVector<PolygonId, std::size_t> lines_;  ///< Where each polygon stands.
  std::optional<bool> counterclockwise_;    ///< Whether polygons are, seen from above.
};

}  // namespace

Result<PolygonMesh> parse_polyanya(std::string_view text, std::string_view name) {
  if (text.size() > kMaxMeshBytes) return too_large(name, kMaxMeshBytes);
  return PolyanyaReader(text, name).read();
}

Result<PolygonMesh> load_polyanya(BegunFile file) {
  const std::string name = file.name();
  const auto text = read_file(std::move(file), kMaxMeshBytes);
  if (!text) return text.error();
  return parse_polyanya(*text, name);
}

}  // namespace portolan::detail
