#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "portolan/core/id_vector.h"
#include "portolan/navmesh/nav_mesh_world.h"
#include "portolan/navmesh/polygon_locator.h"

namespace portolan::detail {

/// Strong components, each once. Reuse one: its memory is kept.
class ReachedComponents {
 public:
  void clear() {
    for (const StrongComponentId component : components_) has_[component] = false;
    components_.clear();
  }
  void add(StrongComponentId component) {
    if (index(component) >= has_.size()) has_.resize(index(component) + 1, false);
    if (has_[component]) return;
    has_[component] = true;
    components_.push_back(component);
  }
  bool has(StrongComponentId component) const {
    return index(component) < has_.size() && has_[component];
  }
  const std::vector<StrongComponentId>& all() const { return components_; }

 private:
  std::vector<StrongComponentId> components_;
  IdVector<StrongComponentId, std::uint8_t> has_;
};

/// Which polygons can be reached from which under one metric, exactly, one-way portals and links
/// included, and where the nearest of them is. Immutable.
class StrongComponents {
 public:
  StrongComponents() = default;
  StrongComponents(const PolygonMesh& mesh, const NavMeshWorld& world);

  std::uint32_t count() const { return static_cast<std::uint32_t>(step_begin_.size()) - 1; }
  /// kNoStrongComponent for polygons that cannot be stood on.
  StrongComponentId of(PolygonId polygon) const { return component_of_[polygon]; }
  /// The polygons of a component.
  std::span<const PolygonId> polygons(StrongComponentId component) const {
    return std::span(polygons_).subspan(polygon_begin_[index(component)], size(component));
  }
  std::uint32_t size(StrongComponentId component) const {
    return polygon_begin_[index(component) + 1] - polygon_begin_[index(component)];
  }
  /// The components that one step leads to, each once.
  std::span<const StrongComponentId> steps(StrongComponentId component) const {
    return {steps_.data() + step_begin_[index(component)],
            steps_.data() + step_begin_[index(component) + 1]};
  }

  /// Whether a path leads from one polygon to another, both of which can be stood on. `scratch`
  /// is used where one-way steps must be followed.
  bool reaches(PolygonId from, PolygonId to, ReachedComponents& scratch) const;
  /// Adds all components that can be reached from those in it, down to number `lowest`.
  void add_reached(ReachedComponents& reached,
                   StrongComponentId lowest = StrongComponentId{0}) const;

  /// The place in some components that is nearest to a point and within `extent` of it.
  std::optional<MeshPlace> find_nearest(const NavMesh& mesh,
                                        std::span<const StrongComponentId> components,
                                        const Vec3& point, const Vec3& extent) const;
  std::size_t bytes() const;

 private:
  void number_components(const NavMeshWorld& world);
  void list_steps(const NavMeshWorld& world);

  IdVector<PolygonId, StrongComponentId> component_of_;
  std::vector<PolygonId> polygons_;  // component by component
  std::vector<std::uint32_t> polygon_begin_{0};
  std::vector<StrongComponentId> steps_;
  std::vector<std::uint32_t> step_begin_{0};
  PolygonLocator locator_;  // with a tree for each component
};

}  // namespace portolan::detail
