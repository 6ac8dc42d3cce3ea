#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "arguments/later_work.h"
#include "portolan/core/vec3.h"
#include "portolan/grid.h"
#include "portolan/terrain.h"

/// Reading the values of arguments. All of these throw an error of CLI11 that names the
/// argument and says what is allowed.
namespace portolan::detail::cli {

/// A place on terrain seen from above.
struct GroundPoint {
  float x = 0.0f;
  float z = 0.0f;
};

/// A whole number inside [low, high].
std::uint64_t parse_whole(const std::string& argument, std::string_view text, std::uint64_t low,
                          std::uint64_t high);

/// The same where 32 bits hold `high`.
std::uint32_t parse_whole32(const std::string& argument, std::string_view text, std::uint32_t low,
                            std::uint32_t high);

/// The same into `field`; an empty text leaves that as it is.
void read_if_given(const std::string& argument, std::string_view text, std::uint32_t low,
                   std::uint32_t high, std::uint32_t& field);

/// A number inside [low, high].
double parse_real(const std::string& argument, std::string_view text, double low, double high);

/// `X,Y,Z` in metres: a point on a navigation mesh.
Vec3 parse_point(const std::string& argument, std::string_view text);

/// `X,Z` in metres: a place on terrain.
GroundPoint parse_ground_point(const std::string& argument, std::string_view text);

/// `X,Y` in the coordinates of a map, which may be degrees.
MapPoint parse_map_point(const std::string& argument, std::string_view text, bool degrees);

/// `count` finite numbers with commas between; `example` shows in the message what they are.
template <class Number = float>
std::vector<Number> parse_numbers(const std::string& argument, std::string_view text,
                                  std::size_t count, const char* example);

/// `X,Y`: a tile of a grid.
Tile parse_tile(const std::string& argument, std::string_view text);

struct Size {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
};
/// `WxH`, or `N` for NxN.
Size parse_size(const std::string& argument, std::string_view text, std::uint32_t low,
                std::uint32_t high);

/// The parts between the separators; empty ones are kept.
std::vector<std::string> split(std::string_view text, char separator);

/// Checks that `text` is one of the `allowed` words; words of later versions are told apart.
void check_word(const std::string& argument, std::string_view text,
                const std::vector<std::string_view>& allowed, WordKind kind = WordKind::option);

/// Ends the subcommand for want of an argument.
[[noreturn]] void require(const std::string& argument);

[[noreturn]] void refuse(const std::string& argument, const std::string& why);

}  // namespace portolan::detail::cli
