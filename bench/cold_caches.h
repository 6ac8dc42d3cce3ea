#pragma once

#include <cstddef>
#include <vector>

#include "measuring/statistics.h"
#include "measuring/timing.h"

/// Queries timed one by one, with other memory used before each.
namespace portolan::detail::bench {

/// Memory of which every cache line is written, so that caches hold it in place of what was there.
class CacheFiller {
 public:
  explicit CacheFiller(std::size_t bytes) : bytes_(bytes) {}

  void fill() {
    volatile unsigned char* const begin = bytes_.data();
    for (std::size_t i = 0; i < bytes_.size(); i += kLine) begin[i] = begin[i] + 1;
  }

 private:
  static constexpr std::size_t kLine = 64;
  std::vector<unsigned char> bytes_;
};

/// Microseconds per query, each with filled caches; the best of the rounds counts for each.
template <class Query, class F>
double time_cold(const std::vector<Query>& queries, unsigned rounds, CacheFiller& filler,
                 F&& answer) {
  std::vector<double> best(queries.size());
  for (unsigned round = 0; round < rounds; ++round) {
    for (std::size_t q = 0; q < queries.size(); ++q) {
      filler.fill();
      measuring::keep_best(best[q], measuring::microseconds_of([&] { answer(queries[q]); }),
                           round == 0);
    }
  }
  return measuring::mean(best);
}

}  // namespace portolan::detail::bench
