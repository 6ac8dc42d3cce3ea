#pragma once

#include <string>

#include "view/http.h"
#include "view/viewed_world.h"

namespace portolan::detail::cli {

/// What /api/path answers: what `portolan path --json` prints, and for each algorithm its time, its
/// error, its line on the surface and, where there is no path, the reason.
Json find_path_json(const ViewedWorld& world, const std::string& name, const Request& request);

/// The query options that a request asks for, checked against the world.
void read_query_arguments(const ViewedWorld& world, const Request& request,
                          QueryArguments& arguments);

}  // namespace portolan::detail::cli
