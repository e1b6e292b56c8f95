// A user's program that counts what its kernel does, as docs/guide/roofline.md shows.
#include "cli/program.hpp"

namespace xeforge::cli_tests {
namespace {

class counting : public InFolder {};

constexpr std::string_view twice = R"(
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>
#include <xeforge/machine/counters.hpp>

#include <cstdio>

int main() {
  namespace esimd = sycl::ext::intel::esimd;
  sycl::queue queue;
  float* data = sycl::malloc_shared<float>(1024, queue);
  float* sums = sycl::malloc_shared<float>(1024, queue);
  const sycl::range<1> range(64);
  const auto kernel = [=](sycl::id<1> item) SYCL_ESIMD_KERNEL {
    const std::size_t at = 16 * item[0];
    esimd::simd<float, 16> sum = esimd::block_load<float, 16>(data + at);
    sum += esimd::block_load<float, 16>(data + at);
    esimd::block_store(sums + at, sum);
  };
  queue.parallel_for(range, kernel).wait();
  xeforge::machine::reset_counters();
  queue.parallel_for(range, kernel).wait();
  std::fputs(xeforge::machine::describe(xeforge::machine::counted()).c_str(), stdout);
  sycl::free(data, queue);
  sycl::free(sums, queue);
}
)";

TEST_F(counting, a_program_built_with_the_macro_counts_on_all_threads) {
  write(folder / "twice.cpp", twice);
  const toolchain::Outcome outcome = shell("xeforge-cxx -O2 -DXEFORGE_COUNT twice.cpp -o twice && ./twice");
  ASSERT_TRUE(outcome.succeeded()) << outcome.errors;
  EXPECT_EQ(outcome.output, "block loads       128 messages, 8192 bytes\n"
                            "block stores      64 messages, 4096 bytes\n"
                            "arithmetic flops  1024\n");
}

TEST_F(counting, without_the_macro_nothing_is_counted) {
  write(folder / "twice.cpp", twice);
  const toolchain::Outcome outcome = shell("xeforge-cxx -O2 twice.cpp -o twice && ./twice");
  ASSERT_TRUE(outcome.succeeded()) << outcome.errors;
  EXPECT_EQ(outcome.output, "");
}

} // namespace
} // namespace xeforge::cli_tests
