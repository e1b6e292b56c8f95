#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

#include "defects.hpp"

using Action = xesimd::split_barrier_action;

// Four threads in each of two groups, of which `kernel` gets the number and the item.
template <class Name, class Kernel>
void in_groups(sycl::queue& q, Kernel kernel) {
  q.parallel_for<Name>(sycl::nd_range<1>(8, 4), [=](sycl::nd_item<1> item) SYCL_ESIMD_KERNEL {
     kernel(static_cast<int>(item.get_local_id(0)), item);
   }).wait();
}

template <bool>
class LeftOut;
template <bool Wrong>
void left_out(sycl::queue& q) {
  in_groups<LeftOut<Wrong>>(q, [](int i, sycl::nd_item<1>) {
    if (Wrong && i == 2)
      return;
    esimd::barrier(); // left_out
  });
}

template <bool>
class OneMore;
template <bool Wrong>
void one_more(sycl::queue& q) {
  in_groups<OneMore<Wrong>>(q, [](int i, sycl::nd_item<1> item) {
    for (int step = 0; step < (Wrong && i == 1 ? 3 : 2); ++step)
      item.barrier(); // one_more
  });
}

template <bool>
class TwoSignals;
template <bool Wrong>
void two_signals(sycl::queue& q) {
  in_groups<TwoSignals<Wrong>>(q, [](int i, sycl::nd_item<1>) {
    xesimd::split_barrier<Action::signal>();
    if (Wrong && i == 0)
      xesimd::split_barrier<Action::signal>(); // two_signals
    xesimd::split_barrier<Action::wait>();
  });
}

template <bool>
class NoSignal;
template <bool Wrong>
void no_signal(sycl::queue& q) {
  in_groups<NoSignal<Wrong>>(q, [](int i, sycl::nd_item<1>) {
    if (!Wrong || i != 1)
      xesimd::split_barrier<Action::signal>();
    xesimd::split_barrier<Action::wait>(); // no_signal
  });
}

template <bool>
class NotAllocated;
template <bool Wrong>
void not_allocated(sycl::queue& q) {
  in_groups<NotAllocated<Wrong>>(q, [](int, sycl::nd_item<1>) {
    xesimd::named_barrier_init<Wrong ? 2 : 3>();
    xesimd::named_barrier_signal(2, 0, 4, 4); // not_allocated
    xesimd::named_barrier_wait(2);
  });
}

template <bool>
class OtherCounts;
template <bool Wrong>
void other_counts(sycl::queue& q) {
  in_groups<OtherCounts<Wrong>>(q, [](int i, sycl::nd_item<1>) {
    xesimd::named_barrier_init<1>();
    const std::uint32_t consumers = Wrong && i == 3 ? 3 : 4;
    xesimd::named_barrier_signal(0, 0, 4, consumers); // other_counts
    xesimd::named_barrier_wait(0);
  });
}

template <bool>
class TooEarly;
template <bool Wrong>
void too_early(sycl::queue& q) {
  in_groups<TooEarly<Wrong>>(q, [](int i, sycl::nd_item<1>) {
    xesimd::named_barrier_init<1>();
    for (int step = 0; step < 2; ++step) {
      const bool produces = i == 0;
      xesimd::named_barrier_signal(0, produces ? 1 : 2, 1, 3); // too_early
      if (!Wrong || !produces)
        xesimd::named_barrier_wait(0);
    }
  });
}

template <bool>
class TooFew;
template <bool Wrong>
void too_few(sycl::queue& q) {
  in_groups<TooFew<Wrong>>(q, [](int i, sycl::nd_item<1>) {
    xesimd::named_barrier_init<1>();
    if (i > 0)
      xesimd::named_barrier_signal(0, 1, 3, 1); // too_few
    if (!Wrong && i == 0) {
      xesimd::named_barrier_signal(0, 2, 3, 1);
      xesimd::named_barrier_wait(0);
    }
  });
}

template <bool>
class WaitsOnly;
template <bool Wrong>
void waits_only(sycl::queue& q) {
  in_groups<WaitsOnly<Wrong>>(q, [](int i, sycl::nd_item<1>) {
    xesimd::named_barrier_init<1>();
    if (!Wrong || i != 0)
      xesimd::named_barrier_signal(0, 0, Wrong ? 3 : 4, Wrong ? 3 : 4);
    xesimd::named_barrier_wait(0); // waits_only
  });
}

template <bool>
class Hang;
template <bool Wrong>
void hang(sycl::queue& q) {
  in_groups<Hang<Wrong>>(q, [](int, sycl::nd_item<1>) {
    xesimd::named_barrier_init<1>();
    xesimd::named_barrier_signal(0, 0, Wrong ? 5 : 4, Wrong ? 5 : 4);
    xesimd::named_barrier_wait(0); // hang
  });
}

template <bool>
class InitTwice;
template <bool Wrong>
void init_twice(sycl::queue& q) {
  in_groups<InitTwice<Wrong>>(q, [](int, sycl::nd_item<1>) {
    esimd::slm_init<512>();
    if constexpr (Wrong)
      esimd::slm_init<256>(); // init_twice
  });
}

template <bool>
class InitLate;
template <bool Wrong>
void init_late(sycl::queue& q) {
  in_groups<InitLate<Wrong>>(q, [](int, sycl::nd_item<1>) {
    if constexpr (Wrong)
      esimd::barrier();
    esimd::slm_init<512>(); // init_late
    if constexpr (!Wrong)
      esimd::barrier();
  });
}

int main(int count, char** arguments) {
  return run_one(count, arguments,
                 {{"left_out", left_out<true>, left_out<false>},
                  {"one_more", one_more<true>, one_more<false>},
                  {"two_signals", two_signals<true>, two_signals<false>},
                  {"no_signal", no_signal<true>, no_signal<false>},
                  {"not_allocated", not_allocated<true>, not_allocated<false>},
                  {"other_counts", other_counts<true>, other_counts<false>},
                  {"too_early", too_early<true>, too_early<false>},
                  {"too_few", too_few<true>, too_few<false>},
                  {"waits_only", waits_only<true>, waits_only<false>},
                  {"hang", hang<true>, hang<false>},
                  {"init_twice", init_twice<true>, init_twice<false>},
                  {"init_late", init_late<true>, init_late<false>}});
}
