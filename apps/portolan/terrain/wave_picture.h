#pragma once

#include <string>

#include "terrain/wave_run.h"

namespace portolan::detail::cli {

/// The ground coloured by what it costs to get there by one algorithm, with lines of equal cost.
void save_wave_picture(const std::string& file, const LoadedTerrain& world, const WaveQueries& wave,
                       const WaveResult& result);

}  // namespace portolan::detail::cli
