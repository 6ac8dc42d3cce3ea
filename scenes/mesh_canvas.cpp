#include "scenes/mesh_canvas.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace portolan::detail::scenes {
namespace {

constexpr Cm kDeckThickness = 20;
constexpr Cm kStairRise = 20;

Vec3 to_metres(Spot s) {
  return {static_cast<float>(s.x) / 100.0f, static_cast<float>(s.y) / 100.0f,
          static_cast<float>(s.z) / 100.0f};
}

bool has_area(Spot a, Spot b, Spot c) {
  const std::int64_t ux = b.x - a.x, uy = b.y - a.y, uz = b.z - a.z;
  const std::int64_t vx = c.x - a.x, vy = c.y - a.y, vz = c.z - a.z;
  return uy * vz != uz * vy || uz * vx != ux * vz || ux * vy != uy * vx;
}

/// The corners in the order of a quad that faces up.
std::array<Spot, 4> corners_of(Plot p, Cm y) {
  return {Spot{p.x0, y, p.z0}, {p.x0, y, p.z1}, {p.x1, y, p.z1}, {p.x1, y, p.z0}};
}

/// The same with the two corners on the upper side of a slope at `y1`.
std::array<Spot, 4> slope_corners(Plot p, Uphill uphill, Cm y0, Cm y1) {
  std::array<Spot, 4> corners = corners_of(p, y0);
  const std::size_t upper = uphill == Uphill::kPlusX ? 2 : 0;
  corners[upper].y = y1;
  corners[upper + 1].y = y1;
  return corners;
}

}  // namespace

std::int64_t whole_root(std::int64_t n) {
  auto root = static_cast<std::int64_t>(std::sqrt(static_cast<double>(n)));
  while (root * root > n) --root;
  while ((root + 1) * (root + 1) <= n) ++root;
  return root;
}

void MeshCanvas::set_patch(Cm width, Cm depth, const std::array<Spot, 4>& corners) {
  width_ = width;
  depth_ = depth;
  corners_ = corners;
}

Spot MeshCanvas::lay(Spot s) const {
  if (width_ == 0) return s;
  const std::int64_t u = s.x, v = s.z, u1 = width_ - u, v1 = depth_ - v;
  const std::array<std::int64_t, 4> weights{u1 * v1, u1 * v, u * v, u * v1};
  const auto mean = [&](Cm Spot::*axis) {
    std::int64_t sum = width_ * depth_ / 2;
    for (std::size_t i = 0; i < 4; ++i) sum += weights[i] * (corners_[i].*axis);
    return static_cast<Cm>(sum / (width_ * depth_));
  };
  return {mean(&Spot::x), s.y + mean(&Spot::y), mean(&Spot::z)};
}

void MeshCanvas::triangle(Spot a, Spot b, Spot c, MeshArea area) { quad(a, b, c, c, area); }

void MeshCanvas::quad(Spot a, Spot b, Spot c, Spot d, MeshArea area) {
  const std::array<Spot, 4> laid{lay(a), lay(b), lay(c), lay(d)};
  const bool first = has_area(laid[0], laid[1], laid[2]);
  const bool second = has_area(laid[0], laid[2], laid[3]);
  if (!first && !second) return;
  const auto base = static_cast<std::uint32_t>(geometry_.vertices.size());
  for (const Spot& s : laid) {
    if (&s != &laid[3] || second) geometry_.vertices.push_back(to_metres(s));
  }
  const auto add = [&](Geometry::Triangle triangle) {
    geometry_.triangles.push_back(triangle);
    geometry_.areas.push_back(static_cast<std::uint8_t>(area));
  };
  if (first) add({base, base + 1, base + 2});
  if (second) add({base, base + 2, base + 3});
}

void MeshCanvas::wall(Spot a, Spot b, Cm height) {
  quad(a, b, {b.x, b.y + height, b.z}, {a.x, a.y + height, a.z});
}

void MeshCanvas::floor(Plot plot, Cm y, MeshArea area) {
  const auto c = corners_of(plot, y);
  quad(c[0], c[1], c[2], c[3], area);
}

void MeshCanvas::floor_around(Plot plot, Plot hole, Cm y, MeshArea area) {
  const auto out = corners_of(plot, y), in = corners_of(hole, y);
  for (std::size_t i = 0; i < 4; ++i) {
    const std::size_t next = (i + 1) % 4;
    quad(out[i], out[next], in[next], in[i], area);
  }
}

void MeshCanvas::walls(Plot plot, Cm y0, Cm y1) {
  const auto c = corners_of(plot, y0);
  for (std::size_t i = 0; i < 4; ++i) wall(c[i], c[(i + 1) % 4], y1 - y0);
}

void MeshCanvas::box(Plot plot, Cm y0, Cm y1) {
  walls(plot, y0, y1);
  floor(plot, y1);
}

void MeshCanvas::deck(Plot plot, Cm y) {
  const auto c = corners_of(plot, y - kDeckThickness);
  box(plot, y - kDeckThickness, y);
  quad(c[3], c[2], c[1], c[0]);
}

void MeshCanvas::deck_around(Plot plot, Plot hole, Cm y) {
  floor_around(plot, hole, y);
  walls(plot, y - kDeckThickness, y);
  const auto out = corners_of(plot, y - kDeckThickness), in = corners_of(hole, y - kDeckThickness);
  for (std::size_t i = 0; i < 4; ++i) {
    const std::size_t next = (i + 1) % 4;
    quad(in[i], in[next], out[next], out[i]);
  }
}

void MeshCanvas::spike(Cm x, Cm z, Cm half, Cm y0, Cm height) {
  const auto c = corners_of(plot_around(x, z, half), y0);
  for (std::size_t i = 0; i < 4; ++i) triangle(c[i], c[(i + 1) % 4], {x, y0 + height, z});
}

void MeshCanvas::house(Plot p, Cm y0, Cm height) {
  walls(p, y0, y0 + height);
  const auto c = corners_of(p, y0 + height);
  const Cm half = std::min(p.width(), p.depth()) / 2;
  const Cm top = y0 + height + half * 5 / 4;
  if (p.width() >= p.depth()) {
    const Spot west{p.x0 + half, top, p.z0 + half}, east{p.x1 - half, top, p.z0 + half};
    triangle(c[0], c[1], west);
    quad(c[1], c[2], east, west);
    triangle(c[2], c[3], east);
    quad(c[3], c[0], west, east);
  } else {
    const Spot north{p.x0 + half, top, p.z0 + half}, south{p.x0 + half, top, p.z1 - half};
    quad(c[0], c[1], south, north);
    triangle(c[1], c[2], south);
    quad(c[2], c[3], north, south);
    triangle(c[3], c[0], north);
  }
}

void MeshCanvas::ramp(Plot plot, Uphill uphill, Cm y0, Cm y1) {
  const auto top = slope_corners(plot, uphill, y0, y1);
  const auto low = slope_corners(plot, uphill, y0 - kDeckThickness, y1 - kDeckThickness);
  quad(top[0], top[1], top[2], top[3]);
  quad(low[3], low[2], low[1], low[0]);
  for (std::size_t i = 0; i < 4; ++i) {
    const std::size_t next = (i + 1) % 4;
    quad(low[i], low[next], top[next], top[i]);
  }
}

void MeshCanvas::stairs(Plot plot, Uphill uphill, Cm y0, Cm y1) {
  const Cm count = std::max(1, (y1 - y0 + kStairRise - 1) / kStairRise);
  const Cm foot = uphill == Uphill::kPlusX ? plot.x0 : plot.x1;
  const Cm head = uphill == Uphill::kPlusX ? plot.x1 : plot.x0;
  for (Cm i = 0; i < count; ++i) {
    const Cm below = y0 + (y1 - y0) * i / count, above = y0 + (y1 - y0) * (i + 1) / count;
    const Cm begin = foot + (head - foot) * i / count, end = foot + (head - foot) * (i + 1) / count;
    floor({std::min(begin, end), plot.z0, std::max(begin, end), plot.z1}, above);
    const Spot near{begin, below, plot.z0}, far{begin, below, plot.z1};
    if (uphill == Uphill::kPlusX) {
      wall(near, far, above - below);
    } else {
      wall(far, near, above - below);
    }
  }
  const auto low = slope_corners(plot, uphill, y0 - kDeckThickness, y1 - kDeckThickness);
  quad(low[3], low[2], low[1], low[0]);
}

void MeshCanvas::bridge(Spot from, Spot to, Cm half_width, MeshArea area) {
  const std::int64_t dx = to.x - from.x, dz = to.z - from.z;
  const std::int64_t length = std::max<std::int64_t>(1, whole_root(dx * dx + dz * dz));
  const auto side_x = static_cast<Cm>(-dz * half_width / length);
  const auto side_z = static_cast<Cm>(dx * half_width / length);
  const auto corner = [&](Spot s, Cm sign, Cm drop) {
    return Spot{s.x + sign * side_x, s.y - drop, s.z + sign * side_z};
  };
  quad(corner(from, -1, 0), corner(from, 1, 0), corner(to, 1, 0), corner(to, -1, 0), area);
  const Cm d = kDeckThickness;
  quad(corner(to, -1, d), corner(to, 1, d), corner(from, 1, d), corner(from, -1, d));
  for (const Cm sign : {-1, 1}) {
    const Spot begin = corner(sign > 0 ? from : to, sign, d);
    wall(begin, corner(sign > 0 ? to : from, sign, d), d);
  }
}

Geometry MeshCanvas::take() && {
  geometry_.area_names = {"ground", "road", "pavement", "grass"};
  return std::move(geometry_);
}

}  // namespace portolan::detail::scenes
