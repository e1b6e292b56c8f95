#include "xeforge/toolchain/compile_report.hpp"

#include "xeforge/base/error.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace xeforge::toolchain {
namespace {

TEST(instructions, are_counted_by_what_they_do) {
  const InstructionCounts counts = analyse_disassembly(R"({"version": "2.0", "elems": [
    {"kind": "L", "id": 1}, {"kind": "I", "op": "mov"}, {"kind": "I", "op": "movi"}, {"kind": "I", "op": "send"},
    {"kind": "I", "op": "sendg"}, {"kind": "I", "op": "dpas"}, {"kind": "I", "op": "math", "subop": "exp"},
    {"kind": "I", "op": "sync"}, {"kind": "I", "op": "add"}, {"kind": "I", "op": "add"}, {"kind": "I", "op": "nop"},
    {"kind": "I", "op": "illegal"}]})")
                                       .counts;
  EXPECT_EQ(counts.instructions, 9);
  EXPECT_EQ(counts.moves, 2);
  EXPECT_EQ(counts.sends, 2);
  EXPECT_EQ(counts.dpas, 1);
  EXPECT_EQ(counts.math, 1);
  EXPECT_EQ(counts.sync, 1);
  EXPECT_EQ(counts.operations.at("add"), 2);
  EXPECT_FALSE(counts.operations.contains("nop"));
}

TEST(instructions, text_that_is_no_disassembly_is_refused) {
  for (const char* text :
       {"", "[]", "{}", "{\"elems\": 3}", "{\"elems\": [{\"op\": \"mov\"}]}", "{\"elems\": [{\"kind\": \"I\"}]}",
        "{\"elems\": [{\"kind\": \"I\", \"op\": 3}]}", "{\"elems\": ["})
    EXPECT_THROW(analyse_disassembly(text), Error) << text;
}

CompileReport example() {
  KernelReport kernel;
  kernel.name = "Axpy";
  kernel.source_name = "main::Axpy";
  kernel.assembly = "Axpy.asm";
  kernel.counts = {117, 8, 6, 41, 5, 1, {{"mov", 41}, {"math", 5}}};
  kernel.loops = {{"L496",
                   1,
                   {60, 8, 4, 20, 5, 1, {{"mov", 20}}},
                   {50, 8, 2, 18, 5, 1, {{"mov", 18}}},
                   {58, 8, 4, 20, 5, 1, {{"mov", 20}}},
                   4}};
  kernel.registers_used = 54;
  kernel.registers = 128;
  kernel.spilled_bytes = 64;
  kernel.slm_bytes = 4096;
  kernel.barriers = 1;
  kernel.cycles = 343;
  return {{"axpy.cpp", "bmg", "xe2", 128, "axpy.zebin", {{"libigc2", "2.40.14-1 pinned"}}}, {kernel}};
}

TEST(compile_report, what_is_written_is_read_again) {
  const auto json = to_json(example());
  EXPECT_EQ(to_json(parse_report("report.json", json.dump())), json);
  EXPECT_EQ(json.at("kernels").at(0).at("instructions"), 117);
  EXPECT_EQ(json.at("kernels").at(0).at("spilled_bytes"), 64);
}

TEST(compile_report, what_is_not_known_is_null) {
  CompileReport report = example();
  report.kernels[0].cycles.reset();
  report.kernels[0].registers_used.reset();
  const auto json = to_json(report);
  EXPECT_TRUE(json.at("kernels").at(0).at("estimated_cycles").is_null());
  EXPECT_FALSE(parse_report("report.json", json.dump()).kernels[0].registers_used.has_value());
}

TEST(compile_report, other_files_are_refused_by_name) {
  for (const char* text :
       {"", "{}", "[]", "{\"format\": \"xeforge-compile-4\"}", "{\"format\": 5}", "{\"format\": \"other\"}"})
    try {
      parse_report("out/report.json", text);
      FAIL() << "accepted: " << text;
    } catch (const Error& error) {
      EXPECT_EQ(error.argument(), "out/report.json") << text;
    }
}

TEST(compile_report, numbers_that_no_kernel_has_are_refused) {
  for (const char* field : {"dpas", "grf", "spilled_bytes", "slm_bytes", "barriers", "grf_used", "estimated_cycles"})
    for (const double number : {7e20, -1.0, 1.5}) {
      auto json = to_json(example());
      json.at("kernels").at(0).at(field) = number;
      try {
        parse_report("report.json", json.dump());
        FAIL() << "accepted: " << field << " " << number;
      } catch (const Error& error) {
        EXPECT_EQ(error.argument(), "report.json");
        EXPECT_NE(error.got().find(std::string(" as 'kernels[0].") + field + "', which must be a whole number"),
                  std::string::npos)
            << error.what();
      }
    }
}

} // namespace
} // namespace xeforge::toolchain
