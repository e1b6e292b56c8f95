#include "xeforge/toolchain/binary/elf.hpp"

#include "xeforge/base/error.hpp"

#include <algorithm>
#include <cstring>
#include <optional>

#include <elf.h>

namespace xeforge::toolchain {
namespace {

using Bytes = std::span<const std::byte>;

class Reader {
public:
  Reader(const std::string& name, Bytes file) : name_(name), file_(file) {}

  // bytes [offset, offset + size) of the file; written so that no sum can overflow.
  Bytes range(std::uint64_t offset, std::uint64_t size, const std::string& what) const {
    if (offset > file_.size() || size > file_.size() - offset)
      fail(what + " beyond the end of the file");
    return file_.subspan(offset, size);
  }

  template <class Record>
  Record record(std::uint64_t offset, const std::string& what) const {
    Record result;
    std::memcpy(&result, range(offset, sizeof(Record), what).data(), sizeof(Record));
    return result;
  }

  [[noreturn]] void fail(const std::string& what) const {
    throw Error(name_, what, "a compiled kernel file (64-bit little-endian ELF)");
  }

private:
  const std::string& name_;
  Bytes file_;
};

std::string string_at(Bytes table, std::uint64_t offset) {
  if (offset >= table.size())
    return {};
  const char* const start = reinterpret_cast<const char*>(table.data()) + offset;
  return std::string(start, strnlen(start, table.size() - offset));
}

Bytes section_bytes(const Reader& reader, const Elf64_Shdr& header) {
  if (header.sh_type == SHT_NULL || header.sh_type == SHT_NOBITS)
    return {};
  return reader.range(header.sh_offset, header.sh_size, "a section");
}

constexpr std::uint64_t padded(std::uint32_t size) { return (std::uint64_t{size} + 3) & ~std::uint64_t{3}; }

std::optional<Bytes> take(Bytes& rest, std::uint64_t size) {
  if (size > rest.size())
    return std::nullopt;
  const Bytes taken = rest.first(size);
  rest = rest.subspan(size);
  return taken;
}

} // namespace

std::vector<ElfSection> read_elf_sections(const std::string& name, Bytes file) {
  const Reader reader(name, file);
  if (file.size() < sizeof(Elf64_Ehdr))
    reader.fail(std::to_string(file.size()) + " bytes");
  const auto header = reader.record<Elf64_Ehdr>(0, "the header");
  if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0)
    reader.fail("another kind of file");
  if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_ident[EI_DATA] != ELFDATA2LSB)
    reader.fail("an ELF file of another class or byte order");
  if (header.e_shnum == 0 || header.e_shentsize < sizeof(Elf64_Shdr) || header.e_shstrndx >= header.e_shnum)
    reader.fail("an ELF file without a usable section table");
  reader.range(header.e_shoff, std::uint64_t{header.e_shnum} * header.e_shentsize, "the section table");

  const auto section_header = [&](std::uint64_t index) {
    return reader.record<Elf64_Shdr>(header.e_shoff + index * header.e_shentsize, "a section header");
  };
  const Bytes names = section_bytes(reader, section_header(header.e_shstrndx));
  std::vector<ElfSection> sections;
  for (std::uint64_t index = 0; index < header.e_shnum; ++index) {
    const Elf64_Shdr entry = section_header(index);
    sections.push_back({string_at(names, entry.sh_name), entry.sh_type, section_bytes(reader, entry)});
  }
  return sections;
}

std::vector<ElfRelocation> read_elf_relocations(const std::string& name, std::span<const ElfSection> sections,
                                                std::string_view of) {
  const auto bytes_of = [&](std::string_view wanted) {
    const auto found = std::ranges::find(sections, wanted, &ElfSection::name);
    return found == sections.end() ? Bytes() : found->bytes;
  };
  const Bytes entries = bytes_of(".rel" + std::string(of)), symbols = bytes_of(".symtab"), names = bytes_of(".strtab");
  const Reader reader(name, entries), symbol_reader(name, symbols);
  std::vector<ElfRelocation> relocations;
  for (std::uint64_t at = 0; at < entries.size(); at += sizeof(Elf64_Rel)) {
    const auto entry = reader.record<Elf64_Rel>(at, "a relocation");
    const auto symbol = symbol_reader.record<Elf64_Sym>(ELF64_R_SYM(entry.r_info) * sizeof(Elf64_Sym), "a symbol");
    const std::size_t section = symbol.st_shndx < SHN_LORESERVE ? symbol.st_shndx : 0;
    if (section >= sections.size())
      reader.fail("a symbol in a section that is not there");
    relocations.push_back({entry.r_offset, static_cast<std::uint32_t>(ELF64_R_TYPE(entry.r_info)),
                           string_at(names, symbol.st_name), section, symbol.st_value});
  }
  return relocations;
}

std::vector<ElfNote> read_elf_notes(const ElfSection& section) {
  std::vector<ElfNote> notes;
  Bytes rest = section.bytes;
  while (const auto start = take(rest, sizeof(Elf64_Nhdr))) {
    Elf64_Nhdr header;
    std::memcpy(&header, start->data(), sizeof(header));
    const auto owner = take(rest, padded(header.n_namesz));
    if (!owner)
      break;
    if (header.n_descsz > rest.size())
      break;
    const Bytes content = rest.first(header.n_descsz);
    rest = rest.subspan(std::min<std::uint64_t>(padded(header.n_descsz), rest.size()));
    notes.push_back({string_at(*owner, 0), header.n_type, content});
  }
  return notes;
}

} // namespace xeforge::toolchain
