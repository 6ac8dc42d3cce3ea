#include "portolan/core/platform.h"

#if PORTOLAN_LINUX

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <optional>

#include "portolan/io/descriptor_linux.h"
#include "portolan/io/file.h"
#include "portolan/io/file_error.h"
#include "portolan/io/text/text_lines.h"

namespace portolan::detail {
namespace {

namespace fs = std::filesystem;
using Pieces = std::span<const std::span<const std::byte>>;

constexpr const char* kOwnDescriptors = "/proc/self/fd";

bool write_all(const Descriptor& file, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t put = ::write(file.number(), bytes.data(), bytes.size());
    if (put < 0 && errno != EINTR) return false;
    if (put > 0) bytes = bytes.subspan(static_cast<std::size_t>(put));
  }
  return true;
}

bool write_all(const Descriptor& file, Pieces pieces) {
  return std::all_of(pieces.begin(), pieces.end(),
                     [&](std::span<const std::byte> piece) { return write_all(file, piece); });
}

fs::path folder_of(const fs::path& path) {
  return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

/// What a path means once its links are followed.
struct Target {
  fs::path path;                  ///< Of no link; there may be nothing yet.
  std::optional<int> descriptor;  ///< One of this program's own, as /dev/stdout is.
};

Result<Target> follow_links(const fs::path& from) {
  constexpr int kMostLinks = 40;  // as Linux has it
  Target target{from, std::nullopt};
  for (int links = 0; links <= kMostLinks; ++links) {
    std::error_code code;
    const fs::path next = fs::read_symlink(target.path, code);
    if (code) return target;  // No link, or nothing there.
    const fs::path folder = folder_of(target.path);
    if (fs::equivalent(folder, kOwnDescriptors, code)) {
      target.descriptor = parse_number<int>(target.path.filename().string());
      return target;
    }
    target.path = folder / next;
  }
  return system_error(from, "written", ELOOP);
}

/// The process number and a count; the caller makes sure that nothing has the name.
fs::path temporary_name(const fs::path& path, int attempt) {
  fs::path name = path;
  name += ".tmp-" + std::to_string(::getpid()) + "-" + std::to_string(attempt);
  return name;
}

/// Tries temporary names for a file beside `path` until `take` does not find one taken; false, with
/// errno set, where that fails for another reason.
template <class Take>
bool take_temporary_name(const fs::path& path, fs::path& name, Take take) {
  for (int attempt = 0; attempt < 1000; ++attempt) {
    name = temporary_name(path, attempt);
    if (take(name.c_str())) return true;
    if (errno != EEXIST) break;
  }
  name.clear();
  return false;
}

/// A file beside the one that it will replace. Where the system can do that it has no name until
/// it is whole, so that nothing is left of it when the program is killed.
class NewFile {
 public:
  NewFile(const fs::path& path, mode_t mode) : path_(path), file_(open_nameless(mode)) {
    if (file_.open()) return;
    take_temporary_name(path_, name_, [&](const char* name) {
      file_ = Descriptor(::open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode));
      return file_.open();
    });
  }
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;
  ~NewFile() {
    if (!name_.empty()) ::unlink(name_.c_str());
  }

  const Descriptor& file() const { return file_; }

  /// Brings the bytes to the disk and puts the file in the place of the old one; false, with errno
  /// set, where that fails.
  bool replace_old() {
    if (::fsync(file_.number()) != 0 || (name_.empty() && !give_name()) || !file_.close() ||
        ::rename(name_.c_str(), path_.c_str()) != 0) {
      return false;
    }
    name_.clear();
    return true;
  }

 private:
  int open_nameless(mode_t mode) const {
    if (::access(kOwnDescriptors, X_OK) != 0) return -1;  // It could not be given a name.
    return ::open(folder_of(path_).c_str(), O_WRONLY | O_TMPFILE | O_CLOEXEC, mode);
  }
  bool give_name() {
    const std::string self = std::string(kOwnDescriptors) + "/" + std::to_string(file_.number());
    return take_temporary_name(path_, name_, [&](const char* name) {
      return ::linkat(AT_FDCWD, self.c_str(), AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0;
    });
  }

  const fs::path& path_;
  fs::path name_;  ///< Empty where it has none.
  Descriptor file_;
};

/// The rename itself lies in the folder; not every file system can bring that to the disk, and
/// the file is whole either way, so failure is no error.
void sync_folder_of(const fs::path& path) {
  const Descriptor file(::open(folder_of(path).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (file.open()) ::fsync(file.number());
}

Result<Done> write_directly(const Target& target, const fs::path& path, Pieces pieces) {
  Descriptor file(target.descriptor ? ::dup(*target.descriptor)
                                    : ::open(target.path.c_str(), O_WRONLY | O_CLOEXEC));
  if (!file.open() || !write_all(file, pieces) || !file.close()) {
    return system_error(path, "written", errno);
  }
  return Done{};
}

Result<Done> replace_file(const fs::path& path, std::optional<mode_t> mode, Pieces pieces) {
  NewFile made(path, mode.value_or(0666));
  if (!made.file().open() || (mode && ::fchmod(made.file().number(), *mode) != 0) ||
      !write_all(made.file(), pieces) || !made.replace_old()) {
    return system_error(path, "written", errno);
  }
  sync_folder_of(path);
  return Done{};
}

}  // namespace

Result<Done> save_file_atomically(const fs::path& path, Pieces pieces) {
  const auto target = follow_links(path);
  if (!target) return target.error();
  struct stat about {};
  if (target->descriptor) return write_directly(*target, path, pieces);
  if (::stat(target->path.c_str(), &about) != 0)
    return replace_file(target->path, std::nullopt, pieces);
  if (S_ISDIR(about.st_mode)) return system_error(path, "written", EISDIR);
  if (!S_ISREG(about.st_mode)) return write_directly(*target, path, pieces);
  return replace_file(target->path, about.st_mode & 07777, pieces);
}

}  // namespace portolan::detail

#endif
