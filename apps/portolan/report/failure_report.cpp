#include "report/failure_report.h"

#include <utility>

namespace portolan::detail::cli {
namespace {

/// What the status itself says, where the world adds nothing.
const char* meaning(Status status) {
  switch (status) {
    case Status::complete: return "";
    case Status::partial: return "only the beginning of the path was found";
    case Status::unreachable: return "no path joins start and goal";
    case Status::out_of_budget: return "the search was ended by its budget";
    case Status::invalid_start: return "nobody can stand at the start";
    case Status::invalid_goal: return "nobody can stand at the goal";
  }
  return "";
}

}  // namespace

std::string failure_text(const QuerySet& queries, std::size_t query, Status status) {
  if (status == Status::complete) return "";
  std::string reason = queries.reason(query, status);
  if (reason.starts_with(": ")) reason.erase(0, 2);
  return reason.empty() ? meaning(status) : reason;
}

Json failure_json(const QuerySet& queries, std::size_t query, Status status) {
  if (status == Status::complete) return {{"reason", nullptr}, {"nearest", nullptr}};
  return {{"reason", failure_text(queries, query, status)},
          {"nearest", queries.nearest_json(query, status)}};
}

void FailureList::add(std::size_t query, Algorithm algorithm, Status status) {
  if (status == Status::complete || count_ == kMost) return;
  ++count_;
  Json failure{{"index", query}, {"algorithm", name(algorithm)}, {"status", to_string(status)}};
  failure.update(queries_.ends_json(query));
  failure.update(failure_json(queries_, query, status));
  list_.push_back(std::move(failure));
}

}  // namespace portolan::detail::cli
