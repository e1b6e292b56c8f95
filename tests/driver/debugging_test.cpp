// What a programmer debugs with: gdb prints simd objects, masks and views; the compiler's sanitizers find nothing in right
// programs, and clang's messages about wrong ones keep their form.
#include "cli/program.hpp"

#include <algorithm>

namespace xeforge::cli_tests {
namespace {

class debugging : public InFolder {
protected:
  void expect_words(const std::string& text, const Words& words) const {
    for (const std::string& word : words)
      EXPECT_NE(text.find(word), std::string::npos) << "lacks: " << word << "\n" << text;
  }
};

constexpr std::string_view objects = R"(
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>
using namespace sycl::ext::intel::esimd;
void here() {}
int main() {
  sycl::queue queue;
  queue.single_task([=]() SYCL_ESIMD_KERNEL {
    simd<float, 8> row(0.5f, 1.0f);
    simd<sycl::half, 4> halves(sycl::half(1.5f));
    simd<int, 32> matrix(0, 1);
    simd_mask<8> odd = (simd<int, 8>(0, 1) & 1) == 1;
    auto every_third = matrix.select<4, 3>(2);
    auto block = matrix.bit_cast_view<int, 4, 8>().select<2, 1, 2, 2>(1, 4);
    auto nested = block.row(1);
    here();
    row += float(every_third[0]) + float(block.row(0)[0]) + float(nested[0]) + float(halves[0]) + float(odd[0]);
    if (row[0] < 0) here();
  }).wait();
}
)";

TEST_F(debugging, gdb_prints_vectors_masks_and_views_without_being_told_how) {
  if (!shell("gdb --version").succeeded())
    GTEST_SKIP() << "there is no gdb here";
  write(folder / "objects.cpp", objects);
  ASSERT_TRUE(shell("xeforge-cxx -fsycl -O0 -g objects.cpp -o objects").succeeded());
  // -iex: the folder of the build is none that gdb trusts by itself, as /usr is.
  const toolchain::Outcome outcome =
      shell("DEBUGINFOD_URLS= gdb -q -nx -batch -iex 'add-auto-load-safe-path /' -ex 'set breakpoint pending on' -ex "
            "'break here' -ex run "
            "-ex up -ex 'print row' -ex 'print halves' -ex 'print odd' -ex 'print every_third' -ex 'print block' "
            "-ex 'print nested' ./objects");
  if (outcome.errors.find("ptrace") != std::string::npos)
    GTEST_SKIP() << "no program may be traced here";
  expect_words(outcome.output, {"= simd<float, 8> {0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5}", "{1.5, 1.5, 1.5, 1.5}",
                                "= simd_mask<8> 01010101 (lane 0 first)", "= view of 4 int {2, 5, 8, 11}",
                                "= view of 4 int {12, 14, 20, 22}", "= view of 2 int {20, 22}"});
}

constexpr std::string_view errors = R"(#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>
#include <cstdio>
using namespace sycl::ext::intel::esimd;
class Alone;
class Large;
class Hanging;
class InMany;
class InRows;
class Message;
class Twice;
void tell(const sycl::exception& error) {
  std::printf("%s [%s]\n", error.what(), error.code() == sycl::errc::kernel ? "kernel" : "another code");
}
template <class Launch>
void try_both_ways(Launch launch) {
  try {
    sycl::queue queue;
    launch(queue);
    queue.wait();
  } catch (const sycl::exception& error) {
    tell(error);
  }
  sycl::queue queue([](sycl::exception_list all) {
    for (const std::exception_ptr& each : all)
      try {
        std::rethrow_exception(each);
      } catch (const sycl::exception& error) {
        tell(error);
      }
  });
  launch(queue);
  queue.wait_and_throw();
}
int main() {
  try_both_ways([](sycl::queue& queue) {
    queue.parallel_for<Alone>(sycl::range<1>(1), [=](sycl::id<1>) SYCL_ESIMD_KERNEL {
      barrier(); // alone
    });
  });
  const unsigned bytes = 1 << 20;
  try_both_ways([=](sycl::queue& queue) {
    queue.parallel_for<Large>(sycl::nd_range<1>(8, 4), [=](sycl::nd_item<1> item) SYCL_ESIMD_KERNEL {
      barrier();
      if (item.get_global_id(0) == 2)
        slm_init(bytes); // large
    });
  });
  try_both_ways([](sycl::queue& queue) {
    queue.parallel_for<Hanging>(sycl::nd_range<1>(2, 2), [=](sycl::nd_item<1>) SYCL_ESIMD_KERNEL {
      named_barrier_init<1>();
      named_barrier_signal(0, 0, 3, 3);
      named_barrier_wait(0);
    });
  });
  // Items that do not run alone.
  try_both_ways([=](sycl::queue& queue) {
    queue.parallel_for<InMany>(sycl::range<1>(100000), [=](sycl::id<1> i) SYCL_ESIMD_KERNEL {
      if (i[0] == 77777)
        slm_init(bytes); // in many
    });
  });
  try_both_ways([=](sycl::queue& queue) {
    queue.parallel_for<InRows>(sycl::range<2>(300, 40), [=](sycl::item<2> item) SYCL_ESIMD_KERNEL {
      if (item[0] == 255 && item[1] == 17)
        slm_init(bytes); // in rows
    });
  });
  // Refused by code that decodes it, and by the runtime.
  try_both_ways([](sycl::queue& queue) {
    queue.parallel_for<Message>(sycl::range<1>(8), [=](sycl::id<1> i) SYCL_ESIMD_KERNEL {
      simd<unsigned, 16> registers(0);
      if (i[0] == 5)
        raw_send<0, 9, 1>(registers, 0, 12345); // message
    });
  });
  try_both_ways([](sycl::queue& queue) {
    queue.parallel_for<Twice>(sycl::nd_range<1>(8, 4), [=](sycl::nd_item<1> item) SYCL_ESIMD_KERNEL {
      if (item.get_global_id(0) != 6)
        return;
      split_barrier<split_barrier_action::signal>();
      split_barrier<split_barrier_action::signal>(); // twice
    });
  });
}
)";

TEST_F(debugging, errors_of_kernels_are_exceptions_with_a_code_that_name_kernel_item_and_line) {
  write(folder / "errors.cpp", errors);
  const auto line_of = [](std::string_view mark) {
    return std::to_string(std::ranges::count(errors.substr(0, errors.find(mark)), '\n') + 1);
  };
  const auto expect = [&](const std::string& flags, bool has_lines) {
    const toolchain::Outcome outcome = shell("xeforge-cxx -fsycl " + flags + " errors.cpp -o errors && ./errors");
    const auto place = [&](std::string_view mark) { return has_lines ? ", errors.cpp:" + line_of(mark) : ""; };
    const Words words = {
        "kernel Alone, item 0" + place("// alone") +
            ": barrier: got a kernel without work-groups; expected a kernel launched over an nd_range",
        "kernel Large, thread (2,0,0) of group (0,0,0)" + place("// large") +
            ": slm_init: got 1048576 bytes; expected at most 131072",
        "kernel Hanging: work-group (0, 0, 0): got a deadlock: items 0-1 wait for named barrier 0 (2 of 3 "
        "producers and 2 of 3 consumers have signalled); expected that every item which is waited for "
        "comes to the same barrier",
        "kernel InMany, item 77777" + place("// in many") + ": slm_init: got 1048576 bytes; expected at most 131072",
        "kernel InRows, item (255,17)" + place("// in rows") + ": slm_init: got 1048576 bytes; expected at most 131072",
        "kernel Message, item 5" + place("// message") +
            ": raw_send: got a message to unit 9 with descriptor 12345; expected loads, stores, prefetches and atomics "
            "of units 14 and 15, and the signal to a named barrier of unit 3",
        "kernel Twice, thread (2,0,0) of group (1,0,0)" + place("// twice") +
            ": barrier: got a second signal of an item that has not waited after its first; expected a wait after each "
            "signal of a split barrier"};
    std::string expected;
    for (const std::string& word : words)
      expected += word + " [kernel]\n" + word + " [kernel]\n"; // thrown by wait, and given to the handler
    EXPECT_EQ(outcome.output, expected) << flags << "\n" << outcome.errors;
  };
  expect("-O0 -g", true);
  expect("-O2 -g", true);
  expect("-O2", false);
}

constexpr std::string_view sums = R"(
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>
#include <cstdio>
using namespace sycl::ext::intel::esimd;
int main(int words, char**) {
  sycl::queue queue;
  if (words > 1) {
    int* const p = new int[100];
    queue.parallel_for(sycl::range<1>(8), [=](sycl::id<1> i) {
      p[96 + i[0]] = 1; // far
    }).wait();
  }
  constexpr int count = 4096;
  int* const from = sycl::malloc_shared<int>(count, queue);
  int* const to = sycl::malloc_shared<int>(count, queue);
  for (int i = 0; i < count; ++i)
    from[i] = i;
  // A launch that reads what the host has written, one with barriers that reads what the other has, and the host again.
  sycl::event first = queue.parallel_for(sycl::range<1>(count / 16), [=](sycl::id<1> i) SYCL_ESIMD_KERNEL {
    simd<int, 16> row = block_load<int, 16>(from + 16 * i[0]);
    (row * 2).copy_to(to + 16 * i[0]);
  });
  queue.submit([&](sycl::handler& commands) {
    commands.depends_on(first);
    commands.parallel_for(sycl::nd_range<1>(count / 16, 8), [=](sycl::nd_item<1> item) SYCL_ESIMD_KERNEL {
      slm_init<8 * 64>();
      const unsigned i = item.get_local_id(0);
      const std::size_t at = 16 * item.get_global_id(0);
      slm_block_store<int, 16>(64 * i, block_load<int, 16>(to + at));
      barrier();
      slm_block_load<int, 16>(64 * (7 - i)).copy_to(from + at);
    });
  }).wait();
  {
    sycl::buffer<int> numbers(from, sycl::range<1>(count));
    queue.submit([&](sycl::handler& commands) {
      auto all = numbers.get_access<sycl::access::mode::read_write>(commands);
      commands.parallel_for(sycl::range<1>(count), [=](sycl::id<1> i) { all[i] += 1; });
    });
  }
  long sum = 0;
  for (int i = 0; i < count; ++i)
    sum += from[i];
  std::printf("%ld\n", sum);
  sycl::free(from, queue);
  sycl::free(to, queue);
}
)";

class sanitizers : public debugging {
protected:
  void build_with(const std::string& sanitizers) const {
    write(folder / "sums.cpp", sums);
    const toolchain::Outcome built =
        shell("xeforge-cxx -fsycl -O1 -g -fsanitize=" + sanitizers + " -fno-sanitize-recover=all sums.cpp -o sums");
    ASSERT_TRUE(built.succeeded()) << built.errors;
  }
  void expect_nothing_is_found() const {
    const toolchain::Outcome outcome = shell("./sums");
    EXPECT_TRUE(outcome.succeeded()) << outcome.errors.substr(0, 4000);
    EXPECT_EQ(outcome.output, "16777216\n");
    EXPECT_EQ(outcome.errors, "");
  }
};

TEST_F(sanitizers, of_addresses_and_undefined_behaviour_find_nothing_in_right_programs_and_name_the_line_of_a_kernel) {
  build_with("address,undefined");
  expect_nothing_is_found();
  const toolchain::Outcome outcome = shell("./sums far");
  EXPECT_FALSE(outcome.succeeded());
  const auto line = std::ranges::count(sums.substr(0, sums.find("// far")), '\n') + 1;
  expect_words(outcome.errors, {"heap-buffer-overflow", "sums.cpp:" + std::to_string(line)});
}

TEST_F(sanitizers, of_threads_find_nothing_in_right_programs) {
  build_with("thread");
  expect_nothing_is_found();
}

TEST_F(debugging, errors_of_the_compiler_keep_their_caret_and_their_fix) {
  write(folder / "wrong.cpp", "#include <sycl/sycl.hpp>\nint main() { return sycl::quue() }\n");
  const toolchain::Outcome outcome = shell("xeforge-cxx -fsycl -fsyntax-only wrong.cpp");
  EXPECT_EQ(outcome.code, 1);
  expect_words(outcome.errors,
               {"wrong.cpp:2:", "error: no member named 'quue' in namespace 'sycl'; did you mean 'queue'?",
                "int main() { return sycl::quue() }", "^~~~", "note: 'queue' declared here"});
}

} // namespace
} // namespace xeforge::cli_tests
