#include "xeforge/emulator/program/decode_program.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/base/hexadecimal.hpp"
#include "xeforge/emulator/program/decode.hpp"

#include <charconv>

namespace xeforge::emulator {
namespace {

// Lines of the text by address: "/* [0010]  */ mov (16|M0) ...".
std::map<std::uint32_t, std::string> lines_by_address(std::string_view text) {
  constexpr std::string_view opening = "/* [", closing = "*/";
  std::map<std::uint32_t, std::string> lines;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    const auto end = line.find(closing);
    if (!line.starts_with(opening) || end == line.npos)
      continue;
    std::uint32_t address = 0;
    const char* const digits = line.data() + opening.size();
    if (std::from_chars(digits, line.data() + line.size(), address, 16).ec != std::errc())
      continue;
    std::string words; // with single spaces
    for (const char letter : line.substr(end + closing.size()))
      if (letter != ' ' || (!words.empty() && words.back() != ' '))
        words += letter;
    while (words.ends_with(' '))
      words.pop_back();
    lines[address] = words;
  }
  return lines;
}

} // namespace

Program decode_program(std::string_view platform, int registers, const Listing& listing) {
  Program program;
  program.platform = platform_names.read("machine code", platform);
  // 128 and 256 everywhere; Xe3 has files of other sizes too.
  const bool is_variable =
      program.platform == Platform::xe3 && registers >= 32 && registers <= 256 && registers % 32 == 0;
  if (registers != 128 && registers != 256 && !is_variable)
    throw Error("machine code", std::to_string(registers) + " registers", "128 or 256");
  program.registers = registers;
  program.register_bytes = program.platform == Platform::xehpg ? 32 : 64;
  DecodingContext context{program, {}};
  for (const toolchain::ListingElement& element : toolchain::read_listing(listing.json))
    if (!element.label.empty())
      context.labels[element.label] = static_cast<std::int32_t>(program.instructions.size());
    else
      program.instructions.push_back(element.instruction);
  auto lines = lines_by_address(listing.text);
  const auto count = static_cast<std::int32_t>(program.instructions.size());
  for (std::int32_t index = 0; index < count; ++index) {
    const toolchain::Instruction& instruction = program.instructions[index];
    program.texts.push_back(lines[instruction.offset]);
    try {
      program.code.push_back(decode_instruction(context, index));
    } catch (const Refusal& refusal) {
      throw Error("instruction at " + base::hexadecimal(instruction.offset, 4),
                  "'" + (program.texts.back().empty() ? std::string(instruction.mnemonic()) : program.texts.back()) +
                      "'",
                  "one that the emulator executes: " + refusal.reason);
    }
  }
  for (const DecodedInstruction& instruction : program.code)
    for (const std::int32_t target : {instruction.first_target, instruction.second_target})
      if (target >= 0 && target < count)
        program.code[target].is_target = true;
  // Channels that wait after a jump resume at the next instruction.
  for (std::int32_t index = 0; index + 1 < count; ++index)
    if (const Flow flow = program.code[index].flow;
        flow == Flow::branch || flow == Flow::loop_end || flow == Flow::if_else)
      program.code[index + 1].is_target = true;
  return program;
}

} // namespace xeforge::emulator
