#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "portolan/types.h"
#include "view/http.h"

/// Reading what a request gives. All of these throw an HttpError that names it and says what is
/// allowed.
namespace portolan::detail::cli {

/// A parameter that must be there.
std::string read_text(const Request& request, std::string_view name);
/// The same, or `otherwise` where it is left out.
std::string read_text_or(const Request& request, std::string_view name, std::string_view otherwise);

/// A whole number inside [low, high].
std::uint32_t read_whole(const Request& request, std::string_view name, std::uint32_t low,
                         std::uint32_t high);
/// A number inside [low, high].
double read_real(const Request& request, std::string_view name, double low, double high);
/// `X,Y,Z`: finite, and small enough for a world.
Vec3 read_point(const Request& request, std::string_view name);

}  // namespace portolan::detail::cli
