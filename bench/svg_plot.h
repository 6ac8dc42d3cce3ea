#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "numbers.h"

/// Charts as SVG text: lines with markers or stacked bars, several side by side. They bring
/// their own light ground, so they read the same on a white and on a dark page.
namespace portolan::detail::bench {

/// Colours that people with any kind of colour vision can tell apart.
namespace ink {
inline constexpr const char* kBlue = "#0068ac";
inline constexpr const char* kVermilion = "#d65600";
inline constexpr const char* kGreen = "#00966e";
inline constexpr const char* kPurple = "#b05690";
inline constexpr const char* kAmber = "#e69f00";
inline constexpr const char* kSky = "#56b4e9";
inline constexpr const char* kAll[] = {kBlue, kVermilion, kGreen, kPurple, kAmber, kSky};
inline constexpr const char* kText = "#20242c";
inline constexpr const char* kFaint = "#d9dce1";
inline constexpr const char* kGround = "#fcfcfa";
}  // namespace ink

struct Series {
  std::string name;
  std::string colour;
  std::vector<double> x;
  std::vector<double> y;
  bool dashed = false;
};

struct Chart {
  std::string title;
  std::string x_label;
  std::string y_label;
  std::vector<Series> series;  ///< Of stacked bars: from the bottom up, all with the same x.
  bool stacked = false;
  double y_top = 0.0;   ///< The axis reaches at least this far; 0 = as far as the data.
  bool log_y = false;   ///< Powers of ten are equally far apart; from 1 up, not for bars.
  bool even_x = false;  ///< The x values, the same in all series, stand at equal distances.
};

/// A round distance between ticks so that about `wanted` of them cover `range`.
inline double tick_step(double range, int wanted) {
  const double rough = range / wanted;
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  for (const double factor : {1.0, 2.0, 2.5, 5.0}) {
    if (factor * power >= rough * 0.999) return factor * power;
  }
  return 10.0 * power;
}

/// The highest value that a chart shows, before rounding up to a tick.
inline double highest(const Chart& chart) {
  double top = chart.y_top;
  std::vector<double> sums;
  for (const Series& s : chart.series) {
    sums.resize(std::max(sums.size(), s.y.size()), 0.0);
    for (std::size_t i = 0; i < s.y.size(); ++i) {
      sums[i] = chart.stacked ? sums[i] + s.y[i] : s.y[i];
      top = std::max(top, sums[i]);
    }
  }
  return top > 0.0 ? top : 1.0;
}

/// Short, so that it does not meet the name of the axis.
inline std::string tick_text(double value, int decimals) {
  if (value >= 1e6) return fmt::format("{:g}M", value / 1e6);
  return value >= 1e4 ? fmt::format("{:g}K", value / 1e3) : grouped(value, decimals);
}

/// Draws one chart into its place of the picture.
class ChartDrawing {
 public:
  static constexpr double kWidth = 460.0;
  static constexpr double kHeight = 360.0;

  ChartDrawing(const Chart& chart, double left) : chart_(chart), left_(left + 70.0) {
    x_low_ = INFINITY;
    x_high_ = -INFINITY;
    for (const Series& s : chart.series) {
      for (const double x : s.x) {
        x_low_ = std::min(x_low_, place(x));
        x_high_ = std::max(x_high_, place(x));
      }
    }
    if (!(x_low_ < x_high_)) x_high_ = (x_low_ = std::isfinite(x_low_) ? x_low_ : 0.0) + 1.0;
    if (chart.stacked) {
      bar_ = (x_high_ - x_low_) / std::max<double>(1.0, double(chart.series[0].x.size()) - 1.0);
      x_low_ -= bar_ / 2;
      x_high_ += bar_ / 2;
    }
    if (!chart.even_x && x_low_ > 0.0 && x_low_ < 0.25 * x_high_) x_low_ = 0.0;
    y_step_ = tick_step(highest(chart), 5);
    y_high_ = chart.log_y ? std::pow(10.0, std::ceil(std::log10(highest(chart)) - 0.001))
                          : std::ceil(highest(chart) / y_step_ * 0.999) * y_step_;
  }

  std::string draw() {
    title_and_legend();
    axes();
    if (chart_.stacked) {
      bars();
    } else {
      lines();
    }
    return out_;
  }

 private:
  static constexpr double kTop = 74.0;
  static constexpr double kPlotWidth = 370.0;
  static constexpr double kPlotHeight = 232.0;

  /// Where a value stands on the x axis, in units of the axis.
  double place(double x) const {
    if (!chart_.even_x) return x;
    const std::vector<double>& all = chart_.series[0].x;
    return static_cast<double>(std::find(all.begin(), all.end(), x) - all.begin());
  }
  double px(double x) const {
    return left_ + (place(x) - x_low_) / (x_high_ - x_low_) * kPlotWidth;
  }
  double py(double y) const {
    const double share =
        chart_.log_y ? std::log10(std::max(y, 1.0)) / std::log10(y_high_) : y / y_high_;
    return kTop + kPlotHeight * (1.0 - share);
  }

  template <class... Args>
  void put(fmt::format_string<Args...> format, Args&&... args) {
    out_ += fmt::format(format, std::forward<Args>(args)...);
    out_ += '\n';
  }
  void text(double x, double y, std::string_view anchor, double size, std::string_view words,
            std::string_view more = "") {
    put(R"(<text x="{:.1f}" y="{:.1f}" text-anchor="{}" font-size="{}" {}>{}</text>)", x, y, anchor,
        size, more, words);
  }

  void title_and_legend() {
    text(left_ - 54, 24, "start", 15, chart_.title, R"(font-weight="600")");
    double x = left_ - 54;
    double y = 47;
    for (const Series& s : chart_.series) {
      const double width = 44 + 6.6 * static_cast<double>(s.name.size());
      if (x + width > left_ + kPlotWidth + 30 && x > left_) {
        x = left_ - 54;
        y += 15;
      }
      if (chart_.stacked) {
        put(R"(<rect x="{:.1f}" y="{:.0f}" width="18" height="12" fill="{}"/>)", x, y - 6,
            s.colour);
      } else {
        put(R"(<line x1="{0:.1f}" y1="{1:.0f}" x2="{2:.1f}" y2="{1:.0f}" stroke="{3}" stroke-width="2.5"{4}/>)",
            x, y, x + 22, s.colour, dashes(s));
        marker(s, x + 11, y);
      }
      text(x + 27, y + 4.5, "start", 12.5, s.name);
      x += width;
    }
  }

  void axes() {
    const int decimals = std::fmod(y_step_, 1.0) == 0.0 || chart_.log_y ? 0 : y_step_ > 0.2 ? 1 : 2;
    for (double y = chart_.log_y ? 1 : 0; y <= y_high_ * 1.001;
         y = chart_.log_y ? y * 10 : y + y_step_) {
      put(R"(<line x1="{:.1f}" y1="{:.1f}" x2="{:.1f}" y2="{:.1f}" stroke="{}"/>)", left_, py(y),
          left_ + kPlotWidth, py(y), ink::kFaint);
      text(left_ - 7, py(y) + 4, "end", 12, tick_text(y, decimals));
    }
    if (chart_.even_x) {
      for (const double x : chart_.series[0].x) x_tick(x, 0);
    } else {
      const double step = tick_step(x_high_ - x_low_, 7);
      for (double x = std::ceil(x_low_ / step) * step; x <= x_high_ + step * 0.001; x += step)
        x_tick(x, step >= 1 ? 0 : 1);
    }
    put(R"(<line x1="{0:.1f}" y1="{1:.1f}" x2="{2:.1f}" y2="{1:.1f}" stroke="{3}"/>)", left_,
        kTop + kPlotHeight, left_ + kPlotWidth, ink::kText);
    text(left_ + kPlotWidth / 2, kTop + kPlotHeight + 42, "middle", 13, chart_.x_label);
    const double x = left_ - 51, y = kTop + kPlotHeight / 2;
    text(x, y, "middle", 13, chart_.y_label,
         fmt::format("transform=\"rotate(-90 {:.1f} {:.1f})\"", x, y));
  }

  void x_tick(double x, int decimals) {
    put(R"(<line x1="{0:.1f}" y1="{1:.1f}" x2="{0:.1f}" y2="{2:.1f}" stroke="{3}"/>)", px(x),
        kTop + kPlotHeight, kTop + kPlotHeight + 5, ink::kText);
    text(px(x), kTop + kPlotHeight + 20, "middle", 12, grouped(x, decimals));
  }

  void lines() {
    for (const Series& s : chart_.series) {
      std::string points;
      for (std::size_t i = 0; i < s.x.size(); ++i) {
        points += fmt::format("{:.1f},{:.1f} ", px(s.x[i]), py(s.y[i]));
      }
      put(R"(<polyline points="{}" fill="none" stroke="{}" stroke-width="2.2"{}/>)", points,
          s.colour, dashes(s));
      for (std::size_t i = 0; i < s.x.size(); ++i) marker(s, px(s.x[i]), py(s.y[i]));
    }
  }

  void bars() {
    std::vector<double> below(chart_.series[0].x.size(), 0.0);
    const double width = bar_ / (x_high_ - x_low_) * kPlotWidth * 0.78;
    for (const Series& s : chart_.series) {
      for (std::size_t i = 0; i < s.x.size(); ++i) {
        const double top = py(below[i] + s.y[i]);
        put(R"(<rect x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{:.1f}" fill="{}"/>)",
            px(s.x[i]) - width / 2, top, width, std::max(0.0, py(below[i]) - top), s.colour);
        below[i] += s.y[i];
      }
    }
  }

  /// A shape for each series, so that colour is not the only difference.
  void marker(const Series& s, double x, double y) {
    const auto shape = static_cast<std::size_t>(&s - chart_.series.data()) % 4;
    if (shape == 0) {
      put(R"(<circle cx="{:.1f}" cy="{:.1f}" r="3.4" fill="{}"/>)", x, y, s.colour);
    } else if (shape == 1) {
      put(R"(<rect x="{:.1f}" y="{:.1f}" width="6.4" height="6.4" fill="{}"/>)", x - 3.2, y - 3.2,
          s.colour);
    } else {
      const double up = shape == 2 ? -4.2 : 4.2;
      put(R"(<path d="M{:.1f} {:.1f} l4.2 {:.1f} h-8.4 z" fill="{}"/>)", x, y + up * 0.75,
          -up * 1.6, s.colour);
    }
  }
  static const char* dashes(const Series& s) {
    return s.dashed ? R"( stroke-dasharray="6 4")" : "";
  }

  const Chart& chart_;
  double left_;
  double x_low_, x_high_;
  double bar_ = 1.0;
  double y_high_ = 1.0;
  double y_step_ = 1.0;
  std::string out_;
};

/// The charts side by side as one SVG file's text.
inline std::string draw_charts(const std::vector<Chart>& charts) {
  const double width = ChartDrawing::kWidth * static_cast<double>(charts.size());
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0f} {1:.0f}\" width=\"{0:.0f}\" "
      "height=\"{1:.0f}\" font-family=\"Helvetica, Arial, sans-serif\" fill=\"{2}\">\n"
      "<rect width=\"{0:.0f}\" height=\"{1:.0f}\" rx=\"8\" fill=\"{3}\"/>\n",
      width, ChartDrawing::kHeight, ink::kText, ink::kGround);
  for (std::size_t i = 0; i < charts.size(); ++i) {
    svg += ChartDrawing(charts[i], ChartDrawing::kWidth * static_cast<double>(i)).draw();
  }
  return svg + "</svg>\n";
}

}  // namespace portolan::detail::bench
