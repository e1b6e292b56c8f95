// Where the instructions of compiled kernels go: what 'xeforge explain' reports. Plain data; docs/formats.md has the
// meaning of each field in JSON. Everything here was read from machine code; nothing was run.
#pragma once

#include "xeforge/inspection/instruction_mix.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace xeforge::inspection {

// A line of the source; `line` 0: not known.
struct SourceLine {
  std::string file;
  int line = 0;
  std::string text; // of the line, without blanks around it; empty where the file cannot be read

  bool is_known() const { return line > 0; }
  friend bool operator==(const SourceLine&, const SourceLine&) = default;
};

struct LineReport {
  SourceLine location;
  InstructionMix mix;
};

struct BlockReport {
  std::string label; // as in the disassembly; empty where the block has none
  std::uint32_t offset = 0;
  int loop_depth = 0; // 0: in no loop
  InstructionMix mix;
  int longest_dpas_run = 0;                      // dpas one after another
  int longest_atomic_chain = 0;                  // of them marked {Atomic}, with the one that ends the chain
  int most_registers_live = 0;                   // an estimate: values that are read later
  int registers_read = 0, registers_written = 0; // different ones
};

// What ends a loop, where the compare that drives the jump back can be found; operands as the disassembler writes them.
struct TripCount {
  std::string counter;                                         // e.g. "r12.3"
  std::string step;                                            // what an iteration adds, e.g. "1"; empty: not found
  toolchain::Condition condition = toolchain::Condition::none; // under which another iteration follows
  std::string bound;                                           // a register or a number
  SourceLine location;                                         // of the compare
  // Where start, step and bound are constants.
  std::optional<std::int64_t> iterations{};
};

// The load-use distance of a load in a loop: how many cycles of issue, or of dpas, lie between it and the first instruction
// that waits for it. Latency beyond that is exposed.
struct LoadUseDistance {
  SourceLine location;
  double cycles = 0;
};

struct LoopReport {
  std::string label;
  int depth = 1;
  InstructionMix mix;             // without the loops inside it
  InstructionMix every_iteration; // of that, without what an iteration may go around
  int longest_dpas_run = 0, longest_atomic_chain = 0;
  std::vector<LineReport> lines; // of every iteration, most issue cycles first
  // Of loads from global memory, in the order of the code; those that nothing waits for left out.
  std::vector<LoadUseDistance> loads;
  std::optional<TripCount> trip;
  std::optional<double> runs; // iterations of a thread in all, those of the loops around it included; not in JSON
};

// What lies in one slot of scratch memory.
struct SpilledValue {
  std::uint64_t bytes = 0;
  int stores = 0, fills = 0, fills_in_loops = 0;
  std::vector<SourceLine> made; // by the instructions that wrote the stored registers
  std::vector<SourceLine> used; // by the instructions that read the filled registers first
};

struct SpillReport {
  std::uint64_t bytes = 0; // per hardware thread
  int stores = 0, fills = 0;
  int stores_in_loops = 0, fills_in_loops = 0;
  std::vector<LineReport> lines;    // those with spills, with the mix of the spills alone
  std::vector<SpilledValue> values; // those read most often in loops first
};

// Arrays of a thread's own that stay in memory: those with an index that is not known when compiling, or whose address is
// kept.
struct PrivateMemory {
  std::uint64_t bytes = 0;                 // per hardware thread
  int loads = 0, stores = 0, in_loops = 0; // messages that can be seen to go there
  std::vector<LineReport> lines;           // with these messages, most first; their mix alone
};

// What costs much.
enum class FindingKind {
  vnni_moves,
  conversions,
  copies,
  constants,
  strided_moves,
  masked_writes,
  private_arrays,
  spills,
  gathers,
  small_messages,
  exposed_latency,
  barriers,
  issue,
  narrow_dpas,
  broken_dpas_chains,
  math,
  sync,
  long_integers,
  bank_conflicts,
  hot_line,
  loop_control
};
// As reports name them.
inline constexpr base::Names<FindingKind::loop_control> finding_kind_names{
    {{FindingKind::vnni_moves, "vnni moves"},
     {FindingKind::conversions, "conversions"},
     {FindingKind::copies, "copies"},
     {FindingKind::constants, "constants"},
     {FindingKind::strided_moves, "strided moves"},
     {FindingKind::masked_writes, "masked writes"},
     {FindingKind::private_arrays, "private arrays"},
     {FindingKind::spills, "spills"},
     {FindingKind::gathers, "gathers"},
     {FindingKind::small_messages, "small messages"},
     {FindingKind::exposed_latency, "exposed latency"},
     {FindingKind::barriers, "barriers"},
     {FindingKind::issue, "issue"},
     {FindingKind::narrow_dpas, "narrow dpas"},
     {FindingKind::broken_dpas_chains, "broken dpas chains"},
     {FindingKind::math, "math"},
     {FindingKind::sync, "sync"},
     {FindingKind::long_integers, "64-bit integers"},
     {FindingKind::bank_conflicts, "bank conflicts"},
     {FindingKind::hot_line, "hot line"},
     {FindingKind::loop_control, "loop control"}}};
constexpr std::string_view name_of(FindingKind kind) { return finding_kind_names.of(kind); }

// Something that costs much, in words, with how much it may cost.
struct Finding {
  FindingKind kind;
  // What it may cost, as far as the bound of its code would move without it: of a thread from its start to its end where
  // that is known (total_cycles), else of an iteration of the main loop.
  double cycles = 0;
  std::string text;
  SourceLine location;
};

// The disassembly, line by line.
struct ListedLine {
  std::string text;
  std::string file; // of the source that it comes from; empty: not known, or a label
  int line = 0;
};

struct KernelExplanation {
  std::string name, source_name;
  InstructionMix mix;
  int registers = 0;
  std::optional<int> registers_used;
  std::optional<std::uint64_t> compiler_cycles; // the compiler's static estimate of the whole kernel
  std::optional<int> bank_conflicts;            // the compiler's count
  SpillReport spills;
  PrivateMemory private_memory;
  // Of a thread from its start to its end: blocks outside of loops, and loops as often as they run. None where a loop's
  // number of iterations is not known.
  std::optional<double> total_cycles;
  double cycles_outside_loops = 0;
  std::vector<BlockReport> blocks;
  std::vector<LineReport> lines; // in the order of files and lines
  std::vector<LoopReport> loops;
  std::optional<std::size_t> main_loop; // index into loops
  std::vector<ListedLine> listing;      // empty where there is no text of it
  std::vector<Finding> findings;        // the one that may cost most first; all there are
};

struct Explanation {
  std::string source, device, platform;
  int registers = 0;
  std::string throughput_model; // its name
  std::map<std::string, std::string> tools;
  std::vector<KernelExplanation> kernels;
  // When, and of which commit of its project, the source was explained; empty where nobody said so.
  std::string date{}, commit{};
};

nlohmann::ordered_json to_json(const Explanation& explanation);
// Whether the text is a JSON file of the kind that parse_explanation() takes, of any version.
bool is_explanation(std::string_view text);
// `name` is how errors call the file. Throws Error where the text is no such report.
Explanation parse_explanation(const std::string& name, std::string_view text);

} // namespace xeforge::inspection
