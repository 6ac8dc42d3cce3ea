#include "portolan/navmesh/doorway_points.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

namespace portolan::detail {
namespace {

constexpr int kRounds = 8;
constexpr double kMargin = 0.2;  ///< Nearer to an end, as part of the width, no point lies.
constexpr double kSteps = 64.0;  ///< From end to end.
constexpr std::size_t kMostLines = 4096;  ///< Through one portal; with more it keeps its middle.

/// A point or a line seen from above.
struct Plan {
  double x = 0.0;
  double z = 0.0;

  friend Plan operator-(const Plan& a, const Plan& b) { return {a.x - b.x, a.z - b.z}; }
};

Plan plan_of(const Vec3& point) { return {double{point.x}, double{point.z}}; }
double cross(const Plan& a, const Plan& b) { return a.x * b.z - a.z * b.x; }
double square(const Plan& a) { return a.x * a.x + a.z * a.z; }

class Points {
 public:
  explicit Points(const PolygonMesh& mesh) : portals_(mesh.portals), shares_(portals_.size(), 0.5) {
    list_portals(mesh.polygon_count());
    for (const Portal& portal : portals_)
      widths_.push_back(std::sqrt(square(plan_of(portal.ends[1]) - plan_of(portal.ends[0]))));
    plans_.resize(portals_.size());
    move(shares_);
  }

  void go_half_of_it() {
    std::vector<double> shares = shares_;
    for (std::uint32_t i = 0; i < portals_.size(); ++i)
      shares[i] = 0.5 * (shares_[i] + mean_crossing(i));
    move(shares);
  }

  Vec3 point(std::uint32_t portal) const {
    const auto& [first, second] = portals_[portal].ends;
    const double share = std::round(shares_[portal] * kSteps) / kSteps;
    const auto mix = [&](float a, float b) {  // in double, where both products are exact
      return static_cast<float>(double{a} * (1.0 - share) + double{b} * share);
    };
    return {mix(first.x, second.x), mix(first.y, second.y), mix(first.z, second.z)};
  }

 private:
  void list_portals(std::uint32_t polygons) {
    begin_.assign(polygons + 1, 0);
    for (const Portal& portal : portals_) {
      for (const std::uint32_t polygon : portal.polygons) ++begin_[polygon + 1];
    }
    for (std::uint32_t p = 0; p < polygons; ++p) begin_[p + 1] += begin_[p];
    std::vector<std::size_t> next(begin_.begin(), begin_.end() - 1);
    list_.resize(begin_.back());
    for (std::uint32_t i = 0; i < portals_.size(); ++i) {
      for (const std::uint32_t polygon : portals_[i].polygons) list_[next[polygon]++] = i;
    }
  }
  std::span<const std::uint32_t> portals_of(PolygonId polygon) const {
    return {list_.data() + begin_[index(polygon)], list_.data() + begin_[index(polygon) + 1]};
  }

  void move(const std::vector<double>& shares) {
    shares_ = shares;
    for (std::size_t i = 0; i < portals_.size(); ++i) {
      const Plan from = plan_of(portals_[i].ends[0]);
      const Plan along = plan_of(portals_[i].ends[1]) - from;
      plans_[i] = {from.x + shares_[i] * along.x, from.z + shares_[i] * along.z};
    }
  }

  /// Where the lines cross a portal in the mean, as a share of the path from its
  /// first end.
  double mean_crossing(std::uint32_t portal) const {
    const auto here = portals_of(PolygonId{portals_[portal].polygons[0]});
    const auto there = portals_of(PolygonId{portals_[portal].polygons[1]});
    if (here.size() * there.size() > kMostLines) return 0.5;
    const Plan from = plan_of(portals_[portal].ends[0]);
    const Plan along = plan_of(portals_[portal].ends[1]) - from;
    double sum = 0.0;
    double weights = 0.0;
    for (const std::uint32_t a : here) {
      for (const std::uint32_t b : there) {
        if (a == portal || b == portal) continue;
        const Plan line = plans_[b] - plans_[a];
        const double turn = cross(along, line);
        if (turn == 0.0) continue;  // beside each other, or no line
        const double share = cross(plans_[a] - from, line) / turn;
        const double weight = widths_[a] * widths_[b] * (turn * turn / square(line));
        sum += weight * std::clamp(share, kMargin, 1.0 - kMargin);
        weights += weight;
      }
    }
    return weights > 0.0 ? sum / weights : 0.5;
  }

  std::span<const Portal> portals_;
  std::vector<std::size_t> begin_;  // by polygon: its part of list_
  std::vector<std::uint32_t> list_;
  std::vector<double> widths_;  // by portal, as all that follows
  std::vector<double> shares_;
  std::vector<Plan> plans_;
};

}  // namespace

std::vector<Vec3> make_doorway_points(const PolygonMesh& mesh) {
  Points points(mesh);
  for (int round = 0; round < kRounds; ++round) points.go_half_of_it();
  std::vector<Vec3> all;
  all.reserve(mesh.portals.size());
  for (std::uint32_t i = 0; i < mesh.portals.size(); ++i) all.push_back(points.point(i));
  return all;
}

}  // namespace portolan::detail
