#pragma once

#include <cstdint>
#include <vector>

#include "scenes/random.h"
#include "view/route.h"

namespace portolan::detail::cli {

class ViewedWorld;

/// Draws places to stand on, all spots of ground equally likely, of the largest part of a world
/// that hangs together: all of them can be reached from each other where nothing is one-way.
/// Any number of threads may draw.
class SpotDrawer {
 public:
  explicit SpotDrawer(const ViewedWorld& world);

  /// Whether there is nowhere to stand.
  bool empty() const { return elements_.empty(); }
  /// The world must be the one it was made for.
  Spot draw(const ViewedWorld& world, scenes::Random& random) const;

 private:
  std::vector<std::uint32_t> elements_;
  std::vector<double> sizes_;  // added up
};

}  // namespace portolan::detail::cli
