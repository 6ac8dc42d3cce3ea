#include "portolan/core/platform.h"

#if PORTOLAN_LINUX

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "portolan/io/descriptor_linux.h"
#include "portolan/io/file_error.h"
#include "portolan/io/input_file.h"

namespace portolan::detail {
namespace {

/// Calls `read`, which is told how many bytes are there, until there are `size` or no more come;
/// how many, or nothing where it failed.
template <class Read>
std::optional<std::size_t> read_fully(std::size_t size, Read&& read) {
  std::size_t filled = 0;
  while (filled < size) {
    const ssize_t got = read(filled);
    if (got == 0) break;
    if (got > 0) {
      filled += static_cast<std::size_t>(got);
    } else if (errno != EINTR) {
      return std::nullopt;
    }
  }
  return filled;
}

}  // namespace

struct InputFile::Open {
  Descriptor file;
};

Result<InputFile> InputFile::open(const std::filesystem::path& path) {
  Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat about {};
  if (!file.open() || ::fstat(file.number(), &about) != 0) {
    return system_error(path, "opened", errno);
  }
  if (S_ISDIR(about.st_mode)) return system_error(path, "read", EISDIR);
  InputFile input;
  input.is_stream_ = !S_ISREG(about.st_mode);
  input.size_ = input.is_stream_ ? 0 : static_cast<std::uint64_t>(about.st_size);
  input.open_ = std::make_shared<Open>(Open{std::move(file)});
  return input;
}

std::optional<std::size_t> InputFile::read_up_to(char* to, std::size_t size) {
  return read_fully(size, [&](std::size_t filled) {
    return ::read(open_->file.number(), to + filled, size - filled);
  });
}

std::optional<std::size_t> InputFile::read_at(std::uint64_t offset, char* to, std::size_t size) {
  return read_fully(size, [&](std::size_t filled) {
    return ::pread(open_->file.number(), to + filled, size - filled,
                   static_cast<off_t>(offset + filled));
  });
}

}  // namespace portolan::detail

#endif
