#include "xeforge/lab/inspect/emulate_counts.hpp"

#include "xeforge/inspection/throughput_models.hpp"
#include "xeforge/lab/terminal/output.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace xeforge::lab {
namespace {

// ---- counting -------------------------------------------------------------------------------------------------------
void add(emulator::MessageCount& sum, const emulator::MessageCount& message) {
  sum.executions += message.executions;
  sum.bytes_read += message.bytes_read;
  sum.bytes_written += message.bytes_written;
}

std::string line_of(const emulator::Kernel& kernel, std::size_t instruction) {
  return instruction < kernel.sources.size() ? kernel.sources[instruction] : std::string();
}

std::vector<CountedLaunch::LoopCount> loops_of(const emulator::Kernel& kernel, const emulator::LaunchCounts& counts) {
  const emulator::Program& program = kernel.program;
  std::map<std::size_t, std::size_t> last; // of each first instruction
  for (std::size_t i = 0; i < program.code.size(); ++i) {
    const emulator::DecodedInstruction& instruction = program.code[i];
    if (instruction.flow == emulator::Flow::call)
      continue;
    for (const std::int32_t target : {instruction.first_target, instruction.second_target})
      if (target >= 0 && static_cast<std::size_t>(target) <= i)
        last[static_cast<std::size_t>(target)] = i;
  }
  std::vector<CountedLaunch::LoopCount> loops;
  for (const auto& [begin, end] : last) {
    CountedLaunch::LoopCount loop{.label = fmt::format("L{}", program.instructions[begin].offset),
                                  .iterations = counts.executions[begin]};
    for (std::size_t i = begin; i <= end; ++i)
      loop.instructions += counts.executions[i];
    loops.push_back(std::move(loop));
  }
  return loops;
}

// ---- text -----------------------------------------------------------------------------------------------------------
// What is counted, as tables and JSON call it.
const std::string& word_of(const std::string& word) { return word; }
std::string word_of(inspection::Pipe pipe) { return std::string(name_of(pipe)); }
std::string word_of(toolchain::MessageKind kind) { return std::string(name_of(kind)); }

template <class Numbers>
std::string numbers_text(const std::string& title, const Numbers& numbers, std::uint64_t whole) {
  std::vector<std::pair<std::string, std::uint64_t>> rows;
  for (const auto& [key, number] : numbers)
    rows.emplace_back(word_of(key), number);
  std::ranges::sort(rows, [](const auto& a, const auto& b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  });
  Table table({{title}, {"executed", Align::right}, {"share", Align::right}});
  for (const auto& [name, number] : rows)
    table.add({name, std::to_string(number), fmt::format("{:.1f}%", 100.0 * double(number) / double(whole))});
  return "\n" + table.text();
}

template <class Messages>
std::string messages_text(const std::string& title, const Messages& messages) {
  Table table({{title}, {"sent", Align::right}, {"bytes read", Align::right}, {"bytes written", Align::right}});
  for (const auto& [key, message] : messages)
    table.add({word_of(key), std::to_string(message.executions), std::to_string(message.bytes_read),
               std::to_string(message.bytes_written)});
  return "\n" + table.text();
}

Json message_json(const std::string& key, const std::string& name, const emulator::MessageCount& message) {
  return {{key, name},
          {"sent", message.executions},
          {"bytes_read", message.bytes_read},
          {"bytes_written", message.bytes_written}};
}

} // namespace

CountedLaunch counted(const emulator::Kernel& kernel, const emulator::LaunchCounts& counts) {
  CountedLaunch sum;
  const inspection::ThroughputModel& model = inspection::throughput_model(name_of(kernel.program.platform));
  for (std::size_t i = 0; i < counts.executions.size(); ++i) {
    const toolchain::Instruction& instruction = kernel.program.instructions[i];
    const std::uint64_t executions = counts.executions[i];
    if (executions == 0 || instruction.is_padding())
      continue;
    sum.instructions += executions;
    sum.operations[std::string(instruction.mnemonic())] += executions;
    sum.pipes[inspection::cost_of(instruction, model).pipe] += executions;
    if (const std::string line = line_of(kernel, i); !line.empty())
      sum.lines[line] += executions;
  }
  for (std::size_t i = 0; i < counts.messages.size(); ++i) {
    const emulator::MessageCount& message = counts.messages[i];
    if (message.executions == 0)
      continue;
    const auto kind = kernel.fields[i] ? kernel.fields[i]->kind : toolchain::MessageKind::other;
    add(sum.messages[kind], message);
    const auto instruction = static_cast<std::size_t>(kernel.program.sends[i].instruction);
    if (const std::string line = line_of(kernel, instruction); !line.empty())
      add(sum.messages_by_line[line], message);
  }
  sum.loops = loops_of(kernel, counts);
  return sum;
}

Json to_json(const emulator::Kernel& kernel, const emulator::LaunchCounts& counts, const CountedLaunch& sum) {
  Json json;
  json["threads"] = counts.threads;
  json["instructions"] = sum.instructions;
  json["operations"] = sum.operations;
  json["pipes"] = Json::object();
  for (const auto& [pipe, instructions] : sum.pipes)
    json["pipes"][word_of(pipe)] = instructions;
  json["lines"] = sum.lines;
  json["messages"] = Json::array();
  for (const auto& [kind, message] : sum.messages)
    json["messages"].push_back(message_json("kind", word_of(kind), message));
  json["messages_by_line"] = Json::array();
  for (const auto& [line, message] : sum.messages_by_line)
    json["messages_by_line"].push_back(message_json("line", line, message));
  json["loops"] = Json::array();
  for (const CountedLaunch::LoopCount& loop : sum.loops)
    json["loops"].push_back(
        {{"label", loop.label}, {"iterations", loop.iterations}, {"instructions", loop.instructions}});
  json["code"] = Json::array();
  for (std::size_t i = 0; i < counts.executions.size(); ++i)
    if (!kernel.program.instructions[i].is_padding())
      json["code"].push_back({{"address", kernel.program.instructions[i].offset},
                              {"text", kernel.program.texts[i]},
                              {"line", line_of(kernel, i)},
                              {"executed", counts.executions[i]}});
  return json;
}

std::string counts_text(const CountedLaunch& sum) {
  std::string text =
      numbers_text("instruction", sum.operations, sum.instructions) + numbers_text("pipe", sum.pipes, sum.instructions);
  if (!sum.lines.empty())
    text += numbers_text("line", sum.lines, sum.instructions);
  text += messages_text("message", sum.messages);
  if (!sum.messages_by_line.empty())
    text += messages_text("message's line", sum.messages_by_line);
  if (!sum.loops.empty()) {
    Table table({{"loop"}, {"iterations", Align::right}, {"instructions", Align::right}});
    for (const CountedLaunch::LoopCount& loop : sum.loops)
      table.add({loop.label, std::to_string(loop.iterations), std::to_string(loop.instructions)});
    text += "\n" + table.text();
  }
  return text;
}

} // namespace xeforge::lab
