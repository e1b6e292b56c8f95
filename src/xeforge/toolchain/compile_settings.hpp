// What decides, beside its text, which program a source is: the same value for the host's compiler and the device's, so
// that both see the same constants, types and branches.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace xeforge::toolchain {

struct MacroSetting {
  enum class Kind { define, undefine } kind;
  std::string text; // NAME or NAME=VALUE; NAME of one that is undefined
};

struct IncludeFolder {
  // As -I, -iquote, -isystem, -cxx-isystem (behind the former) and -idirafter have it.
  enum class Kind { before_all, quoted_only, system, cxx_system, after_all } kind;
  std::filesystem::path path;
};

// A folder that the compiler searches of its own accord, behind those of the command line.
struct StandardFolder {
  // c: its headers are taken for extern "C". resources: the compiler's own headers, of which each compiler has another
  // folder; here is their position among the others.
  enum class Kind { cxx, c, resources } kind;
  std::filesystem::path path;
};

struct FirstFile {
  enum class Kind { included, macros_only } kind; // -include, -imacros
  std::string file;
};

enum class Optimisation { none, speed, size };

struct CompileSettings {
  std::string standard = "gnu++20";
  std::vector<MacroSetting> macros;           // in order: the last one of a name wins
  std::vector<IncludeFolder> include_folders; // in order within each kind
  std::vector<FirstFile> first_files;         // in order within each kind
  // Flags of clang++ that change what a source means: -Xclang before those of its front end. In order.
  std::vector<std::string> language;
  // Device code is always optimised; this only says what the macros __OPTIMIZE__ and __OPTIMIZE_SIZE__ tell a program.
  Optimisation optimisation = Optimisation::speed;
  // The values of __PIC__ and __PIE__ likewise; 0: not defined.
  int position_independent_code = 2, position_independent_program = 2;
  // Whether a multiplication and an addition may become one operation: fast, on or off. Empty: as each side has it.
  std::string contraction;
  // Of the host's compiler; no value: the device's compiler looks for them itself.
  std::optional<std::vector<StandardFolder>> standard_folders;
};

// Those of every compilation: `headers` has <sycl/sycl.hpp> in it, and is searched behind the folders that are named.
// What lies below <sycl/> is found without it as well, as some programs include it.
CompileSettings default_settings(const std::filesystem::path& headers);

// As words for clang++. The macros and folders alone are what the defaults and the user's words stand around.
std::vector<std::string> macro_arguments(const CompileSettings& settings);
std::vector<std::string> folder_arguments(const CompileSettings& settings);

// All of it for the device's clang++, whose own headers are in `resources`.
std::vector<std::string> device_arguments(const CompileSettings& settings, const std::filesystem::path& resources);

} // namespace xeforge::toolchain
