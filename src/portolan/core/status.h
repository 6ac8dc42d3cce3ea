#pragma once

namespace portolan {

/// How a query ended. A partial path is never called complete.
enum class Status : unsigned char {
  complete,       ///< A whole path from start to goal.
  partial,        ///< The first part of a path; the rest has not been asked for yet.
  unreachable,    ///< Proven: no way leads from start to goal.
  out_of_budget,  ///< The caller's limit on expansions was hit before an answer was known.
  invalid_start,  ///< The start is outside the world or blocked.
  invalid_goal,   ///< The goal is outside the world or blocked.
};

/// The status as the command line and the files spell it.
constexpr const char* name(Status status) {
  switch (status) {
    case Status::complete: return "complete";
    case Status::partial: return "partial";
    case Status::unreachable: return "unreachable";
    case Status::out_of_budget: return "out_of_budget";
    case Status::invalid_start: return "invalid_start";
    case Status::invalid_goal: return "invalid_goal";
  }
  return "unknown";
}

}  // namespace portolan
