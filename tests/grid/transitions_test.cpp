#include "portolan/grid/transitions.h"

#include <gtest/gtest.h>

#include <set>
#include <utility>

#include "grid_testing.h"

/// Entrances as section 3.1 of the HPA* paper defines them.
namespace portolan::detail {
namespace {

using test::NaiveWorld;
using test::Random;
using Pairs = std::vector<std::pair<int, int>>;

/// A border drawn as its two lines of tiles, the near one first.
class DrawnBorder {
 public:
  DrawnBorder(const std::string& near, const std::string& far, DiagonalRule rule)
      : grid_(test::draw(near + "\n" + far)),
        naive_(grid_, test::metric_with(rule)),
        graph_(GridGraph::make(grid_, test::metric_with(rule)).value()),
        border_{{0, 0}, {0, 1}, {1, 0}, static_cast<std::int32_t>(near.size())} {}

  Pairs chosen(const TransitionPolicy& policy) const {
    std::vector<Crossing> crossings;
    choose_crossings(graph_, border_, policy, crossings);
    Pairs pairs;
    for (const Crossing& c : crossings) pairs.emplace_back(c.near, c.far);
    return pairs;
  }
  int length() const { return border_.length; }
  bool may_cross(int near, int far) const { return naive_.may_move({near, 0}, {far, 1}); }

  /// Word for word: symmetric (both of a facing pair or none), free of obstacles, maximal.
  Pairs entrances() const {
    const auto free = [&](int first, int last) {
      if (first < 0 || last >= length()) return false;
      for (int i = first; i <= last; ++i) {
        if (!naive_.free({i, 0}) || !naive_.free({i, 1})) return false;
      }
      return true;
    };
    Pairs found;
    for (int first = 0; first < length(); ++first) {
      for (int last = first; last < length(); ++last) {
        if (free(first, last) && !free(first - 1, last) && !free(first, last + 1)) {
          found.emplace_back(first, last);
        }
      }
    }
    return found;
  }

 private:
  Grid grid_;
  NaiveWorld naive_;
  GridGraph graph_;
  Border border_;
};

DrawnBorder open_border(int width) {
  const std::string line = "@" + std::string(static_cast<std::size_t>(width), '.') + "@";
  return {line, line, DiagonalRule::both_free};
}

TEST(Transitions, ThePapersEntrancesOfWidthThreeAndSix) {
  const DrawnBorder border("...@......", "...@......", DiagonalRule::not_between_blocked);
  EXPECT_EQ(border.chosen({TransitionKind::ends, 4, 6}), (Pairs{{1, 1}, {4, 4}, {9, 9}}));
  EXPECT_EQ(border.entrances(), (Pairs{{0, 2}, {4, 9}}));
}

TEST(Transitions, AnObstacleOnEitherSideEndsAnEntrance) {
  const DrawnBorder border("..@....", "....@..", DiagonalRule::both_free);
  EXPECT_EQ(border.entrances(), (Pairs{{0, 1}, {3, 3}, {5, 6}}));
  EXPECT_EQ(border.chosen({TransitionKind::middle, 4, 6}).size(), 3u);
}

TEST(Transitions, MiddleIsOneInTheMiddle) {
  for (int width = 1; width <= 12; ++width) {
    const Pairs chosen = open_border(width).chosen({TransitionKind::middle, 4, 6});
    ASSERT_EQ(chosen.size(), 1u);
    EXPECT_EQ(chosen[0].first, chosen[0].second);
    // Of an even width either of the two in the middle will do.
    EXPECT_LE(std::abs(2 * (chosen[0].first - 1) - (width - 1)), 1) << width;
  }
}

TEST(Transitions, EndsAreTwoFromTheThresholdOn) {
  for (int width = 1; width <= 12; ++width) {
    const DrawnBorder border = open_border(width);
    const Pairs chosen = border.chosen({TransitionKind::ends, 4, 6});
    if (width < 6) {
      EXPECT_EQ(chosen, border.chosen({TransitionKind::middle, 4, 6})) << width;
    } else {
      EXPECT_EQ(chosen, (Pairs{{1, 1}, {width, width}})) << width;
    }
  }
}

TEST(Transitions, OneTileIsNeverTwoTransitions) {
  EXPECT_EQ(open_border(1).chosen({TransitionKind::ends, 4, 1}), (Pairs{{1, 1}}));
}

TEST(Transitions, EveryKeepsBothEndsAndLeavesNoWiderGap) {
  for (std::uint32_t spacing = 1; spacing <= 6; ++spacing) {
    for (int width = 1; width <= 12; ++width) {
      const Pairs chosen = open_border(width).chosen({TransitionKind::every, spacing, 6});
      EXPECT_EQ(chosen.front().first, 1);
      EXPECT_EQ(chosen.back().first, width);
      for (std::size_t i = 1; i < chosen.size(); ++i) {
        EXPECT_GT(chosen[i].first, chosen[i - 1].first);
        EXPECT_LE(chosen[i].first - chosen[i - 1].first, static_cast<int>(spacing));
      }
      // And no more of them than that takes.
      const auto gaps = (static_cast<std::size_t>(width) - 1 + spacing - 1) / spacing;
      EXPECT_EQ(chosen.size(), gaps + 1);
    }
  }
}

/// What every policy keeps on a random border, by the definition.
void expect_chosen(const DrawnBorder& border, const TransitionPolicy& policy) {
  const Pairs chosen = border.chosen(policy);
  const Pairs entrances = border.entrances();
  EXPECT_TRUE(std::is_sorted(chosen.begin(), chosen.end()));
  EXPECT_EQ(std::set(chosen.begin(), chosen.end()).size(), chosen.size()) << "repeats";
  std::set<int> near;
  for (const auto& [i, j] : chosen) {
    EXPECT_TRUE(border.may_cross(i, j)) << i << " to " << j;
    near.insert(i);
  }
  for (const auto& [first, last] : entrances) {
    const auto in_it =
        std::count_if(chosen.begin(), chosen.end(), [&, a = first, b = last](auto c) {
          return c.first == c.second && c.first >= a && c.first <= b;
        });
    const int width = last - first + 1;
    switch (policy.kind) {
      case TransitionKind::middle: EXPECT_EQ(in_it, 1); break;
      case TransitionKind::ends:
        EXPECT_EQ(in_it, width < static_cast<int>(policy.threshold) || width == 1 ? 1 : 2);
        break;
      case TransitionKind::every: EXPECT_GE(in_it, width > 1 ? 2 : 1); break;
      case TransitionKind::all: EXPECT_EQ(in_it, width); break;
    }
  }
  // A move that no entrance beside it stands in for must be kept; `all` keeps every one.
  for (int i = 0; i < border.length(); ++i) {
    for (const int j : {i - 1, i + 1}) {
      if (j < 0 || j >= border.length() || !border.may_cross(i, j)) continue;
      const bool lone = !border.may_cross(i, i) && !border.may_cross(j, j);
      if (policy.kind == TransitionKind::all || (lone && !policy.paper())) {
        EXPECT_TRUE(near.contains(i)) << i << " to " << j;
      } else if (lone) {
        EXPECT_TRUE(std::count(chosen.begin(), chosen.end(), std::pair(i, j)) == 1);
      }
    }
  }
}

TEST(Transitions, RandomBordersByTheDefinition) {
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    Random random(seed);
    const auto length = static_cast<std::size_t>(random.between(1, 20));
    const std::uint32_t blocked = random.below(70);
    std::string lines[2];
    for (std::string& line : lines) {
      while (line.size() < length) line += random.chance(blocked) ? '@' : '.';
    }
    SCOPED_TRACE(lines[0] + "\n" + lines[1]);
    for (const DiagonalRule rule : test::kRules) {
      const DrawnBorder border(lines[0], lines[1], rule);
      for (const TransitionPolicy& policy : test::kPolicies) expect_chosen(border, policy);
    }
    if (HasFailure()) return;
  }
}

}  // namespace
}  // namespace portolan::detail
