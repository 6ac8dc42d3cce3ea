#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "portolan/types.h"

namespace portolan::detail::cli {

/// Shows how far long work is, on standard error: a bar on a terminal; elsewhere a plain line
/// every half minute and one at the end.
class ProgressBar {
 public:
  explicit ProgressBar(std::string title);
  ~ProgressBar() { finish(); }
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  void show(std::uint64_t done, std::uint64_t total, const char* what);
  /// Says that all is done, or in place of that what `end` says, and ends the line; while an
  /// exception passes, how far the work was. Nothing is shown after it.
  void finish(const char* end = nullptr);
  /// For the library's long work; must not outlive the bar.
  Progress progress();

 private:
  using Clock = std::chrono::steady_clock;
  double seconds() const;
  void draw();
  void print_line(double share, const std::string& text);

  std::string title_;
  bool terminal_;
  bool finished_ = false;
  Clock::time_point begin_;
  Clock::time_point drawn_;
  std::uint64_t done_ = 0;
  std::uint64_t total_ = 0;
  const char* what_ = "";
  int exceptions_;  ///< That were passing at the beginning.
};

}  // namespace portolan::detail::cli
