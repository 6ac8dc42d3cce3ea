// The server over a real socket, spoken to byte by byte.
#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <sstream>
#include <thread>

#include "view/assets.h"
#include "view/http_server.h"
#include "viewing.h"

namespace portolan::detail::cli {
namespace {

/// Whether an answer has come to its end, as its head tells.
bool is_whole(const std::string& answer) {
  const std::size_t head = answer.find("\r\n\r\n");
  const std::size_t length = answer.find("Content-Length: ");
  return head != std::string::npos && length < head &&
         answer.size() >= head + 4 + std::stoul(answer.substr(length + 16));
}

/// Sends bytes to a port of this machine and reads the answer.
std::string talk(unsigned port, const std::string& bytes) {
  const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
    ::close(socket);
    return "no connection";
  }
  for (std::size_t sent = 0; sent < bytes.size();) {
    const ssize_t now = ::send(socket, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
    if (now <= 0) break;  // it does not want to hear more
    sent += static_cast<std::size_t>(now);
  }
  std::string answer;
  char buffer[4096];
  for (ssize_t got; !is_whole(answer) && (got = ::recv(socket, buffer, sizeof buffer, 0)) > 0;)
    answer.append(buffer, static_cast<std::size_t>(got));
  ::close(socket);
  return answer;
}

/// A server with a page and one route, on a port of its own.
class ViewServer : public ::testing::Test {
 protected:
  ViewServer() : server_(router_) {
    folder_.put("index.html", "<p>page</p>");
    folder_.put("secret.txt", "beside");
    std::filesystem::create_directory(folder_.path() / "inner");
    folder_.put("inner/deep.js", "deep");
    router_.set_assets(folder_assets(folder_.path().string()));
    router_.add("GET", "/api/add", [](const Request& request) {
      return json_response({{"a", request.parameter("a").value_or("none")}});
    });
    router_.add("POST", "/api/size", [](const Request& request) {
      return json_response({{"size", request.body.size()}});
    });
    EXPECT_TRUE(server_.bind(0));
    thread_ = std::thread([this] { server_.run(); });
  }
  ~ViewServer() override {
    while (ask("GET", "/api/add") == "no connection") std::this_thread::yield();
    server_.stop();
    thread_.join();
  }

  std::string ask(const std::string& method, const std::string& target,
                  const std::string& headers = "", const std::string& body = "") const {
    return ask_as("127.0.0.1:" + std::to_string(server_.port()), method, target, headers, body);
  }
  std::string ask_as(const std::string& host, const std::string& method, const std::string& target,
                     const std::string& headers = "", const std::string& body = "") const {
    return talk(server_.port(), method + " " + target + " HTTP/1.1\r\nHost: " + host +
                                    "\r\nConnection: close\r\nContent-Length: " +
                                    std::to_string(body.size()) + "\r\n" + headers + "\r\n" + body);
  }
  static bool says(const std::string& answer, const std::string& text) {
    return answer.find(text) != std::string::npos;
  }

  TemporaryFolder folder_;
  Router router_;
  HttpServer server_;
  std::thread thread_;
};

TEST_F(ViewServer, ServesThePageAndRoutes) {
  const std::string page = ask("GET", "/");
  EXPECT_TRUE(page.starts_with("HTTP/1.1 200")) << page;
  EXPECT_TRUE(says(page, "text/html")) << page;
  EXPECT_TRUE(page.ends_with("<p>page</p>")) << page;
  for (const char* header : {"default-src 'self'", "frame-ancestors 'none'", "nosniff",
                             "Cross-Origin-Resource-Policy: same-origin"})
    EXPECT_TRUE(says(page, header)) << header;
  const std::string route = ask("GET", "/api/add?a=1%2C2");
  EXPECT_TRUE(route.ends_with(R"({"version":1,"a":"1,2"})")) << route;
  EXPECT_TRUE(says(ask("POST", "/api/size", "", "12345"), R"("size":5)"));
}

TEST_F(ViewServer, StaysInItsFolder) {
  for (const char* target :
       {"/../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "/inner/deep.js",
        "/inner%2fdeep.js", "//etc/passwd", "/etc/passwd", "/%00", "/.", "/..", "/inner"}) {
    const std::string answer = ask("GET", target);
    EXPECT_FALSE(answer.starts_with("HTTP/1.1 200")) << target << ": " << answer;
    EXPECT_FALSE(says(answer, "beside") || says(answer, "deep") || says(answer, "root:")) << answer;
  }
}

TEST_F(ViewServer, RefusesOtherHostsAndOrigins) {
  EXPECT_TRUE(ask_as("example.org", "GET", "/").starts_with("HTTP/1.1 403"));
  EXPECT_TRUE(ask("GET", "/", "Origin: http://example.org\r\n").starts_with("HTTP/1.1 403"));
  EXPECT_TRUE(ask("GET", "/api/add", "Sec-Fetch-Site: cross-site\r\n").starts_with("HTTP/1.1 403"));
  const std::string own = "Origin: http://localhost:" + std::to_string(server_.port()) + "\r\n";
  EXPECT_TRUE(ask("GET", "/", own).starts_with("HTTP/1.1 200"));
}

TEST_F(ViewServer, RefusesLargeBodiesAndUnknownMethods) {
  const std::string large(kMostBodyBytes + 1, 'x');
  const std::string answer = ask("POST", "/api/size", "Content-Type: application/json\r\n", large);
  EXPECT_TRUE(answer.starts_with("HTTP/1.1 413")) << answer;
  EXPECT_TRUE(says(answer, "\"error\"")) << answer;
  EXPECT_TRUE(ask("PUT", "/api/size").starts_with("HTTP/1.1 4"));
  EXPECT_TRUE(ask("DELETE", "/api/size").starts_with("HTTP/1.1 405"));
  EXPECT_TRUE(ask("GET", "/api/none").starts_with("HTTP/1.1 404"));
  EXPECT_TRUE(talk(server_.port(), "nonsense\r\n\r\n").starts_with("HTTP/1.1 400"));
}

TEST_F(ViewServer, AnswersManyAtOnceOnSeveralThreads) {
  std::vector<std::thread> threads;
  std::vector<std::string> answers(16);
  for (std::size_t i = 0; i < answers.size(); ++i) {
    threads.emplace_back([&, i] { answers[i] = ask("GET", "/api/add?a=" + std::to_string(i)); });
  }
  for (std::thread& thread : threads) thread.join();
  for (std::size_t i = 0; i < answers.size(); ++i)
    EXPECT_TRUE(says(answers[i], "\"a\":\"" + std::to_string(i) + "\"")) << answers[i];
}

/// Nobody but this machine can reach it: it listens on the loopback address, and on no other.
TEST_F(ViewServer, ListensOnTheLoopbackAddressAlone) {
  std::ifstream table("/proc/net/tcp");
  if (!table) GTEST_SKIP() << "there is no /proc/net/tcp here";
  char port[8];
  std::snprintf(port, sizeof port, ":%04X", server_.port());
  unsigned found = 0;
  for (std::string line; std::getline(table, line);) {
    std::istringstream words(line);
    std::string number, local, remote, state;
    words >> number >> local >> remote >> state;
    if (state != "0A" || !local.ends_with(port)) continue;  // 0A: it listens
    ++found;
    EXPECT_TRUE(local.starts_with("0100007F:")) << local;  // 127.0.0.1
  }
  EXPECT_EQ(found, 1u);
}

TEST_F(ViewServer, TellsWhenAPortIsTaken) {
  Router other;
  HttpServer second(other);
  EXPECT_FALSE(second.bind(server_.port()));
}

}  // namespace
}  // namespace portolan::detail::cli
