#include "portolan/core/platform.h"

#if !PORTOLAN_LINUX

#include <cerrno>
#include <mutex>

#include "portolan/core/narrow.h"
#include "portolan/io/file_error.h"
#include "portolan/io/input_file.h"
#include "portolan/io/plain_file.h"

namespace portolan::detail {

namespace fs = std::filesystem;

struct InputFile::Open {
  PlainFile file{};
  std::mutex reading{};
};

Result<InputFile> InputFile::open(const fs::path& path) {
  std::error_code code;
  const fs::file_status about = fs::status(path, code);
  if (fs::is_directory(about)) return system_error(path, "read", EISDIR);
  errno = 0;
  PlainFile file = open_plain_file(path, "rb");
  if (!file) return system_error(path, "opened", errno);
  std::setvbuf(file.get(), nullptr, _IONBF, 0);  // whole files are read at once
  InputFile input;
  input.is_stream_ = !fs::is_regular_file(about);
  if (!input.is_stream_) input.size_ = fs::file_size(path, code);
  if (code) return system_error(path, "opened", code.value());
  input.open_ = std::make_shared<Open>();
  input.open_->file = std::move(file);
  return input;
}

std::optional<std::size_t> InputFile::read_up_to(char* to, std::size_t size) {
  errno = 0;
  const std::size_t got = std::fread(to, 1, size, open_->file.get());
  if (got < size && std::ferror(open_->file.get()) != 0) return std::nullopt;
  return got;
}

std::optional<std::size_t> InputFile::read_at(std::uint64_t offset, char* to, std::size_t size) {
  const std::lock_guard lock(open_->reading);
  errno = 0;
  if (!fits<long>(offset) || std::fseek(open_->file.get(), narrow<long>(offset), SEEK_SET) != 0)
    return std::nullopt;
  return read_up_to(to, size);
}

}  // namespace portolan::detail

#endif
