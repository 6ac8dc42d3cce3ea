#include "view/json_body.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "portolan/io/text/json_text.h"
#include "view/http.h"

namespace portolan::detail::cli {
namespace {

using Body = nlohmann::ordered_json;

/// The member of a name; null where it is left out.
const Body* find_member(const Body& body, const char* name) {
  const auto found = body.find(name);
  return found == body.end() ? nullptr : &*found;
}

[[noreturn]] void refuse_member(const char* name, const std::string& give) {
  throw HttpError{400, fmt::format("{}: give {}", name, give)};
}

}  // namespace

Body parse_body(const std::string& text) {
  auto parsed = parse_json(text, "body");
  if (!parsed) throw HttpError{400, parsed.error().message};
  if (!parsed->is_object()) throw HttpError{400, "the body is no JSON object; send one"};
  return std::move(*parsed);
}

std::string read_member(const Body& body, const char* name, const std::string& otherwise) {
  const Body* member = find_member(body, name);
  if (member == nullptr) return otherwise;
  if (!member->is_string()) refuse_member(name, "a text");
  return member->get<std::string>();
}

bool read_member(const Body& body, const char* name, bool otherwise) {
  const Body* member = find_member(body, name);
  if (member == nullptr) return otherwise;
  if (!member->is_boolean()) refuse_member(name, "true or false");
  return member->get<bool>();
}

double read_member(const Body& body, const char* name, double otherwise) {
  const Body* member = find_member(body, name);
  if (member == nullptr) return otherwise;
  if (!member->is_number() || !std::isfinite(member->get<double>()))
    refuse_member(name, "a number");
  return member->get<double>();
}

Vec3 read_point_member(const Body& body, const char* name) {
  constexpr double kLargest = 1e9;
  const Body* member = find_member(body, name);
  const auto is_coordinate = [](const Body& value) {
    return value.is_number() && std::abs(value.get<double>()) <= kLargest;
  };
  if (member == nullptr || !member->is_array() || member->size() != 3 ||
      !std::all_of(member->begin(), member->end(), is_coordinate))
    refuse_member(name, "a point, [x,y,z]");
  return {(*member)[0].get<float>(), (*member)[1].get<float>(), (*member)[2].get<float>()};
}

std::uint64_t read_whole_member(const Body& body, const char* name, std::uint64_t low,
                                std::uint64_t high, std::uint64_t otherwise) {
  const Body* member = find_member(body, name);
  if (member == nullptr) return otherwise;
  const std::string give = fmt::format("a whole number from {} to {}", low, high);
  if (!member->is_number_unsigned()) refuse_member(name, give);
  const auto number = member->get<std::uint64_t>();
  if (number < low || number > high) refuse_member(name, give);
  return number;
}

}  // namespace portolan::detail::cli
