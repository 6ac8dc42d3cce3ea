#include "view/measure_job.h"

#include <fmt/format.h>

#include <exception>

#include "failure.h"
#include "measuring/timing.h"
#include "view/json_body.h"

namespace portolan::detail::cli {
namespace {

constexpr std::uint64_t kMostQueries = 100'000;

std::string level_text(Algorithm algorithm, unsigned level) {
  if (algorithm != Algorithm::hierarchy) return "";
  return level == 0 ? "auto" : std::to_string(level);
}

}  // namespace

MeasureJob::~MeasureJob() { end_thread(); }

void MeasureJob::end_thread() {
  stopped_ = true;
  if (thread_.joinable()) thread_.join();
  stopped_ = false;
}

MeasureJob::Settings MeasureJob::read(const std::string& text, const ViewedWorld& world) {
  const auto body = parse_body(text.empty() ? "{}" : text);
  Settings settings;
  settings.queries = read_whole_member(body, "queries", 1, kMostQueries, settings.queries);
  settings.seed = read_whole_member(body, "seed", 0, ~std::uint64_t{0}, settings.seed);
  settings.agent = read_member(body, "agent", std::string());
  if (read_member(body, "cell_sizes", false)) settings.cell_sizes = world.cell_sizes();
  for (const Algorithm algorithm : world.algorithms(settings.agent)) {
    settings.tasks.push_back({algorithm, 0});
    if (algorithm != Algorithm::hierarchy) continue;
    for (unsigned level = 1; level <= world.world().levels(); ++level)
      settings.tasks.push_back({algorithm, level});
  }
  return settings;
}

Response MeasureJob::start(const Request& request, std::shared_ptr<const ViewedWorld> world,
                           std::uint64_t revision) {
  const Settings settings = read(request.body, *world);
  const std::size_t held_levels = world->world().levels();
  const std::lock_guard starting(starting_);
  end_thread();
  {
    const std::lock_guard lock(mutex_);
    state_ = "running";
    error_.clear();
    revision_ = revision;
    queries_ = settings.queries;
    // How many levels other sizes have is only known later: as many, for now.
    tasks_ = settings.tasks.size() + settings.cell_sizes.size() * held_levels;
    asked_.clear();
    answered_ = 0;
    rows_.clear();
  }
  thread_ = std::thread([this, settings, held = std::move(world)] { run(*held, settings); });
  return describe();
}

Response MeasureJob::stop() {
  const std::lock_guard starting(starting_);
  end_thread();
  return describe();
}

void MeasureJob::run(const ViewedWorld& world, const Settings& settings) {
  std::string error;
  try {
    measure_all(world, settings);
  } catch (const Failure& failure) {
    error = failure.message;
  } catch (const HttpError& failure) {
    error = failure.message;
  } catch (const std::exception& failure) {
    error = failure.what();
  }
  const std::lock_guard lock(mutex_);
  error_ = error;
  state_ = !error.empty() ? "failed" : rows_.size() < tasks_ ? "stopped" : "done";
}

void MeasureJob::measure_all(const ViewedWorld& world, const Settings& settings) {
  const auto astar = measure_task(world, settings, {Algorithm::astar, 0});
  if (!astar) return;
  for (const Task& task : settings.tasks) {
    if (task.algorithm == Algorithm::astar) {
      add_row(task, *astar, *astar);
      continue;
    }
    const auto run = measure_task(world, settings, task);
    if (!run) return;
    add_row(task, *run, *astar);
  }
  for (const std::uint32_t size : settings.cell_sizes) {
    if (!measure_size(world, settings, size, *astar)) return;
  }
}

bool MeasureJob::measure_size(const ViewedWorld& world, const Settings& settings,
                              std::uint32_t size, const AlgorithmRun& astar) {
  const Progress progress{
      [this](std::uint64_t, std::uint64_t, const char*) { return !stopped_.load(); }};
  std::shared_ptr<const ViewedWorld> cut;
  try {
    cut = world.with_cell_size(size, progress);
  } catch (const Failure&) {
    if (stopped_) return false;
    throw;
  }
  const unsigned levels = cut->world().levels();
  {
    const std::lock_guard lock(mutex_);
    tasks_ += levels;
    tasks_ -= world.world().levels();
  }
  for (unsigned level = 1; level <= levels; ++level) {
    const Task task{Algorithm::hierarchy, level, size};
    const auto run = measure_task(*cut, settings, task);
    if (!run) return false;
    add_row(task, *run, astar);
  }
  return true;
}

/// What a row is compared with must have answered the same queries.
void MeasureJob::check_same(const QuerySet& queries) {
  std::vector<std::string> ends;
  for (std::size_t i = 0; i < queries.size(); ++i) ends.push_back(queries.ends_text(i));
  if (asked_.empty()) asked_ = ends;
  if (asked_ != ends) throw Failure{ExitCode::internal, "other queries were drawn"};
}

std::optional<AlgorithmRun> MeasureJob::measure_task(const ViewedWorld& world,
                                                     const Settings& settings, const Task& task) {
  QueryArguments arguments;
  arguments.agent = settings.agent;
  arguments.algorithms = {task.algorithm};
  if (task.level != 0) arguments.search.level = task.level;
  const auto queries = world.world().load_queries(
      fmt::format("random:{}:{}", settings.queries, settings.seed), settings.queries, arguments);
  check_same(*queries);
  const auto solver = queries->make_solver(task.algorithm);
  AlgorithmRun run{task.algorithm, {}, {}};
  const auto go_on = [this] {
    const std::lock_guard lock(mutex_);
    ++answered_;
    return !stopped_;
  };
  for (std::size_t i = 0; i < queries->size(); ++i) {
    QueryCounts counts;
    solver->count_into(&counts);
    solver->answer(i);
    solver->count_into(nullptr);
    solver->verify();
    run.outcomes.push_back({solver->found(), 0.0, expansions(counts)});
    if (!go_on()) return std::nullopt;
  }
  for (std::size_t i = 0; i < queries->size(); ++i) {
    run.outcomes[i].microseconds = measuring::microseconds_of([&] { solver->answer(i); });
    if (!go_on()) return std::nullopt;
  }
  return run;
}

void MeasureJob::add_row(const Task& task, const AlgorithmRun& run, const AlgorithmRun& astar) {
  std::vector<double> references;
  for (const Outcome& outcome : astar.outcomes) references.push_back(outcome.answer.cost);
  const Summary summary = summarize(run, references);
  const std::lock_guard lock(mutex_);
  rows_.push_back({task, summary.statuses.complete, summary.mean_us, summary.median_us,
                   summary.p95_us, summary.mean_error, summary.max_error, summary.mean_expansions,
                   speed_up(run, astar)});
}

Response MeasureJob::describe() const {
  const std::lock_guard lock(mutex_);
  Json rows = Json::array();
  for (const Row& row : rows_) {
    rows.push_back({{"algorithm", name(row.task.algorithm)},
                    {"level", level_text(row.task.algorithm, row.task.level)},
                    {"cell_size", row.task.cell_size},
                    {"complete", row.complete},
                    {"mean_us", row.mean_us},
                    {"median_us", row.median_us},
                    {"p95_us", row.p95_us},
                    {"speed_up", row.speed_up},
                    {"mean_error", row.mean_error},
                    {"max_error", row.max_error},
                    {"mean_expansions", row.mean_expansions}});
  }
  const double all = 2.0 * static_cast<double>(queries_) * static_cast<double>(tasks_);
  Json json{{"revision", revision_},
            {"state", state_},
            {"queries", queries_},
            {"progress", all > 0.0 ? static_cast<double>(answered_) / all : 0.0},
            {"rows", std::move(rows)}};
  if (!error_.empty()) json["error"] = error_;
  return json_response(json);
}

}  // namespace portolan::detail::cli
