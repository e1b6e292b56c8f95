// Everything that a queue can do, on whichever device is chosen; a failed expectation is a line and an exit code.
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

#include <cassert>
#include <cstdio>
#include <cstring>
#include <numeric>
#include <string>
#include <vector>

using namespace sycl::ext::intel::esimd;

static int failures = 0;
static void expect(bool holds, const char* what) {
  if (!holds)
    ++failures, std::printf("not so: %s\n", what);
}
static std::string message_of(auto&& call, sycl::errc& code) {
  try {
    call();
    return "";
  } catch (const sycl::exception& error) {
    code = static_cast<sycl::errc>(error.code().value());
    return error.what();
  }
}

struct Scaled {
  int from, by;
};
constexpr sycl::specialization_id<int> factor(3);
namespace other {
constexpr sycl::specialization_id<Scaled> factor(Scaled{1, 2});
}
template <int N>
inline constexpr sycl::specialization_id<int> multiple(10 * N);

static void ids(sycl::queue& q) {
  int* out = sycl::malloc_shared<int>(2 * 4 * 6 * 16, q);
  q.parallel_for<class Ids3>(sycl::nd_range<3>({2, 4, 6}, {1, 2, 3}), [=](sycl::nd_item<3> it) SYCL_ESIMD_KERNEL {
     simd<int, 16> v(0);
     v[0] = it.get_global_id(0), v[1] = it.get_global_id(1), v[2] = it.get_global_id(2);
     v[3] = it.get_local_id(1), v[4] = it.get_local_id(2), v[5] = it.get_group(2), v[6] = it.get_local_range(2);
     v[7] = it.get_group_range(1);
     block_store<int, 16>(out + it.get_global_linear_id() * 16, v);
   }).wait();
  bool right = true;
  for (int a = 0; a < 2; ++a)
    for (int b = 0; b < 4; ++b)
      for (int c = 0; c < 6; ++c) {
        const int* v = out + ((a * 4 + b) * 6 + c) * 16;
        right &= v[0] == a && v[1] == b && v[2] == c && v[3] == b % 2 && v[4] == c % 3 && v[5] == c / 3 && v[6] == 3 &&
                 v[7] == 2;
      }
  expect(right, "ids in three dimensions");
  q.parallel_for<class Range2>(sycl::range<2>(3, 5), [=](sycl::item<2> it) SYCL_ESIMD_KERNEL {
     block_store<int, 16>(out + it.get_linear_id() * 16,
                          simd<int, 16>(static_cast<int>(it.get_id(0) * 100 + it.get_id(1) * 10 + it.get_range(1))));
   }).wait();
  right = true;
  for (int a = 0; a < 3; ++a)
    for (int b = 0; b < 5; ++b)
      right &= out[(a * 5 + b) * 16 + 7] == a * 100 + b * 10 + 5;
  expect(right, "items of a range of two dimensions");
  q.parallel_for<class Nothing>(sycl::range<1>(0), [=](sycl::id<1>) SYCL_ESIMD_KERNEL {
     block_store<int, 16>(out, simd<int, 16>(-1));
   }).wait();
  expect(out[0] != -1, "a range of nothing");
  sycl::free(out, q);
}

static void memory(sycl::queue& q) {
  constexpr int n = 1000;
  int* d = sycl::malloc_device<int>(n, q);
  int* h = sycl::malloc_host<int>(n, q);
  std::vector<int> back(n, -1);
  q.fill(d, 7, n).wait();
  q.memset(d, 0, 4 * 10).wait();
  std::iota(h, h + n, 0);
  sycl::event first = q.memcpy(d + 20, h, 4 * 30);
  q.submit([&](sycl::handler& c) {
     c.depends_on(first);
     c.copy(static_cast<const int*>(d), back.data(), n);
   }).wait();
  expect(back[0] == 0 && back[9] == 0 && back[10] == 7 && back[20] == 0 && back[49] == 29 && back[50] == 7 &&
             back[n - 1] == 7,
         "memset, fill, memcpy, copy");
  q.prefetch(d, 100).wait();
  expect(sycl::get_pointer_type(d, q.get_context()) == sycl::usm::alloc::device, "type of device memory");
  expect(sycl::get_pointer_type(h, q.get_context()) == sycl::usm::alloc::host, "type of host memory");
  expect(sycl::get_pointer_device(d, q.get_context()) == q.get_device(), "device of memory");
  sycl::free(d, q), sycl::free(h, q);
}

static void buffers(sycl::queue& q) {
  std::vector<float> values(8 * 32);
  std::iota(values.begin(), values.end(), 0.0f);
  float sum = 0;
  {
    sycl::buffer<float, 2> b(values.data(), sycl::range<2>(8, 32));
    q.submit([&](sycl::handler& c) {
      sycl::accessor a(b, c, sycl::read_write);
      c.parallel_for<class Plus>(sycl::range<1>(16), [=](sycl::id<1> i) SYCL_ESIMD_KERNEL {
        simd<float, 16> v;
        v.copy_from(a, i * 64);
        v += 1;
        v.copy_to(a, i * 64);
      });
    });
    q.submit([&](sycl::handler& c) {
      sycl::accessor a(b, c, sycl::range<2>(2, 3), sycl::id<2>(1, 1), sycl::write_only);
      c.fill(a, 1000.0f);
    });
    q.submit([&](sycl::handler& c) {
      sycl::accessor a(b, c, sycl::read_only);
      c.host_task([=, &sum] { sum = a[1][1] + a[2][3] + a[0][0]; });
    });
    sycl::host_accessor host(b, sycl::read_write);
    expect(host[0][5] == 6 && host[1][1] == 1000 && host[2][3] == 1000 && host[2][4] == 69, "host accessor");
    host[7][31] = -1;
  }
  expect(sum == 2001, "host task");
  expect(values[0] == 1 && values[33] == 1000 && values.back() == -1, "write-back");
}

static void local_memory(sycl::queue& q) {
  constexpr int groups = 3, size = 8;
  int* out = sycl::malloc_shared<int>(groups * size * 16, q);
  q.submit([&](sycl::handler& c) {
     sycl::local_accessor<int, 1> unused(sycl::range<1>(16), c), row(sycl::range<1>(size * 16), c);
     c.parallel_for<class Rotate>(sycl::nd_range<1>(groups * size, size), [=](sycl::nd_item<1> it) SYCL_ESIMD_KERNEL {
       const std::uint32_t i = it.get_local_id(0);
       slm_block_store<int, 16>(row.slm_offset() + i * 64, simd<int, 16>(static_cast<int>(it.get_global_id(0))));
       barrier();
       block_store<int, 16>(out + it.get_global_id(0) * 16,
                            slm_block_load<int, 16>(row.slm_offset() + (i + 1) % size * 64));
     });
   }).wait();
  bool right = true;
  for (int g = 0; g < groups; ++g)
    for (int i = 0; i < size; ++i)
      right &= out[(g * size + i) * 16 + 3] == g * size + (i + 1) % size;
  expect(right, "local memory and barriers");
  sycl::free(out, q);
}

static void constants(sycl::queue& q) {
  int* out = sycl::malloc_shared<int>(32, q);
  const auto run = [&](bool set) {
    q.submit([&](sycl::handler& c) {
       if (set) {
         c.set_specialization_constant<other::factor>(Scaled{40, 2});
         c.set_specialization_constant<factor>(5);
         c.set_specialization_constant<multiple<3>>(7);
       }
       c.single_task<class Constants>([=](sycl::kernel_handler k) SYCL_ESIMD_KERNEL {
         const Scaled s = k.get_specialization_constant<other::factor>();
         simd<int, 16> v(k.get_specialization_constant<factor>());
         v[1] = s.from, v[2] = s.by;
         v[3] = k.get_specialization_constant<multiple<3>>(), v[4] = k.get_specialization_constant<multiple<4>>();
         block_store<int, 16>(out, v);
       });
     }).wait();
  };
  run(false);
  expect(out[0] == 3 && out[1] == 1 && out[2] == 2, "constants as they were declared");
  run(true);
  expect(out[0] == 5 && out[1] == 40 && out[2] == 2, "constants that were set");
  expect(out[3] == 7 && out[4] == 40, "constants of one template");
  sycl::free(out, q);
}

static void order(const sycl::device& d) {
  sycl::queue q(d, {sycl::property::queue::in_order{}, sycl::property::queue::enable_profiling{}});
  int* at = sycl::malloc_shared<int>(16, q);
  q.fill(at, 1, 16);
  sycl::event last;
  for (int i = 0; i < 5; ++i)
    last = q.single_task([=]() SYCL_ESIMD_KERNEL { block_store<int, 16>(at, block_load<int, 16>(at) * 3 + i); });
  last.wait();
  int expected = 1;
  for (int i = 0; i < 5; ++i)
    expected = expected * 3 + i;
  expect(at[5] == expected, "an in-order queue");
  using namespace sycl::info::event_profiling;
  expect(last.get_profiling_info<command_submit>() < last.get_profiling_info<command_start>() &&
             last.get_profiling_info<command_start>() < last.get_profiling_info<command_end>(),
         "times");
  sycl::free(at, q);
}

static void faults(sycl::queue& q) {
  int* at = sycl::malloc_device<int>(16, q);
  sycl::errc code{};
  std::string text = message_of(
      [&] {
        q.single_task<class Wild>([=]() SYCL_ESIMD_KERNEL { block_store<int, 16>(at + 64, simd<int, 16>(0)); }).wait();
      },
      code);
  std::printf("%s\n", text.c_str());
  expect(code == sycl::errc::kernel &&
             text.find("kernel Wild, group (0, 0, 0), thread 0, at 0x") != std::string::npos &&
             text.find("malloc_device (64 bytes), ends 192 bytes before") != std::string::npos,
         "a fault");
  text = message_of(
      [&] {
        q.parallel_for<class TooMany>(sycl::nd_range<1>(256, 128), [=](sycl::nd_item<1>) SYCL_ESIMD_KERNEL {
          block_store<int, 16>(at, simd<int, 16>(0));
        });
      },
      code);
  std::printf("%s\n", text.c_str());
  expect(code == sycl::errc::nd_range &&
             text.find("1 to 64 in all, each of which is a hardware thread") != std::string::npos,
         "a group that is too large");
  text = message_of(
      [&] { q.submit([&](sycl::handler& c) { sycl::local_accessor<int, 1> much(sycl::range<1>(40000), c); }); }, code);
  expect(code == sycl::errc::memory_allocation, "too much local memory");
  std::vector<int> heap(64);
  int* const mine = heap.data();
  text = message_of(
      [&] {
        q.single_task<class Heap>([=]() SYCL_ESIMD_KERNEL { block_store<int, 16>(mine, simd<int, 16>(0)); }).wait();
      },
      code);
  expect(code == sycl::errc::kernel, "memory of the program's own");
  text = message_of([&] { q.fill(at, 3, 17).wait(); }, code);
  std::printf("%s\n", text.c_str());
  expect(text.find("at most 64") != std::string::npos, "a fill beyond the end");
  int handled = 0;
  {
    sycl::queue with(q.get_device(), [&](sycl::exception_list all) { handled += static_cast<int>(all.size()); });
    with.single_task<class Wild2>([=]() SYCL_ESIMD_KERNEL { block_store<int, 16>(at + 64, simd<int, 16>(0)); });
    with.wait_and_throw();
  }
  expect(handled == 1, "an async_handler");
  sycl::free(at, q);
}

static void largest_group(sycl::queue& q) {
  const auto bundle = sycl::get_kernel_bundle<sycl::bundle_state::executable>(q.get_context());
  const std::size_t most =
      bundle.get_kernel<class Largest>().get_info<sycl::info::kernel_device_specific::work_group_size>(q.get_device());
  int* const count = sycl::malloc_shared<int>(16, q);
  q.fill(count, 0, 16).wait();
  q.parallel_for<class Largest>(sycl::nd_range<1>(most, most), [=](sycl::nd_item<1>) SYCL_ESIMD_KERNEL {
     atomic_update<atomic_op::inc>(count, simd<unsigned, 1>(0u), simd_mask<1>(1));
   }).wait();
  expect(most >= 16 && count[0] == static_cast<int>(most), "the largest group of a kernel");
  sycl::free(count, q);
}

// Instantiated by an assertion of the host alone.
template <class T>
static bool counts(sycl::queue& q, T* number) {
  q.single_task([=] { *number += 1; }).wait();
  return *number == 1;
}
static void assertion(sycl::queue& q) {
  long* const number = sycl::malloc_shared<long>(1, q);
  *number = 0;
  assert(counts(q, number));
  expect(*number == 1, "a kernel that an assertion launches");
  sycl::free(number, q);
}

int main(int, char**) {
  sycl::queue q(sycl::gpu_selector_v);
  const sycl::device d = q.get_device();
  std::printf("%s\n", d.get_info<sycl::info::device::name>().c_str());
  const bool is_emulated_gpu = d.get_info<sycl::info::device::name>().find("(emulated)") != std::string::npos;
  ids(q), memory(q), buffers(q), local_memory(q), constants(q), order(d), largest_group(q), assertion(q);
  if (is_emulated_gpu)
    faults(q);
  return failures;
}
