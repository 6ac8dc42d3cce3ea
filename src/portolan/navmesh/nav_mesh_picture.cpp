#include "portolan/navmesh/nav_mesh_picture.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "portolan/core/to_whole.h"
#include "portolan/navmesh/area_colours.h"

namespace portolan::detail {
namespace {

/// Pale, so that gates and paths stand out on them.
constexpr std::array<Colour, 10> kCellColours{{{186, 211, 235},
                                               {250, 216, 172},
                                               {193, 224, 184},
                                               {238, 192, 190},
                                               {213, 198, 232},
                                               {245, 234, 165},
                                               {178, 224, 219},
                                               {227, 205, 183},
                                               {236, 198, 224},
                                               {212, 217, 155}}};
constexpr Colour kWall{84, 88, 100};

/// Lines lie that far above the surface they belong to, so that polygons of the same storey do not
/// cover them but those of the next do; in metres.
constexpr float kLineLift = 1.0f;
/// Differences in height below this are not shaded to the full, in metres.
constexpr float kFullShade = 12.0f;
constexpr double kDarkestShade = 0.22;
/// Edges inside cells are left out where polygons are smaller, in pixels.
constexpr double kSmallestOutlined = 5.0;

int difference(Colour a, Colour b) {
  const int red = a.red - b.red, green = a.green - b.green, blue = a.blue - b.blue;
  return 2 * red * red + 4 * green * green + 3 * blue * blue;
}

using CellPair = std::pair<CellId, CellId>;

/// Both orders of every two cells that something joins, sorted.
std::vector<CellPair> find_neighbours(const PolygonMesh& mesh, const std::vector<CellId>& cells) {
  std::vector<CellPair> pairs;
  const auto add = [&](std::uint32_t a, std::uint32_t b) {
    if (cells[a] == cells[b]) return;
    pairs.emplace_back(cells[a], cells[b]);
    pairs.emplace_back(cells[b], cells[a]);
  };
  for (const Portal& portal : mesh.portals) add(portal.polygons[0], portal.polygons[1]);
  for (const PolygonLink& link : mesh.links) add(link.from_polygon, link.to_polygon);
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return pairs;
}

/// For each cell the colour least like those of its neighbours, of equal ones the rarest so far.
std::vector<Colour> choose_colours(std::uint32_t count, const std::vector<CellPair>& neighbours) {
  std::vector<Colour> chosen;
  std::array<std::uint32_t, kCellColours.size()> uses{};
  auto pair = neighbours.begin();
  for (std::uint32_t cell = 0; cell < count; ++cell) {
    std::array<int, kCellColours.size()> unlike;
    unlike.fill(std::numeric_limits<int>::max());
    for (; pair != neighbours.end() && index(pair->first) == cell; ++pair) {
      if (index(pair->second) >= cell) continue;
      for (std::size_t i = 0; i < unlike.size(); ++i)
        unlike[i] = std::min(unlike[i], difference(kCellColours[i], chosen[index(pair->second)]));
    }
    std::size_t best = 0;
    for (std::size_t i = 1; i < unlike.size(); ++i) {
      if (unlike[i] > unlike[best] || (unlike[i] == unlike[best] && uses[i] < uses[best])) best = i;
    }
    ++uses[best];
    chosen.push_back(kCellColours[best]);
  }
  return chosen;
}

/// By polygon, its cell of a level.
std::vector<CellId> find_cells(const NavMeshSnapshot& snapshot, unsigned level) {
  const Partition& partition = snapshot.hierarchy().partition();
  std::vector<CellId> cells;
  for (const CellId cell : snapshot.world().layout().cells())
    cells.push_back(partition.cell(partition.ancestor(cell, level)));
  return cells;
}

/// Something to draw, when everything below it has been drawn.
struct Layer {
  enum Kind : std::uint8_t { surface, walls, portal };
  float height;
  Kind kind;
  std::uint32_t index;  ///< Of the polygon or portal.
};

float mean_height(const PolygonMesh& mesh, PolygonId polygon) {
  const std::uint32_t count = mesh.corner_count(index(polygon));
  float sum = 0.0f;
  for (std::uint32_t i = 0; i < count; ++i) sum += mesh.corner(index(polygon), i).y;
  return sum / static_cast<float>(count);
}

std::vector<Layer> sort_layers(const PolygonMesh& mesh) {
  std::vector<Layer> layers;
  for (std::uint32_t p = 0; p < mesh.polygon_count(); ++p) {
    const float height = mean_height(mesh, PolygonId{p});
    layers.push_back({height, Layer::surface, p});
    layers.push_back({height + kLineLift, Layer::walls, p});
  }
  for (std::uint32_t i = 0; i < mesh.portals.size(); ++i)
    layers.push_back({mesh.portals[i].middle().y + kLineLift, Layer::portal, i});
  std::stable_sort(layers.begin(), layers.end(),
                   [](const Layer& a, const Layer& b) { return a.height < b.height; });
  return layers;
}

/// Where along the line a-b the point nearest to p lies, in [0, 1], if within a pixel of it.
bool project(Canvas::Point p, Canvas::Point a, Canvas::Point b, double& t) {
  const double dx = b.x - a.x, dy = b.y - a.y, length2 = dx * dx + dy * dy;
  t = length2 > 0.0 ? std::clamp(((p.x - a.x) * dx + (p.y - a.y) * dy) / length2, 0.0, 1.0) : 0.0;
  return std::hypot(a.x + t * dx - p.x, a.y + t * dy - p.y) <= 1.0;
}

using Segment = std::array<Canvas::Point, 2>;

/// Draws what the doors, portals of the same polygon, leave of its edge a-b.
void draw_wall(Canvas& canvas, Canvas::Point a, Canvas::Point b, std::span<const Segment> doors,
               double radius) {
  std::vector<std::pair<double, double>> gaps;
  for (const Segment& door : doors) {
    double t0 = 0.0, t1 = 0.0;
    if (project(door[0], a, b, t0) && project(door[1], a, b, t1))
      gaps.emplace_back(std::min(t0, t1), std::max(t0, t1));
  }
  gaps.emplace_back(1.0, 1.0);
  std::sort(gaps.begin(), gaps.end());
  const double pixels = std::hypot(b.x - a.x, b.y - a.y);
  const auto point = [&](double t) {
    return Canvas::Point{a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t};
  };
  double from = 0.0;
  for (const auto& [begin, end] : gaps) {
    if ((begin - from) * pixels > 1.0) canvas.draw_line(point(from), point(begin), radius, kWall);
    from = std::max(from, end);
  }
}

/// 1, 2 or 5 times a power of ten: the longest that is no longer than `metres`.
double round_length(double metres) {
  const double power = std::pow(10.0, std::floor(std::log10(metres)));
  for (const double digit : {5.0, 2.0}) {
    if (digit * power <= metres) return digit * power;
  }
  return power;
}

}  // namespace

struct NavMeshPicture::Plan {
  const NavMeshSnapshot& snapshot;
  std::vector<CellId> cells;                              // by polygon
  std::vector<Colour> colours;                            // by cell
  std::array<std::optional<Colour>, kAreaCount> of_area;  // in place of it

  Plan(const NavMeshSnapshot& drawn, unsigned level)
      : snapshot(drawn),
        cells(find_cells(drawn, level)),
        colours(choose_colours(drawn.hierarchy().partition().cell_count(level),
                               find_neighbours(mesh(), cells))) {
    for (const AreaColour& area : choose_area_colours(drawn)) of_area[area.area] = area.colour;
  }

  const PolygonMesh& mesh() const { return snapshot.mesh().polygons(); }
  Colour ground(PolygonId polygon) const {
    const std::uint8_t area = mesh().areas.empty() ? std::uint8_t{0} : mesh().areas[index(polygon)];
    return of_area[area].value_or(colours[index(cells[index(polygon)])]);
  }
};

NavMeshPicture::NavMeshPicture(const NavMeshSnapshot& snapshot,
                               const NavMeshPictureOptions& options) {
  const PolygonMesh& mesh = snapshot.mesh().polygons();
  low_ = high_ = mesh.corner(0, 0);
  for (const std::uint32_t corner : mesh.corners) {
    const Vec3& v = mesh.vertices[corner];
    low_ = {std::min(low_.x, v.x), std::min(low_.y, v.y), std::min(low_.z, v.z)};
    high_ = {std::max(high_.x, v.x), std::max(high_.y, v.y), std::max(high_.z, v.z)};
  }
  const std::uint32_t side = std::clamp(options.width, 64u, 16384u);
  margin_ = std::max(4.0, side / 100.0);
  const double wide = double{high_.x} - double{low_.x}, deep = double{high_.z} - double{low_.z};
  pixels_per_metre_ = (side - 2.0 * margin_) / std::max({wide, deep, 1e-3});
  const auto pixels = [&](double metres) {
    const double whole = std::ceil(metres * pixels_per_metre_ + 2.0 * margin_ - 1e-6);
    return std::clamp(to_whole<std::uint32_t>(whole), 1u, side);
  };
  thin_ = std::max(0.4, side / 3200.0);
  canvas_ = Canvas(pixels(wide), pixels(deep), palette::kPaper);
  draw_mesh(Plan(snapshot, std::clamp(options.level, 1u, snapshot.hierarchy().levels())));
}

void NavMeshPicture::draw_mesh(const Plan& plan) {
  for (const Layer& layer : sort_layers(plan.mesh())) {
    switch (layer.kind) {
      case Layer::surface: draw_surface(plan, PolygonId{layer.index}, layer.height); break;
      case Layer::walls: draw_walls(plan, PolygonId{layer.index}); break;
      case Layer::portal: draw_portal(plan, plan.mesh().portals[layer.index]); break;
    }
  }
  for (const PolygonLink& link : plan.mesh().links)
    canvas_.draw_line(at(link.link.from), at(link.link.to), std::max(0.7, thin_), kLink);
}

void NavMeshPicture::draw_surface(const Plan& plan, PolygonId polygon, float height) {
  const float down = (high_.y - height) / std::max(kFullShade, high_.y - low_.y);
  const Colour ground = plan.snapshot.passable(polygon) ? plan.ground(polygon) : kBlockedGround;
  canvas_.fill_convex(outline(plan.mesh(), polygon),
                      mix_colours(ground, palette::kInk, double{down} * kDarkestShade));
}

void NavMeshPicture::draw_walls(const Plan& plan, PolygonId polygon) {
  const PolygonMesh& mesh = plan.mesh();
  const MeshLayout& layout = plan.snapshot.world().layout();
  std::vector<Segment> doors;
  for (const MeshLayout::Slot& slot : layout.slots(polygon)) {
    const std::uint32_t portal = index(layout.doorway(slot.node));
    if (portal >= mesh.portals.size()) continue;
    doors.push_back({at(mesh.portals[portal].ends[0]), at(mesh.portals[portal].ends[1])});
  }
  const std::vector<Canvas::Point> corners = outline(mesh, polygon);
  for (std::size_t i = 0; i < corners.size(); ++i)
    draw_wall(canvas_, corners[i], corners[(i + 1) % corners.size()], doors, thin_);
}

void NavMeshPicture::draw_portal(const Plan& plan, const Portal& portal) {
  const Canvas::Point a = at(portal.ends[0]), b = at(portal.ends[1]);
  const double area = static_cast<double>(canvas_.map_width()) * canvas_.map_height();
  if (plan.cells[portal.polygons[0]] != plan.cells[portal.polygons[1]]) {
    canvas_.draw_line(a, b, std::max(1.0, 2.8 * thin_), kGate);
  } else if (std::sqrt(area / plan.mesh().polygon_count()) >= kSmallestOutlined) {
    canvas_.draw_line(a, b, 0.4, kWall, 0.3);
  }
}

std::vector<Canvas::Point> NavMeshPicture::outline(const PolygonMesh& mesh,
                                                   PolygonId polygon) const {
  std::vector<Canvas::Point> corners;
  for (std::uint32_t i = 0; i < mesh.corner_count(index(polygon)); ++i)
    corners.push_back(at(mesh.corner(index(polygon), i)));
  return corners;
}

NavMeshPicture draw_nav_mesh(const NavMeshSnapshot& snapshot,
                             const NavMeshPictureOptions& options) {
  return NavMeshPicture(snapshot, options);
}

void NavMeshPicture::draw_path(std::span<const Vec3> path, Colour colour, std::uint32_t thickness) {
  std::vector<Canvas::Point> points;
  for (const Vec3& point : path) points.push_back(at(point));
  const double side = std::max(canvas_.map_width(), canvas_.map_height());
  canvas_.draw_path(points, thickness != 0 ? thickness / 2.0 : std::max(1.2, side / 700.0), colour);
}

void NavMeshPicture::draw_path(std::span<const Waypoint> path, Colour colour,
                               std::uint32_t thickness) {
  std::vector<Vec3> points;
  for (const Waypoint& waypoint : path) points.push_back(waypoint.point);
  draw_path(points, colour, thickness);
}

void NavMeshPicture::draw_marker(const Vec3& point, Colour colour) {
  const double side = std::max(canvas_.map_width(), canvas_.map_height());
  canvas_.draw_marker(at(point), std::max(5.0, side / 160.0), colour);
}

void NavMeshPicture::draw_legend(std::span<const LegendEntry> entries) {
  std::vector<LegendEntry> all(entries.begin(), entries.end());
  const double metres = round_length(canvas_.map_width() / pixels_per_metre_ / 6.0);
  char text[32];
  std::snprintf(text, sizeof text, "%g m", metres);
  all.push_back(
      {palette::kInk, text, to_whole<std::uint32_t>(std::round(metres * pixels_per_metre_))});
  canvas_.draw_legend(all);
}

Canvas::Point NavMeshPicture::at(const Vec3& point) const {
  return {(double{point.x} - double{low_.x}) * pixels_per_metre_ + margin_,
          (double{point.z} - double{low_.z}) * pixels_per_metre_ + margin_};
}

}  // namespace portolan::detail
