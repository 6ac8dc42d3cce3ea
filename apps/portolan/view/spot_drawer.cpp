#include "view/spot_drawer.h"

#include <algorithm>
#include <unordered_map>

#include "view/viewed_world.h"

namespace portolan::detail::cli {
namespace {

double unit(scenes::Random& random) { return static_cast<double>(random.next() >> 11) * 0x1p-53; }

/// The component with the most ground; kNoComponent where there is none. Of neighbours in a row
/// most are of the same, which is then looked up once.
std::uint32_t find_largest(const ViewedWorld& world, const std::vector<std::uint32_t>& components) {
  std::unordered_map<std::uint32_t, double> sizes;
  for (std::uint32_t e = 0; e < components.size();) {
    const std::uint32_t component = components[e];
    double size = 0.0;
    for (; e < components.size() && components[e] == component; ++e) size += world.size_of(e);
    if (component != kNoComponent) sizes[component] += size;
  }
  const auto largest =
      std::max_element(sizes.begin(), sizes.end(), [](const auto& a, const auto& b) {
        return std::pair(a.second, b.first) < std::pair(b.second, a.first);
      });
  return largest == sizes.end() ? kNoComponent : largest->first;
}

}  // namespace

SpotDrawer::SpotDrawer(const ViewedWorld& world) {
  std::vector<std::uint32_t> components(world.element_count());
  for (std::uint32_t e = 0; e < components.size(); ++e) components[e] = world.component_of(e);
  const std::uint32_t largest = find_largest(world, components);
  double sum = 0.0;
  for (std::uint32_t e = 0; e < components.size(); ++e) {
    if (components[e] != largest || largest == kNoComponent || world.size_of(e) <= 0.0) continue;
    elements_.push_back(e);
    sizes_.push_back(sum += world.size_of(e));
  }
}

Spot SpotDrawer::draw(const ViewedWorld& world, scenes::Random& random) const {
  const double at = unit(random) * sizes_.back();
  const auto drawn = std::min(std::upper_bound(sizes_.begin(), sizes_.end(), at), sizes_.end() - 1);
  const std::uint32_t element = elements_[static_cast<std::size_t>(drawn - sizes_.begin())];
  const auto u = static_cast<float>(unit(random));
  const auto v = static_cast<float>(unit(random));
  return {element, world.point_on(element, u, v)};
}

}  // namespace portolan::detail::cli
