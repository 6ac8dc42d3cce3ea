#include "view/grid_entrances.h"

#include <cstdint>

namespace portolan::detail::cli {
namespace {

/// The lines between columns, or between rows where `across` is the y axis.
class Lines {
 public:
  Lines(const GridSnapshot& grid, unsigned level, bool across_y)
      : grid_(grid), level_(level), across_y_(across_y) {}

  void append_to(std::vector<Vec3>& ends) const {
    const auto width = static_cast<std::int32_t>(grid_.grid().width());
    const auto height = static_cast<std::int32_t>(grid_.grid().height());
    const auto side = static_cast<std::int32_t>(grid_.world().squares().side());
    const std::int32_t lines = across_y_ ? height : width;
    for (std::int32_t line = side; line < lines; line += side)
      append_line(line, across_y_ ? width : height, ends);
  }

 private:
  Tile tile(std::int32_t line, std::int32_t along) const {
    return across_y_ ? Tile{along, line} : Tile{line, along};
  }
  Vec3 point(std::int32_t line, std::int32_t along) const {
    const auto l = static_cast<float>(line);
    const auto a = static_cast<float>(along);
    return across_y_ ? Vec3{a, 0, l} : Vec3{l, 0, a};
  }
  bool is_open(std::int32_t line, std::int32_t along) const {
    return grid_.passable(tile(line - 1, along)) && grid_.passable(tile(line, along));
  }
  /// Whether cells of the level meet there, and not two squares inside one of them.
  bool is_border(std::int32_t line, std::int32_t along) const {
    const Squares& squares = grid_.world().squares();
    const Partition& partition = grid_.hierarchy().partition();
    return partition.ancestor(squares.at(tile(line - 1, along)), level_) !=
           partition.ancestor(squares.at(tile(line, along)), level_);
  }

  void append_line(std::int32_t line, std::int32_t length, std::vector<Vec3>& ends) const {
    const auto side = static_cast<std::int32_t>(grid_.world().squares().side());
    std::int32_t begin = -1;  // of the stretch at hand
    for (std::int32_t along = 0; along <= length; ++along) {
      const bool open = along < length && is_open(line, along) && is_border(line, along);
      const bool ends_here = begin >= 0 && (!open || along % side == 0);
      if (ends_here) {
        ends.push_back(point(line, begin));
        ends.push_back(point(line, along));
        begin = -1;
      }
      if (open && begin < 0) begin = along;
    }
  }

  const GridSnapshot& grid_;
  unsigned level_;
  bool across_y_;
};

}  // namespace

std::vector<Vec3> find_entrances(const GridSnapshot& grid, unsigned level) {
  std::vector<Vec3> ends;
  Lines(grid, level, false).append_to(ends);
  Lines(grid, level, true).append_to(ends);
  return ends;
}

}  // namespace portolan::detail::cli
