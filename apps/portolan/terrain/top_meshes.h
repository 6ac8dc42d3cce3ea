#pragma once

#include <cstdint>
#include <vector>

#include "portolan/core/narrow.h"
#include "portolan/picture/picture.h"
#include "portolan/terrain/merge/merged_hierarchy.h"

namespace portolan::cli {

/// The top meshes as merging goes on, each with a colour that its neighbours do not have. A merged
/// mesh keeps the colour of its largest part where it can. Hierarchy and web must outlive it.
class TopMeshes {
 public:
  TopMeshes(const MergedHierarchy& h, const TriangleWeb& web);

  /// Goes on to the state after so many steps, not fewer than before.
  void advance(std::uint32_t steps);

  std::uint32_t top(std::uint32_t triangle) const { return top_of_[triangle]; }
  Colour colour(std::uint32_t triangle) const;
  std::uint32_t count() const { return narrow<std::uint32_t>(tops_.size()); }
  std::uint32_t largest() const;  ///< Triangles in the largest.

 private:
  std::vector<std::uint8_t> find_inherited(const std::vector<std::uint32_t>& before) const;

  const MergedHierarchy& h_;
  const TriangleWeb& web_;
  std::vector<std::uint32_t> top_of_;     // by triangle
  std::vector<std::uint32_t> tops_;       // each once
  std::vector<std::uint32_t> number_of_;  // by mesh: its place there
  std::vector<std::uint8_t> colour_of_;   // by mesh
};

}  // namespace portolan::cli
