#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "report/json.h"

/// Requests and answers as plain values, so that routes can be asked without a socket.
namespace portolan::detail::cli {

/// No body may be larger, in bytes.
inline constexpr std::size_t kMostBodyBytes = std::size_t{1} << 20;

struct Request {
  std::string method;  ///< GET, POST or DELETE.
  std::string path;    ///< Decoded, without the question mark and what follows it.
  std::vector<std::pair<std::string, std::string>> parameters;  ///< Decoded.
  std::string body;
  std::string host;        ///< The header; empty where there is none.
  std::string origin;      ///< The same.
  std::string fetch_site;  ///< Sec-Fetch-Site: where browsers say that a request comes from.

  /// The first parameter of a name.
  std::optional<std::string> parameter(std::string_view name) const;
};

struct Response {
  int status = 200;
  std::string type;
  std::string body;
};

/// Ends a request: thrown where it cannot be answered, caught by the router.
struct HttpError {
  int status;
  std::string message;  ///< What is wrong, and what to do.
};

/// An object as answer; "version" is put in front of its members.
Response json_response(const Json& members, int status = 200);
Response error_response(int status, const std::string& message);

}  // namespace portolan::detail::cli
