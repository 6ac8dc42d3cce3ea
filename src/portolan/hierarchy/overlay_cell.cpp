#include "portolan/hierarchy/overlay_cell.h"

#include <cstring>
#include <string>

#include "portolan/core/narrow.h"
#include "portolan/core/page_vector.h"

namespace portolan::detail {
namespace {

/// Entries a block may hold in two bytes, or in full width where that is too narrow.
void append_begins_of_steps(std::vector<std::uint32_t>& words,
                            const std::vector<std::uint32_t>& values, bool wide) {
  if (wide) {
    words.insert(words.end(), values.begin(), values.end());
    return;
  }
  const std::size_t at = words.size();
  words.resize(at + (values.size() + 1) / 2, 0);
  auto* bytes = reinterpret_cast<unsigned char*>(words.data() + at);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto low = static_cast<std::uint16_t>(values[i]);
    std::memcpy(bytes + i * sizeof low, &low, sizeof low);
  }
}

/// Numbers of `bits` each, the first in the lowest bits of the first word.
void append_bits(std::vector<std::uint32_t>& words, const std::vector<std::uint32_t>& values,
                 std::uint32_t bits) {
  const std::size_t at = words.size();
  const std::size_t per_word = 32 / bits;
  words.resize(at + (values.size() + per_word - 1) / per_word, 0);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::uint32_t low = values[i] & (~0u >> (32 - bits));  // of kNoComponent: all of them
    words[at + i / per_word] |= low << (i % per_word * bits);
  }
}

/// Of what shares its word with a flag in the highest bit.
std::uint32_t size31(std::size_t n) { return narrow<std::uint32_t>(narrow<std::int32_t>(n)); }

template <class Item>
void append_begins(std::vector<std::uint32_t>& words, const std::vector<Item>& items,
                   std::uint32_t gates) {
  const std::size_t at = words.size();
  words.resize(at + gates + 1, 0);
  for (const Item& item : items) ++words[at + index(item.gate) + 1];
  for (std::uint32_t g = 0; g < gates; ++g) words[at + g + 1] += words[at + g];
}

}  // namespace

void CellDraft::clear() {
  gates.clear();
  costs.clear();
  step_begin.clear();
  steps.clear();
  component_count = 0;
  gate_components.clear();
  node_components.clear();
}

bool CellDraft::begin_paths(bool once) {
  if (!fits<std::int32_t>(pairs_of(gates.nodes.size(), once))) return false;
  step_begin.push_back(0);
  return true;
}

bool CellDraft::end_path() {
  if (fits<std::uint32_t>(steps.size())) {
    step_begin.push_back(narrow<std::uint32_t>(steps.size()));
    return true;
  }
  step_begin.clear();
  steps = {};
  return false;
}

CellWords pack(const CellDraft& draft) {
  using Cell = OverlayCell;
  const CellGates& gates = draft.gates;
  const std::uint32_t count = size32(gates.nodes.size());
  static thread_local std::vector<std::uint32_t> words;
  words.assign(Cell::kHeader, 0);
  words[Cell::kGates] = count;
  for (const NodeId node : gates.nodes) words.push_back(index(node));
  for (const CellId home : gates.homes) words.push_back(index(home));
  words.insert(words.end(), draft.costs.begin(), draft.costs.end());

  words[Cell::kTouches] = size32(gates.touches.size());
  if (!gates.touches.empty()) {
    words[Cell::kTouchAt] = size32(words.size());
    append_begins(words, gates.touches, count);
    for (const Touch& touch : gates.touches) words.push_back(index(touch.cell));
  }
  words[Cell::kInters] = size32(gates.inters.size());
  if (!gates.inters.empty()) {
    words[Cell::kInterAt] = size32(words.size());
    append_begins(words, gates.inters, count);
    for (const InterEdge& e : gates.inters) {
      words.insert(words.end(), {index(e.to), index(e.to_home), e.cost_out, e.cost_in});
    }
  }
  if (!draft.step_begin.empty()) {
    const bool wide = draft.steps.size() > 0xFFFF;
    words[Cell::kPairs] = size31(draft.step_begin.size() - 1) | (wide ? Cell::kWide : 0);
    words[Cell::kStepAt] = size32(words.size());
    words[Cell::kStepBytes] = size32(draft.steps.size());
    append_begins_of_steps(words, draft.step_begin, wide);
    const std::size_t at = words.size();
    words.resize(at + (draft.steps.size() + 3) / 4, 0);
    if (!draft.steps.empty())
      std::memcpy(words.data() + at, draft.steps.data(), draft.steps.size());
  }
  words[Cell::kComponents] = draft.component_count;
  if (draft.component_count != 0) {
    words[Cell::kComponentAt] = size32(words.size());
    words[Cell::kNodes] = size32(draft.node_components.size());
    words.insert(words.end(), draft.gate_components.begin(), draft.gate_components.end());
    append_bits(words, draft.node_components, component_bits(draft.component_count));
  }
  words[Cell::kTotal] = size32(words.size());
  auto block = std::make_shared_for_overwrite<std::uint32_t[]>(words.size());
  std::memcpy(block.get(), words.data(), words.size() * 4);
  return block;
}

std::vector<CellWords> laid_together(const std::vector<CellWords>& cells) {
  std::size_t total = 0;
  for (const CellWords& cell : cells) total += OverlayCell(cell.get()).word_count();
  const auto all = std::make_shared<PageVector<std::uint32_t>>();
  all->reserve(total);
  std::vector<CellWords> together;
  together.reserve(cells.size());
  for (const CellWords& cell : cells) {
    together.emplace_back(all, all->data() + all->size());
    all->insert(all->end(), cell.get(), cell.get() + OverlayCell(cell.get()).word_count());
  }
  return together;
}

std::uint32_t OverlayCell::node_component(std::uint32_t home_index) const {
  if (words_[kComponents] == 0) return kNoComponent;
  const std::uint32_t* at = words_ + words_[kComponentAt] + gate_count();
  const std::uint32_t bits = component_bits(words_[kComponents]);
  const std::uint32_t per_word = 32 / bits;
  const std::uint32_t none = ~0u >> (32 - bits);
  const std::uint32_t number = at[home_index / per_word] >> (home_index % per_word * bits) & none;
  return number == none ? kNoComponent : number;
}

}  // namespace portolan::detail
