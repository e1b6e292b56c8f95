// Machine code for devices beside the program. Skipped where the device tools are absent.
#include "cli/program.hpp"

#include "xeforge/toolchain/tools/device_tools.hpp"
#include "xeforge/toolchain/tools/repository.hpp"

namespace xeforge::cli_tests {
namespace {

namespace fs = std::filesystem;

// All sources begin with them, and most have the same flags: they are parsed once where parsed headers are kept.
constexpr std::string_view headers = R"(
#include <sycl/sycl.hpp>
#include <sycl/ext/intel/esimd.hpp>
)";
// Multiplies by FACTOR.
constexpr std::string_view kernel_without_factor = R"(
using namespace sycl::ext::intel::esimd;
template <class V>
void put(V v, float *p) { v.template copy_to(p); } // no arguments follow, as in programs of before 2025
void twice(sycl::queue &q, float *p) {
  q.parallel_for<class Twice>(sycl::range<1>(4), [=](sycl::id<1> i) SYCL_ESIMD_KERNEL {
     simd<float, 16> v = block_load<float, 16>(p + i[0] * 16);
     v *= float(FACTOR);
     put(v, p + i[0] * 16);
   }).wait();
}
)";
const std::string kernel = std::string(headers) + "#define FACTOR 2\n" + std::string(kernel_without_factor);
constexpr std::string_view main_program = R"(
#include <sycl/sycl.hpp>
#include <sycl/ext/intel/esimd.hpp>
void twice(sycl::queue &q, float *p);
int main() {
  sycl::queue q;
  float *p = sycl::malloc_shared<float>(64, q);
  for (int i = 0; i < 64; ++i) p[i] = i;
  twice(q, p);
  const int result = p[63] == 126 ? 0 : 1;
  sycl::free(p, q);
  return result;
}
)";

class device_code : public InFolder {
protected:
  void SetUp() override {
    if (toolchain::missing_device_tools(toolchain::default_tools_folder()))
      GTEST_SKIP() << "the device tools are not here; ./forge device-tools fetches them";
    write(folder / "twice.cpp", kernel);
    write(folder / "main.cpp", main_program);
  }
  void expect_works(const std::string& line) const {
    const toolchain::Outcome outcome = shell(line);
    EXPECT_TRUE(outcome.succeeded()) << line << "\n" << outcome.output << outcome.errors;
  }
  bool has(const char* file) const { return fs::exists(folder / file); }
};

// The header comes three seconds late, so that the compilation takes longer, on whatever machine.
TEST_F(device_code, that_takes_seconds_is_told_of_on_a_terminal) {
  write(folder / "late.cpp", kernel + "#include \"late.h\"\n");
  write(folder / "build.sh", "mkfifo late.h\n(sleep 3; echo >late.h) &\n"
                             "xeforge-cxx -fsycl -fsycl-device-only -fsycl-targets=bmg late.cpp -o out");
  const toolchain::Outcome shown = shell("script -qec 'sh build.sh' /dev/null"); // which gives it a terminal
  EXPECT_TRUE(shown.succeeded()) << shown.errors;
  EXPECT_NE(shown.output.find("compiling late.cpp for bmg: C++, 2 s"), std::string::npos) << shown.output;
  EXPECT_TRUE(shown.output.ends_with("\r\033[K")) << shown.output; // taken away in the end
}

// What only a device's compilation reads belongs into the lists of make, and into what caches of compilations compare.
TEST_F(device_code, is_made_anew_where_what_only_it_reads_has_changed) {
  write(folder / "only here.h", "constexpr float only_here = 1;\n");
  const std::string only_there = "#ifdef __SYCL_DEVICE_ONLY__\n#include \"only here.h\"\n#endif\n";
  const std::string compiler = "xeforge-cxx -fsycl ", both = compiler + "-fsycl-targets=bmg,pvc ";
  write(folder / "late.cpp", only_there + kernel);
  expect_works(both + "-MMD -MP -c late.cpp -o late.o");
  EXPECT_EQ(contents(folder / "late.d"), "late.o: late.cpp \\\n  only\\ here.h\nonly\\ here.h:\n");
  write(folder / "late.cpp", kernel + only_there);
  expect_works(compiler + "-fsycl-targets=bmg -MD -MF all.d -c late.cpp -o late.o");
  const std::string all = contents(folder / "all.d");
  EXPECT_NE(all.find("only\\ here.h"), std::string::npos) << all;
  EXPECT_NE(all.find("sycl/sycl.hpp"), std::string::npos) << all;
  EXPECT_EQ(all.find("assert.h:"), std::string::npos) << all;
  // What only lists or preprocesses needs no kernel.
  write(folder / "late.cpp", only_there);
  write(folder / "early.cpp", "#include <version.hpp>\n");
  fs::remove(folder / "late.d");
  EXPECT_EQ(shell(both + "-MM late.cpp early.cpp").output,
            "late.o: late.cpp \\\n  only\\ here.h\nearly.o: early.cpp\n");
  EXPECT_FALSE(has("late.d") || has("early.d"));
  expect_works(both + "-MM late.cpp -o listed && " + both + "-E -P late.cpp -o text");
  EXPECT_NE(contents(folder / "listed").find("only\\ here.h"), std::string::npos);
  const std::string text = contents(folder / "text");
  EXPECT_NE(text.find("only_here = 1;"), text.rfind("only_here = 1;")) << "of both devices";
  EXPECT_NE(shell(both + "-E late.cpp").output.find("\"./only here.h\""), std::string::npos);
}

TEST_F(device_code, is_made_whatever_flags_there_are_for_the_host_alone) {
  for (const char* const flags :
       {"-Werror -mavx2 -fstack-usage -falign-functions=32 -mno-red-zone -fdiagnostics-format=sarif "
        "-Wno-sarif-format-unstable",
        "--coverage -fsanitize=memory -Rpass=inline -fno-rtti"}) {
    const toolchain::Outcome outcome =
        shell("xeforge-cxx -fsycl -fsycl-targets=bmg " + std::string(flags) + " -c twice.cpp -o twice.o");
    EXPECT_TRUE(outcome.succeeded()) << flags << "\n" << outcome.output << outcome.errors;
    EXPECT_EQ(outcome.errors.find("warning: -fno-rtti: ") != std::string::npos,
              std::string_view(flags).ends_with("-fno-rtti"))
        << outcome.errors;
  }
  const toolchain::Outcome refused = shell("xeforge-cxx -fsycl -fsycl-targets=bmg -fnone -c twice.cpp");
  EXPECT_FALSE(refused.succeeded());
  EXPECT_NE(refused.errors.find("unknown argument: '-fnone'"), std::string::npos) << refused.errors;
  EXPECT_EQ(refused.errors.find("-cc1"), std::string::npos) << refused.errors;
}

TEST_F(device_code, lies_beside_the_program) {
  write(folder / "all.cpp", kernel + std::string(main_program));
  expect_works("xeforge-cxx -fsycl -fsycl-targets=spir64_gen -Xs \"-device bmg -options -doubleGRF\" all.cpp "
               "-o prog && ./prog");
  EXPECT_TRUE(has("prog.bmg/all.zebin"));
  EXPECT_TRUE(has("prog.bmg/Twice.asm"));
  EXPECT_NE(contents(folder / "prog.bmg/report.json").find("\"grf\": 256"), std::string::npos);
}

TEST_F(device_code, sees_the_header_that_the_command_line_includes) {
  write(folder / "factor.hpp", "#define FACTOR 2\n");
  write(folder / "all.cpp", std::string(headers) + std::string(kernel_without_factor) + std::string(main_program));
  expect_works("xeforge-cxx -fsycl -include factor.hpp -fsycl-targets=spir64_gen -Xs \"-device bmg\" all.cpp -o prog "
               "&& ./prog");
  EXPECT_TRUE(has("prog.bmg/Twice.asm"));
}

TEST_F(device_code, of_several_sources_and_devices_has_a_folder_for_each) {
  expect_works("xeforge-cxx -fsycl -fsycl-targets=spir64_gen -Xs '-device bmg,pvc' main.cpp twice.cpp -o prog "
               "&& ./prog");
  EXPECT_TRUE(has("prog.bmg/twice/twice.zebin"));
  EXPECT_TRUE(has("prog.pvc/twice/twice.zebin"));
  EXPECT_FALSE(has("prog.bmg/main"));
}

TEST_F(device_code, of_objects_comes_with_them_into_the_program) {
  const std::string flags = "xeforge-cxx -fsycl -fsycl-targets=spir64_gen -Xs '-device bmg-g21' ";
  fs::create_directory(folder / "obj");
  expect_works(flags + "-c twice.cpp -o obj/twice.o && " + flags + "-c main.cpp -o obj/main.o && " + flags +
               "obj/main.o obj/twice.o -o prog && ./prog");
  EXPECT_TRUE(has("obj/twice.bmg-g21/twice.zebin"));
  EXPECT_TRUE(has("prog.bmg-g21/twice/twice.zebin"));
}

TEST_F(device_code, can_be_made_alone) {
  expect_works("xeforge-cxx -fsycl -fsycl-device-only -fsycl-targets=intel_gpu_bmg_g21 twice.cpp -o out "
               "-save-temps");
  EXPECT_TRUE(has("out/twice.zebin"));
  EXPECT_TRUE(has("out/intermediate/lowered.ll"));
}

TEST_F(device_code, of_kernels_by_themselves_leaves_out_what_the_device_cannot_run) {
  write(folder / "widths.cpp", R"(
#include <sycl/sycl.hpp>
#include <sycl/ext/intel/esimd.hpp>
using namespace sycl::ext::intel::esimd;
template <int Columns> struct Product {
  float *p;
  void operator()() const SYCL_ESIMD_KERNEL {
    simd<float, 8 * Columns> c = 0;
    c = xmx::dpas<8, 8, float>(c, simd<sycl::half, 16 * Columns>(1), simd<sycl::half, 128>(2));
    c.copy_to(p);
  }
};
int main() {
  sycl::queue q;
  float *p = sycl::malloc_shared<float>(128, q);
  q.single_task<class Narrow>(Product<8>{p});
  q.single_task<class Wide>(Product<16>{p}).wait();
  return p[127] == 32 ? 0 : 1;
}
)");
  const std::string build = "xeforge-cxx -fsycl -fsycl-targets=spir64_gen -Xs '-device bmg' widths.cpp -o prog ";
  const toolchain::Outcome refused = shell(build);
  EXPECT_NE(refused.errors.find("widths.cpp:9: got a dpas with 64 elements"), std::string::npos) << refused.errors;
  EXPECT_FALSE(has("prog"));
  const toolchain::Outcome split = shell(build + "-fsycl-device-code-split=per_kernel && ./prog");
  EXPECT_TRUE(split.succeeded()) << split.errors;
  EXPECT_NE(split.errors.find("warning: a kernel is left out: widths.cpp:9: got a dpas"), std::string::npos)
      << split.errors;
  EXPECT_TRUE(has("prog.bmg/Wide.asm"));
  EXPECT_FALSE(has("prog.bmg/Narrow.asm"));
}

TEST_F(device_code, that_cannot_be_made_is_an_error_with_file_and_line_and_no_program) {
  write(folder / "local.cpp", R"(#include <sycl/sycl.hpp>
#include <sycl/ext/intel/esimd.hpp>
int main() {
  sycl::queue q;
  q.submit([&](sycl::handler &cgh) {
    sycl::local_accessor<float, 1> scratch(16, cgh);
    cgh.parallel_for<class Local>(sycl::nd_range<1>(1, 1), [=](sycl::nd_item<1>) {
      scratch[0] = 1;
    });
  }).wait();
}
)");
  expect_works("xeforge-cxx -fsycl local.cpp -o host && ./host");
  const toolchain::Outcome outcome =
      shell("xeforge-cxx -fsycl -fsycl-targets=spir64_gen -Xs '-device bmg' local.cpp -o prog");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_NE(outcome.errors.find("local.cpp:8: got"), std::string::npos) << outcome.errors;
  EXPECT_NE(outcome.errors.find("an access to shared local memory that has no size"), std::string::npos)
      << outcome.errors;
  EXPECT_FALSE(has("prog"));
}

TEST_F(device_code, of_objects_that_were_compiled_without_it_is_missed_with_a_note) {
  const toolchain::Outcome none =
      shell("xeforge-cxx -fsycl -fsycl-targets=spir64_gen -Xs '-device bmg' -c main.cpp && "
            "xeforge-cxx -fsycl -c twice.cpp && "
            "xeforge-cxx -fsycl -fsycl-targets=spir64_gen -Xs '-device bmg' main.o twice.o -o prog && ./prog");
  EXPECT_TRUE(none.succeeded()) << none.errors;
  EXPECT_EQ(none.errors, "xeforge-cxx: note: prog has no kernel for bmg\n");
}

} // namespace
} // namespace xeforge::cli_tests
