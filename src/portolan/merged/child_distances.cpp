#include "portolan/merged/child_distances.h"

#include "portolan/core/narrow.h"
#include "portolan/search/search.h"

namespace portolan::detail {
namespace {

constexpr ClusterDistance kNoPath{kFarthest, kFarthest};

/// Whether `a` is a worse unit of distance than `b`, or the same one over a longer path.
bool worse_unit(const ClusterDistance& a, const ClusterDistance& b) {
  const std::uint64_t left = std::uint64_t{a.weighted} * b.unweighted;
  const std::uint64_t right = std::uint64_t{b.weighted} * a.unweighted;
  return left != right ? left > right : a.weighted > b.weighted;
}

bool worse(const ClusterDistance& a, const ClusterDistance& b, EnteringPrice option) {
  switch (option) {
    case EnteringPrice::worst_unweighted: return a.unweighted > b.unweighted;
    case EnteringPrice::worst_weighted: return a.weighted > b.weighted;
    default: return worse_unit(a, b);
  }
}

ClusterDistance mean(const std::vector<ClusterDistance>& row) {
  std::uint64_t weighted = 0;
  std::uint64_t unweighted = 0;
  for (const ClusterDistance& d : row) {
    weighted += d.weighted;
    unweighted += d.unweighted;
  }
  return {narrow<Cost>(weighted / row.size()), narrow<Cost>(unweighted / row.size())};
}

}  // namespace

void ChildDistances::begin(std::uint32_t count) {
  count_ = count;
  begin_.assign(std::size_t{count} + 1, 0);
  edges_.clear();
  from_first_known_ = false;
}

void ChildDistances::add(std::uint32_t from, std::uint32_t to, const ClusterDistance& distance) {
  edges_.push_back({to, distance});
  begin_[from + 1] = narrow<std::uint32_t>(edges_.size());
}

void ChildDistances::finish() {
  for (std::uint32_t k = 1; k <= count_; ++k) {
    if (begin_[k] == 0) begin_[k] = begin_[k - 1];
  }
  if (count_ <= kFew) close_all();
}

void ChildDistances::close_all() {
  all_.assign(std::size_t{count_} * count_, kNoPath);
  for (std::uint32_t a = 0; a < count_; ++a) {
    all_[a * count_ + a] = {};
    for (std::uint32_t k = begin_[a]; k < begin_[a + 1]; ++k) {
      ClusterDistance& known = all_[a * count_ + edges_[k].to];
      if (better(edges_[k].distance, known)) known = edges_[k].distance;
    }
  }
  for (std::uint32_t middle = 0; middle < count_; ++middle) {
    for (std::uint32_t a = 0; a < count_; ++a) {
      for (std::uint32_t b = 0; b < count_; ++b) {
        const ClusterDistance over = all_[a * count_ + middle] + all_[middle * count_ + b];
        if (better(over, all_[a * count_ + b])) all_[a * count_ + b] = over;
      }
    }
  }
}

template <class G>
void ChildDistances::search_from(std::uint32_t child, const G& graph,
                                 const std::vector<Edge>& edges) {
  labels_.reserve(count_);
  labels_.clear();
  open_.clear();
  row_.assign(count_, kNoPath);
  add_source(labels_, open_, NoHeuristic{}, child, 0);
  const auto settle = [&](const OpenEntry& entry) {
    const Label label = labels_[entry.node];
    row_[entry.node] =
        entry.node == child ? ClusterDistance{} : row_[label.parent] + edges[label.via].distance;
    return Settle::expand;
  };
  search(graph, labels_, open_, NoHeuristic{}, settle, Uncounted{});
}

void ChildDistances::turn_round() {
  backward_.begin.assign(std::size_t{count_} + 1, 0);
  for (const Edge& edge : edges_) ++backward_.begin[edge.to + 1];
  for (std::uint32_t k = 0; k < count_; ++k) backward_.begin[k + 1] += backward_.begin[k];
  backward_.edges.resize(edges_.size());
  std::vector<std::uint32_t> next(backward_.begin.begin(), backward_.begin.end() - 1);
  for (std::uint32_t from = 0; from < count_; ++from) {
    for (std::uint32_t k = begin_[from]; k < begin_[from + 1]; ++k) {
      backward_.edges[next[edges_[k].to]++] = {from, edges_[k].distance};
    }
  }
}

const std::vector<ClusterDistance>& ChildDistances::from(std::uint32_t child) {
  if (count_ <= kFew) {
    row_.assign(all_.begin() + child * count_, all_.begin() + (child + 1) * count_);
  } else {
    search_from(child, *this, edges_);
  }
  return row_;
}

/// Out of the distances in row_, those from `child`.
ClusterDistance ChildDistances::pick(std::uint32_t child, EnteringPrice option) const {
  if (option == EnteringPrice::average) return mean(row_);
  ClusterDistance worst{};
  bool first = true;
  for (std::uint32_t other = 0; other < count_; ++other) {
    if (other == child) continue;
    if (first || worse(row_[other], worst, option)) worst = row_[other];
    first = false;
  }
  return worst;
}

ClusterDistance ChildDistances::entering(std::uint32_t child, EnteringPrice option) {
  if (count_ <= kVeryMany) {
    from(child);
    return pick(child, option);
  }
  if (!from_first_known_) {
    from(0);
    from_first_ = pick(0, option);
    turn_round();
    search_from(0, backward_, backward_.edges);
    to_first_ = row_;
    from_first_known_ = true;
  }
  return to_first_[child] + from_first_;
}

}  // namespace portolan::detail
