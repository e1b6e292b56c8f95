#include "xeforge/toolchain/binary/elf.hpp"

#include "xeforge/base/error.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include <elf.h>
#include <gelf.h>
#include <libelf.h>

namespace xeforge::toolchain {
namespace {

using Bytes = std::span<const std::byte>;

std::string text_or_none(const char* text) { return text == nullptr ? std::string() : std::string(text); }

} // namespace

void ElfFile::End::operator()(Elf* elf) const { elf_end(elf); }

void ElfFile::fail(const std::string& what) const {
  throw Error(name_, what, "a compiled kernel file (64-bit little-endian ELF)");
}

ElfFile::ElfFile(std::string name, Bytes file) : name_(std::move(name)) {
  if (file.size() < sizeof(Elf64_Ehdr))
    fail(std::to_string(file.size()) + " bytes");
  if (!std::ranges::equal(file.first(SELFMAG), std::as_bytes(std::span(ELFMAG, SELFMAG))))
    fail("another kind of file");
  if (file[EI_CLASS] != std::byte{ELFCLASS64} || file[EI_DATA] != std::byte{ELFDATA2LSB})
    fail("an ELF file of another class or byte order");
  elf_version(EV_CURRENT);
  // Raw data, headers and names are only read.
  elf_.reset(elf_memory(const_cast<char*>(reinterpret_cast<const char*>(file.data())), file.size()));
  std::size_t count = 0, names = 0;
  if (!elf_ || elf_getshdrnum(elf_.get(), &count) != 0 || count == 0 || elf_getshdrstrndx(elf_.get(), &names) != 0 ||
      names >= count)
    fail("an ELF file without a usable section table");
  for (std::size_t index = 0; index < count; ++index) {
    Elf_Scn* const section = elf_getscn(elf_.get(), index);
    const GElf_Shdr header = header_of(section);
    ElfSection found{text_or_none(elf_strptr(elf_.get(), names, header.sh_name)), {}};
    if (header.sh_type != SHT_NULL && header.sh_type != SHT_NOBITS && header.sh_size > 0) {
      if (header.sh_offset > file.size() || header.sh_size > file.size() - header.sh_offset)
        fail("a section beyond the end of the file");
      found.bytes = file.subspan(header.sh_offset, header.sh_size);
    }
    sections_.push_back(std::move(found));
  }
}

// A copy: in the file it may lie at any address.
Elf64_Shdr ElfFile::header_of(Elf_Scn* section) const {
  GElf_Shdr header;
  if (gelf_getshdr(section, &header) == nullptr)
    fail("a section header beyond the end of the file");
  return header;
}

const ElfSection* ElfFile::find(std::string_view name) const {
  const auto found = std::ranges::find(sections_, name, &ElfSection::name);
  return found == sections_.end() ? nullptr : &*found;
}

Elf_Scn* ElfFile::section_named(std::string_view name) const {
  const ElfSection* const found = find(name);
  return found == nullptr ? nullptr : elf_getscn(elf_.get(), static_cast<std::size_t>(found - sections_.data()));
}

std::vector<ElfRelocation> ElfFile::relocations(std::string_view of) const {
  Elf_Scn* const section = section_named(".rel" + std::string(of));
  if (section == nullptr)
    return {};
  Elf_Data* const entries = elf_getdata(section, nullptr);
  Elf_Scn* const symbol_section = section_named(".symtab");
  Elf_Data* const symbols = symbol_section == nullptr ? nullptr : elf_getdata(symbol_section, nullptr);
  std::vector<ElfRelocation> relocations;
  for (std::size_t index = 0; index < header_of(section).sh_size / sizeof(Elf64_Rel); ++index) {
    GElf_Rel entry;
    GElf_Sym symbol;
    if (gelf_getrel(entries, static_cast<int>(index), &entry) == nullptr)
      fail("a relocation beyond the end of the file");
    if (gelf_getsym(symbols, static_cast<int>(ELF64_R_SYM(entry.r_info)), &symbol) == nullptr)
      fail("a symbol beyond the end of the file");
    const std::size_t home = symbol.st_shndx < SHN_LORESERVE ? symbol.st_shndx : 0;
    if (home >= sections_.size())
      fail("a symbol in a section that is not there");
    relocations.push_back({entry.r_offset, static_cast<std::uint32_t>(ELF64_R_TYPE(entry.r_info)),
                           text_or_none(elf_strptr(elf_.get(), header_of(symbol_section).sh_link, symbol.st_name)),
                           home, symbol.st_value});
  }
  return relocations;
}

std::vector<ElfNote> ElfFile::notes(std::string_view section) const {
  Elf_Scn* const found = section_named(section);
  Elf_Data* const data = found == nullptr ? nullptr : elf_getdata(found, nullptr);
  std::vector<ElfNote> notes;
  GElf_Nhdr header;
  std::size_t name = 0, content = 0;
  for (std::size_t at = 0; data != nullptr && (at = gelf_getnote(data, at, &header, &name, &content)) != 0;) {
    const char* const owner = static_cast<const char*>(data->d_buf) + name;
    notes.push_back({std::string(owner, ::strnlen(owner, header.n_namesz)),
                     header.n_type,
                     {static_cast<const std::byte*>(data->d_buf) + content, header.n_descsz}});
  }
  return notes;
}

} // namespace xeforge::toolchain
