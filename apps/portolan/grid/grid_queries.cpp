#include "grid/grid_queries.h"

#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "failure.h"
#include "grid/grid_drawing.h"
#include "portolan/grid/grid_query.h"
#include "portolan/grid/nearest_tile.h"
#include "report/json.h"
#include "report/table.h"
#include "world/step_list.h"

namespace portolan::detail::cli {
namespace {

class GridSolver final : public Solver {
 public:
  GridSolver(const GridQueries& queries, Algorithm algorithm)
      : queries_(queries), world_(queries.world()), algorithm_(algorithm), query_(queries.pool()) {}

  const GridPath& path() const { return path_; }

  void count_into(QueryCounts* counts) override { query_->count_into(counts); }
  void forget() override { query_->forget(); }
  void answer(std::size_t query) override {
    asked_ = query;
    const auto& [from, to, reference] = queries_.query(query);
    if (algorithm_ == Algorithm::astar) {
      query_->find_path_astar(world_, from, to, path_);
    } else if (!queries_.arguments().cost_only) {
      query_->find_path(world_, from, to, options(), path_);
    } else {
      path_.nodes.clear();
      path_.status = query_->find_cost(world_, from, to, options(), path_.cost);
    }
  }
  Status status() const override { return path_.status; }
  Cost cost() const override { return path_.cost; }
  void append_nodes(std::vector<NodeId>& nodes) const override {
    nodes.insert(nodes.end(), path_.nodes.begin(), path_.nodes.end());
  }
  Answer found() const override {
    Answer answer{path_.status, kNone, kNone, path_.nodes.size()};
    if (path_.status != Status::complete) return answer;
    if (path_.nodes.empty()) {
      answer.cost = static_cast<double>(path_.cost) / static_cast<double>(graph().straight());
    } else {
      answer.cost = graph().length(path_.nodes);
      answer.length = ground_length();
    }
    return answer;
  }
  void verify() const override;
  Json steps_json() const override {
    Json tiles = Json::array();
    for (const NodeId node : path_.nodes)
      tiles.push_back({graph().tile(node).x, graph().tile(node).y});
    Json json = Json::object();
    json["tiles"] = std::move(tiles);
    return json;
  }
  std::string steps_text(bool all) const override {
    if (path_.nodes.empty()) return "";
    return fmt::format("  tiles       {}:{}\n", grouped(path_.nodes.size()),
                       step_list(path_.nodes.size(), all, [this](std::size_t i) {
                         const Tile t = graph().tile(path_.nodes[i]);
                         return fmt::format("{},{}", t.x, t.y);
                       }));
  }

 private:
  const GridGraph& graph() const { return world_.graph(); }
  GridQueryOptions options() const { return queries_.arguments().of_grid(algorithm_); }
  double ground_length() const;
  const char* find_fault() const;
  bool cost_is_that_of_a_path() const;

  const GridQueries& queries_;
  const GridSnapshot& world_;
  Algorithm algorithm_;
  BorrowedQuery<GridQuery> query_;
  GridPath path_;
  std::size_t asked_ = 0;
};

double GridSolver::ground_length() const {
  const double diagonal =
      world_.metric().diagonal_length == 0.0 ? std::sqrt(2.0) : world_.metric().diagonal_length;
  std::size_t straight_moves = 0, diagonal_moves = 0;
  for (std::size_t i = 1; i < path_.nodes.size(); ++i) {
    ++(graph().direction(path_.nodes[i - 1], path_.nodes[i]) % 2 ? diagonal_moves : straight_moves);
  }
  return static_cast<double>(straight_moves) + static_cast<double>(diagonal_moves) * diagonal;
}

bool GridSolver::cost_is_that_of_a_path() const {
  GridQueryOptions unsmoothed = options();
  unsmoothed.smoothing = Smoothing::none;
  unsmoothed.exact_near = false;
  const TileQuery& asked = queries_.query(asked_);
  GridQuery query;
  GridPath whole;
  query.find_path(world_, asked.from, asked.to, unsmoothed, whole);
  return whole.status == path_.status && whole.cost == path_.cost &&
         graph().cost(whole.nodes) == path_.cost;
}

const char* GridSolver::find_fault() const {
  if (algorithm_ != Algorithm::astar && queries_.arguments().cost_only) {
    return cost_is_that_of_a_path() ? nullptr : "does not cost what a path costs";
  }
  const TileQuery& asked = queries_.query(asked_);
  if (path_.nodes.empty() || path_.nodes.front() != graph().node(asked.from) ||
      path_.nodes.back() != graph().node(asked.to)) {
    return "does not join start and goal";
  }
  const Cost sum = graph().cost(path_.nodes);
  if (sum == path_.cost) return nullptr;
  return sum == kInfinite ? "has an illegal move" : "does not cost the sum of its moves";
}

void GridSolver::verify() const {
  if (path_.status != Status::complete) return;
  if (const char* fault = find_fault()) throw wrong_path(algorithm_, queries_, asked_, fault);
}

}  // namespace

std::unique_ptr<Solver> GridQueries::make_solver(Algorithm algorithm) const {
  return std::make_unique<GridSolver>(*this, algorithm);
}

Json GridQueries::ends_json(std::size_t query) const {
  const TileQuery& q = queries_[query];
  return {{"from", {q.from.x, q.from.y}}, {"to", {q.to.x, q.to.y}}};
}

std::string GridQueries::ends_text(std::size_t query) const {
  const TileQuery& q = queries_[query];
  return fmt::format("from {},{} to {},{}", q.from.x, q.from.y, q.to.x, q.to.y);
}

std::optional<Tile> GridQueries::find_nearest_reachable(std::size_t query) const {
  return detail::find_nearest_reachable(world_, queries_[query].from, queries_[query].to);
}

std::string GridQueries::blocked_text(Tile tile) const {
  if (!world_.grid().contains(tile)) {
    return fmt::format(": {},{} lies outside the {}x{} tiles", tile.x, tile.y,
                       world_.grid().width(), world_.grid().height());
  }
  if (world_.unit_size() > 1 && world_.metric().passable(world_.grid().at(tile))) {
    return fmt::format(": a unit of size {} does not fit at {},{}", world_.unit_size(), tile.x,
                       tile.y);
  }
  return fmt::format(": {},{} is blocked", tile.x, tile.y);
}

std::string GridQueries::reason(std::size_t query, Status status) const {
  const TileQuery& asked = queries_[query];
  if (status == Status::invalid_start) return blocked_text(asked.from);
  if (status != Status::invalid_goal && status != Status::unreachable) return "";
  const std::string blocked = status == Status::invalid_goal ? blocked_text(asked.to) + ";" : ":";
  const auto nearest = find_nearest_reachable(query);
  if (!nearest) return status == Status::invalid_goal ? blocked_text(asked.to) : "";
  const double distance =
      std::hypot(double(nearest->x) - asked.to.x, double(nearest->y) - asked.to.y);
  return fmt::format("{} the nearest tile that can be reached is {},{}, {:.4g} tiles from the goal",
                     blocked, nearest->x, nearest->y, distance);
}

Json GridQueries::nearest_json(std::size_t query, Status status) const {
  if (status != Status::invalid_goal && status != Status::unreachable) return {};
  const auto nearest = find_nearest_reachable(query);
  return nearest ? Json{nearest->x, nearest->y} : Json();
}

void GridQueries::save_picture(const std::string& file, std::size_t query,
                               std::span<const DrawnAnswer> answers) const {
  std::vector<DrawnGridPath> drawn;
  for (const DrawnAnswer& answer : answers) {
    const GridPath& path = static_cast<const GridSolver*>(answer.solver)->path();
    if (!path.nodes.empty()) drawn.push_back({answer.algorithm, &path, answer.caption});
  }
  save_grid_picture(file, world_, queries_[query].from, queries_[query].to, drawn);
}

}  // namespace portolan::detail::cli
