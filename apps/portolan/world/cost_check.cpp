#include "world/cost_check.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/table.h"

namespace portolan::detail::cli {
namespace {

template <class F>
std::uint64_t count_bad(const QuerySet& queries, const std::string& who,
                        const std::vector<double>& costs, const std::vector<double>& optima,
                        std::vector<std::string>& examples, F&& good) {
  std::uint64_t bad = 0;
  for (std::size_t i = 0; i < costs.size(); ++i) {
    if (good(costs[i], optima[i])) continue;
    if (bad++ == 0) {
      examples.push_back(fmt::format("{}: {} {:.6f}, astar {:.6f}", queries.ends_text(i), who,
                                     costs[i], optima[i]));
    }
  }
  return bad;
}

}  // namespace

bool CheckedPart::good() const {
  return std::all_of(faults.begin(), faults.end(),
                     [](const auto& fault) { return fault.second.value_or(0) == 0; });
}

std::string CheckedPart::text() const {
  std::string text;
  for (const std::string& example : examples) text += fmt::format("    {}\n", example);
  text += title;
  for (std::size_t i = 0; i < faults.size(); ++i) {
    const auto& [what, count] = faults[i];
    text += fmt::format("{} {} {}", i == 0 ? ":" : ",", what, count ? grouped(*count) : "-");
  }
  return text + "\n";
}

Json CheckedPart::json() const {
  Json counts = Json::object();
  for (const auto& [what, count] : faults) counts[what] = count ? Json(*count) : Json();
  return {{"name", name},
          {"queries", queries},
          {"no_path", no_path},
          {"faults", std::move(counts)},
          {"examples", examples}};
}

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
                          const std::vector<double>& costs, const std::vector<double>& optima,
                          std::vector<std::string>& examples) {
  return count_bad(queries, who, costs, optima, examples,
                   [](double a, double b) { return a == b || (a != a && b != b); });
}

std::uint64_t count_cheaper(const QuerySet& queries, const std::string& who,
                            const std::vector<double>& costs, const std::vector<double>& optima,
                            std::vector<std::string>& examples) {
  // An algorithm may give up where there is a path, but not find one where there is none.
  return count_bad(queries, who, costs, optima, examples,
                   [](double a, double b) { return a != a || a >= b; });
}

}  // namespace portolan::detail::cli
