// Build lines of existing programs, with xeforge-cxx in the place of the vendor's driver. The programs are written as
// such programs are; none knows of this project.
#include "cli/program.hpp"

namespace xeforge::cli_tests {
namespace {

class build_lines : public InFolder {
protected:
  void expect_works(const std::string& line) const {
    const toolchain::Outcome outcome = shell(line);
    EXPECT_TRUE(outcome.succeeded()) << line << "\n" << outcome.output << outcome.errors;
  }
};

// In the style of the vendor's own tests: one header, functors as selectors, buffers, events with times.
constexpr std::string_view buffers = R"(
#include <CL/sycl.hpp>
#include <sycl/ext/intel/esimd.hpp>
#include <iostream>
#include <numeric>
using namespace cl::sycl;

class ESIMDSelector : public device_selector {
  virtual int operator()(const device &device) const {
    if (const char *dev_filter = getenv("ONEAPI_DEVICE_SELECTOR")) (void)dev_filter;
    if (device.get_info<info::device::vendor>() == "Intel(R) Corporation" && device.is_gpu()) return 1000;
    return -1;
  }
};
inline auto createExceptionHandler() {
  return [](exception_list l) {
    for (auto ep : l) {
      try {
        std::rethrow_exception(ep);
      } catch (cl::sycl::exception &e0) {
        std::cout << "sycl::exception: " << e0.what() << std::endl;
      } catch (std::exception &e) {
        std::cout << "std::exception: " << e.what() << std::endl;
      }
    }
  };
}

int main(void) {
  constexpr unsigned Size = 1024 * 128;
  constexpr unsigned VL = 16;
  float *A = new float[Size], *B = new float[Size], *C = new float[Size];
  std::iota(A, A + Size, 0.f);
  for (unsigned i = 0; i < Size; ++i) B[i] = 2.f;
  try {
    buffer<float, 1> bufa(A, range<1>(Size));
    buffer<float, 1> bufb(B, range<1>(Size));
    buffer<float, 1> bufc(C, range<1>(Size));
    cl::sycl::range<1> GlobalRange{Size / VL};
    cl::sycl::range<1> LocalRange{16};
    queue q(ESIMDSelector{}, createExceptionHandler(), property::queue::enable_profiling{});
    auto dev = q.get_device();
    std::cout << "Running on " << dev.get_info<info::device::name>() << "\n";
    auto e = q.submit([&](handler &cgh) {
      auto PA = bufa.get_access<access::mode::read>(cgh);
      auto PB = bufb.get_access<access::mode::read>(cgh);
      auto PC = bufc.get_access<access::mode::write>(cgh);
      cgh.parallel_for<class Test>(GlobalRange * LocalRange / LocalRange, [=](id<1> i) SYCL_ESIMD_KERNEL {
        using namespace sycl::ext::intel::esimd;
        unsigned int offset = i * VL * sizeof(float);
        simd<float, VL> va;
        va.copy_from(PA, offset);
        simd<float, VL> vb;
        vb.copy_from(PB, offset);
        simd<float, VL> vc = va + vb;
        vc.copy_to(PC, offset);
      });
    });
    e.wait();
    auto start = e.get_profiling_info<info::event_profiling::command_start>();
    auto end = e.get_profiling_info<info::event_profiling::command_end>();
    if (end <= start) return 2;
  } catch (cl::sycl::exception const &e) {
    std::cout << "SYCL exception caught: " << e.what() << '\n';
    return 3;
  }
  int err = 0;
  for (unsigned i = 0; i < Size; ++i)
    if (A[i] + B[i] != C[i]) ++err;
  std::cout << (err > 0 ? "FAILED\n" : "Passed\n");
  delete[] A; delete[] B; delete[] C;
  return err > 0 ? 1 : 0;
}
)";

TEST_F(build_lines, compile_and_link_a_program_at_once) {
  write(folder / "vadd.cpp", buffers);
  expect_works("xeforge-cxx -fsycl -O2 vadd.cpp -o vadd && ./vadd | grep Passed");
  expect_works("xeforge-cxx -fsycl -std=c++17 -g -O1 -fsycl-device-code-split=per_kernel "
               "-fsycl-esimd-force-stateless-mem -fp-model=precise -w vadd.cpp -o vadd17 && ./vadd17");
}

TEST_F(build_lines, take_programs_that_leave_standard_headers_to_those_of_sycl) {
  write(folder / "root.cpp", R"(#include <sycl/detail/core.hpp>
int main() {
  assert(std::sqrt(4.0f) == 2);
  std::cerr << sycl::queue().get_device().get_info<sycl::info::device::name>() << std::endl;
  std::cout << "printed" << std::endl;
}
)");
  expect_works("xeforge-cxx -fsycl root.cpp -o root && ./root | grep printed");
}

// In the style of a kernel library: headers of its own, a library that is loaded, queues through void pointers.
constexpr std::string_view library = R"(
#include <version.hpp>
#include <ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>
#include "scale.hpp"
#ifndef SYCL_LANGUAGE_VERSION
#error no SYCL
#endif
#if __LIBSYCL_MAJOR_VERSION < 8
#error an older library
#endif
using namespace sycl::ext::intel::esimd;

template <class V>
ESIMD_INLINE void put(V v, float *p) { v.template copy_to(p); } // no arguments follow, as in programs of before 2025

template <int VL>
ESIMD_INLINE void scale_row(float *p, float factor, sycl::nd_item<1> &ndi) {
  slm_init(VL * sizeof(float) * 8);
  const unsigned lid = ndi.get_local_id(0);
  simd<float, VL> v = block_load<float, VL>(p + ndi.get_global_id(0) * VL);
  slm_block_store<float, VL>(lid * VL * sizeof(float), v);
  barrier();
  v = slm_block_load<float, VL>((7 - lid) * VL * sizeof(float));
  v *= factor;
  put(v, p + ndi.get_global_id(0) * VL);
}

extern "C" void scale(void *queue, float *p, int n, float factor) {
  sycl::queue q = *static_cast<sycl::queue *>(queue);
  auto cgf = [&](sycl::handler &cgh) {
    cgh.parallel_for<class Scale>(sycl::nd_range<1>(n / 16, 8),
                                  [=](sycl::nd_item<1> ndi) SYCL_ESIMD_KERNEL { scale_row<16>(p, factor, ndi); });
  };
  q.submit(cgf);
}
)";
constexpr std::string_view library_user = R"(
#include <sycl/sycl.hpp>
#include "scale.hpp"
#include <cstdio>
int main() {
  sycl::queue q(sycl::gpu_selector_v, sycl::property::queue::in_order());
  const int n = FACTOR * 1024;
  float *p = sycl::malloc_device<float>(n, q);
  float *h = new float[n];
  for (int i = 0; i < n; ++i) h[i] = i;
  q.memcpy(p, h, n * sizeof(float)).wait();
  for (int i = 0; i < 2; ++i) scale(&q, p, n, 2.0f);
  q.memcpy(h, p, n * sizeof(float)).wait();
  for (int i = 0; i < n; ++i)
    if (h[i] != 4.0f * i) return 1;
  sycl::free(p, q);
  delete[] h;
  std::puts("ok");
}
)";

TEST_F(build_lines, compile_separately_and_make_shared_libraries) {
  std::filesystem::create_directory(folder / "inc");
  write(folder / "inc/scale.hpp", "extern \"C\" void scale(void *queue, float *p, int n, float factor);\n");
  write(folder / "scale.cpp", library);
  write(folder / "main.cpp", library_user);
  expect_works("xeforge-cxx -fsycl -Iinc -DFACTOR=4 main.cpp scale.cpp -o together && ./together");
  expect_works("xeforge-cxx -fsycl -Iinc -fPIC -c scale.cpp -o scale.o && "
               "xeforge-cxx -fsycl -shared scale.o -o libscale.so && "
               "xeforge-cxx -fsycl -I inc -D FACTOR=2 -c main.cpp && "
               "xeforge-cxx -fsycl main.o -L. -lscale -Wl,-rpath,. -o loaded && ./loaded");
}

// What older clangs took.
TEST_F(build_lines, may_have_template_before_a_name_without_arguments) {
  write(folder / "old.cpp", R"(
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>
template <class T> void fill(sycl::queue q, T *to) {
  q.single_task([=]() SYCL_ESIMD_KERNEL {
    sycl::ext::intel::esimd::simd<T, 8> values(T(3));
    values.template copy_to(to);
  }).wait();
}
int main() {
  float to[8] = {};
  fill(sycl::queue(), to);
  return to[7] == 3 ? 0 : 1;
}
)");
  expect_works("xeforge-cxx -fsycl -fsycl-targets=spir64_gen -Xs '-device bmg' old.cpp -o old && ./old");
}

// The size of a group that a kernel asks for is not compared with what launches say, and that is said.
TEST_F(build_lines, with_an_attribute_that_says_nothing_to_a_launch_say_so) {
  write(folder / "asks.cpp", R"(
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>
int main() {
  sycl::queue q;
  q.parallel_for(sycl::nd_range<1>(8, 8), [=](sycl::nd_item<1>) [[sycl::reqd_work_group_size(16)]] {}).wait();
})");
  const std::string said = works("xeforge-cxx asks.cpp -o prog 2>&1 && ./prog");
  EXPECT_NE(said.find("asks.cpp:6:"), std::string::npos) << said;
  EXPECT_NE(said.find("[[sycl::reqd_work_group_size]] is not compared with launches here"), std::string::npos) << said;
}

TEST_F(build_lines, that_fail_say_where_and_leave_no_program) {
  write(folder / "wrong.cpp", "#include <sycl/sycl.hpp>\nint main() {\n  return sycl::no_such_thing;\n}\n");
  const toolchain::Outcome outcome = shell("xeforge-cxx -fsycl wrong.cpp -o wrong");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_NE(outcome.errors.find("wrong.cpp:3:"), std::string::npos) << outcome.errors;
  EXPECT_FALSE(std::filesystem::exists(folder / "wrong"));
  const toolchain::Outcome device = shell("xeforge-cxx -fsycl -fsycl-targets=spir64_gen -Xs '-device i386' wrong.cpp");
  EXPECT_EQ(device.code, 1);
  EXPECT_EQ(device.errors.rfind("xeforge-cxx: error: -Xs -device: got 'i386'; expected one of bmg, ", 0), 0u)
      << device.errors;
  EXPECT_NE(shell("xeforge-cxx -no-such-flag-of-clang wrong.cpp").code, 0);
}

TEST_F(build_lines, may_name_libraries_twice_and_join_objects) {
  write(folder / "one.cpp", "int one() { return 1; }\n");
  write(folder / "main.cpp",
        "#include <sycl/sycl.hpp>\nint one();\nint main() { return sycl::range<1>(1).size() - one(); }\n");
  expect_works("xeforge-cxx -c one.cpp main.cpp && "
               "xeforge-cxx -shared -fPIC one.cpp -o libone.so.1.2 && ln -s libone.so.1.2 libone.so && "
               "xeforge-cxx main.o libone.so libone.so.1.2 libone.so.1.2 -Wl,-rpath,. -o prog && ./prog");
  expect_works("ar rc libone.a one.o && xeforge-cxx main.o "
               "-Wl,--whole-archive,libone.a,--no-whole-archive libone.a -o prog && ./prog");
  expect_works("xeforge-cxx -r one.o main.o -o both.o && xeforge-cxx both.o -o prog && ./prog");
  const toolchain::Outcome outcome = shell("xeforge-cxx main.o one.o -static -o prog");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_NE(outcome.errors.find("-static: got a program without shared libraries"), std::string::npos)
      << outcome.errors;
}

// clang does it without a word.
TEST_F(build_lines, that_would_write_over_what_they_read_are_refused) {
  const std::string source = "#include <sycl/sycl.hpp>\nint main() { return 0; }\n";
  write(folder / "own.cpp", source);
  write(folder / "own.o", "an object");
  std::filesystem::create_symlink("own.cpp", folder / "link.cpp");
  std::filesystem::create_hard_link(folder / "own.cpp", folder / "twin.cpp");
  for (const char* line :
       {"own.cpp -o own.cpp", "-c own.cpp -o ./own.cpp", "-E own.cpp -o link.cpp", "-c own.cpp -oown.cpp",
        "own.cpp -o twin.cpp", "other.o own.o -o own.o", "-fsycl-targets=intel_gpu_bmg_g21 -c own.cpp -o own.cpp"}) {
    const toolchain::Outcome outcome = shell(std::string("xeforge-cxx -fsycl ") + line);
    EXPECT_EQ(outcome.code, 1) << line;
    EXPECT_NE(outcome.errors.find("-o: got '"), std::string::npos) << outcome.errors;
    EXPECT_NE(outcome.errors.find("a file that this command reads; expected another file"), std::string::npos) << line;
    EXPECT_EQ(contents(folder / "own.cpp"), source) << line;
    EXPECT_EQ(contents(folder / "own.o"), "an object") << line;
  }
  expect_works("xeforge-cxx -fsycl -x c++ -fsyntax-only /dev/null -o /dev/null");
}

TEST_F(build_lines, with_any_output_over_what_they_read_are_refused) {
  const std::string source = "int main() { return 0; }\n";
  write(folder / "own.cpp", source);
  write(folder / "words", "-MF \"./own.cpp\"");
  std::filesystem::create_symlink("own.cpp", folder / "link.cpp");
  for (const char* line :
       {"-MD -MF own.cpp -c own.cpp", "-MD -MFown.cpp -c own.cpp", "-MD @words -c own.cpp", "-MJ link.cpp -c own.cpp",
        "-MJown.cpp -c own.cpp", "-c own.cpp --serialize-diagnostics own.cpp", "-Wp,-MD,own.cpp -c own.cpp",
        "-c own.cpp -Xclang -dependency-file -Xclang own.cpp", "own.cpp -Wl,-Map=own.cpp", "own.cpp -Wl,-Map,link.cpp",
        "-ftime-trace=own.cpp -c own.cpp", "-fprofile-instr-generate=own.cpp own.cpp",
        "-fsave-optimization-record -foptimization-record-file=own.cpp -c own.cpp",
        "-no-flag-that-is-known own.cpp -c own.cpp"}) {
    const toolchain::Outcome outcome = shell(std::string("xeforge-cxx -fsycl ") + line);
    EXPECT_EQ(outcome.code, 1) << line;
    EXPECT_NE((outcome.errors.find("a file that this command reads; expected another file") &
               outcome.errors.find("this file a second time")),
              std::string::npos)
        << line << ": " << outcome.errors;
    EXPECT_EQ(contents(folder / "own.cpp"), source) << line;
  }
  std::filesystem::copy_file(folder / "own.cpp", folder / "a.out");
  EXPECT_EQ(shell("xeforge-cxx -fsycl -x c++ a.out").code, 1);
  EXPECT_EQ(contents(folder / "a.out"), source);
  // What only names a file, or reads it, stays.
  for (const char* line : {"-MD -MF own.d -MT own.cpp -c own.cpp", "-DSOURCE=own.cpp -MD -MQ own.cpp -c own.cpp",
                           "-fmacro-prefix-map=own.cpp=x -c own.cpp", "-fdebug-prefix-map=own.cpp=x -c own.cpp"})
    expect_works(std::string("xeforge-cxx -fsycl ") + line);
}

// A preprocessed source on a full disk was a success.
TEST_F(build_lines, whose_answer_is_lost_fail) {
  write(folder / "a.cpp", "int main() { return 0; }\n");
  for (const char* line : {"xeforge-cxx --help", "xeforge-cxx --version", "xeforge-cxx -fsycl -E a.cpp"})
    for (const char* lost : {" >/dev/full", " >&-"}) {
      const toolchain::Outcome outcome = shell(std::string(line) + lost);
      EXPECT_EQ(outcome.code, 1) << line << lost;
      EXPECT_NE(outcome.errors.find("error: standard output: got an error on writing"), std::string::npos)
          << line << lost << outcome.errors;
    }
  expect_works("xeforge-cxx -fsycl a.cpp -o a >&- && ./a");
}

TEST_F(build_lines, that_only_ask_are_answered_by_clang) {
  expect_works("xeforge-cxx --version | grep 'clang version'");
  expect_works("xeforge-cxx --help | grep fsycl-targets");
  write(folder / "a.cpp", "int a = SYCL_LANGUAGE_VERSION;\n");
  expect_works("xeforge-cxx -fsycl -E a.cpp | grep 202001");
  expect_works("xeforge-cxx -fsycl -fsyntax-only a.cpp");
}

TEST_F(build_lines, may_have_a_source_on_standard_input_or_make_a_precompiled_header) {
  expect_works("echo 'int main() { return 0; }' | xeforge-cxx -fsycl -x c++ - -o from_input && ./from_input");
  write(folder / "all.hpp", "#include <sycl/sycl.hpp>\n");
  write(folder / "p.cpp", "int main() { return sycl::range<1>(3)[0] - 3; }\n");
  expect_works(
      "xeforge-cxx -fsycl -x c++-header all.hpp -o all.hpp.pch && xeforge-cxx -fsycl -include all.hpp p.cpp -o p "
      "&& ./p");
}

// What compilers before clang 19 took without a word: a template keyword before a name without arguments.
TEST_F(build_lines, of_older_programs_work) {
  write(folder / "older.cpp", R"(
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>
using namespace sycl::ext::intel::esimd;
template <int N> int last(simd<int, N> v) {
  return v.template iselect(simd<uint16_t, N>(N - 1, -1)).template select<1, 1>(0)[0];
}
int main() { return last<8>(simd<int, 8>(1, 2)) == 15 ? 0 : 1; }
)");
  expect_works("xeforge-cxx -fsycl older.cpp -o older && ./older");
}

// A part of 64 bits from an odd place, which the compiler's passes have as a double and as an integer at once. And a vector of
// 4 KiB in memory, which its frame is aligned to.
TEST_F(build_lines, take_parts_of_vectors_as_several_types_and_vectors_that_their_frame_is_aligned_to) {
  write(folder / "parts.cpp", R"(
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>
#include <cstdint>
#include <cstdio>
using namespace sycl::ext::intel::esimd;
template <class T, int N>
[[gnu::noinline]] void part(const T* from, T* to, bool other) {
  const simd<T, 32> numbers = simd<T, 32>(from) * T(3);
  simd<T, N> few(to);
  few = convert<T>(simd<T, N>(numbers.template select<N, 1>(3)));
  if (other) {
    few.copy_to(to + 8);
    few = simd<T, N>(from);
  } else {
    to[16] = T(few.template bit_cast_view<std::int64_t>()[0] >> 40 & 15);
  }
  few.copy_to(to);
}
template <class T>
bool is_right() {
  constexpr int n = 8 / sizeof(T), last = 5 / sizeof(T);
  T from[32], to[32] = {};
  for (int i = 0; i < 32; ++i)
    from[i] = T(i);
  part<T, n>(from, to, false);
  bool right = to[16] == T((std::uint64_t(3 * (3 + last)) << 8 * sizeof(T) * last) >> 40 & 15);
  for (int i = 0; i < n; ++i)
    right = right && to[i] == T(3 * (3 + i));
  part<T, n>(from, to, true);
  for (int i = 0; i < n; ++i)
    right = right && to[i] == T(i) && to[8 + i] == T(3 * (3 + i));
  return right;
}
int main() {
  sycl::queue queue;
  float* const data = sycl::malloc_shared<float>(1024, queue);
  queue.parallel_for(sycl::range<1>(1), [=](sycl::id<1>) SYCL_ESIMD_KERNEL {
    simd<float, 1024> values = 0;
    for (int i = 0; i < 1024; i += 16)
      values.select<16, 1>(i) = simd<float, 16>(i, 1);
    for (int i = 0; i < 1024; i += 16)
      simd<float, 16>(values.select<16, 1>(i)).copy_to(data + i);
  }).wait();
  std::printf("%g %g\n", data[0], data[1023]);
  sycl::free(data, queue);
  return is_right<std::int32_t>() && is_right<std::int16_t>() && is_right<std::int8_t>() ? 0 : 1;
}
)");
  for (const char* level : {"-O0", "-O1", "-O2", "-O3"})
    EXPECT_EQ(works("xeforge-cxx -fsycl " + std::string(level) + " parts.cpp -o parts && ./parts"), "0 1023\n")
        << level;
}

// The optimiser may leave out a conversion to a shorter type and back; programs mean it to round, and devices do.
TEST_F(build_lines, round_to_half_whatever_else_is_fast) {
  write(folder / "rounding.cpp", R"(
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>
using namespace sycl::ext::intel::esimd;
[[gnu::noinline]] void round_all(const float* from, float* to) {
  const simd<sycl::half, 16> halves = convert<sycl::half>(simd<float, 16>(from));
  convert<float>(halves).copy_to(to);
}
[[gnu::noinline]] float round_one(float x) { return sycl::half(x); }
[[gnu::noinline]] float round_wide(double x) { return sycl::half(x); }
int main() {
  float from[16], to[16];
  for (int i = 0; i < 16; ++i)
    from[i] = 1.0f + 0.0001f * static_cast<float>(i % 4);
  round_all(from, to);
  bool right = round_one(from[3]) == 1.0f && round_wide(1.0003) == 1.0f;
  for (const float rounded : to)
    right = right && rounded == 1.0f;
  return right ? 0 : 1;
}
)");
  for (const char* flags : {"-O2", "-O2 -ffast-math", "-O1 -ffp-contract=fast", "-O3 -ffast-math"})
    expect_works("xeforge-cxx -fsycl " + std::string(flags) + " rounding.cpp -o rounding && ./rounding");
}

// clang 22 makes vectors of 32 bits of these, which needs a CPU with AVX-512 to be seen.
TEST_F(build_lines, compute_single_numbers_in_their_own_bits) {
  write(folder / "bits.cpp", R"(
#include <algorithm>
#include <cstdio>
[[gnu::noinline]] void unsigned_numbers(const int* x, const unsigned long* y, unsigned long* smaller, float* floats) {
#pragma unroll
  for (int i = 0; i < 16; ++i) {
    smaller[i] = std::min(static_cast<unsigned long>(x[i]), y[i]);
    floats[i] = static_cast<float>(static_cast<unsigned long>(x[i]));
  }
}
int main() {
  if (!__builtin_cpu_supports("x86-64-v4"))
    return 0;
  int x[16];
  unsigned long y[16], smaller[16];
  float floats[16];
  for (int i = 0; i < 16; ++i) {
    x[i] = i - 5;
    y[i] = 3000000000000ul * i;
  }
  unsigned_numbers(x, y, smaller, floats);
  return smaller[1] == y[1] && floats[0] == 0x1p64f ? 0 : 1;
}
)");
  expect_works("xeforge-cxx -fsycl -O2 -march=x86-64-v4 -mprefer-vector-width=512 bits.cpp -o bits && ./bits");
}

// The header comes three seconds late, so that the compilation takes longer, on whatever machine.
TEST_F(build_lines, that_take_seconds_are_told_of_on_a_terminal) {
  write(folder / "late.cpp", "#include \"late.h\"\nint main() {}\n");
  write(folder / "build.sh", "mkfifo late.h\n(sleep 3; echo >late.h) &\nxeforge-cxx late.cpp -o late");
  const toolchain::Outcome shown = shell("script -qec 'sh build.sh' /dev/null");
  EXPECT_TRUE(shown.succeeded()) << shown.errors;
  EXPECT_NE(shown.output.find("\r\033[Kcompiling, 2 s"), std::string::npos) << shown.output;
  EXPECT_TRUE(shown.output.ends_with("\r\033[K")) << shown.output;
}

} // namespace
} // namespace xeforge::cli_tests
