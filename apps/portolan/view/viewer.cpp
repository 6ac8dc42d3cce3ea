#include "view/viewer.h"

#include <algorithm>

#include "failure.h"
#include "report/point_json.h"
#include "view/hierarchy_view.h"
#include "view/path_view.h"
#include "view/request_values.h"
#include "view/viewed_grid.h"
#include "view/viewed_mesh.h"
#include "view/viewed_terrain.h"

namespace portolan::detail::cli {
namespace {

constexpr std::size_t kDrawnPairs = 32;

/// Two points far apart with a path between them; twice the middle of a world that has none.
std::pair<Vec3, Vec3> find_first_ends(const ViewedWorld& world) {
  try {
    const auto pairs = world.draw_pairs(kDrawnPairs, 1);
    return *std::max_element(pairs.begin(), pairs.end(), [](const auto& a, const auto& b) {
      return distance(a.first, a.second) < distance(b.first, b.second);
    });
  } catch (const Failure&) {
    const Box box = world.bounds();
    const Vec3 middle = (box.low + box.high) * 0.5f;
    return {middle, middle};
  }
}

Json names_json(const std::vector<Algorithm>& algorithms) {
  Json names = Json::array();
  for (const Algorithm algorithm : algorithms) names.push_back(name(algorithm));
  return names;
}

template <class Loaded>
std::shared_ptr<const Loaded> loaded_as(std::unique_ptr<World> world) {
  return std::shared_ptr<const Loaded>(static_cast<const Loaded*>(world.release()));
}

}  // namespace

std::shared_ptr<const ViewedWorld> make_viewed_world(std::unique_ptr<World> world) {
  switch (world->kind()) {
    case WorldKind::grid:
      return std::make_shared<ViewedGrid>(loaded_as<LoadedGrid>(std::move(world)));
    case WorldKind::navmesh:
      return std::make_shared<ViewedMesh>(loaded_as<LoadedMesh>(std::move(world)));
    case WorldKind::terrain:
      return std::make_shared<ViewedTerrain>(loaded_as<LoadedTerrain>(std::move(world)));
  }
  throw Failure{ExitCode::internal, "a world of no known kind"};
}

Viewer::Viewer(std::string name, std::shared_ptr<const ViewedWorld> world)
    : name_(std::move(name)), first_ends_(find_first_ends(*world)), state_{1, std::move(world)} {}

Viewer::State Viewer::state() const {
  const std::lock_guard lock(mutex_);
  return state_;
}

void Viewer::add_routes(Router& router) {
  using Member = Response (Viewer::*)(const Request&) const;
  const std::pair<const char*, Member> routes[] = {
      {"/api/world", &Viewer::answer_world}, {"/api/geometry", &Viewer::answer_geometry},
      {"/api/cells", &Viewer::answer_cells}, {"/api/gates", &Viewer::answer_gates},
      {"/api/cell", &Viewer::answer_cell},   {"/api/at", &Viewer::answer_at},
      {"/api/path", &Viewer::answer_path},
  };
  for (const auto& [path, member] : routes) {
    router.add("GET", path, [this, member = member](const Request& request) {
      return (this->*member)(request);
    });
  }
}

Response Viewer::answer_world(const Request& request) const {
  const State now = state();
  const std::string agent = read_text_or(request, "agent", "");
  const World& world = now.world->world();
  const Box box = now.world->bounds();
  Json json{{"revision", now.revision},
            {"name", name_},
            {"kind", name(world.kind())},
            {"bounds", {{"min", point_json(box.low)}, {"max", point_json(box.high)}}},
            {"size_text", world.size_text()},
            {"elements", now.world->element_count()},
            {"levels", world.levels()},
            {"level_info", level_info_json(now.world->hierarchy(agent))},
            {"agents", Json::array()},
            {"algorithms", names_json(now.world->algorithms(agent))},
            {"build_ms", world.build_ms()},
            {"hierarchy_bytes", world.hierarchy_bytes()},
            {"table_bytes", world.table_bytes()},
            {"merged", Json()},
            {"start", point_json(first_ends_.first)},
            {"goal", point_json(first_ends_.second)}};
  json.update(now.world->details(agent));
  return json_response(json);
}

Response Viewer::answer_geometry(const Request&) const {
  const State now = state();
  Bundle bundle;
  bundle.header()["revision"] = now.revision;
  bundle.header()["kind"] = name(now.world->world().kind());
  now.world->add_geometry(bundle);
  return bundle.response();
}

Response Viewer::answer_cells(const Request& request) const {
  const State now = state();
  Bundle bundle;
  bundle.header()["revision"] = now.revision;
  add_cells(*now.world, read_whole(request, "level", 1, now.world->world().levels()), bundle);
  return bundle.response();
}

Response Viewer::answer_gates(const Request& request) const {
  const State now = state();
  Bundle bundle;
  bundle.header()["revision"] = now.revision;
  add_gates(*now.world, read_text_or(request, "agent", ""),
            read_whole(request, "level", 1, now.world->world().levels()), bundle);
  return bundle.response();
}

Response Viewer::answer_cell(const Request& request) const {
  const State now = state();
  const std::string agent = read_text_or(request, "agent", "");
  const unsigned level = read_whole(request, "level", 1, now.world->world().levels());
  const std::uint32_t cells = now.world->hierarchy(agent).partition().cell_count(level);
  Json json{{"revision", now.revision}};
  json.update(
      cell_json(*now.world, agent, level, CellId{read_whole(request, "cell", 0, cells - 1)}));
  return json_response(json);
}

Response Viewer::answer_at(const Request& request) const {
  const State now = state();
  const Underneath under =
      now.world->find(read_point(request, "point"), read_text_or(request, "agent", ""));
  const auto number = [](std::uint32_t element) {
    return element == kNoElement ? Json() : Json(element);
  };
  Json json{{"revision", now.revision},
            {"element", number(under.element)},
            {"walkable", under.walkable},
            {"nearest", number(under.nearest)},
            {"point", under.nearest == kNoElement ? Json() : point_json(under.point)},
            {"text", under.text},
            {"cells", cells_of(*now.world, under.element)}};
  json.update(under.details);
  return json_response(json);
}

Response Viewer::answer_path(const Request& request) const {
  const State now = state();
  Json json{{"revision", now.revision}};
  json.update(find_path_json(*now.world, name_, request));
  return json_response(json);
}

}  // namespace portolan::detail::cli
