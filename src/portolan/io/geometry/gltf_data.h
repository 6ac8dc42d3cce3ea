#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "portolan/types.h"

/// The binary side of glTF: what the loader reads with care, and without JSON.
namespace portolan::detail {

/// The two parts of a `.glb` file.
struct GlbParts {
  std::string_view json;
  std::span<const std::byte> binary;  ///< The first buffer; empty where there is none.
};

bool is_glb(std::span<const std::byte> bytes);
/// Points into `bytes`. The message says what is wrong, without the file's name.
Result<GlbParts> split_glb(std::span<const std::byte> bytes);

/// The bytes of a `data:...;base64,...` address; nothing where it is not one.
std::optional<std::string> decode_data_uri(std::string_view uri);

/// A path as an address spells it: %20 is a blank.
std::string decode_percent(std::string_view uri);

/// An array of numbers, or of groups of them, inside a buffer.
struct GltfArray {
  std::span<const std::byte> bytes;  ///< From the first element on.
  std::uint64_t count = 0;           ///< Elements.
  std::uint64_t stride = 0;          ///< Bytes from one element to the next.
  std::uint64_t component_type = 0;  ///< As in the file: 5120 to 5126.
  std::uint64_t components = 1;      ///< Numbers an element.
  bool normalized = false;           ///< Integers stand for [0, 1] or [-1, 1].

  /// Bytes an element; 0 where the component type is unknown.
  std::uint64_t element_bytes() const;
  /// Whether the numbers are of a type that indices may have.
  bool holds_indices() const;
  /// Checks the type and that the last element ends inside the bytes. The functions below may be
  /// called only then.
  Result<Done> validate() const;
  /// Number `component` of element `i`.
  double number(std::uint64_t i, std::uint64_t component) const;
  /// Element `i` of an array that holds indices.
  std::uint32_t index(std::uint64_t i) const;
};

/// Where a node lies in the world: three rows of a 4x4 matrix, the last column being the place.
struct GltfTransform {
  std::array<std::array<double, 4>, 3> rows{{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};

  /// From the sixteen numbers of a file, column by column; its last row is taken for 0 0 0 1.
  static GltfTransform from_columns(const std::array<double, 16>& columns);
  /// Scales, turns by a quaternion x, y, z, w, which need not have length 1, then moves.
  static GltfTransform from_parts(const std::array<double, 3>& translation,
                                  const std::array<double, 4>& rotation,
                                  const std::array<double, 3>& scale);
  /// First `inner`, then this.
  GltfTransform operator*(const GltfTransform& inner) const;
  std::array<double, 3> apply(const std::array<double, 3>& point) const;
  /// Whether it turns left into right.
  bool mirrors() const;
};

}  // namespace portolan::detail
