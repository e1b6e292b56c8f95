#include "xeforge/toolchain/binary/zebin.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/toolchain/binary/elf.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include <elf.h>

namespace xeforge::toolchain {
namespace {

using Bytes = std::vector<std::byte>;

template <class Record>
std::string bytes_of(const Record& record) {
  return std::string(reinterpret_cast<const char*>(&record), sizeof(record));
}

struct Section {
  std::string name, content;
  Elf64_Word type = SHT_PROGBITS, link = 0;
};

// An ELF file as the offline compiler writes them: header, contents, names, section table.
Bytes elf_file(std::vector<Section> sections) {
  sections.push_back({".strtab", {}, SHT_STRTAB});
  std::string names(1, '\0');
  std::vector<Elf64_Word> name_offsets;
  for (const Section& section : sections) {
    name_offsets.push_back(static_cast<Elf64_Word>(names.size()));
    names += section.name + '\0';
  }
  sections.back().content = names;

  std::string contents, table = bytes_of(Elf64_Shdr{});
  for (std::size_t i = 0; i < sections.size(); ++i) {
    Elf64_Shdr header{};
    header.sh_name = name_offsets[i];
    header.sh_type = sections[i].type;
    header.sh_link = sections[i].link;
    header.sh_addralign = 4;
    header.sh_offset = sizeof(Elf64_Ehdr) + contents.size();
    header.sh_size = sections[i].content.size();
    table += bytes_of(header);
    contents += sections[i].content;
  }
  Elf64_Ehdr header{};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_ident[EI_DATA] = ELFDATA2LSB;
  header.e_ident[EI_VERSION] = EV_CURRENT;
  header.e_version = EV_CURRENT;
  header.e_shoff = sizeof(Elf64_Ehdr) + contents.size();
  header.e_shentsize = sizeof(Elf64_Shdr);
  header.e_shnum = static_cast<Elf64_Half>(sections.size() + 1);
  header.e_shstrndx = static_cast<Elf64_Half>(sections.size());
  const std::string all = bytes_of(header) + contents + table;
  Bytes bytes(all.size());
  std::memcpy(bytes.data(), all.data(), all.size());
  return bytes;
}

std::string family_note(std::uint32_t family) {
  const Elf64_Nhdr header{.n_namesz = 8, .n_descsz = 4, .n_type = 2};
  return bytes_of(header) + std::string("IntelGT\0", 8) + bytes_of(family);
}

constexpr const char* description = R"(---
version: '1.73'
kernels:
  - name: Axpy
    execution_env:
      grf_count: 256
      barrier_count: 1
      slm_size: 4096
      simd_size: 1
    per_thread_memory_buffers:
      - type: scratch
        usage: single_space
        size: 7680
  - name: Other
    execution_env:
      grf_count: 128
...
)";

Bytes good_file() {
  return elf_file({{".text.Axpy", "abcdefgh"},
                   {".text.Other", "ijkl"},
                   {".ze_info", std::string(description) + '\0' + '\0'},
                   {".note.intelgt.compat", family_note(0x0c09), SHT_NOTE}});
}

std::string refusal(const Bytes& file) {
  try {
    read_zebin("kernel.zebin", file);
    return {};
  } catch (const Error& error) {
    return error.what();
  }
}

TEST(zebin, kernels_their_description_and_their_instruction_set_are_read) {
  const Bytes file = good_file();
  const Zebin zebin = read_zebin("kernel.zebin", file);
  EXPECT_EQ(zebin.platform, "xe2");
  ASSERT_EQ(zebin.kernels.size(), 2u);
  const KernelInfo& info = zebin.kernels[0].info;
  EXPECT_EQ(info.name, "Axpy");
  EXPECT_EQ(info.registers, 256);
  EXPECT_EQ(info.slm_bytes, 4096u);
  EXPECT_EQ(info.barriers, 1);
  EXPECT_EQ(info.spilled_bytes, 7680u);
  EXPECT_EQ(zebin.kernels[0].instructions.size(), 8u);
  EXPECT_EQ(zebin.kernels[1].info.spilled_bytes, 0u);
  EXPECT_EQ(zebin.kernels[1].instructions[0], std::byte{'i'});
}

TEST(zebin, a_file_without_description_kernels_or_code_is_refused) {
  EXPECT_NE(refusal(elf_file({{".text.Axpy", "abcd"}})).find("without a .ze_info section"), std::string::npos);
  EXPECT_NE(refusal(elf_file({{".ze_info", description}})).find("no instructions for the kernel Axpy"),
            std::string::npos);
  EXPECT_NE(refusal(elf_file({{".ze_info", "kernels: []\n"}})).find("no kernel"), std::string::npos);
  EXPECT_NE(refusal(elf_file({{".ze_info", ""}})).find("no kernel"), std::string::npos);
}

TEST(zebin, what_a_launch_hands_over_is_read) {
  const std::vector<KernelInfo> kernels = read_ze_info(R"(---
kernels:
  - name: Scale
    execution_env:
      simd_size: 1
      inline_data_payload_size: 64
      required_work_group_size: [ 16, 2, 1 ]
      work_group_walk_order_dimensions: [ 1, 0, 2 ]
    payload_arguments:
      - arg_type: local_size
        offset: 0
        size: 12
      - arg_type: arg_byvalue
        offset: 32
        size: 8
        arg_index: 0
        source_offset: 16
        is_ptr: true
      - arg_type: arg_bypointer
        offset: 40
        size: 4
        arg_index: 1
        addrmode: slm
        addrspace: local
        slm_alignment: 16
    per_thread_payload_arguments:
      - arg_type: packed_local_ids
        offset: 0
        size: 6
    per_thread_memory_buffers:
      - type: global
        usage: private_space
        size: 96
        slot: 1
  - name: Nothing
    execution_env:
      work_group_walk_order_dimensions: [ 0, 0, 0 ]
)");
  ASSERT_EQ(kernels.size(), 2u);
  const KernelInfo& scale = kernels[0];
  EXPECT_EQ(scale.simd_size, 1);
  EXPECT_EQ(scale.inline_data_bytes, 64u);
  EXPECT_EQ(scale.required_group_size, (std::array<std::uint32_t, 3>{16, 2, 1}));
  EXPECT_EQ(scale.walk_order, (std::array{1, 0, 2}));
  ASSERT_EQ(scale.arguments.size(), 3u);
  EXPECT_EQ(scale.arguments[0].type, "local_size");
  EXPECT_FALSE(scale.arguments[0].index);
  EXPECT_EQ(scale.arguments[1].offset, 32u);
  EXPECT_EQ(scale.arguments[1].size, 8u);
  EXPECT_EQ(scale.arguments[1].index, 0u);
  EXPECT_EQ(scale.arguments[1].source_offset, 16u);
  EXPECT_TRUE(scale.arguments[1].is_pointer);
  EXPECT_EQ(scale.arguments[2].address_mode, "slm");
  EXPECT_EQ(scale.arguments[2].address_space, "local");
  EXPECT_EQ(scale.arguments[2].slm_alignment, 16u);
  ASSERT_EQ(scale.thread_arguments.size(), 1u);
  EXPECT_EQ(scale.thread_arguments[0].size, 6u);
  ASSERT_EQ(scale.thread_buffers.size(), 1u);
  EXPECT_EQ(scale.thread_buffers[0].usage, "private_space");
  EXPECT_EQ(scale.thread_buffers[0].slot, 1);
  EXPECT_EQ(scale.spilled_bytes, 0u);                      // only scratch memory counts
  EXPECT_EQ(kernels[1].walk_order, (std::array{0, 1, 2})); // three zeros leave it open
}

TEST(zebin, text_that_is_no_description_is_refused) {
  for (const char* text :
       {"kernels: [", "kernels: 3", "kernels:\n  - 5\n", "kernels:\n  - name: [1, 2]\n",
        "kernels:\n  - name: k\n    execution_env:\n      grf_count: many\n", "\t", "- a\n- b\n",
        "kernels:\n  - name: \"\"\n", "kernels:\n  - name: \"a\\0b\"\n", "kernels:\n  - name: \"a\\nb\"\n",
        "kernels:\n  - name: k\n    per_thread_memory_buffers: 7\n",
        "kernels:\n  - name: k\n    payload_arguments:\n      - arg_type: arg_byvalue\n",
        "kernels:\n  - name: k\n    payload_arguments:\n      - offset: 0\n        size: -1\n",
        "kernels:\n  - name: k\n    execution_env:\n      work_group_walk_order_dimensions: [0, 5, 1]\n",
        "kernels:\n  - name: k\n    execution_env:\n      required_work_group_size: [1, 2]\n"})
    EXPECT_NE(refusal(elf_file({{".ze_info", text}})), "") << text;
}

TEST(zebin, other_files_are_refused_by_name) {
  EXPECT_TRUE(refusal({}).starts_with("kernel.zebin: got 0 bytes"));
  EXPECT_NE(refusal(Bytes(1000, std::byte{'x'})).find("another kind of file"), std::string::npos);
}

TEST(zebin, a_file_cut_off_anywhere_is_refused) {
  const Bytes file = good_file();
  for (std::size_t size = 0; size < file.size(); ++size)
    EXPECT_NE(refusal(Bytes(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(size))), "") << size;
}

TEST(zebin, no_changed_byte_is_worse_than_an_error) {
  const Bytes file = good_file();
  for (std::size_t position = 0; position < file.size(); ++position)
    for (const unsigned char value : {0x00, 0x7f, 0x80, 0xff}) {
      Bytes changed = file;
      changed[position] = std::byte{value};
      refusal(changed);
    }
}

TEST(zebin, offsets_whose_sum_overflows_are_refused) {
  Bytes file = good_file();
  Elf64_Ehdr header;
  std::memcpy(&header, file.data(), sizeof(header));
  Elf64_Shdr section;
  std::byte* const first = file.data() + header.e_shoff + sizeof(Elf64_Shdr);
  std::memcpy(&section, first, sizeof(section));
  section.sh_offset = ~std::uint64_t{0} - 3;
  section.sh_size = 8;
  std::memcpy(first, &section, sizeof(section));
  EXPECT_NE(refusal(file).find("beyond the end of the file"), std::string::npos);
}

// A relocation in the code of the one kernel, section 1, against a symbol in the given section. Its name is that of the
// section .ze_info, in the names of the sections.
Bytes file_with_relocation(std::uint32_t symbol, Elf64_Half section) {
  const Elf64_Rel relocation{.r_offset = 4, .r_info = ELF64_R_INFO(std::uint64_t{symbol}, 1)};
  const Elf64_Sym referenced{
      .st_name = 12, .st_info = 0, .st_other = 0, .st_shndx = section, .st_value = 2, .st_size = 0};
  return elf_file({{".text.Axpy", "abcdefgh"},
                   {".ze_info", "kernels:\n  - name: Axpy\n"},
                   {".rel.text.Axpy", bytes_of(relocation), SHT_REL, 4},
                   {".symtab", bytes_of(Elf64_Sym{}) + bytes_of(referenced), SHT_SYMTAB, 5}});
}

TEST(zebin, relocations_name_symbols_and_their_sections) {
  const Bytes file = file_with_relocation(1, 2);
  const std::vector<ElfRelocation> relocations = read_zebin("kernel.zebin", file).kernels.at(0).relocations;
  ASSERT_EQ(relocations.size(), 1u);
  EXPECT_EQ(relocations[0].offset, 4u);
  EXPECT_EQ(relocations[0].type, 1u);
  EXPECT_EQ(relocations[0].symbol, ".ze_info");
  EXPECT_EQ(relocations[0].section, 2u);
  EXPECT_EQ(relocations[0].value, 2u);
  const Bytes outside = file_with_relocation(1, SHN_ABS);
  EXPECT_EQ(read_zebin("kernel.zebin", outside).kernels.at(0).relocations.at(0).section, 0u);
}

TEST(zebin, relocations_of_what_is_not_there_are_refused) {
  for (const std::uint32_t symbol : {2u, 0x7fffffffu, 0x80000000u, 0xffffffffu})
    EXPECT_NE(refusal(file_with_relocation(symbol, 2)).find("a symbol beyond the end of the file"), std::string::npos)
        << symbol;
  EXPECT_NE(refusal(file_with_relocation(1, 6)).find("a symbol in a section that is not there"), std::string::npos);
}

TEST(zebin, a_note_that_is_too_long_for_its_section_ends_the_list) {
  const Elf64_Nhdr header{.n_namesz = 8, .n_descsz = 0xfffffff0u, .n_type = 2};
  const std::string text = bytes_of(header) + std::string("IntelGT\0", 8);
  const Bytes file = elf_file({{".note.intelgt.compat", text, SHT_NOTE}});
  EXPECT_TRUE(ElfFile("kernel.zebin", file).notes(".note.intelgt.compat").empty());
}

} // namespace
} // namespace xeforge::toolchain
