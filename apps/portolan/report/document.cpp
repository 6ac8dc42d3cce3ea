#include "report/document.h"

#include <fmt/format.h>

namespace portolan::detail::cli {
namespace {

const char* name(ExitCode code) {
  switch (code) {
    case ExitCode::ok: return "ok";
    case ExitCode::no_path: return "no_path";
    case ExitCode::usage: return "usage";
    case ExitCode::bad_input: return "bad_input";
    case ExitCode::internal: return "internal";
  }
  return "internal";
}

}  // namespace

Json begin_document(const std::string& command) {
  return {{"version", kJsonVersion}, {"command", command}};
}

Json begin_document(const std::string& command, const std::string& world) {
  Json document = begin_document(command);
  document["world"] = world;
  return document;
}

Json failure_document(const std::string& command, const Failure& failure) {
  Json document = begin_document(command);
  document["error"] = {{"kind", name(failure.code)},
                       {"exit_code", static_cast<int>(failure.code)},
                       {"message", failure.message}};
  return document;
}

void print_document(const Json& document) { fmt::print("{}\n", document.dump(2)); }

}  // namespace portolan::detail::cli
