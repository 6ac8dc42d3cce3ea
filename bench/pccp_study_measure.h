#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "hna_study_details.h"
#include "measuring/thread_pool.h"
#include "studies/paper_query.h"

/// The measurements of the paper on connecting start and goal (Rahmani, Pelechano 2017), all under
/// the paper's model: levels 1 to 3, every μ, every method to connect.
namespace portolan::detail::bench {

/// A method to connect start and goal.
struct ConnectMethod {
  const char* name;
  PaperConnect connect;
  unsigned threads;
  PathStorage storage;
};
enum : std::size_t { kHna, kTwo, kFour, kEight, kDijkstra, kWhole, kFirstSteps, kMethodCount };
inline constexpr std::array<ConnectMethod, kMethodCount> kMethods{{
    {"HNA*", PaperConnect::astar, 1, PathStorage::whole},
    {"2 threads", PaperConnect::astar, 2, PathStorage::whole},
    {"4 threads", PaperConnect::astar, 4, PathStorage::whole},
    {"8 threads", PaperConnect::astar, 8, PathStorage::whole},
    {"Dijkstra", PaperConnect::dijkstra, 1, PathStorage::whole},
    {"PCCP", PaperConnect::table, 1, PathStorage::whole},
    {"PCCP first steps", PaperConnect::table, 1, PathStorage::first_steps},
}};

/// One method to connect at one level.
struct MethodStudy {
  Steps us;          ///< Mean times.
  Steps expansions;  ///< Mean effort, exact; extracting searches nothing.
};

/// What the tables of one level take.
struct MemoryStudy {
  std::size_t whole_bytes = 0;
  std::size_t step_bytes = 0;
  std::size_t entries = 0;
  std::size_t runs = 0;   ///< Of the entries: those of which first steps keep more than one.
  double build_ms = 0.0;  ///< On all cores.
};

/// Errors that come from taking centres for the ends, in percent, against the same HNA* with exact
/// ends; only of queries that were connected by table.
struct OffsetStudy {
  std::vector<double> lengths;    ///< By query: what HNA* finds, in metres.
  std::vector<double> counted;    ///< Between the centres, as the table counts; signed.
  std::vector<double> by_centre;  ///< With the paths from start and to goal added.
  std::vector<double> lines;      ///< Of the shortest line through the polygons found; signed.
};

struct LevelStudy {
  std::array<MethodStudy, kMethodCount> methods;
  MemoryStudy memory;
  OffsetStudy offsets;
};

struct PccpMerge {
  MergeStudy sizes;  ///< Only its sizes, no times.
  double astar_us = 0.0;
  std::vector<LevelStudy> levels;  ///< From 1.

  double ratio(unsigned level, std::size_t method) const {
    return astar_us / levels[level - 1].methods[method].us.total();
  }
};

struct PccpScene {
  std::string name;
  std::uint32_t polygons = 0;
  std::size_t timed = 0;  ///< Pairs.
  std::size_t compared = 0;
  double astar_expansions = 0.0;
  std::vector<PccpMerge> merges;
};

/// The hierarchy of one μ under the paper's model, with the tables of all levels.
class PccpMeasurement {
 public:
  PccpMeasurement(const MeshScene& scene, std::uint32_t merge, PccpMerge& study)
      : scene_(scene),
        study_(study),
        model_(take(PaperModel::build(
            take(NavMeshSnapshot::build(scene.mesh, NavMeshMetric{}, study_options(merge))),
            kStudyLevels))) {
    study.sizes = describe(model_.snapshot(), merge);
    study.levels.resize(model_.levels());
    ThreadPool all(std::max(1u, std::thread::hardware_concurrency()));
    for (unsigned level = 1; level <= model_.levels(); ++level) {
      MemoryStudy& memory = study.levels[level - 1].memory;
      memory.build_ms = microseconds_of([&] {
                          whole_.push_back(take(PaperConnectTable::build(
                              model_, level, PathStorage::whole, &all.parallel())));
                        }) /
                        1e3;
      steps_.push_back(whole_.back().as_first_steps(model_));
      memory.whole_bytes = whole_.back().bytes();
      memory.step_bytes = steps_.back().bytes();
      memory.entries = whole_.back().entry_count();
      memory.runs = steps_.back().run_count();
    }
  }

  /// The offset of the centres: every pair of the scene.
  void compare() {
    const NavMeshSnapshot& snapshot = model_.snapshot();
    const PolygonMesh& mesh = snapshot.mesh().polygons();
    const auto error = [](double length, double least) { return 100.0 * (length / least - 1.0); };
    PaperQuery query;
    NavMeshPath exact, path;
    for (unsigned level = 1; level <= model_.levels(); ++level) {
      OffsetStudy& study = study_.levels[level - 1].offsets;
      for (const PlacePair& p : scene_.pairs) {
        query.find_path(model_, p.start, p.goal, options(kDijkstra, level), exact);
        query.find_path(model_, p.start, p.goal, options(kWhole, level), path);
        require(exact.status == Status::complete && path.status == Status::complete,
                "the paper's model lost a path");
        if (path.level == 0) continue;
        const double length = snapshot.metres(exact.cost), counted = snapshot.metres(path.cost);
        const double ends = double{distance(p.start.point, centre(mesh, polygon_of(p.start)))} +
                            double{distance(p.goal.point, centre(mesh, polygon_of(p.goal)))};
        study.lengths.push_back(length);
        study.counted.push_back(error(counted, length));
        study.by_centre.push_back(error(counted + ends, length));
        study.lines.push_back(
            error(line_length(snapshot, p, path), line_length(snapshot, p, exact)));
      }
    }
  }

  /// Mean effort of the pairs; returns that of A*.
  double count(std::span<const PlacePair> pairs) {
    const auto n = static_cast<double>(pairs.size());
    PaperQuery query;
    NavMeshPath path;
    QueryCounts counts;
    query.count_into(&counts);
    for (unsigned level = 1; level <= model_.levels(); ++level) {
      for (std::size_t method = 0; method < kMethodCount; ++method) {
        if (kMethods[method].threads > 1) continue;
        counts = {};
        for (const PlacePair& p : pairs)
          query.find_path(model_, p.start, p.goal, options(method, level), path);
        study_.levels[level - 1].methods[method].expansions = {
            double(counts.connect.expansions) / n, double(counts.main.expansions) / n, 0.0};
      }
      for (const std::size_t method : {kTwo, kFour, kEight})  // the same searches
        study_.levels[level - 1].methods[method].expansions =
            study_.levels[level - 1].methods[kHna].expansions;
    }
    counts = {};
    for (const PlacePair& p : pairs) query.find_path_astar(model_, p.start, p.goal, path);
    return double(counts.main.expansions) / n;
  }

  /// In each round all pairs are answered by A*, then by each method at each level; for each query
  /// the round with the best total counts.
  void time(std::span<const PlacePair> pairs, unsigned rounds) {
    PaperQuery query;
    NavMeshPath path;
    std::vector<double> astar(pairs.size());
    std::vector<std::vector<Steps>> best(model_.levels() * kMethodCount,
                                         std::vector<Steps>(pairs.size()));
    for (unsigned round = 0; round < rounds; ++round) {
      for (std::size_t q = 0; q < pairs.size(); ++q) {
        keep_best(astar[q], microseconds_of([&] {
                    query.find_path_astar(model_, pairs[q].start, pairs[q].goal, path);
                  }),
                  round == 0);
      }
      for (unsigned level = 1; level <= model_.levels(); ++level) {
        for (std::size_t method = 0; method < kMethodCount; ++method)
          time_round(pairs, method, level, round == 0, query,
                     best[(level - 1) * kMethodCount + method]);
      }
    }
    study_.astar_us = mean(astar);
    for (unsigned level = 1; level <= model_.levels(); ++level) {
      for (std::size_t method = 0; method < kMethodCount; ++method)
        study_.levels[level - 1].methods[method].us =
            mean_of(best[(level - 1) * kMethodCount + method]);
    }
  }

 private:
  PaperOptions options(std::size_t method, unsigned level) const {
    PaperOptions options;
    options.level = level;
    options.connect = kMethods[method].connect;
    options.tables = kMethods[method].storage == PathStorage::whole ? whole_ : steps_;
    options.threads = kMethods[method].threads;
    return options;
  }

  void time_round(std::span<const PlacePair> pairs, std::size_t method, unsigned level, bool first,
                  PaperQuery& query, std::vector<Steps>& best) {
    using Clock = std::chrono::steady_clock;
    const auto between = [](Clock::time_point a, Clock::time_point b) {
      return std::chrono::duration<double, std::micro>(b - a).count();
    };
    ThreadPool pool(kMethods[method].threads);
    PaperOptions asked = options(method, level);
    asked.parallel = &pool.parallel();
    NavMeshPath path;
    for (std::size_t q = 0; q < pairs.size(); ++q) {
      path.clear();
      const auto start = Clock::now();
      query.connect(model_, pairs[q].start, pairs[q].goal, asked);
      const auto connected = Clock::now();
      query.search();
      const auto searched = Clock::now();
      query.extract(path);
      const Steps taken{between(start, connected), between(connected, searched),
                        between(searched, Clock::now())};
      if (first || taken.total() < best[q].total()) best[q] = taken;
    }
  }
  static Steps mean_of(const std::vector<Steps>& all) {
    Steps sum;
    for (const Steps& s : all) {
      sum.connect += s.connect;
      sum.search += s.search;
      sum.extract += s.extract;
    }
    const auto n = static_cast<double>(all.size());
    return {sum.connect / n, sum.search / n, sum.extract / n};
  }

  const MeshScene& scene_;
  PccpMerge& study_;
  PaperModel model_;
  std::vector<PaperConnectTable> whole_;  // by level
  std::vector<PaperConnectTable> steps_;
};

/// `timed` pairs are timed and counted, all are compared.
inline PccpScene study_pccp(const MeshScene& scene, std::size_t timed, unsigned rounds) {
  PccpScene study{scene.name,
                  scene.mesh.polygon_count(),
                  std::min(timed, scene.pairs.size()),
                  scene.pairs.size(),
                  0.0,
                  {}};
  const std::span<const PlacePair> pairs(scene.pairs.data(), study.timed);
  for (const std::uint32_t merge : kPaperMerges) {
    PccpMerge& m = study.merges.emplace_back();
    PccpMeasurement measurement(scene, merge, m);
    measurement.compare();
    study.astar_expansions = measurement.count(pairs);
    measurement.time(pairs, rounds);
    fmt::print(stderr, "{}, μ {}: done\n", study.name, merge);
  }
  return study;
}

}  // namespace portolan::detail::bench
