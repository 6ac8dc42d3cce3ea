#include "view/assets.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>

#include "failure.h"
#include "view/embedded_page.h"

namespace portolan::detail::cli {
namespace {

std::string type_of(std::string_view name) {
  if (name.ends_with(".html")) return "text/html; charset=utf-8";
  if (name.ends_with(".js")) return "text/javascript; charset=utf-8";
  if (name.ends_with(".css")) return "text/css; charset=utf-8";
  if (name.ends_with(".svg")) return "image/svg+xml";
  if (name.ends_with(".map")) return "application/json; charset=utf-8";
  return "application/octet-stream";
}

/// The file that a path names: plain letters, digits and single dots, so that it stays in its
/// folder. Empty for any other.
std::string file_name(const std::string& path) {
  if (path == "/") return "index.html";
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.";
  const std::string name = path.substr(1);
  const bool plain =
      !name.empty() && name.front() != '.' && name.find_first_not_of(kPlain) == std::string::npos;
  return plain ? name : "";
}

}  // namespace

Router::Assets folder_assets(std::string folder) {
  if (!std::filesystem::is_directory(folder)) {
    throw Failure{ExitCode::usage, folder + ": is no folder; give the one with index.html"};
  }
  return [folder = std::move(folder)](const std::string& path) -> std::optional<Response> {
    const std::string name = file_name(path);
    const std::filesystem::path file = std::filesystem::path(folder) / name;
    if (name.empty() || !std::filesystem::is_regular_file(file)) return std::nullopt;
    std::ifstream in(file, std::ios::binary);
    return Response{
        200, type_of(name),
        std::string(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>())};
  };
}

Router::Assets embedded_assets() {
  if (embedded_page().empty()) {
    throw Failure{ExitCode::usage,
                  "this tool was built without the page; install nodejs and npm and build it again "
                  "with -DPORTOLAN_VIEWER=ON, or give the folder of a built page by --assets"};
  }
  return [](const std::string& path) -> std::optional<Response> {
    const std::string name = file_name(path);
    for (const EmbeddedFile& file : embedded_page()) {
      if (file.name == name) return Response{200, type_of(name), std::string(file.bytes)};
    }
    return std::nullopt;
  };
}

}  // namespace portolan::detail::cli
