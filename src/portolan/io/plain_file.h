#pragma once

#include <cstdio>
#include <filesystem>
#include <memory>

namespace portolan::detail {

struct PlainFileCloser {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
/// A file of C's library.
using PlainFile = std::unique_ptr<std::FILE, PlainFileCloser>;

/// Null, with errno set, where it cannot be opened.
inline PlainFile open_plain_file(const std::filesystem::path& path, const char* mode) {
  return PlainFile(std::fopen(path.string().c_str(), mode));
}

}  // namespace portolan::detail
