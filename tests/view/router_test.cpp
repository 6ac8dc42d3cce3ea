#include "view/router.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "failure.h"
#include "viewing.h"

namespace portolan::detail::cli {
namespace {

Router small_router() {
  Router router;
  router.set_port(7000);
  router.add("GET", "/api/echo", [](const Request& request) {
    return json_response({{"said", request.parameter("say").value_or("")}});
  });
  router.add("POST", "/api/echo", [](const Request& request) {
    return json_response({{"said", request.body}});
  });
  router.add("GET", "/api/broken",
             [](const Request&) -> Response { throw std::runtime_error("oops"); });
  router.add("GET", "/api/refused", [](const Request&) -> Response {
    throw Failure{ExitCode::usage, "not like this"};
  });
  router.set_assets([](const std::string& path) -> std::optional<Response> {
    if (path == "/") return Response{200, "text/html", "page"};
    return std::nullopt;
  });
  return router;
}

Request request(const std::string& method, const std::string& path) {
  Request asked;
  asked.method = method;
  asked.path = path;
  asked.host = "127.0.0.1:7000";
  return asked;
}

TEST(ViewRouter, AnswersWhatItKnows) {
  const Router router = small_router();
  Request asked = request("GET", "/api/echo");
  asked.parameters.emplace_back("say", "hello");
  const Response response = router.answer(asked);
  EXPECT_EQ(response.status, 200);
  EXPECT_EQ(response.body, R"({"version":1,"said":"hello"})");
  EXPECT_EQ(router.answer(request("GET", "/")).body, "page");
}

TEST(ViewRouter, RefusesOtherPathsAndMethodsInWords) {
  const Router router = small_router();
  for (const char* path : {"", "/api", "/api/echo/", "/api/ECHO", "/../api/echo", "/etc/passwd"}) {
    const Response response = router.answer(request("GET", path));
    EXPECT_EQ(response.status, 404) << path;
    EXPECT_TRUE(json_of(response)["error"].is_string()) << path;
  }
  const Response response = router.answer(request("DELETE", "/api/echo"));
  EXPECT_EQ(response.status, 405);
  EXPECT_NE(response.body.find("GET, POST"), std::string::npos) << response.body;
  EXPECT_EQ(router.answer(request("POST", "/")).status, 404);
}

TEST(ViewRouter, AnswersThisMachineAndItsOwnPageOnly) {
  const Router router = small_router();
  Request asked = request("GET", "/api/echo");
  for (const char* host : {"", "127.0.0.1", "127.0.0.1:7001", "example.org:7000", "example.org"}) {
    asked.host = host;
    EXPECT_EQ(router.answer(asked).status, 403) << host;
  }
  asked.host = "localhost:7000";
  EXPECT_EQ(router.answer(asked).status, 200);
  for (const char* origin : {"null", "http://example.org", "http://127.0.0.1:7001",
                             "https://127.0.0.1:7000", "http://127.0.0.1:7000.example.org"}) {
    asked.origin = origin;
    EXPECT_EQ(router.answer(asked).status, 403) << origin;
  }
  asked.origin = "http://127.0.0.1:7000";
  EXPECT_EQ(router.answer(asked).status, 200);
}

TEST(ViewRouter, AnswersNoOtherPage) {
  const Router router = small_router();
  Request asked = request("GET", "/api/echo");
  for (const char* site : {"cross-site", "same-site"}) {
    asked.fetch_site = site;
    asked.path = "/api/echo";
    EXPECT_EQ(router.answer(asked).status, 403) << site;
    asked.path = "/";
    EXPECT_EQ(router.answer(asked).status, 200) << "a link elsewhere may lead to the page";
  }
  asked.path = "/api/echo";
  for (const char* site : {"", "none", "same-origin"}) {
    asked.fetch_site = site;
    EXPECT_EQ(router.answer(asked).status, 200) << site;
  }
}

TEST(ViewRouter, RefusesLargeBodies) {
  const Router router = small_router();
  Request asked = request("POST", "/api/echo");
  asked.body.assign(kMostBodyBytes, 'x');
  EXPECT_EQ(router.answer(asked).status, 200);
  asked.body += 'x';
  EXPECT_EQ(router.answer(asked).status, 413);
}

TEST(ViewRouter, TurnsWhatRoutesThrowIntoErrors) {
  const Router router = small_router();
  const Response broken = router.answer(request("GET", "/api/broken"));
  EXPECT_EQ(broken.status, 500);
  EXPECT_NE(broken.body.find("oops"), std::string::npos) << broken.body;
  const Response refused = router.answer(request("GET", "/api/refused"));
  EXPECT_EQ(refused.status, 400);
  EXPECT_EQ(json_of(refused)["error"], "not like this");
}

}  // namespace
}  // namespace portolan::detail::cli
