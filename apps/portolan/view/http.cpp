#include "view/http.h"

namespace portolan::detail::cli {

std::optional<std::string> Request::parameter(std::string_view name) const {
  for (const auto& [key, value] : parameters) {
    if (key == name) return value;
  }
  return std::nullopt;
}

Response json_response(const Json& members, int status) {
  Json json{{"version", 1}};
  json.update(members);
  return {status, "application/json; charset=utf-8", json.dump()};
}

Response error_response(int status, const std::string& message) {
  return json_response({{"error", message}}, status);
}

}  // namespace portolan::detail::cli
