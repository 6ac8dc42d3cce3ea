#include <fmt/format.h>

#include <exception>
#include <filesystem>
#include <memory>
#include <span>
#include <thread>

#include "arguments/argument_parsing.h"
#include "arguments/output_file.h"
#include "arguments/world_arguments.h"
#include "commands/commands.h"
#include "portolan/io/file.h"
#include "portolan/io/file_ending.h"
#include "portolan/io/text/json_text.h"
#include "report/document.h"
#include "view/assets.h"
#include "view/browser.h"
#include "view/http_server.h"
#include "view/viewer.h"

namespace portolan::detail::cli {
namespace {

/// Taken where none is asked for and it is free, so that links stay good.
constexpr unsigned kUsualPort = 7411;

struct ViewArguments {
  WorldArguments world;
  std::string port;
  std::string assets;
  std::string picture;
  std::string state;
  std::string edit;
  PageSize size;
};

/// WIDTHxHEIGHT.
PageSize parse_size(const std::string& text) {
  const auto words = split(text, 'x');
  if (words.size() != 2)
    refuse("--size", fmt::format("'{}' is no size; give one such as 1280x720", text));
  return {parse_whole32("--size", words[0], 200, 8192),
          parse_whole32("--size", words[1], 200, 8192)};
}

/// What follows the # of a link; all of a text that has none.
std::string state_of(const std::string& text) {
  const std::size_t mark = text.find('#');
  return mark == std::string::npos ? text : text.substr(mark + 1);
}

void bind(HttpServer& server, const std::string& text) {
  if (text.empty()) {
    if (server.bind(kUsualPort) || server.bind(0)) return;
  } else if (server.bind(parse_whole32("--port", text, 0, 65535))) {
    return;
  }
  throw Failure{ExitCode::bad_input,
                fmt::format("port {} of 127.0.0.1 cannot be listened on, perhaps because another "
                            "program does; give another --port, or 0 for any free one",
                            text.empty() ? std::to_string(kUsualPort) : text)};
}

void check_page_picture(const ViewArguments& arguments) {
  check_output(arguments.picture);
  if (!arguments.picture.empty() && file_ending(arguments.picture) != ".png")
    refuse("--picture", fmt::format("'{}' does not end in .png", arguments.picture));
  if (arguments.picture.empty() && !arguments.state.empty())
    refuse("--state", "says what to draw; give --picture too, or open the link that is printed");
}

/// Draws the page, served by a thread of its own meanwhile.
void save_picture(const ViewArguments& arguments, const std::string& browser, HttpServer& server,
                  const std::string& link) {
  std::thread serving([&server] { server.run(); });
  std::string bytes;
  std::exception_ptr failed;
  try {
    bytes = take_page_picture(browser, link + "#" + state_of(arguments.state), arguments.size);
  } catch (...) {
    failed = std::current_exception();
  }
  server.wait_until_running();
  server.stop();
  serving.join();
  if (failed) std::rethrow_exception(failed);
  const std::span<const std::byte> piece = std::as_bytes(std::span(bytes));
  take(save_file_atomically(arguments.picture, {&piece, 1}));
  if (arguments.world.json) {
    Json document = begin_document("view", arguments.world.world);
    document["picture"] = arguments.picture;
    print_document(document);
  } else {
    fmt::print("picture: {}\n", arguments.picture);
  }
}

/// Changes the world before anybody looks at it, as a request to /api/edit would.
void apply_edit(const std::string& body, const Router& router) {
  Request request;
  request.method = "POST";
  request.path = "/api/edit";
  request.host = router.host();
  request.body = body;
  const Response response = router.answer(request);
  if (response.status == 200) return;
  const auto answer = parse_json(response.body, "answer");
  refuse("--edit", answer ? answer->value("error", response.body) : response.body);
}

void view(const ViewArguments& arguments) {
  check_page_picture(arguments);
  const std::string browser = arguments.picture.empty() ? "" : find_chromium();
  Router router;
  router.set_assets(arguments.assets.empty() ? embedded_assets() : folder_assets(arguments.assets));
  HttpServer server(router);
  bind(server, arguments.port);
  Viewer viewer(std::filesystem::path(arguments.world.world).filename().string(),
                make_viewed_world(arguments.world.open()));
  viewer.add_routes(router);
  if (!arguments.edit.empty()) apply_edit(arguments.edit, router);
  const std::string link = fmt::format("http://127.0.0.1:{}/", server.port());
  if (!arguments.picture.empty()) return save_picture(arguments, browser, server, link);
  if (arguments.world.json) {
    Json document = begin_document("view", arguments.world.world);
    document["link"] = link;
    fmt::print("{}\n", document.dump());  // in one line: whoever waits for it reads no further
  } else {
    fmt::print("{} is at {}\nopen it in a browser; end with Ctrl+C\n", arguments.world.world, link);
  }
  server.run();
}

}  // namespace

void add_view(Command& app) {
  Command* command = app.add_subcommand("view", "Look at a world in the browser");
  auto arguments = std::make_shared<ViewArguments>();
  ViewArguments& a = *arguments;
  a.world.add_to(*command, "Print the link as JSON");
  command
      ->add_option("--port", a.port,
                   "Port of 127.0.0.1 to listen on, 0: any free one; if left out 7411, or any "
                   "free one where that is taken")
      ->type_name("N");
  command
      ->add_option("--assets", a.assets,
                   "Serve the page from this folder instead of the built-in one, to work on it")
      ->type_name("DIR");
  command
      ->add_option("--picture", a.picture,
                   "Save what the page shows to this .png file, by an installed Chromium, and end")
      ->type_name("FILE");
  command
      ->add_option("--state", a.state,
                   "What the picture shows: the page's link, or what follows its #; what the page "
                   "shows at first if left out")
      ->type_name("LINK");
  command
      ->add_option_function(
          "--size", [&a](const std::string& text) { a.size = parse_size(text); },
          "Of the picture, in pixels [200, 8192]; 1280x720 if left out")
      ->type_name("WIDTHxHEIGHT");
  command
      ->add_option("--edit", a.edit,
                   "Change the world in memory first, by what could be the body of a request to "
                   "/api/edit (docs/viewer-http.md)")
      ->type_name("JSON");
  command->footer(
      "Serves a page on this machine alone and prints its link. The world is changed in memory "
      "only.\n"
      "Examples:\n"
      "  portolan view city.portolan\n"
      "  portolan view city.map --port 8080\n"
      "  portolan view city.portolan --picture cells.png --state 'level=2&ground=cells&bare=1'");
  command->callback([arguments] { view(*arguments); });
}

}  // namespace portolan::detail::cli
