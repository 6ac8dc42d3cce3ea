#include "world/cost_check.h"

#include <fmt/format.h>

namespace portolan::detail::cli {
namespace {

template <class F>
std::uint64_t count_bad(const QuerySet& queries, const std::string& who,
                        const std::vector<double>& costs, const std::vector<double>& optima,
                        F&& good) {
  std::uint64_t bad = 0;
  for (std::size_t i = 0; i < costs.size(); ++i) {
    if (good(costs[i], optima[i])) continue;
    if (bad++ == 0) {
      fmt::print("    {}: {} {:.6f}, astar {:.6f}\n", queries.ends_text(i), who, costs[i],
                 optima[i]);
    }
  }
  return bad;
}

}  // namespace

std::vector<double> find_costs(const QuerySet& queries, Algorithm algorithm) {
  const auto solver = queries.make_solver(algorithm);
  std::vector<double> costs;
  for (std::size_t i = 0; i < queries.size(); ++i) {
    solver->answer(i);
    solver->verify();
    costs.push_back(solver->found().cost);
  }
  return costs;
}

std::uint64_t count_wrong(const QuerySet& queries, const std::string& who,
                          const std::vector<double>& costs, const std::vector<double>& optima) {
  return count_bad(queries, who, costs, optima,
                   [](double a, double b) { return a == b || (a != a && b != b); });
}

std::uint64_t count_cheaper(const QuerySet& queries, const std::string& who,
                            const std::vector<double>& costs, const std::vector<double>& optima) {
  // An algorithm may give up where there is a path, but not find one where there is none.
  return count_bad(queries, who, costs, optima,
                   [](double a, double b) { return a != a || a >= b; });
}

}  // namespace portolan::detail::cli
