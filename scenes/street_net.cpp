#include "scenes/street_net.h"

#include <algorithm>

namespace portolan::detail::scenes {

StreetNet::StreetNet(const Options& options, Random& random)
    : options_(options), count_(std::max(1, options.size / options.pitch)) {
  lines_x_ = make_lines(random);
  lines_z_ = make_lines(random);
  heights_.resize(lines_x_.size() * lines_z_.size());
  bend_key_ = random.next();
}

std::vector<StreetNet::Line> StreetNet::make_lines(Random& random) const {
  std::vector<Line> lines;
  const Cm wander = options_.pitch / 8;
  for (Cm k = 0; k <= count_; ++k) {
    const Cm half = random.between(options_.narrowest_street, options_.widest_street) / 2;
    const auto even = static_cast<Cm>(std::int64_t{options_.size} * k / count_);
    const Cm at = even + random.between(-wander, wander);
    lines.push_back({std::clamp(at, half, options_.size - half), half});
  }
  lines.front().middle = lines.front().half;
  lines.back().middle = options_.size - lines.back().half;
  return lines;
}

Spot StreetNet::middle(Cm i, Cm j) const {
  return {lines_x_[static_cast<std::size_t>(i)].middle, 0,
          lines_z_[static_cast<std::size_t>(j)].middle};
}

Spot StreetNet::corner(Cm i, Cm j, Cm side_x, Cm side_z) const {
  const Line& along_x = lines_x_[static_cast<std::size_t>(i)];
  const Line& along_z = lines_z_[static_cast<std::size_t>(j)];
  const Cm x = along_x.middle + side_x * along_x.half;
  const Cm z = along_z.middle + side_z * along_z.half;
  // The border stays straight, and the bend grows with the path from it.
  const auto bent = [&](Cm at, std::uint64_t key) {
    const Cm most = std::min(options_.bend, std::min(at, options_.size - at) / 4);
    return at + (noise_at(key, x, z, 4 * options_.pitch) - 512) * most / 512;
  };
  return {bent(x, bend_key_), height(i, j), bent(z, ~bend_key_)};
}

Ground StreetNet::crossing(Cm i, Cm j) const {
  return {2 * lines_x_[static_cast<std::size_t>(i)].half,
          2 * lines_z_[static_cast<std::size_t>(j)].half,
          {corner(i, j, -1, -1), corner(i, j, -1, 1), corner(i, j, 1, 1), corner(i, j, 1, -1)}};
}

Ground StreetNet::street_along_x(Cm i, Cm j) const {
  const Line& from = lines_x_[static_cast<std::size_t>(i)];
  const Line& to = lines_x_[static_cast<std::size_t>(i) + 1];
  return {
      to.middle - to.half - from.middle - from.half,
      2 * lines_z_[static_cast<std::size_t>(j)].half,
      {corner(i, j, 1, -1), corner(i, j, 1, 1), corner(i + 1, j, -1, 1), corner(i + 1, j, -1, -1)}};
}

Ground StreetNet::street_along_z(Cm i, Cm j) const {
  const Line& from = lines_z_[static_cast<std::size_t>(j)];
  const Line& to = lines_z_[static_cast<std::size_t>(j) + 1];
  return {
      to.middle - to.half - from.middle - from.half,
      2 * lines_x_[static_cast<std::size_t>(i)].half,
      {corner(i, j, 1, 1), corner(i, j, -1, 1), corner(i, j + 1, -1, -1), corner(i, j + 1, 1, -1)}};
}

Ground StreetNet::block(Cm i, Cm j, Cm y) const {
  Ground ground{street_along_x(i, j).width,
                street_along_z(i, j).width,
                {corner(i, j, 1, 1), corner(i, j + 1, 1, -1), corner(i + 1, j + 1, -1, -1),
                 corner(i + 1, j, -1, 1)}};
  for (Spot& c : ground.corners) c.y = y;
  return ground;
}

}  // namespace portolan::detail::scenes
