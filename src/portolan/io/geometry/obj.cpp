#include "portolan/io/geometry/obj.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "portolan/core/narrow.h"
#include "portolan/core/vec3.h"
#include "portolan/io/geometry/area_names.h"
#include "portolan/io/geometry/triangulate.h"
#include "portolan/io/text/text_lines.h"

namespace portolan::detail {
namespace {

// A vertex takes eight bytes of text at least, so that 32-bit indices suffice.
constexpr std::uint64_t kMaxObjBytes = std::uint64_t{1} << 33;

/// Takes the next word off the front of a line; empty at its end and where a comment begins.
std::string_view take_word(std::string_view& line) {
  const auto is_space = [](char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
  };
  std::size_t begin = 0;
  while (begin < line.size() && is_space(line[begin])) ++begin;
  if (begin < line.size() && line[begin] == '#') return {};
  std::size_t end = begin;
  while (end < line.size() && !is_space(line[end])) ++end;
  const std::string_view word = line.substr(begin, end - begin);
  line.remove_prefix(end);
  return word;
}

/// Reads the statements one after the other into a Geometry.
class ObjReader {
 public:
  ObjReader(std::string_view text, std::string_view name, const SourceAxes& axes)
      : lines_(text, name), axes_(axes) {}

  Result<Geometry> read() {
    while (next_statement()) {
      const std::string_view keyword = take_word(statement_);
      Result<Done> done = Done{};
      if (keyword == "v") {
        done = read_vertex();
      } else if (keyword == "f") {
        done = read_face();
      } else if (keyword == "usemtl") {
        material_ = trimmed(statement_);
        area_.reset();
      }
      if (!done) return done.error();
    }
    if (geometry_.triangles.empty()) {
      return lines_.error(
          "the file has no faces ('f'); check that it is a whole OBJ file of "
          "polygons");
    }
    geometry_.area_names = areas_.names();
    return std::move(geometry_);
  }

 private:
  /// Goes to the next statement: a line, and those that a backslash at its end joins to it.
  bool next_statement() {
    if (!lines_.next()) return false;
    statement_ = lines_.line();
    if (!goes_on(statement_)) return true;
    joined_ = statement_;
    for (std::string_view last = statement_; goes_on(last);) {  // Not all of it each time.
      joined_.back() = ' ';
      last = lines_.next() ? lines_.line() : std::string_view();
      joined_ += last;
    }
    statement_ = joined_;
    return true;
  }

  /// A comment may end in a backslash, as folders on Windows do.
  static bool goes_on(std::string_view line) {
    return line.ends_with('\\') && line.find('#') == std::string_view::npos;
  }

  Result<Done> read_vertex() {
    double place[3];
    for (double& coordinate : place) {
      std::string_view word = take_word(statement_);
      if (word.empty())
        return lines_.error("the vertex has fewer than three coordinates; add them");
      if (word.starts_with('+')) word.remove_prefix(1);
      const auto number = parse_number<double>(word);
      if (!number) {
        return lines_.error("the coordinate " + excerpt(word) + " is not a number; correct it");
      }
      coordinate = *number;
    }
    const Vec3 vertex = to_world(axes_, place[0], place[1], place[2]);
    if (!is_finite(vertex)) {
      return lines_.error(
          "a coordinate is not finite, or too large in metres; correct it or the "
          "unit");
    }
    geometry_.vertices.push_back(vertex);
    return Done{};
  }

  Result<Done> read_face() {
    corners_.clear();
    for (auto word = take_word(statement_); !word.empty(); word = take_word(statement_)) {
      const auto corner = read_corner(word);
      if (!corner) return corner.error();
      corners_.push_back(*corner);
    }
    if (corners_.size() < 3 || corners_.size() > kMaxPolygonCorners) {
      return lines_.error("the face has " + std::to_string(corners_.size()) +
                          " corners; faces of 3 to " + std::to_string(kMaxPolygonCorners) +
                          " can be read, cut or remove it");
    }
    if (!area_) {
      const auto area = areas_.area_of(material_);
      if (!area) return lines_.error(area.error().message);
      area_ = *area;
    }
    triangulate(geometry_.vertices, corners_, geometry_.triangles);
    geometry_.areas.resize(geometry_.triangles.size(), *area_);
    return Done{};
  }

  /// The vertex of `3`, `3/1`, `3//2` or `3/1/2`, counted from 1, or back from the last, -1.
  Result<std::uint32_t> read_corner(std::string_view word) const {
    const auto number = parse_number<std::int64_t>(word.substr(0, word.find('/')));
    if (!number) {
      return lines_.error("the corner " + excerpt(word) +
                          " is no vertex index; write 3, 3/1, 3//2 or 3/1/2");
    }
    const auto count = static_cast<std::int64_t>(geometry_.vertices.size());
    if (*number == 0 || *number > count || *number < -count) {
      return lines_.error("vertex " + std::to_string(*number) + " is not among the " +
                          std::to_string(count) +
                          " above this face; indices run from 1, or from -1 backwards");
    }
    return narrow<std::uint32_t>(*number > 0 ? *number - 1 : count + *number);
  }

  LineReader lines_;
  const SourceAxes& axes_;
  Geometry geometry_;
  AreaNames areas_;
  std::string material_;
  std::optional<std::uint8_t> area_;  ///< Of the material, once a face has used it.
  std::string_view statement_;        ///< What is not yet read of it.
  std::string joined_;                ///< The statement, where it has several lines.
  std::vector<std::uint32_t> corners_;
};

}  // namespace

Result<Geometry> parse_obj(std::string_view text, std::string_view name, const SourceAxes& axes) {
  if (const auto valid = validate(axes); !valid) {
    return Error{std::string(name) + ": " + valid.error().message};
  }
  if (text.size() > kMaxObjBytes) return too_large(name, kMaxObjBytes);
  return ObjReader(text, name, axes).read();
}

Result<Geometry> load_obj(BegunFile file, const SourceAxes& axes) {
  const std::string name = file.name();
  const auto text = read_file(std::move(file), kMaxObjBytes);
  if (!text) return text.error();
  return parse_obj(*text, name, axes);
}

}  // namespace portolan::detail
