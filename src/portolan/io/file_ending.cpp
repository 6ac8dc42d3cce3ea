#include "portolan/io/file_ending.h"

#include <algorithm>

namespace portolan::detail {

std::string file_ending(const std::filesystem::path& path) {
  std::string ending = path.extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(), [](char letter) {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
  });
  return ending;
}

}  // namespace portolan::detail
