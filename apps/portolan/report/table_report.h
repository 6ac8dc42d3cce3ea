#pragma once

#include <string>

#include "portolan/tables/build_tables.h"
#include "portolan/tables/tables.h"
#include "report/json.h"

/// What `build` and `info` say about tables.
namespace portolan::detail::cli {

/// What was chosen and why, and what the parts take; lines of their own.
std::string tables_text(const Tables& tables);
/// The same for programs.
Json tables_json(const Tables& tables);

/// What a forecast promises, in one line.
std::string forecast_text(const Tables& tables, const TableForecast& forecast);
/// What more memory would buy a snapshot; empty where its tables lack none, or none can be had.
template <class Snapshot>
std::string tables_forecast_text(const Snapshot& snapshot) {
  if (!snapshot.tables().choice().short_of_memory) return "";
  const auto forecast = snapshot.forecast_tables();
  return forecast ? forecast_text(snapshot.tables(), *forecast) : "";
}

}  // namespace portolan::detail::cli
