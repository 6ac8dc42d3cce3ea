#pragma once

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>
#include <new>
#include <optional>
#include <string>

#include "setting.h"

/// Work done in a process of its own, so that its memory can be told.
namespace portolan::detail::bench {

/// What this process and those that it starts may hold each: beyond it there is no memory to get.
inline void limit_memory(std::uint64_t bytes) {
  const rlimit limit{bytes, bytes};
  require(setrlimit(RLIMIT_DATA, &limit) == 0, "memory cannot be limited");
}

inline void write_all(int file, const std::string& text) {
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t written = write(file, text.data() + done, text.size() - done);
    require(written > 0, "a process cannot tell what it measured");
    done += static_cast<std::size_t>(written);
  }
}

inline std::string read_all(int file) {
  std::string text;
  char buffer[4096];
  for (ssize_t count; (count = read(file, buffer, sizeof buffer)) > 0;)
    text.append(buffer, static_cast<std::size_t>(count));
  return text;
}

/// The text that `work` returns in a process that begins as a copy of this one, which may have no
/// other thread; nothing where that process ended early, for lack of memory as a rule.
template <class Work>
std::optional<std::string> in_own_process(const Work& work) {
  int ends[2];
  require(pipe(ends) == 0, "there are no pipes left");
  const pid_t child = fork();
  require(child >= 0, "there are no processes left");
  if (child == 0) {
    try {
      write_all(ends[1], work());
    } catch (const std::bad_alloc&) {
      _exit(1);
    }
    _exit(0);
  }
  close(ends[1]);
  std::string text = read_all(ends[0]);
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return text;
  return std::nullopt;
}

}  // namespace portolan::detail::bench
