#pragma once

#include <string>

#include "failure.h"
#include "report/json.h"

/// What `--json` prints: one object a run of the tool, which begins with "version", "command" and,
/// where there is one, "world". docs/json-schema.json describes all of them; a test holds what the
/// subcommands print against it.
namespace portolan::detail::cli {

/// Raised when a member is renamed, removed or given another meaning; new ones do not raise it.
inline constexpr unsigned kJsonVersion = 1;

Json begin_document(const std::string& command);
Json begin_document(const std::string& command, const std::string& world);

/// In place of what was asked for, where the tool fails.
Json failure_document(const std::string& command, const Failure& failure);

void print_document(const Json& document);

}  // namespace portolan::detail::cli
