#include "portolan/io/maps/movingai.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "portolan/core/narrow.h"
#include "portolan/io/text/text_lines.h"

namespace portolan::detail {
namespace {

constexpr std::uint64_t kMaxMapBytes = std::uint64_t{Grid::kMaxSide} * (Grid::kMaxSide + 2) + 4096;
constexpr std::uint64_t kMaxScenarioBytes = std::uint64_t{1} << 30;

struct MapHeader {
  std::optional<std::uint32_t> width;
  std::optional<std::uint32_t> height;
};

Result<std::uint32_t> parse_side(const LineReader& lines, std::string_view text) {
  const auto side = parse_number<std::uint32_t>(text);
  if (!side || *side == 0 || *side > Grid::kMaxSide) {
    return lines.error("the map's side is " + excerpt(text) + "; give a whole number from 1 to " +
                       std::to_string(Grid::kMaxSide));
  }
  return *side;
}

/// Reads up to and including the line `map`.
Result<MapHeader> parse_map_header(LineReader& lines) {
  MapHeader header;
  while (lines.next_with_text()) {
    const auto words = split_words(lines.line());
    const std::string_view key = words[0];
    if (words.size() == 1 && key == "map") {
      if (!header.width || !header.height) {
        return lines.error(
            "the rows begin before the size is known; put 'height N' and "
            "'width N' before 'map'");
      }
      return header;
    }
    if (words.size() == 2 && (key == "width" || key == "height")) {
      auto& side = key == "width" ? header.width : header.height;
      if (side) return lines.error("the " + std::string(key) + " is given twice; remove one");
      const auto parsed = parse_side(lines, words[1]);
      if (!parsed) return parsed.error();
      side = *parsed;
    } else if (key == "type") {
      if (words.size() != 2 || words[1] != "octile") {
        return lines.error("found " + excerpt(lines.line()) + "; only 'type octile' can be read");
      }
    } else {
      return lines.error("found " + excerpt(lines.line()) +
                         " where 'type octile', 'height N', "
                         "'width N' or 'map' should stand; check that this is a MovingAI map");
    }
  }
  return lines.error("the file ends before its line 'map'; get a whole copy of it");
}

Result<Scenario> parse_scenario(const LineReader& lines) {
  constexpr std::size_t kFields = 9;
  auto fields = split_fields(lines.line(), '\t');
  if (fields.size() != kFields) fields = split_words(lines.line());
  if (fields.size() != kFields) {
    return lines.error("found " + std::to_string(fields.size()) +
                       " fields; a scenario has nine: "
                       "bucket map width height start_x start_y goal_x goal_y optimal, between "
                       "tabs where the map's name has spaces");
  }
  Scenario scenario;
  scenario.map = fields[1];
  const auto bucket = parse_number<std::uint32_t>(fields[0]);
  if (!bucket) return lines.error("the bucket " + excerpt(fields[0]) + " is not a whole number");
  scenario.bucket = *bucket;
  for (const auto& [field, side] :
       {std::pair{2, &scenario.width}, std::pair{3, &scenario.height}}) {
    const auto parsed = parse_side(lines, fields[static_cast<std::size_t>(field)]);
    if (!parsed) return parsed.error();
    *side = *parsed;
  }
  std::size_t field = 4;
  for (std::int32_t* place :
       {&scenario.start.x, &scenario.start.y, &scenario.goal.x, &scenario.goal.y}) {
    const std::uint32_t side = field % 2 == 0 ? scenario.width : scenario.height;
    const auto parsed = parse_number<std::uint32_t>(fields[field]);
    if (!parsed || *parsed >= side) {
      return lines.error("the coordinate " + excerpt(fields[field]) +
                         " does not lie on the map; "
                         "give a whole number from 0 to " +
                         std::to_string(side - 1));
    }
    *place = narrow<std::int32_t>(*parsed);
    ++field;
  }
  const auto optimal = parse_number<double>(fields[8]);
  if (!optimal || !std::isfinite(*optimal) || *optimal < 0.0) {
    return lines.error("the optimal length " + excerpt(fields[8]) + " is not a number from 0 up");
  }
  scenario.optimal = *optimal;
  return scenario;
}

}  // namespace

Result<Grid> parse_map(std::string_view text, std::string_view name) {
  LineReader lines(text, name);
  const auto header = parse_map_header(lines);
  if (!header) return header.error();
  const std::uint32_t width = *header->width;
  const std::uint32_t height = *header->height;
  const std::size_t needed = std::size_t{height} * (std::size_t{width} + 1) - 1;
  if (lines.rest().size() < needed) {
    return lines.error(
        "a map of " + std::to_string(width) + "x" + std::to_string(height) + " needs " +
        std::to_string(needed) + " bytes after this line, the file has " +
        std::to_string(lines.rest().size()) + "; get a whole copy of it or correct its size");
  }
  std::vector<TileLetter> letters;
  letters.reserve(std::size_t{width} * height);
  for (std::uint32_t row = 0; row < height; ++row) {
    const bool found = lines.next();
    if (!found || lines.line().size() != width) {
      return lines.error(
          "row " + std::to_string(row) + " of the map " +
          (found ? "has " + std::to_string(lines.line().size()) + " letters" : "is missing") +
          "; make every row " + std::to_string(width) + " letters long");
    }
    letters.insert(letters.end(), lines.line().begin(), lines.line().end());
  }
  if (lines.next_with_text()) {
    return lines.error("found " + excerpt(lines.line()) +
                       " after the last row; remove it or "
                       "correct the height");
  }
  return Grid::make(width, height, std::move(letters));
}

Result<Grid> load_map(BegunFile file) {
  const std::string name = file.name();
  const auto text = read_file(std::move(file), kMaxMapBytes);
  if (!text) return text.error();
  return parse_map(*text, name);
}

Result<std::string> write_map(const Grid& grid) {
  const auto letters = grid.letters();
  if (std::any_of(letters.begin(), letters.end(),
                  [](TileLetter t) { return t == '\n' || t == '\r'; })) {
    return Error{
        "the grid has line ends among its terrain letters, which a map file cannot hold; "
        "use other letters"};
  }
  std::string text = "type octile\nheight " + std::to_string(grid.height()) + "\nwidth " +
                     std::to_string(grid.width()) + "\nmap\n";
  text.reserve(text.size() + letters.size() + grid.height());
  for (std::uint32_t row = 0; row < grid.height(); ++row) {
    text.append(letters.data() + std::size_t{row} * grid.width(), grid.width());
    text += '\n';
  }
  return text;
}

Result<Done> save_map(const std::filesystem::path& path, const Grid& grid) {
  const auto text = write_map(grid);
  if (!text) return Error{path.string() + ": " + text.error().message};
  return save_file_atomically(path, *text);
}

Result<std::vector<Scenario>> parse_scenarios(std::string_view text, std::string_view name) {
  LineReader lines(text, name);
  std::vector<Scenario> scenarios;
  bool first = true;
  while (lines.next_with_text()) {
    const auto words = split_words(lines.line());
    if (std::exchange(first, false) && words[0] == "version") {
      if (words.size() != 2 || parse_number<double>(words[1]) != 1.0) {
        return lines.error("found " + excerpt(lines.line()) + "; only 'version 1' can be read");
      }
      continue;
    }
    auto scenario = parse_scenario(lines);
    if (!scenario) return scenario.error();
    scenarios.push_back(std::move(*scenario));
  }
  return scenarios;
}

Result<std::vector<Scenario>> load_scenarios(const std::filesystem::path& path) {
  const auto text = read_file(path, kMaxScenarioBytes);
  if (!text) return text.error();
  return parse_scenarios(*text, path.string());
}

}  // namespace portolan::detail
