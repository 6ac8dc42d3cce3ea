#include "portolan/gpu/device/memory_need.h"

#include <gtest/gtest.h>

#include "portolan/gpu/device/array_places.h"
#include "portolan/gpu/search/snapshot_search_arrays.h"
#include "tests/gpu/agents_testing.h"

namespace portolan::detail {
namespace {

void expect_says(const Result<Done>& done, std::initializer_list<const char*> texts) {
  ASSERT_FALSE(done);
  for (const char* text : texts)
    EXPECT_NE(done.error().message.find(text), std::string::npos) << done.error().message;
}

TEST(MemoryNeed, IsRefusedWithNumbersAndRemedy) {
  EXPECT_TRUE(check_memory(MemoryUse::world, 1000, 1000));
  EXPECT_TRUE(check_memory(MemoryUse::batch, 0, 0));
  expect_says(check_memory(MemoryUse::world, 1001, 1000),
              {"the world needs 1001 bytes and 1000 are free", "end what else uses the GPU",
               "choose the device cpu"});
  const auto batch = check_memory(MemoryUse::batch, 5'000'000'000, 7);
  expect_says(batch, {"5000000000 bytes and 7 are free", "answer fewer agents at once"});
  EXPECT_TRUE(asks_for_fewer_agents(batch.error()));
  expect_says(check_memory(MemoryUse::search, 2, 1), {"searches need 2 bytes", "from tables"});
  expect_says(check_memory(MemoryUse::shared, 2, 1), {"agents share", "let each agent search"});
  for (const MemoryUse use : {MemoryUse::world, MemoryUse::search, MemoryUse::shared})
    EXPECT_FALSE(asks_for_fewer_agents(too_little_memory(use, 2, 1)));
}

TEST(MemoryNeed, LimitsSearchesByAgentsAndByWhatIsFree) {
  const std::uint64_t mib = std::uint64_t{1} << 20;
  EXPECT_EQ(slots_that_fit(4224, mib, 4, kPlenty), 4224u);
  EXPECT_EQ(slots_that_fit(5, mib, 4, kPlenty), 8u);           // whole blocks
  EXPECT_EQ(slots_that_fit(4224, mib, 4, 4000 * mib), 1000u);  // a quarter of it
  EXPECT_EQ(slots_that_fit(4224, mib, 128, 4000 * mib), 896u);
  EXPECT_EQ(slots_that_fit(4224, mib, 4, 0), 4u);
  EXPECT_EQ(slots_that_fit(1 << 20, mib, 4, kPlenty), 32u << 10);
}

TEST(MemoryNeed, CountsWhatAnsweringWorksIn) {
  EXPECT_EQ(bytes_of_scratch(0), 0u);
  EXPECT_LT(bytes_of_scratch(100), bytes_of_scratch(1000));
  EXPECT_EQ(bytes_of_scratch(kUsualPart), kScratch + kUsualPart * kScratchOfAgent);
}

TEST(MemoryNeed, LimitsPartsByWhatIsFree) {
  const std::uint64_t gib = std::uint64_t{1} << 30;
  EXPECT_EQ(part_that_fits<MeshPlace>(kUsualPart, 100 * gib), kUsualPart);
  EXPECT_EQ(part_that_fits<MeshPlace>(10, 0), 10u);
  EXPECT_EQ(part_that_fits<MeshPlace>(kUsualPart, 0), kLeastPart);
  std::size_t before = 0;
  for (std::uint64_t free = 0; free < 12 * gib; free += gib / 2) {
    const std::size_t part = part_that_fits<MeshPlace>(std::size_t{1} << 30, free);
    EXPECT_GE(part, before) << free;
    if (part > kLeastPart) {
      EXPECT_LE(kPartsAtOnce * bytes_of_answers<MeshPlace>(part) + part * kScratchOfAgent, free);
    }
    before = part;
  }
}

/// Adds up all arrays, each as often as it is there.
template <class Arrays>
std::uint64_t plain_sum(Arrays arrays) {
  std::uint64_t sum = 0;
  for_each_array(arrays, [&](const auto& array) { sum += array.size * sizeof(*array.data); });
  return sum;
}
template <class Arrays>
std::size_t array_count(Arrays arrays) {
  std::size_t count = 0;
  for_each_array(arrays, [&](const auto&) { ++count; });
  return count;
}

/// Places do not overlap, and all arrays have one.
template <class Arrays>
void expect_places_apart(const Arrays& arrays) {
  const ArrayPlaces places(arrays);
  Arrays all = arrays;
  for_each_array(all, [&](const auto& array) {
    const std::size_t begin = places.of(array.data);
    const std::size_t end = begin + array.size * sizeof(*array.data);
    EXPECT_LE(end, places.bytes());
    for_each_array(all, [&](const auto& other) {
      const std::size_t other_begin = places.of(other.data);
      if (other.size == 0 || other.data == static_cast<const void*>(array.data)) return;
      EXPECT_TRUE(end <= other_begin || other_begin + other.size * sizeof(*other.data) <= begin);
    });
  });
}

TEST(MemoryNeed, CountsWhatBothDirectionsShareOnce) {
  const test::RandomMeshWorld both(2);
  const MeshArrays& mesh = both.arrays.view();
  expect_places_apart(mesh);
  EXPECT_EQ(both.arrays.bytes(), ArrayPlaces(mesh).bytes());
  const NavMeshSnapshot plain = test::with_labels(test::build(test::make_field({})));
  const auto arrays = SnapshotArrays::make(plain);
  ASSERT_TRUE(arrays);
  ASSERT_EQ(arrays->view().to_gates.hub_costs.data, arrays->view().from_gates.hub_costs.data);
  expect_places_apart(arrays->view());
  const std::uint64_t shared =
      arrays->view().to_gates.hub_costs.size * sizeof(Cost) +
      arrays->view().connections_to_gates.paths.size * sizeof(ConnectionPath);
  ASSERT_GT(shared, 0u);
  EXPECT_LE(arrays->bytes(),
            plain_sum(arrays->view()) - shared + 256 * array_count(arrays->view()));
  const auto search = SnapshotSearchArrays::make(plain);
  ASSERT_TRUE(search);
  expect_places_apart(search->view());
}

TEST(MemoryNeed, HasPathsBetweenGatesOnlyWhereTheyFit) {
  const test::RandomMeshWorld world(2);
  const std::uint64_t whole = world.arrays.bytes();
  ASSERT_GT(world.arrays.view().pairs.size, 0u);
  const auto roomy = SnapshotArrays::make_fitting(world.snapshot, {}, 2 * whole);
  ASSERT_TRUE(roomy);
  EXPECT_EQ(roomy->bytes(), whole);
  for (const std::uint64_t free : {2 * whole - 1, whole, whole / 2, std::uint64_t{0}}) {
    const auto tight = SnapshotArrays::make_fitting(world.snapshot, {}, free);
    ASSERT_TRUE(tight);
    EXPECT_EQ(tight->view().pairs.size, 0u) << free;
    EXPECT_EQ(tight->view().connections_to_gates.paths.size, 0u) << free;
    EXPECT_LT(tight->bytes(), whole) << free;
    expect_places_apart(tight->view());
  }
}

}  // namespace
}  // namespace portolan::detail
