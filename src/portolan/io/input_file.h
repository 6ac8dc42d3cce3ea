#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>

#include "portolan/types.h"

namespace portolan::detail {

/// A file that is open for reading; closed with its last copy. By the system's own calls
/// (input_file_linux.cpp) or by C's (input_file_plain.cpp).
class InputFile {
 public:
  /// Fails for a folder, too.
  static Result<InputFile> open(const std::filesystem::path& path);

  bool is_stream() const {
    return is_stream_;
  }                                             ///< A pipe, a terminal: what has been read is gone.
  std::uint64_t size() const { return size_; }  ///< As the system says; 0 for a stream.
  /// Reads until `size` bytes are there or the file ends; how many, or nothing with errno set.
  std::optional<std::size_t> read_up_to(char* to, std::size_t size);
  /// The same from a place of a file that is no stream, wherever was read before; any number of
  /// threads may.
  std::optional<std::size_t> read_at(std::uint64_t offset, char* to, std::size_t size);

 private:
  struct Open;
  std::shared_ptr<Open> open_;
  bool is_stream_ = false;
  std::uint64_t size_ = 0;
};

}  // namespace portolan::detail
