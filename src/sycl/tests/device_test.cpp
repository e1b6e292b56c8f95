#include "sycl/tests/error_for_test.hpp"

#include <sycl/sycl.hpp>

#include <algorithm>
#include <functional>
#include <gtest/gtest.h>
#include <regex>
#include <thread>

namespace {

using namespace sycl::info;

TEST(Device, has_what_explicit_simd_programs_insist_on) {
  const sycl::device d(sycl::gpu_selector_v);
  EXPECT_TRUE(d.is_gpu());
  EXPECT_FALSE(d.is_cpu());
  EXPECT_FALSE(d.is_accelerator());
  EXPECT_EQ(d.get_info<device::vendor>(), "Intel(R) Corporation");
  EXPECT_EQ(d.get_info<device::vendor_id>(), 0x8086u);
  EXPECT_EQ(d.get_info<device::device_type>(), device_type::gpu);
  EXPECT_TRUE(d.has(sycl::aspect::ext_intel_esimd));
}

// Selectors of every kind that programs write; those of the vendor's tests are functions.
int any_gpu(const sycl::device& candidate) { return candidate.is_gpu() ? 900 : -1; }
long none(sycl::device) noexcept { return -1; }

TEST(Device, is_chosen_by_functions_pointers_to_them_and_objects) {
  const auto least = [rating = 1](const sycl::device&) { return rating; };
  const std::function<int(const sycl::device&)> function = any_gpu;
  const sycl::device of_function(any_gpu), of_pointer(&any_gpu), of_lambda(least), of_std_function(function);
  const sycl::device in_braces{any_gpu};
  for (const sycl::device& each : {of_function, of_pointer, of_lambda, of_std_function, in_braces})
    EXPECT_EQ(each, sycl::device());
  const auto handler = [](const sycl::exception_list&) {};
  const sycl::property::queue::in_order in_order;
  EXPECT_TRUE(sycl::queue(any_gpu).get_device().is_gpu());
  EXPECT_TRUE(sycl::queue(any_gpu, in_order).is_in_order());
  EXPECT_TRUE(sycl::queue(any_gpu, handler, in_order).is_in_order());
  EXPECT_TRUE(sycl::queue(sycl::context(), any_gpu, handler).get_device().is_gpu());
  EXPECT_NO_THROW(sycl::platform{any_gpu});
  EXPECT_THROW(sycl::device{none}, sycl::exception);
  EXPECT_THROW(sycl::queue{none}, sycl::exception);
}

TEST(Device, says_what_it_is) {
  const sycl::device d;
  EXPECT_EQ(d.get_info<device::name>().rfind("xeforge host device on ", 0), 0u);
  EXPECT_TRUE(d.has(sycl::aspect::emulated));
  EXPECT_FALSE(d.has(sycl::aspect::image));
  EXPECT_GE(d.get_info<device::max_compute_units>(), 1u);
  EXPECT_LE(d.get_info<device::max_compute_units>(), std::thread::hardware_concurrency());
  EXPECT_EQ(d.get_info<device::max_work_group_size>(), 1024u);
  EXPECT_EQ(d.get_info<device::max_work_item_dimensions>(), 3u);
  EXPECT_EQ(d.get_info<device::local_mem_size>(), 131072u);
  EXPECT_GT(d.get_info<device::global_mem_size>(), std::uint64_t(1) << 27);
  EXPECT_EQ(d.get_info<device::max_mem_alloc_size>(), d.get_info<device::global_mem_size>());
  EXPECT_TRUE(std::regex_match(d.get_info<device::driver_version>(), std::regex("1\\.[0-9]\\.[0-9]{5}")));
  EXPECT_FALSE(d.get_info<device::version>().empty());
  const auto aspects = d.get_info<device::aspects>();
  for (const sycl::aspect aspect : aspects)
    EXPECT_TRUE(d.has(aspect));
  EXPECT_EQ(std::count(aspects.begin(), aspects.end(), sycl::aspect::cpu), 0);
}

TEST(Device, has_an_architecture_and_prints_from_kernels) {
  namespace exp = sycl::ext::oneapi::experimental;
  const sycl::device d;
  EXPECT_EQ(d.get_info<exp::info::device::architecture>(), exp::architecture::intel_gpu_bmg_g21);
  EXPECT_TRUE(d.ext_oneapi_architecture_is(exp::architecture::intel_gpu_bmg_g21));
  EXPECT_FALSE(d.ext_oneapi_architecture_is(exp::architecture::intel_gpu_pvc));
  testing::internal::CaptureStdout();
  sycl::queue().single_task([] { exp::printf("%d %s\n", 5, "lanes"); }).wait();
  std::fflush(stdout);
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "5 lanes\n");
}

TEST(Device, architectures_choose_one_of_several_branches) {
  namespace exp = sycl::ext::oneapi::experimental;
  using exp::architecture;
  std::vector<int> taken;
  exp::if_architecture_is<architecture::intel_gpu_pvc, architecture::intel_gpu_bmg_g21>([&] {
    taken.push_back(1);
  }).otherwise([&] { taken.push_back(-1); });
  exp::if_architecture_is<architecture::intel_gpu_bdw>([&] { taken.push_back(-2); })
      .else_if_architecture_is<architecture::intel_gpu_bmg_g21>([&] { taken.push_back(2); })
      .else_if_architecture_is<architecture::intel_gpu_bmg_g21>([&] { taken.push_back(-2); })
      .otherwise([&] { taken.push_back(-2); });
  exp::if_architecture_is<architecture::intel_gpu_pvc>([&] { taken.push_back(-3); }).otherwise([&] {
    taken.push_back(3);
  });
  EXPECT_EQ(taken, (std::vector<int>{1, 2, 3}));
}

TEST(Device, is_no_part_of_another_and_has_no_parts) {
  const sycl::device d;
  EXPECT_TRUE(d.get_info<device::partition_properties>().empty());
  EXPECT_EQ(d.get_info<device::partition_max_sub_devices>(), 0u);
  EXPECT_EQ(d.get_info<device::partition_type_property>(), partition_property::no_partition);
  EXPECT_EQ(error_of([&] { (void)d.create_sub_devices<partition_property::partition_equally>(2); }),
            "create_sub_devices: got a device that cannot be divided; expected one with partition_properties");
  EXPECT_EQ(error_of([&] { (void)d.get_info<device::parent_device>(); }),
            "parent_device: got a device that is no part of another; expected a sub-device");
}

TEST(Device, is_the_only_one) {
  EXPECT_EQ(sycl::device::get_devices(), std::vector<sycl::device>(1));
  EXPECT_EQ(sycl::device::get_devices(device_type::gpu).size(), 1u);
  EXPECT_TRUE(sycl::device::get_devices(device_type::cpu).empty());
  const auto platforms = sycl::platform::get_platforms();
  ASSERT_EQ(platforms.size(), 1u);
  EXPECT_EQ(platforms[0], sycl::device().get_platform());
  EXPECT_EQ(platforms[0].get_devices(), sycl::device::get_devices());
  EXPECT_EQ(platforms[0].get_info<platform::name>(), "xeforge");
  EXPECT_EQ(sycl::context().get_devices(), sycl::device::get_devices());
  EXPECT_EQ(sycl::context().get_info<context::platform>(), platforms[0]);
}

} // namespace
