#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "portolan/hierarchy/hierarchy.h"
#include "portolan/terrain.h"
#include "portolan/types.h"
#include "scenes/random.h"
#include "view/bundle.h"
#include "view/edit.h"
#include "view/route.h"
#include "view/wave.h"
#include "world/world.h"

namespace portolan::detail::cli {

class MergedView;

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

/// An abstract path as a line, and what it becomes when it is refined hop by hop.
struct AbstractLine {
  std::vector<Vec3> points;                ///< Start, nodes, goal.
  std::vector<std::vector<Vec3>> refined;  ///< Of each stretch: what lies behind its first point.
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
  /// The names of the agent types; one that is empty where there is but one without a name.
  virtual std::vector<std::string> agents() const { return {""}; }

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
  virtual Route route_of(const Solver& solver) const = 0;
  /// The hierarchy's abstract path between two points.
  virtual AbstractLine abstract_line(const Vec3& start, const Vec3& goal,
                                     const QueryOptions& options,
                                     const std::string& agent) const = 0;
  /// Pairs of points with a path between them.
  virtual std::vector<std::pair<Vec3, Vec3>> draw_pairs(std::size_t count,
                                                        std::uint64_t seed) const = 0;

  /// The costs from the ground nearest to a point to all elements, by Dijkstra's algorithm on level
  /// 0 or by the hierarchy. Throws an HttpError where there is no ground near it.
  virtual Wave make_wave(const Vec3& from, bool by_hierarchy, const std::string& agent) const = 0;
  /// The world after a change. Throws an HttpError where that is not possible.
  virtual Edited edit(const Edit& edit) const = 0;

  /// What there is to see of a merged hierarchy; null where this kind of world has none.
  virtual const MergedView* merged() const { return nullptr; }

  /// Sizes of level 1's cells that are worth comparing: sides of squares, or μ on a mesh.
  virtual std::vector<std::uint32_t> cell_sizes() const = 0;
  /// The same world cut into cells of another size, without tables.
  virtual std::shared_ptr<const ViewedWorld> with_cell_size(std::uint32_t size,
                                                            const Progress& progress) const = 0;

  /// The same world with tables for every agent type that has none; cancelled, and null, when
  /// `progress` says so.
  virtual std::shared_ptr<const ViewedWorld> with_tables(const Progress& progress) const = 0;

  // What agents need; they are of the first agent type.
  /// Elements that hang together have the same; kNoComponent where nobody can stand.
  virtual std::uint32_t component_of(std::uint32_t element) const = 0;
  /// How much ground an element is, beside others of the same world.
  virtual double size_of(std::uint32_t) const { return 1.0; }
  /// A point to stand on, chosen by two numbers below 1.
  virtual Vec3 point_on(std::uint32_t element, float u, float v) const = 0;
  virtual std::unique_ptr<RouteFinder> make_route_finder() const = 0;
  /// A route to some element beside that of a spot, or to the same where there is none.
  virtual Route step_randomly(const Spot& from, scenes::Random& random) const = 0;
  /// The element at a position on a route, on the way to its point number `next`.
  virtual std::uint32_t element_on(const Route& route, std::size_t next,
                                   const Vec3& position) const;
  /// Where an agent on the way to point `next` enters another element, or has its middle before
  /// it: somewhere on the straight line there, at the latest that point.
  virtual Vec3 step_end(const Route& route, std::size_t next, const Vec3&) const {
    return route.points[next];
  }
  /// Whether all of a route can be walked on, from an element on the way to point `next` on.
  virtual bool is_clear(const Route& route, std::size_t next, std::uint32_t place) const;
};

/// The place on the ground nearest to a point; throws an HttpError where there is none.
Spot find_ground(const ViewedWorld& world, const Vec3& point, const std::string& agent);

}  // namespace portolan::detail::cli
