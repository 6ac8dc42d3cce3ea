#pragma once

#include <cstddef>
#include <string>

#include "report/json.h"
#include "world/world.h"

/// Why a query has no complete path, and what could be asked for instead.
namespace portolan::detail::cli {

/// In words; empty for a complete path.
std::string failure_text(const QuerySet& queries, std::size_t query, Status status);

/// The members "reason" and "nearest", which are null where there is nothing to say.
Json failure_json(const QuerySet& queries, std::size_t query, Status status);

/// The first few answers of a set that are not complete, each with its ends and its reason.
class FailureList {
 public:
  explicit FailureList(const QuerySet& queries) : queries_(queries) {}
  void add(std::size_t query, Algorithm algorithm, Status status);
  Json json() const { return list_; }

 private:
  static constexpr std::size_t kMost = 10;

  const QuerySet& queries_;
  std::size_t count_ = 0;
  Json list_ = Json::array();
};

}  // namespace portolan::detail::cli
