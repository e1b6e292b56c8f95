#include "xeforge/checker/source_locations.hpp"

#include "xeforge/machine/source_location.hpp"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cxxabi.h>
#include <filesystem>
#include <memory>
#include <string_view>
#include <type_traits>
#include <unistd.h>

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>

namespace xeforge::checker {
namespace {

// Debug information is searched only in the files themselves; nothing is downloaded.
int find_no_other_file(Dwfl_Module*, void**, const char*, Dwarf_Addr, const char*, const char*, GElf_Word, char**) {
  return -1;
}

struct EndDwfl {
  void operator()(Dwfl* dwfl) const { dwfl_end(dwfl); }
};
struct FreeMemory {
  void operator()(void* memory) const { std::free(memory); } // NOLINT: libdw's and the demangler's
};

// The files of this process, read again for each query: libraries are loaded and closed, and queries are rare.
std::unique_ptr<Dwfl, EndDwfl> this_process() {
  static constexpr Dwfl_Callbacks callbacks{.find_elf = &dwfl_linux_proc_find_elf,
                                            .find_debuginfo = &find_no_other_file,
                                            .section_address = nullptr,
                                            .debuginfo_path = nullptr};
  std::unique_ptr<Dwfl, EndDwfl> dwfl(dwfl_begin(&callbacks));
  if (dwfl)
    dwfl_linux_proc_report(dwfl.get(), getpid());
  if (dwfl)
    dwfl_report_end(dwfl.get(), nullptr, nullptr);
  return dwfl;
}

std::string demangled(const char* symbol) {
  if (symbol == nullptr)
    return "?";
  int status = 0;
  const std::unique_ptr<char, FreeMemory> name(abi::__cxa_demangle(symbol, nullptr, nullptr, &status));
  return status == 0 ? name.get() : symbol;
}

bool is_of_headers(const std::string& file) {
  for (const char* const folder :
       {"/sycl/", "/CL/", "/xeforge/esimd/", "/xeforge/machine/", "/xeforge/base/", "/xeforge/runtime/"})
    for (const char* const parent : {"/src", "/include"})
      if (file.find(std::string(parent) + folder) != file.npos)
        return true;
  return file.find("/c++/") != file.npos;
}

std::string call_file(Dwarf_Die* unit, Dwarf_Die* call) {
  Dwarf_Attribute attribute;
  Dwarf_Word index = 0;
  Dwarf_Files* files = nullptr;
  std::size_t count = 0;
  if (dwarf_formudata(dwarf_attr(call, DW_AT_call_file, &attribute), &index) != 0 ||
      dwarf_getsrcfiles(unit, &files, &count) != 0 || index >= count)
    return "";
  const char* const name = dwarf_filesrc(files, index, nullptr, nullptr);
  return name != nullptr ? name : "";
}
int call_line(Dwarf_Die* call) {
  Dwarf_Attribute attribute;
  Dwarf_Word line = 0;
  return dwarf_formudata(dwarf_attr(call, DW_AT_call_line, &attribute), &line) == 0 ? static_cast<int>(line) : 0;
}

// The compilation unit that contains an address. clang does not write the address table that libdw would use.
Dwarf_Die* unit_of(Dwfl_Module* module, Dwarf_Addr address, Dwarf_Addr& bias) {
  for (Dwarf_Die* unit = nullptr; (unit = dwfl_module_nextcu(module, unit, &bias)) != nullptr;)
    if (dwarf_haspc(unit, address - bias) > 0)
      return unit;
  return nullptr;
}

// The instruction's line, or that of the innermost inlined caller that is not a function of the headers.
SourceLocation own_location(Dwfl_Module* module, Dwarf_Addr address) {
  SourceLocation location;
  location.function = demangled(dwfl_module_addrname(module, address));
  Dwarf_Addr bias = 0;
  Dwarf_Die* const unit = unit_of(module, address, bias);
  Dwarf_Line* const line = unit != nullptr ? dwarf_getsrc_die(unit, address - bias) : nullptr;
  const char* const file = line != nullptr ? dwarf_linesrc(line, nullptr, nullptr) : nullptr;
  if (file == nullptr || dwarf_lineno(line, &location.line) != 0)
    return location;
  location.file = file;
  // The first scope is the innermost. Its parents must be queried separately: otherwise libdw returns those of its
  // definition.
  Dwarf_Die *innermost = nullptr, *scopes = nullptr;
  const bool is_in_scope = dwarf_getscopes(unit, address - bias, &innermost) > 0;
  const std::unique_ptr<Dwarf_Die, FreeMemory> first_owner(innermost);
  const int count = is_in_scope ? dwarf_getscopes_die(innermost, &scopes) : 0;
  const std::unique_ptr<Dwarf_Die, FreeMemory> owner(scopes);
  for (int i = 0; i < count && is_of_headers(location.file); ++i)
    if (dwarf_tag(&scopes[i]) == DW_TAG_inlined_subroutine) {
      location.file = call_file(unit, &scopes[i]);
      location.line = call_line(&scopes[i]);
    }
  return location;
}

} // namespace

std::string SourceLocation::text() const {
  if (file.empty())
    return function + " (compile with -g for the line)";
  return std::filesystem::path(file).filename().string() + ":" + std::to_string(line);
}

SourceLocation source_location(const void* return_address) { return source_location_of_calls({return_address}); }

SourceLocation source_location_of_calls(const std::vector<const void*>& return_addresses) {
  SourceLocation first;
  const auto dwfl = this_process();
  for (const void* const each : return_addresses) {
    const Dwarf_Addr address = reinterpret_cast<std::uintptr_t>(each) - 1; // in the call
    Dwfl_Module* const module = dwfl ? dwfl_addrmodule(dwfl.get(), address) : nullptr;
    if (module == nullptr)
      continue;
    SourceLocation location = own_location(module, address);
    if (!location.file.empty() && !is_of_headers(location.file))
      return location;
    const char* const path = dwfl_module_info(module, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr);
    if (first.function.empty() && std::string_view(path != nullptr ? path : "").find("libxeforge") == std::string::npos)
      first = location;
  }
  return first;
}

} // namespace xeforge::checker

extern "C" __attribute__((visibility("default"))) void xeforge_source_location(const void* const* return_addresses,
                                                                               std::size_t count, char* text, // NOLINT
                                                                               std::size_t bytes) {
  const xeforge::checker::SourceLocation location =
      xeforge::checker::source_location_of_calls(std::vector<const void*>(return_addresses, return_addresses + count));
  std::snprintf(text, bytes, "%s", location.file.empty() ? "" : location.text().c_str());
}
static_assert(std::is_same_v<decltype(&xeforge_source_location), xeforge::machine::SourceLocationText>);
