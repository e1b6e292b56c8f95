#include "xeforge/toolchain/binary/object_files.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/files/descriptor.hpp"
#include "xeforge/files/output_files.hpp"
#include "xeforge/machine/device_images.hpp"

#include <cerrno>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>

#include <elf.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <gelf.h>
#include <libelf.h>

namespace xeforge::toolchain {
namespace {

namespace fs = std::filesystem;

// The linker keeps the section, also where nothing refers to it (--gc-sections).
constexpr std::uint64_t section_flags = SHF_ALLOC | SHF_GNU_RETAIN;

// An ELF file that libelf changes in place, or makes.
class EditedElfFile {
public:
  EditedElfFile(fs::path file, int open_flags, Elf_Cmd command)
      : file_(std::move(file)), descriptor_(::open(file_.c_str(), open_flags | O_CLOEXEC, 0666)) {
    if (!descriptor_.is_open())
      throw Error(file_.string(), fmt::format("'{}'", std::strerror(errno)), "a file that can be opened");
    elf_version(EV_CURRENT);
    elf_.reset(elf_begin(descriptor_.number(), command, nullptr));
    check(elf_ != nullptr);
  }

  Elf* get() const { return elf_.get(); }
  void check(bool succeeded) const {
    if (!succeeded)
      throw Error(file_.string(), fmt::format("'{}'", elf_errmsg(-1)), "an object file that takes a section more");
  }
  Elf_Data* add_data(Elf_Scn* section) const {
    Elf_Data* const data = elf_newdata(section);
    check(data != nullptr);
    data->d_type = ELF_T_BYTE;
    data->d_version = EV_CURRENT;
    return data;
  }
  // The bytes have to live until write().
  void add_section(std::size_t name, std::uint32_t type, std::uint64_t flags, std::size_t alignment,
                   std::span<const std::byte> bytes) const {
    Elf_Scn* const section = elf_newscn(elf_.get());
    check(section != nullptr);
    if (!bytes.empty()) {
      Elf_Data* const data = add_data(section);
      data->d_buf = const_cast<std::byte*>(bytes.data());
      data->d_size = bytes.size();
      data->d_align = alignment;
    }
    Elf64_Shdr* const header = elf64_getshdr(section);
    check(header != nullptr);
    header->sh_name = static_cast<Elf64_Word>(name);
    header->sh_type = type;
    header->sh_flags = flags;
    header->sh_addralign = alignment;
  }
  void write() const { check(elf_update(elf_.get(), ELF_C_WRITE) >= 0); }

private:
  struct End {
    void operator()(Elf* elf) const { elf_end(elf); }
  };
  fs::path file_;
  files::Descriptor descriptor_; // outlives what reads from it
  std::unique_ptr<Elf, End> elf_;
};

// The section with device code; null: none.
Elf_Scn* find_device_section(const EditedElfFile& elf) {
  std::size_t names = 0;
  if (elf_getshdrstrndx(elf.get(), &names) != 0)
    return nullptr;
  for (Elf_Scn* section = nullptr; (section = elf_nextscn(elf.get(), section)) != nullptr;) {
    const Elf64_Shdr* const header = elf64_getshdr(section);
    const char* const name = header == nullptr ? nullptr : elf_strptr(elf.get(), names, header->sh_name);
    if (name != nullptr && name == std::string_view(machine::device_image_section))
      return section;
  }
  return nullptr;
}

void check_object(const fs::path& file) {
  const EditedElfFile elf(file, O_RDONLY, ELF_C_READ);
  const Elf64_Ehdr* const header = elf64_getehdr(elf.get());
  if (header == nullptr || header->e_type != ET_REL || header->e_machine != EM_X86_64)
    throw Error(
        file.string(), "no object file of x86-64",
        "one, as device code goes into it; with -flto, device code is made where a program is compiled and linked "
        "at once");
  if (find_device_section(elf) != nullptr)
    throw Error(file.string(), "an object file that has device code already", "one that the compiler just made");
}

// Adds to the strings of the section headers' names; the offset of the new one.
std::size_t add_name(const EditedElfFile& elf, std::string& name) {
  std::size_t index = 0;
  elf.check(elf_getshdrstrndx(elf.get(), &index) == 0);
  Elf_Scn* const strings = elf_getscn(elf.get(), index);
  elf.check(strings != nullptr);
  const std::size_t offset = elf64_getshdr(strings)->sh_size;
  Elf_Data* const data = elf.add_data(strings);
  data->d_buf = name.data();
  data->d_size = name.size() + 1;
  data->d_align = 1;
  return offset;
}

} // namespace

void add_device_section(const fs::path& file, std::span<const std::byte> section) {
  check_object(file);
  files::OutputFiles output;
  const fs::path& aside = output.aside(output.add(file));
  fs::copy_file(file, aside);
  std::string name = machine::device_image_section;
  {
    const EditedElfFile elf(aside, O_RDWR, ELF_C_RDWR);
    // The flag to be kept is an extension of this.
    Elf64_Ehdr* const header = elf64_getehdr(elf.get());
    elf.check(header != nullptr);
    header->e_ident[EI_OSABI] = ELFOSABI_GNU;
    elf_flagehdr(elf.get(), ELF_C_SET, ELF_F_DIRTY);
    const std::size_t offset = add_name(elf, name);
    elf.add_section(offset, SHT_PROGBITS, section_flags, machine::device_image_alignment, section);
    elf.write();
  }
  output.commit();
}

void write_device_object(const fs::path& file, std::span<const std::byte> section) {
  // Offsets of the names: 1, 11 and 26. That stacks are not to be executed is said by an empty section.
  const std::string names = std::string("\0.shstrtab\0xeforge_device\0.note.GNU-stack\0", 42);
  const EditedElfFile elf(file, O_RDWR | O_CREAT | O_TRUNC, ELF_C_WRITE);
  Elf64_Ehdr* const header = elf64_newehdr(elf.get());
  elf.check(header != nullptr);
  header->e_ident[EI_DATA] = ELFDATA2LSB;
  header->e_ident[EI_OSABI] = ELFOSABI_GNU;
  header->e_type = ET_REL;
  header->e_machine = EM_X86_64;
  header->e_version = EV_CURRENT;
  header->e_shstrndx = 1;
  elf.add_section(names.find(".shstrtab"), SHT_STRTAB, 0, 1, std::as_bytes(std::span(names)));
  elf.add_section(names.find(machine::device_image_section), SHT_PROGBITS, section_flags,
                  machine::device_image_alignment, section);
  elf.add_section(names.find(".note.GNU-stack"), SHT_PROGBITS, 0, 1, {});
  elf.write();
}

std::vector<std::byte> device_section_of(const fs::path& file) {
  const EditedElfFile elf(file, O_RDONLY, ELF_C_READ);
  Elf_Scn* const section = find_device_section(elf);
  const Elf_Data* const data = section == nullptr ? nullptr : elf_rawdata(section, nullptr);
  if (data == nullptr)
    return {};
  const auto* const bytes = static_cast<const std::byte*>(data->d_buf);
  return {bytes, bytes + data->d_size};
}

std::vector<std::string> libraries_needed_by(const fs::path& file) {
  std::vector<std::string> names;
  const EditedElfFile elf(file, O_RDONLY, ELF_C_READ);
  for (Elf_Scn* section = nullptr; (section = elf_nextscn(elf.get(), section)) != nullptr;) {
    const Elf64_Shdr* const header = elf64_getshdr(section);
    Elf_Data* const data =
        header != nullptr && header->sh_type == SHT_DYNAMIC ? elf_getdata(section, nullptr) : nullptr;
    GElf_Dyn entry;
    for (int i = 0; data != nullptr && gelf_getdyn(data, i, &entry) != nullptr; ++i)
      if (const char* const name = elf_strptr(elf.get(), header->sh_link, entry.d_un.d_val);
          entry.d_tag == DT_NEEDED && name != nullptr)
        names.emplace_back(name);
  }
  return names;
}

} // namespace xeforge::toolchain
