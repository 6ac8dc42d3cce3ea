#include "portolan/navmesh/place_drawer.h"

#include "portolan/surface.h"

namespace portolan {

struct PlaceDrawer::Inside : detail::PlaceDrawer {
  using detail::PlaceDrawer::PlaceDrawer;
};

PlaceDrawer::PlaceDrawer(const NavMeshSnapshot& snapshot, std::uint64_t seed)
    : inside_(std::make_unique<Inside>(snapshot.inside(), seed)) {}
PlaceDrawer::~PlaceDrawer() = default;
PlaceDrawer::PlaceDrawer(PlaceDrawer&&) noexcept = default;
PlaceDrawer& PlaceDrawer::operator=(PlaceDrawer&&) noexcept = default;

std::optional<MeshPlace> PlaceDrawer::draw() { return inside_->draw(); }

std::optional<MeshPlace> PlaceDrawer::draw_reachable(const MeshPlace& from) {
  return inside_->draw_reachable(from);
}

}  // namespace portolan
