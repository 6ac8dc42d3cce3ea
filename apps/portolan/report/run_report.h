#pragma once

#include <string>

#include "report/measure.h"

/// What `run` and `demo` write about a measurement.
namespace portolan::detail::cli {

/// A row per query and algorithm: index,algorithm,status,cost,reference_cost,microseconds,
/// expansions,nodes.
std::string report_csv(const Measurement& measurement);

/// The summary; values that do not exist are null. With way-points their mean length is among
/// them.
Json report_json(const World& world, const Measurement& measurement, const QueryArguments& asked);

/// The first few answers that are not complete, with their reasons.
Json failures_json(const QuerySet& queries, const Measurement& measurement);

/// The summary as tables for people.
std::string report_text(const Measurement& measurement);

}  // namespace portolan::detail::cli
