#include "xeforge/devices/program_code.hpp"

#include "xeforge/base/error.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <cxxabi.h>
#include <elf.h>
#include <exception>
#include <fstream>
#include <link.h>
#include <memory>
#include <string_view>

namespace xeforge::devices {
namespace {

// ---- the sections of a loaded file ----------------------------------------------------------------------------------
template <class T>
bool read_at(std::ifstream& file, std::uint64_t offset, T* into, std::size_t count = 1) {
  file.seekg(static_cast<std::streamoff>(offset));
  file.read(reinterpret_cast<char*>(into), static_cast<std::streamsize>(sizeof(T) * count));
  return bool(file);
}

// Whether the bytes are part of what the module has in memory: its file may have been replaced since.
bool is_loaded(const dl_phdr_info& module, std::uint64_t first, std::uint64_t bytes) {
  for (int i = 0; i < module.dlpi_phnum; ++i) {
    const ElfW(Phdr) & segment = module.dlpi_phdr[i];
    if (segment.p_type == PT_LOAD && first >= segment.p_vaddr && bytes <= segment.p_memsz &&
        first - segment.p_vaddr <= segment.p_memsz - bytes)
      return true;
  }
  return false;
}

class LoadedFile {
public:
  explicit LoadedFile(const dl_phdr_info& module) : module_(module) {
    const bool is_program = module.dlpi_name == nullptr || *module.dlpi_name == 0;
    std::ifstream file(is_program ? "/proc/self/exe" : module.dlpi_name, std::ios::binary);
    ElfW(Ehdr) header;
    if (!file || !read_at(file, 0, &header) || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
        header.e_shentsize != sizeof(ElfW(Shdr)) || header.e_shstrndx >= header.e_shnum)
      return;
    sections_.resize(header.e_shnum);
    if (!read_at(file, header.e_shoff, sections_.data(), sections_.size())) {
      sections_.clear();
      return;
    }
    const ElfW(Shdr) & names = sections_[header.e_shstrndx];
    constexpr std::uint64_t most = std::uint64_t{1} << 24;
    names_.resize(std::min<std::uint64_t>(names.sh_size, most));
    if (!read_at(file, names.sh_offset, names_.data(), names_.size()))
      sections_.clear();
  }

  // In memory; empty where there is none.
  std::span<const std::byte> section(std::string_view name) const {
    for (const ElfW(Shdr) & section : sections_)
      if (section.sh_name < names_.size() && std::string_view(names_.c_str() + section.sh_name) == name &&
          (section.sh_flags & SHF_ALLOC) != 0 && is_loaded(module_, section.sh_addr, section.sh_size))
        return {reinterpret_cast<const std::byte*>(module_.dlpi_addr + section.sh_addr), section.sh_size};
    return {};
  }

private:
  const dl_phdr_info& module_;
  std::vector<ElfW(Shdr)> sections_;
  std::string names_;
};

std::span<const KernelRecord> records_in(std::span<const std::byte> section) {
  if (section.size() % sizeof(KernelRecord) != 0)
    throw Error(std::string("section ") + kernel_record_section, std::to_string(section.size()) + " bytes",
                "records of kernels of this version of xeforge");
  return {reinterpret_cast<const KernelRecord*>(section.data()), section.size() / sizeof(KernelRecord)};
}

struct Reading {
  std::vector<ModuleCode> modules;
  std::exception_ptr problem;
};

// Exceptions may not leave a function that the loader calls.
int read_module(dl_phdr_info* module, std::size_t, void* reading) noexcept {
  auto& into = *static_cast<Reading*>(reading);
  try {
    const LoadedFile file(*module);
    const std::span<const std::byte> images = file.section(machine::device_image_section);
    const std::span<const std::byte> records = file.section(kernel_record_section);
    if (!images.empty() || !records.empty())
      into.modules.push_back({module->dlpi_name == nullptr ? "" : module->dlpi_name,
                              machine::read_device_images(images), records_in(records)});
    return 0;
  } catch (...) {
    into.problem = std::current_exception();
    return 1;
  }
}

} // namespace

std::vector<ModuleCode> read_program_code() {
  Reading reading;
  dl_iterate_phdr(&read_module, &reading);
  if (reading.problem)
    std::rethrow_exception(reading.problem);
  return std::move(reading.modules);
}

std::string source_name_of(const KernelRecord& record) {
  if (record.name == nullptr)
    throw Error("kernel", "one that the program has no name for", "a program that is built without -fno-rtti");
  // The name of a pointer to the type is "P" and the type's.
  const std::string symbol = std::string("_ZTS") + (record.name->name() + 1);
  const std::unique_ptr<char, void (*)(void*)> readable(abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, nullptr),
                                                        std::free);
  constexpr std::string_view prefix = "typeinfo name for ";
  std::string name = readable == nullptr ? symbol : std::string(readable.get());
  return name.starts_with(prefix) ? name.substr(prefix.size()) : name;
}

} // namespace xeforge::devices
