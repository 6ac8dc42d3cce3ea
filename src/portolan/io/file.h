#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "portolan/types.h"

/// Reading and writing whole files; any thread may call.
namespace portolan::detail {

/// Bytes in memory that begin on a 64-byte boundary. Copies share the same memory, which lives
/// as long as any of them, or anything that aliases `data`.
struct SharedBytes {
  static constexpr std::size_t kAlignment = 64;

  std::shared_ptr<const std::byte> data;
  std::size_t size = 0;

  std::span<const std::byte> view() const { return {data.get(), size}; }
};

/// A copy of `bytes` on a 64-byte boundary.
Result<SharedBytes> make_shared_bytes(std::span<const std::byte> bytes);

/// The refusal of a file that is larger than its kind may be.
Error too_large(const std::filesystem::path& name, std::uint64_t max_bytes);

struct OpenedFile;

/// A file that is to be read, and perhaps has been looked at before to tell what it is: what was
/// taken from a pipe then cannot be read again, and travels with this value to the reader. A path
/// is a file that nobody has looked at.
class BegunFile {
 public:
  BegunFile(std::filesystem::path path);
  BegunFile(const std::string& path) : BegunFile(std::filesystem::path(path)) {}
  BegunFile(const char* path) : BegunFile(std::filesystem::path(path)) {}
  BegunFile(BegunFile&& other) noexcept;
  BegunFile& operator=(BegunFile&& other) noexcept;
  ~BegunFile();

  const std::filesystem::path& path() const { return path_; }
  std::string name() const { return path_.string(); }  ///< For messages.

  /// The first bytes, as often as one likes; fewer where the file is shorter, none where it cannot
  /// be read.
  std::string read_start(std::size_t count);

 private:
  friend Result<OpenedFile> open_file(BegunFile file);

  std::filesystem::path path_;
  std::unique_ptr<OpenedFile> begun_;  // a pipe of which bytes were taken
};

/// The whole file, which may also be a pipe. One with more than `max_bytes` is refused, before
/// memory is asked for wherever the system knows the size.
Result<std::string> read_file(BegunFile file, std::uint64_t max_bytes);

/// The same, on a 64-byte boundary, so that arrays in it can be used in place; parts of it on the
/// caller's threads, where it has given any.
Result<SharedBytes> read_shared_bytes(BegunFile file, std::uint64_t max_bytes,
                                      const ParallelFor& parallel = {});

/// A file of which only some parts are read, into memory as large as the whole: what was not asked
/// for takes neither time nor memory that is in use, and may hold anything. Of a pipe everything is
/// read.
class PartlyReadFile {
 public:
  /// One with more than `max_bytes` is refused.
  static Result<PartlyReadFile> open(BegunFile file, std::uint64_t max_bytes);

  /// Reads a part that lies within the file; any number of threads may, each another one. Fails
  /// where the file has become shorter since.
  Result<Done> read(std::uint64_t offset, std::uint64_t size);
  const SharedBytes& bytes() const { return bytes_; }

 private:
  std::filesystem::path path_;
  std::shared_ptr<OpenedFile> file_;  // null where everything is read
  std::shared_ptr<std::byte> memory_;
  SharedBytes bytes_;
};

/// Writes the pieces one after the other to a temporary file beside `path`, brings it to the disk
/// and renames it: `path` holds either what it held before or all of the new bytes. An existing
/// file keeps its permissions. Links are followed and stay links; one that leads to nothing gets
/// its file. What is not a plain file (a pipe, a terminal), and what is open in this program
/// already (/dev/stdout), cannot be replaced and is written directly.
///
/// On failure the temporary file is removed. It has no name before it is whole, so that a program
/// that is killed leaves nothing behind, except on file systems that know no files without a name
/// (O_TMPFILE): there `path`.tmp-PROCESS-COUNT may stay, and can be removed. On other systems than
/// Linux, `path`.tmp-COUNT may stay too, the system chooses when bytes come to the disk, and what
/// is open already is not known.
Result<Done> save_file_atomically(const std::filesystem::path& path,
                                  std::span<const std::span<const std::byte>> pieces);
inline Result<Done> save_file_atomically(const std::filesystem::path& path,
                                         std::span<const std::byte> bytes) {
  return save_file_atomically(path, std::span<const std::span<const std::byte>>(&bytes, 1));
}
inline Result<Done> save_file_atomically(const std::filesystem::path& path, std::string_view text) {
  return save_file_atomically(path, std::as_bytes(std::span(text)));
}

}  // namespace portolan::detail
