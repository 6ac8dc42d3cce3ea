#include "portolan/terrain/merge/child_distances.h"

#include "portolan/search/search.h"

namespace portolan {
namespace {

constexpr MeshDistance kNoWay{kFarthest, kFarthest};

/// Whether `a` is a worse unit of distance than `b`, or the same one over a longer way.
bool worse_unit(const MeshDistance& a, const MeshDistance& b) {
  const std::uint64_t left = std::uint64_t{a.weighted} * b.unweighted;
  const std::uint64_t right = std::uint64_t{b.weighted} * a.unweighted;
  return left != right ? left > right : a.weighted > b.weighted;
}

bool worse(const MeshDistance& a, const MeshDistance& b, EnteringPrice option) {
  switch (option) {
    case EnteringPrice::worst_unweighted: return a.unweighted > b.unweighted;
    case EnteringPrice::worst_weighted: return a.weighted > b.weighted;
    default: return worse_unit(a, b);
  }
}

MeshDistance mean(const std::vector<MeshDistance>& row) {
  std::uint64_t weighted = 0;
  std::uint64_t unweighted = 0;
  for (const MeshDistance& d : row) {
    weighted += d.weighted;
    unweighted += d.unweighted;
  }
  return {static_cast<Cost>(weighted / row.size()), static_cast<Cost>(unweighted / row.size())};
}

}  // namespace

void ChildDistances::begin(std::uint32_t count) {
  count_ = count;
  begin_.assign(std::size_t{count} + 1, 0);
  edges_.clear();
}

void ChildDistances::add(std::uint32_t from, std::uint32_t to, const MeshDistance& distance) {
  edges_.push_back({to, distance});
  begin_[from + 1] = static_cast<std::uint32_t>(edges_.size());
}

void ChildDistances::finish() {
  for (std::uint32_t k = 1; k <= count_; ++k) {
    if (begin_[k] == 0) begin_[k] = begin_[k - 1];
  }
  if (count_ <= kFew) close_all();
}

void ChildDistances::close_all() {
  all_.assign(std::size_t{count_} * count_, kNoWay);
  for (std::uint32_t a = 0; a < count_; ++a) {
    all_[a * count_ + a] = {};
    for (std::uint32_t k = begin_[a]; k < begin_[a + 1]; ++k) {
      MeshDistance& known = all_[a * count_ + edges_[k].to];
      if (better(edges_[k].distance, known)) known = edges_[k].distance;
    }
  }
  for (std::uint32_t middle = 0; middle < count_; ++middle) {
    for (std::uint32_t a = 0; a < count_; ++a) {
      for (std::uint32_t b = 0; b < count_; ++b) {
        const MeshDistance way = all_[a * count_ + middle] + all_[middle * count_ + b];
        if (better(way, all_[a * count_ + b])) all_[a * count_ + b] = way;
      }
    }
  }
}

void ChildDistances::search_from(std::uint32_t child) {
  labels_.reserve(count_);
  labels_.clear();
  open_.clear();
  row_.assign(count_, kNoWay);
  add_source(labels_, open_, NoHeuristic{}, child, 0);
  const auto settle = [&](const OpenEntry& entry) {
    const Label label = labels_[entry.node];
    row_[entry.node] =
        entry.node == child ? MeshDistance{} : row_[label.parent] + edges_[label.via].distance;
    return Settle::expand;
  };
  search(*this, labels_, open_, NoHeuristic{}, settle, Uncounted{});
}

const std::vector<MeshDistance>& ChildDistances::from(std::uint32_t child) {
  if (count_ <= kFew) {
    row_.assign(all_.begin() + child * count_, all_.begin() + (child + 1) * count_);
  } else {
    search_from(child);
  }
  return row_;
}

MeshDistance ChildDistances::entering(std::uint32_t child, EnteringPrice option) {
  const std::vector<MeshDistance>& row = from(child);
  if (option == EnteringPrice::average) return mean(row);
  MeshDistance worst{};
  bool first = true;
  for (std::uint32_t other = 0; other < count_; ++other) {
    if (other == child) continue;
    if (first || worse(row[other], worst, option)) worst = row[other];
    first = false;
  }
  return worst;
}

}  // namespace portolan
