#include "xeforge/toolchain/binary/zebin.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/machine/device_models.hpp"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <cstring>

namespace xeforge::toolchain {
namespace {

template <class Number>
Number number_or_zero(const YAML::Node& node) {
  return node ? node.as<Number>() : Number{};
}

// A name or a kind, which messages show as it is.
std::string word_of(const YAML::Node& node) {
  auto word = node.as<std::string>();
  const auto is_control = [](unsigned char c) { return c < 0x20 || c == 0x7f; };
  if (word.empty() || std::ranges::any_of(word, is_control))
    throw Error(".ze_info", "an empty name, or one with control characters", "a word");
  return word;
}
std::string word_or_empty(const YAML::Node& node) { return node ? word_of(node) : std::string(); }

PayloadArgument read_argument(const YAML::Node& node) {
  PayloadArgument argument;
  argument.type = word_of(node["arg_type"]);
  argument.offset = node["offset"].as<std::uint32_t>();
  argument.size = node["size"].as<std::uint32_t>();
  if (const YAML::Node index = node["arg_index"])
    argument.index = index.as<std::uint32_t>();
  argument.source_offset = number_or_zero<std::uint32_t>(node["source_offset"]);
  argument.is_pointer = node["is_ptr"] && node["is_ptr"].as<bool>();
  argument.address_mode = word_or_empty(node["addrmode"]);
  argument.address_space = word_or_empty(node["addrspace"]);
  argument.slm_alignment = number_or_zero<std::uint32_t>(node["slm_alignment"]);
  return argument;
}

template <class Number>
std::array<Number, 3> three_of(const YAML::Node& node) {
  return {node[0].as<Number>(), node[1].as<Number>(), node[2].as<Number>()};
}

void read_environment(const YAML::Node& environment, KernelInfo& info) {
  info.registers = number_or_zero<int>(environment["grf_count"]);
  info.slm_bytes = number_or_zero<std::uint32_t>(environment["slm_size"]);
  info.barriers = number_or_zero<int>(environment["barrier_count"]);
  info.simd_size = number_or_zero<int>(environment["simd_size"]);
  info.inline_data_bytes = number_or_zero<std::uint32_t>(environment["inline_data_payload_size"]);
  if (const YAML::Node size = environment["required_work_group_size"])
    info.required_group_size = three_of<std::uint32_t>(size);
  // The vector compiler writes three zeros where it leaves the order to the driver.
  if (const YAML::Node order = environment["work_group_walk_order_dimensions"])
    if (const std::array<int, 3> named = three_of<int>(order); named != std::array{0, 0, 0}) {
      std::array<int, 3> sorted = named;
      std::ranges::sort(sorted);
      if (sorted != std::array{0, 1, 2})
        throw Error(".ze_info", "an order of dimensions that does not name each once", "0, 1 and 2 in some order");
      info.walk_order = named;
    }
}

KernelInfo read_kernel_info(const YAML::Node& kernel) {
  KernelInfo info;
  info.name = word_of(kernel["name"]);
  if (const YAML::Node environment = kernel["execution_env"])
    read_environment(environment, info);
  for (const YAML::Node argument : kernel["payload_arguments"])
    info.arguments.push_back(read_argument(argument));
  for (const YAML::Node argument : kernel["per_thread_payload_arguments"])
    info.thread_arguments.push_back(
        {word_of(argument["arg_type"]), argument["offset"].as<std::uint32_t>(), argument["size"].as<std::uint32_t>()});
  for (const YAML::Node buffer : kernel["per_thread_memory_buffers"])
    info.thread_buffers.push_back({word_or_empty(buffer["type"]), word_or_empty(buffer["usage"]),
                                   number_or_zero<std::uint64_t>(buffer["size"]), number_or_zero<int>(buffer["slot"])});
  // Scratch memory is where spilled registers go; private arrays that stay in memory have a type of their own.
  for (const YAML::Node buffer : kernel["per_thread_memory_buffers"])
    if (buffer["type"] && word_of(buffer["type"]) == "scratch")
      info.spilled_bytes += number_or_zero<std::uint64_t>(buffer["size"]);
  return info;
}

// The core family stands in a note of type 2.
std::string platform_of(const ElfFile& elf) {
  constexpr std::uint32_t core_family = 2;
  for (const ElfNote& note : elf.notes(".note.intelgt.compat"))
    if (note.type == core_family && note.bytes.size() == sizeof(std::uint32_t)) {
      std::uint32_t family;
      std::memcpy(&family, note.bytes.data(), sizeof(family));
      return std::string(machine::platform_of_family(family));
    }
  return {};
}

} // namespace

std::vector<KernelInfo> read_ze_info(std::string_view yaml) {
  // The section is padded with zero bytes.
  const std::string text(yaml.substr(0, yaml.find('\0')));
  try {
    const YAML::Node root = YAML::Load(text);
    std::vector<KernelInfo> kernels;
    if (root.IsMap())
      for (const YAML::Node kernel : root["kernels"])
        kernels.push_back(read_kernel_info(kernel));
    return kernels;
  } catch (const YAML::Exception& problem) {
    throw Error(".ze_info", fmt::format("'{}'", problem.what()), "the description of kernels in YAML");
  }
}

Zebin read_zebin(const std::string& name, std::span<const std::byte> file) {
  const ElfFile elf(name, file);
  const ElfSection* const information = elf.find(".ze_info");
  if (information == nullptr)
    throw Error(name, "an ELF file without a .ze_info section", "kernels compiled for an Intel GPU");
  Zebin zebin{platform_of(elf), {}, {}};
  for (KernelInfo& info : read_ze_info(information->text())) {
    const ElfSection* const code = elf.find(".text." + info.name);
    if (code == nullptr)
      throw Error(name, "no instructions for the kernel " + info.name, "a section .text." + info.name);
    zebin.kernels.push_back({std::move(info), code->bytes, elf.relocations(code->name)});
  }
  if (zebin.kernels.empty())
    throw Error(name, "no kernel", "at least one");
  const std::vector<ElfSection>& sections = elf.sections();
  for (std::size_t index = 0; index < sections.size(); ++index)
    if (sections[index].name.starts_with(".data."))
      zebin.data.push_back({sections[index].name, index, sections[index].bytes, elf.relocations(sections[index].name)});
  return zebin;
}

} // namespace xeforge::toolchain
