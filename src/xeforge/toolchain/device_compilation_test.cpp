// The whole pipeline with the real tools; skipped where they are not unpacked.
#include "xeforge/toolchain/device_testing.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/toolchain/tools/files.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <tuple>

namespace xeforge::toolchain {
namespace {

namespace fs = std::filesystem;

class DeviceCompilation : public WithDeviceTools {
protected:
  static Compiled compiled(const fs::path& source, const char* device, RegisterFile registers = RegisterFile::normal) {
    return compile(DeviceTools(default_tools_folder()), {.source = source,
                                                         .device = machine::device_model(device),
                                                         .registers = registers,
                                                         .settings = default_settings(headers_folder())});
  }
  static fs::path test_kernel(const char* name) {
    return headers_folder() / "xeforge/toolchain/test_kernels" / (std::string(name) + ".cpp");
  }
  static const CompiledKernel& kernel_of(const Compiled& result, const std::string& kernel) {
    const auto found = std::ranges::find(result.kernels, kernel, &CompiledKernel::name);
    EXPECT_NE(found, result.kernels.end()) << kernel;
    return *found;
  }
  static const KernelReport& report_of(const Compiled& result, const std::string& kernel) {
    return kernel_of(result, kernel).report;
  }
  // How often a pattern stands in a kernel's disassembly.
  static int occurrences(const Compiled& result, const std::string& kernel, const std::string& pattern) {
    return toolchain::occurrences(kernel_of(result, kernel).assembly, pattern);
  }
};

constexpr const char* kernel_start =
    "#include <sycl/sycl.hpp>\n"
    "#include <sycl/ext/intel/esimd.hpp>\n"
    "using namespace sycl::ext::intel::esimd;\n"
    "struct Table { int entries[8]; };\n"
    "int elsewhere(int);\n"
    "void launch(sycl::queue& queue, int* p, int n, Table table) {\n"
    "queue.parallel_for(sycl::nd_range<1>(8, 8), [=](sycl::nd_item<1>) SYCL_ESIMD_KERNEL {\n";
constexpr int body_line = 8; // where the body of the kernel starts

class RefusedKernel : public DeviceCompilation {
protected:
  // What is said to a kernel with this body; the file's name is left out of the location.
  std::string refusal(const std::string& body, const char* device = "bmg") {
    const ScratchFolder scratch;
    const fs::path source = scratch.path() / "kernel.cpp";
    write_text(source, kernel_start + body + "\n}); }\n");
    try {
      compiled(source, device);
      return "compiled";
    } catch (const Error& error) {
      std::string message = error.what();
      for (auto found = message.find(scratch.path().string()); found != message.npos;
           found = message.find(scratch.path().string()))
        message.erase(found, scratch.path().string().size() + 1);
      EXPECT_EQ(message.find('\n'), message.npos) << message;
      return message;
    }
  }
  std::string at_line(int line) const { return "kernel.cpp:" + std::to_string(line) + ": got "; }
  std::string at_place(int line, int column) const {
    return "kernel.cpp:" + std::to_string(line) + ":" + std::to_string(column) + ": got ";
  }
};

TEST_F(RefusedKernel, what_no_device_has_is_named_with_its_location) {
  struct Refused {
    const char *body, *got;
  };
  for (const Refused& refused : {
           Refused{"long double x = *p; *p = (int)(x * x);", "'x' of type long double"},
           Refused{"int* a = (int*)__builtin_alloca(n); a[*p] = 3; *p = a[p[2]];", "memory on the stack whose size"},
           Refused{"int a[n]; a[*p] = 3; *p = a[p[2]];", "memory on the stack whose size"},
           Refused{"static void* const to[] = {&&a, &&b}; goto *to[n & 1]; a: p[0] = 1; return; b: p[1] = 2;",
                   "a jump to a computed label"},
           Refused{"*p = (int)__builtin_ldexpf(*p, n);", "a call of 'llvm.ldexp'"},
           Refused{"if (n < 0) __builtin_trap(); *p = n;", "a call of 'llvm.trap'"},
           Refused{"if (n < 0) __builtin_debugtrap(); *p = n;", "a call of 'llvm.debugtrap'"},
           Refused{"*p = (int)(long)__builtin_frame_address(0);", "a call of 'llvm.frameaddress'"},
           Refused{"__builtin_memcpy_inline(p, p + 8, 32);", "a call of 'llvm.memcpy.inline'"},
           Refused{"__builtin_memset_inline(p, 0, 32);", "a call of 'llvm.memset.inline'"},
           Refused{"__asm__ volatile(\"mov %0, 1\" : \"=r\"(*p));", "inline assembler 'mov $0, 1'"},
       })
    EXPECT_TRUE(refusal(refused.body).starts_with(at_line(body_line) + refused.got)) << refusal(refused.body);
  EXPECT_TRUE(refusal("double x = p[1]; *p = (int)(x * 0.3);", "dg2").starts_with(at_line(body_line) + "double"));
  EXPECT_EQ(refusal("__asm__ volatile(\"fence_sw\" : : :); *p = 1;"), "compiled");
  EXPECT_EQ(refusal("constexpr long double pi = 3.14159265358979L; *p = (int)(n * (float)pi);"), "compiled");
}

// Programs whose kernel has a variable of the host, or functions of it, around it.
class WholeProgram : public RefusedKernel {
protected:
  std::string refusal_of(const std::string& before, const std::string& body) {
    const ScratchFolder scratch;
    const fs::path source = scratch.path() / "kernel.cpp";
    write_text(source, "#include <sycl/sycl.hpp>\n#include <sycl/ext/intel/esimd.hpp>\n" + before +
                           "\nvoid launch(sycl::queue& queue, int* p, int n) {\n"
                           "queue.single_task([=] { // line 5\n" +
                           body + "\n}); }\n");
    try {
      compiled(source, "bmg");
      return "compiled";
    } catch (const Error& error) {
      std::string message = error.what();
      message.erase(0, message.find("kernel.cpp:"));
      return message;
    }
  }
};

TEST_F(WholeProgram, variables_of_the_host_are_refused_whatever_the_optimiser_makes_of_them) {
  for (const char* variable :
       {"static int v = 5;", "int v = 5;", "inline int v = 5;", "extern int v;", "thread_local int v = 5;",
        "static thread_local int v = 5;", "extern const int v;", "int at(); static const int v = at();"})
    EXPECT_TRUE(refusal_of(variable, "*p = v;").starts_with("kernel.cpp:6: got a use of 'v'"))
        << refusal_of(variable, "*p = v;");
  EXPECT_TRUE(refusal_of("struct S { static int v; }; int S::v = 3;", "*p = S::v;")
                  .starts_with("kernel.cpp:6: got a use of 'S::v' ("));
  EXPECT_TRUE(
      refusal_of("template <class T> T v = 3;", "*p = v<int>;").starts_with("kernel.cpp:6: got a use of 'v<int>'"));
  EXPECT_TRUE(refusal_of("", "static int v = 3; *p = v;").starts_with("kernel.cpp:6: got a use of 'launch("));
  const std::string at = "int at() { return 3; } ";
  EXPECT_TRUE(
      refusal_of(at + "ESIMD_PRIVATE int v = at();", "if (n > 3) *p = ++v; else p[1] = 2;")
          .starts_with("kernel.cpp:6: got a use of 'v', a thread-local variable whose first value is computed"));
  EXPECT_NE(refusal_of(at + "thread_local int v = at();", "*p = ++v;")
                .find("no thread-local variable whose first value is computed"),
            std::string::npos);
  EXPECT_TRUE(
      refusal_of("int v; inline void set() { v = 3; }", "set();").starts_with("kernel.cpp:3: got a use of 'v'"));
}

// Both branches end with a store through a captured pointer, which the compiler merges into one.
TEST_F(WholeProgram, captures_that_branches_choose_need_no_private_memory) {
  const ScratchFolder scratch;
  const fs::path source = scratch.path() / "kernel.cpp";
  write_text(source, "#include <sycl/sycl.hpp>\n"
                     "#include <sycl/ext/intel/esimd.hpp>\n"
                     "using namespace sycl::ext::intel::esimd;\n"
                     "void launch(sycl::queue& queue, int* a, int* b, int* found, int n) {\n"
                     "  queue.parallel_for<class Chosen>(sycl::range<1>(64), [=](sycl::id<1> i) {\n"
                     "    if (static_cast<int>(i[0]) < n) {\n"
                     "      simd<int, 8>(5).copy_to(a + i * 8);\n"
                     "      fence<memory_kind::global>();\n"
                     "      simd<int, 8>(1).copy_to(b + i * 8);\n"
                     "    } else {\n"
                     "      const simd<int, 8> values(b + i * 8);\n"
                     "      fence<memory_kind::global>();\n"
                     "      values.copy_to(found + i * 8);\n"
                     "    }\n"
                     "  });\n"
                     "}\n");
  for (const char* device : {"bmg", "pvc"}) {
    const Compiled result = compiled(source, device);
    ASSERT_EQ(result.kernels.size(), 1u);
    EXPECT_EQ(result.kernels[0].report.private_bytes, 0u) << device;
  }
}

TEST_F(WholeProgram, mutable_members_of_constants_are_variables) {
  EXPECT_TRUE(
      refusal_of("struct S { int m; mutable int v; }; static const S s{1, 2}; void set() { s.v = 9; }", "*p = s.v;")
          .starts_with("kernel.cpp:6: got a use of 's'"));
  EXPECT_EQ(refusal_of("struct S { int m; int v; }; static const S s[2] = {{1, 2}, {3, 4}};", "*p = s[n & 1].v;"),
            "compiled");
}

TEST_F(WholeProgram, variables_of_templates_that_begin_at_run_time_are_refused) {
  const ScratchFolder scratch;
  const fs::path source = scratch.path() / "kernel.cpp";
  write_text(source, "#include <sycl/sycl.hpp>\n#include <sycl/ext/intel/esimd.hpp>\nint at();\n"
                     "template <class T> struct Q { static const int v; };\n"
                     "template <class T> const int Q<T>::v = at();\n"
                     "void launch(sycl::queue& queue, int* p) { queue.single_task([=] { *p = Q<int>::v; }); }\n");
  try {
    compiled(source, "bmg");
    FAIL() << "compiled";
  } catch (const Error& error) {
    EXPECT_EQ(error.got(),
              "a use of a variable of a template, or an inline one, whose value is computed when the program starts");
    EXPECT_EQ(error.argument(), source.string());
  }
}

TEST_F(WholeProgram, constants_private_variables_and_those_of_the_host_alone_are_taken) {
  EXPECT_EQ(refusal_of("static const int t[4] = {1, 2, 3, 4}; constexpr float f = 2.5f; const int c = 7;",
                       "*p = t[n & 3] + int(f * n) + c;"),
            "compiled");
  EXPECT_EQ(refusal_of("static ESIMD_PRIVATE int v; ESIMD_PRIVATE int w;", "v = n; w += v; *p = w;"), "compiled");
  EXPECT_EQ(
      refusal_of(
          "static int tests; struct Base { virtual ~Base(); }; struct Test : Base { Test() { ++tests; } ~Test() "
          "override; "
          "virtual int run(); }; int Test::run() { return tests; } Test::~Test() {} void host() { Test t; t.run(); }",
          "*p = n;"),
      "compiled");
}

// clang's IR of a throw in device code cannot even be read.
TEST_F(WholeProgram, what_virtual_functions_of_the_host_throw_is_taken) {
  const std::string host = "#include <stdexcept>\nstruct Base { virtual ~Base(); virtual void deep() { throw "
                           "std::runtime_error(\"x\"); } }; Base::~Base() {} void host() { Base b; }";
  EXPECT_EQ(refusal_of(host, "*p = n;"), "compiled");
  const std::string thrown = refusal_of(host, "if (n == 3) throw std::runtime_error(\"x\"); *p = n;");
  EXPECT_TRUE(thrown.starts_with("kernel.cpp: kernel launch(")) << thrown;
}

TEST_F(WholeProgram, a_captured_this_is_refused) {
  const std::string start =
      "struct S { int v; void go(sycl::queue& q, int* p) {\nq.single_task([=, this] { *p = v; }); } };";
  EXPECT_TRUE(refusal_of(start, "*p = n; } ); S s; s.go(queue, p); queue.single_task([=] {")
                  .starts_with("kernel.cpp:4: got a kernel that captures 'this'"));
  EXPECT_EQ(
      refusal_of("struct S { int v; void go(sycl::queue& q, int* p) { q.single_task([=, *this] { *p = v; }); } };",
                 "*p = n; } ); S s; s.go(queue, p); queue.single_task([=] {"),
      "compiled");
}

// One test for all of them, since C++ takes as long as most of the rest and is compiled once for all.
class EveryDevice : public DeviceCompilation {
protected:
  static void on_every_device(const fs::path& source, const std::function<void(const Compiled&)>& check,
                              RegisterFile registers = RegisterFile::normal) {
    const DeviceTools tools(default_tools_folder());
    const auto front_end = std::make_shared<SharedFrontEnd>();
    for (const char* const device : {"bmg", "lnl-m", "ptl-h", "pvc"}) {
      SCOPED_TRACE(device);
      const Compiled result = compile(tools, {.source = source,
                                              .device = machine::device_model(device),
                                              .registers = registers,
                                              .settings = default_settings(headers_folder()),
                                              .front_end = front_end});
      EXPECT_EQ(result.info.device, device);
      check(result);
    }
  }
};

// Per thread of 128 elements: a budget somewhat above what the pinned compiler makes (1,901 to 1,908 instructions).
TEST_F(EveryDevice, softmax_topk_stays_in_registers_and_within_its_instruction_budget) {
  on_every_device(test_kernel("softmax_topk"), [](const Compiled& result) {
    ASSERT_EQ(result.kernels.size(), 1u);
    const KernelReport& kernel = result.kernels[0].report;
    EXPECT_EQ(kernel.name, "SoftmaxTopK");
    EXPECT_EQ(kernel.spilled_bytes, 0u);
    EXPECT_EQ(kernel.slm_bytes, 0u);
    EXPECT_EQ(kernel.registers, 128);
    EXPECT_GT(kernel.counts.instructions, 200); // 120 candidates are looked at
    EXPECT_LE(kernel.counts.instructions, 2100);
    EXPECT_LE(kernel.counts.sends, 6); // arguments 2, row 1, results 2, end of thread 1
    EXPECT_GE(kernel.counts.sends, 4);
    EXPECT_LE(kernel.counts.math, 12);
    EXPECT_GE(kernel.counts.math, 4); // 128 exponentials, 32 at a time
    EXPECT_EQ(kernel.counts.dpas, 0);
    ASSERT_TRUE(kernel.registers_used.has_value());
    EXPECT_LE(*kernel.registers_used, 80);
    ASSERT_TRUE(kernel.cycles.has_value());
    EXPECT_GT(*kernel.cycles, 1000u);
    EXPECT_FALSE(result.info.tools.empty());
  });
}

// A kernel is one program on both sides when one compiler reads it. "1:22.1.8-3 ORIGIN" is version 22.1.8.
TEST_F(DeviceCompilation, host_and_devices_have_one_clang) {
  const std::string package = DeviceTools(default_tools_folder()).versions().at("clang-22");
  const std::size_t begin = package.find(':') + 1;
  EXPECT_EQ(package.substr(begin, package.find('-', begin) - begin), std::to_string(__clang_major__) + "." +
                                                                         std::to_string(__clang_minor__) + "." +
                                                                         std::to_string(__clang_patchlevel__));
}

TEST_F(DeviceCompilation, twice_the_registers_are_there_when_asked_for) {
  EXPECT_EQ(compiled(test_kernel("softmax_topk"), "bmg", RegisterFile::large).kernels[0].report.registers, 256);
}

TEST_F(DeviceCompilation, twice_the_registers_are_there_for_a_kernel_that_asks_for_them) {
  const ScratchFolder scratch;
  const fs::path source = scratch.path() / "kernel.cpp";
  const auto registers = [&](const std::string& launch) {
    write_text(source, R"(#include <sycl/sycl.hpp>
#include <sycl/ext/intel/esimd.hpp>
namespace esimd = sycl::ext::intel::esimd;
namespace intel = sycl::ext::intel::experimental;
namespace oneapi = sycl::ext::oneapi::experimental;
void set_large() { intel::esimd::set_kernel_properties(intel::esimd::kernel_properties::use_double_grf); }
struct WithProperties {
  int* p;
  void operator()() const SYCL_ESIMD_KERNEL { esimd::simd<int, 16>(1).copy_to(p); }
  auto get(oneapi::properties_tag) const { return oneapi::properties(intel::grf_size<256>); }
};
void launch(sycl::queue& queue, int* p) {
  const auto kernel = [=](auto) SYCL_ESIMD_KERNEL { esimd::simd<int, 16>(1).copy_to(p); };
  static_cast<void>(kernel);
)" + launch + "\n}\n");
    const Compiled result = compiled(source, "bmg");
    EXPECT_EQ(result.info.registers, 128) << launch; // as the option says
    return result.kernels.at(0).report.registers;
  };
  const std::string small = "queue.parallel_for(sycl::range<1>(1), oneapi::properties(intel::grf_size<128>), kernel);";
  EXPECT_EQ(registers(small), 128);
  EXPECT_EQ(registers("queue.parallel_for(sycl::range<1>(1), kernel);"), 128);
  for (const char* launch :
       {"queue.parallel_for(sycl::range<1>(1), oneapi::properties(intel::grf_size<256>), kernel);",
        "queue.submit([&](sycl::handler& h) { h.parallel_for(sycl::nd_range<1>(1, 1), "
        "oneapi::properties(sycl::detail::register_alloc_mode<sycl::detail::register_alloc_mode_enum::large>), "
        "kernel); });",
        "oneapi::nd_launch(queue, oneapi::launch_config(sycl::nd_range<1>(1, 1), "
        "oneapi::properties(intel::grf_size<256>)), "
        "kernel);",
        "queue.single_task(WithProperties{p});",
        "queue.single_task(oneapi::properties(intel::grf_size<256>), "
        "[=]() SYCL_ESIMD_KERNEL { esimd::simd<int, 16>(1).copy_to(p); });",
        "queue.single_task([=]() SYCL_ESIMD_KERNEL { set_large(); esimd::simd<int, 16>(1).copy_to(p); });"})
    EXPECT_EQ(registers(launch), 256) << launch;
}

TEST_F(DeviceCompilation, products_and_sums_are_fused_unless_that_is_forbidden) {
  const ScratchFolder scratch;
  const fs::path source = scratch.path() / "k.cpp";
  write_text(source, R"(#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>
void launch(sycl::queue& queue, float* p) {
  using sycl::ext::intel::esimd::simd;
  queue.single_task<class Fused>([=]() SYCL_ESIMD_KERNEL {
    simd<float, 16> x(p), y(p + 16), z(p + 32);
    (x * y + z).copy_to(p + 48);
  });
}
)");
  const auto code = [&](const char* device, const char* contraction) {
    CompileSettings settings = default_settings(headers_folder());
    settings.contraction = contraction;
    return compile(DeviceTools(default_tools_folder()),
                   {.source = source, .device = machine::device_model(device), .settings = settings});
  };
  for (const auto& [device, fused, product] :
       {std::tuple("bmg", "mad \\(16", "mul \\(16"), std::tuple("sm_90", "fma\\.rn\\.f32", "mul\\.rn\\.f32")}) {
    const Compiled usual = code(device, ""), forbidden = code(device, "off");
    EXPECT_EQ(occurrences(usual, "Fused", fused), 1) << device;
    EXPECT_EQ(occurrences(usual, "Fused", product), 0) << device;
    EXPECT_EQ(occurrences(forbidden, "Fused", fused), 0) << device;
    EXPECT_EQ(occurrences(forbidden, "Fused", product), 1) << device;
  }
}

TEST_F(EveryDevice, kernels_of_one_source_have_as_many_registers_as_each_asks_for) {
  const ScratchFolder scratch;
  const fs::path source = scratch.path() / "kernel.cpp";
  write_text(source, R"(#include <sycl/sycl.hpp>
#include <sycl/ext/intel/esimd.hpp>
namespace esimd = sycl::ext::intel::esimd;
constexpr sycl::ext::oneapi::experimental::properties large{sycl::ext::intel::experimental::grf_size<256>};
void launch(sycl::queue& queue, int* p) {
  queue.single_task<class Plain>([=]() SYCL_ESIMD_KERNEL { esimd::simd<int, 16>(1).copy_to(p); });
  queue.single_task<class Large>(large, [=]() SYCL_ESIMD_KERNEL { esimd::simd<int, 16>(2).copy_to(p); });
  queue.single_task<class Other>([=]() SYCL_ESIMD_KERNEL { esimd::simd<int, 16>(3).copy_to(p); });
}
)");
  on_every_device(source, [](const Compiled& result) {
    EXPECT_EQ(report_of(result, "Plain").registers, 128);
    EXPECT_EQ(report_of(result, "Large").registers, 256);
    EXPECT_EQ(report_of(result, "Other").registers, 128);
  });
  on_every_device(
      source,
      [](const Compiled& all) {
        for (const char* kernel : {"Plain", "Large", "Other"})
          EXPECT_EQ(report_of(all, kernel).registers, 256) << kernel;
      },
      RegisterFile::large);
}

TEST_F(RefusedKernel, one_object_with_two_lists_of_properties_says_that_names_are_needed) {
  const ScratchFolder scratch;
  const fs::path source = scratch.path() / "kernel.cpp";
  const auto compile_with =
      [&](const std::string& small, const std::string& large) {
        write_text(source, R"(#include <sycl/sycl.hpp>
#include <sycl/ext/intel/esimd.hpp>
void launch(sycl::queue& queue, int* p) {
  const sycl::ext::oneapi::experimental::properties properties{sycl::ext::intel::experimental::grf_size<256>};
  const auto kernel = [=]() SYCL_ESIMD_KERNEL { sycl::ext::intel::esimd::simd<int, 16>(1).copy_to(p); };
  queue.single_task)" + small + R"((kernel);
  queue.single_task)" + large + R"((properties, kernel);
}
)");
        return compiled(source, "bmg");
      };
  try {
    compile_with("", "");
    FAIL() << "two kernels of one name";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("kernel.cpp:7:9: got a second kernel of the same name"), std::string::npos)
        << error.what();
    EXPECT_NE(std::string(error.what()).find("launched with different properties"), std::string::npos);
  }
  const Compiled named = compile_with("<class Small>", "<class Large>");
  EXPECT_EQ(report_of(named, "Small").registers, 128);
  EXPECT_EQ(report_of(named, "Large").registers, 256);
}

class ProductsOnEveryDevice : public EveryDevice {
protected:
  // Products before a branch stay beside the loads of their operands.
  static void expect_products_beside_their_loads(const Compiled& result) {
    const std::string& assembly = kernel_of(result, "ProductWithPrologue").assembly;
    EXPECT_EQ(toolchain::occurrences(assembly.substr(0, assembly.find("jmpi")), "dpas"), 64);
    EXPECT_EQ(report_of(result, "ProductWithPrologue").counts.dpas, 128);
    EXPECT_EQ(report_of(result, "ProductWithPrologue").spilled_bytes, 0u);
    EXPECT_LE(*report_of(result, "ProductWithPrologue").registers_used, 224);
  }
};

// The vector compiler is told in another way than with the option: the code has to be the same.
TEST_F(ProductsOnEveryDevice, a_kernel_that_asks_for_registers_has_the_code_of_the_option) {
  const ScratchFolder scratch;
  const fs::path source = scratch.path() / "prologue.cpp";
  std::string text = read_text(test_kernel("prologue"));
  const std::string body = "SYCL_ESIMD_KERNEL {";
  const std::size_t begin = text.find(body);
  ASSERT_NE(begin, std::string::npos);
  text.insert(begin + body.size(), "\n    sycl::ext::intel::esimd::set_kernel_properties("
                                   "sycl::ext::intel::esimd::kernel_properties::use_double_grf);");
  write_text(source, text);
  std::map<std::string, std::string> by_option;
  on_every_device(
      test_kernel("prologue"),
      [&](const Compiled& result) {
        expect_products_beside_their_loads(result);
        by_option[result.info.device] = kernel_of(result, "ProductWithPrologue").assembly;
      },
      RegisterFile::large);
  on_every_device(source, [&](const Compiled& by_kernel) {
    EXPECT_EQ(report_of(by_kernel, "ProductWithPrologue").registers, 256);
    EXPECT_EQ(kernel_of(by_kernel, "ProductWithPrologue").assembly, by_option.at(by_kernel.info.device));
  });
}

TEST_F(EveryDevice, shared_local_memory_has_its_size_and_a_barrier_its_fences) {
  on_every_device(test_kernel("group"), [](const Compiled& result) {
    const KernelReport& rotate = report_of(result, "RotateRows");
    EXPECT_EQ(rotate.slm_bytes, 4096u);
    EXPECT_EQ(rotate.barriers, 1);
    EXPECT_EQ(rotate.spilled_bytes, 0u);
    // 256 bytes are one message each way.
    EXPECT_EQ(occurrences(result, "RotateRows", "store\\.slm\\.d64x32t"), 1);
    EXPECT_EQ(occurrences(result, "RotateRows", "load\\.slm\\.d64x32t"), 1);
    EXPECT_EQ(occurrences(result, "RotateRows", "fence\\.slm"), 1);
    EXPECT_EQ(occurrences(result, "RotateRows", "fence\\.ugm"), 1);
    EXPECT_EQ(occurrences(result, "RotateRows", "signal barrier|sync\\.bar"), 2);
    const KernelReport& scatter = report_of(result, "ScatterInGroup");
    EXPECT_EQ(scatter.slm_bytes, 2048u);
    EXPECT_EQ(scatter.barriers, 0);
    EXPECT_EQ(occurrences(result, "ScatterInGroup", "send\\.slm \\(16\\|M0\\).*store\\.slm\\.d32\\.a32"), 1);
    EXPECT_EQ(occurrences(result, "ScatterInGroup", "send\\.slm \\(16\\|M0\\).*load\\.slm\\.d32\\.a32"), 1);
  });
}

// Each row: the kernel, its message with the registers it fills (64 bytes each), as the disassembler writes both.
TEST_F(EveryDevice, T23_T24_two_dimensional_blocks_are_one_message_of_the_right_order_and_size) {
  on_every_device(test_kernel("blocks_2d"), [](const Compiled& result) {
    for (const auto& [kernel, message] : {std::pair{"Plain", "rd:8; load_block2d\\.ugm\\.d16\\.a64"},
                                          std::pair{"TwoBlocks", "rd:16; load_block2d\\.ugm\\.d16\\.a64"},
                                          std::pair{"Transformed", "rd:16; load_block2d\\.ugm\\.d16v\\.a64"},
                                          std::pair{"TransformedBytes", "rd:8; load_block2d\\.ugm\\.d8v\\.a64"},
                                          std::pair{"Transposed", "rd:8; load_block2d\\.ugm\\.d32t\\.a64"},
                                          std::pair{"TransposedDoubles", "rd:4; load_block2d\\.ugm\\.d64t\\.a64"},
                                          std::pair{"OddRows", "rd:1; load_block2d\\.ugm\\.d16\\.a64"}}) {
      EXPECT_EQ(occurrences(result, kernel, message), 1) << kernel;
      EXPECT_EQ(occurrences(result, kernel, "block2d"), 1) << kernel;
      EXPECT_EQ(report_of(result, kernel).spilled_bytes, 0u) << kernel;
    }
    // The shape is in the descriptor: width - 1, height - 1, blocks - 1 in a byte each.
    EXPECT_EQ(occurrences(result, "Plain", "0x0*F0F:|3855:"), 1);
    EXPECT_EQ(occurrences(result, "TwoBlocks", "0x0*10F0F:|69391:|9\\.72[0-9]*e-41:f"), 1);

    // A descriptor is made before the loop and changed in place.
    EXPECT_EQ(occurrences(result, "Walk", "rd:8; load_block2d\\.ugm\\.d16v\\.a64\\.ca\\.ca"), 1);
    EXPECT_EQ(occurrences(result, "Walk", "rd:0; load_block2d\\.ugm\\.d16\\.a64\\.ca\\.ca"), 1); // the prefetch
    EXPECT_EQ(occurrences(result, "Walk", "0x0*F0F:|3855:"), 1);
    EXPECT_EQ(occurrences(result, "Walk", "add \\(1\\|M0\\) +r([0-9]+)\\.5<1>:d +r\\1\\.5<0;1,0>:d +16:w"), 1);

    // Stores and prefetches carry their hints.
    EXPECT_EQ(occurrences(result, "Store", "wr:1\\+4, rd:0; store_block2d\\.ugm\\.d16\\.a64"), 2);
    EXPECT_EQ(occurrences(result, "Store", "store_block2d\\.ugm\\.d16\\.a64\\.wb\\.wb"), 1);
    EXPECT_EQ(occurrences(result, "Store", "wr:1\\+0, rd:0; load_block2d\\.ugm\\.d16\\.a64\\.st\\.ca"), 1);
  });
}

TEST_F(EveryDevice, T25_T26_T28_T29_barriers_fences_and_pieces_of_local_memory_have_their_numbers) {
  on_every_device(test_kernel("meetings"), [](const Compiled& result) {
    const KernelReport& named = report_of(result, "NamedBarrier");
    EXPECT_EQ(named.barriers, 8); // the hardware has 8 for 5 that are allocated
    EXPECT_EQ(report_of(result, "Arrive").barriers, 1);
    // Number, mode, producers and consumers in one word.
    EXPECT_EQ(occurrences(result, "NamedBarrier", "0xC044002:"), 1);
    EXPECT_EQ(occurrences(result, "NamedBarrier", "0xC048002:"), 1);
    EXPECT_EQ(occurrences(result, "NamedBarrier", "signal barrier"), 2);
    EXPECT_EQ(occurrences(result, "NamedBarrier", "sync\\.bar +2"), 1);
    EXPECT_EQ(occurrences(result, "NamedBarrier", "fence\\.slm\\.none\\.group"), 2);
    EXPECT_EQ(occurrences(result, "NamedBarrier", "fence\\.ugm\\.none\\.group"), 2);
    EXPECT_EQ(occurrences(result, "Arrive", "0x10100000:"), 1);
    EXPECT_EQ(occurrences(result, "Arrive", "fence"), 0);

    // A split barrier signals before and waits after what lies between.
    EXPECT_EQ(report_of(result, "SplitBarrier").barriers, 1);
    EXPECT_EQ(occurrences(result, "SplitBarrier", "signal barrier"), 1);
    EXPECT_EQ(occurrences(result, "SplitBarrier", "sync\\.bar"), 1);
    const std::string& split = kernel_of(result, "SplitBarrier").assembly;
    std::size_t position = 0;
    for (const char* step : {"signal barrier", "load.ugm.d32x64t", "sync.bar", "store.ugm"}) {
      position = split.find(step, position);
      ASSERT_NE(position, split.npos) << step;
    }

    // Fences have their kind, operation and scope.
    EXPECT_EQ(occurrences(result, "Fences", "fence\\."), 4);
    for (const char* fence : {"fence\\.slm\\.none\\.group", "fence\\.ugm\\.evict\\.gpu", "fence\\.ugm\\.none\\.group",
                              "fence\\.ugm\\.invalidate\\.tile"})
      EXPECT_EQ(occurrences(result, "Fences", fence), 1) << fence;

    // Pieces of local memory come on top of slm_init.
    EXPECT_EQ(report_of(result, "Pieces").slm_bytes, 2048u); // 1000 + 64, as the hardware hands it out
  });
}

class LanesOnEveryDevice : public EveryDevice {
protected:
  static void expect_gathers_under_their_mask(const Compiled& result) {
    EXPECT_EQ(occurrences(result, "GatherScatter", "\\(f[0-9.]+\\) +send\\.ugm \\(16\\|M0\\).*load\\.ugm\\.d32\\.a64"),
              1);
    EXPECT_EQ(occurrences(result, "GatherScatter", "\\(f[0-9.]+\\) +send\\.ugm \\(16\\|M0\\).*store\\.ugm\\.d32\\.a64"),
              1);
    for (const CompiledKernel& kernel : result.kernels)
      EXPECT_EQ(kernel.report.spilled_bytes, 0u) << kernel.name();
  }
  static void expect_branches_on_masks(const Compiled& result) {
    for (const char* kernel : {"StoreIfAny", "StoreIfAnyOf13"})
      EXPECT_EQ(occurrences(result, kernel, "jmpi|goto"), 1) << kernel;
    // 8, 4 and 1 of the 13 elements: none may get lost.
    EXPECT_EQ(occurrences(result, "StoreIfAnyOf13", "load\\.ugm\\.d32(x[0-9]+t)?\\.a64"), 3);
  }
  static void expect_branches_by_a_remainder(const Compiled& result) {
    EXPECT_GE(occurrences(result, "StoreByRemainder", "jmpi|goto"), 4);
    EXPECT_EQ(occurrences(result, "StoreByRemainder", "end of thread"), 1);
  }
  static void expect_addressed_registers(const Compiled& result) {
    EXPECT_GE(occurrences(result, "IndexedRegisters", "r\\[a0\\.[0-9]"), 2);
  }
};

TEST_F(LanesOnEveryDevice, lanes_branches_and_indices_become_their_instructions) {
  on_every_device(test_kernel("lanes"), [](const Compiled& result) {
    expect_gathers_under_their_mask(result);
    expect_branches_on_masks(result);
    expect_branches_by_a_remainder(result);
    expect_addressed_registers(result);
  });
}

// Each row: a kernel, a message as the disassembler writes it, and how often it is there.
struct Messages {
  const char *kernel, *message;
  int count;
};
class MemoryOnEveryDevice : public EveryDevice {
protected:
  static void expect_lanes_and_blocks(const Compiled& result) {
    for (const Messages& expected : {
             Messages{"VectorsOfFour", "\\(f[0-9.]+\\) +send\\.ugm \\(16\\|M0\\).*load\\.ugm\\.d32x4\\.a64", 1},
             Messages{"VectorsOfFour", "\\(f[0-9.]+\\) +send\\.ugm \\(16\\|M0\\).*store\\.ugm\\.d32x4\\.a64", 1},
             Messages{"VectorsOfEight", "\\(16\\|M0\\).*load\\.ugm\\.d32x4\\.a64\\.ca\\.ca", 2},
             Messages{"VectorsOfEight", "\\(16\\|M0\\).*store\\.ugm\\.d32x4\\.a64\\.wb\\.wb", 2},
             Messages{"PredicatedBlocks", "\\(f[0-9.]+\\) +send\\.ugm \\(1\\|M0\\).*load\\.ugm\\.d32x64t\\.a64", 1},
             Messages{"PredicatedBlocks", "\\(f[0-9.]+\\) +send\\.ugm \\(1\\|M0\\).*store\\.ugm\\.d32x64t\\.a64", 1},
             Messages{"PredicatedBlocks", "jmpi|goto", 0},
             Messages{"NarrowElements", "rd:[1-9]; load\\.ugm\\.d8u32\\.a64", 1},
             Messages{"NarrowElements", "store\\.ugm\\.d16u32\\.a64", 1},
             Messages{"NarrowElements", "rd:0; load\\.ugm\\.d32\\.a64\\.ca\\.ca", 1}, // the prefetch
             Messages{"GroupMessages", "store\\.slm\\.d32x4\\.a32", 1},
             Messages{"GroupMessages", "load\\.slm\\.d32x2\\.a32", 1},
             Messages{"RawMessages", "\\(1\\|M0\\).*rd:4; load_block2d\\.ugm\\.d32\\.a64", 1},
             Messages{"RawMessages", "\\(16\\|M0\\).*rd:0; atomic_iadd\\.ugm\\.d32\\.a64", 1},
             Messages{"RawMessages", "\\(16\\|M0\\).*rd:1; atomic_iadd\\.ugm\\.d32\\.a64", 1},
         })
      EXPECT_EQ(occurrences(result, expected.kernel, expected.message), expected.count)
          << expected.kernel << " " << expected.message;
    for (const CompiledKernel& kernel : result.kernels)
      EXPECT_EQ(kernel.report.spilled_bytes, 0u) << kernel.name();
  }
  static void expect_one_message_for_each_atomic(const Compiled& result) {
    for (const char* message : {"atomic_iinc\\.ugm\\.d32\\.a64", "atomic_iadd\\.ugm\\.d64\\.a64",
                                "atomic_smax\\.ugm\\.d16u32\\.a64", "atomic_fadd\\.ugm\\.d32\\.a64\\.uc\\.wb"})
      EXPECT_EQ(occurrences(result, "GlobalAtomics", std::string("\\(f[0-9.]+\\) +send\\.ugm.*rd:0; ") + message), 1)
          << message;
    EXPECT_EQ(occurrences(result, "GlobalAtomics", "rd:[1-9]; atomic_idec\\.ugm\\.d32\\.a64"), 1);
    EXPECT_EQ(occurrences(result, "GroupMessages", "\\(f[0-9.]+\\) +send\\.slm.*atomic_iadd\\.slm\\.d32\\.a32"), 1);
  }
  // The message wants the expected value (0x11) in the register before that of the new one (0x77).
  static void expect_the_expected_value_first(const Compiled& result) {
    for (const char* kernel : {"UnifiedExchange", "LscExchange"}) {
      const std::string& text = kernel_of(result, kernel).assembly;
      const auto number = [&](const std::string& pattern) {
        std::smatch match;
        return std::regex_search(text, match, std::regex(pattern)) ? std::stoi(match[1]) : -1;
      };
      const int expected = number("r([0-9]+)\\.0<1>:u?d +17:"), replacement = number("r([0-9]+)\\.0<1>:u?d +119:");
      const int sent = number("send\\.ugm \\(16\\|M0\\) +null +r[0-9]+ +r([0-9]+):[0-9].*atomic_icas");
      EXPECT_EQ(sent, expected) << kernel;
      EXPECT_GT(replacement, expected) << kernel;
    }
  }
};

TEST_F(MemoryOnEveryDevice, T17_T18_T19_T20_lanes_blocks_and_atomics_are_messages_with_vectors_predicates_and_hints) {
  on_every_device(test_kernel("memory"), [](const Compiled& result) {
    expect_lanes_and_blocks(result);
    expect_one_message_for_each_atomic(result);
    expect_the_expected_value_first(result);
  });
}

class MatricesOnEveryDevice : public EveryDevice {
protected:
  static void expect_one_instruction_for_each_product(const Compiled& result) {
    const auto product = [&](const char* kernel, const std::string& operands) {
      EXPECT_EQ(report_of(result, kernel).counts.dpas, 1) << kernel;
      EXPECT_EQ(occurrences(result, kernel, "dpas\\." + operands), 1) << kernel;
    };
    const std::string any = "[^\\n:]*:";
    product("Bf16", "8x8 \\(16.M0\\)" + any + "f" + any + "f" + any + "bf" + any + "bf");
    product("Bf16ToBf16", "8x8 \\(16.M0\\)" + any + "f" + any + "f" + any + "bf" + any + "bf");
    product("Fp16OneRow", "8x1 \\(16.M0\\)" + any + "f" + any + "f" + any + "hf" + any + "hf");
    product("Fp16ToHalf", "8x8 \\(16.M0\\)" + any + "hf" + any + "hf" + any + "hf" + any + "hf");
    product("HalfToFloat", "8x8 \\(16.M0\\)" + any + "f" + any + "hf" + any + "hf" + any + "hf");
    product("Tf32", "8x8 \\(16.M0\\)" + any + "f" + any + "f" + any + "tf32" + any + "tf32");
    product("S8", "8x8 \\(16.M0\\)" + any + "d" + any + "d" + any + "b" + any + "b");
    product("U8S8", "8x7 \\(16.M0\\)" + any + "d" + any + "d" + any + "ub" + any + "b");
    product("U8", "8x8 \\(16.M0\\)" + any + "ud" + any + "ud" + any + "ub" + any + "ub");
    product("S4", "8x8 \\(16.M0\\)" + any + "d" + any + "d" + any + "s4" + any + "s4");
    product("U2", "8x8 \\(16.M0\\)" + any + "d" + any + "d" + any + "u2" + any + "u2");
    product("S8S2", "8x8 \\(16.M0\\)" + any + "d" + any + "d" + any + "b" + any + "s2");
    product("MultiplyFloats", "8x8 \\(16.M0\\)" + any + "f +null" + any + "f" + any + "tf32" + any + "tf32");
    EXPECT_EQ(occurrences(result, "MultiplyFloats", "mov .*:tf32 .*:f"), 6);
  }
  static void expect_sums_in_registers(const Compiled& result) {
    const KernelReport& tiles = report_of(result, "MultiplyTiles");
    EXPECT_EQ(tiles.counts.dpas, 8); // the first of the loop's steps is peeled off
    EXPECT_EQ(tiles.spilled_bytes, 0u);
    EXPECT_LE(tiles.counts.instructions, 120);
  }
};

TEST_F(MatricesOnEveryDevice,
       matrix_products_are_one_instruction_in_every_precision_and_a_tile_keeps_its_sums_in_registers) {
  on_every_device(test_kernel("matrices"), [](const Compiled& result) {
    expect_one_instruction_for_each_product(result);
    expect_sums_in_registers(result);
  });
}

TEST_F(EveryDevice, operations_by_name_are_the_instructions_of_that_name) {
  on_every_device(test_kernel("numbers"), [](const Compiled& result) {
    EXPECT_EQ(occurrences(result, "Rotate", " ro[lr] \\(16"), 2);
    for (const char* instruction : {"bfe", "bfi1", "bfi2", "bfrev", "lzd"})
      EXPECT_EQ(occurrences(result, "BitFields", std::string(" ") + instruction + " \\(16"), 1) << instruction;
    EXPECT_EQ(occurrences(result, "ThreeBits", " bfn\\.\\(s0\\^s1\\^s2\\) \\(16"), 1);
    EXPECT_EQ(occurrences(result, "DotBytes", " dp4a \\(16"), 1);
    EXPECT_EQ(occurrences(result, "Fused", " mad \\(16"), 1);
    EXPECT_EQ(occurrences(result, "kernel_unsigned_int", "end of thread"), 1);
    EXPECT_EQ(occurrences(result, "Fused", " frc \\(16"), 1);
    EXPECT_EQ(occurrences(result, "ClampedByFunctions", " add \\(16\\|M0\\) +\\(sat\\)"), 1);
    EXPECT_EQ(occurrences(result, "CountDigits", " lzd "), 2); // of each half
    for (const char* kernel : {"ClampedByMerging", "Saturated", "SwapHalfBytes"})
      EXPECT_EQ(occurrences(result, kernel, "end of thread"), 1) << kernel;
    EXPECT_EQ(report_of(result, "Sine").counts.math, 2); // the sine and the cosine of the extended unit
    for (const CompiledKernel& kernel : result.kernels)
      EXPECT_EQ(kernel.report.spilled_bytes, 0u) << kernel.name();
  });
}

TEST_F(DeviceCompilation, a_matrix_product_of_the_wrong_width_for_the_device_is_refused) {
  try {
    compiled(test_kernel("matrices"), "dg2");
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("a dpas with 128 elements of the accumulator; expected 64 on dg2"),
              std::string::npos)
        << error.what();
  }
}

TEST_F(EveryDevice, launches_of_all_dimensions_become_kernels) {
  on_every_device(test_kernel("ranges"), [](const Compiled& result) {
    ASSERT_EQ(result.kernels.size(), 7u);
    for (const char* name : {"Range1", "Range2", "Range3", "Groups2", "Groups3", "Once", "kernel_unsigned_short"}) {
      const KernelReport& kernel = report_of(result, name);
      EXPECT_EQ(occurrences(result, name, "store\\.ugm"), 1) << name;
      EXPECT_EQ(occurrences(result, name, "end of thread"), 1) << name;
      EXPECT_EQ(kernel.spilled_bytes, 0u);
    }
  });
}

TEST_F(DeviceCompilation, what_is_written_is_what_isa_reads) {
  const ScratchFolder scratch;
  const Compiled result = compiled(test_kernel("group"), "bmg");
  write_compiled(result, scratch.path());
  const CompileReport read = parse_report("report.json", read_text(scratch.path() / "report.json"));
  EXPECT_EQ(read.zebin, "group.zebin");
  EXPECT_EQ(read.kernels.size(), 2u);
  for (const KernelReport& kernel : read.kernels)
    EXPECT_NE(read_text(scratch.path() / kernel.assembly).find("send"), std::string::npos);

  const Compiled inspected =
      inspect(DeviceTools(default_tools_folder()), "group.zebin", read_bytes(scratch.path() / "group.zebin"));
  EXPECT_EQ(inspected.info.platform, "xe2");
  for (std::size_t i = 0; i < read.kernels.size(); ++i) {
    EXPECT_EQ(inspected.kernels[i].report.counts.operations, read.kernels[i].counts.operations);
    EXPECT_EQ(inspected.kernels[i].report.slm_bytes, read.kernels[i].slm_bytes);
    EXPECT_FALSE(inspected.kernels[i].report.cycles.has_value());
  }
}

TEST_F(DeviceCompilation, intermediate_files_are_kept_when_asked_for_and_only_then) {
  const ScratchFolder scratch;
  const CompileRequest request{.source = test_kernel("group"),
                               .device = machine::device_model("bmg"),
                               .registers = RegisterFile::normal,
                               .settings = default_settings(headers_folder()),
                               .keep = scratch.path() / "kept"};
  compile(DeviceTools(default_tools_folder()), request);
  for (const char* file : {"source.ll", "lowered.ll", "kernels.spv", "kernels.bin"})
    EXPECT_TRUE(fs::exists(scratch.path() / "kept" / file)) << file;
}

TEST_F(RefusedKernel, a_good_one_compiles) {
  EXPECT_EQ(refusal("block_store<int, 8>(p, simd<int, 8>(n));"), "compiled");
}

TEST_F(RefusedKernel, assertions_are_left_out) {
  EXPECT_EQ(refusal("assert(n > 3);\nblock_store<int, 8>(p, simd<int, 8>(n));"), "compiled");
}

TEST_F(RefusedKernel, an_error_of_the_language_is_shown_with_its_line_and_column) {
  EXPECT_TRUE(
      refusal("p[0] =\nnothing;").starts_with(at_place(body_line + 1, 1) + "'use of undeclared identifier 'nothing''"));
}

TEST_F(RefusedKernel, an_error_in_a_header_is_shown_with_the_line_that_led_there) {
  EXPECT_TRUE(refusal("simd<int, 8> v(1);\nauto w = v.select<8, 2>(0);").starts_with(at_place(body_line + 1, 12)));
}

TEST_F(RefusedKernel, a_call_of_a_function_from_elsewhere_is_named) {
  EXPECT_TRUE(refusal("p[0] = elsewhere(n);").starts_with(at_line(body_line) + "a call of 'elsewhere(int)'"));
}

TEST_F(RefusedKernel, an_exception_cannot_be_thrown) {
  EXPECT_TRUE(refusal("if (n > 3) throw n;").starts_with(at_line(body_line) + "a 'throw'"));
}

TEST_F(RefusedKernel, slm_needs_a_constant_size) {
  const std::string use = "block_store<int, 16>(p, slm_block_load<int, 16>(0));";
  EXPECT_TRUE(refusal(use).starts_with(at_line(body_line) + "an access to shared local memory that has no size"));
  EXPECT_NE(refusal("slm_init(n);" + use).find("known only at run time"), std::string::npos);
  EXPECT_NE(refusal("slm_init<200000>();" + use).find("at most 131072 on bmg"), std::string::npos);
  EXPECT_EQ(refusal("slm_init<64>();" + use), "compiled");
}

TEST_F(RefusedKernel, a_printf_whose_format_is_known_only_at_run_time) {
  EXPECT_TRUE(refusal("sycl::ext::oneapi::experimental::printf(reinterpret_cast<const char*>(p), n);")
                  .find("a printf whose format is known only at run time; expected a string literal") !=
              std::string::npos);
}

TEST_F(RefusedKernel, T23_two_dimensional_blocks_where_the_device_has_none) {
  const std::string load = "block_store<int, 64>(p, load_2d<int, 8, 8>(p, 63, n, 63, 0, 0));";
  const std::string access = "config_2d_mem_access<int, 8, 8, 1> access(p, 63, n, 63, 0, 0);\n";
  for (const char* device : {"dg2", "mtl", "arl"})
    EXPECT_TRUE(refusal(load, device)
                    .starts_with(at_line(body_line) + "a two-dimensional block message for " + device +
                                 "; expected one-dimensional ones"));
  for (const char* use : {"block_store<int, 64>(p, lsc_load_2d(access));", "lsc_store_2d(access, simd<int, 64>(n));",
                          "lsc_prefetch_2d(access);"})
    EXPECT_TRUE(
        refusal(access + use, "dg2").starts_with(at_line(body_line + 1) + "a two-dimensional block message for dg2"))
        << use;
}

TEST_F(RefusedKernel, T29_named_barriers_where_the_device_has_none_or_the_kernel_allocates_none) {
  const std::string use = "named_barrier_signal(3, 0, 8, 8); named_barrier_wait(3);";
  EXPECT_EQ(refusal("named_barrier_init<4>();" + use), "compiled");
  EXPECT_TRUE(refusal(use).starts_with(at_line(body_line) + "a named barrier in a kernel that allocates none"));
  EXPECT_TRUE(refusal("named_barrier_init<3>();" + use)
                  .starts_with(at_line(body_line) + "named barrier 3 in a kernel that allocates 3"));
  EXPECT_NE(refusal("__esimd_nbarrier_init(n);" + use).find("named_barrier_init with a number known only at run time"),
            std::string::npos);
  EXPECT_TRUE(refusal("named_barrier_init<4>();" + use, "dg2")
                  .starts_with(at_line(body_line) + "a named barrier for dg2; expected plain barriers"));
  EXPECT_EQ(
      refusal("split_barrier<split_barrier_action::signal>(); split_barrier<split_barrier_action::wait>();", "dg2"),
      "compiled");
}

// The code that Intel's compiler puts before the kernel would load them from wrong addresses.
TEST_F(RefusedKernel, arguments_that_fill_the_registers) {
  const auto body = [](const char* count) {
    return "}); struct Numbers { int values[" + std::string(count) +
           "]; } numbers{}; queue.single_task<class Many>([=]() SYCL_ESIMD_KERNEL { p[0] = numbers.values[p[1]];";
  };
  EXPECT_EQ(refusal(body("700")), "compiled");
  const std::string refused =
      "kernel.cpp: got arguments of kernel Many that fill its registers; expected captures of less than ";
  EXPECT_TRUE(refusal(body("850")).starts_with(refused + "3,200 bytes")) << refusal(body("850"));
  // Registers of 32 bytes.
  EXPECT_EQ(refusal(body("390"), "dg2"), "compiled");
  EXPECT_TRUE(refusal(body("480"), "dg2").starts_with(refused + "1,600 bytes")) << refusal(body("480"), "dg2");
  EXPECT_TRUE(refusal(body("520"), "dg2").starts_with("kernel.cpp: got 2088 bytes of captures of kernel Many for dg2"))
      << refusal(body("520"), "dg2");
}

TEST_F(RefusedKernel, integers_beyond_64_bits) {
  EXPECT_NE(refusal("__int128 wide = p[0]; wide = wide * wide * p[1]; p[2] = int(wide >> 70);").find("128 bits"),
            std::string::npos);
}

// The machine code compiler has no such integers and ends without a word about the location.
TEST_F(RefusedKernel, no_integer_of_five_bits_is_whatever_is_done_with_it) {
  EXPECT_EQ(refusal("unsigned _BitInt(5) a = p[0], b = p[1], least = std::min(a, b);\n"
                    "_BitInt(5) quotient = p[2];\nquotient = quotient / _BitInt(5)(p[3]);\n"
                    "p[4] = int(least) + int(quotient);"),
            "compiled");
}

TEST_F(RefusedKernel, T06_a_part_of_257_words_may_be_taken_for_double_words) {
  EXPECT_EQ(refusal("simd<uint16_t, 257> words(p[0]);"
                    "simd<int, 64> pairs = words.select<128, 1>(2).bit_cast_view<int>();"
                    "words.select<128, 1>(1).bit_cast_view<int>() = pairs + 1;"
                    "block_store<uint16_t, 256>((uint16_t*)p, words.select<256, 1>(1));"),
            "compiled");
}

// The optimiser would load the number and the pointers behind it at once, and shift them out of 128 bits.
TEST_F(RefusedKernel, no_captured_number_is_that_fills_a_lane_and_lies_beside_pointers) {
  EXPECT_EQ(refusal("}); unsigned on = n; float rest = 2; float *from = (float*)p, *to = from + n;\n"
                    "queue.parallel_for<class Lanes>(sycl::nd_range<1>(8, 8), [=](sycl::nd_item<1> item) {"
                    "simd<uint32_t, 1> offset(uint32_t(item.get_global_id(0) * 4)); simd_mask<1> mask;"
                    "mask.select<1, 1>(0) = on & 1;"
                    "simd<float, 1> kept = rest;"
                    "simd<float, 1> value = lsc_gather<float>(from, offset, mask, kept);"
                    "lsc_scatter<float>(to, offset, value);"),
            "compiled");
}

// Compilers before clang 19 took it.
TEST_F(RefusedKernel, a_template_keyword_without_arguments) {
  EXPECT_EQ(refusal("simd<int, 8> v(1, 2); v = v.template iselect(simd<uint16_t, 8>(7, -1)); v.copy_to(p);"),
            "compiled");
}

TEST_F(RefusedKernel, functions_of_the_standard_library_that_no_tool_translates) {
  EXPECT_TRUE(refusal("float x = p[0]; p[0] = int(__builtin_tanhf(x) * 100);")
                  .starts_with(at_line(body_line) + "a call of 'llvm.tanh'"));
  EXPECT_TRUE(refusal("float x = p[0]; p[0] = __builtin_lrintf(x);")
                  .starts_with(at_line(body_line) + "a call of 'llvm.lrint'"));
  EXPECT_EQ(refusal("float x = p[0]; p[0] = int(sycl::tanh(x) * 100) + int(__builtin_expf(x));"), "compiled");
}

TEST_F(RefusedKernel, no_captured_array_is_whatever_its_index) {
  EXPECT_EQ(refusal("p[0] = table.entries[p[1] & 7];"), "compiled");
  EXPECT_EQ(refusal("for (int i = 0; i < n; ++i) p[i] = table.entries[p[i] & 3] + table.entries[5];"), "compiled");
  EXPECT_EQ(refusal("p[0] = table.entries[3] + table.entries[5];"), "compiled");
}

TEST_F(DeviceCompilation, a_source_that_is_not_there_or_has_no_kernel_is_refused) {
  const ScratchFolder scratch;
  EXPECT_THROW(compiled(scratch.path() / "absent.cpp", "bmg"), Error);
  EXPECT_THROW(compiled(scratch.path(), "bmg"), Error);
  write_text(scratch.path() / "host.cpp", "int main() { return 0; }\n");
  EXPECT_THROW(compiled(scratch.path() / "host.cpp", "bmg"), Error);
}

TEST_F(DeviceCompilation, what_is_no_module_is_refused_by_the_lowering) {
  const ScratchFolder scratch;
  for (const std::string text : {"", "\n", "define ", "define spir_kernel void @", "declare ", "BC\xC0\xDE", "!"}) {
    write_text(scratch.path() / "in.bc", text);
    EXPECT_THROW(lower(DeviceTools(default_tools_folder()), scratch.path(), "in.bc", "out.bc",
                       {.device = "bmg", .source = "in.cpp", .options = {}}),
                 Error)
        << text;
  }
}

TEST(device_tools, a_folder_without_them_is_refused_with_the_way_to_get_them) {
  const ScratchFolder scratch;
  for (const fs::path& folder : {scratch.path(), scratch.path() / "absent"})
    try {
      DeviceTools tools(folder);
      FAIL() << "no error";
    } catch (const Error& error) {
      EXPECT_NE(error.expected().find("./forge device-tools"), std::string::npos);
    }
}

TEST_F(DeviceCompilation, T27_private_variables_are_registers_and_stand_where_the_program_says) {
  const Compiled result = compiled(test_kernel("private_variables"), "bmg");
  ASSERT_EQ(result.kernels.size(), 4u);
  for (const CompiledKernel& kernel : result.kernels)
    EXPECT_EQ(kernel.report.spilled_bytes, 0u) << kernel.name();
  // Arguments 2, a load, a store, the end: nothing of a variable goes to memory.
  EXPECT_EQ(report_of(result, "Anywhere").counts.sends, 5);
  EXPECT_EQ(report_of(result, "Calls").counts.sends, 5);
  EXPECT_EQ(occurrences(result, "Rows", "r\\[a0"), 1); // the row is known when the kernel runs
  EXPECT_EQ(occurrences(result, "Bound", "\\(16\\|M0\\) +r32\\.0<1>:f"), 1);
  EXPECT_GE(occurrences(result, "Bound", "r48\\.0<"), 1);
}

} // namespace
} // namespace xeforge::toolchain
