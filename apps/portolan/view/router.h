#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "view/http.h"

namespace portolan::detail::cli {

/// Which function answers which request. Made ready by one thread, then asked by any number.
class Router {
 public:
  using Handler = std::function<Response(const Request&)>;
  /// The file of a path; nothing where there is none.
  using Assets = std::function<std::optional<Response>(const std::string& path)>;

  void add(const std::string& method, const std::string& path, Handler handler);
  /// Asked for every GET that no route takes.
  void set_assets(Assets assets) { assets_ = std::move(assets); }
  /// Requests must name this port of this machine as their host, and as their origin where they
  /// have one: pages from elsewhere, or names that lead here, are refused.
  void set_port(unsigned port);
  /// What requests may name as their host.
  const std::string& host() const { return hosts_[0]; }

  /// Always answers: what a route throws becomes an error with words for people.
  Response answer(const Request& request) const;

 private:
  Response find(const Request& request) const;
  bool is_own_host(const std::string& host) const;

  std::map<std::string, std::map<std::string, Handler>> routes_;  // by path, then method
  Assets assets_;
  std::string hosts_[2];
};

}  // namespace portolan::detail::cli
