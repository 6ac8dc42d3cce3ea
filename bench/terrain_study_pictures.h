#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "portolan/io/images/image.h"
#include "portolan/merged/cluster_merger.h"
#include "portolan/picture/canvas.h"
#include "terrain_study_maps.h"

/// Pictures of the study of the merged hierarchy: sheets of small maps side by side.
namespace portolan::detail::bench {

/// The cluster that each triangle belonged to when there were `clusters` clusters.
inline std::vector<std::uint32_t> tops_at(const MergedHierarchy& h, std::uint32_t clusters) {
  std::vector<std::uint32_t> top(clusters);
  for (std::uint32_t m = clusters; m-- > 0;) {
    const std::uint32_t parent = index(h.parent[ClusterId{m}]);
    top[m] = parent < clusters ? top[parent] : m;
  }
  top.resize(h.triangle_count);
  return top;
}

/// A colour for each cluster, another one than those of its neighbours.
class ClusterColours {
 public:
  ClusterColours(const MergedHierarchy& h, const std::vector<std::uint32_t>& top) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
    for (const JointId joint : h.all_joints()) {
      if (h.mate[joint] == kNoJoint) continue;
      const std::uint32_t a = top[index(triangle_of(joint))];
      const std::uint32_t b = top[index(h.behind(joint))];
      if (a > b) pairs.emplace_back(a, b);
      most_ = std::max(most_, a);
    }
    std::sort(pairs.begin(), pairs.end());
    of_.assign(std::size_t{most_} + 1, 0);
    for (std::uint32_t m = 0; m < of_.size(); ++m) of_[m] = static_cast<std::uint8_t>(m % kCount);
    for (std::size_t begin = 0, end = 0; begin < pairs.size(); begin = end) {
      std::array<bool, kCount> taken{};
      for (; end < pairs.size() && pairs[end].first == pairs[begin].first; ++end)
        taken[of_[pairs[end].second]] = true;
      std::uint8_t& colour = of_[pairs[begin].first];
      for (std::size_t tried = 0; tried < kCount && taken[colour]; ++tried)
        colour = static_cast<std::uint8_t>((colour + 1) % kCount);
    }
  }

  Colour operator()(std::uint32_t cluster) const { return kColours[of_[cluster]]; }

 private:
  static constexpr std::size_t kCount = 8;
  static constexpr std::array<Colour, kCount> kColours{
      palette::kBlue, palette::kAmber,     palette::kGreen,      palette::kPurple,
      palette::kSky,  palette::kVermilion, Colour{150, 110, 60}, Colour{225, 215, 110}};
  std::vector<std::uint8_t> of_;
  std::uint32_t most_ = 0;
};

/// Small maps in rows, the same ground in each.
class MapSheet {
 public:
  /// `panel`: pixels of the wider side of each map.
  MapSheet(const StudyGround& ground, std::uint32_t panel, std::uint32_t columns,
           std::uint32_t count)
      : ground_(ground), columns_(columns) {
    const TriangleRaster& raster = ground.mesh->raster;
    const double x = raster.columns * double(raster.step_x),
                 z = raster.rows * double(raster.step_z);
    width_ = static_cast<std::uint32_t>(std::lround(panel * x / std::max(x, z)));
    height_ = static_cast<std::uint32_t>(std::lround(panel * z / std::max(x, z)));
    canvas_ = Canvas(columns * (width_ + kGap) - kGap,
                     (count + columns - 1) / columns * (height_ + kGap) - kGap, palette::kPaper);
  }

  /// Paints the next map, each pixel by the triangle at its middle.
  template <class ColourOf>
  void add(ColourOf&& colour_of) {
    const std::uint32_t left = next_ % columns_ * (width_ + kGap);
    const std::uint32_t top = next_ / columns_ * (height_ + kGap);
    ++next_;
    const TriangleRaster& raster = ground_.mesh->raster;
    for (std::uint32_t y = 0; y < height_; ++y) {
      for (std::uint32_t x = 0; x < width_; ++x) {
        const TriangleId t = ground_.locator.find(
            raster.origin.x +
                raster.step_x * static_cast<float>((x + 0.47) * raster.columns / width_),
            raster.origin.z +
                raster.step_z * static_cast<float>((y + 0.51) * raster.rows / height_));
        if (t == kNoTriangle) continue;
        canvas_.fill(left + x, top + y, left + x + 1, top + y + 1, colour_of(index(t)));
      }
    }
  }

  /// Draws a path over the map added last.
  void draw_path(const std::vector<std::uint32_t>& triangles, Colour colour) {
    const std::uint32_t last = next_ - 1;
    const TriangleRaster& raster = ground_.mesh->raster;
    const double left = last % columns_ * (width_ + kGap);
    const double top = last / columns_ * (height_ + kGap);
    const double wide = double(raster.step_x) * raster.columns;
    const double deep = double(raster.step_z) * raster.rows;
    std::vector<Canvas::Point> points;
    for (const std::uint32_t t : triangles) {
      const Vec3 c = centre_of(*ground_.mesh, TriangleId{t});
      points.push_back({left + (c.x - raster.origin.x) / wide * width_,
                        top + (c.z - raster.origin.z) / deep * height_});
    }
    canvas_.draw_path(points, 1.2, colour);
  }

  void save(const std::filesystem::path& path) const {
    std::filesystem::create_directories(path.parent_path());
    const Picture& picture = canvas_.picture();
    take(save_png(path, Image{picture.width, picture.height, 3, picture.rgb}));
  }

 private:
  static constexpr std::uint32_t kGap = 6;
  const StudyGround& ground_;
  std::uint32_t columns_;
  std::uint32_t width_ = 0;
  std::uint32_t height_ = 0;
  std::uint32_t next_ = 0;
  Canvas canvas_;
};

/// How high the ground is, dark to light.
inline auto height_colours(const StudyGround& ground) {
  float low = INFINITY, high = -INFINITY;
  for (const Vec3& v : ground.mesh->vertices) {
    low = std::min(low, v.y);
    high = std::max(high, v.y);
  }
  return [&ground, low, range = std::max(high - low, 1e-6f)](std::uint32_t t) {
    const double share = (centre_of(*ground.mesh, TriangleId{t}).y - low) / range;
    return mix_colours(Colour{44, 62, 50}, Colour{245, 240, 225}, share);
  };
}

struct MergeSteps {
  std::string picture;                                         ///< File name.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> shown;  ///< Steps, and clusters after each.
  std::uint32_t steps = 0;
};

/// The ground, and the top clusters after some of the merge steps or all of them, as one sheet.
inline MergeSteps draw_merge_steps(const StudyGround& ground, const MergedHierarchy& h,
                                   const std::filesystem::path& file, std::uint32_t panel,
                                   std::uint32_t most) {
  MergeSteps result{file.filename().string(), {}, h.step_count()};
  const auto after = [&](std::uint32_t step) {
    return step == h.step_count() ? h.cluster_count() : h.made_before[step];
  };
  const auto count_at = [&](std::uint32_t clusters) {
    std::uint32_t tops = 0;
    for (std::uint32_t m = 0; m < clusters; ++m) tops += index(h.parent[ClusterId{m}]) >= clusters;
    return tops;
  };
  // Equal shares of the path from all triangles to one cluster, by powers, unless there are few
  // steps.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> steps;
  const double all = std::log(h.triangle_count);
  for (std::uint32_t step = 1; step <= h.step_count(); ++step) {
    const std::uint32_t tops = count_at(after(step));
    const double due = all * (1.0 - (static_cast<double>(steps.size()) + 1.0) / most);
    if (h.step_count() <= most || std::log(tops) <= due + 1e-9 || step == h.step_count())
      steps.emplace_back(step, tops);
  }
  MapSheet sheet(ground, panel, 4, static_cast<std::uint32_t>(steps.size()) + 1);
  sheet.add(height_colours(ground));
  for (const auto& [step, tops] : steps) {
    const std::vector<std::uint32_t> top = tops_at(h, after(step));
    const ClusterColours colours(h, top);
    sheet.add([&](std::uint32_t t) { return colours(top[t]); });
  }
  sheet.save(file);
  result.shown = std::move(steps);
  return result;
}

}  // namespace portolan::detail::bench
