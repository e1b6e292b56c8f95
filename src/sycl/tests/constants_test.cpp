// Specialization constants, kernel handlers and kernel bundles.
#include <sycl/sycl.hpp>

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace {

constexpr sycl::specialization_id<int> factor(3);
constexpr sycl::specialization_id<float> offset(0.5f);
struct Pair {
  int a, b;
};
constexpr sycl::specialization_id<Pair> pair(Pair{7, 8});
template <int N>
inline constexpr sycl::specialization_id<int> multiple(10 * N);

TEST(SpecializationConstant, has_its_default_unless_set) {
  sycl::queue q;
  std::vector<float> out(4, 0);
  float* const p = out.data();
  const auto launch = [&](auto&& set) {
    q.submit([&](sycl::handler& cgh) {
       set(cgh);
       cgh.single_task<class Constants>([=](sycl::kernel_handler h) {
         p[0] = static_cast<float>(h.get_specialization_constant<factor>());
         p[1] = h.get_specialization_constant<offset>();
         p[2] = static_cast<float>(h.get_specialization_constant<pair>().b);
         p[3] = static_cast<float>(h.get_specialization_constant<multiple<3>>() -
                                   h.get_specialization_constant<multiple<4>>());
       });
     }).wait();
  };
  launch([](sycl::handler&) {});
  EXPECT_EQ(out, (std::vector<float>{3, 0.5f, 8, -10}));
  launch([](sycl::handler& cgh) {
    cgh.set_specialization_constant<factor>(11);
    cgh.set_specialization_constant<factor>(12);
    cgh.set_specialization_constant<pair>({1, 2});
    cgh.set_specialization_constant<multiple<3>>(100);
    EXPECT_EQ(cgh.get_specialization_constant<factor>(), 12);
    EXPECT_EQ(cgh.get_specialization_constant<offset>(), 0.5f);
  });
  EXPECT_EQ(out, (std::vector<float>{12, 0.5f, 2, 60}));
  launch([](sycl::handler&) {});
  EXPECT_EQ(out, (std::vector<float>{3, 0.5f, 8, -10}));
}

TEST(KernelHandler, comes_behind_every_kind_of_item) {
  sycl::queue q;
  std::vector<int> out(40, 0);
  int* const p = out.data();
  const auto group = [&](auto&& launch) {
    q.submit([&](sycl::handler& cgh) {
       cgh.set_specialization_constant<factor>(5);
       launch(cgh);
     }).wait();
  };
  group([&](sycl::handler& cgh) {
    cgh.parallel_for(10,
                     [=](sycl::id<1> i, sycl::kernel_handler h) { p[i] = h.get_specialization_constant<factor>(); });
  });
  group([&](sycl::handler& cgh) {
    cgh.parallel_for(sycl::range<2>(2, 5), [=](sycl::item<2> i, sycl::kernel_handler h) {
      p[10 + i.get_linear_id()] = h.get_specialization_constant<factor>();
    });
  });
  group([&](sycl::handler& cgh) {
    cgh.parallel_for(sycl::nd_range<1>(20, 4), [=](sycl::nd_item<1> i, sycl::kernel_handler h) {
      p[20 + i.get_global_id(0)] = h.get_specialization_constant<factor>();
    });
  });
  EXPECT_EQ(out, std::vector<int>(40, 5));
}

class BundledKernel;

TEST(KernelBundle, is_built_from_ids_and_carries_constants) {
  sycl::queue q;
  const auto id = sycl::get_kernel_id<BundledKernel>();
  EXPECT_EQ(id, sycl::get_kernel_id<BundledKernel>());
  EXPECT_FALSE(id == sycl::get_kernel_id<class OtherKernel>());
  auto input = sycl::get_kernel_bundle<sycl::bundle_state::input>(q.get_context(), {q.get_device()}, {id});
  input.set_specialization_constant<factor>(21);
  const sycl::kernel_bundle<sycl::bundle_state::executable> built = sycl::build(input);
  EXPECT_EQ(built.get_specialization_constant<factor>(), 21);
  int result = 0;
  q.submit([&](sycl::handler& cgh) {
     cgh.use_kernel_bundle(built);
     cgh.single_task<BundledKernel>(
         [result = &result](sycl::kernel_handler h) { *result = h.get_specialization_constant<factor>(); });
   }).wait();
  EXPECT_EQ(result, 21);

  auto executable = sycl::get_kernel_bundle<sycl::bundle_state::executable>(q.get_context());
  EXPECT_TRUE(executable.has_kernel(id));
  EXPECT_FALSE(executable.empty());
  sycl::kernel kernel = executable.get_kernel<BundledKernel>();
  EXPECT_EQ(kernel.get_info<sycl::info::kernel_device_specific::work_group_size>(q.get_device()), 1024u);
  EXPECT_EQ(executable.get_kernel(id).get_info<sycl::info::kernel_device_specific::max_sub_group_size>(q.get_device()),
            1u);
  EXPECT_GE(
      (kernel
           .ext_oneapi_get_info<sycl::ext::oneapi::experimental::info::kernel_queue_specific::max_num_work_group_sync>(
               q)),
      1u);
}

TEST(KernelBundle, joined_ones_carry_the_constants_of_all) {
  sycl::queue q;
  auto first = sycl::get_kernel_bundle<sycl::bundle_state::input>(q.get_context()), second = first;
  first.set_specialization_constant<factor>(9);
  second.set_specialization_constant<pair>({1, 77});
  const auto both = sycl::build(sycl::join(std::vector{first, second}));
  EXPECT_EQ(both.get_specialization_constant<factor>(), 9);
  EXPECT_EQ(both.get_specialization_constant<pair>().b, 77);
  EXPECT_EQ(both.get_specialization_constant<offset>(), 0.5f);
}

TEST(KernelBundle, a_command_has_constants_of_its_own_or_of_a_bundle) {
  sycl::queue q;
  const auto bundle = sycl::get_kernel_bundle<sycl::bundle_state::executable>(q.get_context());
  for (const bool bundle_first : {false, true})
    try {
      q.submit([&](sycl::handler& cgh) {
        if (bundle_first)
          cgh.use_kernel_bundle(bundle);
        cgh.set_specialization_constant<factor>(2);
        if (!bundle_first)
          cgh.use_kernel_bundle(bundle);
      });
      ADD_FAILURE() << "accepted";
    } catch (const sycl::exception& error) {
      EXPECT_EQ(error.code(), sycl::errc::invalid);
      EXPECT_NE(std::string(error.what()).find("expected one of them for a command"), std::string::npos);
    }
}

} // namespace
