#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "portolan/core/id_vector.h"
#include "portolan/navmesh/nav_mesh_world.h"
#include "portolan/navmesh/polygon_locator.h"

namespace portolan::detail {

/// Parts, each once. Reuse one: its memory is kept.
class ReachedParts {
 public:
  void clear() {
    for (const PartId part : parts_) has_[part] = false;
    parts_.clear();
  }
  void add(PartId part) {
    if (index(part) >= has_.size()) has_.resize(index(part) + 1, false);
    if (has_[part]) return;
    has_[part] = true;
    parts_.push_back(part);
  }
  bool has(PartId part) const { return index(part) < has_.size() && has_[part]; }
  const std::vector<PartId>& parts() const { return parts_; }

 private:
  std::vector<PartId> parts_;
  IdVector<PartId, std::uint8_t> has_;
};

/// Which polygons can be reached from which under one metric, exactly, one-way portals and links
/// included, and where the nearest of them is. Immutable.
class MeshParts {
 public:
  MeshParts() = default;
  MeshParts(const PolygonMesh& mesh, const NavMeshWorld& world);

  std::uint32_t count() const { return static_cast<std::uint32_t>(step_begin_.size()) - 1; }
  /// kNoPart for polygons that cannot be stood on.
  PartId part(PolygonId polygon) const { return part_of_[polygon]; }
  /// The polygons of a part.
  std::span<const PolygonId> polygons(PartId part) const {
    return std::span(polygons_).subspan(polygon_begin_[index(part)], size(part));
  }
  std::uint32_t size(PartId part) const {
    return polygon_begin_[index(part) + 1] - polygon_begin_[index(part)];
  }
  /// The parts that one step leads to, each once.
  std::span<const PartId> steps(PartId part) const {
    return {steps_.data() + step_begin_[index(part)], steps_.data() + step_begin_[index(part) + 1]};
  }

  /// Whether a path leads from one polygon to another, both of which can be stood on. `scratch`
  /// is used where one-way steps must be followed.
  bool reaches(PolygonId from, PolygonId to, ReachedParts& scratch) const;
  /// Adds all parts that can be reached from those in it, down to number `lowest`.
  void add_reached(ReachedParts& reached, PartId lowest = PartId{0}) const;

  /// The place in some parts that is nearest to a point and within `extent` of it.
  std::optional<MeshPlace> find_nearest(const NavMesh& mesh, std::span<const PartId> parts,
                                        const Vec3& point, const Vec3& extent) const;
  std::size_t bytes() const;

 private:
  void number_parts(const NavMeshWorld& world);
  void list_steps(const NavMeshWorld& world);

  IdVector<PolygonId, PartId> part_of_;
  std::vector<PolygonId> polygons_;  // part by part
  std::vector<std::uint32_t> polygon_begin_{0};
  std::vector<PartId> steps_;
  std::vector<std::uint32_t> step_begin_{0};
  PolygonLocator locator_;  // with a tree for each part
};

}  // namespace portolan::detail
