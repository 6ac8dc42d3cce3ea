#include "view/viewed_world.h"

#include <algorithm>

namespace portolan::detail::cli {

std::uint32_t ViewedWorld::element_on(const Route& route, std::size_t next, const Vec3&) const {
  return route.elements[next == 0 ? 0 : next - 1];
}

bool ViewedWorld::is_clear(const Route& route, std::size_t next, std::uint32_t) const {
  const auto begin = route.elements.begin() + static_cast<std::ptrdiff_t>(next == 0 ? 0 : next - 1);
  return route.elements.empty() ||
         std::all_of(begin, route.elements.end(), [this](std::uint32_t element) {
           return component_of(element) != kNoComponent;
         });
}

Spot find_ground(const ViewedWorld& world, const Vec3& point, const std::string& agent) {
  const Underneath under = world.find(point, agent);
  if (under.nearest != kNoElement) return {under.nearest, under.point};
  throw HttpError{
      400, "there is no ground to stand on near this point; give another (" + under.text + ")"};
}

}  // namespace portolan::detail::cli
