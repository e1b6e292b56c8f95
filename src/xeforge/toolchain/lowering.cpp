#include "xeforge/toolchain/lowering.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/toolchain/builtin_calls.hpp"
#include "xeforge/toolchain/debug_nodes.hpp"
#include "xeforge/toolchain/ir_locations.hpp"
#include "xeforge/toolchain/ir_text.hpp"
#include "xeforge/toolchain/kernel_arguments.hpp"
#include "xeforge/toolchain/kernel_claims.hpp"
#include "xeforge/toolchain/kernel_descriptions.hpp"
#include "xeforge/toolchain/kernel_names.hpp"
#include "xeforge/toolchain/local_offsets.hpp"
#include "xeforge/toolchain/mask_lanes.hpp"
#include "xeforge/toolchain/message_checks.hpp"
#include "xeforge/toolchain/message_immediates.hpp"
#include "xeforge/toolchain/odd_integers.hpp"
#include "xeforge/toolchain/printf_strings.hpp"
#include "xeforge/toolchain/private_variables.hpp"
#include "xeforge/toolchain/recursion.hpp"
#include "xeforge/toolchain/unfit_instructions.hpp"
#include "xeforge/toolchain/unfit_types.hpp"
#include "xeforge/toolchain/unreached.hpp"
#include "xeforge/toolchain/wide_lanes.hpp"

#include <algorithm>
#include <charconv>
#include <exception>
#include <map>
#include <set>
#include <unordered_map>

namespace xeforge::toolchain {
namespace {

// What a function that is declared but not defined stands for.
enum class Meaning {
  intrinsic,
  slm_size,
  slm_piece,
  slm_piece_end,
  named_barriers,
  barrier_row,
  print,
  compiler_builtin,
  unknown
};

struct Declared {
  Meaning meaning;
  std::string name; // of an intrinsic: what it becomes, without "llvm."
};

struct Function {
  std::string symbol;
  std::size_t first, last; // lines, from "define" to "}"
  enum class Kind { kernel, helper } kind;
  KernelClaims claims;
  std::map<std::string, std::string> callees; // and where the first call stands
};

// ---- names --------------------------------------------------------------------------------------------------------
// The components of a mangled name, namespaces first: "_ZN1a1bIiEE" gives a, b.
std::vector<std::string> name_components(std::string_view symbol) {
  std::vector<std::string> components;
  if (!symbol.starts_with("_Z"))
    return components;
  symbol.remove_prefix(symbol.starts_with("_ZN") ? 3 : 2);
  while (!symbol.empty() && symbol[0] >= '0' && symbol[0] <= '9') {
    std::size_t length = 0;
    const auto [end, problem] = std::from_chars(symbol.data(), symbol.data() + symbol.size(), length);
    symbol.remove_prefix(static_cast<std::size_t>(end - symbol.data()));
    if (problem != std::errc() || length > symbol.size())
      return {};
    components.emplace_back(symbol.substr(0, length));
    symbol.remove_prefix(length);
  }
  return components;
}

Declared meaning_of(std::string_view symbol) {
  if (symbol.starts_with("llvm."))
    return {Meaning::compiler_builtin, {}};
  if (symbol == printf_symbol)
    return {Meaning::print, {}};
  const std::vector<std::string> parts = name_components(symbol);
  if (parts.size() < 4 || parts[0] != "xeforge" || parts[1] != "esimd")
    return {Meaning::unknown, {}};
  std::string name = parts.back();
  std::ranges::replace(name, '_', '.');
  if (parts[2] == "genx" && parts.size() == 4)
    return {Meaning::intrinsic, "genx." + name};
  if (parts[2] == "genx" && parts.size() == 5 && parts[3] == "internal")
    return {Meaning::intrinsic, "vc.internal." + name};
  if (parts[2] == "kernel_needs" && parts[3] == "slm_bytes")
    return {Meaning::slm_size, {}};
  if (parts[2] == "kernel_needs" && parts[3] == "slm_piece")
    return {Meaning::slm_piece, {}};
  if (parts[2] == "kernel_needs" && parts[3] == "slm_piece_end")
    return {Meaning::slm_piece_end, {}};
  if (parts[2] == "kernel_needs" && parts[3] == "named_barriers")
    return {Meaning::named_barriers, {}};
  if (parts[2] == "kernel_needs" && parts[3] == "barrier_row")
    return {Meaning::barrier_row, {}};
  return {Meaning::unknown, {}};
}

// ---- the pass -----------------------------------------------------------------------------------------------------
class Lowering {
public:
  Lowering(std::string_view ir, const machine::DeviceModel& device, std::uint32_t local_memory);
  LoweredModule run(SourceLines kept, UnfitKernels unfit);

private:
  void read_declarations();
  void read_functions();
  void lower_functions(UnfitKernels unfit);
  void lower_function(Function& function);
  void lower_call(Function& function, std::string& line, const IrCall& call);
  void lower_indirect_call(const Function& function, std::string& line) const;
  void check_calls() const;
  void share_claims();
  void write_claims(const KernelClaims& claims);
  void rename_symbols();
  void mark_kernels();
  void strip_attributes();
  void append_module_metadata();
  std::string place_of(const std::string& line, const Function& function) const;
  std::string place_at_or_before(std::size_t line, const Function& function) const;

  std::vector<std::string> lines_;
  const machine::DeviceModel& device_;
  std::uint32_t local_memory_; // bytes
  IrLocations locations_;
  std::unordered_map<std::string, Declared> declared_;
  std::map<std::string, std::string> renamed_; // symbols and what they become
  std::vector<Function> functions_;
  std::vector<LoweredKernel> kernels_;
  std::vector<std::string> left_out_;
  std::vector<std::string> last_lines_; // of the module
  int intermediates_ = 0;               // names given so far to results of instructions that were put in
};

// What is only looked at and does not stay: descriptions, and what no kernel reaches.
std::vector<std::string> read_module(std::string_view ir) {
  std::vector<std::string> lines = lines_of(ir);
  refuse_described_kernels(lines);
  without_descriptions(lines);
  remove_unreached(lines);
  return without_unfit_builtins(std::move(lines));
}

Lowering::Lowering(std::string_view ir, const machine::DeviceModel& device, std::uint32_t local_memory)
    : lines_(read_module(ir)), device_(device), local_memory_(local_memory), locations_(lines_) {}

std::string Lowering::place_of(const std::string& line, const Function& function) const {
  const std::string place = locations_.of(line);
  return place.empty() ? "kernel " + readable_name(function.symbol) : place;
}

// Some jumps have no place of their own.
std::string Lowering::place_at_or_before(std::size_t line, const Function& function) const {
  for (std::size_t i = line; i > function.first; --i)
    if (std::string place = locations_.of(lines_[i]); !place.empty())
      return place;
  return place_of(lines_[line], function);
}

void Lowering::read_declarations() {
  for (std::string& line : lines_) {
    if (!line.starts_with("declare "))
      continue;
    const std::string symbol(defined_symbol(line));
    Declared declared = meaning_of(symbol);
    // The compiler finds intrinsics by their prefix, so that any unique suffix will do.
    if (declared.meaning == Meaning::intrinsic)
      renamed_[symbol] = "llvm." + declared.name + ".x" + std::to_string(renamed_.size());
    if (symbol.starts_with("_ZN7xeforge5esimd12kernel_needs") || declared.meaning == Meaning::print)
      line.clear();
    declared_.emplace(symbol, std::move(declared));
  }
}

void Lowering::read_functions() {
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    if (lines_[i].starts_with("define ")) {
      const bool kernel = lines_[i].find(" spir_kernel ") < lines_[i].find('@');
      functions_.push_back({.symbol = std::string(defined_symbol(lines_[i])),
                            .first = i,
                            .last = i,
                            .kind = kernel ? Function::Kind::kernel : Function::Kind::helper,
                            .claims = {},
                            .callees = {}});
    } else if (lines_[i] == "}" && !functions_.empty()) {
      functions_.back().last = i;
    }
  }
}

constexpr std::string_view local_memory_space = "ptr addrspace(3)";

// Hints to the optimiser, which is done.
bool is_hint(std::string_view callee) {
  return callee.starts_with("llvm.assume") || callee.starts_with("llvm.lifetime.") ||
         callee.starts_with("llvm.prefetch.") || callee.starts_with("llvm.experimental.noalias.scope.decl");
}

// Checks for overflow that the tools do not know, or only of up to 32 bits.
bool is_unfit_check(std::string_view callee) {
  const auto check = callee.find(".with.overflow.");
  if (check == callee.npos || callee.starts_with("llvm.sadd."))
    return false;
  const bool unsigned_sum = callee.starts_with("llvm.uadd.") || callee.starts_with("llvm.usub.");
  return !unsigned_sum || callee.ends_with("i64");
}

void Lowering::lower_call(Function& function, std::string& line, const IrCall& call) {
  const std::string callee(call.callee);
  const auto found = declared_.find(callee);
  if (found == declared_.end()) { // defined in this module
    function.callees.try_emplace(callee, place_of(line, function));
    return;
  }
  switch (found->second.meaning) {
  case Meaning::intrinsic: {
    const std::string_view name = found->second.name;
    const std::string place = place_of(line, function);
    if (name.starts_with("genx."))
      check_message(name.substr(5), call, device_, place);
    function.claims.note_use(name, call, place);
    return;
  }
  case Meaning::slm_size:
    function.claims.claim_slm(call, place_of(line, function));
    return line.clear();
  case Meaning::slm_piece:
    function.claims.claim_slm_piece(call, static_cast<std::size_t>(&line - lines_.data()), place_of(line, function));
    return;
  case Meaning::slm_piece_end:
    function.claims.end_slm_piece(call, static_cast<std::size_t>(&line - lines_.data()));
    return line.clear();
  case Meaning::barrier_row:
    function.claims.claim_barrier_row(call, static_cast<std::size_t>(&line - lines_.data()), place_of(line, function));
    return;
  case Meaning::named_barriers:
    function.claims.claim_named_barriers(call, place_of(line, function));
    return line.clear();
  case Meaning::print:
    line = with_constant_strings(lines_, line, call, last_lines_, place_of(line, function));
    return;
  case Meaning::compiler_builtin:
    if (is_unfit_check(callee))
      throw Error(place_of(line, function), "a check for overflow (" + callee + ")",
                  "comparisons of the operands, or wider integers");
    if (is_hint(callee))
      line.clear();
    else if (callee.starts_with("llvm.fmuladd.") && call.arguments.size() == 3) {
      const std::string product = "%xeforge.product." + std::to_string(intermediates_++);
      const std::string type(call.type), result(call.result);
      line = "  " + product + " = fmul contract " + type + " " + std::string(call.arguments[0].value) + ", " +
             std::string(call.arguments[1].value) + "\n  " + result + " = fadd contract " + type + " " + product +
             ", " + std::string(call.arguments[2].value);
    }
    return;
  case Meaning::unknown:
    throw Error(place_of(line, function), "a call of '" + demangle(callee) + "', which is not defined for the device",
                "functions whose body the compiler sees, and those of the ESIMD headers");
  }
}

// The text of inline assembly: of `asm sideeffect "TEXT", "CONSTRAINTS"()`.
std::string_view assembly_of(std::string_view line) {
  const auto start = line.find('"', line.find(" asm ")) + 1;
  return line.substr(start, line.find('"', start) - start);
}

// Without text, or with the word for a fence of the compiler's, it is one for the optimiser, which is done.
void Lowering::lower_indirect_call(const Function& function, std::string& line) const {
  if (line.find(" asm ") == line.npos)
    throw Error(place_of(line, function), "a call through a pointer", "calls of functions that are known by name");
  const std::string_view text = assembly_of(line);
  if (!text.empty() && text != "fence_sw")
    throw Error(place_of(line, function), "inline assembler '" + std::string(text) + "'",
                "code without it, or 'fence_sw' for a fence of the compiler's");
  line.clear();
}

// ", !dbg !12" of an instruction; empty where there is none.
std::string_view debug_part(std::string_view line) {
  const auto found = line.find(", !dbg !");
  if (found == line.npos)
    return {};
  return line.substr(found, line.find_first_not_of("0123456789", found + 8) - found);
}

void Lowering::lower_function(Function& function) {
  for (std::size_t i = function.first + 1; i < function.last; ++i) {
    if (const auto unfit = unfit_type(lines_[i]))
      throw Error(place_of(lines_[i], function), unfit->got, unfit->expected);
    if (const auto unfit = unfit_instruction(lines_[i], device_))
      throw Error(place_at_or_before(i, function), unfit->got, unfit->expected);
    const std::string origin(debug_part(lines_[i]));
    if (auto replacement = without_mask_lane_moves(lines_[i], intermediates_))
      lines_[i] = std::move(*replacement);
    else if (const auto call = parse_call(lines_[i]))
      lower_call(function, lines_[i], *call);
    else if (is_call(lines_[i]))
      lower_indirect_call(function, lines_[i]);
    else if (lines_[i].find(local_memory_space) != std::string::npos)
      function.claims.note_local_pointer(place_of(lines_[i], function));
    if (!lines_[i].empty() && debug_part(lines_[i]).empty())
      lines_[i] += origin;
  }
  place_pieces(lines_, function.first, function.last, function.claims.pieces, function.claims.piece_ends);
  if (function.kind == Function::Kind::kernel)
    copy_indexed_captures(lines_, function.first, function.last);
}

// One kernel at least stays, or the first one's error is that of all.
void Lowering::lower_functions(UnfitKernels unfit) {
  std::exception_ptr first_error;
  std::vector<Function> lowered;
  for (Function& function : functions_)
    try {
      lower_function(function);
      lowered.push_back(std::move(function));
    } catch (const Error& error) {
      if (function.kind != Function::Kind::kernel || unfit == UnfitKernels::refused)
        throw;
      if (!first_error)
        first_error = std::current_exception();
      left_out_.emplace_back(error.what());
      for (std::size_t i = function.first; i <= function.last; ++i)
        lines_[i].clear();
    }
  functions_ = std::move(lowered);
  if (std::ranges::any_of(functions_, [](const Function& f) { return f.kind == Function::Kind::kernel; }))
    return;
  if (first_error)
    std::rethrow_exception(first_error);
  throw Error("source", "no kernel", "a lambda or function object given to parallel_for or single_task");
}

void Lowering::check_calls() const {
  Calls calls;
  std::vector<std::string> kernels;
  for (const Function& function : functions_) {
    calls[function.symbol] = function.callees;
    if (function.kind == Function::Kind::kernel)
      kernels.push_back(function.symbol);
  }
  refuse_recursion(calls, kernels);
}

// A kernel needs what every function it reaches needs.
void Lowering::share_claims() {
  std::unordered_map<std::string, const Function*> by_symbol;
  for (const Function& function : functions_)
    by_symbol[function.symbol] = &function;
  for (Function& kernel : functions_) {
    if (kernel.kind != Function::Kind::kernel)
      continue;
    std::vector<const Function*> reached{&kernel};
    for (std::size_t i = 0; i < reached.size(); ++i)
      for (const auto& [callee, place] : reached[i]->callees)
        if (const auto found = by_symbol.find(callee);
            found != by_symbol.end() && std::ranges::find(reached, found->second) == reached.end())
          reached.push_back(found->second);
    for (std::size_t i = 1; i < reached.size(); ++i)
      kernel.claims.add(reached[i]->claims);
    kernel.claims.give_local_accessors(local_memory_);
    kernel.claims.check(readable_name(kernel.symbol), device_);
  }
  for (const Function& function : functions_)
    write_claims(function.claims);
}

// Numbers in the place of the calls that claim. A function that no kernel reaches has them as well: it stays in the
// module.
void Lowering::write_claims(const KernelClaims& claims) {
  const auto write = [this](std::size_t line, const std::string& result, std::uint32_t number) {
    lines_[line] = result.empty() ? std::string() : "  " + result + " = add i32 0, " + std::to_string(number);
  };
  for (const SlmPiece& piece : claims.pieces)
    write(piece.line, piece.result, claims.slm_bytes + piece.offset);
  for (const BarrierRow& row : claims.barrier_rows)
    write(row.line, row.result, claims.named_barriers + row.first);
}

std::string with_symbols_renamed(const std::string& line, const std::map<std::string, std::string>& renamed) {
  std::string result;
  std::size_t done = 0;
  for (auto at = line.find('@'); at != line.npos; at = line.find('@', at + 1)) {
    const std::string_view symbol = symbol_at(line, at);
    const auto found = renamed.find(std::string(symbol));
    if (found == renamed.end())
      continue;
    const bool quoted = line[at + 1] == '"';
    result.append(line, done, at + 1 - done).append(found->second);
    done = at + 1 + symbol.size() + (quoted ? 2 : 0);
  }
  return done == 0 ? line : result.append(line, done);
}

void Lowering::rename_symbols() {
  std::set<std::string> taken;
  for (const Function& function : functions_) {
    if (function.kind != Function::Kind::kernel)
      continue;
    const std::string source_name = readable_name(function.symbol);
    const std::string base = short_name(source_name);
    std::string name = base;
    for (int i = 2; !taken.insert(name).second; ++i)
      name = base + "_" + std::to_string(i);
    renamed_[function.symbol] = name;
    kernels_.push_back({name, source_name, function.claims.all_slm_bytes(), function.claims.all_named_barriers()});
  }
  for (std::string& line : lines_)
    line = with_symbols_renamed(line, renamed_);
}

// Function attributes follow the parameter list and the "(local_)unnamed_addr" behind it.
void insert_attributes(std::string& define, const std::string& attributes) {
  const std::string_view line = define;
  const std::string_view parameters = parameters_of(line, defined_symbol(line));
  if (parameters.data() == nullptr || line.find('{') == line.npos)
    throw Error("IR", "'" + define + "'", "a function with parameters and a body");
  auto position = static_cast<std::size_t>(parameters.data() + parameters.size() - line.data()) + 1;
  for (const std::string_view word : {" local_unnamed_addr", " unnamed_addr"})
    if (line.substr(position).starts_with(word))
      position += word.size();
  define.insert(position, attributes);
}

// Without VCFunction the vector compiler makes an empty file, without the other two the sizes silently vanish.
void Lowering::mark_kernels() {
  for (const Function& function : functions_) {
    std::string& define = lines_[function.first];
    std::string attributes = " \"VCFunction\"", metadata;
    if (function.kind == Function::Kind::kernel) {
      attributes += " \"VCSLMSize\"=\"" + std::to_string(function.claims.all_slm_bytes()) +
                    "\" \"VCNamedBarrierCount\"=\"" + std::to_string(function.claims.all_named_barriers()) + "\"";
      metadata = "!intel_reqd_sub_group_size !90000 ";
    }
    insert_attributes(define, attributes);
    define.insert(define.rfind('{'), metadata);
  }
}

void remove_words(std::string& line, std::string_view word) {
  for (auto found = line.find(word); found != line.npos; found = line.find(word, found))
    line.erase(found, word.size());
}

// Removes every ` "key"="value"` and ` "key"`.
void remove_quoted(std::string& line) {
  for (auto start = line.find(" \""); start != line.npos; start = line.find(" \"", start)) {
    auto end = line.find('"', start + 2) + 1;
    if (end < line.size() && line[end] == '=')
      end = line.find('"', end + 2) + 1;
    if (end == 0)
      return;
    line.erase(start, end - start);
  }
}

// Attributes of parameters and of the C++ compiler's functions: the vector compiler reads plain types.
void Lowering::strip_attributes() {
  for (std::string& line : lines_) {
    if (line.starts_with("attributes #")) {
      remove_quoted(line);
      remove_words(line, " alwaysinline");
    } else if (line.starts_with("define ") || line.starts_with("declare ") || line.find(" call ") != line.npos) {
      for (const std::string_view word : {" noundef", " signext", " zeroext"})
        remove_words(line, word);
    }
  }
}

void Lowering::append_module_metadata() {
  // Memory model Physical64 OpenCL, SPIR 1.2, source language unknown. Numbers far from the compiler's own.
  for (const char* line :
       {"!spirv.MemoryModel = !{!90001}", "!opencl.spir.version = !{!90002}", "!opencl.ocl.version = !{!90003}",
        "!spirv.Source = !{!90004}", "!90000 = !{i32 1}", "!90001 = !{i32 2, i32 2}", "!90002 = !{i32 1, i32 2}",
        "!90003 = !{i32 1, i32 0}", "!90004 = !{i32 0, i32 100000}"})
    lines_.emplace_back(line);
}

LoweredModule Lowering::run(SourceLines kept, UnfitKernels unfit) {
  last_lines_ = make_thread_locals_private(lines_);
  read_declarations();
  read_functions();
  for (const Function& function : functions_) {
    without_wide_lanes(lines_, function.first + 1, function.last, intermediates_);
    without_odd_integers(lines_, function.first + 1, function.last, intermediates_);
    take_local_offsets(lines_, function.first + 1, function.last);
  }
  lower_functions(unfit);
  check_calls();
  share_claims();
  strip_attributes();
  rename_symbols();
  for (const Function& function : functions_)
    fold_immediates(lines_, function.first, function.last);
  mark_kernels();
  LoweredModule module{{}, std::move(kernels_), {}, std::move(left_out_)};
  if (kept == SourceLines::kept)
    module.places = locations_.keep_places(lines_);
  else
    locations_.strip(lines_);
  append_module_metadata();
  lines_.insert(lines_.end(), last_lines_.begin(), last_lines_.end());
  for (const std::string& line : lines_)
    module.ir += line + "\n";
  return module;
}

} // namespace

LoweredModule lower(std::string_view ir, const machine::DeviceModel& device, SourceLines lines,
                    std::uint32_t local_memory, UnfitKernels unfit) {
  return Lowering(ir, device, local_memory).run(lines, unfit);
}

} // namespace xeforge::toolchain
