#include "portolan/io/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <optional>
#include <system_error>
#include <utility>

#include "portolan/core/page_vector.h"

namespace portolan {
namespace {

namespace fs = std::filesystem;

/// A file descriptor that is closed with its owner.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&&) = delete;
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  int number() const { return number_; }
  bool open() const { return number_ >= 0; }
  /// Closes it now; false where the system only now reports that a write failed.
  bool close() { return ::close(std::exchange(number_, -1)) == 0; }

 private:
  int number_;
};

const char* remedy(int code) {
  switch (code) {
    case ENOENT: return "; check the name and that its folder exists";
    case EACCES:
    case EPERM:
    case EROFS: return "; check the permissions";
    case ENOSPC:
    case EDQUOT: return "; free some space";
    case EISDIR: return "; name a file";
    default: return "";
  }
}

Error system_error(const fs::path& path, const char* what, int code) {
  return Error{path.string() + ": cannot be " + what + ": " +
               std::generic_category().message(code) + remedy(code)};
}

Error too_large(const fs::path& path, std::uint64_t max_bytes) {
  return Error{path.string() + ": has more than the " + std::to_string(max_bytes) +
               " bytes that a file of this kind may have; check that it is the right file"};
}

struct Input {
  Descriptor file;
  std::size_t size;  ///< As the system says; 0 for a pipe.
};

Result<Input> open_input(const fs::path& path, std::uint64_t max_bytes) {
  Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat about {};
  if (!file.open() || ::fstat(file.number(), &about) != 0) {
    return system_error(path, "opened", errno);
  }
  if (S_ISDIR(about.st_mode)) return system_error(path, "read", EISDIR);
  const std::uint64_t size = S_ISREG(about.st_mode) ? static_cast<std::uint64_t>(about.st_size) : 0;
  if (size > max_bytes) return too_large(path, max_bytes);
  return Input{std::move(file), static_cast<std::size_t>(size)};
}

/// Reads until `size` bytes are there or the file ends; how many, or nothing with errno set.
std::optional<std::size_t> read_up_to(const Descriptor& file, char* to, std::size_t size) {
  std::size_t filled = 0;
  while (filled < size) {
    const ssize_t got = ::read(file.number(), to + filled, size - filled);
    if (got == 0) break;
    if (got > 0) {
      filled += static_cast<std::size_t>(got);
    } else if (errno != EINTR) {
      return std::nullopt;
    }
  }
  return filled;
}

bool write_all(const Descriptor& file, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t put = ::write(file.number(), bytes.data(), bytes.size());
    if (put < 0 && errno != EINTR) return false;
    if (put > 0) bytes = bytes.subspan(static_cast<std::size_t>(put));
  }
  return true;
}

bool write_all(const Descriptor& file, std::span<const std::span<const std::byte>> pieces) {
  return std::all_of(pieces.begin(), pieces.end(),
                     [&](std::span<const std::byte> piece) { return write_all(file, piece); });
}

/// Memory on the boundary that SharedBytes promises; null when there is not enough.
std::shared_ptr<std::byte> allocate_aligned(std::size_t size) {
  static_assert(SharedBytes::kAlignment == kTableAlignment);
  void* memory = allocate_table(size);
  if (memory == nullptr) return nullptr;
  return {static_cast<std::byte*>(memory), [=](std::byte* bytes) { free_table(bytes, size); }};
}

Error out_of_memory(std::size_t size) {
  return Error{"not enough memory for " + std::to_string(size) + " bytes; close other programs"};
}

/// A new file beside `path`. The process number and a count make the name; O_EXCL makes sure.
Descriptor open_temporary(const fs::path& path, mode_t mode, fs::path& name) {
  for (int attempt = 0;; ++attempt) {
    name = path;
    name += ".tmp-" + std::to_string(::getpid()) + "-" + std::to_string(attempt);
    Descriptor file(::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode));
    if (file.open() || errno != EEXIST || attempt == 1000) return file;
  }
}

/// The rename itself lies in the folder; not every file system can bring that to the disk, and
/// the file is whole either way, so failure is no error.
void sync_folder_of(const fs::path& path) {
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  const Descriptor file(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (file.open()) ::fsync(file.number());
}

Result<Done> write_directly(const fs::path& path,
                            std::span<const std::span<const std::byte>> pieces) {
  Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (!file.open() || !write_all(file, pieces) || !file.close()) {
    return system_error(path, "written", errno);
  }
  return Done{};
}

Result<Done> replace_file(const fs::path& path, std::optional<mode_t> mode,
                          std::span<const std::span<const std::byte>> pieces) {
  fs::path temporary;
  Descriptor file = open_temporary(path, mode.value_or(0666), temporary);
  if (!file.open()) return system_error(path, "written", errno);
  const bool permitted = !mode || ::fchmod(file.number(), *mode) == 0;
  if (!permitted || !write_all(file, pieces) || ::fsync(file.number()) != 0 || !file.close() ||
      ::rename(temporary.c_str(), path.c_str()) != 0) {
    const int code = errno;
    ::unlink(temporary.c_str());
    return system_error(path, "written", code);
  }
  sync_folder_of(path);
  return Done{};
}

}  // namespace

Result<SharedBytes> make_shared_bytes(std::span<const std::byte> bytes) {
  auto memory = allocate_aligned(bytes.size());
  if (!memory) return out_of_memory(bytes.size());
  std::copy(bytes.begin(), bytes.end(), memory.get());
  return SharedBytes{std::move(memory), bytes.size()};
}

Result<std::string> read_file(const fs::path& path, std::uint64_t max_bytes) {
  auto input = open_input(path, max_bytes);
  if (!input) return input.error();
  std::string text;
  std::size_t filled = 0;
  // One byte more than expected, so that the end is seen without asking for more memory.
  for (std::size_t room = input->size + 1;; room = std::max<std::size_t>(2 * room, 65536)) {
    text.resize(room);
    const auto got = read_up_to(input->file, text.data() + filled, room - filled);
    if (!got) return system_error(path, "read", errno);
    filled += *got;
    if (filled > max_bytes) return too_large(path, max_bytes);
    if (filled < room) break;
  }
  text.resize(filled);
  return text;
}

Result<SharedBytes> read_shared_bytes(const fs::path& path, std::uint64_t max_bytes) {
  auto input = open_input(path, max_bytes);
  if (!input) return input.error();
  if (input->size == 0) {  // A pipe, or empty.
    const Result<std::string> text = read_file(path, max_bytes);
    if (!text) return text.error();
    return make_shared_bytes(std::as_bytes(std::span(*text)));
  }
  auto memory = allocate_aligned(input->size);
  if (!memory) return Error{path.string() + ": " + out_of_memory(input->size).message};
  const auto got = read_up_to(input->file, reinterpret_cast<char*>(memory.get()), input->size);
  if (!got) return system_error(path, "read", errno);
  return SharedBytes{std::move(memory), *got};
}

Result<Done> save_file_atomically(const fs::path& path,
                                  std::span<const std::span<const std::byte>> pieces) {
  struct stat about {};
  if (::stat(path.c_str(), &about) != 0) return replace_file(path, std::nullopt, pieces);
  if (S_ISDIR(about.st_mode)) return system_error(path, "written", EISDIR);
  if (!S_ISREG(about.st_mode)) return write_directly(path, pieces);
  std::error_code code;
  const fs::path target = fs::canonical(path, code);
  if (code) return system_error(path, "written", code.value());
  return replace_file(target, about.st_mode & 07777, pieces);
}

Result<Done> save_file_atomically(const fs::path& path, std::span<const std::byte> bytes) {
  return save_file_atomically(path, std::span<const std::span<const std::byte>>(&bytes, 1));
}

Result<Done> save_file_atomically(const fs::path& path, std::string_view text) {
  return save_file_atomically(path, std::as_bytes(std::span(text)));
}

}  // namespace portolan
