#include "arguments/batch_algorithm.h"

#include <fmt/format.h>

#include "arguments/argument_parsing.h"

namespace portolan::detail::cli {
namespace {

void check_one(const QueryArguments& arguments, Algorithm algorithm) {
  if (algorithm != Algorithm::hierarchy)
    arguments.of_hierarchy().refuse("hierarchy", "leave it out, or give --algorithm hierarchy");
  if (algorithm != Algorithm::astar && algorithm != Algorithm::hierarchy &&
      algorithm != Algorithm::tables) {
    refuse("--algorithm", fmt::format("{} answers no batches; give astar, hierarchy or tables, or "
                                      "ask by `run`",
                                      name(algorithm)));
  }
  if (arguments.search.connect == ConnectMethod::threads) {
    refuse("--connect",
           "threads share one query, and a batch gives each thread queries of its own; give astar "
           "or dijkstra");
  }
  if (arguments.cost_only && (algorithm == Algorithm::astar || arguments.paper_model)) {
    refuse("--cost-only", fmt::format("{} always makes the path; leave it out",
                                      arguments.paper_model ? "the paper's model" : "astar"));
  }
}

}  // namespace

std::optional<Algorithm> choose_batch_algorithm(const QueryArguments& arguments) {
  const auto& named = arguments.algorithms;
  if (named.size() > 1) refuse("--algorithm", "a batch is answered by one; name one");
  const bool searches = arguments.paper_model || !arguments.of_hierarchy().names().empty();
  if (named.empty() && !searches) return std::nullopt;
  const Algorithm algorithm = named.empty() ? Algorithm::hierarchy : named.front();
  check_one(arguments, algorithm);
  return algorithm;
}

}  // namespace portolan::detail::cli
