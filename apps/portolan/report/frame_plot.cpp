#include "report/frame_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>

namespace portolan::detail::cli {
namespace {

constexpr double kLeft = 70.0;
constexpr double kTop = 60.0;
constexpr double kWidth = 640.0;
constexpr double kHeight = 240.0;
constexpr const char* kPlanInk = "#0068ac";
constexpr const char* kMoveInk = "#e69f00";

/// A round distance between about five ticks up to `most`.
double tick_step(double most) {
  const double power = std::pow(10.0, std::floor(std::log10(most / 5.0)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power * 5.0 >= most) return factor * power;
  }
  return 10.0 * power;
}

std::string escape(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '&') {
      escaped += "&amp;";
    } else if (c == '<') {
      escaped += "&lt;";
    } else {
      escaped += c;
    }
  }
  return escaped;
}

void add_text(std::string& svg, double x, double y, const char* anchor, const std::string& text) {
  fmt::format_to(std::back_inserter(svg),
                 "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", x, y, anchor,
                 escape(text));
}

void add_bar(std::string& svg, double x, double width, double low, double high, const char* ink) {
  fmt::format_to(
      std::back_inserter(svg),
      "<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\" fill=\"{}\"/>\n", x,
      kTop + kHeight - high, width, high - low, ink);
}

}  // namespace

std::string plot_frames(const FrameTimes& times, const std::string& title) {
  double most = 1e-3;
  for (std::size_t i = 0; i < times.plan.size(); ++i)
    most = std::max(most, times.plan[i] + times.move[i]);
  const double step = tick_step(most);
  const double top = std::ceil(most / step) * step;
  std::string svg =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 740 360\" "
      "font-family=\"sans-serif\" "
      "font-size=\"12\" fill=\"#20242c\">\n<rect width=\"740\" height=\"360\" fill=\"#fcfcfa\"/>\n";
  add_text(svg, 16, 24, "start", title);
  for (double tick = 0.0; tick <= top * 1.001; tick += step) {
    const double y = kTop + kHeight - tick / top * kHeight;
    fmt::format_to(std::back_inserter(svg), "<path d=\"M{} {:.1f}h{}\" stroke=\"#d9dce1\"/>\n",
                   kLeft, y, kWidth);
    add_text(svg, kLeft - 6, y + 4, "end", fmt::format("{:g}", tick));
  }
  const auto count = static_cast<double>(std::max<std::size_t>(times.plan.size(), 1));
  const double width = kWidth / count;
  for (std::size_t i = 0; i < times.plan.size(); ++i) {
    const double x = kLeft + width * static_cast<double>(i);
    const double planned = times.plan[i] / top * kHeight;
    add_bar(svg, x, width * 0.9, 0.0, planned, kPlanInk);
    add_bar(svg, x, width * 0.9, planned, planned + times.move[i] / top * kHeight, kMoveInk);
  }
  add_bar(svg, kLeft, 18, kHeight + 14, kHeight + 24, kPlanInk);
  add_text(svg, kLeft + 24, kTop - 15, "start", "finding paths");
  add_bar(svg, kLeft + 130, 18, kHeight + 14, kHeight + 24, kMoveInk);
  add_text(svg, kLeft + 154, kTop - 15, "start", "moving");
  add_text(svg, kLeft, kTop + kHeight + 18, "start", "1");
  add_text(svg, kLeft + kWidth, kTop + kHeight + 18, "end", std::to_string(times.plan.size()));
  add_text(svg, kLeft + kWidth / 2, kTop + kHeight + 34, "middle", "frame");
  add_text(svg, kLeft - 6, kTop - 15, "end", "ms");
  return svg + "</svg>\n";
}

}  // namespace portolan::detail::cli
