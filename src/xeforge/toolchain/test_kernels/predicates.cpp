// Single predicates: carried through loops that change them only sometimes, as numbers of -1 and 0 at indices that are computed,
// of all items of a group.
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

constexpr int results_of_item = 8, numbers_of_item = 17, items_of_predicates = 12;

// Of the numbers from `from` on, by an item of its own for each start.
void carried_predicates(sycl::queue& queue, const int* numbers, int* to) {
  queue.parallel_for<class CarriedPredicates>(sycl::range<1>(items_of_predicates), [=](sycl::id<1> item) {
    const int* const from = numbers + item[0];
    int* const results = to + item[0] * results_of_item;
    bool last = false, odd = false, first = true, inner = false, both = false, other = true;
    for (int i = 0; i < numbers_of_item; ++i) {
      if (from[i] > 3)
        last = from[i + 1] > 5;
      if (from[i] % 3 == 0)
        odd = !odd;
      if (from[i] == 7)
        first = false;
      for (int j = 0; j < i; ++j)
        if (from[j] > from[i])
          inner = from[j] - from[i] > 4;
      if (from[i] < 5) {
        if (other)
          both = both || from[i] == 2;
        else
          both = from[i] > 1, other = both && from[i + 1] > 3;
      } else if (from[i] == 8) {
        other = !other;
      }
    }
    const bool found[] = {last, odd, first, inner, both, other};
    for (int i = 0; i < 6; ++i)
      results[i] = found[i];
  });
}

template <class T>
class IndexedPredicates;
template <class T>
void indexed_predicates(sycl::queue& queue, const int* numbers, int* to) {
  queue.single_task<IndexedPredicates<T>>([=]() SYCL_ESIMD_KERNEL {
    namespace esimd = sycl::ext::intel::esimd;
    T predicates[24];
    esimd::simd<int, 32> left(numbers), right(numbers + 32), by_lane;
    for (int i = 0; i < 24; ++i)
      predicates[i] = static_cast<T>(numbers[i] <= numbers[i + 3] ? -1 : 0);
    for (int i = 0; i < 32; ++i)
      by_lane[i] = left[i] < right[i] ? -1 : 0;
    by_lane.copy_to(to);
    for (int i = 0; i < 24; ++i)
      to[32 + i] = static_cast<int>(predicates[i]);
  });
}

void joined_predicates(sycl::queue& queue, const bool* predicates, int* to) {
  queue.parallel_for<class JoinedPredicates>(sycl::nd_range<1>(24, 12), [=](sycl::nd_item<1> item) {
    const sycl::group<1> group = item.get_group();
    const bool* const first = predicates + group.get_group_id(0) * 8;
    int* const results = to + item.get_global_id(0) * results_of_item;
    results[0] = sycl::joint_reduce(group, first, first + 29, sycl::logical_or<bool>());
    results[1] = sycl::joint_reduce(group, first, first + 29, sycl::logical_and<bool>());
    results[2] = sycl::joint_any_of(group, first, first + 29, [](bool predicate) { return predicate; });
    results[3] = sycl::joint_all_of(group, first, first + 5, [](bool predicate) { return !predicate; });
    results[4] = sycl::reduce_over_group(group, first[item.get_local_id(0)], sycl::logical_or<bool>());
  });
}

int main() {
  sycl::queue queue;
  int numbers[64] = {}, to[results_of_item * 24] = {};
  bool predicates[64] = {};
  carried_predicates(queue, numbers, to);
  indexed_predicates<int>(queue, numbers, to);
  indexed_predicates<short>(queue, numbers, to);
  indexed_predicates<signed char>(queue, numbers, to);
  joined_predicates(queue, predicates, to);
  queue.wait();
}
