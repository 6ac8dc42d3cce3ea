#pragma once

#include <string>

#include "portolan/tables/tables.h"
#include "report/json.h"

/// What `build` and `info` say about tables.
namespace portolan::detail::cli {

/// What was chosen and why, and what the parts take; lines of their own.
std::string tables_text(const Tables& tables);
/// The same for programs.
Json tables_json(const Tables& tables);

}  // namespace portolan::detail::cli
