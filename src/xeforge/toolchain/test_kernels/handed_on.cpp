// Values that a loop passes from one iteration to the next and that are used after it; copies that a branch changes.
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

constexpr int handed_lanes = 8, results_of_rounds = 8;

// Item i makes i iterations over 8 elements of x, and writes 8 times 8.
template <class Name, class T>
void hand_on(sycl::queue& queue, const T* x, T* to, int items) {
  using namespace sycl::ext::intel::esimd;
  using Vector = simd<T, handed_lanes>;
  queue.parallel_for<Name>(sycl::range<1>(static_cast<std::size_t>(items)), [=](sycl::id<1> item) SYCL_ESIMD_KERNEL {
    const int rounds = static_cast<int>(item[0]);
    T* results = to + item[0] * handed_lanes * results_of_rounds;
    const Vector step(x + item[0] * handed_lanes);
    Vector now = step, previous = 0;
    for (int round = 0; round < rounds; ++round) {
      previous = now;
      now = Vector(now + step);
    }
    now.copy_to(results);
    previous.copy_to(results + handed_lanes);
    Vector left = step, right = now, third = previous;
    for (int round = 0; round < rounds; ++round) {
      const Vector kept = left;
      left = right;
      right = Vector(third + kept);
      third = kept;
    }
    left.copy_to(results + 2 * handed_lanes);
    right.copy_to(results + 3 * handed_lanes);
    third.copy_to(results + 4 * handed_lanes);
    Vector newest = step, old = now, older = previous;
    for (int round = 0;;) {
      older = old;
      old = newest;
      newest = Vector(newest + older);
      if (++round >= rounds || (newest > Vector(100)).any())
        break;
    }
    newest.copy_to(results + 5 * handed_lanes);
    old.copy_to(results + 6 * handed_lanes);
    older.copy_to(results + 7 * handed_lanes);
  });
}

constexpr int changed_lanes = 12, results_of_changes = 2;
using ChangedBytes = sycl::ext::intel::esimd::simd<signed char, changed_lanes>;
using ChangedLongs = sycl::ext::intel::esimd::simd<long, changed_lanes>;

// What uses x as it was: the compiler may take it to where it is needed, behind the change.
struct CompareBefore {
  ChangedLongs operator()(const ChangedBytes& before, ChangedLongs chosen) const {
    chosen.merge(ChangedLongs(5), before > chosen);
    return chosen;
  }
};
struct RoundBefore {
  ChangedLongs operator()(const ChangedBytes& before, const ChangedLongs&) const {
    using namespace sycl::ext::intel::esimd;
    return simd<int, changed_lanes>(rnde<float, changed_lanes>(simd<float, changed_lanes>(before) * 0.3f));
  }
};

// Item i takes 12 elements of x and y. Some items change a copy of x; what x was is used behind that.
template <class Name, class Use>
void change_copies(sycl::queue& queue, const signed char* x, const long* y, long* to, int items) {
  queue.parallel_for<Name>(sycl::range<1>(static_cast<std::size_t>(items)), [=](sycl::id<1> item) SYCL_ESIMD_KERNEL {
    const int number = static_cast<int>(item[0]);
    long* results = to + number * changed_lanes * results_of_changes;
    const ChangedBytes before(x + number * changed_lanes);
    ChangedBytes part = before, merged = before;
    const ChangedLongs used = Use()(before, ChangedLongs(y + number * changed_lanes));
    if (number == 3)
      for (int round = (number & 3) + 1; round > 0; --round) {
        part.select<changed_lanes - 1, 1>(0) *= static_cast<signed char>(3);
        merged.merge(part, merged, (merged + number) == 3);
        part = -3;
      }
    ChangedLongs(merged).copy_to(results);
    used.copy_to(results + changed_lanes);
  });
}

template void hand_on<class HandedInts>(sycl::queue&, const int*, int*, int);
template void hand_on<class HandedShorts>(sycl::queue&, const short*, short*, int);
template void hand_on<class HandedDoubles>(sycl::queue&, const double*, double*, int);
template void hand_on<class HandedFloats>(sycl::queue&, const float*, float*, int);
template void change_copies<class ChangeCompared, CompareBefore>(sycl::queue&, const signed char*, const long*, long*,
                                                                 int);
template void change_copies<class ChangeRounded, RoundBefore>(sycl::queue&, const signed char*, const long*, long*,
                                                              int);
