#include "code_properties.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/inspection/explain.hpp"
#include "xeforge/inspection/report_difference.hpp"
#include "xeforge/toolchain/binary/line_table.hpp"
#include "xeforge/toolchain/binary/zebin.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace xeforge::fuzz {
namespace {

void require(bool holds) { // a macro would say what; the stack of the fuzzer's report says where
  if (!holds)
    std::abort();
}

std::string_view text_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

template <class Check>
void accept_or_refuse(Check check) {
  try {
    check();
  } catch (const Error& error) {
    require(!error.argument().empty() && !error.got().empty() && !error.expected().empty());
  }
}

void check_explanation(const inspection::Explanation& explanation) {
  const auto json = inspection::to_json(explanation);
  const inspection::Explanation again = inspection::parse_explanation("report", json.dump());
  require(inspection::to_json(again) == json);
  for (const inspection::KernelDifference& kernel : inspection::compare_reports(explanation, again).kernels)
    require(kernel.in_old && kernel.in_new);
}

template <class Parts>
int instructions_of(const Parts& parts) {
  int sum = 0;
  for (const auto& part : parts)
    sum += part.mix.instructions;
  return sum;
}

} // namespace

void check_disassembly(std::span<const std::byte> bytes) {
  accept_or_refuse([&] {
    toolchain::Compiled compiled;
    compiled.info.platform = "xe2";
    compiled.kernels.push_back({{}, {}, toolchain::code_blocks(text_of(bytes))});
    const inspection::Explanation explanation = inspection::explain(compiled, "/nowhere");
    const inspection::KernelExplanation& kernel = explanation.kernels.at(0);
    require(instructions_of(kernel.lines) == kernel.mix.instructions);
    require(instructions_of(kernel.blocks) == kernel.mix.instructions);
    for (const inspection::LoopReport& loop : kernel.loops)
      require(loop.every_iteration.instructions <= loop.mix.instructions);
    check_explanation(explanation);
  });
}

void check_zebin(std::span<const std::byte> bytes) {
  accept_or_refuse([&] {
    for (const toolchain::ZebinKernel& kernel : toolchain::read_zebin("fuzzed", bytes).kernels)
      require(kernel.instructions.size() <= bytes.size());
  });
  accept_or_refuse([&] {
    for (const auto& table : toolchain::read_line_tables("fuzzed", bytes)) {
      require(std::ranges::is_sorted(table, {}, &toolchain::LineRow::offset));
      if (!table.empty())
        require(toolchain::line_at(table, table.back().offset) == table.back().line);
    }
  });
}

void check_report(std::span<const std::byte> bytes) {
  accept_or_refuse([&] {
    const auto json = toolchain::to_json(toolchain::parse_report("fuzzed", std::string(text_of(bytes))));
    require(toolchain::to_json(toolchain::parse_report("fuzzed", json.dump())) == json);
  });
  accept_or_refuse([&] { check_explanation(inspection::parse_explanation("fuzzed", text_of(bytes))); });
}

} // namespace xeforge::fuzz
