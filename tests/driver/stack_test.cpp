// Kernels with large frames, as builds without optimisation have them: items that wait at a barrier, and those of a range.
#include "cli/program.hpp"

namespace xeforge::cli_tests {
namespace {

class stacks : public InFolder {
protected:
  // With a number for a name: behind the headers, since words for each number would have them read anew.
  void write_with(const char* file, std::string_view program, const std::string& name, int value) const {
    std::string text(program);
    text.insert(text.find("#include <cstdio>"), "#define " + name + " " + std::to_string(value) + "\n");
    write(folder / file, text);
  }
};

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
  write_with("deep.cpp", deep, "DEPTH", 10);
  const toolchain::Outcome outcome = shell("xeforge-cxx -fsycl -O0 deep.cpp -o deep && ./deep");
  ASSERT_TRUE(outcome.succeeded()) << outcome.errors;
  EXPECT_EQ(outcome.output, "10\n");
}

TEST_F(stacks, that_are_too_small_are_an_error_that_names_the_kernel_and_the_flag_that_helps) {
  write_with("deep.cpp", deep, "DEPTH", 50);
  const toolchain::Outcome small = shell("xeforge-cxx -fsycl -O0 deep.cpp -o deep && ./deep");
  EXPECT_FALSE(small.succeeded());
  EXPECT_NE(small.errors.find("kernel Deep needs more than "), std::string::npos) << small.errors;
  EXPECT_NE(small.errors.find(" KiB of stack; -fxeforge-stack="), std::string::npos) << small.errors;
  const toolchain::Outcome large = shell("xeforge-cxx -fsycl -O0 -fxeforge-stack=16384 deep.cpp -o deep && ./deep");
  ASSERT_TRUE(large.succeeded()) << large.errors;
  EXPECT_EQ(large.output, "50\n");
}

// One frame of MEBIBYTES, of which the first bytes are used, which lie at its end.
constexpr std::string_view wide = R"(
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>
#include <cstdio>
class Wide;
int main() {
  sycl::queue queue;
  int* const data = sycl::malloc_shared<int>(64, queue);
  queue.parallel_for<Wide>(sycl::range<1>(64), [=](sycl::id<1> i) SYCL_ESIMD_KERNEL {
    volatile char frame[MEBIBYTES * 1024 * 1024];
    frame[i[0]] = 1;
    data[i[0]] = frame[i[0]];
  }).wait();
  std::printf("%d\n", data[63]);
  sycl::free(data, queue);
}
)";

TEST_F(stacks, of_a_range_without_optimisation_are_larger_than_those_of_threads) {
  write_with("wide.cpp", wide, "MEBIBYTES", 40);
  const toolchain::Outcome outcome = shell("xeforge-cxx -fsycl -O0 wide.cpp -o wide && ./wide");
  ASSERT_TRUE(outcome.succeeded()) << outcome.errors;
  EXPECT_EQ(outcome.output, "1\n");
  write_with("wide.cpp", wide, "MEBIBYTES", 90);
  const toolchain::Outcome more = shell("xeforge-cxx -fsycl -O0 wide.cpp -o wide && ./wide");
  EXPECT_FALSE(more.succeeded());
  EXPECT_EQ(more.errors,
            "xeforge: kernel Wide needs more than 65536 KiB of stack; -fxeforge-stack=KIB gives it more\n");
}

// Optimised kernels run on the stack of the thread: so large as ulimit -s says for the first one, and half of 8 MiB for others.
TEST_F(stacks, of_a_range_with_optimisation_are_large_where_the_flag_says_so) {
  write_with("wide.cpp", wide, "MEBIBYTES", 20);
  const toolchain::Outcome small = shell("xeforge-cxx -fsycl -O2 wide.cpp -o wide && ulimit -s 8192 && ./wide");
  EXPECT_FALSE(small.succeeded());
  EXPECT_NE(small.errors.find("xeforge: kernel Wide needs more than "), std::string::npos) << small.errors;
  const toolchain::Outcome large =
      shell("xeforge-cxx -fsycl -O2 -fxeforge-stack=32768 wide.cpp -o wide && ulimit -s 8192 && ./wide");
  ASSERT_TRUE(large.succeeded()) << large.errors;
  EXPECT_EQ(large.output, "1\n");
}

} // namespace
} // namespace xeforge::cli_tests
