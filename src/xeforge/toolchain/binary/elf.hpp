// The sections of a 64-bit little-endian ELF file, read from untrusted bytes by libelf, which checks every offset and size.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <elf.h>

struct Elf;
struct Elf_Scn;

namespace xeforge::toolchain {

struct ElfSection {
  std::string name;
  std::span<const std::byte> bytes; // into the file's own bytes; none where the file has none of it

  std::string_view text() const { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }
};

struct ElfNote {
  std::string owner;
  std::uint32_t type = 0;
  std::span<const std::byte> bytes;
};

// A location in one section that an address belongs into.
struct ElfRelocation {
  std::uint64_t offset = 0; // within the section that is changed
  std::uint32_t type = 0;
  std::string symbol;
  std::size_t section = 0; // that the symbol is in, by its index; 0: it is not in this file
  std::uint64_t value = 0; // of the symbol, within its section
};

class ElfFile {
public:
  // The file has to outlive this and the sections. Throws Error with `name` as the argument where the bytes are not such
  // a file, as the other functions do.
  ElfFile(std::string name, std::span<const std::byte> file);

  const std::vector<ElfSection>& sections() const { return sections_; } // by their index; the first one is nobody's
  const ElfSection* find(std::string_view name) const;                  // null: there is none

  // What ".rel" + `of` says; nothing where there is no such section. Throws Error where it names symbols that are not
  // there.
  std::vector<ElfRelocation> relocations(std::string_view of) const;
  // The entries of a section of notes; stops at the first one that does not fit. Their bytes live as long as this.
  std::vector<ElfNote> notes(std::string_view section) const;

private:
  struct End {
    void operator()(Elf* elf) const;
  };
  [[noreturn]] void fail(const std::string& what) const;
  Elf64_Shdr header_of(Elf_Scn* section) const;
  Elf_Scn* section_named(std::string_view name) const; // null: there is none

  std::string name_;
  std::unique_ptr<Elf, End> elf_;
  std::vector<ElfSection> sections_;
};

} // namespace xeforge::toolchain
