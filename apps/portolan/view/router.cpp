#include "view/router.h"

#include <fmt/format.h>

#include <exception>

#include "failure.h"

namespace portolan::detail::cli {
namespace {

constexpr std::string_view kScheme = "http://";

int status_of(ExitCode code) {
  switch (code) {
    case ExitCode::no_path: return 404;
    case ExitCode::internal: return 500;
    default: return 400;
  }
}

}  // namespace

void Router::add(const std::string& method, const std::string& path, Handler handler) {
  routes_[path][method] = std::move(handler);
}

void Router::set_port(unsigned port) {
  hosts_[0] = fmt::format("127.0.0.1:{}", port);
  hosts_[1] = fmt::format("localhost:{}", port);
}

bool Router::is_own_host(const std::string& host) const {
  return !host.empty() && (host == hosts_[0] || host == hosts_[1]);
}

Response Router::answer(const Request& request) const {
  try {
    return find(request);
  } catch (const HttpError& error) {
    return error_response(error.status, error.message);
  } catch (const Failure& failure) {
    return error_response(status_of(failure.code), failure.message);
  } catch (const std::exception& error) {
    return error_response(500, fmt::format("fault: {}; please report this with the world and the "
                                           "address that was asked for",
                                           error.what()));
  }
}

Response Router::find(const Request& request) const {
  if (!is_own_host(request.host)) {
    throw HttpError{
        403, fmt::format("the host must be {}; open the link that the tool printed", hosts_[0])};
  }
  const bool own_origin =
      request.origin.starts_with(kScheme) && is_own_host(request.origin.substr(kScheme.size()));
  if (!request.origin.empty() && !own_origin) {
    throw HttpError{403, "this page comes from elsewhere; open the link that the tool printed"};
  }
  // Pictures and scripts of other pages come without an origin; a link to the page itself is good.
  const bool asked_here = request.fetch_site.empty() || request.fetch_site == "same-origin" ||
                          request.fetch_site == "none";
  if (!asked_here && request.path.starts_with("/api")) {
    throw HttpError{403, "another page asks for this; open the link that the tool printed"};
  }
  if (request.body.size() > kMostBodyBytes) {
    throw HttpError{
        413, fmt::format("the body has more than {} bytes; send less at once", kMostBodyBytes)};
  }
  if (const auto route = routes_.find(request.path); route != routes_.end()) {
    const auto handler = route->second.find(request.method);
    if (handler != route->second.end()) return handler->second(request);
    std::string known;
    for (const auto& [method, unused] : route->second)
      known += (known.empty() ? "" : ", ") + method;
    throw HttpError{
        405, fmt::format("{} does not take {}; use {}", request.path, request.method, known)};
  }
  if (request.method == "GET" && assets_) {
    if (auto asset = assets_(request.path)) return std::move(*asset);
  }
  throw HttpError{404, "there is nothing at this address; docs/viewer-http.md lists what is"};
}

}  // namespace portolan::detail::cli
