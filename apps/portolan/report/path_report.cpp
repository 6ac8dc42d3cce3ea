#include "report/path_report.h"

#include <chrono>
#include <utility>

#include "report/document.h"
#include "report/failure_report.h"
#include "report/measure.h"

namespace portolan::detail::cli {
namespace {

Json phase_json(const SearchCounts& counts) {
  return {{"expansions", counts.expansions}, {"mean_open_list", counts.mean_open_size()}};
}

Json found_json(const QuerySet& query, const FoundPath& found) {
  Json json{{"status", to_string(found.answer.status)}};
  json.update(failure_json(query, 0, found.answer.status));
  json.update({{"cost", found.answer.cost},
               {"length", found.answer.length},
               {"nodes", found.answer.nodes},
               {"expansions", expansions(found.counts)},
               {"connect", phase_json(found.counts.connect)},
               {"main", phase_json(found.counts.main)},
               {"refine", phase_json(found.counts.refine)}});
  json.update(found.solver->steps_json());
  return json;
}

}  // namespace

std::vector<FoundPath> find_paths(const QuerySet& query, const std::vector<Algorithm>& algorithms) {
  std::vector<FoundPath> paths;
  for (const Algorithm algorithm : algorithms) {
    FoundPath& found =
        paths.emplace_back(FoundPath{algorithm, query.make_solver(algorithm), {}, {}, 0.0});
    found.solver->count_into(&found.counts);
    const auto begin = std::chrono::steady_clock::now();
    found.solver->answer(0);
    found.microseconds =
        std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin).count();
    found.solver->count_into(nullptr);
    found.solver->verify();
    found.answer = found.solver->found();
  }
  return paths;
}

Json paths_json(const std::string& world, const QuerySet& query, std::span<const FoundPath> paths) {
  Json algorithms = Json::object();
  for (const FoundPath& found : paths) algorithms[name(found.algorithm)] = found_json(query, found);
  Json json = begin_document("path", world);
  json.update(query.ends_json(0));
  json["algorithms"] = std::move(algorithms);
  return json;
}

}  // namespace portolan::detail::cli
