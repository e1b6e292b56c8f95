// What a device compilation made, as data and as report.json:
//   format            "xeforge-compile-4"
//   source            the C++ file as it was named; "" where only the compiled file is known
//   device            e.g. "bmg"; "" where only the instruction set is known
//   platform          the instruction set, e.g. "xe2"
//   grf               registers per hardware thread as asked for by the option, for all kernels: 128 or 256; 0: not known
//   zebin             the compiled file, relative to the report
//   tools             package -> "VERSION pinned" or "VERSION mirror (pinned: VERSION)"
//   kernels           for each:
//     name, source_name, assembly      as in KernelReport below
//     instructions, dpas, sends, mov, math, sync      counts in the machine code, without padding
//     operations      mnemonic -> count
//     loops           for each loop of the machine code: label, depth (1: in no other loop), instructions, dpas, sends,
//                     mov, math, sync (blocks of loops inside it not counted), every_iteration: the same six without the
//                     blocks that an iteration may go around, fullest_iteration: the same of the way with the most dpas,
//                     longest_dpas_run
//     grf             128 or 256
//     grf_used        registers in use; null where only the compiled file is known
//     spilled_bytes   per hardware thread
//     slm_bytes, barriers
//     estimated_cycles      the compiler's static estimate; null where only the compiled file is known
#pragma once

#include "xeforge/toolchain/binary/instructions.hpp"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace xeforge::toolchain {

struct KernelReport {
  std::string name;        // as in the compiled file
  std::string source_name; // as in the source; empty where only the compiled file is known
  std::string assembly;    // the file of its disassembly, relative to the report; empty: none was written
  InstructionCounts counts;
  std::vector<LoopCode> loops;
  std::optional<int> registers_used; // the most that are in use; known from the compilation only
  int registers = 0;                 // 128 or 256
  std::uint64_t spilled_bytes = 0;   // per hardware thread
  std::uint32_t slm_bytes = 0;
  int barriers = 0;
  std::optional<std::uint64_t> cycles; // the compiler's static estimate; known from the compilation only
  std::optional<int> bank_conflicts;   // the compiler's count; known from the compilation only, and not in report.json
  std::uint64_t private_bytes = 0;     // arrays that stay in memory, per hardware thread
};

// Of all its kernels together.
struct CompilationInfo {
  std::string source; // empty where only the compiled file is known
  std::string device; // empty where only the instruction set is known
  std::string platform;
  int registers = 0;                        // per hardware thread as the option says: 128 or 256; 0: unknown
  std::string zebin;                        // the compiled file, relative to the report
  std::map<std::string, std::string> tools; // package -> version and where it came from
};

struct CompileReport : CompilationInfo {
  std::vector<KernelReport> kernels;
};

nlohmann::ordered_json to_json(const CompileReport& report);
// `name` is how errors call the file. Throws Error where the text is not such a report.
CompileReport parse_report(const std::string& name, const std::string& text);

} // namespace xeforge::toolchain
