#pragma once

#include <memory>

#include "view/router.h"

namespace portolan::detail::cli {

/// Serves a router's answers on the loopback address of this machine, on several threads.
class HttpServer {
 public:
  /// The router must outlive it.
  explicit HttpServer(Router& router);
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  /// Takes a port, or any free one for 0, and tells the router. False where that one is taken.
  bool bind(unsigned port);
  unsigned port() const { return port_; }
  /// Answers until `stop` is called.
  void run();
  /// From another thread.
  void stop();
  /// Until another thread's `run` listens: `stop` before that would be in vain.
  void wait_until_running() const;

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
  Router& router_;
  unsigned port_ = 0;
};

}  // namespace portolan::detail::cli
