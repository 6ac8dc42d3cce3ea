#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <vector>

#include "portolan/io/text/csv_rows.h"
#include "portolan/types.h"

namespace portolan::detail {

inline constexpr std::uint64_t kMaxQueryBytes = std::uint64_t{1} << 30;

/// The queries of a CSV text: of each row the numbers of `columns`, in their order, and its
/// `reference_cost`, where there is one. `places(query)` is an array of pointers to where the
/// numbers belong; `remedy` says what to give where one of them is wrong.
template <class Query, std::size_t N, class Places>
Result<std::vector<Query>> parse_query_rows(std::string_view text, std::string_view name,
                                            const std::array<std::string_view, N>& columns,
                                            const char* remedy, Places&& places) {
  using Number = std::remove_pointer_t<typename std::invoke_result_t<Places, Query&>::value_type>;
  constexpr std::array<std::string_view, 1> kReference{"reference_cost"};
  auto rows = CsvRows::open(text, name, columns, kReference);
  if (!rows) return rows.error();
  std::vector<Query> queries;
  for (;;) {
    const auto more = rows->next();
    if (!more) return more.error();
    if (!*more) return queries;
    Query& query = queries.emplace_back();
    const auto at = places(query);
    static_assert(at.size() == N);
    for (std::size_t i = 0; i < N; ++i) {
      const auto value = rows->template number<Number>(i, remedy);
      if (!value) return value.error();
      *at[i] = *value;
    }
    if (rows->field(N).empty()) continue;
    constexpr const char* kCostRemedy = "give a number from 0 up, or nothing";
    const auto cost = rows->template number<double>(N, kCostRemedy);
    if (!cost) return cost.error();
    if (*cost < 0.0) return rows->bad_field(N, kCostRemedy);
    query.reference_cost = *cost;
  }
}

}  // namespace portolan::detail
