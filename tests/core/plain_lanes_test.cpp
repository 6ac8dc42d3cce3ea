#include "portolan/core/plain_lanes.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

#include "portolan/core/platform.h"

/// What stands in for a compiler's vectors does in every lane what these do.
namespace portolan::detail {
namespace {

template <class T, unsigned N>
void expect_same(const Lanes<T, N>& vectors, const PlainLanes<T, N>& plain) {
  static_assert(sizeof vectors == sizeof plain);
  EXPECT_EQ(std::memcmp(&vectors, &plain, sizeof plain), 0);
}

/// All that is asked of lanes of numbers; `a` and `b` as arrays of N.
template <class T, unsigned N>
void expect_same_results(const T* a, const T* b) {
  using Truth = std::int32_t;
  Lanes<T, N> x, y, x2, y2;
  PlainLanes<T, N> p, q, p2, q2;
  std::memcpy(&x, a, sizeof x);
  std::memcpy(&y, b, sizeof y);
  std::memcpy(&p, a, sizeof p);
  std::memcpy(&q, b, sizeof q);
  expect_same<T, N>(x + y, p + q);
  expect_same<T, N>(x - y, p - q);
  expect_same<T, N>(x + b[0], p + b[0]);
  if constexpr (std::is_floating_point_v<T>) {
    expect_same<T, N>(x * y, p * q);
    expect_same<T, N>(x / y, p / q);
  }
  expect_same<Truth, N>(x < y, p < q);
  expect_same<Truth, N>(x > y, p > q);
  expect_same<Truth, N>(x <= y, p <= q);
  expect_same<Truth, N>(x < b[1], p < b[1]);
  expect_same<Truth, N>(x <= b[1], p <= b[1]);
  expect_same<Truth, N>(x == b[1], p == b[1]);
  expect_same<Truth, N>((x < y) & (y < b[2]), (p < q) & (q < b[2]));
  expect_same<Truth, N>((x < y) | (y < b[2]), (p < q) | (q < b[2]));
  x2 = x, p2 = p;
  take_lesser(x2, y), take_lesser(p2, q);
  expect_same<T, N>(x2, p2);
  x2 = x, p2 = p;
  take_greater(x2, y), take_greater(p2, q);
  expect_same<T, N>(x2, p2);
  take_where(x < y, x2, x), take_where(p < q, p2, p);
  expect_same<T, N>(x2, p2);
  if constexpr (N == 4) {
    shuffle<6, 1, 0, 7>(x, y, y2), shuffle<6, 1, 0, 7>(p, q, q2);
    expect_same<T, N>(y2, q2);
  }
}

TEST(PlainLanes, ComputeWhatVectorsDo) {
  const std::uint32_t a[8] = {0, 1, 7, 0xFFFF'FFFF, 5, 1u << 31, 3, 9};
  const std::uint32_t b[8] = {1, 1, 6, 0, 0xFFFF'FFF0, 1, 1u << 31, 9};
  expect_same_results<std::uint32_t, 8>(a, b);
  expect_same_results<std::uint32_t, 8>(b, a);
  expect_same_results<std::uint32_t, 4>(a, b);
}

TEST(PlainLanes, KnowWhatIsNoNumber) {
  constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
  constexpr float kMost = std::numeric_limits<float>::infinity();
  const float a[4] = {0.0f, 1.5f, kNaN, -kMost};
  const float b[4] = {-0.0f, 0.1f, 1.0f, kMost};
  expect_same_results<float, 4>(b, b);
  Lanes<float, 4> x, y;
  PlainLanes<float, 4> p, q;
  std::memcpy(&x, a, sizeof x);
  std::memcpy(&y, b, sizeof y);
  std::memcpy(&p, a, sizeof p);
  std::memcpy(&q, b, sizeof q);
  expect_same<std::int32_t, 4>(x <= y, p <= q);
  expect_same<std::int32_t, 4>(x > y, p > q);
  take_lesser(x, y), take_lesser(p, q);
  expect_same<float, 4>(x, p);
}

TEST(PlainLanes, ConvertAndTellTheirBits) {
  const std::uint16_t narrow[8] = {0, 1, 2, 0x7FFF, 0x8000, 0xFFFF, 5, 6};
  Lanes<std::uint16_t, 8> x;
  PlainLanes<std::uint16_t, 8> p;
  std::memcpy(&x, narrow, sizeof x);
  std::memcpy(&p, narrow, sizeof p);
  Lanes<std::uint32_t, 8> wide;
  PlainLanes<std::uint32_t, 8> plain_wide;
  convert_lanes(x, wide), convert_lanes(p, plain_wide);
  expect_same<std::uint32_t, 8>(wide, plain_wide);
  EXPECT_EQ(bits_of(Lanes<std::int32_t, 4>{-1, 0, 0, -1}), 9u);
  EXPECT_EQ(bits_of(Lanes<std::int32_t, 4>{0, -1, 0, 0}), 2u);
}

}  // namespace
}  // namespace portolan::detail
