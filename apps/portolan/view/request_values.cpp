#include "view/request_values.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <optional>

namespace portolan::detail::cli {
namespace {

constexpr double kFarthest = 1e7;

template <class Number>
std::optional<Number> parse(std::string_view text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

[[noreturn]] void refuse_value(std::string_view name, std::string_view text,
                               const std::string& give) {
  throw HttpError{
      400, fmt::format("{}: '{}' is not understood; give {}", name, text.substr(0, 60), give)};
}

}  // namespace

std::string read_text(const Request& request, std::string_view name) {
  if (auto text = request.parameter(name)) return *text;
  throw HttpError{400, fmt::format("{} is missing; give it behind the question mark", name)};
}

std::string read_text_or(const Request& request, std::string_view name,
                         std::string_view otherwise) {
  return request.parameter(name).value_or(std::string(otherwise));
}

std::uint32_t read_whole(const Request& request, std::string_view name, std::uint32_t low,
                         std::uint32_t high) {
  const std::string text = read_text(request, name);
  const auto number = parse<std::uint32_t>(text);
  if (!number || *number < low || *number > high)
    refuse_value(name, text, fmt::format("a whole number from {} to {}", low, high));
  return *number;
}

double read_real(const Request& request, std::string_view name, double low, double high) {
  const std::string text = read_text(request, name);
  const auto number = parse<double>(text);
  if (!number || !(*number >= low && *number <= high))
    refuse_value(name, text, fmt::format("a number from {:g} to {:g}", low, high));
  return *number;
}

Vec3 read_point(const Request& request, std::string_view name) {
  const std::string text = read_text(request, name);
  std::string_view left = text;
  float values[3];
  for (unsigned i = 0; i < 3; ++i) {
    const std::size_t comma = i < 2 ? left.find(',') : left.size();
    const auto number =
        comma == std::string_view::npos ? std::nullopt : parse<float>(left.substr(0, comma));
    if (!number || !(std::abs(double{*number}) <= kFarthest))
      refuse_value(name, text, "X,Y,Z, such as 12.5,0,7.5");
    values[i] = *number;
    if (i < 2) left.remove_prefix(comma + 1);
  }
  return {values[0], values[1], values[2]};
}

}  // namespace portolan::detail::cli
