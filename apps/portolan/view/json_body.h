#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "portolan/types.h"

/// Reading the bodies of requests. All of these throw an HttpError that says what is wrong.
namespace portolan::detail::cli {

/// The object that a body holds.
nlohmann::ordered_json parse_body(const std::string& text);

/// A member of the type of `otherwise`, which stands for one that is left out.
std::string read_member(const nlohmann::ordered_json& body, const char* name,
                        const std::string& otherwise);
bool read_member(const nlohmann::ordered_json& body, const char* name, bool otherwise);
double read_member(const nlohmann::ordered_json& body, const char* name, double otherwise);
/// Three numbers; there is none that stands for a point that is left out.
Vec3 read_point_member(const nlohmann::ordered_json& body, const char* name);
/// A whole number inside [low, high].
std::uint64_t read_whole_member(const nlohmann::ordered_json& body, const char* name,
                                std::uint64_t low, std::uint64_t high, std::uint64_t otherwise);

}  // namespace portolan::detail::cli
