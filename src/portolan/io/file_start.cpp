#include "portolan/io/file_start.h"

#include <fstream>

namespace portolan {

std::string read_file_start(const std::filesystem::path& path, std::size_t count) {
  std::string bytes(count, '\0');
  std::ifstream file(path, std::ios::binary);
  file.read(bytes.data(), static_cast<std::streamsize>(count));
  bytes.resize(static_cast<std::size_t>(file.gcount()));
  return bytes;
}

}  // namespace portolan
