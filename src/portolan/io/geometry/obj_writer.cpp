#include "portolan/io/geometry/obj_writer.h"

#include <array>
#include <charconv>
#include <cstddef>

#include "portolan/io/file.h"

namespace portolan::detail {
namespace {

template <class Number>
void append_number(std::string& text, Number number) {
  std::array<char, 32> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  text += ' ';
  text.append(digits.data(), end);
}

void append_material(std::string& text, const Geometry& geometry, std::uint8_t area) {
  text += "usemtl ";
  if (area < geometry.area_names.size() && !geometry.area_names[area].empty()) {
    text += geometry.area_names[area];
  } else {
    text.append("area").append(std::to_string(area));
  }
  text += '\n';
}

}  // namespace

Result<std::string> write_obj(const Geometry& geometry) {
  if (!geometry.areas.empty() && geometry.areas.size() != geometry.triangles.size())
    return Error{"there are not as many areas as triangles; give one each, or none"};
  std::string text;
  text.reserve(32 * (geometry.vertices.size() + geometry.triangles.size()));
  for (const Vec3& vertex : geometry.vertices) {
    text += 'v';
    for (const float value : {vertex.x, vertex.y, vertex.z}) append_number(text, value);
    text += '\n';
  }
  for (std::size_t i = 0; i < geometry.triangles.size(); ++i) {
    const std::uint8_t area = geometry.areas.empty() ? std::uint8_t{0} : geometry.areas[i];
    const bool changes = i == 0 || (!geometry.areas.empty() && area != geometry.areas[i - 1]);
    if (changes) append_material(text, geometry, area);
    text += 'f';
    for (const std::uint32_t corner : geometry.triangles[i]) {
      if (corner >= geometry.vertices.size()) {
        std::string message = "triangle ";
        message.append(std::to_string(i)).append(" has a vertex that is not there");
        return Error{message};
      }
      append_number(text, std::uint64_t{corner} + 1);
    }
    text += '\n';
  }
  return text;
}

Result<Done> save_obj(const std::filesystem::path& path, const Geometry& geometry) {
  const auto text = write_obj(geometry);
  if (!text) return Error{path.string().append(": ").append(text.error().message)};
  return save_file_atomically(path, std::string_view(*text));
}

}  // namespace portolan::detail
