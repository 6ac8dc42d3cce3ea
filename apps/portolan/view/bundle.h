#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "portolan/types.h"
#include "view/http.h"

namespace portolan::detail::cli {

/// Arrays of numbers as one binary answer; docs/viewer-http.md describes the layout.
class Bundle {
 public:
  /// Members of the header beside "version" and "arrays".
  Json& header() { return header_; }

  /// Arrays of so many numbers for each entry.
  void add(std::string_view name, std::span<const float> values, unsigned width = 1);
  void add(std::string_view name, std::span<const std::uint32_t> values, unsigned width = 1);
  void add(std::string_view name, std::span<const std::uint16_t> values, unsigned width = 1);
  void add(std::string_view name, std::span<const std::uint8_t> values, unsigned width = 1);
  /// Three floats for each, `points` to an entry: 2 for segments.
  void add_points(std::string_view name, std::span<const Vec3> values, unsigned points = 1);

  Response response() const;

 private:
  void add_bytes(std::string_view name, const char* type, const void* values, std::size_t bytes,
                 std::size_t count, unsigned width);

  Json header_ = Json::object();
  Json arrays_ = Json::array();
  std::string data_;
};

}  // namespace portolan::detail::cli
