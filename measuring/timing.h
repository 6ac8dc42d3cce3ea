#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <functional>
#include <vector>

namespace portolan::detail::measuring {

inline double microseconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start)
      .count();
}

/// How long a call takes, in microseconds.
template <class F>
double microseconds_of(F&& f) {
  const auto start = std::chrono::steady_clock::now();
  f();
  return microseconds_since(start);
}

/// Keeps the best of the rounds.
inline void keep_best(double& best, double taken, bool first) {
  best = first ? taken : std::min(best, taken);
}

/// In each round every method answers all queries, one method after the other, so that each works
/// with warm memory of its own and all share the machine's good and bad moments. Returns the best
/// of the rounds by method and query, in microseconds.
template <class Query>
std::vector<std::vector<double>> time_in_rounds(
    const std::vector<Query>& queries, unsigned rounds,
    const std::vector<std::function<void(const Query&)>>& methods) {
  std::vector<std::vector<double>> best(methods.size(), std::vector<double>(queries.size()));
  for (unsigned round = 0; round < rounds; ++round) {
    for (std::size_t m = 0; m < methods.size(); ++m) {
      for (std::size_t q = 0; q < queries.size(); ++q)
        keep_best(best[m][q], microseconds_of([&] { methods[m](queries[q]); }), round == 0);
    }
  }
  return best;
}

/// Microseconds per query of one pass over all of them.
template <class Query, class F>
double time_pass(const std::vector<Query>& queries, F&& answer) {
  const double all = microseconds_of([&] {
    for (const Query& q : queries) answer(q);
  });
  return all / static_cast<double>(queries.size());
}

template <class Query, class F>
double best_pass(const std::vector<Query>& queries, unsigned passes, F&& answer) {
  double best = 0.0;
  for (unsigned i = 0; i < passes; ++i) keep_best(best, time_pass(queries, answer), i == 0);
  return best;
}

/// Every n-th of them.
template <class Query>
std::vector<Query> thinned(const std::vector<Query>& queries, std::size_t count) {
  const std::size_t step = std::max<std::size_t>(1, queries.size() / count);
  std::vector<Query> some;
  for (std::size_t i = 0; i < queries.size(); i += step) some.push_back(queries[i]);
  return some;
}

}  // namespace portolan::detail::measuring
