// The sections of a 64-bit little-endian ELF file, read from untrusted bytes: every offset and size is checked.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace xeforge::toolchain {

struct ElfSection {
  std::string name;
  std::uint32_t type;
  std::span<const std::byte> bytes; // into the file's own bytes

  std::string_view text() const { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }
};

struct ElfNote {
  std::string owner;
  std::uint32_t type;
  std::span<const std::byte> bytes;
};

// A place in one section that an address belongs into.
struct ElfRelocation {
  std::uint64_t offset = 0; // within the section that is changed
  std::uint32_t type = 0;
  std::string symbol;
  std::size_t section = 0; // that the symbol is in, by its index; 0: it is not in this file
  std::uint64_t value = 0; // of the symbol, within its section
};

// Throws Error with `name` as the argument where the bytes are not such a file. The sections point into `file`.
std::vector<ElfSection> read_elf_sections(const std::string& name, std::span<const std::byte> file);

// What ".rel" + `of` says; nothing where there is no such section. Throws Error where it names symbols that are not
// there.
std::vector<ElfRelocation> read_elf_relocations(const std::string& name, std::span<const ElfSection> sections,
                                                std::string_view of);

// The entries of a note section; stops at the first one that does not fit.
std::vector<ElfNote> read_elf_notes(const ElfSection& section);

} // namespace xeforge::toolchain
