// Runs another program, for which there is nothing in C++: this file is POSIX's.
#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <thread>
#include <vector>

#include "arguments/argument_parsing.h"
#include "failure.h"
#include "portolan/io/file.h"
#include "view/browser.h"

extern char** environ;

namespace portolan::detail::cli {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr const char* kNames[] = {"chromium", "chromium-browser", "google-chrome",
                                  "google-chrome-stable"};
/// What the page may take by its own clock, which stands while it waits for an answer.
constexpr unsigned kPageMilliseconds = 8000;
constexpr std::chrono::seconds kLongest{180};
constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 28;
constexpr std::string_view kPngStart = "\x89PNG\r\n";

/// A folder that is gone with everything in it when this is.
class OwnFolder {
 public:
  OwnFolder() : path_((fs::temp_directory_path() / "portolan-picture-XXXXXX").string()) {
    if (mkdtemp(path_.data()) == nullptr) {
      throw Failure{ExitCode::bad_input,
                    fmt::format("{}: cannot make a folder there for the browser; name another by "
                                "the environment variable TMPDIR",
                                fs::temp_directory_path().string())};
    }
  }
  OwnFolder(const OwnFolder&) = delete;
  OwnFolder& operator=(const OwnFolder&) = delete;
  ~OwnFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  fs::path path() const { return path_; }

 private:
  std::string path_;
};

/// Starts a program whose output nobody reads; its number, or 0.
pid_t start(const std::vector<std::string>& words) {
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  for (const int output : {STDOUT_FILENO, STDERR_FILENO})
    posix_spawn_file_actions_addopen(&actions, output, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  const int failed =
      posix_spawnp(&child, words.front().c_str(), &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  return failed == 0 ? child : 0;
}

/// Whether a program ended by itself in time, and well.
bool wait_for(pid_t child) {
  const Clock::time_point end = Clock::now() + kLongest;
  int status = 0;
  while (waitpid(child, &status, WNOHANG) == 0) {
    if (Clock::now() > end) {
      kill(child, SIGKILL);
      waitpid(child, &status, 0);
      return false;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace

std::string find_chromium() {
  if (const char* named = std::getenv("CHROMIUM"); named != nullptr && *named != '\0') {
    if (access(named, X_OK) == 0) return named;
    throw Failure{ExitCode::bad_input,
                  fmt::format("{}: the environment variable CHROMIUM names this, but it cannot be "
                              "run; name a Chromium",
                              named)};
  }
  const char* folders = std::getenv("PATH");
  for (const char* name : kNames) {
    for (const std::string& folder : split(folders == nullptr ? "" : folders, ':')) {
      const std::string file = (fs::path(folder) / name).string();
      if (!folder.empty() && access(file.c_str(), X_OK) == 0) return file;
    }
  }
  throw Failure{ExitCode::bad_input,
                "there is no Chromium here to draw with; install one (Debian package chromium) or "
                "name it by the environment variable CHROMIUM, or open the page in any browser and "
                "use its camera button"};
}

std::string take_page_picture(const std::string& browser, const std::string& link,
                              const PageSize& size) {
  const OwnFolder folder;
  const fs::path file = folder.path() / "page.png";
  std::vector<std::string> words{browser,
                                 "--headless=new",
                                 "--disable-gpu",
                                 "--enable-unsafe-swiftshader",
                                 "--hide-scrollbars",
                                 "--no-first-run",
                                 "--user-data-dir=" + (folder.path() / "profile").string(),
                                 fmt::format("--window-size={},{}", size.width, size.height),
                                 fmt::format("--virtual-time-budget={}", kPageMilliseconds),
                                 "--screenshot=" + file.string(),
                                 link};
  // Chromium's own walls do not work for root, who has none to lose on a page of this tool.
  if (geteuid() == 0) words.insert(words.begin() + 1, "--no-sandbox");
  const pid_t child = start(words);
  const bool well = child != 0 && wait_for(child);
  auto bytes = read_file(file, kMostBytes);
  if (!well || !bytes || !bytes->starts_with(kPngStart)) {
    throw Failure{ExitCode::bad_input,
                  fmt::format("{}: this browser took no picture; name another Chromium by the "
                              "environment variable CHROMIUM, or open the page and use its camera "
                              "button",
                              browser)};
  }
  return std::move(*bytes);
}

}  // namespace portolan::detail::cli
