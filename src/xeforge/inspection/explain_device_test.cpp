// Explanations of real machine code. With the real tools; skipped where they are absent.
#include "xeforge/inspection/explain.hpp"
#include "xeforge/inspection/instruction_class.hpp"
#include "xeforge/inspection/throughput_models.hpp"
#include "xeforge/toolchain/tools/files.hpp"
#include "xeforge/toolchain/tools/repository.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace xeforge::inspection {
namespace {

namespace fs = std::filesystem;
using toolchain::Compiled;
using toolchain::RegisterFile;

class ExplainedOnDevice : public testing::Test {
protected:
  void SetUp() override {
    if (const auto reason = toolchain::missing_device_tools(toolchain::default_tools_folder()))
      GTEST_SKIP() << "no device tools (" << *reason << "); './forge device-tools' fetches them";
  }

  Compiled compiled(const std::string& text, RegisterFile registers = RegisterFile::normal) const {
    const fs::path source = scratch_.path() / "kernel.cpp";
    toolchain::write_text(source, text);
    return toolchain::compile(toolchain::DeviceTools(toolchain::default_tools_folder()),
                              {.source = source,
                               .device = machine::device_model("bmg"),
                               .registers = registers,
                               .settings = toolchain::default_settings(toolchain::headers_folder()),
                               .lines = toolchain::SourceLines::kept});
  }
  static Explanation explained(const Compiled& compiled) { return explain(compiled, toolchain::headers_folder()); }

  toolchain::ScratchFolder scratch_;
};

const KernelExplanation& kernel_named(const Explanation& explanation, const std::string& name) {
  const auto found = std::ranges::find(explanation.kernels, name, &KernelExplanation::name);
  if (found == explanation.kernels.end())
    throw std::out_of_range(name);
  return *found;
}

const toolchain::CompiledKernel& kernel_of(const Compiled& compiled, const std::string& name) {
  return *std::ranges::find(compiled.kernels, name, &toolchain::CompiledKernel::name);
}

const Finding* finding(const KernelExplanation& kernel, FindingKind kind) {
  const auto found = std::ranges::find(kernel.findings, kind, &Finding::kind);
  return found == kernel.findings.end() ? nullptr : &*found;
}

constexpr const char* start = "#include <sycl/ext/intel/esimd.hpp>\n"
                              "#include <sycl/sycl.hpp>\n"
                              "namespace esimd = sycl::ext::intel::esimd;\n"
                              "using esimd::simd;\n";

// The same product, with B packed by moves and by the load.
constexpr const char* products = R"(using esimd::xmx::dpas;
void products(sycl::queue& queue, const sycl::half* a, const sycl::half* b, float* c, int steps) {
  queue.parallel_for<class Packs>(sycl::range<1>(16), [=](sycl::id<1> item) SYCL_ESIMD_KERNEL {
    simd<float, 128> sum(0.0f);
    for (int k = 0; k < steps; ++k) {
      const simd<sycl::half, 256> rows = esimd::load_2d<sycl::half, 16, 16>(b, 63, 1023, 63, 0, k * 16);
      simd<sycl::half, 256> packed;
#pragma unroll
      for (int row = 0; row < 16; row += 2) {
        packed.select<16, 2>(row * 16) = rows.select<16, 1>(row * 16);
        packed.select<16, 2>(row * 16 + 1) = rows.select<16, 1>(row * 16 + 16);
      }
      sum = dpas<8, 8, float>(sum, packed, esimd::block_load<sycl::half, 128>(a + k * 128).read());
    }
    esimd::block_store<float, 128>(c + item[0] * 128, sum);
  });
  queue.parallel_for<class Loads>(sycl::range<1>(16), [=](sycl::id<1> item) SYCL_ESIMD_KERNEL {
    simd<float, 128> sum(0.0f);
    for (int k = 0; k < steps; ++k) {
      const simd<sycl::half, 256> packed = esimd::load_2d<sycl::half, 16, 16, 1, false, true>(b, 63, 1023, 63, 0, k * 16);
      sum = dpas<8, 8, float>(sum, packed, esimd::block_load<sycl::half, 128>(a + k * 128).read());
    }
    esimd::block_store<float, 128>(c + item[0] * 128, sum);
  });
}
)";

TEST_F(ExplainedOnDevice, pairs_that_moves_build_are_found_with_their_line_and_gone_with_the_transformed_load) {
  const Explanation explanation = explained(compiled(std::string(start) + products));
  const KernelExplanation& packs = kernel_named(explanation, "Packs");
  const Finding* const found = finding(packs, FindingKind::vnni_moves);
  ASSERT_TRUE(found);
  EXPECT_NE(found->text.find("16 of them build VNNI pairs"), std::string::npos) << found->text;
  EXPECT_EQ(found->location.text, "packed.select<16, 2>(row * 16) = rows.select<16, 1>(row * 16);");
  EXPECT_FALSE(finding(kernel_named(explanation, "Loads"), FindingKind::vnni_moves));
}

TEST_F(ExplainedOnDevice, a_counted_loop_has_its_trip_count) {
  const Explanation explanation = explained(compiled(std::string(start) + products));
  const KernelExplanation& kernel = kernel_named(explanation, "Loads");
  ASSERT_TRUE(kernel.main_loop);
  const auto& trip = kernel.loops[*kernel.main_loop].trip;
  ASSERT_TRUE(trip);
  EXPECT_EQ(trip->step, "1");
  EXPECT_EQ(trip->location.text, "for (int k = 0; k < steps; ++k) {");
}

// One of xe_device.cpp's kernels, which need more than 128 registers.
constexpr const char* attention = R"(#include "xeforge/ops/attention/kernels/xe_kernel.hpp"
using namespace xeforge::ops::attention;
void launch(sycl::queue& queue, const XeKernel<XeTraits<sycl::half, 128>, XePlainScores>& kernel) {
  queue.parallel_for<class AttentionF16x128>(sycl::nd_range<3>({1, 1, 16}, {1, 1, 16}), kernel);
}
)";

TEST_F(ExplainedOnDevice, spills_are_found_with_128_registers_and_not_with_256) {
  for (const RegisterFile registers : {RegisterFile::normal, RegisterFile::large}) {
    const Compiled result = compiled(std::string(start) + attention, registers);
    const Explanation explanation = explained(result);
    const KernelExplanation& kernel = kernel_named(explanation, "AttentionF16x128");
    const bool is_normal = registers == RegisterFile::normal;
    EXPECT_EQ(finding(kernel, FindingKind::spills) != nullptr, is_normal);
    EXPECT_EQ(kernel.spills.bytes > 0, is_normal);
    EXPECT_EQ(kernel.spills.fills > kernel.spills.stores, is_normal);
    // All messages are of a value, and most values know who made them.
    int stores = 0, fills = 0, known_values = 0;
    for (const SpilledValue& value : kernel.spills.values) {
      stores += value.stores;
      fills += value.fills;
      known_values += !value.made.empty() && !value.used.empty();
    }
    EXPECT_EQ(stores, kernel.spills.stores);
    EXPECT_EQ(fills, kernel.spills.fills);
    EXPECT_GE(known_values * 2, static_cast<int>(kernel.spills.values.size()));
    // What is counted by line and by block is what 'xeforge isa' counts.
    const toolchain::InstructionCounts& counts = kernel_of(result, kernel.name).report.counts;
    EXPECT_EQ(kernel.mix.instructions, counts.instructions);
    EXPECT_EQ(kernel.mix.dpas, counts.dpas);
    EXPECT_EQ(kernel.mix.moves, counts.moves);
    EXPECT_EQ(kernel.mix.other, 0) << "an instruction of an unknown kind";
    // Most instructions know their line.
    int known = 0, most_live = 0;
    for (const LineReport& line : kernel.lines)
      known += line.location.is_known() ? line.mix.instructions : 0;
    EXPECT_GT(known * 10, kernel.mix.instructions * 8);
    for (const BlockReport& block : kernel.blocks)
      most_live = std::max(most_live, block.most_registers_live);
    EXPECT_LE(most_live, kernel.registers);
    EXPECT_GE(most_live, kernel.registers - 12) << "the register allocator had to fill them";
  }
}

// ---- against the compiler's estimate: docs/throughput-models.md says what these show

// Kernels that do one thing 64 and 128 times. What the longer one takes more is what that thing costs.
std::string many(const std::string& name, int times, const std::string& step) {
  return "void " + name + std::to_string(times) + "(sycl::queue& queue, float* p) {\n" + "queue.parallel_for<class " +
         name + std::to_string(times) +
         ">(sycl::range<1>(16), [=](sycl::id<1>) SYCL_ESIMD_KERNEL {\n"
         "simd<float, 16> x[8];\n"
         "for (int i = 0; i < 8; ++i) x[i].copy_from(p + 16 * i);\n"
         "_Pragma(\"unroll\") for (int j = 0; j < " +
         std::to_string(times / 8) + "; ++j) {\n_Pragma(\"unroll\") for (int i = 0; i < 8; ++i) " + step +
         ";\n}\n"
         "for (int i = 0; i < 8; ++i) x[i].copy_to(p + 16 * i);\n}); }\n";
}

// The mix of a kernel by another model than its device's.
double issue_and_pipes(const Compiled& compiled, const std::string& kernel, const ThroughputModel& model) {
  double cycles = 0;
  for (const toolchain::CodeBlock& block : kernel_of(compiled, kernel).blocks)
    for (const toolchain::Instruction& instruction : block.instructions)
      cycles += cost_of(instruction, model).pipe_cycles;
  return cycles;
}

double compiler_cycles(const Compiled& compiled, const std::string& kernel) {
  return static_cast<double>(*kernel_of(compiled, kernel).report.cycles);
}

TEST_F(ExplainedOnDevice, what_more_of_one_thing_costs_is_what_the_compiler_estimates) {
  const std::string text = std::string(start) + many("Floats", 64, "x[i] = x[i] * x[i] + 1.0f") +
                           many("Floats", 128, "x[i] = x[i] * x[i] + 1.0f") +
                           many("Math", 64, "x[i] = esimd::exp2(x[i])") + many("Math", 128, "x[i] = esimd::exp2(x[i])");
  const Compiled result = compiled(text);
  for (const std::string name : {"Floats", "Math"}) {
    const auto growth = [&](auto cycles) { return cycles(name + "128") - cycles(name + "64"); };
    const double estimated = growth([&](const std::string& kernel) { return compiler_cycles(result, kernel); });
    const double counted =
        growth([&](const std::string& kernel) { return issue_and_pipes(result, kernel, compiler_model()); });
    const double published =
        growth([&](const std::string& kernel) { return issue_and_pipes(result, kernel, throughput_model("xe2")); });
    EXPECT_NEAR(counted, estimated, estimated * 0.05) << name;
    // The compiler takes 8 lanes a cycle, the vendor publishes 16.
    EXPECT_NEAR(published * 2, estimated, estimated * 0.05) << name;
  }
}

TEST_F(ExplainedOnDevice, the_compilers_estimate_is_no_bound_for_dpas) {
  std::string text = std::string(start) + "using esimd::xmx::dpas;\n";
  for (const int count : {16, 32})
    text += "void dpas" + std::to_string(count) + "(sycl::queue& queue, float* p, sycl::half* h) {\n" +
            "queue.parallel_for<class Dpas" + std::to_string(count) +
            ">(sycl::range<1>(16), [=](sycl::id<1>) SYCL_ESIMD_KERNEL {\n"
            "simd<float, 128> sums[4];\n"
            "for (int i = 0; i < 4; ++i) sums[i].copy_from(p + 128 * i);\n"
            "const auto b = esimd::block_load<sycl::half, 256>(h);\n"
            "const auto a = esimd::block_load<sycl::half, 128>(h + 256);\n"
            "_Pragma(\"unroll\") for (int j = 0; j < " +
            std::to_string(count / 4) +
            "; ++j) _Pragma(\"unroll\") for (int i = 0; i < 4; ++i)\n"
            "sums[i] = dpas<8, 8, float, float, sycl::half, sycl::half>(sums[i], b, a);\n"
            "for (int i = 0; i < 4; ++i) esimd::block_store<float, 128>(p + 128 * i, sums[i]);\n}); }\n";
  const Compiled result = compiled(text);
  const double estimated = compiler_cycles(result, "Dpas32") - compiler_cycles(result, "Dpas16");
  const ThroughputModel& model = throughput_model("xe2");
  const double published = issue_and_pipes(result, "Dpas32", model) - issue_and_pipes(result, "Dpas16", model);
  EXPECT_DOUBLE_EQ(published, 16 * 16) << "16 more, of 16 cycles each";
  // It counts their issue and what the last one of a chain takes, not how long the systolic array is busy.
  EXPECT_LT(estimated, published / 2);
}

} // namespace
} // namespace xeforge::inspection
