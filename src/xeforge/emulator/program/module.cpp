#include "xeforge/emulator/program/module.hpp"
#include "xeforge/base/error.hpp"
#include "xeforge/base/hexadecimal.hpp"
#include "xeforge/emulator/memory/private_memory.hpp"
#include "xeforge/emulator/program/decode_program.hpp"
#include "xeforge/emulator/thread/fault.hpp"
#include "xeforge/toolchain/binary/line_table.hpp"
#include "xeforge/toolchain/binary/machine_code.hpp"

#include <algorithm>
#include <cstring>
#include <filesystem>

namespace xeforge::emulator {

using base::hexadecimal;
namespace {

using toolchain::LineRow;
using toolchain::SourceLocation;

// Messages whose descriptor is in the instruction are decoded now, or refused.
void read_messages(Kernel& kernel) {
  for (const DecodedSend& send : kernel.program.sends) {
    std::optional<MessageFields> fields;
    if (send.descriptor.address_word < 0)
      try {
        fields = read_fields(kernel.program, send, send.descriptor.value);
      } catch (const Fault& refused) {
        throw Error(kernel.info.name, std::string(refused.what()) + "; " + kernel.location_of(send.instruction),
                    "messages that the emulator executes");
      }
    kernel.fields.push_back(fields);
  }
}

// Whether the table's locations belong to the kernel.
bool is_about(const std::vector<LineRow>& table, std::span<const SourceLocation> locations, const std::string& kernel) {
  return std::ranges::any_of(table, [&](const LineRow& row) {
    return row.line > 0 && row.line < locations.size() && locations[row.line].function == kernel;
  });
}

std::string text_of(const SourceLocation& location) {
  if (location.frames.empty())
    return {};
  const toolchain::SourceFrame& frame = location.frames.front();
  return std::filesystem::path(frame.file).filename().string() + ":" + std::to_string(frame.line);
}

void add_sources(Kernel& kernel, const std::vector<std::vector<LineRow>>& tables,
                 std::span<const SourceLocation> locations) {
  kernel.sources.resize(kernel.program.instructions.size());
  for (const std::vector<LineRow>& table : tables) {
    if (!is_about(table, locations, kernel.info.name))
      continue;
    for (std::size_t i = 0; i < kernel.sources.size(); ++i)
      if (const std::uint32_t line = toolchain::line_at(table, kernel.program.instructions[i].offset);
          line > 0 && line < locations.size())
        kernel.sources[i] = text_of(locations[line]);
  }
}

// ---- variables of the file ------------------------------------------------------------------------------------------
// Numbers of the format (zebin): the value that a relocation writes.
enum RelocationType : std::uint32_t { whole_address = 1, lower_half = 2, upper_half = 3 };

// The distance between r0's address and the data for all threads: 0.
constexpr std::string_view offset_of_arguments = "__INTEL_PATCH_CROSS_THREAD_OFFSET_OFF_R0";

class Relocated {
public:
  Relocated(const std::string& name, const ModuleData& data) : name_(name), data_(data) {}

  void apply(std::span<std::byte> bytes, std::span<const toolchain::ElfRelocation> relocations) const {
    for (const toolchain::ElfRelocation& relocation : relocations) {
      const std::uint64_t address = address_of(relocation);
      const std::uint64_t value = relocation.type == upper_half ? address >> 32 : address;
      const std::size_t size = relocation.type == whole_address ? sizeof(std::uint64_t) : sizeof(std::uint32_t);
      if (relocation.type < whole_address || relocation.type > upper_half)
        throw Error(name_, "a relocation of type " + std::to_string(relocation.type) + " to " + relocation.symbol,
                    "addresses of variables");
      if (relocation.offset > bytes.size() || bytes.size() - relocation.offset < size)
        throw Error(name_, "a relocation beyond the end of its section", "one within it");
      std::memcpy(bytes.data() + relocation.offset, &value, size);
    }
  }

private:
  std::uint64_t address_of(const toolchain::ElfRelocation& relocation) const {
    if (relocation.symbol == offset_of_arguments)
      return 0;
    const auto found = std::ranges::find(data_.sections, relocation.section);
    if (relocation.section == 0 || found == data_.sections.end())
      throw Error(name_, "the address of " + relocation.symbol, "variables of the same file");
    return data_.ranges[static_cast<std::size_t>(found - data_.sections.begin())].address + relocation.value;
  }

  const std::string& name_;
  const ModuleData& data_;
};

std::shared_ptr<const ModuleData> read_data(const std::string& name, const toolchain::Zebin& file) {
  if (file.data.empty())
    return nullptr;
  auto data = std::make_shared<ModuleData>();
  for (const toolchain::ZebinData& section : file.data) {
    std::vector<std::byte>& bytes = data->bytes.emplace_back(section.bytes.begin(), section.bytes.end());
    bytes.resize(bytes.size() + largest_register_bytes); // loads of whole registers may begin at the last byte
    const auto address = reinterpret_cast<std::uint64_t>(bytes.data());
    const bool is_global = section.name.starts_with(".data.global");
    data->ranges.push_back(
        {address, bytes.size(), bytes.data(), section.name, is_global ? Writable::yes : Writable::no});
    data->sections.push_back(section.section);
    if (section.name == ".data.const")
      data->constants = address;
    else if (section.name == ".data.global")
      data->globals = address;
  }
  for (std::size_t i = 0; i < file.data.size(); ++i)
    Relocated(name, *data).apply(data->bytes[i], file.data[i].relocations);
  return data;
}

// An entry that the other compiler adds beside kernels; it is not code that can be launched.
bool is_no_kernel(const std::string& name) { return name == "Intel_Symbol_Table_Void_Program"; }

// Code that needs memory which the emulator lacks also uses registers that it does not know; an error about the memory
// is clearer.
Program decoded(const toolchain::KernelInfo& kernel, const std::string& platform,
                const toolchain::MachineCodeListing& listing) {
  try {
    return decode_program(platform, kernel.registers, {listing.json, listing.text});
  } catch (const Error&) {
    check_thread_buffers(kernel);
    throw;
  }
}

} // namespace

std::string Kernel::location_of(std::int32_t instruction) const {
  const auto index = static_cast<std::size_t>(instruction);
  if (instruction < 0 || index >= program.instructions.size())
    return "behind its last instruction";
  const std::string source = index < sources.size() && !sources[index].empty() ? " (" + sources[index] + ")" : "";
  return "at " + hexadecimal(program.instructions[index].offset) + ": " + program.texts[index] + source;
}

Module::Module(const toolchain::DeviceTools& tools, const std::string& name, std::span<const std::byte> zebin,
               std::span<const SourceLocation> locations, std::string_view only)
    : name_(name) {
  const toolchain::Zebin file = toolchain::read_zebin(name, zebin);
  if (file.platform.empty())
    throw Error(name, "kernels for an unknown instruction set", "one of those 'xeforge compile' makes");
  platform_ = file.platform;
  const std::vector<std::vector<LineRow>> tables =
      locations.empty() ? std::vector<std::vector<LineRow>>() : toolchain::read_line_tables(name, zebin);
  const std::shared_ptr<const ModuleData> data = read_data(name, file);
  const ModuleData none;
  std::vector<const toolchain::ZebinKernel*> read;
  std::vector<std::vector<std::byte>> codes;
  for (const toolchain::ZebinKernel& compiled : file.kernels) {
    if (is_no_kernel(compiled.info.name) || (!only.empty() && compiled.info.name != only))
      continue;
    read.push_back(&compiled);
    codes.emplace_back(compiled.instructions.begin(), compiled.instructions.end());
    Relocated(name, data ? *data : none).apply(codes.back(), compiled.relocations);
  }
  std::vector<toolchain::NamedCode> named;
  for (std::size_t i = 0; i < read.size(); ++i)
    named.push_back({read[i]->info.name, codes[i]});
  const std::vector<toolchain::MachineCodeListing> listings =
      toolchain::list_machine_code(tools, platform_, named, toolchain::Listing::complete);
  for (std::size_t i = 0; i < read.size(); ++i) {
    Kernel kernel{.info = read[i]->info,
                  .program = decoded(read[i]->info, platform_, listings[i]),
                  .fields = {},
                  .sources = {},
                  .data = data};
    add_sources(kernel, tables, locations);
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
