#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "portolan/formats.h"
#include "portolan/io/file.h"
#include "portolan/terrain.h"
#include "portolan/types.h"

/// Height maps and difficulty maps in and out of files.
namespace portolan::detail {

/// A height map, told by its first bytes: a picture, PNG with 8 or 16 bits, PGM or PPM (see
/// parse_pnm); a GeoTIFF (see load_geotiff), an ESRI ASCII grid or an array of NumPy. What is fully
/// transparent in a picture is missing. A coloured one that is read as gray must be gray all the
/// same. Of a grid the `.prj` file beside it says what it counts. What looks like degrees without
/// saying so fails unless the format has its units.
Result<HeightMap> load_height_map(BegunFile file, const HeightMapFormat& format = {});
/// The same from memory, but for GeoTIFF, and no `.prj` file; `name` stands for the file in
/// messages.
Result<HeightMap> parse_height_map(std::string_view bytes, std::string_view name,
                                   const HeightMapFormat& format = {});

/// "u8", "u16le", "u16be", "f32le"; fails for others.
Result<RawType> parse_raw_type(std::string_view text);

Result<HeightMap> load_raw_height_map(BegunFile file, const RawFormat& format);
Result<HeightMap> parse_raw_height_map(std::string_view bytes, std::string_view name,
                                       const RawFormat& format);

/// How difficult the ground of a height map is, times `most`: a gray picture, black 0 and white 1,
/// or the values of a GeoTIFF, an ESRI ASCII grid or an array of NumPy, from 0 up. Of the same size
/// as the heights and, where both say it, in the same place. Heights that are missing need none.
Result<HeightMap> load_difficulty_map(const std::filesystem::path& path, const HeightMap& heights,
                                      float most = 1.0f);
/// The same from memory, but for GeoTIFF.
Result<HeightMap> parse_difficulty_map(std::string_view bytes, std::string_view name,
                                       const HeightMap& heights, float most = 1.0f);

/// Writes a map as PGM with 16 bits: `step` is what one of its values stands for. Missing values
/// become 65535. Fails where a value is below 0 or 65535 steps and more.
Result<Done> save_pgm(const std::filesystem::path& path, const HeightMap& map, float step = 1.0f);
Result<std::string> write_pgm(const HeightMap& map, float step = 1.0f);

/// Writes a map as a PNG of magnitudes. Values must be in [0, 256), none missing.
Result<Done> save_magnitudes_png(const std::filesystem::path& path, const HeightMap& map);
Result<std::string> write_magnitudes_png(const HeightMap& map);

/// Writes the values of a map as RawType::f32_little, all of them exactly.
Result<Done> save_raw_height_map(const std::filesystem::path& path, const HeightMap& map);

}  // namespace portolan::detail
