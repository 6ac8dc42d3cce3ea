#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "report/measure.h"
#include "view/http.h"
#include "view/viewed_world.h"

namespace portolan::detail::cli {

/// A benchmark of a world that runs in the background: each algorithm, and the hierarchy at each
/// level, on the same random queries, beside A*. Any number of threads may ask how far it is.
class MeasureJob {
 public:
  ~MeasureJob();

  /// Begins with what the body asks for, in place of what runs; the world is that of a revision.
  Response start(const Request& request, std::shared_ptr<const ViewedWorld> world,
                 std::uint64_t revision);
  /// How far it is, and what is known so far.
  Response describe() const;
  Response stop();

 private:
  /// What is measured: an algorithm, for the hierarchy at a level (0: chosen cell by cell) and with
  /// cells of a size (0: as the world was built).
  struct Task {
    Algorithm algorithm;
    unsigned level = 0;
    std::uint32_t cell_size = 0;
  };
  struct Row {
    Task task;
    std::uint64_t complete = 0;
    double mean_us = 0.0;
    double median_us = 0.0;
    double p95_us = 0.0;
    double mean_error = 0.0;
    double max_error = 0.0;
    double mean_expansions = 0.0;
    double speed_up = 0.0;
  };
  struct Settings {
    std::size_t queries = 500;
    std::uint64_t seed = 1;
    std::string agent;
    std::vector<std::uint32_t> cell_sizes;  ///< To cut the world into as well.
    std::vector<Task> tasks;                ///< On the world as it was built.
  };

  static Settings read(const std::string& body, const ViewedWorld& world);
  /// The thread's work; leaves in the state how it ended.
  void run(const ViewedWorld& world, const Settings& settings);
  void measure_all(const ViewedWorld& world, const Settings& settings);
  /// The hierarchy at every level of the world cut into cells of another size; false where it was
  /// stopped.
  bool measure_size(const ViewedWorld& world, const Settings& settings, std::uint32_t size,
                    const AlgorithmRun& astar);
  /// Answers all queries; nothing where it was stopped.
  std::optional<AlgorithmRun> measure_task(const ViewedWorld& world, const Settings& settings,
                                           const Task& task);
  void check_same(const QuerySet& queries);
  void add_row(const Task& task, const AlgorithmRun& run, const AlgorithmRun& astar);
  void end_thread();

  std::mutex starting_;  // one start or stop at a time
  std::thread thread_;
  std::atomic<bool> stopped_ = false;
  mutable std::mutex mutex_;  // guards what follows
  const char* state_ = "idle";
  std::string error_;
  std::uint64_t revision_ = 0;
  std::size_t queries_ = 0;
  std::size_t tasks_ = 0;           // as far as they are known
  std::vector<std::string> asked_;  // the ends of the queries, which all tasks must share
  std::size_t answered_ = 0;        // of all queries, by all tasks, twice each
  std::vector<Row> rows_;
};

}  // namespace portolan::detail::cli
