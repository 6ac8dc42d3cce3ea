#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "arguments/argument_parsing.h"
#include "arguments/world_arguments.h"
#include "commands/commands.h"
#include "report/document.h"
#include "view/assets.h"
#include "view/http_server.h"
#include "view/viewer.h"

namespace portolan::detail::cli {
namespace {

/// Taken where none is asked for and it is free, so that links stay good.
constexpr unsigned kUsualPort = 7411;

struct Arguments {
  WorldArguments world;
  std::string port;
  std::string assets;
};

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

void view(const Arguments& arguments) {
  Router router;
  router.set_assets(arguments.assets.empty() ? embedded_assets() : folder_assets(arguments.assets));
  HttpServer server(router);
  bind(server, arguments.port);
  Viewer viewer(std::filesystem::path(arguments.world.world).filename().string(),
                make_viewed_world(arguments.world.open()));
  viewer.add_routes(router);
  const std::string link = fmt::format("http://127.0.0.1:{}/", server.port());
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
  auto arguments = std::make_shared<Arguments>();
  Arguments& a = *arguments;
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
  command->footer(
      "Serves a page on this machine alone and prints its link. The world is changed in memory "
      "only.\n"
      "Examples:\n"
      "  portolan view city.portolan\n"
      "  portolan view city.map --port 8080");
  command->callback([arguments] { view(*arguments); });
}

}  // namespace portolan::detail::cli
