#include "xeforge/base/error.hpp"
#include "xeforge/emulator/launch.hpp"
#include "xeforge/emulator/text.hpp"
#include "xeforge/toolchain/line_table.hpp"
#include "xeforge/toolchain/machine_code.hpp"

#include <algorithm>
#include <filesystem>

namespace xeforge::emulator {
namespace {

using toolchain::LineRow;
using toolchain::SourcePlace;

// Messages whose descriptor stands in the instruction are understood now, or refused.
void read_messages(Kernel& kernel) {
  for (const DecodedSend& send : kernel.program.sends) {
    std::optional<MessageFields> fields;
    if (send.descriptor.address_word < 0)
      try {
        fields = read_fields(kernel.program, send, send.descriptor.value);
      } catch (const Fault& refused) {
        throw Error(kernel.info.name, std::string(refused.what()) + "; " + kernel.place_of(send.instruction),
                    "messages that the emulator executes");
      }
    kernel.fields.push_back(fields);
  }
}

// Whether the table's places belong to the kernel.
bool is_about(const std::vector<LineRow>& table, std::span<const SourcePlace> places, const std::string& kernel) {
  return std::ranges::any_of(table, [&](const LineRow& row) {
    return row.line > 0 && row.line < places.size() && places[row.line].function == kernel;
  });
}

std::string text_of(const SourcePlace& place) {
  if (place.frames.empty())
    return {};
  const toolchain::SourceFrame& frame = place.frames.front();
  return std::filesystem::path(frame.file).filename().string() + ":" + std::to_string(frame.line);
}

void add_sources(Kernel& kernel, const std::vector<std::vector<LineRow>>& tables, std::span<const SourcePlace> places) {
  kernel.sources.resize(kernel.program.instructions.size());
  for (const std::vector<LineRow>& table : tables) {
    if (!is_about(table, places, kernel.info.name))
      continue;
    for (std::size_t i = 0; i < kernel.sources.size(); ++i)
      if (const std::uint32_t line = toolchain::line_at(table, kernel.program.instructions[i].offset);
          line > 0 && line < places.size())
        kernel.sources[i] = text_of(places[line]);
  }
}

} // namespace

std::string Kernel::place_of(std::int32_t instruction) const {
  const auto index = static_cast<std::size_t>(instruction);
  if (instruction < 0 || index >= program.instructions.size())
    return "behind its last instruction";
  const std::string source = index < sources.size() && !sources[index].empty() ? " (" + sources[index] + ")" : "";
  return "at " + hexadecimal(program.instructions[index].offset) + ": " + program.texts[index] + source;
}

Module::Module(const toolchain::DeviceTools& tools, const std::string& name, std::span<const std::byte> zebin,
               std::span<const SourcePlace> places, std::string_view only)
    : name_(name) {
  const toolchain::Zebin file = toolchain::read_zebin(name, zebin);
  if (file.platform.empty())
    throw Error(name, "kernels for an unknown instruction set", "one of those 'xeforge compile' makes");
  platform_ = file.platform;
  const std::vector<std::vector<LineRow>> tables =
      places.empty() ? std::vector<std::vector<LineRow>>() : toolchain::read_line_tables(name, zebin);
  for (const toolchain::ZebinKernel& compiled : file.kernels) {
    if (!only.empty() && compiled.info.name != only)
      continue;
    const toolchain::MachineCodeListing listing = toolchain::list_machine_code(tools, platform_, compiled.instructions);
    Kernel kernel{.info = compiled.info,
                  .program = decode_program(platform_, compiled.info.registers, {listing.json, listing.text}),
                  .fields = {},
                  .sources = {}};
    add_sources(kernel, tables, places);
    read_messages(kernel);
    kernels_.push_back(std::move(kernel));
  }
}

const Kernel& Module::kernel(std::string_view name) const {
  std::string known;
  for (const Kernel& kernel : kernels_) {
    if (kernel.info.name == name)
      return kernel;
    known += (known.empty() ? "" : ", ") + kernel.info.name;
  }
  throw Error(name_, "no kernel " + std::string(name), "one of " + known);
}

} // namespace xeforge::emulator
