// Atomic operations on single numbers, as SYCL and C++ name them, in global and in shared local memory: all items of all
// groups at once. The exit code is how many results are wrong.
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <limits>

using namespace sycl;

constexpr int items = 8, groups = 3, all_items = items * groups;

int wrong = 0;

template <class T>
void expect(const char* what, T value, T expected) {
  if (value == expected)
    return;
  std::printf("%s: %g instead of %g\n", what, static_cast<double>(value), static_cast<double>(expected));
  ++wrong;
}

template <class T>
struct Results {
  T smallest, largest, sum, difference, product, last, of_a_group[groups];
  int exchanged, refused, found;
};

template <class T, access::address_space Space>
using Ref = atomic_ref<T, memory_order::acq_rel, memory_scope::device, Space>;

// Each operation that has no message of its own is made of exchanges that are repeated until nobody came between.
template <class T>
void check(queue& q, const char* type) {
  using access::address_space;
  auto* const r = malloc_shared<Results<T>>(1, q);
  *r = {};
  r->smallest = std::numeric_limits<T>::max();
  r->largest = std::numeric_limits<T>::lowest();
  r->product = 1;
  r->last = 77;
  q.submit([&](handler& h) {
    local_accessor<T, 1> local(1, h);
    h.parallel_for(nd_range<1>(all_items, items), [=](nd_item<1> item) SYCL_ESIMD_KERNEL {
      const T me = static_cast<T>(item.get_global_id(0));
      Ref<T, address_space::global_space>(r->smallest).fetch_min(me - 5);
      Ref<T, address_space::generic_space>(r->largest).fetch_max(me - 5);
      Ref<T, address_space::global_space>(r->sum).fetch_add(me);
      Ref<T, address_space::global_space>(r->difference) -= me;
      if (me < 9) { // T can hold what comes out
        Ref<T, address_space::global_space> product(r->product);
        T before = product.load();
        while (!product.compare_exchange_weak(before, before * (me + 1))) {
        }
      }
      T expected = 77;
      Ref<T, address_space::global_space> last(r->last);
      if (last.compare_exchange_strong(expected, 78))
        Ref<int, address_space::global_space>(r->exchanged)++;
      else {
        Ref<int, address_space::global_space>(r->refused)++;
        Ref<int, address_space::global_space>(r->found) += expected == 78;
      }
      if (item.get_local_id(0) == 0)
        local[0] = 0;
      item.barrier();
      Ref<T, address_space::local_space>(local[0]).fetch_max(me + 1);
      item.barrier();
      r->of_a_group[item.get_group(0)] = local[0];
    });
  });
  q.wait();
  const auto sum = static_cast<T>(all_items * (all_items - 1) / 2);
  expect(type, r->smallest, static_cast<T>(-5));
  expect(type, r->largest, static_cast<T>(all_items - 6));
  expect(type, r->sum, sum);
  expect(type, r->difference, static_cast<T>(-sum));
  expect(type, r->product, static_cast<T>(362880));
  expect(type, r->last, static_cast<T>(78));
  expect("exchanged", r->exchanged, 1);
  expect("refused", r->refused, all_items - 1);
  expect("found", r->found, all_items - 1);
  for (int group = 0; group < groups; ++group)
    expect("of a group", r->of_a_group[group], static_cast<T>((group + 1) * items));
  sycl::free(r, q);
}

// The compiler's own functions, as std::atomic and std::atomic_ref call them.
template <class T>
void check_builtins(queue& q, const char* type) {
  T* const r = malloc_shared<T>(16, q);
  std::fill_n(r, 16, static_cast<T>(0b1100));
  q.parallel_for(nd_range<1>(1, 1), [=](nd_item<1>) SYCL_ESIMD_KERNEL {
     r[10] = __atomic_exchange_n(&r[0], static_cast<T>(5), __ATOMIC_SEQ_CST);
     r[11] = __atomic_fetch_and(&r[1], static_cast<T>(0b1010), __ATOMIC_RELAXED);
     __atomic_fetch_or(&r[2], static_cast<T>(0b1010), __ATOMIC_ACQUIRE);
     __atomic_fetch_xor(&r[3], static_cast<T>(0b1010), __ATOMIC_RELEASE);
     __atomic_fetch_sub(&r[4], static_cast<T>(20), __ATOMIC_RELAXED);
     T expected = 1;
     r[12] =
         __atomic_compare_exchange_n(&r[5], &expected, static_cast<T>(9), false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED);
     r[13] = expected;
     r[14] =
         __atomic_compare_exchange_n(&r[6], &expected, static_cast<T>(9), false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED);
     __atomic_store_n(&r[7], static_cast<T>(3), __ATOMIC_RELEASE);
     r[15] = __atomic_load_n(&r[7], __ATOMIC_ACQUIRE);
   }).wait();
  const T expected[16] = {5, 0b1000, 0b1110, 0b0110, static_cast<T>(12 - 20), 12, 9, 3, 12, 12, 12, 12, 0, 12, 1, 3};
  for (int i = 0; i < 16; ++i)
    expect(type, r[i], expected[i]);
  sycl::free(r, q);
}

int main() {
  queue q;
  check<int>(q, "int");
  check<std::int64_t>(q, "int64_t");
  check<float>(q, "float");
  check<double>(q, "double");
  check_builtins<unsigned>(q, "builtins of unsigned");
  check_builtins<std::int64_t>(q, "builtins of int64_t");
  return wrong;
}
