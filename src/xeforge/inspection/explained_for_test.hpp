// Code of a kernel, explained, for tests.
#pragma once

#include "xeforge/inspection/code_for_test.hpp"
#include "xeforge/inspection/explain.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace xeforge::inspection {

inline toolchain::Compiled compiled_of(std::vector<CodeBlock> blocks, int registers = 128) {
  toolchain::Compiled compiled;
  compiled.info.source = "kernel.cpp";
  compiled.info.device = "bmg";
  compiled.info.platform = "xe2";
  compiled.info.registers = registers;
  toolchain::CompiledKernel& kernel = compiled.kernels.emplace_back();
  kernel.report.name = "Kernel";
  kernel.report.registers = registers;
  kernel.blocks = std::move(blocks);
  return compiled;
}

inline KernelExplanation explained(std::vector<CodeBlock> blocks, int registers = 128) {
  return explain(compiled_of(std::move(blocks), registers), "/nowhere").kernels.at(0);
}

inline const Finding* finding(const KernelExplanation& kernel, FindingKind kind) {
  const auto found = std::ranges::find(kernel.findings, kind, &Finding::kind);
  return found == kernel.findings.end() ? nullptr : &*found;
}

} // namespace xeforge::inspection
