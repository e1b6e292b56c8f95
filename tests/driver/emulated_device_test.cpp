// Programs on an emulated device: what is compiled for it runs as its machine code. Skipped where the device tools are
// absent.
#include "cli/program.hpp"

#include "xeforge/toolchain/tools/device_tools.hpp"
#include "xeforge/toolchain/tools/repository.hpp"

namespace xeforge::cli_tests {
namespace {

constexpr std::string_view doubling = R"(
#include <sycl/sycl.hpp>
#include <sycl/ext/intel/esimd.hpp>
#include <cstdio>
using namespace sycl::ext::intel::esimd;
int main() {
  sycl::queue q;
  for (const sycl::device& d : sycl::device::get_devices())
    std::printf("%s%s\n", d.is_gpu() ? "gpu " : "cpu ", d.get_info<sycl::info::device::name>().substr(0, 12).c_str());
  float* p = sycl::malloc_shared<float>(64, q);
  for (int i = 0; i < 64; ++i) p[i] = i;
  q.parallel_for(sycl::range<1>(4), [=](sycl::id<1> i) SYCL_ESIMD_KERNEL {
     block_store<float, 16>(p + i[0] * 16, block_load<float, 16>(p + i[0] * 16) * 2.0f);
   }).wait();
  const int result = p[63] == 126 ? 0 : 1;
  sycl::free(p, q);
  return result;
}
)";

class emulated_device : public InFolder {
protected:
  void SetUp() override {
    if (toolchain::missing_device_tools(toolchain::default_tools_folder()))
      GTEST_SKIP() << "the device tools are not here; ./forge device-tools fetches them";
  }
  std::string fails(const std::string& line) const {
    const toolchain::Outcome outcome = shell(line);
    EXPECT_FALSE(outcome.succeeded()) << line << "\n" << outcome.output;
    return outcome.output + outcome.errors;
  }
  static void expect_in(const std::string& part, const std::string& text) {
    EXPECT_NE(text.find(part), std::string::npos) << part << "\nis not in\n" << text;
  }
  // Of a program that succeeds and says nothing where all is right.
  void expect_silence_of(const std::string& program, const std::string& flags,
                         const std::vector<std::string>& devices) const {
    write(folder / program, contents(repository() / "tests/driver/programs" / program));
    works("xeforge-cxx -fsycl " + flags + " " + program + " -o prog");
    for (const std::string& device : devices)
      EXPECT_EQ(works("ONEAPI_DEVICE_SELECTOR=xeforge:" + device + " ./prog"), "") << device;
  }
};

TEST_F(emulated_device, does_what_queues_buffers_events_and_constants_do_on_the_cpu) {
  write(folder / "prog.cpp", contents(repository() / "tests/driver/programs/device_program.cpp"));
  works("xeforge-cxx -fsycl -fsycl-targets=intel_gpu_bmg_g21 -fxeforge-local-memory=1024 prog.cpp -o prog");
  expect_in("xeforge host device on", works("unset ONEAPI_DEVICE_SELECTOR; ./prog"));
  const std::string said = works("ONEAPI_DEVICE_SELECTOR=xeforge:bmg ./prog");
  expect_in("Battlemage (emulated)", said);
  expect_in("(prog.cpp:", said); // the line of a fault
}

TEST_F(emulated_device, shares_in_groups_what_the_cpu_shares) {
  expect_silence_of("group_program.cpp",
                    "-fsycl-targets=intel_gpu_bmg_g21,intel_gpu_ptl_h,intel_gpu_pvc "
                    "-fxeforge-local-memory=256",
                    {"cpu", "bmg", "ptl-h", "pvc"});
}

TEST_F(emulated_device, changes_single_numbers_atomically) {
  expect_silence_of("atomic_program.cpp", "-fsycl-targets=intel_gpu_bmg_g21,intel_gpu_pvc -fxeforge-local-memory=8",
                    {"cpu", "bmg", "pvc"});
}

TEST_F(emulated_device, captures_what_has_constructors_of_its_own) {
  expect_silence_of("capture_program.cpp", "-O2 -fsycl-targets=intel_gpu_bmg_g21,intel_gpu_pvc", {"cpu", "bmg", "pvc"});
}

TEST_F(emulated_device, has_numbers_at_any_address_and_checks_for_overflow) {
  expect_silence_of("odd_program.cpp", "-O2 -fsycl-targets=intel_gpu_bmg_g21,intel_gpu_pvc", {"cpu", "bmg", "pvc"});
}

TEST_F(emulated_device, has_room_for_what_is_spilled_in_powers_of_two) {
  expect_silence_of("spilling_program.cpp", "-O2 -fsycl-targets=intel_gpu_bmg_g21", {"cpu", "bmg"});
}

TEST_F(emulated_device, says_why_a_kernel_has_half_of_the_hardware_threads) {
  // First the headers that most programs begin with: those are kept.
  write(folder / "prog.cpp", R"(
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>
#include <cstdio>
#include <sycl/ext/intel/experimental/grf_size_properties.hpp>
namespace intel = sycl::ext::intel::experimental;
namespace oneapi = sycl::ext::oneapi::experimental;
template <class Name, class Properties>
void run(const char* name, const Properties& properties) try {
  sycl::queue().parallel_for<Name>(sycl::nd_range<1>(64, 64), properties, [=](sycl::nd_item<1>) SYCL_ESIMD_KERNEL {}).wait();
  std::printf("%s runs\n", name);
} catch (const sycl::exception& e) {
  std::printf("%s: %s\n", name, e.what());
}
int main() {
  run<class Small>("small", oneapi::properties{intel::grf_size<128>});
  run<class Large>("large", oneapi::properties{intel::grf_size<256>});
}
)");
  const std::string limit =
      ": nd_range local size: got 64 x 1 x 1 items; expected 1 to 32 in all, each of which is a hardware thread of the "
      "device (128 registers would allow twice as many; this kernel or an option asks for 256)\n";
  works("xeforge-cxx -fsycl -fsycl-targets=intel_gpu_bmg_g21 prog.cpp -o prog");
  EXPECT_EQ(works("ONEAPI_DEVICE_SELECTOR=xeforge:bmg ./prog"), "small runs\nlarge" + limit);
  works("xeforge-cxx -fsycl -fsycl-targets=spir64_gen -Xs '-device bmg -options -doubleGRF' prog.cpp -o prog");
  EXPECT_EQ(works("ONEAPI_DEVICE_SELECTOR=xeforge:bmg ./prog"), "small" + limit + "large" + limit);
}

// One source, one compilation: what the kernels have in common stays one.
TEST_F(emulated_device, gives_each_kernel_of_a_source_the_registers_that_it_asks_for) {
  expect_silence_of("registers_program.cpp", "-O2 -fsycl-targets=intel_gpu_bmg_g21,intel_gpu_pvc,intel_gpu_ptl_h",
                    {"cpu", "bmg", "pvc", "ptl-h"});
}

TEST_F(emulated_device, is_chosen_by_the_selector_and_beside_it_the_cpu_is_no_gpu) {
  write(folder / "twice.cpp", doubling);
  works("xeforge-cxx -fsycl -fsycl-targets=intel_gpu_bmg_g21,intel_gpu_lnl_m twice.cpp -o prog");
  EXPECT_EQ(works("unset ONEAPI_DEVICE_SELECTOR; ./prog"), "gpu xeforge host\n");
  EXPECT_EQ(works("ONEAPI_DEVICE_SELECTOR=level_zero:gpu ./prog"), "gpu xeforge host\n");
  EXPECT_EQ(works("ONEAPI_DEVICE_SELECTOR=xeforge:lnl-m ./prog"), "gpu Lunar Lake (\n");
  EXPECT_EQ(works("ONEAPI_DEVICE_SELECTOR='xeforge:bmg,cpu' ./prog"), "gpu Battlemage (\ncpu xeforge host\n");
  expect_in("this program carries device code for bmg-g21, lnl-m", fails("ONEAPI_DEVICE_SELECTOR=xeforge:pvc ./prog"));
  expect_in("'xeforge:b999'; expected cpu, gpu, *, a number, or one of cpu, bmg",
            fails("ONEAPI_DEVICE_SELECTOR=xeforge:b999 ./prog"));
  expect_in("level_zero (the CPU in place of a GPU) or *", fails("ONEAPI_DEVICE_SELECTOR=opencl:gpu ./prog"));
  // The program without the adapter's library: the CPU as ever, and a reason for what is not there.
  works("xeforge-cxx twice.cpp -o host && ./host");
  expect_in("this program carries no device code", fails("ONEAPI_DEVICE_SELECTOR=xeforge:bmg ./host"));
}

TEST_F(emulated_device, of_kernels_in_several_sources_each_runs_its_own) {
  for (const std::string value : {"1", "2"})
    write(folder / ("part" + value + ".cpp"),
          "#include <sycl/sycl.hpp>\n#include <sycl/ext/intel/esimd.hpp>\n"
          "using namespace sycl::ext::intel::esimd;\n"
          "namespace { class Put; }\n"
          "void put" +
              value +
              "(sycl::queue& q, int* p) {\n"
              "  q.single_task<Put>([=]() SYCL_ESIMD_KERNEL { block_store<int, 16>(p, simd<int, 16>(" +
              value +
              ")); }).wait();\n"
              "}\n");
  write(folder / "main.cpp", "#include <sycl/sycl.hpp>\n#include <sycl/ext/intel/esimd.hpp>\n"
                             "void put1(sycl::queue&, int*); void put2(sycl::queue&, int*);\n"
                             "int main() { sycl::queue q; int* p = sycl::malloc_shared<int>(16, q); int wrong = 0;\n"
                             "  put1(q, p); wrong += p[5] != 1; put2(q, p); wrong += p[5] != 2; put1(q, p);\n"
                             "  wrong += p[5] != 1; sycl::free(p, q); return wrong; }\n");
  const std::string devices = " -fsycl -fsycl-targets=intel_gpu_bmg_g21 ";
  works("xeforge-cxx -c" + devices + "part1.cpp && xeforge-cxx -c" + devices +
        "part2.cpp && xeforge-cxx -c main.cpp && "
        "xeforge-cxx part1.o part2.o main.o -o prog");
  works("./prog && ONEAPI_DEVICE_SELECTOR=xeforge:bmg ./prog");
  // One source of the host alone: its kernel is refused on the device.
  works("xeforge-cxx -c part2.cpp && xeforge-cxx part1.o part2.o main.o -o prog && ./prog");
  expect_in("a source that was compiled without device code", fails("ONEAPI_DEVICE_SELECTOR=xeforge:bmg ./prog"));
}

// A library may be closed, and another one come to lie where it was.
TEST_F(emulated_device, of_libraries_runs_the_code_of_those_that_are_loaded) {
  write(folder / "lib.cpp", R"(
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>
extern "C" int entry(sycl::queue& q, int* p) {
  q.single_task([=]() SYCL_ESIMD_KERNEL { *p = WHICH; }).wait();
  return *p;
})");
  write(folder / "main.cpp", R"(
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>
#include <dlfcn.h>
int main() {
  sycl::queue q;
  int* p = sycl::malloc_shared<int>(1, q);
  q.single_task([=]() SYCL_ESIMD_KERNEL { *p = 9; }).wait();
  const auto result = [&](void* library) { return ((int (*)(sycl::queue&, int*))dlsym(library, "entry"))(q, p); };
  for (const char* name : {"./lib1.so", "./lib2.so", "./lib1.so"}) {
    void* const library = dlopen(name, RTLD_NOW);
    std::printf("%d", result(library));
    dlclose(library);
  }
  void* const first = dlopen("./lib1.so", RTLD_NOW);
  std::printf("%d", result(first));
  void* const second = dlopen("./lib2.so", RTLD_NOW);
  dlclose(first);
  std::printf("%d", result(second));
})");
  const std::string compiler = "xeforge-cxx -fsycl -fsycl-targets=intel_gpu_bmg_g21 ";
  works(compiler + "-fPIC -shared -DWHICH=1 lib.cpp -o lib1.so && " + compiler +
        "-fPIC -shared -DWHICH=2 lib.cpp -o lib2.so && " + compiler + "main.cpp -o prog");
  for (const char* const device : {"cpu", "bmg"})
    EXPECT_EQ(works(std::string("ONEAPI_DEVICE_SELECTOR=xeforge:") + device + " ./prog"), "12112") << device;
}

// Devices find specialization constants by their names: two of one name are refused where a command sets one, not mixed up.
TEST_F(emulated_device, does_not_confuse_constants_of_one_name_in_several_sources) {
  const std::string headers = "#include <sycl/sycl.hpp>\n#include <sycl/ext/intel/esimd.hpp>\n",
                    source = "using namespace sycl::ext::intel::esimd;\n"
                             "class Put;\nconstexpr sycl::specialization_id<int> scale(SCALE);\n"
                             "void set(sycl::handler& h) { h.set_specialization_constant<scale>(7); }\n"
                             "void put(sycl::handler& h, int* p) {\n"
                             "  h.single_task<Put>([=](sycl::kernel_handler k) SYCL_ESIMD_KERNEL {\n"
                             "    block_store<int, 16>(p, simd<int, 16>(k.get_specialization_constant<scale>())); });\n"
                             "}\n";
  for (const std::string name : {"a", "b"})
    write(folder / (name + ".cpp"), headers + "#define SCALE 100\n#define Put Put_" + name + "\n#define set set_" +
                                        name + "\n#define put put_" + name + "\n" + source);
  write(folder / "main.cpp", R"(
#include <sycl/sycl.hpp>
#include <sycl/ext/intel/esimd.hpp>
void set_a(sycl::handler&); void set_b(sycl::handler&); void put_a(sycl::handler&, int*);
int main() {
  sycl::queue q;
  int* p = sycl::malloc_shared<int>(16, q);
  try {
    q.submit([&](sycl::handler& h) { set_b(h), put_a(h, p); }).wait();
  } catch (const sycl::exception& error) {
    return std::puts(error.what()), error.code() == sycl::errc::invalid ? 2 : 3;
  }
  return p[0] != 100;
})");
  std::string line; // each source by itself, as parsed headers that are kept are for such
  for (const std::string name : {"a", "b", "main"})
    line += "xeforge-cxx -fsycl -fsycl-targets=intel_gpu_bmg_g21 -c " + name + ".cpp && ";
  works(line + "xeforge-cxx a.o b.o main.o -o prog && ./prog");
  expect_in("set_specialization_constant: got a name that two constants have",
            fails("ONEAPI_DEVICE_SELECTOR=xeforge:bmg ./prog"));
}

constexpr std::string_view chatty = R"(
#include <sycl/sycl.hpp>
#include <sycl/ext/intel/esimd.hpp>
using namespace sycl::ext::intel::esimd;
int main(int count, char**) {
  sycl::queue q;
  int* p = sycl::malloc_shared<int>(16, q);
  std::printf("before\n");
  try {
    q.parallel_for<class Chatty>(sycl::range<1>(2), [=](sycl::id<1> i) SYCL_ESIMD_KERNEL {
       sycl::ext::oneapi::experimental::printf("item %d of %s: %.2f [%-5.2s|%4s]\n", int(i[0]), "two", 1.5f + i[0], "abc", "x");
       block_store<int, 16>(p + (count > 1 ? 1 << 20 : 0), simd<int, 16>(1));
     }).wait();
  } catch (const sycl::exception&) {
    std::printf("a fault\n");
  }
  sycl::free(p, q);
}
)";

TEST_F(emulated_device, prints_what_kernels_print_where_the_program_prints) {
  write(folder / "chatty.cpp", chatty);
  works("xeforge-cxx -fsycl -fsycl-targets=intel_gpu_bmg_g21 chatty.cpp -o prog");
  EXPECT_EQ(works("ONEAPI_DEVICE_SELECTOR=xeforge:bmg ./prog"),
            "before\nitem 0 of two: 1.50 [ab   |   x]\nitem 1 of two: 2.50 [ab   |   x]\n");
  const std::string faulty = works("ONEAPI_DEVICE_SELECTOR=xeforge:bmg ./prog fault");
  EXPECT_EQ(faulty.find("before\nitem 0 of two: 1.50 [ab   |   x]\n"), 0U) << faulty;
  expect_in("a fault\n", faulty);
}

// With device code a launch is the same instructions: its record is data.
TEST_F(emulated_device, costs_the_host_no_instruction) {
  write(folder / "twice.cpp", doubling);
  const std::string listing = " | grep -oP '^\\s+[0-9a-f]+:\\t\\K.*' | sed 's/<.*>//' > ";
  works("xeforge-cxx -c twice.cpp -o plain.o && xeforge-cxx -c -fsycl -fsycl-targets=intel_gpu_bmg_g21 twice.cpp -o "
        "both.o");
  works("objdump -d --no-show-raw-insn plain.o" + listing + "plain && objdump -d --no-show-raw-insn both.o" + listing +
        "both && test -s plain && cmp plain both");
}

TEST_F(emulated_device, is_listed) {
  const std::string listed = works("sycl-ls");
  expect_in("[xeforge:cpu][xeforge:0] xeforge host device on ", listed);
  expect_in("[xeforge:bmg][xeforge:1] Battlemage (emulated)\n", listed);
  expect_in("[xeforge:lnl-m]", listed);
}

} // namespace
} // namespace xeforge::cli_tests
