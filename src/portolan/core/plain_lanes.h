#pragma once

#include <cstdint>
#include <type_traits>

/// What platform.h calls Lanes, in plain C++: loops in place of a compiler's vectors.
namespace portolan::detail {

template <class T, unsigned N>
struct PlainLanes {
  /// What comparisons give.
  using Mask = PlainLanes<std::conditional_t<sizeof(T) == 2, std::int16_t, std::int32_t>, N>;
  static_assert(sizeof(T) == 2 || sizeof(T) == 4);

  T lanes[N];

  constexpr T& operator[](unsigned i) { return lanes[i]; }
  constexpr const T& operator[](unsigned i) const { return lanes[i]; }

  static constexpr PlainLanes all(T value) {
    PlainLanes result{};
    for (T& lane : result.lanes) lane = value;
    return result;
  }
  /// By lane: what `of` gives for those of a and b.
  template <class Result = PlainLanes, class Of>
  static constexpr Result each(const PlainLanes& a, const PlainLanes& b, Of of) {
    Result result{};
    for (unsigned i = 0; i < N; ++i) result.lanes[i] = of(a.lanes[i], b.lanes[i]);
    return result;
  }
  template <class Is>
  static constexpr Mask where(const PlainLanes& a, const PlainLanes& b, Is is) {
    using Truth = std::remove_reference_t<decltype(Mask{}.lanes[0])>;
    return each<Mask>(a, b, [&](T x, T y) { return static_cast<Truth>(is(x, y) ? -1 : 0); });
  }

  friend constexpr PlainLanes operator+(const PlainLanes& a, const PlainLanes& b) {
    return each(a, b, [](T x, T y) { return static_cast<T>(x + y); });
  }
  friend constexpr PlainLanes operator-(const PlainLanes& a, const PlainLanes& b) {
    return each(a, b, [](T x, T y) { return static_cast<T>(x - y); });
  }
  friend constexpr PlainLanes operator*(const PlainLanes& a, const PlainLanes& b) {
    return each(a, b, [](T x, T y) { return static_cast<T>(x * y); });
  }
  friend constexpr PlainLanes operator/(const PlainLanes& a, const PlainLanes& b) {
    return each(a, b, [](T x, T y) { return static_cast<T>(x / y); });
  }
  friend constexpr PlainLanes operator&(const PlainLanes& a, const PlainLanes& b) {
    return each(a, b, [](T x, T y) { return static_cast<T>(x & y); });
  }
  friend constexpr PlainLanes operator|(const PlainLanes& a, const PlainLanes& b) {
    return each(a, b, [](T x, T y) { return static_cast<T>(x | y); });
  }
  friend constexpr PlainLanes operator+(const PlainLanes& a, T b) { return a + all(b); }
  constexpr PlainLanes& operator+=(const PlainLanes& b) { return *this = *this + b; }
  constexpr PlainLanes& operator-=(const PlainLanes& b) { return *this = *this - b; }
  constexpr PlainLanes& operator+=(T b) { return *this = *this + b; }

  friend constexpr Mask operator<(const PlainLanes& a, const PlainLanes& b) {
    return where(a, b, [](T x, T y) { return x < y; });
  }
  friend constexpr Mask operator>(const PlainLanes& a, const PlainLanes& b) { return b < a; }
  friend constexpr Mask operator<=(const PlainLanes& a, const PlainLanes& b) {
    return where(a, b, [](T x, T y) { return x <= y; });
  }
  friend constexpr Mask operator<(const PlainLanes& a, T b) { return a < all(b); }
  friend constexpr Mask operator<=(const PlainLanes& a, T b) { return a <= all(b); }
  friend constexpr Mask operator==(const PlainLanes& a, T b) {
    return where(a, all(b), [](T x, T y) { return x == y; });
  }
};

template <class T, unsigned N>
constexpr void take_lesser(PlainLanes<T, N>& a, const PlainLanes<T, N>& b) {
  for (unsigned i = 0; i < N; ++i) a[i] = a[i] < b[i] ? a[i] : b[i];
}

template <class T, unsigned N>
constexpr void take_greater(PlainLanes<T, N>& a, const PlainLanes<T, N>& b) {
  for (unsigned i = 0; i < N; ++i) a[i] = a[i] > b[i] ? a[i] : b[i];
}

template <class T, unsigned N>
constexpr void take_where(const typename PlainLanes<T, N>::Mask& mask, PlainLanes<T, N>& a,
                          const PlainLanes<T, N>& b) {
  for (unsigned i = 0; i < N; ++i) a[i] = mask[i] != 0 ? b[i] : a[i];
}

template <unsigned... From, class T, unsigned N>
constexpr void shuffle(const PlainLanes<T, N>& a, const PlainLanes<T, N>& b,
                       PlainLanes<T, N>& out) {
  static_assert(sizeof...(From) == N);
  out = PlainLanes<T, N>{{(From < N ? a[From % N] : b[From % N])...}};
}

template <class T, class U, unsigned N>
constexpr void convert_lanes(const PlainLanes<T, N>& from, PlainLanes<U, N>& to) {
  for (unsigned i = 0; i < N; ++i) to[i] = static_cast<U>(from[i]);
}

}  // namespace portolan::detail
