#include "view/viewer.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <string_view>

#include "arguments/argument_parsing.h"
#include "failure.h"
#include "report/point_json.h"
#include "view/hierarchy_view.h"
#include "view/merged_view.h"
#include "view/path_view.h"
#include "view/request_values.h"
#include "view/trace_view.h"
#include "view/viewed_grid.h"
#include "view/viewed_mesh.h"
#include "view/viewed_terrain.h"

namespace portolan::detail::cli {
namespace {

constexpr std::size_t kDrawnPairs = 32;
constexpr std::size_t kMostUndo = 50;
constexpr double kFarthestArea = 1e7;  // in metres
/// New tables wait until nothing has changed for so long.
constexpr std::chrono::milliseconds kQuietTime{300};

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

bool has_tables(const ViewedWorld& world) {
  const auto agents = world.agents();
  return std::all_of(agents.begin(), agents.end(), [&](const std::string& agent) {
    return world.world().tables(agent).answer();
  });
}

Json names_json(const std::vector<Algorithm>& algorithms) {
  Json names = Json::array();
  for (const Algorithm algorithm : algorithms) names.push_back(name(algorithm));
  return names;
}

/// A request for paths without those by tables, and whether it asked for any.
std::pair<Request, bool> without_tables(Request request) {
  std::string left;
  bool found = false;
  for (const std::string& word : split(read_text_or(request, "algorithms", "hierarchy"), ',')) {
    if (word == "tables") {
      found = true;
    } else {
      left += (left.empty() ? "" : ",") + word;
    }
  }
  std::erase_if(request.parameters, [](const auto& entry) { return entry.first == "algorithms"; });
  request.parameters.emplace_back("algorithms", left);
  return {std::move(request), found};
}

const MergedView& merged_of(const ViewedWorld& world) {
  if (const MergedView* merged = world.merged()) return *merged;
  throw HttpError{400, "only terrain has a merged hierarchy; look at its levels instead"};
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
    : name_(std::move(name)),
      first_ends_(find_first_ends(*world)),
      state_{1, std::move(world)},
      tables_wanted_(has_tables(*state_.world)),
      table_builder_([this](const std::stop_token& stop) { build_tables(stop); }) {}

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
      {"/api/path", &Viewer::answer_path},   {"/api/trace", &Viewer::answer_trace},
      {"/api/wave", &Viewer::answer_wave},   {"/api/merged", &Viewer::answer_merged},
  };
  add_merged_routes(router);
  for (const auto& [path, member] : routes) {
    router.add("GET", path, [this, member = member](const Request& request) {
      return (this->*member)(request);
    });
  }
  router.add("POST", "/api/edit", [this](const Request& request) { return answer_edit(request); });
  router.add("POST", "/api/edit/undo",
             [this](const Request& request) { return answer_undo(request); });
  router.add("POST", "/api/obstacle", [](const Request&) -> Response {
    throw HttpError{501,
                    "obstacles on meshes come with a later version; change an area's cost "
                    "by /api/edit instead"};
  });
  router.add("GET", "/api/measure", [this](const Request&) { return measure_.describe(); });
  router.add("POST", "/api/measure", [this](const Request& request) {
    const State now = state();
    return measure_.start(request, now.world, now.revision);
  });
  router.add("DELETE", "/api/measure", [this](const Request&) { return measure_.stop(); });
  router.add("GET", "/api/agents",
             [this](const Request& request) { return crowd_.describe(request); });
  router.add("POST", "/api/agents",
             [this](const Request& request) { return crowd_.start(request, state().world); });
  router.add("GET", "/api/agents/frame",
             [this](const Request& request) { return crowd_.advance(request); });
  router.add("GET", "/api/agents/density",
             [this](const Request& request) { return crowd_.density(request); });
}

void Viewer::add_merged_routes(Router& router) {
  using Add = void (MergedView::*)(const Request&, Bundle&) const;
  const std::pair<const char*, Add> routes[] = {
      {"/api/merged/clusters", &MergedView::add_clusters},
      {"/api/merged/parents", &MergedView::add_parents},
  };
  for (const auto& [path, add] : routes) {
    router.add("GET", path, [this, add = add](const Request& request) {
      const State now = state();
      Bundle bundle;
      (merged_of(*now.world).*add)(request, bundle);
      return bundle.response();
    });
  }
  router.add("GET", "/api/merged/path", [this](const Request& request) {
    const State now = state();
    const MergedView& merged = merged_of(*now.world);
    const auto ground = [&](const char* name) {
      return TriangleId{find_ground(*now.world, read_point(request, name), "").element};
    };
    Bundle bundle;
    merged.add_path(request, ground("from"), ground("to"), bundle);
    return bundle.response();
  });
}

const char* Viewer::table_state(const ViewedWorld& world) const {
  if (has_tables(world)) return "ready";
  const std::lock_guard lock(mutex_);
  return tables_wanted_ ? "building" : "none";
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
            {"tables", table_state(*now.world)},
            {"can_merge", false},
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
  if (std::string_view(table_state(*now.world)) != "building") {
    json.update(find_path_json(*now.world, name_, request));
    return json_response(json);
  }
  // Whoever asks for tables may not know of the change that took them away for now.
  const auto [rest, left_out] = without_tables(request);
  if (read_text(rest, "algorithms").empty()) {
    json["algorithms"] = Json::object();
  } else {
    json.update(find_path_json(*now.world, name_, rest));
  }
  if (left_out) json["building"] = Json::array({"tables"});
  return json_response(json);
}

Response Viewer::answer_trace(const Request& request) const {
  const State now = state();
  Bundle bundle;
  bundle.header()["revision"] = now.revision;
  add_trace(*now.world, request, bundle);
  return bundle.response();
}

Response Viewer::answer_merged(const Request& request) const {
  const State now = state();
  return json_response(merged_of(*now.world).describe(request));
}

Response Viewer::answer_wave(const Request& request) const {
  const State now = state();
  const std::string algorithm = read_text_or(request, "algorithm", "astar");
  const Vec3 from = read_point(request, "from");
  Wave wave;
  if (algorithm == "merged") {
    const TriangleId start{find_ground(*now.world, from, "").element};
    wave = merged_of(*now.world).make_wave(start, read_real(request, "area", 0.0, kFarthestArea));
  } else if (algorithm == "astar" || algorithm == "hierarchy") {
    wave = now.world->make_wave(from, algorithm == "hierarchy", read_text_or(request, "agent", ""));
  } else {
    throw HttpError{400, "algorithm: give astar, hierarchy, or on terrain merged"};
  }
  float largest = 0.0f;
  for (const float cost : wave.costs) {
    if (std::isfinite(cost)) largest = std::max(largest, cost);
  }
  Bundle bundle;
  bundle.header() = {{"revision", now.revision},
                     {"algorithm", algorithm},
                     {"microseconds", wave.microseconds},
                     {"expansions", wave.expansions},
                     {"largest", largest}};
  bundle.add("cost", wave.costs);
  return bundle.response();
}

void Viewer::build_tables(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (
      changed_.wait(lock, stop, [this] { return tables_wanted_ && !has_tables(*state_.world); })) {
    const State begun = state_;
    // Changes often come in a row, as from a brush.
    if (changed_.wait_for(lock, stop, kQuietTime,
                          [&] { return state_.revision != begun.revision; }))
      continue;
    lock.unlock();
    const Progress progress{[&](std::uint64_t, std::uint64_t, const char*) {
      return !stop.stop_requested() && state().revision == begun.revision;
    }};
    const auto built = begun.world->with_tables(progress);
    const std::lock_guard editing(editing_);
    lock.lock();
    if (state_.revision != begun.revision) continue;
    if (built && has_tables(*built)) {
      state_.world = built;
      crowd_.adopt_tables(built);
    } else {
      tables_wanted_ = false;  // they do not fit any longer
    }
  }
}

Json Viewer::publish(std::shared_ptr<const ViewedWorld> world, const ViewedWorld& before,
                     const Box& changed) {
  Json touched = Json::array();
  for (const std::uint32_t cell : find_changed_cells(before, *world)) touched.push_back(cell);
  const Json algorithms = names_json(world->algorithms(""));
  crowd_.adopt(world, changed);
  std::unique_lock lock(mutex_);
  state_ = {state_.revision + 1, std::move(world)};
  const std::uint64_t revision = state_.revision;
  lock.unlock();
  changed_.notify_all();
  return {{"revision", revision}, {"touched", std::move(touched)}, {"algorithms", algorithms}};
}

Response Viewer::answer_edit(const Request& request) {
  const Edit edit = parse_edit(request.body);
  const std::lock_guard lock(editing_);
  const State before = state();
  Edited edited = before.world->edit(edit);
  Json json = publish(std::move(edited.world), *before.world, edited.changed);
  json["microseconds"] = edited.microseconds;
  json["customized_cells"] = edited.customized;
  undo_.push_back({before.world, edited.changed});
  if (undo_.size() > kMostUndo) undo_.pop_front();
  json["undo"] = undo_.size();
  return json_response(json);
}

Response Viewer::answer_undo(const Request&) {
  const std::lock_guard lock(editing_);
  if (undo_.empty()) throw HttpError{404, "there is no change to undo"};
  const State before = state();
  const auto begin = std::chrono::steady_clock::now();
  Json json = publish(undo_.back().world, *before.world, undo_.back().changed);
  json["microseconds"] =
      std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin).count();
  json["customized_cells"] = 0;
  undo_.pop_back();
  json["undo"] = undo_.size();
  return json_response(json);
}

}  // namespace portolan::detail::cli
