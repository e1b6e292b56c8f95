// What comparisons, signs and parts of masks decide, regions of regions, and what loops hand on (test_kernels/comparisons.cpp,
// signs.cpp, masks.cpp, regions.cpp, handed_on.cpp). The references take single numbers, in plain C++.
#include "programs.hpp"

#include "both.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <iostream>
#include <limits>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "names_of_both.hpp"

namespace programs {
namespace {

template <class T>
T* allocate(int count) {
  return static_cast<T*>(machine_code::Agreement::current().allocate(static_cast<std::size_t>(count) * sizeof(T)));
}

// Few values, so that many are equal; NaN, zeros of either sign and infinities among those that are not whole.
template <class T>
T some_number(std::mt19937& random) {
  if constexpr (std::is_integral_v<T>) {
    return static_cast<T>(random() % 2 == 0 ? random() : random() % 5 - 2);
  } else {
    constexpr float edges[] = {0.0f, -0.0f, 0.5f, std::numeric_limits<float>::infinity(),
                               std::numeric_limits<float>::quiet_NaN()};
    return static_cast<T>(random() % 4 == 0 ? edges[random() % 5] : static_cast<float>(random() % 7) - 3.0f);
  }
}

template <class T>
T* some_numbers(int count, unsigned seed) {
  T* const memory = allocate<T>(count);
  std::mt19937 random(seed);
  std::generate_n(memory, count, [&] { return some_number<T>(random); });
  return memory;
}

template <class T>
bool is_same(T one, T other) {
  return (one != one && other != other) || std::memcmp(&one, &other, sizeof(T)) == 0;
}

// What is wrong of the results of a number: those lie `lanes` apart, of which an item has `results` times as many.
template <class T, std::size_t Results>
int wrong_results(const T* to, int number, int lanes, const T (&expected)[Results]) {
  const T* const found = to + number / lanes * lanes * static_cast<int>(Results) + number % lanes;
  int wrong = 0;
  for (std::size_t i = 0; i < Results; ++i)
    wrong += !is_same(found[static_cast<int>(i) * lanes], expected[i]);
  return wrong;
}

// What is wrong of the results of an item, which lie in rows.
template <class T, std::size_t Rows, std::size_t Lanes>
int wrong_rows(const T* found, const T (&expected)[Rows][Lanes]) {
  int wrong = 0;
  for (const auto& row : expected)
    for (const T& result : row)
      wrong += !is_same(*found++, result);
  return wrong;
}

// Counts what is wrong after each launch, by the kernel's name.
class ChecksByName {
public:
  ChecksByName() {
    machine_code::Agreement& agreement = machine_code::Agreement::current();
    agreement.before = [](const std::string&) {};
    agreement.after = [this](const std::string& kernel) { wrong_ += checks_.at(kernel)(); };
  }
  ChecksByName(const ChecksByName&) = delete;
  ChecksByName& operator=(const ChecksByName&) = delete;
  int wrong() const { return wrong_; }

protected:
  // The check of a kernel: of so many items, or numbers, what is wrong of each.
  void check_each(const std::string& kernel, int count, std::function<int(int)> wrong_of) {
    checks_[kernel] = [=] {
      int wrong = 0;
      for (int i = 0; i < count; ++i)
        wrong += wrong_of(i);
      return wrong;
    };
  }

  std::map<std::string, std::function<int()>> checks_;

private:
  int wrong_ = 0;
};

} // namespace
} // namespace programs

namespace programs::comparisons {
#include "src/xeforge/toolchain/test_kernels/comparisons.cpp"

namespace {

constexpr int items = 12, numbers = items * compared_lanes;

class Checks : public ChecksByName {
public:
  template <class Name, class Compared, class A, class B>
  void smaller(sycl::queue& queue, const char* name) {
    const A* const x = some_numbers<A>(numbers, 3);
    const B* const y = some_numbers<B>(numbers, 5);
    A* const to = allocate<A>(numbers * choices_of_item);
    check_each(name, numbers, [=](int i) {
      const A from_b = std::bit_cast<A>(y[i]);
      const Compared one = static_cast<Compared>(x[i]), other = static_cast<Compared>(y[i]);
      const A smaller = one < other ? x[i] : from_b;
      const A expected[choices_of_item] = {smaller,
                                           other < one ? from_b : x[i],
                                           static_cast<A>(x[i] >= from_b ? one : other),
                                           x[i] > from_b ? x[i] : from_b,
                                           smaller,
                                           one > other ? x[i] : from_b,
                                           static_cast<A>(x[i] < from_b ? one : other),
                                           x[i] <= from_b ? x[i] : from_b};
      return wrong_results(to, i, compared_lanes, expected);
    });
    take_smaller<Name, Compared>(queue, x, y, to, items);
  }

  template <class Name, class Number, class Bits>
  void by_bits(sycl::queue& queue, const char* name) {
    const Number *const x = some_numbers<Number>(numbers, 7), *const y = some_numbers<Number>(numbers, 11);
    Number* const to = allocate<Number>(numbers * choices_of_item);
    check_each(name, numbers, [=](int i) {
      const bool bits_are_less = std::bit_cast<Bits>(x[i]) < std::bit_cast<Bits>(y[i]);
      const Number by_bits = bits_are_less ? x[i] : y[i], by_value = x[i] < y[i] ? x[i] : y[i];
      const Number equal = x[i] == y[i] ? x[i] : y[i];
      const Number expected[choices_of_item] = {by_bits,
                                                by_value,
                                                by_bits,
                                                by_value,
                                                equal,
                                                x[i] != y[i] ? y[i] : x[i],
                                                x[i] > y[i] ? x[i] : y[i],
                                                x[i] <= y[i] ? y[i] : x[i]};
      return wrong_results(to, i, compared_lanes, expected);
    });
    take_by_bits<Name, Number, Bits>(queue, x, y, to, items);
  }

  template <class Name, int Lanes>
  void bfloats(sycl::queue& queue, const char* name) {
    using Bfloat = sycl::ext::oneapi::bfloat16;
    Bfloat* const x = allocate<Bfloat>(items * 3 * Lanes);
    for (int i = 0; i < items * 3 * Lanes; ++i)
      x[i] = Bfloat(static_cast<float>((i * 37 + 5) % 51 - 25));
    auto* const to = allocate<float>(items * 3 * Lanes);
    check_each(name, items * Lanes, [=](int i) {
      const Bfloat* const row = x + i / Lanes * 3 * Lanes + i % Lanes;
      const float a = row[0], b = row[Lanes], c = row[2 * Lanes];
      const float expected[] = {(b >= c ? a : b) + 0.5f, a < c ? b : c, c < b ? a : c};
      return wrong_results(to, i, Lanes, expected);
    });
    choose_bfloats<Name, Lanes>(queue, x, to, items);
  }

  template <class Name, int Lanes, class T>
  void answers(sycl::queue& queue, const char* name) {
    const T *const x = some_numbers<T>(numbers, 13), *const y = some_numbers<T>(numbers, 17);
    int* const to = allocate<int>(items * 4 * answers_of_item);
    std::fill_n(to, items * 4 * answers_of_item, 0);
    checks_[name] = [=] {
      int wrong = 0;
      for (int item = 0; item < items; ++item) {
        const T *const a = x + item * compared_lanes, *const b = y + item * compared_lanes;
        const int* const found = to + item * 4 * answers_of_item;
        wrong += wrong_answers<Lanes>(a, b, found, [](T one, T other) { return one < other; });
        wrong += wrong_answers<Lanes>(a, b, found + answers_of_item, [](T one, T other) { return one <= other; });
        wrong += wrong_answers<Lanes>(a, b, found + 2 * answers_of_item, [](T one, T other) { return one == other; });
        wrong += wrong_answers<Lanes>(a, b, found + 3 * answers_of_item, [](T one, T other) { return one != other; });
      }
      return wrong;
    };
    ask<Name, Lanes>(queue, x, y, to, items);
  }

private:
  template <int Lanes, class T, class Comparison>
  static int wrong_answers(const T* a, const T* b, const int* found, Comparison holds) {
    const auto count = [&](int moved, bool swapped) {
      int lanes = 0;
      for (int i = 0; i < Lanes; ++i) {
        const T one = static_cast<T>(a[i] + static_cast<T>(moved));
        lanes += swapped ? holds(b[i], one) : holds(one, b[i]);
      }
      return lanes;
    };
    int until_any = 0, until_all = 0;
    while (until_any < 6 && count(-until_any, false) == 0)
      ++until_any;
    while (until_all < 6 && count(until_all, true) < Lanes)
      ++until_all;
    const int expected[answers_of_item] = {count(0, false) > 0,
                                           count(1, false) == 0,
                                           count(-1, false) == Lanes,
                                           count(2, false) < Lanes,
                                           count(-2, false) == 0,
                                           count(3, false) == 0 ? 5
                                           : a[0] > T(1)        ? 6
                                                                : 7,
                                           until_any,
                                           until_all,
                                           count(4, false) > 0,
                                           count(1, true) < Lanes};
    int wrong = 0;
    for (int i = 0; i < answers_of_item; ++i)
      wrong += found[i] != expected[i];
    return wrong;
  }
};

} // namespace

int check() {
  Checks checks;
  sycl::queue queue;
  checks.smaller<class IntsByFloats, float, int, int>(queue, "IntsByFloats");
  checks.smaller<class LongsByDoubles, double, long, long>(queue, "LongsByDoubles");
  checks.smaller<class ShortsByFloats, float, short, short>(queue, "ShortsByFloats");
  checks.smaller<class DoublesByFloats, float, double, double>(queue, "DoublesByFloats");
  checks.smaller<class FloatsByHalves, sycl::half, float, float>(queue, "FloatsByHalves");
  checks.smaller<class HalvesByFloats, float, sycl::half, sycl::half>(queue, "HalvesByFloats");
  checks.smaller<class ShortsOfTwoSigns, int, short, unsigned short>(queue, "ShortsOfTwoSigns");
  checks.smaller<class BytesOfTwoSigns, short, signed char, unsigned char>(queue, "BytesOfTwoSigns");
  checks.smaller<class IntsOfTwoSigns, long, int, unsigned>(queue, "IntsOfTwoSigns");
  checks.smaller<class LongsByInts, int, long, long>(queue, "LongsByInts");
  checks.by_bits<class FloatsByBits, float, int>(queue, "FloatsByBits");
  checks.by_bits<class HalvesByBits, sycl::half, short>(queue, "HalvesByBits");
  checks.by_bits<class DoublesByBits, double, long>(queue, "DoublesByBits");
  checks.bfloats<class EightBfloats, 8>(queue, "EightBfloats");
  checks.bfloats<class SixteenBfloats, 16>(queue, "SixteenBfloats");
  checks.answers<class OfEightFloats, 8, float>(queue, "OfEightFloats");
  checks.answers<class OfSixteenFloats, 16, float>(queue, "OfSixteenFloats");
  checks.answers<class OfSixteenHalves, 16, sycl::half>(queue, "OfSixteenHalves");
  checks.answers<class OfEightDoubles, 8, double>(queue, "OfEightDoubles");
  checks.answers<class OfSixteenInts, 16, int>(queue, "OfSixteenInts");
  return checks.wrong();
}

} // namespace programs::comparisons

namespace programs::signs {
#include "src/xeforge/toolchain/test_kernels/signs.cpp"

namespace {

constexpr int items = 12, numbers = items * signed_lanes;

class Checks : public ChecksByName {
public:
  template <class Name, class Signed, class Unsigned>
  void unsigned_numbers(sycl::queue& queue, const char* name) {
    const Signed* const x = some_numbers<Signed>(numbers, 3);
    const Unsigned* const y = some_numbers<Unsigned>(numbers, 5);
    auto* const to = allocate<Unsigned>(numbers * results_of_signs);
    auto* const floats = allocate<float>(numbers * floats_of_signs);
    check_each(name, numbers, [=](int i) {
      const Unsigned extended = static_cast<Unsigned>(x[i]), smaller = std::min(extended, y[i]);
      const Unsigned expected[] = {smaller, std::max(extended, Unsigned{6}), smaller, smaller};
      const float number = static_cast<float>(extended);
      const auto first = static_cast<float>(static_cast<Unsigned>(x[i / signed_lanes * signed_lanes]));
      const auto of_byte =
          static_cast<float>(static_cast<Unsigned>(static_cast<signed char>(y[i / signed_lanes * signed_lanes])));
      const float expected_floats[] = {number, number, first, of_byte};
      return wrong_results(to, i, signed_lanes, expected) + wrong_results(floats, i, signed_lanes, expected_floats);
    });
    unsigned_of_signed<Name>(queue, x, y, to, floats, items);
  }

  void remainders(sycl::queue& queue) {
    using Byte = signed char;
    const Byte* const x = some_numbers<Byte>(numbers, 7);
    Byte* const y = some_numbers<Byte>(numbers, 11);
    std::replace(y, y + numbers, Byte{0}, Byte{-9});
    std::replace(y, y + numbers, Byte{-1}, Byte{3}); // -128 / -1 is no byte
    Byte* const to = allocate<Byte>(numbers * results_of_bytes);
    check_each("ByteRemainders", numbers, [=](int i) {
      const Byte expected[] = {static_cast<Byte>(x[i] % 7),           static_cast<Byte>(x[i] % y[i]),
                               static_cast<Byte>(100 % y[i]),         static_cast<Byte>(x[i] / y[i]),
                               static_cast<Byte>(std::abs(x[i]) ^ 5), static_cast<Byte>(x[i] * y[i]) > 0};
      return wrong_results(to, i, signed_lanes, expected);
    });
    byte_remainders(queue, x, y, to, items);
  }

  template <class Name, class T>
  void wrapped(sycl::queue& queue, const char* name) {
    T *const x = some_numbers<T>(numbers, 17), *const y = some_numbers<T>(numbers, 19);
    for (int i = 0; i < numbers; i += 3) {
      x[i] = std::numeric_limits<T>::min();
      y[i] = i % 2 == 0 ? x[i] : y[i];
    }
    long* const to = allocate<long>(numbers * results_of_wrapped);
    check_each(name, numbers, [=](int i) {
      const T negative = static_cast<T>(0u - static_cast<unsigned long>(x[i])), absolute = x[i] < 0 ? negative : x[i];
      const long expected[] = {std::max(negative, y[i]), negative == y[i], negative,        std::max(absolute, y[i]),
                               absolute == y[i],         absolute,         negative < y[i], negative};
      return wrong_results(to, i, signed_lanes, expected);
    });
    wrapped_signs<Name>(queue, x, y, to, items);
  }

  void products(sycl::queue& queue) {
    const auto* const u = some_numbers<unsigned short>(numbers, 23);
    const auto* const s = some_numbers<short>(numbers, 29);
    const int* const y = some_numbers<int>(numbers, 31);
    int* const to = allocate<int>(numbers * results_of_products);
    checks_["ByteProducts"] = [=] {
      const auto sum = [](int number, int other) {
        signed char one[4], two[4];
        std::memcpy(one, &number, 4);
        std::memcpy(two, &other, 4);
        return static_cast<int>(
            static_cast<unsigned>(other) +
            static_cast<unsigned>(one[0] * two[0] + one[1] * two[1] + one[2] * two[2] + one[3] * two[3]));
      };
      int wrong = 0;
      for (int i = 0; i < numbers; ++i) {
        const int other = numbers - signed_lanes - i / signed_lanes * signed_lanes + i % signed_lanes;
        const int expected[] = {sum(u[i], y[i]), sum(s[i], y[i]), sum(s[0], y[i]),
                                static_cast<int>(static_cast<long>(s[i]) * y[i] >> 32),
                                sum(u[other] ^ (y[i] & 255), y[i])};
        wrong += wrong_results(to, i, signed_lanes, expected);
      }
      return wrong;
    };
    byte_products(queue, u, s, y, to, items);
  }

  void from_zero(sycl::queue& queue) {
    float* const x = some_numbers<float>(numbers, 13);
    std::replace_if(x, x + numbers, [](float number) { return number != number; }, 2.0f); // NaN's sign says nothing
    auto* const to = allocate<float>(numbers * results_of_signs);
    check_each("Zeros", numbers, [=](int i) {
      const float negative = x[i] == 0 ? 0.0f : -x[i], same = x[i] == 0 ? 0.0f : x[i];
      const float expected[] = {negative, same, negative, same};
      return wrong_results(to, i, signed_lanes, expected);
    });
    zeros(queue, x, to, items);
  }
};

} // namespace

int check() {
  Checks checks;
  sycl::queue queue;
  checks.unsigned_numbers<class WordsOfShorts, short, unsigned>(queue, "WordsOfShorts");
  checks.unsigned_numbers<class WordsOfBytes, signed char, unsigned>(queue, "WordsOfBytes");
  checks.unsigned_numbers<class ShortsOfBytes, signed char, unsigned short>(queue, "ShortsOfBytes");
  checks.unsigned_numbers<class LongsOfWords, int, unsigned long>(queue, "LongsOfWords");
  checks.remainders(queue);
  checks.from_zero(queue);
  checks.products(queue);
  checks.wrapped<class WrappedBytes, signed char>(queue, "WrappedBytes");
  checks.wrapped<class WrappedShorts, short>(queue, "WrappedShorts");
  checks.wrapped<class WrappedInts, int>(queue, "WrappedInts");
  checks.wrapped<class WrappedLongs, long>(queue, "WrappedLongs");
  return checks.wrong();
}

} // namespace programs::signs

namespace programs::regions {
#include "src/xeforge/toolchain/test_kernels/regions.cpp"

namespace {

constexpr int items = 3, numbers = items * region_lanes;

class Checks : public ChecksByName {
public:
  template <class Name, class T>
  void of(sycl::queue& queue, const char* name) {
    T* const x = allocate<T>(numbers);
    for (int i = 0; i < numbers; ++i)
      x[i] = static_cast<T>((i * 37 + 11) % 101);
    T* const to = allocate<T>(numbers * results_of_regions);
    check_each(name, items, [=](int item) {
      return wrong_elements(x + item * region_lanes, x + item % 2 * region_lanes,
                            to + item * region_lanes * results_of_regions);
    });
    take_regions<Name>(queue, x, to, items);
  }
  void of_bytes(sycl::queue& queue) {
    auto* const x = allocate<std::uint8_t>((items + 2) * joined_bytes);
    for (int i = 0; i < (items + 2) * joined_bytes; ++i)
      x[i] = static_cast<std::uint8_t>(i * 73 + 41);
    auto* const to = allocate<std::int64_t>(items * sums_of_joined);
    check_each("JoinedBytes", items,
               [=](int item) { return wrong_sums(x + item * joined_bytes, to + item * sums_of_joined); });
    join_bytes(queue, x, to, items);
  }

private:
  static int wrong_sums(const std::uint8_t* x, const std::int64_t* found) {
    int wrong = 0;
    const auto compare = [&](auto byte) {
      std::int64_t pairs = 0;
      std::uint32_t fours = 0; // which are added as they are
      for (int i = 0; i < joined_bytes; ++i) {
        pairs += std::int64_t{byte(i)} << 8 * (i % 2);
        fours += std::uint32_t{byte(i)} << 8 * (i % 4);
      }
      wrong += *found++ != pairs;
      wrong += *found++ != fours;
    };
    compare([&](int i) { return x[1 + i]; });
    compare([&](int i) { return x[1 + i]; });
    compare([&](int i) { return x[2 * i]; });
    compare([&](int i) { return static_cast<std::uint8_t>(x[3 + i] * 77); });
    return wrong;
  }
  template <class T>
  static int wrong_elements(const T* x, const T* two, const T* found) {
    const auto spread = [&](int i) { return x[10 + i / 8]; };
    const auto sliding = [&](int i) { return x[3 + i / 8 * 2 + i % 8]; };
    const auto again = [&](int i) { return x[3 + i % 8]; };
    T expected[results_of_regions][region_lanes];
    for (int i = 0; i < 16; ++i) {
      expected[0][i] = spread(5 + i);
      expected[0][16 + i] = expected[1][16 + i] = sliding(5 + i);
      expected[1][i] = again(5 + i);
    }
    for (int i = 0; i < 8; ++i)
      expected[1][16 + i] = sliding(2 + 3 * i);
    expected[1][30] = spread(13);
    expected[1][31] = sliding(29);
    for (int i = 0; i < region_lanes; ++i)
      expected[2][i] = expected[3][i] = expected[4][i] = expected[5][i] = x[i];
    std::fill_n(expected[2], region_lanes, x[14]);
    std::vector<std::uint8_t> bytes(sizeof expected[2]);
    std::memcpy(bytes.data(), expected[2], bytes.size());
    std::memcpy(expected[2], bytes.data() + 11, region_lanes);
    for (int i = 0; i < 4; ++i)
      expected[3][5 + 4 * i] = static_cast<T>(x[i] + 1);
    for (int i = 0; i < 2; ++i)
      expected[3][1 + 4 * i] = static_cast<T>(x[3 + 2 * i] + 2);
    for (int i = 0; i < 8; ++i)
      expected[4][4 * i] = static_cast<T>(x[9 + i] + 3);
    for (int i = 0; i < 5; ++i)
      if (const T added = static_cast<T>(x[1 + 2 * i] + 4); added > T(5))
        expected[5][7 + 4 * i] = added;
    for (int i = 0; i < region_lanes; ++i)
      expected[6][i] = expected[7][i] = x[i];
    for (int i = 0; i < 3; ++i)
      expected[6][1 + 2 * (2 + 2 * i)] = x[7 + 1 + 2 * i];
    std::int16_t products[region_lanes];
    for (int i = 0; i < region_lanes; ++i)
      products[i] = static_cast<std::int16_t>(static_cast<int>(x[i]) * 77);
    std::memcpy(reinterpret_cast<char*>(expected[7]) + 3, reinterpret_cast<const char*>(products) + 5, 8);
    T rows[16];
    for (int i = 0; i < 16; ++i)
      rows[i] = x[i % 4 * 5 + i / 4];
    std::copy_n(x, region_lanes, expected[8]);
    for (int i = 0; i < 16; ++i)
      reinterpret_cast<std::uint8_t*>(expected[8])[1 + 2 * i] =
          static_cast<std::uint8_t>(reinterpret_cast<const std::uint8_t*>(rows)[9 + i] ^ 85);
    std::copy_n(x, region_lanes, expected[9]);
    std::copy_n(x + 8, 8, expected[9] + 16);
    for (int i = 0; i < 8; ++i)
      reinterpret_cast<std::uint8_t*>(expected[9])[i] =
          static_cast<std::uint8_t>(reinterpret_cast<const std::uint8_t*>(x + 8)[3 + i] + 1);
    const auto of_two = [&](int i) { return two[12 + i / 16 * 2 + i % 16 * 2]; };
    for (int i = 0; i < 2 * region_lanes; ++i)
      expected[10 + i / region_lanes][i % region_lanes] = of_two(i);
    for (int i = 0; i < 8; ++i) {
      const int at = 1 + 2 * (11 + 2 * i);
      expected[10 + at / region_lanes][at % region_lanes] = static_cast<T>(of_two(at) - two[6 + 11 + 2 * i]);
    }
    return wrong_rows(found, expected);
  }
};

} // namespace

int check() {
  Checks checks;
  sycl::queue queue;
  checks.of<class RegionsOfInts, int>(queue, "RegionsOfInts");
  checks.of<class RegionsOfShorts, short>(queue, "RegionsOfShorts");
  checks.of<class RegionsOfLongs, long>(queue, "RegionsOfLongs");
  checks.of<class RegionsOfDoubles, double>(queue, "RegionsOfDoubles");
  checks.of_bytes(queue);
  return checks.wrong();
}

} // namespace programs::regions

namespace programs::masks {
#include "src/xeforge/toolchain/test_kernels/masks.cpp"

namespace {

constexpr int items = 5, numbers = items * mask_lanes;

class Checks : public ChecksByName {
public:
  template <class Name, class T>
  void of(sycl::queue& queue, const char* name) {
    T *const x = allocate<T>(numbers), *const y = allocate<T>(numbers);
    for (int i = 0; i < numbers; ++i) {
      x[i] = static_cast<T>((i * 37 + 11) % 101 - 50);
      y[i] = static_cast<T>((i * 53 + 29) % 101 - 50);
    }
    T* const to = allocate<T>(numbers * results_of_masks);
    check_each(name, items, [=](int item) {
      return wrong_elements(x + item * mask_lanes, y + item * mask_lanes, to + item * mask_lanes * results_of_masks);
    });
    take_parts_of_masks<Name>(queue, x, y, to, items);
  }

private:
  template <class T>
  static int wrong_elements(const T* x, const T* y, const T* found) {
    const auto other = [&](int i) { return x[i] > y[i] ? y[i] : x[i]; };
    T expected[results_of_masks][mask_lanes];
    for (int i = 0; i < mask_lanes; ++i) {
      expected[0][i] = x[i] > y[i] ? x[i] : y[i];
      expected[1][i] = y[i];
      expected[2][i] = x[i];
    }
    expected[1][0] = other(30);
    expected[1][1] = other(13);
    expected[1][2] = static_cast<T>(x[29] > y[29]);
    for (int i = 0; i < 4; ++i)
      expected[1][8 + i] = x[20 + i] > y[20 + i] ? x[20 + i] : T(5);
    for (int i = 16; i < 24; ++i)
      expected[1][i] = x[i] < y[i] ? x[i] : y[i];
    const auto after_three = [&](int i) {
      T last = x[i];
      bool was_larger = x[i] > y[i];
      for (int time = 0; time < 3; ++time) {
        last = last > y[i] ? static_cast<T>(last + y[i]) : x[i];
        was_larger |= last > x[i];
      }
      return std::pair(last, was_larger);
    };
    expected[2][0] = after_three(28).first;
    expected[2][1] = after_three(27).second ? x[27] : y[27];
    return wrong_rows(found, expected);
  }
};

} // namespace

int check() {
  Checks checks;
  sycl::queue queue;
  checks.of<class MasksOfInts, int>(queue, "MasksOfInts");
  checks.of<class MasksOfShorts, short>(queue, "MasksOfShorts");
  checks.of<class MasksOfLongs, long>(queue, "MasksOfLongs");
  checks.of<class MasksOfFloats, float>(queue, "MasksOfFloats");
  return checks.wrong();
}

} // namespace programs::masks

namespace programs::handed_on {
#include "src/xeforge/toolchain/test_kernels/handed_on.cpp"

namespace {

constexpr int items = 6, numbers = items * handed_lanes;

class Checks : public ChecksByName {
public:
  template <class Name, class T>
  void of(sycl::queue& queue, const char* name) {
    T* const x = allocate<T>(numbers);
    for (int i = 0; i < numbers; ++i)
      x[i] = static_cast<T>((i * 37 + 11) % 29 - 9);
    T* const to = allocate<T>(numbers * results_of_rounds);
    check_each(name, items, [=](int item) {
      return wrong_elements(item, x + item * handed_lanes, to + item * handed_lanes * results_of_rounds);
    });
    hand_on<Name>(queue, x, to, items);
  }

  // used: from what an element was, and its other number.
  template <class Name, class Use>
  void of_copies(sycl::queue& queue, const char* name, long (*used)(signed char before, long other)) {
    constexpr int all = items * changed_lanes;
    auto* const x = allocate<signed char>(all);
    long* const y = allocate<long>(all);
    for (int i = 0; i < all; ++i) {
      x[i] = static_cast<signed char>(i * 7 % 23 - 6);
      y[i] = i * 5 % 19 - 8;
    }
    long* const to = allocate<long>(all * results_of_changes);
    check_each(name, items, [=](int item) {
      return wrong_copies(item, x + item * changed_lanes, y + item * changed_lanes,
                          to + item * changed_lanes * results_of_changes, used);
    });
    change_copies<Name, Use>(queue, x, y, to, items);
  }

private:
  static int wrong_copies(int item, const signed char* x, const long* y, const long* found,
                          long (*used)(signed char, long)) {
    long expected[results_of_changes][changed_lanes];
    for (int i = 0; i < changed_lanes; ++i) {
      signed char part = x[i], merged = x[i];
      for (int round = item == 3 ? 4 : 0; round > 0; --round) {
        part = static_cast<signed char>(i < changed_lanes - 1 ? part * 3 : part);
        merged = merged + item == 3 ? part : merged;
        part = -3;
      }
      expected[0][i] = merged;
      expected[1][i] = used(x[i], y[i]);
    }
    return wrong_rows(found, expected);
  }
  template <class T>
  static int wrong_elements(int rounds, const T* x, const T* found) {
    T expected[results_of_rounds][handed_lanes], *const newest = expected[5], *const old = expected[6],
                                                        *const older = expected[7];
    for (int i = 0; i < handed_lanes; ++i) {
      T now = x[i], previous = 0;
      for (int round = 0; round < rounds; ++round) {
        previous = now;
        now = static_cast<T>(now + x[i]);
      }
      T left = x[i], right = now, third = previous;
      for (int round = 0; round < rounds; ++round) {
        const T kept = left;
        left = right;
        right = static_cast<T>(third + kept);
        third = kept;
      }
      const T results[] = {now, previous, left, right, third, x[i], now, previous};
      for (int row = 0; row < results_of_rounds; ++row)
        expected[row][i] = results[row];
    }
    bool is_above = false;
    for (int round = 0; round == 0 || (round < rounds && !is_above); ++round)
      for (int i = 0; i < handed_lanes; ++i) {
        older[i] = old[i];
        old[i] = newest[i];
        newest[i] = static_cast<T>(newest[i] + older[i]);
        is_above |= newest[i] > T(100);
      }
    return wrong_rows(found, expected);
  }
};

} // namespace

int check() {
  Checks checks;
  sycl::queue queue;
  checks.of<class HandedInts, int>(queue, "HandedInts");
  checks.of<class HandedShorts, short>(queue, "HandedShorts");
  checks.of<class HandedDoubles, double>(queue, "HandedDoubles");
  checks.of<class HandedFloats, float>(queue, "HandedFloats");
  checks.of_copies<ChangeCompared, CompareBefore>(
      queue, "ChangeCompared", [](signed char before, long other) { return before > other ? 5 : other; });
  checks.of_copies<ChangeRounded, RoundBefore>(queue, "ChangeRounded",
                                               [](signed char before, long) { return std::lrint(before * 0.3f); });
  return checks.wrong();
}

} // namespace programs::handed_on
