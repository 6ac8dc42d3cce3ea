#pragma once

#include <string>

#include "view/router.h"

/// The files of the page.
namespace portolan::detail::cli {

/// Those of a folder, read when they are asked for; nothing below it and nothing beside it.
Router::Assets folder_assets(std::string folder);

/// Those that are part of the tool. Ends the subcommand where it was built without them.
Router::Assets embedded_assets();

}  // namespace portolan::detail::cli
