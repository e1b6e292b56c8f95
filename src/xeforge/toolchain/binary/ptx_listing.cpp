#include "xeforge/toolchain/binary/ptx_listing.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace xeforge::toolchain {
namespace {

// Calls with each line, without the blanks around it and its end.
template <class Function>
void for_each_line(std::string_view text, const Function& function) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    const std::size_t first = line.find_first_not_of(" \t");
    function(text.substr(0, end), first == line.npos ? std::string_view() : line.substr(first));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::ranges::find(words, word) != words.end();
}

// "@%p1 bra" counts as "bra".
void count(InstructionCounts& counts, std::string_view line) {
  if (line.starts_with('@'))
    line.remove_prefix(std::min(line.find_first_of(" \t") + 1, line.size()));
  const std::string_view operation = line.substr(0, line.find_first_of(" \t;"));
  if (operation.empty() || operation[0] < 'a' || operation[0] > 'z' || operation.ends_with(':'))
    return;
  const std::string_view base = operation.substr(0, operation.find('.'));
  ++counts.instructions;
  ++counts.operations[std::string(base)];
  counts.dpas += base == "mma" || operation.starts_with("wgmma.mma_async");
  counts.sends += is_one_of(base, {"ld", "st", "atom", "red"});
  counts.moves += base == "mov";
  counts.math += is_one_of(base, {"ex2", "lg2", "rcp", "rsqrt", "sqrt", "sin", "cos", "div"});
  counts.sync += is_one_of(base, {"bar", "barrier", "membar", "fence"});
}

std::uint64_t number_before(std::string_view line, std::string_view words) {
  const std::size_t at = line.find(words);
  if (at == line.npos)
    return 0;
  std::size_t first = at;
  while (first > 0 && line[first - 1] >= '0' && line[first - 1] <= '9')
    --first;
  std::uint64_t number = 0;
  std::from_chars(line.data() + first, line.data() + at, number);
  return number;
}

} // namespace

std::vector<PtxKernel> read_ptx(std::string_view text) {
  constexpr std::string_view entry = ".visible .entry ";
  std::vector<PtxKernel> kernels;
  bool inside = false, in_body = false;
  for_each_line(text, [&](std::string_view whole, std::string_view line) {
    if (line.starts_with(entry)) {
      line.remove_prefix(entry.size());
      kernels.push_back({std::string(line.substr(0, line.find('('))), {}, {}});
      inside = true;
    }
    if (!inside)
      return;
    kernels.back().text += std::string(whole) + "\n";
    if (whole == "{")
      in_body = true;
    else if (whole == "}")
      inside = in_body = false;
    else if (in_body && line.starts_with("{ .reg")) // several instructions under a predicate
      for (std::size_t at = line.find(';'); at != line.npos && at + 2 < line.size(); at = line.find(';', at + 1))
        count(kernels.back().counts, line.substr(line.find_first_not_of(' ', at + 1)));
    else if (in_body)
      count(kernels.back().counts, line);
  });
  return kernels;
}

std::string ptx_processor(std::string_view text) {
  constexpr std::string_view target = ".target ";
  std::string processor;
  for_each_line(text, [&](std::string_view, std::string_view line) {
    if (processor.empty() && line.starts_with(target))
      processor = line.substr(target.size(), line.find_first_of(", \t\r", target.size()) - target.size());
  });
  return processor;
}

std::vector<PtxRegisters> read_assembler_report(std::string_view text) {
  constexpr std::string_view entry = "Compiling entry function '";
  std::vector<PtxRegisters> kernels;
  for_each_line(text, [&](std::string_view, std::string_view line) {
    if (const std::size_t at = line.find(entry); at != line.npos) {
      line.remove_prefix(at + entry.size());
      kernels.push_back({std::string(line.substr(0, line.find('\'')))});
    } else if (!kernels.empty()) {
      kernels.back().spilled_bytes += number_before(line, " bytes spill stores");
      if (const auto registers = number_before(line, " registers"))
        kernels.back().registers = static_cast<int>(registers);
    }
  });
  return kernels;
}

} // namespace xeforge::toolchain
