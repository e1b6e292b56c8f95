#include "xeforge/lab/inspect/executed_blocks.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/files/json_reader.hpp"
#include "xeforge/lab/inspect/emulate_counts.hpp"
#include "xeforge/lab/terminal/output.hpp"
#include "xeforge/toolchain/tools/files.hpp"

#include <fmt/core.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <sstream>

namespace xeforge::lab {
namespace {

constexpr const char* expected_file =
    "a file written by 'xeforge emulate --json' for a kernel that ended without a fault";

// An instruction as the disassembler has it, without columns and remarks.
std::string plain(const std::string& text) {
  std::string words;
  std::istringstream stream(text.substr(0, text.find("//")));
  for (std::string word; stream >> word;)
    words += (words.empty() ? "" : " ") + word;
  return words;
}

std::vector<std::string> instructions_of(const inspection::KernelExplanation& kernel) {
  std::vector<std::string> texts;
  for (const inspection::ListedLine& line : kernel.listing)
    if (!line.text.ends_with(':'))
      texts.push_back(plain(line.text));
  return texts;
}

} // namespace

ExecutedKernel executed_blocks(const std::string& file, const inspection::Explanation& explanation) {
  ExecutedKernel executed;
  std::map<std::uint32_t, std::uint64_t> times; // by address
  std::vector<std::string> texts;
  const files::JsonDocument document(file, expected_file, toolchain::read_text(file));
  const files::JsonValue json = document.root_of_format(emulate_format);
  if (json["counts"].is_null())
    document.refuse("the report of a launch that failed");
  const std::string platform = json["platform"].text();
  executed.kernel = json["kernel"].text();
  executed.threads = json["counts"]["threads"].whole<decltype(executed.threads)>();
  for (const files::JsonValue& each : json["counts"]["code"].list()) {
    times[each["address"].whole<std::uint32_t>()] = each["executed"].whole<std::uint64_t>();
    texts.push_back(plain(each["text"].text()));
  }
  const auto kernel = std::ranges::find(explanation.kernels, executed.kernel, &inspection::KernelExplanation::name);
  if (kernel == explanation.kernels.end())
    throw Error(file, fmt::format("the kernel {}", executed.kernel), "one of those that are explained");
  const auto refuse_other_code = [&] {
    throw Error(file, fmt::format("counts for other code than that of {} here", executed.kernel),
                "counts of the same code");
  };
  if (platform != explanation.platform || (!kernel->listing.empty() && texts != instructions_of(*kernel)))
    refuse_other_code();
  for (const inspection::BlockReport& block : kernel->blocks) {
    const auto known = times.find(block.offset);
    if (known == times.end())
      refuse_other_code();
    executed.blocks.push_back({.label = block.label,
                               .offset = block.offset,
                               .loop_depth = block.loop_depth,
                               .executions = known->second,
                               .instructions = known->second * static_cast<std::uint64_t>(block.mix.instructions),
                               .cycles = static_cast<double>(known->second) * block.mix.bound_cycles()});
  }
  return executed;
}

std::string executed_text(const ExecutedKernel& executed, std::size_t rows) {
  std::vector<ExecutedBlock> blocks = executed.blocks;
  std::ranges::sort(blocks, [](const ExecutedBlock& one, const ExecutedBlock& other) {
    return one.cycles != other.cycles ? one.cycles > other.cycles : one.offset < other.offset;
  });
  blocks.resize(std::min(blocks.size(), rows));
  Table table({{"block"},
               {"in loops", Align::right},
               {"executions", Align::right},
               {"instructions", Align::right},
               {"issue cycles", Align::right}});
  for (const ExecutedBlock& block : blocks)
    table.add({block.label.empty() ? fmt::format("0x{:x}", block.offset) : block.label,
               std::to_string(block.loop_depth), std::to_string(block.executions), std::to_string(block.instructions),
               fmt::format("{:.0f}", block.cycles)});
  return fmt::format("\n{}: executed by {}, the blocks with most issue cycles\n{}", executed.kernel,
                     counted(executed.threads, "thread"), table.text());
}

Json to_json(const ExecutedKernel& executed) {
  Json json;
  json["kernel"] = executed.kernel;
  json["threads"] = executed.threads;
  json["blocks"] = Json::array();
  for (const ExecutedBlock& block : executed.blocks)
    json["blocks"].push_back({{"label", block.label},
                              {"offset", block.offset},
                              {"executions", block.executions},
                              {"instructions", block.instructions},
                              {"issue_cycles", block.cycles}});
  return json;
}

} // namespace xeforge::lab
