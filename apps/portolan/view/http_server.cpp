#include "view/http_server.h"

#include <httplib.h>

#include <thread>

namespace portolan::detail::cli {
namespace {

constexpr const char* kLoopback = "127.0.0.1";
/// A browser keeps some connections open, and each holds a thread while it is.
constexpr std::size_t kThreads = 24;
constexpr std::size_t kMostRequests = 10'000;  // on one connection

/// A port that another program listens on is taken: the library would share it.
void take_port_alone(socket_t socket) {
  const int yes = 1;  // but not by connections that are closed already
  ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
}

Request read(const httplib::Request& from) {
  Request request;
  request.method = from.method == "HEAD" ? "GET" : from.method;  // the library leaves the body out
  request.path = from.path;
  for (const auto& [name, value] : from.params) request.parameters.emplace_back(name, value);
  request.body = from.body;
  request.host = from.get_header_value("Host");
  request.origin = from.get_header_value("Origin");
  request.fetch_site = from.get_header_value("Sec-Fetch-Site");
  return request;
}

void write(Response&& from, httplib::Response& to) {
  to.status = from.status;
  to.set_header("Cache-Control", "no-store");
  to.set_header("X-Content-Type-Options", "nosniff");
  to.set_header("Cross-Origin-Resource-Policy", "same-origin");
  to.set_header("Content-Security-Policy",
                "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; "
                "object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
  if (from.body.empty()) return;
  // As a provider it is not compressed: that takes longer than sending it on the same machine.
  const auto body = std::make_shared<const std::string>(std::move(from.body));
  to.set_content_provider(body->size(), from.type,
                          [body](std::size_t offset, std::size_t length, httplib::DataSink& sink) {
                            return sink.write(body->data() + offset, length);
                          });
}

}  // namespace

struct HttpServer::Inside {
  httplib::Server server;
};

HttpServer::HttpServer(Router& router) : inside_(std::make_unique<Inside>()), router_(router) {
  httplib::Server& server = inside_->server;
  const auto handle = [this](const httplib::Request& request, httplib::Response& response) {
    write(router_.answer(read(request)), response);
  };
  server.new_task_queue = [] { return new httplib::ThreadPool(kThreads); };
  server.set_tcp_nodelay(true);
  server.set_socket_options(take_port_alone);
  server.set_keep_alive_max_count(kMostRequests);
  server.set_payload_max_length(kMostBodyBytes);
  server.Get(".*", handle);
  server.Post(".*", handle);
  server.Delete(".*", handle);
  // What never reached the router: bodies that are too large, methods and heads it does not know.
  server.set_error_handler([](const httplib::Request&, httplib::Response& response) {
    if (response.has_header("X-Content-Type-Options")) return;  // it was ours
    const int status = response.status;
    write(error_response(status,
                         status == 413
                             ? "the body is too large; send less at once, and as application/json"
                             : "this request is not understood"),
          response);
  });
}

HttpServer::~HttpServer() = default;

bool HttpServer::bind(unsigned port) {
  httplib::Server& server = inside_->server;
  if (port == 0) {
    const int bound = server.bind_to_any_port(kLoopback);
    if (bound <= 0) return false;
    port_ = static_cast<unsigned>(bound);
  } else {
    if (!server.bind_to_port(kLoopback, static_cast<int>(port))) return false;
    port_ = port;
  }
  router_.set_port(port_);
  return true;
}

void HttpServer::run() { inside_->server.listen_after_bind(); }
void HttpServer::wait_until_running() const {
  while (!inside_->server.is_running()) std::this_thread::yield();
}
void HttpServer::stop() { inside_->server.stop(); }

}  // namespace portolan::detail::cli
