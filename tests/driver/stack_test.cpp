// Kernels with large frames, as builds without optimisation have them, whose items wait at a barrier.
#include "cli/program.hpp"

namespace xeforge::cli_tests {
namespace {

class stacks : public InFolder {};

// DEPTH frames of 200 KiB.
constexpr std::string_view deep = R"(
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>
#include <cstdio>
class Deep;
template <int depth>
[[gnu::noinline]] int dig() {
  volatile char frame[200 * 1024];
  for (int i = 0; i < 200 * 1024; i += 1000)
    frame[i] = 1;
  if constexpr (depth > 1)
    return dig<depth - 1>() + frame[1000];
  sycl::ext::intel::esimd::barrier();
  return frame[2000];
}
int main() {
  sycl::queue queue;
  int* const data = sycl::malloc_shared<int>(16, queue);
  queue.parallel_for<Deep>(sycl::nd_range<1>(16, 8), [=](sycl::nd_item<1> item) SYCL_ESIMD_KERNEL {
    data[item.get_global_id(0)] = dig<DEPTH>();
  }).wait();
  std::printf("%d\n", data[15]);
  sycl::free(data, queue);
}
)";

TEST_F(stacks, hold_two_mebibytes_of_frames_without_a_word) {
  write(folder / "deep.cpp", deep);
  const toolchain::Outcome outcome = shell("xeforge-cxx -fsycl -O0 -g -DDEPTH=10 deep.cpp -o deep && ./deep");
  ASSERT_TRUE(outcome.succeeded()) << outcome.errors;
  EXPECT_EQ(outcome.output, "10\n");
}

TEST_F(stacks, that_are_too_small_are_an_error_that_names_the_kernel_and_the_flag_that_helps) {
  write(folder / "deep.cpp", deep);
  const toolchain::Outcome small = shell("xeforge-cxx -fsycl -O0 -g -DDEPTH=50 deep.cpp -o deep && ./deep");
  EXPECT_FALSE(small.succeeded());
  EXPECT_NE(small.errors.find("kernel Deep needs more than "), std::string::npos) << small.errors;
  EXPECT_NE(small.errors.find(" KiB of stack; -fxeforge-stack="), std::string::npos) << small.errors;
  const toolchain::Outcome large =
      shell("xeforge-cxx -fsycl -O0 -g -fxeforge-stack=16384 -DDEPTH=50 deep.cpp -o deep && ./deep");
  ASSERT_TRUE(large.succeeded()) << large.errors;
  EXPECT_EQ(large.output, "50\n");
}

} // namespace
} // namespace xeforge::cli_tests
