#include "report/progress_bar.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <utility>

#include "portolan/core/platform.h"
#include "portolan/core/to_whole.h"
#include "report/table.h"

namespace portolan::detail::cli {
namespace {

constexpr std::size_t kBarWidth = 30;
constexpr auto kBetweenFrames = std::chrono::milliseconds(50);
constexpr auto kBetweenLines = std::chrono::seconds(30);

}  // namespace

ProgressBar::ProgressBar(std::string title)
    : title_(std::move(title)),
      terminal_(stderr_is_terminal()),
      begin_(Clock::now()),
      drawn_(begin_),
      exceptions_(std::uncaught_exceptions()) {}

double ProgressBar::seconds() const {
  return std::chrono::duration<double>(Clock::now() - begin_).count();
}

void ProgressBar::show(std::uint64_t done, std::uint64_t total, const char* what) {
  done_ = done;
  total_ = total;
  what_ = what;
  const auto now = Clock::now();
  if (now - drawn_ < (terminal_ ? Clock::duration(kBetweenFrames) : kBetweenLines)) return;
  drawn_ = now;
  draw();
}

void ProgressBar::draw() {
  const double share = total_ == 0 ? 0.0 : static_cast<double>(done_) / static_cast<double>(total_);
  const std::string of = total_ == 0 ? "" : fmt::format(" of {}", grouped(total_));
  const std::string count = fmt::format(", {}{} {}", grouped(done_), of, what_);
  const std::string percent = fmt::format("{:.0f} %", 100.0 * share);
  print_line(share, percent + (total_ == 1 ? "" : count));  // one piece needs no counting
}

void ProgressBar::print_line(double share, const std::string& text) {
  if (terminal_) {
    const auto full = std::min(to_whole<std::size_t>(share * kBarWidth), kBarWidth);
    fmt::print(stderr, "\r\x1b[K{} [{}{}] {}, {:.1f} s", title_, std::string(full, '#'),
               std::string(kBarWidth - full, '.'), text, seconds());
    std::fflush(stderr);
  } else {
    fmt::print(stderr, "{}: {}, {:.1f} s\n", title_, text, seconds());
  }
}

void ProgressBar::finish(const char* end) {
  if (finished_) return;
  finished_ = true;
  if (total_ == 0) return;
  if (std::uncaught_exceptions() > exceptions_ || (end == nullptr && done_ >= total_)) {
    draw();
  } else {
    print_line(1.0, end != nullptr ? end : "100 %, done");
  }
  if (terminal_) fmt::print(stderr, "\n");
}

Progress ProgressBar::progress() {
  return {[this](std::uint64_t done, std::uint64_t total, const char* what) {
    show(done, total, what);
    return true;
  }};
}

}  // namespace portolan::detail::cli
