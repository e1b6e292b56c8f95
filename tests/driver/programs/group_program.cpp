// What the items of a group share, as SYCL names it, each in a kernel of its own: the exit code is how many are wrong.
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

#include <cstdio>
#include <functional>

using namespace sycl;
namespace esimd = sycl::ext::intel::esimd;

constexpr int items = 16, groups = 4, all_items = items * groups;

int wrong = 0;

// Numbers that a kernel writes, 0 before; `expected` of the item's number in all and in its group.
template <class Launch, class Expected>
void check(queue& q, const char* what, Launch launch, Expected expected) {
  int* const to = malloc_shared<int>(2 * all_items, q);
  q.fill(to, 0, 2 * all_items).wait();
  launch(to);
  q.wait();
  for (int i = 0; i < all_items; ++i)
    if (const int wanted = expected(i, i % items); to[i] != wanted) {
      std::printf("%s: item %d has %d instead of %d\n", what, i, to[i], wanted);
      ++wrong;
      break;
    }
  sycl::free(to, q);
}

template <class Name, class Kernel>
void with_accessor(queue& q, int* to, Kernel kernel) {
  q.submit([&](handler& h) {
    local_accessor<int, 1> local(4 * items, h);
    h.parallel_for<Name>(nd_range<1>(all_items, items), [=](nd_item<1> item) SYCL_ESIMD_KERNEL {
      kernel(item, local, static_cast<int>(item.get_local_id(0)), to);
    });
  });
}

int main() {
  queue q;
  check(
      q, "elements of an accessor",
      [&](int* to) {
        with_accessor<class Elements>(q, to,
                                      [](nd_item<1> item, const local_accessor<int, 1>& local, int me, int* out) {
                                        local[me] = static_cast<int>(item.get_global_id(0));
                                        item.barrier();
                                        out[item.get_global_id(0)] = local[items - 1 - me];
                                      });
      },
      [](int i, int me) { return i - me + items - 1 - me; });
  check(
      q, "messages to an accessor",
      [&](int* to) {
        with_accessor<class Messages>(
            q, to, [](nd_item<1> item, const local_accessor<int, 1>& local, int me, int* out) {
              esimd::block_store<int, 4>(local, static_cast<unsigned>(16 * me), esimd::simd<int, 4>(me, 1));
              esimd::barrier();
              const auto row = esimd::block_load<int, 4>(local, static_cast<unsigned>(16 * (items - 1 - me)));
              out[item.get_global_id(0)] = row[3];
            });
      },
      [](int, int me) { return items - 1 - me + 3; });
  check(
      q, "a pointer that is local or global",
      [&](int* to) {
        with_accessor<class Either>(q, to, [](nd_item<1> item, const local_accessor<int, 1>& local, int me, int* out) {
          const auto i = static_cast<int>(item.get_global_id(0));
          local[me] = 7;
          out[all_items + i] = 9;
          int* const there = me & 1 ? &local[me] : out + all_items + i;
          *there += me;
          out[i] = 100 * local[me] + out[all_items + i];
        });
      },
      [](int, int me) { return me & 1 ? 100 * (7 + me) + 9 : 700 + 9 + me; });
  check(
      q, "atomic sums of a group",
      [&](int* to) {
        with_accessor<class Atomics>(q, to, [](nd_item<1> item, const local_accessor<int, 1>& local, int me, int* out) {
          using access::address_space;
          if (me == 0)
            local[0] = 0;
          item.barrier();
          atomic_ref<int, memory_order::acq_rel, memory_scope::work_group, address_space::local_space>(local[0]) += me;
          atomic_ref<int, memory_order::relaxed, memory_scope::device, address_space::global_space>(out[all_items]) +=
              me;
          item.barrier();
          out[item.get_global_id(0)] = local[0];
        });
      },
      [](int, int) { return items * (items - 1) / 2; });
  const auto in_groups = [&]<class Name, class Kernel>(int* to, Kernel kernel) {
    q.parallel_for<Name>(nd_range<1>(all_items, items), [=](nd_item<1> item) SYCL_ESIMD_KERNEL {
      const auto i = static_cast<int>(item.get_global_id(0));
      to[i] = kernel(item, i);
    });
  };
  check(
      q, "exclusive_scan_over_group",
      [&](int* to) {
        in_groups.template operator()<class Scan>(
            to, [](nd_item<1> item, int i) { return exclusive_scan_over_group(item.get_group(), i, plus<>()); });
      },
      [](int i, int me) { return (i - me) * me + me * (me - 1) / 2; });
  check(
      q, "reduce_over_group",
      [&](int* to) {
        in_groups.template operator()<class Reduce>(
            to, [](nd_item<1> item, int i) { return reduce_over_group(item.get_group(), i * 31 % 17, maximum<>()); });
      },
      [](int i, int me) {
        int largest = 0;
        for (int other = i - me; other < i - me + items; ++other)
          largest = std::max(largest, other * 31 % 17);
        return largest;
      });
  check(
      q, "group_broadcast and any_of_group",
      [&](int* to) {
        in_groups.template operator()<class Broadcast>(to, [](nd_item<1> item, int i) {
          return group_broadcast(item.get_group(), i, 3) * 2 + any_of_group(item.get_group(), i == 20);
        });
      },
      [](int i, int me) { return (i - me + 3) * 2 + (i / items == 1); });
  // What they exchange lies behind the memory of the local accessors, at a place that is a constant.
  check(
      q, "joint_reduce of predicates",
      [&](int* to) {
        in_groups.template operator()<class JointReduce>(to, [to](nd_item<1> item, int i) {
          return joint_reduce(item.get_group(), to + all_items, to + all_items + i / items * 8, 42, logical_or<int>());
        });
      },
      [](int i, int) { return i < items ? 42 : 1; });
  check(
      q, "group_broadcast in two dimensions",
      [&](int* to) {
        q.parallel_for<class BroadcastOfTwo>(nd_range<2>({4 * groups, 4}, {4, 4}), [=](nd_item<2> item) {
          const auto i = static_cast<int>(item.get_group_linear_id() * items + item.get_local_linear_id());
          to[i] = group_broadcast(item.get_group(), i, id<2>(1, 2));
        });
      },
      [](int i, int me) { return i - me + 6; });
  return wrong;
}
