#pragma once

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "measuring/statistics.h"
#include "measuring/timing.h"
#include "portolan/io/file.h"
#include "portolan/types.h"

/// Where and under what a benchmark runs: its data, the machine, the files that it leaves.
namespace portolan::detail::bench {

using namespace measuring;

/// The folder of the map collections, if there is one: PORTOLAN_DATA, else shared/data beside
/// the project.
inline std::optional<std::filesystem::path> find_data() {
  const char* named = std::getenv("PORTOLAN_DATA");
  const std::filesystem::path folder =
      named != nullptr ? std::filesystem::path(named)
                       : std::filesystem::path(PORTOLAN_SOURCE_DIR) / ".." / "shared" / "data";
  if (std::filesystem::is_directory(folder / "grid")) return folder;
  return std::nullopt;
}

/// The `.map` files of one collection, by name.
inline std::vector<std::filesystem::path> list_maps(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> maps;
  std::error_code missing;
  for (const auto& entry : std::filesystem::directory_iterator(folder, missing)) {
    if (entry.path().extension() == ".map") maps.push_back(entry.path());
  }
  std::sort(maps.begin(), maps.end());
  return maps;
}

/// The processor and how many of its cores there are.
inline std::string machine_name() {
  std::ifstream cpus("/proc/cpuinfo");
  std::string model = "an unknown processor";
  for (std::string line; std::getline(cpus, line);) {
    if (line.starts_with("model name")) {
      model = line.substr(line.find(':') + 2);
      break;
    }
  }
  return fmt::format("{}, {} cores, one thread unless said", model,
                     std::thread::hardware_concurrency());
}

/// The most memory that the process has held so far.
inline double peak_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return double(usage.ru_maxrss) * 1024.0;
}

/// What the thread has had of a core so far: so long would it have taken with one to itself,
/// whatever else the machine does.
inline double thread_ms() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
}

/// The command as typed, without the folder that the program lies in.
inline std::string command_line(int argc, char** argv) {
  std::string line = std::filesystem::path(argv[0]).filename().string();
  for (int i = 1; i < argc; ++i) line += fmt::format(" {}", argv[i]);
  return line;
}

/// The value, or the end of the program with the reason.
template <class T>
T take(Result<T> result) {
  if (result) return std::move(result).value();
  fmt::print(stderr, "error: {}\n", result.error().message);
  std::exit(1);
}

/// Ends the program with a reason unless something that must hold does.
inline void require(bool holds, std::string_view otherwise) {
  if (holds) return;
  fmt::print(stderr, "error: {}\n", otherwise);
  std::exit(1);
}

inline void write_text(const std::filesystem::path& path, std::string_view text) {
  if (path.has_parent_path()) std::filesystem::create_directories(path.parent_path());
  take(save_file_atomically(path, text));
}

}  // namespace portolan::detail::bench
