#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "portolan/hierarchy/hierarchy.h"
#include "portolan/terrain.h"
#include "portolan/types.h"
#include "view/bundle.h"
#include "world/world.h"

namespace portolan::detail::cli {

inline constexpr std::uint32_t kNoElement = 0xFFFF'FFFFu;

/// What lies under a point of the page.
struct Underneath {
  std::uint32_t element = kNoElement;  ///< Tile, polygon or triangle; kNoElement: nothing.
  bool walkable = false;               ///< Whether one can stand there.
  std::uint32_t nearest = kNoElement;  ///< The nearest element to stand on,
  Vec3 point;                          ///< and where on it.
  std::string text;                    ///< For people.
  Json details = Json::object();       ///< Members for programs, such as its letter.
};

/// A world as the page sees it: points in space, y up, and elements, which its surface is made of:
/// tiles, polygons or triangles. Not changed once made; any number of threads may ask.
class ViewedWorld {
 public:
  virtual ~ViewedWorld() = default;

  virtual const World& world() const = 0;
  virtual std::uint32_t element_count() const = 0;
  virtual Box bounds() const = 0;
  /// Members of /api/world that only this kind of world has.
  virtual Json details(const std::string& agent) const = 0;
  /// What can be asked of it.
  virtual std::vector<Algorithm> algorithms(const std::string& agent) const = 0;
  virtual void add_geometry(Bundle& bundle) const = 0;

  virtual const Hierarchy& hierarchy(const std::string& agent) const = 0;
  /// The cell of level 1 that an element lies in.
  virtual CellId cell_of(std::uint32_t element) const = 0;
  /// Where a node of the base graph is drawn.
  virtual Vec3 place_of(NodeId node) const = 0;
  /// A cost in the units of reports.
  virtual double in_units(Cost cost, const std::string& agent) const = 0;
  /// Calls with every two elements that lie side by side.
  virtual void for_each_border(
      const std::function<void(std::uint32_t, std::uint32_t)>& visit) const = 0;
  /// More arrays about the gates of a level, where the kind of world has any.
  virtual void add_to_gates(unsigned, Bundle&) const {}

  virtual Underneath find(const Vec3& point, const std::string& agent) const = 0;
  /// A point as World::make_query wants it spelled.
  virtual std::string spell(const Vec3& point) const = 0;
  /// The latest answer of a solver as a line on the surface; none where there is no path.
  virtual std::vector<Vec3> line_of(const Solver& solver) const = 0;
  /// Pairs of points with a path between them.
  virtual std::vector<std::pair<Vec3, Vec3>> draw_pairs(std::size_t count,
                                                        std::uint64_t seed) const = 0;
};

}  // namespace portolan::detail::cli
