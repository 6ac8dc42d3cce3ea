#include "portolan/core/platform.h"

#if !PORTOLAN_LINUX

#include <atomic>
#include <cerrno>
#include <string>

#include "portolan/io/file.h"
#include "portolan/io/file_error.h"
#include "portolan/io/plain_file.h"

// What file_writing_linux.cpp does, as far as C++ alone can: the new file has a name from the
// beginning, is not forced onto the disk, and files that this program has open are not known.

namespace portolan::detail {
namespace {

namespace fs = std::filesystem;
using Pieces = std::span<const std::span<const std::byte>>;

/// What a path means once its links are followed; there may be nothing yet.
Result<fs::path> follow_links(const fs::path& from) {
  constexpr int kMostLinks = 40;
  fs::path path = from;
  for (int links = 0; links <= kMostLinks; ++links) {
    std::error_code code;
    const fs::path next = fs::read_symlink(path, code);
    if (code) return path;  // No link, or nothing there.
    path = path.parent_path() / next;
  }
  return system_error(from, "written", ELOOP);
}

/// Writes and closes; false, with errno set, where either fails.
bool write_all(PlainFile file, Pieces pieces) {
  for (const std::span<const std::byte> piece : pieces) {
    if (std::fwrite(piece.data(), 1, piece.size(), file.get()) != piece.size()) return false;
  }
  return std::fclose(file.release()) == 0;
}

Result<Done> write_directly(const fs::path& target, const fs::path& path, Pieces pieces) {
  PlainFile file = open_plain_file(target, "wb");
  if (!file || !write_all(std::move(file), pieces)) return system_error(path, "written", errno);
  return Done{};
}

/// A new file beside `path`, under a name that nothing has; null, with errno set, where that fails.
PlainFile make_beside(const fs::path& path, fs::path& name) {
  static std::atomic<unsigned> count = 0;
  for (int attempt = 0; attempt < 1000; ++attempt) {
    name = path;
    name += ".tmp-" + std::to_string(count++);
    if (PlainFile file = open_plain_file(name, "wbx")) return file;
    if (errno != EEXIST) break;
  }
  return nullptr;
}

Result<Done> replace_file(const fs::path& path, const fs::file_status& old, Pieces pieces) {
  fs::path name;
  PlainFile file = make_beside(path, name);
  if (!file) return system_error(path, "written", errno);
  std::error_code code;
  if (fs::exists(old)) fs::permissions(name, old.permissions(), code);
  errno = 0;
  if (!write_all(std::move(file), pieces)) code.assign(errno, std::generic_category());
  if (!code) fs::rename(name, path, code);
  if (!code) return Done{};
  std::error_code ignored;
  fs::remove(name, ignored);
  return system_error(path, "written", code.value());
}

}  // namespace

Result<Done> save_file_atomically(const fs::path& path, Pieces pieces) {
  const auto target = follow_links(path);
  if (!target) return target.error();
  std::error_code code;
  const fs::file_status about = fs::status(*target, code);
  if (fs::is_directory(about)) return system_error(path, "written", EISDIR);
  if (fs::exists(about) && !fs::is_regular_file(about))
    return write_directly(*target, path, pieces);
  return replace_file(*target, about, pieces);
}

}  // namespace portolan::detail

#endif
