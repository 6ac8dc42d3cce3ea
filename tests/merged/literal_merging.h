#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "portolan/merged/merged_hierarchy.h"
#include "tests/merged/merge_testing.h"

namespace portolan::detail::merge_testing {

/// Section 5.2 of the thesis to the letter and as slow: every cluster has all its records with all
/// their joints, and each merge walks up from every outside joint to update them.
class LiteralMerging {
 public:
  struct Record {
    ClusterDistance distance;
    std::set<std::uint32_t> joints;  ///< 3 * triangle + edge.
  };
  struct Cluster {
    std::uint32_t parent = kNone;
    std::vector<std::uint32_t> children;
    std::map<std::uint32_t, Record> neighbours;
  };
  static constexpr std::uint32_t kNone = 0xFFFF'FFFFu;

  LiteralMerging(const PricedMesh& ground, const IdVector<JointId, JointId>& mates)
      : option_(ground.settings.entering), clusters_(ground.mesh.triangle_count()) {
    for (const JointId mate : mates) mates_.push_back(index(mate));
    for (std::uint32_t joint = 0; joint < mates_.size(); ++joint) {
      if (mates_[joint] == kNone) continue;
      merge_record(clusters_[joint / 3], mates_[joint] / 3,
                   {{ground.prices.weighted[joint], ground.prices.unweighted[joint]}, {joint}});
    }
  }

  const std::vector<Cluster>& clusters() const { return clusters_; }

  bool step() {
    std::map<std::uint32_t, std::set<std::uint32_t>> candidates;
    for (std::uint32_t m = 0; m < clusters_.size(); ++m) {
      if (clusters_[m].parent == kNone) candidates[m] = pick(m);
    }
    std::set<std::uint32_t> processed;
    bool merged = false;
    for (const auto& [top, picked] : candidates) {
      if (processed.contains(top)) continue;
      std::set<std::uint32_t> match;
      collect(top, candidates, match);
      processed.insert(match.begin(), match.end());
      if (match.size() < 2) continue;
      merge({match.begin(), match.end()});
      merged = true;
    }
    return merged;
  }

 private:
  static void merge_record(Cluster& cluster, std::uint32_t target, const Record& record) {
    const auto [at, is_new] = cluster.neighbours.emplace(target, record);
    if (is_new) return;
    if (better(record.distance, at->second.distance)) at->second.distance = record.distance;
    at->second.joints.insert(record.joints.begin(), record.joints.end());
  }

  double symmetric_unit(std::uint32_t a, std::uint32_t b) const {
    const ClusterDistance& there = clusters_[a].neighbours.at(b).distance;
    const ClusterDistance& back = clusters_[b].neighbours.at(a).distance;
    return (static_cast<double>(there.weighted) / there.unweighted +
            static_cast<double>(back.weighted) / back.unweighted) /
           2;
  }

  std::set<std::uint32_t> pick(std::uint32_t m) const {
    std::map<double, std::set<std::uint32_t>> by_distance;
    for (const auto& [other, record] : clusters_[m].neighbours) {
      by_distance[symmetric_unit(m, other)].insert(other);
    }
    return by_distance.empty() ? std::set<std::uint32_t>{} : by_distance.begin()->second;
  }

  static void collect(std::uint32_t m,
                      const std::map<std::uint32_t, std::set<std::uint32_t>>& candidates,
                      std::set<std::uint32_t>& match) {
    if (!match.insert(m).second) return;
    for (const std::uint32_t other : candidates.at(m)) {
      if (candidates.at(other).contains(m)) collect(other, candidates, match);
    }
  }

  void merge(const std::vector<std::uint32_t>& children) {
    const std::uint32_t merged = static_cast<std::uint32_t>(clusters_.size());
    const auto between = distances_between(children);
    clusters_.emplace_back();
    clusters_[merged].children = children;
    for (const std::uint32_t child : children) clusters_[child].parent = merged;
    for (std::size_t k = 0; k < children.size(); ++k) {
      const ClusterDistance added = entering(between, k);
      const auto neighbours = clusters_[children[k]].neighbours;
      for (const auto& [other, record] : neighbours) {
        if (clusters_[other].parent == merged) continue;
        merge_record(clusters_[merged], other, record);  // forward
        std::set<std::uint32_t> outside;                 // reverse
        for (const std::uint32_t joint : record.joints) {
          for (std::uint32_t m = mates_[joint] / 3; m != kNone; m = clusters_[m].parent) {
            outside.insert(m);
          }
        }
        for (const std::uint32_t m : outside) retarget(clusters_[m], children[k], merged, added);
      }
    }
  }

  static void retarget(Cluster& cluster, std::uint32_t child, std::uint32_t merged,
                       const ClusterDistance& added) {
    const auto at = cluster.neighbours.find(child);
    if (at == cluster.neighbours.end()) return;
    Record record = at->second;
    cluster.neighbours.erase(at);
    record.distance.weighted += added.weighted;
    record.distance.unweighted += added.unweighted;
    merge_record(cluster, merged, record);
  }

  using Matrix = std::vector<std::vector<ClusterDistance>>;

  Matrix distances_between(const std::vector<std::uint32_t>& children) const {
    const std::size_t n = children.size();
    Matrix d(n, std::vector<ClusterDistance>(n, {1u << 30, 1u << 30}));
    for (std::size_t a = 0; a < n; ++a) {
      d[a][a] = {};
      for (std::size_t b = 0; b < n; ++b) {
        const auto at = clusters_[children[a]].neighbours.find(children[b]);
        if (at != clusters_[children[a]].neighbours.end()) d[a][b] = at->second.distance;
      }
    }
    for (std::size_t k = 0; k < n; ++k) {
      for (std::size_t a = 0; a < n; ++a) {
        for (std::size_t b = 0; b < n; ++b) {
          const ClusterDistance sum{d[a][k].weighted + d[k][b].weighted,
                                    d[a][k].unweighted + d[k][b].unweighted};
          if (better(sum, d[a][b])) d[a][b] = sum;
        }
      }
    }
    return d;
  }

  ClusterDistance entering(const Matrix& d, std::size_t child) const {
    if (option_ == EnteringPrice::average) {
      ClusterDistance sum;
      for (const ClusterDistance& distance : d[child]) {
        sum.weighted += distance.weighted;
        sum.unweighted += distance.unweighted;
      }
      const Cost n = static_cast<Cost>(d.size());
      return {sum.weighted / n, sum.unweighted / n};
    }
    ClusterDistance worst;
    for (std::size_t other = 0; other < d.size(); ++other) {
      if (other != child && (worst == ClusterDistance{} || worse(d[child][other], worst))) {
        worst = d[child][other];
      }
    }
    return worst;
  }

  bool worse(const ClusterDistance& a, const ClusterDistance& b) const {
    if (option_ == EnteringPrice::worst_unweighted) return a.unweighted > b.unweighted;
    if (option_ == EnteringPrice::worst_weighted) return a.weighted > b.weighted;
    const double unit_a = static_cast<double>(a.weighted) / a.unweighted;
    const double unit_b = static_cast<double>(b.weighted) / b.unweighted;
    return unit_a != unit_b ? unit_a > unit_b : a.weighted > b.weighted;
  }

  EnteringPrice option_;
  std::vector<std::uint32_t> mates_;
  std::vector<Cluster> clusters_;
};

}  // namespace portolan::detail::merge_testing
