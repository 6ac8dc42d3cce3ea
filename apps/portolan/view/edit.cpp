#include "view/edit.h"

#include <fmt/format.h>

#include <limits>

#include "portolan/io/text/json_text.h"
#include "view/http.h"
#include "view/json_body.h"

namespace portolan::detail::cli {
namespace {

/// More tiles at once than a body has room for.
constexpr std::int64_t kFarthestTile = Grid::kMaxSide;

std::int32_t read_coordinate(const nlohmann::ordered_json& value) {
  if (value.is_number_integer()) {
    const auto number = value.get<std::int64_t>();
    if (number >= 0 && number < kFarthestTile) return static_cast<std::int32_t>(number);
  }
  throw HttpError{400, "tiles: give pairs of whole numbers from 0 up, such as [[3,4],[3,5]]"};
}

TileLetter read_letter(const nlohmann::ordered_json& body) {
  const std::string text = read_member(body, "letter", std::string());
  if (text.size() == 1) return text.front();
  throw HttpError{400, "letter: give one letter, such as \"@\" to block and \".\" to free"};
}

void read_tiles(const nlohmann::ordered_json& body, Edit& edit) {
  const nlohmann::ordered_json& tiles = body["tiles"];
  if (!tiles.is_array()) throw HttpError{400, "tiles: give an array of pairs"};
  const TileLetter letter = read_letter(body);
  for (const nlohmann::ordered_json& tile : tiles) {
    if (!tile.is_array() || tile.size() != 2)
      throw HttpError{400, "tiles: give pairs, such as [[3,4],[3,5]]"};
    edit.tiles.push_back({{read_coordinate(tile[0]), read_coordinate(tile[1])}, letter});
  }
}

}  // namespace

Edit parse_edit(const std::string& text) {
  const nlohmann::ordered_json body = parse_body(text);
  Edit edit;
  if (body.contains("tiles")) read_tiles(body, edit);
  edit.area = read_member(body, "area", std::string());
  edit.cost = read_member(body, "cost", edit.cost);
  edit.passable = read_member(body, "passable", edit.passable);
  edit.agent = read_member(body, "agent", std::string());
  return edit;
}

}  // namespace portolan::detail::cli
