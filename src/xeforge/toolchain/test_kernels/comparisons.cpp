// What comparisons decide: which of two values is taken, where they are compared as values of another type or by their bits,
// and whether any or all lanes of a mask are set, asked in branches, loops and choices.
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

#include <cstdint>

constexpr int compared_lanes = 16, choices_of_item = 8, answers_of_item = 10;

// Those that are smaller as values of `Compared`. Item i takes 16 lanes of x and y, and writes 8 times 16.
template <class Name, class Compared, class A, class B>
void take_smaller(sycl::queue& queue, const A* x, const B* y, A* to, int items) {
  using namespace sycl::ext::intel::esimd;
  queue.parallel_for<Name>(sycl::range<1>(static_cast<std::size_t>(items)), [=](sycl::id<1> item) SYCL_ESIMD_KERNEL {
    const A* const xs = x + item[0] * compared_lanes;
    const B* const ys = y + item[0] * compared_lanes;
    A* results = to + item[0] * compared_lanes * choices_of_item;
    const simd<A, compared_lanes> a(xs);
    simd<B, compared_lanes> b(ys);
    const simd<A, compared_lanes> bits_of_b = b.template bit_cast_view<A>();
    const simd<Compared, compared_lanes> compared_a = a, compared_b = b;
    simd<A, compared_lanes> kept = a;
    kept.merge(bits_of_b, compared_b < compared_a);
    const simd<A, compared_lanes> choices[] = {merge(a, bits_of_b, compared_a < compared_b), kept,
                                               merge(compared_a, compared_b, a >= bits_of_b),
                                               merge(a, bits_of_b, a > bits_of_b)};
    for (const simd<A, compared_lanes>& choice : choices) {
      choice.copy_to(results);
      results += compared_lanes;
    }
    for (int i = 0; i < compared_lanes; ++i) {
      const A from_b = __builtin_bit_cast(A, ys[i]);
      const Compared one = static_cast<Compared>(xs[i]), other = static_cast<Compared>(ys[i]);
      results[i] = one < other ? xs[i] : from_b;
      results[compared_lanes + i] = one > other ? xs[i] : from_b;
      results[2 * compared_lanes + i] = static_cast<A>(xs[i] < from_b ? one : other);
      results[3 * compared_lanes + i] = xs[i] <= from_b ? xs[i] : from_b;
    }
  });
}

// bfloat16s that become floats and are chosen by comparing others. Item i takes three rows of lanes, and writes three.
template <class Name, int Lanes>
void choose_bfloats(sycl::queue& queue, const sycl::ext::oneapi::bfloat16* x, float* to, int items) {
  using namespace sycl::ext::intel::esimd;
  queue.parallel_for<Name>(sycl::range<1>(static_cast<std::size_t>(items)), [=](sycl::id<1> item) SYCL_ESIMD_KERNEL {
    using Vector = simd<sycl::ext::oneapi::bfloat16, Lanes>;
    const auto* const rows = x + item[0] * 3 * Lanes;
    float* const results = to + item[0] * 3 * Lanes;
    // Each choice loads anew: registers that nobody needs any more are where it is made.
    const auto row = [=](int i) { return Vector(rows + i * Lanes); };
    const auto half_more = [=](Vector a, Vector b, Vector c) {
      (merge(convert<float>(a), convert<float>(b), b >= c) + 0.5f).copy_to(results);
    };
    const auto chosen = [=](Vector a, Vector b, Vector c) {
      merge(convert<float>(b), convert<float>(c), a < c).copy_to(results + Lanes);
    };
    const auto merged = [=](Vector a, Vector b, Vector c) {
      simd<float, Lanes> result = convert<float>(c);
      result.merge(convert<float>(a), c < b);
      result.copy_to(results + 2 * Lanes);
    };
    half_more(row(0), row(1), row(2));
    chosen(row(0), row(1), row(2));
    merged(row(0), row(1), row(2));
  });
}

// Floating-point numbers taken by comparing their bits as integers, and bits by comparing the numbers.
template <class Name, class Number, class Bits>
void take_by_bits(sycl::queue& queue, const Number* x, const Number* y, Number* to, int items) {
  using namespace sycl::ext::intel::esimd;
  queue.parallel_for<Name>(sycl::range<1>(static_cast<std::size_t>(items)), [=](sycl::id<1> item) SYCL_ESIMD_KERNEL {
    Number* const results = to + item[0] * compared_lanes * choices_of_item;
    simd<Number, compared_lanes> a(x + item[0] * compared_lanes), b(y + item[0] * compared_lanes);
    const simd<Bits, compared_lanes> bits_of_a = a.template bit_cast_view<Bits>(),
                                     bits_of_b = b.template bit_cast_view<Bits>();
    merge(a, b, bits_of_a < bits_of_b).copy_to(results);
    simd<Bits, compared_lanes> smaller = merge(bits_of_a, bits_of_b, a < b);
    simd<Number, compared_lanes>(smaller.template bit_cast_view<Number>()).copy_to(results + compared_lanes);
    for (int i = 0; i < compared_lanes; ++i) {
      const Number one = x[item[0] * compared_lanes + i], other = y[item[0] * compared_lanes + i];
      const Bits one_bits = __builtin_bit_cast(Bits, one), other_bits = __builtin_bit_cast(Bits, other);
      results[2 * compared_lanes + i] = one_bits < other_bits ? one : other;
      results[3 * compared_lanes + i] = __builtin_bit_cast(Number, one < other ? one_bits : other_bits);
      results[4 * compared_lanes + i] = one == other ? one : other; // of zeros, the sign
      results[5 * compared_lanes + i] = one != other ? other : one;
      results[6 * compared_lanes + i] = one > other ? one : other;
      results[7 * compared_lanes + i] = one <= other ? other : one;
    }
  });
}

struct Less {
  static auto of(const auto& x, const auto& y) { return x < y; }
};
struct NotMore {
  static auto of(const auto& x, const auto& y) { return x <= y; }
};
struct Same {
  static auto of(const auto& x, const auto& y) { return x == y; }
};
struct Other {
  static auto of(const auto& x, const auto& y) { return x != y; }
};

// Asks of `Lanes` lanes of x and y, moved so that no answer can be used for another.
template <class Comparison, int Lanes, class T>
void answer(const T* x, const T* y, int* answers) {
  using namespace sycl::ext::intel::esimd;
  const simd<T, Lanes> a(x), b(y);
  answers[0] = 0;
  if (Comparison::of(a, b).any())
    answers[0] = 1;
  answers[1] = 0;
  if (!Comparison::of(a + T(1), b).any())
    answers[1] = 1;
  answers[2] = 0;
  if (Comparison::of(a - T(1), b).all())
    answers[2] = 1;
  answers[3] = !Comparison::of(a + T(2), b).all();
  answers[4] = !Comparison::of(a - T(2), b).any();
  answers[5] = (!Comparison::of(a + T(3), b)).all() ? 5 : x[0] > T(1) ? 6 : 7;
  int steps = 0;
  for (simd<T, Lanes> moved = a; steps < 6 && !Comparison::of(moved, b).any(); ++steps)
    moved -= T(1);
  answers[6] = steps;
  steps = 0;
  for (simd<T, Lanes> moved = a; steps < 6 && (!Comparison::of(b, moved)).any(); ++steps)
    moved += T(1);
  answers[7] = steps;
  // Left alone otherwise.
  if (Comparison::of(a + T(4), b).any())
    answers[8] = 1;
  if (!Comparison::of(b, a + T(1)).all())
    answers[9] = 1;
}

// Item i asks four comparisons of 16 numbers of x and y each.
template <class Name, int Lanes, class T>
void ask(sycl::queue& queue, const T* x, const T* y, int* to, int items) {
  queue.parallel_for<Name>(sycl::range<1>(static_cast<std::size_t>(items)), [=](sycl::id<1> item) SYCL_ESIMD_KERNEL {
    const T *const a = x + item[0] * compared_lanes, *const b = y + item[0] * compared_lanes;
    int* const answers = to + item[0] * 4 * answers_of_item;
    answer<Less, Lanes>(a, b, answers);
    answer<NotMore, Lanes>(a, b, answers + answers_of_item);
    answer<Same, Lanes>(a, b, answers + 2 * answers_of_item);
    answer<Other, Lanes>(a, b, answers + 3 * answers_of_item);
  });
}

template void choose_bfloats<class EightBfloats, 8>(sycl::queue&, const sycl::ext::oneapi::bfloat16*, float*, int);
template void choose_bfloats<class SixteenBfloats, 16>(sycl::queue&, const sycl::ext::oneapi::bfloat16*, float*, int);
template void take_smaller<class IntsByFloats, float>(sycl::queue&, const int*, const int*, int*, int);
template void take_smaller<class LongsByDoubles, double>(sycl::queue&, const long*, const long*, long*, int);
template void take_smaller<class ShortsByFloats, float>(sycl::queue&, const short*, const short*, short*, int);
template void take_smaller<class DoublesByFloats, float>(sycl::queue&, const double*, const double*, double*, int);
template void take_smaller<class FloatsByHalves, sycl::half>(sycl::queue&, const float*, const float*, float*, int);
template void take_smaller<class HalvesByFloats, float>(sycl::queue&, const sycl::half*, const sycl::half*, sycl::half*,
                                                        int);
template void take_smaller<class ShortsOfTwoSigns, int>(sycl::queue&, const short*, const unsigned short*, short*, int);
template void take_smaller<class BytesOfTwoSigns, short>(sycl::queue&, const signed char*, const unsigned char*,
                                                         signed char*, int);
template void take_smaller<class IntsOfTwoSigns, long>(sycl::queue&, const int*, const unsigned*, int*, int);
template void take_smaller<class LongsByInts, int>(sycl::queue&, const long*, const long*, long*, int);
template void take_by_bits<class FloatsByBits, float, int>(sycl::queue&, const float*, const float*, float*, int);
template void take_by_bits<class HalvesByBits, sycl::half, short>(sycl::queue&, const sycl::half*, const sycl::half*,
                                                                  sycl::half*, int);
template void take_by_bits<class DoublesByBits, double, long>(sycl::queue&, const double*, const double*, double*, int);
template void ask<class OfEightFloats, 8>(sycl::queue&, const float*, const float*, int*, int);
template void ask<class OfSixteenFloats, 16>(sycl::queue&, const float*, const float*, int*, int);
template void ask<class OfSixteenHalves, 16>(sycl::queue&, const sycl::half*, const sycl::half*, int*, int);
template void ask<class OfEightDoubles, 8>(sycl::queue&, const double*, const double*, int*, int);
template void ask<class OfSixteenInts, 16>(sycl::queue&, const int*, const int*, int*, int);
