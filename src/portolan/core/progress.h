#pragma once

#include <cstdint>
#include <functional>

namespace portolan {

/// How long work tells its caller how far it is, and asks whether to go on.
struct Progress {
  /// Called with (done, total, what) from the thread that does the work; may be empty.
  /// Returning false cancels the work, which then fails with an error that says so.
  std::function<bool(std::uint64_t done, std::uint64_t total, const char* what)> report;

  bool step(std::uint64_t done, std::uint64_t total, const char* what) const {
    return !report || report(done, total, what);
  }
};

}  // namespace portolan
