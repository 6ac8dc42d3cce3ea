#include "portolan/gpu/device/part_pipeline.h"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

namespace portolan::detail {
namespace {

/// A GPU that has room for some agents at a time, as those say who want to be on it.
struct FakeWorld {
  std::size_t room = ~std::size_t{0};
  const char* fault = nullptr;  ///< That every batch ends with.
};

/// Agents whose answer is the sum of both ends.
class FakeAgents {
 public:
  explicit FakeAgents(const FakeWorld& world) : world_(&world) {}

  Result<Done> set_agents(std::span<const int> starts, std::span<const int> goals) {
    starts_.assign(starts.begin(), starts.end());
    goals_.assign(goals.begin(), goals.end());
    return check_memory(MemoryUse::batch, starts_.size() / 2, world_->room);
  }
  Result<GpuTimes> find_paths(const GpuOptions&) {
    if (world_->fault != nullptr) return Error{world_->fault};
    if (auto done = check_memory(MemoryUse::batch, starts_.size(), world_->room); !done)
      return done.error();
    for (std::size_t i = 0; i < starts_.size(); ++i) starts_[i] += goals_[i];
    GpuTimes times;
    times.total = 1.0;
    return times;
  }
  const std::vector<int>& sums() const { return starts_; }

 private:
  const FakeWorld* world_;
  std::vector<int> starts_;
  std::vector<int> goals_;
};
using Pipeline = PartPipeline<FakeWorld, FakeAgents, int>;

/// Fails unless parts come in order, each once.
struct Reader {
  std::vector<int> all;
  Result<Done> read(const FakeAgents& agents, std::size_t first) {
    if (first != all.size()) return Error{"a part came out of turn"};
    all.insert(all.end(), agents.sums().begin(), agents.sums().end());
    return Done{};
  }
};

struct Batch {
  explicit Batch(std::size_t count) : starts(count), goals(count) {
    std::iota(starts.begin(), starts.end(), 0);
    std::iota(goals.begin(), goals.end(), 1000);
  }
  std::vector<int> starts;
  std::vector<int> goals;
};

void expect_all(const Batch& batch, const Reader& reader) {
  ASSERT_EQ(reader.all.size(), batch.starts.size());
  for (std::size_t i = 0; i < reader.all.size(); ++i)
    ASSERT_EQ(reader.all[i], batch.starts[i] + batch.goals[i]) << i;
}

TEST(PartPipeline, AnswersEveryPartInOrder) {
  const FakeWorld world;
  for (const std::size_t count : {0u, 1u, 999u, 1000u, 1001u, 7350u}) {
    const Batch batch(count);
    Pipeline parts(world, 1000, {});
    Reader reader;
    const auto done = parts.run(batch.starts, batch.goals, reader);
    ASSERT_TRUE(done) << done.error().message;
    expect_all(batch, reader);
    EXPECT_EQ(parts.milliseconds(), static_cast<double>((count + 999) / 1000));
  }
}

TEST(PartPipeline, HalvesPartsUntilThereIsRoom) {
  const Batch batch(100'000);
  for (const std::size_t room : {40'000u, 12'000u, 2'000u}) {
    const FakeWorld world{room};
    Pipeline parts(world, 65'536, {});
    for (int round = 0; round < 2; ++round) {
      Reader reader;
      const auto done = parts.run(batch.starts, batch.goals, reader);
      ASSERT_TRUE(done) << done.error().message;
      expect_all(batch, reader);
      EXPECT_LE(parts.part_size(), room);
      EXPECT_GT(2 * parts.part_size(), room);
    }
  }
}

TEST(PartPipeline, SaysWhatIsNeededWhereNoPartIsSmallEnough) {
  const Batch batch(100'000);
  const FakeWorld world{100};
  Pipeline parts(world, 65'536, {});
  Reader reader;
  const auto done = parts.run(batch.starts, batch.goals, reader);
  ASSERT_FALSE(done);
  EXPECT_TRUE(asks_for_fewer_agents(done.error())) << done.error().message;
  EXPECT_NE(done.error().message.find("100 are free"), std::string::npos) << done.error().message;
}

TEST(PartPipeline, StopsAtOtherFaults) {
  const Batch batch(10'000);
  const FakeWorld world{.fault = "GPU: it is on fire"};
  Pipeline parts(world, 4096, {});
  Reader reader;
  const auto done = parts.run(batch.starts, batch.goals, reader);
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().message, world.fault);
  EXPECT_EQ(parts.part_size(), 4096u);
  EXPECT_TRUE(reader.all.empty());
}

}  // namespace
}  // namespace portolan::detail
