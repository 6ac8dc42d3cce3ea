#include "portolan/navmesh/strong_components.h"

#include <algorithm>

#include "portolan/core/id_range.h"
#include "portolan/core/narrow.h"
#include "portolan/navmesh/for_each_step.h"

namespace portolan::detail {
namespace {

/// Tarjan's strongly connected components, without recursion. A component is handed out when all
/// that can be reached from it have been.
class StrongComponentFinder {
 public:
  StrongComponentFinder(const NavMeshWorld& world, std::uint32_t polygons)
      : world_(world), order_(polygons, 0), low_(polygons, 0) {}

  /// Calls give(polygons) for each component that holds what `root` leads to and that was not yet
  /// given.
  template <class Give>
  void run(PolygonId root, Give give) {
    if (order_[root] != 0) return;
    enter(root);
    while (!visits_.empty()) {
      Visit& visit = visits_.back();
      if (visit.next < visit.end) {
        const PolygonId to = next_[visit.next++];
        if (order_[to] == 0) {
          enter(to);
        } else {
          low_[visit.polygon] = std::min(low_[visit.polygon], low_[to]);
        }
        continue;
      }
      const PolygonId polygon = visit.polygon;
      next_.resize(visit.begin);
      visits_.pop_back();
      if (!visits_.empty()) {
        std::uint32_t& above = low_[visits_.back().polygon];
        above = std::min(above, low_[polygon]);
      }
      if (low_[polygon] == order_[polygon]) finish(polygon, give);
    }
  }

 private:
  static constexpr std::uint32_t kGiven = 0xFFFF'FFFFu;  // as `low`: never less than another
  struct Visit {
    PolygonId polygon;
    std::size_t begin, next, end;  // of next_
  };

  void enter(PolygonId polygon) {
    order_[polygon] = low_[polygon] = ++entered_;
    waiting_.push_back(polygon);
    const std::size_t begin = next_.size();
    for_each_step(world_, polygon,
                  [&](NodeId, const MeshPlace& place) { next_.push_back(polygon_of(place)); });
    visits_.push_back({polygon, begin, begin, next_.size()});
  }

  template <class Give>
  void finish(PolygonId polygon, Give& give) {
    const auto first = std::find(waiting_.rbegin(), waiting_.rend(), polygon).base() - 1;
    for (auto at = first; at != waiting_.end(); ++at) low_[*at] = kGiven;
    give(std::span(first, waiting_.end()));
    waiting_.erase(first, waiting_.end());
  }

  const NavMeshWorld& world_;
  IdVector<PolygonId, std::uint32_t> order_;  // 0: not yet entered
  IdVector<PolygonId, std::uint32_t> low_;
  std::uint32_t entered_ = 0;
  std::vector<PolygonId> waiting_;  // entered and not yet given
  std::vector<Visit> visits_;
  std::vector<PolygonId> next_;  // where steps lead, visit by visit
};

}  // namespace

StrongComponents::StrongComponents(const PolygonMesh& mesh, const NavMeshWorld& world) {
  number_components(world);
  list_steps(world);
  locator_ = PolygonLocator(mesh, polygons_, polygon_begin_);
}

void StrongComponents::number_components(const NavMeshWorld& world) {
  const auto& area_costs = world.costs().area_costs;
  const std::uint32_t count = size32(area_costs.size());
  component_of_.assign(count, kNoStrongComponent);
  polygons_.reserve(count);
  StrongComponentFinder finder(world, count);
  for (const PolygonId root : IdRange<PolygonId>(count)) {
    if (area_costs[root] == NavMeshMetric::kBlocked) continue;
    finder.run(root, [&](std::span<const PolygonId> component) {
      for (const PolygonId polygon : component)
        component_of_[polygon] = StrongComponentId{size32(polygon_begin_.size()) - 1};
      polygons_.insert(polygons_.end(), component.begin(), component.end());
      polygon_begin_.push_back(size32(polygons_.size()));
    });
  }
}

void StrongComponents::list_steps(const NavMeshWorld& world) {
  for (std::uint32_t p = 0; p + 1 < polygon_begin_.size(); ++p) {
    const auto begin = steps_.size();
    for (const PolygonId polygon : polygons(StrongComponentId{p})) {
      for_each_step(world, polygon, [&](NodeId, const MeshPlace& place) {
        const StrongComponentId to = of(polygon_of(place));
        if (to != StrongComponentId{p}) steps_.push_back(to);
      });
    }
    const auto first = steps_.begin() + static_cast<std::ptrdiff_t>(begin);
    std::sort(first, steps_.end());
    steps_.erase(std::unique(first, steps_.end()), steps_.end());
    step_begin_.push_back(size32(steps_.size()));
  }
}

void StrongComponents::add_reached(ReachedComponents& reached, StrongComponentId lowest) const {
  for (std::size_t i = 0; i < reached.all().size(); ++i) {
    for (const StrongComponentId to : steps(reached.all()[i])) {
      if (to >= lowest) reached.add(to);
    }
  }
}

bool StrongComponents::reaches(PolygonId from, PolygonId to, ReachedComponents& scratch) const {
  const StrongComponentId goal = of(to);
  if (of(from) == goal) return true;
  if (of(from) < goal || steps(of(from)).empty()) return false;
  scratch.clear();
  scratch.add(of(from));
  add_reached(scratch, goal);
  return scratch.has(goal);
}

std::optional<MeshPlace> StrongComponents::find_nearest(
    const NavMesh& mesh, std::span<const StrongComponentId> components, const Vec3& point,
    const Vec3& extent) const {
  std::optional<MeshPlace> best;
  for (const StrongComponentId component : components)
    best = locator_.find_nearer(mesh.polygons(), mesh.locator(), point, extent, component, best);
  return best;
}

std::size_t StrongComponents::bytes() const {
  return (component_of_.capacity() + polygons_.capacity() + polygon_begin_.capacity() +
          steps_.capacity() + step_begin_.capacity()) *
             4 +
         locator_.bytes();
}

}  // namespace portolan::detail
