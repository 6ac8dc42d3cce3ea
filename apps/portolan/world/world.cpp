#include "world/world.h"

#include <fmt/format.h>

#include "portolan/io/file.h"
#include "portolan/io/file_ending.h"
#include "portolan/io/images/image.h"

namespace portolan::detail::cli {

Failure wrong_path(Algorithm algorithm, const QuerySet& queries, std::size_t query,
                   const std::string& is_wrong) {
  return {ExitCode::internal, fmt::format("fault: the path of {} {} {}; please report this with "
                                          "the world and the command",
                                          name(algorithm), queries.ends_text(query), is_wrong)};
}

void save_picture_file(const std::string& file, const Picture& picture) {
  const Image image{picture.width, picture.height, 3, picture.rgb};
  const bool ppm = file_ending(file) == ".ppm";
  take(ppm ? save_file_atomically(file, write_ppm(image)) : save_png(file, image));
}

}  // namespace portolan::detail::cli
