#include "xeforge/toolchain/compile_settings.hpp"

#include <fmt/format.h>

namespace xeforge::toolchain {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

const char* flag_of(IncludeFolder::Kind kind) {
  switch (kind) {
  case IncludeFolder::Kind::before_all:
    return "-I";
  case IncludeFolder::Kind::quoted_only:
    return "-iquote";
  case IncludeFolder::Kind::system:
    return "-isystem";
  case IncludeFolder::Kind::cxx_system:
    return "-cxx-isystem";
  case IncludeFolder::Kind::after_all:
    return "-idirafter";
  }
  return "";
}

void add(Words& words, const Words& more) { words.insert(words.end(), more.begin(), more.end()); }

// Macros that compilers define by flags that a device compilation has no use for.
Words macros_of_code_generation(const CompileSettings& settings) {
  Words words;
  if (settings.optimisation == Optimisation::none)
    add(words, {"-U__OPTIMIZE__", "-D__NO_INLINE__=1"});
  if (settings.optimisation == Optimisation::size)
    words.emplace_back("-D__OPTIMIZE_SIZE__=1");
  for (const auto& [level, names] : {std::pair(settings.position_independent_code, std::pair("PIC", "pic")),
                                     std::pair(settings.position_independent_program, std::pair("PIE", "pie"))})
    if (level > 0)
      for (const char* name : {names.first, names.second})
        words.push_back(fmt::format("-D__{}__={}", name, level));
  return words;
}

Words standard_folder_arguments(const CompileSettings& settings, const fs::path& resources) {
  if (!settings.standard_folders)
    return {};
  Words words{"-nostdinc"};
  for (const StandardFolder& folder : *settings.standard_folders) {
    const bool is_c = folder.kind == StandardFolder::Kind::c;
    const fs::path path = folder.kind == StandardFolder::Kind::resources ? resources / "include" : folder.path;
    add(words, {"-Xclang", is_c ? "-internal-externc-isystem" : "-internal-isystem", "-Xclang", path.string()});
  }
  return words;
}

} // namespace

CompileSettings default_settings(const fs::path& headers) {
  CompileSettings settings;
  settings.macros = {{MacroSetting::Kind::define, "SYCL_LANGUAGE_VERSION=202001"},
                     {MacroSetting::Kind::define, "__SYCL_COMPILER_VERSION=20250101"},
                     {MacroSetting::Kind::define, "__SYCL_UNNAMED_LAMBDA__=1"}};
  // Signed integers wrap around, as those of the devices do: programs rely on it.
  settings.language = {"-fwrapv"};
  settings.include_folders = {{IncludeFolder::Kind::system, headers},
                              {IncludeFolder::Kind::after_all, headers / "sycl"}};
  return settings;
}

Words macro_arguments(const CompileSettings& settings) {
  Words words;
  for (const MacroSetting& macro : settings.macros)
    words.push_back((macro.kind == MacroSetting::Kind::define ? "-D" : "-U") + macro.text);
  return words;
}

Words folder_arguments(const CompileSettings& settings) {
  Words words;
  for (const IncludeFolder& folder : settings.include_folders)
    add(words, {flag_of(folder.kind), folder.path.string()});
  return words;
}

Words device_arguments(const CompileSettings& settings, const fs::path& resources) {
  Words words{"-std=" + settings.standard};
  add(words, macros_of_code_generation(settings));
  add(words, macro_arguments(settings));
  add(words, folder_arguments(settings));
  add(words, standard_folder_arguments(settings, resources));
  // Straight to the front end: the driver would take a precompiled header beside the file, which is the host's.
  for (const FirstFile& first : settings.first_files)
    add(words, {"-Xclang", first.kind == FirstFile::Kind::included ? "-include" : "-imacros", "-Xclang", first.file});
  add(words, settings.language);
  words.push_back("-ffp-contract=" + (settings.contraction.empty() ? "fast-honor-pragmas" : settings.contraction));
  return words;
}

} // namespace xeforge::toolchain
