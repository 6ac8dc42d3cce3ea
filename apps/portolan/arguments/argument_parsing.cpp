#include "arguments/argument_parsing.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "arguments/suggestion.h"
#include "portolan/core/narrow.h"

namespace portolan::detail::cli {
namespace {

template <class T>
std::optional<T> number(std::string_view text) {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace

void require(const std::string& argument) { throw CLI::RequiredError(argument); }

void refuse(const std::string& argument, const std::string& why) {
  throw CLI::ValidationError(argument, why);
}

std::uint64_t parse_whole(const std::string& argument, std::string_view text, std::uint64_t low,
                          std::uint64_t high) {
  const auto value = number<std::uint64_t>(text);
  if (!value || *value < low || *value > high) {
    refuse(argument, fmt::format("'{}' is not a whole number from {} to {}", text, low, high));
  }
  return *value;
}

std::uint32_t parse_whole32(const std::string& argument, std::string_view text, std::uint32_t low,
                            std::uint32_t high) {
  return narrow<std::uint32_t>(parse_whole(argument, text, low, high));
}

void read_if_given(const std::string& argument, std::string_view text, std::uint32_t low,
                   std::uint32_t high, std::uint32_t& field) {
  if (!text.empty()) field = parse_whole32(argument, text, low, high);
}

double parse_real(const std::string& argument, std::string_view text, double low, double high) {
  const auto value = number<double>(text);
  if (!value || !(*value >= low && *value <= high)) {
    refuse(argument, fmt::format("'{}' is not a number from {} to {}", text, low, high));
  }
  return *value;
}

template <class Number>
std::vector<Number> parse_numbers(const std::string& argument, std::string_view text,
                                  std::size_t count, const char* example) {
  const auto parts = split(text, ',');
  std::vector<Number> numbers;
  for (const std::string& part : parts) {
    const auto value = number<Number>(part);
    if (value && std::isfinite(*value)) numbers.push_back(*value);
  }
  if (numbers.size() == count && parts.size() == count) return numbers;
  refuse(argument, fmt::format("'{}' is not {}", text, example));
}
template std::vector<float> parse_numbers(const std::string&, std::string_view, std::size_t,
                                          const char*);
template std::vector<double> parse_numbers(const std::string&, std::string_view, std::size_t,
                                           const char*);

Vec3 parse_point(const std::string& argument, std::string_view text) {
  const auto n = parse_numbers(argument, text, 3,
                               "a point on a navigation mesh; give X,Y,Z in metres, y up, such as "
                               "12,0.5,-7");
  return {n[0], n[1], n[2]};
}

GroundPoint parse_ground_point(const std::string& argument, std::string_view text) {
  const auto numbers =
      parse_numbers(argument, text, 2, "a place on terrain; give X,Z in metres, such as 12,30.5");
  return {numbers[0], numbers[1]};
}

MapPoint parse_map_point(const std::string& argument, std::string_view text, bool degrees) {
  const auto numbers = parse_numbers<double>(
      argument, text, 2,
      degrees ? "a place on the map of this terrain; give X,Y in degrees, longitude first, such as "
                "8.5,46.25"
              : "a place on the map of this terrain; give X,Y in its coordinates, such as "
                "512300.5,4021650");
  return {numbers[0], numbers[1]};
}

Tile parse_tile(const std::string& argument, std::string_view text) {
  const auto parts = split(text, ',');
  if (parts.size() == 2) {
    const auto x = number<std::int32_t>(parts[0]);
    const auto y = number<std::int32_t>(parts[1]);
    if (x && y) return {*x, *y};
  }
  refuse(argument, fmt::format("'{}' is not a tile of a grid; give X,Y, counted from 0,0 at the "
                               "top left, such as 12,7",
                               text));
}

Size parse_size(const std::string& argument, std::string_view text, std::uint32_t low,
                std::uint32_t high) {
  const auto parts = split(text, 'x');
  if (parts.size() == 1 || parts.size() == 2) {
    const auto width = number<std::uint32_t>(parts.front());
    const auto height = number<std::uint32_t>(parts.back());
    const auto fits = [&](const auto& side) { return side && *side >= low && *side <= high; };
    if (fits(width) && fits(height)) return {*width, *height};
  }
  refuse(argument,
         fmt::format("'{}' is not a size; give WxH or N, each side {} to {}", text, low, high));
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  for (;;) {
    const std::size_t end = text.find(separator);
    parts.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

void check_word(const std::string& argument, std::string_view text,
                const std::vector<std::string_view>& allowed, WordKind kind) {
  if (std::find(allowed.begin(), allowed.end(), text) != allowed.end()) return;
  const std::string choice = fmt::format("give {}", fmt::join(allowed, ", "));
  if (const auto later = later_work(kind, text)) refuse(argument, *later + "; " + choice);
  const auto meant = suggestion_for(text, {allowed.begin(), allowed.end()});
  refuse(argument, fmt::format("'{}' is unknown; {}{}", text, choice,
                               meant ? "; did you mean " + *meant + "?" : ""));
}

}  // namespace portolan::detail::cli
