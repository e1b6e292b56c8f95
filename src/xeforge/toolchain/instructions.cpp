#include "xeforge/toolchain/instructions.hpp"

#include "xeforge/base/error.hpp"

#include <nlohmann/json.hpp>

namespace xeforge::toolchain {
namespace {

// Code ends in a pad of zero words, which read as "illegal".
bool is_padding(std::string_view operation) { return operation == "nop" || operation == "illegal"; }

void count(InstructionCounts& counts, const std::string& operation) {
  if (is_padding(operation))
    return;
  ++counts.instructions;
  ++counts.operations[operation];
  if (operation.starts_with("dpas"))
    ++counts.dpas;
  else if (operation.starts_with("send"))
    ++counts.sends;
  else if (operation == "mov" || operation == "movi")
    ++counts.moves;
  else if (operation == "math")
    ++counts.math;
  else if (operation == "sync")
    ++counts.sync;
}

} // namespace

InstructionCounts count_instructions(std::string_view disassembly_json) {
  try {
    const auto root = nlohmann::json::parse(disassembly_json);
    InstructionCounts counts;
    for (const auto& element : root.at("elems"))
      if (element.at("kind") == "I")
        count(counts, element.at("op").get<std::string>());
    return counts;
  } catch (const nlohmann::json::exception& problem) {
    throw Error("disassembly", "'" + std::string(problem.what()) + "'", "the disassembler's JSON");
  }
}

} // namespace xeforge::toolchain
