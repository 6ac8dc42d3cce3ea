#include "portolan/partition/metis_parts.h"

#include <metis.h>

#include <algorithm>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "portolan/core/narrow.h"
#include "portolan/partition/metis_lock.h"

namespace portolan::detail {
namespace {

constexpr std::uint64_t kPartsInBlock = 64;  // 16 cut slightly more

/// A piece of the graph in METIS' arrays.
struct Piece {
  std::vector<idx_t> begin, neighbours, edge_weights, atom_weights, part;
};

std::string what_metis_says(int code, std::size_t atoms) {
  std::string text = "METIS could not partition a piece of ";
  text.append(std::to_string(atoms)).append(" atoms: ");
  if (code == METIS_ERROR_MEMORY) return text.append("out of memory; partition by matching");
  if (code == METIS_ERROR_INPUT) return text.append("input refused; partition by matching");
  return text.append("internal error; partition by matching, or with another seed");
}

class MetisCutter {
 public:
  MetisCutter(const AtomGraph& graph, const PartSize& size, std::uint64_t seed)
      : graph_(graph), size_(size), local_(graph.count()) {
    METIS_SetDefaultOptions(options_);
    options_[METIS_OPTION_SEED] = narrow<idx_t>(seed & 0x3FFF'FFFFu);
    out_.parts.of.resize(graph.count());
  }

  /// Cuts one connected component.
  Result<Done> cut(const std::vector<AtomId>& atoms) {
    const auto blocks = narrow<std::uint32_t>(parts_for(atoms) / kPartsInBlock);
    if (blocks < 2) return cut_block(atoms);
    if (auto done = call_metis(atoms, blocks, kBlockSlack); !done) return done;
    std::vector<std::vector<AtomId>> members(blocks);
    for (std::size_t i = 0; i < atoms.size(); ++i)
      members[static_cast<std::size_t>(piece_.part[i])].push_back(atoms[i]);
    for (const auto& block : members)
      if (auto done = cut_block(block); !done) return done;
    return Done{};
  }

  MetisParts take() {
    out_.parts.renumber();
    return std::move(out_);
  }

 private:
  static constexpr idx_t kBlockSlack = 50;  // imbalance allowed, in thousandths

  std::uint32_t parts_for(const std::vector<AtomId>& atoms) const {
    std::uint64_t weight = 0;
    for (const AtomId a : atoms) weight += handed_weight(a);
    const std::uint64_t parts = (weight + size_.target / 2) / size_.target;
    return narrow<std::uint32_t>(std::min<std::uint64_t>(parts, atoms.size() / 3));
  }

  /// An atom heavier than a part would leave other parts without any: METIS sees it lighter.
  std::uint64_t handed_weight(AtomId atom) const {
    return std::min<std::uint64_t>(graph_.atom_weight(atom), size_.target);
  }

  Result<Done> cut_block(const std::vector<AtomId>& atoms) {
    const std::uint32_t parts = std::max(1u, parts_for(atoms));
    if (parts == 1) {
      for (const AtomId a : atoms) out_.parts.of[a] = AtomPartId{next_};
    } else {
      // Room for one atom more than the mean at least: without it k-way cannot refine.
      const auto one_more = narrow<idx_t>(std::uint64_t{1100} * parts / atoms.size());
      if (auto done = call_metis(atoms, parts, std::max(idx_t{200}, one_more)); !done) return done;
      std::vector<std::uint8_t> used(parts, 0);
      for (std::size_t i = 0; i < atoms.size(); ++i) {
        out_.parts.of[atoms[i]] = AtomPartId{next_ + narrow<std::uint32_t>(piece_.part[i])};
        used[static_cast<std::size_t>(piece_.part[i])] = 1;
      }
      out_.empty += narrow<std::uint32_t>(std::count(used.begin(), used.end(), 0));
    }
    next_ += parts;
    return Done{};
  }

  void fill_piece(const std::vector<AtomId>& atoms) {
    ++stamp_;
    for (std::size_t i = 0; i < atoms.size(); ++i) local_[atoms[i]] = {stamp_, narrow<idx_t>(i)};
    piece_.begin.assign(1, 0);
    piece_.neighbours.clear();
    piece_.edge_weights.clear();
    piece_.atom_weights.clear();
    for (const AtomId a : atoms) {
      for (std::uint32_t i = graph_.row_begin(a); i < graph_.row_end(a); ++i) {
        const auto [stamp, number] = local_[graph_.neighbours[i]];
        if (stamp != stamp_) continue;
        piece_.neighbours.push_back(number);
        piece_.edge_weights.push_back(narrow<idx_t>(graph_.edge_weight(i)));
      }
      piece_.begin.push_back(narrow<idx_t>(piece_.neighbours.size()));
      piece_.atom_weights.push_back(narrow<idx_t>(handed_weight(a)));
    }
    piece_.part.assign(atoms.size(), 0);
  }

  Result<Done> call_metis(const std::vector<AtomId>& atoms, std::uint32_t parts, idx_t slack) {
    fill_piece(atoms);
    if (piece_.neighbours.empty()) return Done{};  // METIS divides by the number of edges
    options_[METIS_OPTION_UFACTOR] = slack;
    auto count = narrow<idx_t>(atoms.size());
    auto wanted = narrow<idx_t>(parts);
    idx_t constraints = 1;
    idx_t cut = 0;
    const std::lock_guard lock(metis_mutex());
    const int code =
        METIS_PartGraphKway(&count, &constraints, piece_.begin.data(), piece_.neighbours.data(),
                            piece_.atom_weights.data(), nullptr, piece_.edge_weights.data(),
                            &wanted, nullptr, nullptr, options_, &cut, piece_.part.data());
    if (code != METIS_OK) return Error{what_metis_says(code, atoms.size())};
    for (const idx_t part : piece_.part)
      if (part < 0 || part >= wanted) return Error{what_metis_says(METIS_ERROR, atoms.size())};
    return Done{};
  }

  const AtomGraph& graph_;
  PartSize size_;
  idx_t options_[METIS_NOPTIONS];
  Piece piece_;
  IdVector<AtomId, std::pair<std::uint32_t, idx_t>> local_;  // stamp and number in the piece
  std::uint32_t stamp_ = 0;
  std::uint32_t next_ = 0;  // parts made so far
  MetisParts out_;
};

}  // namespace

Result<MetisParts> metis_parts(const AtomGraph& graph, const PartSize& size, std::uint64_t seed) {
  const Parts components = find_components(graph);
  std::vector<AtomId> order;
  order.reserve(graph.count());
  for (const AtomId a : graph.atoms()) order.push_back(a);
  std::stable_sort(order.begin(), order.end(),
                   [&](AtomId a, AtomId b) { return components.of[a] < components.of[b]; });
  MetisCutter cutter(graph, size, seed);
  std::vector<AtomId> atoms;
  for (std::size_t i = 0; i < order.size();) {
    const AtomPartId component = components.of[order[i]];
    atoms.clear();
    for (; i < order.size() && components.of[order[i]] == component; ++i) atoms.push_back(order[i]);
    if (auto done = cutter.cut(atoms); !done) return done.error();
  }
  return cutter.take();
}

}  // namespace portolan::detail
