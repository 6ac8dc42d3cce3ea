#include "portolan/validation/validate_block.h"

#include <span>

#include "portolan/hierarchy/overlay_cell.h"
#include "portolan/validation/ranges.h"

namespace portolan::detail {
namespace {

Error wrong(const char* problem) { return Error{problem}; }

const char* find_gate_problem(const OverlayCell& cell) {
  const std::uint32_t* gates = cell.gates();
  for (const GatePlace i : cell.places()) {
    if (index(i) > 0 && gates[index(i)] <= gates[index(i) - 1]) return "its gates do not ascend";
    if (cell.cost(i, i) != 0) return "a gate has a cost to itself";
  }
  return nullptr;
}

const char* find_component_problem(const OverlayCell& cell) {
  if (cell.component_count() != 0) {
    for (const GatePlace i : cell.places())
      if (cell.gate_component(i) >= cell.component_count()) return "a gate is of no component";
  }
  for (std::uint32_t i = 0; i < cell.home_count(); ++i) {
    const std::uint32_t component = cell.node_component(i);
    if (component >= cell.component_count() && component != kNoComponent) {
      return "a node is of no component";
    }
  }
  return nullptr;
}

}  // namespace

Result<Done> validate_block(const std::uint32_t* words, std::size_t available) {
  using Cell = OverlayCell;
  if (available < Cell::kHeader) return wrong("its block is shorter than a header");
  const std::uint64_t gates = words[Cell::kGates];
  if (gates > available) return wrong("its block is too short for its gates");
  // The parts follow each other without gaps, so each offset is known from the counts before.
  std::uint64_t end = Cell::kHeader + 2 * gates + gates * gates;
  const auto follows = [&](std::uint32_t offset, bool present, std::uint64_t size) {
    if (offset != (present ? end : 0)) return false;
    end += present ? size : 0;
    return end <= available;
  };
  const std::uint64_t pairs = words[Cell::kPairs] & ~Cell::kWide;
  const std::uint64_t per_word = 32 / component_bits(words[Cell::kComponents]);
  const bool wide_steps = (words[Cell::kPairs] & Cell::kWide) != 0;
  const std::uint64_t step_words =
      (wide_steps ? pairs + 1 : (pairs + 2) / 2) + (std::uint64_t{words[Cell::kStepBytes]} + 3) / 4;
  const std::uint64_t component_words = gates + (words[Cell::kNodes] + per_word - 1) / per_word;
  if (end > available ||
      !follows(words[Cell::kTouchAt], words[Cell::kTouches] != 0,
               gates + 1 + words[Cell::kTouches]) ||
      !follows(words[Cell::kInterAt], words[Cell::kInters] != 0,
               gates + 1 + 4 * std::uint64_t{words[Cell::kInters]}) ||
      !follows(words[Cell::kStepAt], words[Cell::kStepAt] != 0, step_words) ||
      !follows(words[Cell::kComponentAt], words[Cell::kComponents] != 0, component_words) ||
      words[Cell::kTotal] != end) {
    return wrong("the parts of its block do not fit together");
  }
  if ((words[Cell::kStepAt] == 0 && (words[Cell::kPairs] != 0 || words[Cell::kStepBytes] != 0)) ||
      (words[Cell::kComponents] == 0 && words[Cell::kNodes] != 0) ||
      wide_steps != (words[Cell::kStepBytes] > 0xFFFF)) {
    return wrong("its block has impossible counts");
  }

  const OverlayCell cell(words);
  const std::uint32_t count = cell.gate_count();
  const auto list = [&](std::uint32_t begin) {
    return std::span(words + begin, std::size_t{count} + 1);
  };
  if ((words[Cell::kTouches] != 0 &&
       !ascends_to(list(words[Cell::kTouchAt]), words[Cell::kTouches])) ||
      (words[Cell::kInters] != 0 &&
       !ascends_to(list(words[Cell::kInterAt]), words[Cell::kInters]))) {
    return wrong("its touches or inter-edges are not in order");
  }
  if (cell.has_steps()) {
    const std::uint32_t* begins = words + words[Cell::kStepAt];
    if (wide_steps
            ? !ascends_to(std::span(begins, pairs + 1), words[Cell::kStepBytes])
            : !ascends_to(std::span(reinterpret_cast<const std::uint16_t*>(begins), pairs + 1),
                          words[Cell::kStepBytes])) {
      return wrong("its stored paths are not in order");
    }
  }
  if (const char* problem = find_gate_problem(cell)) return wrong(problem);
  if (const char* problem = find_component_problem(cell)) return wrong(problem);
  return Done{};
}

}  // namespace portolan::detail
