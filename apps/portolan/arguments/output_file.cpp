#include "arguments/output_file.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>

#include "arguments/argument_parsing.h"
#include "failure.h"
#include "portolan/io/file_ending.h"

namespace portolan::detail::cli {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const std::string& name, const std::string& why) {
  throw Failure{ExitCode::bad_input, fmt::format("{}: {}", name, why)};
}

/// Files are written beside their name and renamed when whole, so it is the folder that counts.
bool can_be_written(const fs::path& folder) {
  for (unsigned number = 0;; ++number) {
    const fs::path probe = folder / fmt::format(".portolan-{}", number);
    std::error_code unknown;
    if (fs::exists(probe, unknown)) continue;
    const bool made = std::ofstream(probe).is_open();
    fs::remove(probe, unknown);
    return made;
  }
}

/// For the output `name`.
void check_folder(const fs::path& folder, const std::string& name) {
  if (can_be_written(folder)) return;
  fail(name,
       fmt::format("nothing can be written to {}; open it, or write elsewhere", folder.string()));
}

}  // namespace

void check_output(const std::string& name) {
  if (name.empty()) return;
  std::error_code unknown;
  const fs::file_status about = fs::status(name, unknown);
  if (fs::is_directory(about)) fail(name, "is a directory; give the name of a file in it");
  if (fs::exists(about) && !fs::is_regular_file(about)) return;  // a device: written as it is
  const fs::path parent = fs::path(name).parent_path();
  const fs::path folder = parent.empty() ? fs::path(".") : parent;
  if (!fs::exists(folder, unknown))
    fail(name, fmt::format("there is no folder {}; make it first", folder.string()));
  if (!fs::is_directory(folder, unknown))
    fail(name, fmt::format("{} is no folder; write elsewhere", folder.string()));
  check_folder(folder, name);
}

void make_output_folder(const std::string& folder) {
  std::error_code failed;
  fs::create_directories(folder, failed);
  if (failed) fail(folder, fmt::format("cannot make this folder: {}", failed.message()));
  check_folder(folder, folder);
}

void check_picture_output(const std::string& argument, const std::string& name) {
  if (name.empty()) return;
  const std::string ending = file_ending(name);
  if (ending != ".png" && ending != ".ppm")
    refuse(argument, fmt::format("'{}' tells no picture format; end it in .png or .ppm", name));
  check_output(name);
}

}  // namespace portolan::detail::cli
