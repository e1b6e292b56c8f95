// The names that programs use, in the ways that they use them: several headers, namespaces imported together. Those of
// 2021: names_2021_test.cpp.
#include <CL/sycl.hpp>
#include <sycl/CL/sycl.hpp>

#include <sycl/detail/defines.hpp>
#include <sycl/ext/intel/esimd/alt_ui.hpp>
#include <sycl/ext/intel/esimd/common.hpp>
#include <sycl/ext/intel/esimd/math.hpp>
#include <sycl/ext/intel/esimd/memory.hpp>
#include <sycl/ext/intel/esimd/memory_properties.hpp>
#include <sycl/ext/intel/esimd/simd.hpp>
#include <sycl/ext/intel/esimd/simd_view.hpp>
#include <sycl/ext/intel/esimd/xmx/common.hpp>
#include <sycl/ext/intel/esimd/xmx/dpas.hpp>
#include <sycl/ext/intel/experimental/esimd/common.hpp>
#include <sycl/ext/intel/experimental/esimd/kernel_properties.hpp>
#include <sycl/ext/intel/experimental/esimd/math.hpp>
#include <sycl/ext/intel/experimental/esimd/memory.hpp>
#include <sycl/ext/intel/experimental/esimd/tfloat32.hpp>
#include <sycl/ext/intel/experimental/grf_size_properties.hpp>
#include <sycl/ext/intel/experimental/kernel_properties.hpp>
#include <sycl/ext/oneapi/experimental/builtins.hpp>
#include <sycl/ext/oneapi/experimental/device_architecture.hpp>
#include <sycl/ext/oneapi/properties/properties.hpp>
#include <sycl/half_type.hpp>

#include <gtest/gtest.h>
#include <sys/types.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <numeric>
#include <unordered_map>
#include <unordered_set>

// A program's own function in the extension's namespace.
namespace sycl::ext::intel::esimd {
template <class T, int N>
ESIMD_INLINE simd<T, N> twice_the_larger(simd<T, N> a, simd<T, N> b) {
  return 2 * max(a, b);
}
} // namespace sycl::ext::intel::esimd

using namespace cl::sycl;
using namespace sycl::ext::intel::esimd;

ESIMD_PRIVATE ESIMD_REGISTER(192) simd<int, 16> private_lanes;
ESIMD_PRIVATE int private_number;

namespace {

[[gnu::noinline]] void set_private(int value) {
  private_lanes = value;
  private_number = value;
}
[[gnu::noinline]] int get_private() { return private_lanes[15] + private_number; }

// T27: variables of the item that runs. (Not across a barrier: there the next item of the thread has them.)
TEST(Names, T27_private_globals_belong_to_the_item_that_runs) {
  queue q{xeforge::property::queue::threads(4)};
  std::vector<int> wrong(2000, 1);
  int* const p = wrong.data();
  q.parallel_for(nd_range<1>(2000, 10), [=](nd_item<1> item) SYCL_ESIMD_KERNEL {
     const int me = static_cast<int>(item.get_global_id(0));
     set_private(me);
     p[me] = get_private() != 2 * me;
   }).wait();
  EXPECT_EQ(wrong, std::vector<int>(2000, 0));
}

TEST(Names, a_function_may_be_added_to_the_namespace) {
  const simd<int, 8> up(0, 1), down(7, -1);
  EXPECT_EQ(twice_the_larger(up, down)[0], 14);
  EXPECT_EQ((sycl::ext::intel::esimd::twice_the_larger<int, 8>(up, down)[4]), 8);
}

// T31: a program's own selector and checks, in the style of the vendor's tests.
class EsimdSelector : public device_selector {
  int operator()(const device& candidate) const override {
    const auto vendor = candidate.get_info<info::device::vendor>();
    if (!candidate.is_gpu() || candidate.is_host() || vendor.find("Intel(R) Corporation") == std::string::npos)
      return -1;
    return 1;
  }
};

TEST(Names, T31_unmodified_selectors_find_the_device) {
  queue q(EsimdSelector{}, [](const exception_list&) {}, property::queue::enable_profiling{});
  const device d = q.get_device();
  EXPECT_TRUE(d.is_gpu());
  EXPECT_EQ(d.get_info<sycl::ext::intel::info::device::gpu_eu_simd_width>(), 16u);
  EXPECT_TRUE(d.get_info<sycl::ext::intel::esimd::info::device::has_2d_block_io_support>());
  EXPECT_TRUE(d.has(aspect::ext_intel_esimd));
  EXPECT_TRUE(d.has(aspect::atomic64));
  EXPECT_EQ(d.get_backend(), backend::ext_oneapi_level_zero);
  EXPECT_NE(d.get_backend(), backend::ext_intel_esimd_emulator);
  EXPECT_NO_THROW(queue{gpu_selector{}});
  EXPECT_NO_THROW(queue{aspect_selector(aspect::fp16, aspect::usm_shared_allocations)});
  EXPECT_THROW(queue{cpu_selector_v}, exception);
}

// T32: everything exists once, whatever is imported.
TEST(Names, T32_namespaces_can_be_imported_together) {
  uint word = 5;
  uchar byte = 6;
  ushort half_word = 7;
  EXPECT_EQ(word + byte + half_word, 18u);
  simd<float, 16> values(1.0f, 1.0f);
  EXPECT_EQ((sycl::ext::intel::esimd::detail::sum<float, float, 16>(values)), 136.0f);
  queue q;
  EXPECT_EQ(q.get_device().get_info<info::device::max_work_group_size>(), 1024u);
  static_assert(std::is_same_v<cl::sycl::half, sycl::half>);
  // Names that both namespaces have are one thing, or found by what they are called with.
  EXPECT_EQ(max(1, 2) + min(3, 4) + bit_cast<int>(1.0f) - 0x3f800000, 5);
  EXPECT_EQ(float(max(half(1.0f), half(2.5f))), 2.5f);
  EXPECT_EQ(max(std::numeric_limits<float>::quiet_NaN(), 2.0f), 2.0f);
  EXPECT_EQ(min(2.0f, std::numeric_limits<float>::quiet_NaN()), 2.0f);
  EXPECT_EQ(exp(0.0f) + floor(2.5f) + fmax(1.0f, 2.0f) + sycl::ext::intel::esimd::sqrt(4.0f), 7.0f);
  EXPECT_EQ(float(sycl::sqrt(half(4.0f))), 2.0f);
  const vec<float, 4> four(2.0f);
  EXPECT_EQ(four.x() + float4(1.0f)[3], 3.0f);
  static_assert(__LIBSYCL_MAJOR_VERSION >= 8);
#ifdef __SYCL_DEVICE_ONLY__
#error "the host is no device"
#endif
}

TEST(Names, T32_std_can_be_imported_as_well) {
  using namespace std;
  const float low = 1.5f;
  float high = 2.5f;
  EXPECT_EQ(max(low, high) + min(1, 2) + max<float>(low, 3), 6.5f);
  EXPECT_EQ(float(min(half(1.0f), half(2.5f))), 1.0f);
  EXPECT_EQ(max(string("a"), string("b")), "b");
  simd<float, 4> values(1.0f, 1.0f);
  values = max(min(abs(values), high), low);
  EXPECT_EQ(values[0] + values[3] + float(abs(-2)) + sqrt(4.0f) + floor(1.5f), 9.0f);
}

// A program's own functions keep the names that the extension refuses.
int slm_load(long offset) { return static_cast<int>(offset) + 1; }
float lerp(double a, double b, double t) { return static_cast<float>(a + (b - a) * t); }

TEST(Names, that_are_refused_stay_the_programs_own) {
  EXPECT_EQ(slm_load(4), 5);
  EXPECT_EQ(lerp(1.0f, 3.0f, 0.5f), 2.0f);
}

TEST(Names, an_id_is_an_offset) {
  queue q;
  std::vector<float> numbers(64);
  for (std::size_t i = 0; i < numbers.size(); ++i)
    numbers[i] = static_cast<float>(i);
  {
    buffer<float, 1> memory(numbers);
    q.submit([&](handler& cgh) {
      accessor a(memory, cgh);
      cgh.parallel_for(range<1>(4), [=](id<1> i) SYCL_ESIMD_KERNEL {
        simd<float, 16> v = block_load<float, 16>(a, i * 64);
        v += lsc_block_load<float, 16>(a, i * 64);
        v.copy_to(a, i * 64);
      });
    });
  }
  for (std::size_t i = 0; i < numbers.size(); ++i)
    EXPECT_EQ(numbers[i], static_cast<float>(2 * i));
}

// T25: the memory of a group is as large as its kernel allocates, wherever in the kernel that is said.
void allocate_in_a_function() { slm_init<4096>(); }

TEST(Names, T25_every_kernel_of_a_file_has_the_local_memory_that_it_allocates) {
  queue q;
  int last = 0;
  int* const p = &last;
  const auto use = [=](std::uint32_t offset) {
    slm_scalar_store<int>(offset, 7);
    *p = slm_scalar_load<int>(offset);
  };
  q.parallel_for(nd_range<1>(1, 1), [=](nd_item<1>) SYCL_ESIMD_KERNEL {
     allocate_in_a_function();
     use(4092);
   }).wait();
  EXPECT_EQ(last, 7);
  q.parallel_for(nd_range<1>(1, 1), [=](nd_item<1>) SYCL_ESIMD_KERNEL {
     slm_init(64);
     use(4092);
   }).wait();
  EXPECT_EQ(last, 0) << "not there";
}

// T33: nd_ranges as programs write them.
TEST(Names, T33_nd_ranges_from_braces_numbers_and_products) {
  queue q;
  constexpr std::size_t heads = 3, groups = 5;
  std::vector<int> seen(heads * 16 * groups, 0);
  int* const p = seen.data();
  const range<2> global(16 * heads, groups), local(16, 1);
  q.submit([&](handler& cgh) {
     cgh.parallel_for<class T33>(nd_range<2>({16 * heads, groups}, {16, 1}), [=](nd_item<2>& item) SYCL_ESIMD_KERNEL {
       const int head = item.get_group(0), group = item.get_group(1), lane = item.get_local_id(0);
       p[(head * 16 + lane) * groups + group] += 1;
     });
   }).wait();
  EXPECT_EQ(seen, std::vector<int>(seen.size(), 1));
  EXPECT_EQ((nd_range<2>(global, local).get_group_range()), range<2>(heads, groups));
  EXPECT_EQ((nd_range<1>(64, 16).get_group_range()[0]), 4u);
  EXPECT_EQ((nd_range<1>(range<1>(4) * range<1>(16), range<1>(16)).get_global_range()[0]), 64u);
  int last = -1;
  q.parallel_for(nd_range<3>({2, 3, 4}, {1, 1, 2}), [last = &last](nd_item<3> item) {
     // dimension 0 is the slowest
     if (item.get_global_linear_id() == 23)
       *last = static_cast<int>(item.get_global_id(2) + 10 * item.get_global_id(1) + 100 * item.get_global_id(0));
   }).wait();
  EXPECT_EQ(last, 123);
}

// T36: what a memcpy can do is not refused.
TEST(Names, T36_unaligned_memory_is_no_error) {
  queue q;
  std::vector<char> bytes(300);
  float* const odd = reinterpret_cast<float*>(bytes.data() + 1);
  q.single_task([=]() SYCL_ESIMD_KERNEL {
     simd<float, 17> v(0.0f, 1.0f);
     block_store<float, 17>(odd, v);
     v = block_load<float, 17>(odd + 3);
     block_store<float, 17>(odd + 20, v);
   }).wait();
  float third = 0;
  std::memcpy(&third, bytes.data() + 1 + 4 * 20, 4);
  EXPECT_EQ(third, 3.0f);
}

TEST(Names, free_of_the_c_library_and_of_sycl_stand_side_by_side) {
  queue q;
  void* const host = std::malloc(16);
  int* const usm = malloc_shared<int>(4, q);
  EXPECT_EQ(get_pointer_type(usm, q.get_context()), usm::alloc::shared);
  EXPECT_EQ(get_pointer_type(host, q.get_context()), usm::alloc::unknown);
  free(host);
  free(usm, q);
}

TEST(Names, command_groups_and_host_tasks_may_be_mutable_and_move_only) {
  queue q;
  int result = 0, groups = 0;
  auto group = [&, groups]() mutable { return ++groups; };
  q.submit([&, copy = group](handler& cgh) mutable {
    result += copy();
    cgh.host_task([&result, owned = std::make_unique<int>(4), calls = 0]() mutable { result += *owned + ++calls; });
  });
  q.wait();
  EXPECT_EQ(result, 6);
  q.submit([&](handler& cgh) {
    cgh.host_task([&](interop_handle handle) { result = handle.get_backend() == backend::ext_oneapi_level_zero; });
  });
  q.wait();
  EXPECT_EQ(result, 1);
  sycl::ext::intel::esimd::properties no_properties{};
  q.parallel_for(range<1>(1), no_properties, [result = &result](id<1>) { *result = 2; }).wait();
  q.submit([&](handler& cgh) { cgh.parallel_for(1, no_properties, [result = &result](id<1>) { ++*result; }); }).wait();
  q.single_task(no_properties, [result = &result] { ++*result; }).wait();
  EXPECT_EQ(result, 4);
}

TEST(Names, memory_functions_take_the_lists_of_both_extensions_for_properties) {
  namespace esimd = sycl::ext::intel::esimd;
  namespace lists = sycl::ext::oneapi::experimental;
  alignas(64) std::array<int, 64> memory;
  std::iota(memory.begin(), memory.end(), 0);
  constexpr auto hints = lists::properties{esimd::cache_hint_L1<esimd::cache_hint::cached>,
                                           esimd::cache_hint_L2<esimd::cache_hint::cached>};
  static_assert(esimd::is_property_list_v<std::remove_cv_t<decltype(hints)>>);
  static_assert(!esimd::is_property_list_v<lists::properties<int>>);
  esimd::prefetch_2d<int, 8, 4>(memory.data(), 63, 3, 63, 0, 0, hints);
  const auto part = esimd::block_load<int, 8>(memory.data() + 1, lists::properties{esimd::alignment<4>});
  esimd::block_store<int, 8>(memory.data() + 9, part, lists::empty_properties_t{});
  esimd::atomic_update<esimd::atomic_op::add, int, 8>(memory.data(), esimd::simd<std::uint32_t, 8>(0, 4), 100, hints);
  EXPECT_EQ(memory[3], 103);
  EXPECT_EQ(memory[9], 1);
  EXPECT_EQ(memory[16], 8);
}

TEST(Names, a_vector_is_reduced_by_the_operations_of_both_libraries) {
  simd<float, 12> values(3, -1);
  values[5] = 7;
  EXPECT_EQ(reduce<float>(values, maximum<>()), 7);
  EXPECT_EQ(reduce<float>(values, maximum<float>()), 7);
  EXPECT_EQ(reduce<int>(values.select<4, 1>(0), minimum<>()), 0);
  EXPECT_EQ(reduce<float>(values.select<4, 1>(0), std::plus<>()), 6);
}

template <class Lane, int N>
int lanes_of(const sycl::ext::intel::esimd::detail::simd_mask_impl<Lane, N>&) {
  static_assert(std::is_same_v<Lane, unsigned short>);
  return N;
}
TEST(Names, the_class_behind_a_mask_can_be_deduced) {
  const simd_mask<8> mask(1);
  EXPECT_EQ(lanes_of(mask) + lanes_of(!mask), 16);
}

TEST(Names, mask_type_t_holds_the_lanes_of_a_mask) {
  mask_type_t<8> lanes = 0;
  lanes[3] = 1;
  const simd_mask<8> mask(lanes);
  const sycl::ext::intel::esimd::detail::simd_mask_impl<unsigned short, 8> same = mask;
  simd<int, 8> values(0);
  values.merge(simd<int, 8>(5), lanes);
  EXPECT_EQ(values[3], 5);
  EXPECT_EQ(values[4], 0);
  EXPECT_EQ(same.any(), 1);
  static_assert(std::is_same_v<mask_type_t<8>, simd_mask<8>::raw_vector_type>);
}

TEST(Names, an_item_is_a_sub_group_of_its_own) {
  queue q;
  std::vector<std::uint32_t> seen(24, 99);
  std::uint32_t* const p = seen.data();
  q.parallel_for(nd_range<2>({4, 6}, {2, 6}), [=](nd_item<2> item) SYCL_ESIMD_KERNEL {
     const sycl::sub_group mine = sycl::ext::oneapi::experimental::this_sub_group();
     const sycl::ext::oneapi::sub_group same = sycl::ext::oneapi::this_work_item::get_sub_group();
     const bool right = mine == same && mine.get_local_range()[0] == 1 && mine.get_local_id()[0] == 0 &&
                        mine.get_max_local_range()[0] == 1 && mine.leader() && mine.get_group_linear_range() == 12 &&
                        mine.get_group_range()[0] == 12;
     group_barrier(mine);
     p[item.get_global_linear_id()] = right ? mine.get_group_linear_id() : 77;
   }).wait();
  for (std::uint32_t i = 0; i < 24; ++i)
    EXPECT_EQ(seen[i], i % 12);
}

// Numbers of hardware threads in the style of the vendor's tests: of many groups not all are the same.
TEST(Names, groups_run_on_hardware_threads_of_different_numbers) {
  queue q;
  std::vector<int> ids(32, -1);
  int* const p = ids.data();
  q.parallel_for(nd_range<1>(32, 1), [=](nd_item<1> item) SYCL_ESIMD_KERNEL {
     const simd<int, 1> id = sycl::ext::intel::experimental::esimd::get_hw_thread_id();
     id.copy_to(p + item.get_global_id(0));
   }).wait();
  EXPECT_GE(*std::min_element(ids.begin(), ids.end()), 0);
  EXPECT_NE(*std::min_element(ids.begin(), ids.end()), *std::max_element(ids.begin(), ids.end()));
}

TEST(Names, limits_have_the_vendors_internal_names) {
  static_assert(sycl::detail::max_v<int>() == 0x7fffffff && sycl::detail::min_v<int>() == -0x7fffffff - 1);
  EXPECT_EQ(float(-sycl::detail::max_v<half>()), -65504.0f);
  EXPECT_EQ(float(sycl::detail::min_v<half>()), 0x1p-14f);
}

TEST(Names, that_stand_for_things_are_keys_of_containers) {
  sycl::queue queue;
  const sycl::device device = queue.get_device();
  const sycl::event event = queue.single_task([] {});
  sycl::buffer<int> buffer(sycl::range<1>(4)), another(sycl::range<1>(4));
  EXPECT_EQ((std::unordered_set<sycl::queue>{queue, sycl::queue(queue), sycl::queue()}.size()), 2u);
  EXPECT_EQ((std::unordered_set<sycl::device>{device, sycl::device()}.size()), 1u);
  EXPECT_EQ((std::unordered_set<sycl::platform>{device.get_platform(), sycl::platform()}.size()), 1u);
  EXPECT_EQ((std::unordered_set<sycl::context>{queue.get_context(), sycl::context(device)}.size()), 1u);
  EXPECT_EQ((std::unordered_set<sycl::event>{event, sycl::event(event), sycl::event()}.size()), 2u);
  EXPECT_EQ((std::unordered_set<sycl::buffer<int>>{buffer, sycl::buffer<int>(buffer), another}.size()), 2u);
  EXPECT_EQ((std::unordered_map<sycl::kernel_id, int>{{sycl::get_kernel_id<class Key>(), 1}}.size()), 1u);
  sycl::host_accessor first(buffer), second(another);
  EXPECT_EQ(std::hash<decltype(first)>()(first), std::hash<decltype(first)>()(sycl::host_accessor(first)));
  first[0] = 1;
  second[0] = 2;
  first.swap(second);
  EXPECT_EQ(first[0], 2);
  EXPECT_EQ(second[0], 1);
  EXPECT_EQ(std::distance(first.crbegin(), first.crend()), 4);
  queue.wait();
}

TEST(Names, exceptions_know_the_context_that_they_were_given) {
  const sycl::context context;
  const sycl::exception with(context, sycl::errc::runtime, "mine"), without(sycl::errc::runtime);
  EXPECT_TRUE(with.has_context());
  EXPECT_EQ(with.get_context(), context);
  EXPECT_STREQ(with.what(), "mine");
  EXPECT_FALSE(without.has_context());
  EXPECT_THROW((void)without.get_context(), sycl::exception);
}

TEST(Names, exceptions_are_caught_in_every_usual_way) {
  const auto thrown = [](auto&& action) -> std::string {
    try {
      action();
    } catch (const cl::sycl::exception& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(thrown([] { throw exception(make_error_code(errc::runtime), "text"); }), "text");
  EXPECT_EQ(thrown([] { throw exception(errc::invalid, "other"); }), "other");
  EXPECT_EQ(thrown([] { throw exception(5, sycl_category(), "number"); }), "number");
  EXPECT_EQ(exception(errc::invalid, "x").get_cl_code(), static_cast<int>(errc::invalid));
}

} // namespace
