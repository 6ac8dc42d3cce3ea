#pragma once

#include <string>
#include <utility>

#include "portolan/types.h"

namespace portolan::detail::cli {

/// What the tool tells its caller; documented in `portolan --help`.
enum class ExitCode : int {
  ok = 0,
  no_path = 1,    ///< There is no path, or a check found something wrong.
  usage = 2,      ///< A wrong argument.
  bad_input = 3,  ///< A file that cannot be read, understood or written.
  internal = 4,   ///< The tool itself is wrong.
};

/// Ends a subcommand: thrown where it cannot go on, caught in main.
struct Failure {
  ExitCode code;
  std::string message;
};

/// The value of a result; its error ends the subcommand.
template <class T>
T take(Result<T> result, ExitCode code = ExitCode::bad_input) {
  if (!result) throw Failure{code, result.error().message};
  return std::move(result).value();
}

}  // namespace portolan::detail::cli
