#include "xeforge/driver/front_end.hpp"

#include "xeforge/base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace xeforge::driver {
namespace {

namespace fs = std::filesystem;
using toolchain::CompileSettings;
using toolchain::FirstFile;
using toolchain::IncludeFolder;
using toolchain::MacroSetting;
using toolchain::Optimisation;
using toolchain::StandardFolder;
using Words = std::vector<std::string>;

// ---- what clang++ -### prints ---------------------------------------------------------------------------------------
// A job is a line that starts with a blank and a quote: each word in quotes, a backslash before what would end it. A
// word may have line breaks in it.
Words read_job(std::string_view text, std::size_t& at) {
  Words words;
  while (at < text.size() && text[at] != '\n') {
    if (text[at] != '"') {
      ++at;
      continue;
    }
    words.emplace_back();
    for (++at; at < text.size() && text[at] != '"'; ++at) {
      if (text[at] == '\\' && at + 1 < text.size())
        ++at;
      words.back() += text[at];
    }
    ++at;
  }
  return words;
}

// ---- words of the front end -----------------------------------------------------------------------------------------
// All tables fail closed: what is in none of them is refused.

// About the program, handed to the device's front end as they are. Those with '=' at the end have a value in the same
// word, which may be any.
constexpr std::array program_flags{
    // types and the language
    "-fno-signed-char", "-fsigned-char", "-fshort-enums", "-fwchar-type=", "-fno-signed-wchar", "-fsigned-wchar",
    "-fpack-struct=", "-fmax-type-align=", "-fchar8_t", "-fno-char8_t", "-fms-extensions", "-fno-operator-names",
    "-fgnu-keywords", "-fno-gnu-keywords", "-fdollars-in-identifiers", "-fno-dollars-in-identifiers", "-ftrigraphs",
    "-fno-trigraphs", "-fdelayed-template-parsing", "-fdeclspec", "-fno-rtti", "-fno-rtti-data", "-fno-access-control",
    "-fno-sized-deallocation", "-fsized-deallocation", "-fno-aligned-allocation", "-faligned-allocation",
    "-fraw-string-literals", "-fno-raw-string-literals", "-ftemplate-depth=", "-fconstexpr-depth=",
    "-fconstexpr-steps=", "-fclang-abi-compat=", "-fmacro-prefix-map=", "-fno-elide-constructors",
    "-fno-threadsafe-statics", "-fexperimental-library", "-fstrict-flex-arrays=", "-fskip-odr-check-in-gmf",
    "-ffreestanding", "-fno-builtin", "-fno-builtin-", "-undef", "-pthread", "-fopenmp", "-fopenmp-simd",
    "-ftrivial-auto-var-init=",
    // what undefined or inexact operations may become
    "-fwrapv", "-fwrapv-pointer", "-ftrapv", "-relaxed-aliasing", "-fstrict-enums", "-fno-delete-null-pointer-checks",
    "-fno-finite-loops", "-ffinite-loops", "-fno-strict-float-cast-overflow", "-ffast-math", "-ffinite-math-only",
    "-menable-no-infs", "-menable-no-nans", "-fapprox-func", "-funsafe-math-optimizations", "-fno-signed-zeros",
    "-mreassociate", "-freciprocal-math", "-complex-range="};

// The same with the value as a word of its own.
constexpr std::array program_flags_with_a_word{"-fbracket-depth", "-ftemplate-depth"};

// On unless a command line says otherwise: without them, their negation goes to the device's compiler.
constexpr std::array usual_flags{"-fcxx-exceptions", "-fexceptions", "-fdeprecated-macro"};

// About the host's code, its place and the messages. Those with '=' or '-' at the end have a value in the same word.
constexpr std::array host_flags{
    // what is made, and how it is called
    "-fsyntax-only", "-emit-obj", "-fsycl-is-host", "-flto", "-flto=", "-flto-unit", "-fsplit-lto-unit",
    "-ffat-lto-objects", "-disable-free", "-clear-ast-before-backend", "-disable-llvm-verifier", "-discard-value-names",
    "-mconstructor-aliases", "-fhalf-no-semantic-interposition", "-fno-plt", "-ffunction-sections", "-fdata-sections",
    "-fno-unique-section-names", "-fvisibility=", "-fvisibility-inlines-hidden",
    "-fvisibility-inlines-hidden-static-local-var", "-faddrsig", "-fno-use-cxa-atexit",
    "-funwind-tables=", "-fno-jump-tables", "-fno-implicit-modules", "-fno-verbose-asm", "-dwarf-ext-refs",
    "-fdwarf2-cfi-asm", "-fno-dwarf2-cfi-asm", "-fmerge-all-constants", "-fkeep-static-consts", "-fforce-emit-vtables",
    "-fno-assume-sane-operator-new", "-fassume-nothrow-exception-dtor", "-fcheck-new", "-fno-common",
    "-mcmodel=", "-mlarge-data-threshold=", "-mstackrealign",
    "-fzero-call-used-regs=", "-fcf-protection=", "-fstack-clash-protection", "-fpch-instantiate-templates",
    "-fuse-init-array", "-fno-use-init-array", "-fno-dllexport-inlines",
    // optimisation
    "-vectorize-loops", "-vectorize-slp", "-funroll-loops", "-fno-unroll-loops",
    "-fveclib=", "-mprefer-vector-width=", "-mframe-pointer=", "-fno-inline-functions", "-finline-functions",
    "-finline-hint-functions", "-fno-split-cold-code", "-fmath-errno", "-fno-rounding-math", "-frounding-math",
    "-ffp-exception-behavior=", "-ffloat16-excess-precision=", "-fbfloat16-excess-precision=",
    "-fstrict-vtable-pointers", "-fdebug-pass-manager",
    // debug information, profiles, checks at run time
    "-debug-info-kind=", "-dwarf-version=", "-debugger-tuning=", "-gcodeview", "-gpubnames", "-ggnu-pubnames",
    "-gembed-source", "-gkey-instructions", "-gno-key-instructions", "-fdebug-compilation-dir=",
    "-fcoverage-compilation-dir=", "-fdebug-prefix-map=", "-fcoverage-prefix-map=", "-gsimple-template-names=",
    "-fprofile-instrument=", "-fprofile-instrument-path=", "-fprofile-instrument-use-path=", "-fcoverage-mapping",
    "-pg", "-finstrument-functions",
    "-coverage-notes-file=", "-coverage-data-file=", "-coverage-version=", "-fsanitize-memory-",
    "-fno-sanitize-memory-", "-fsanitize-cfi-", "-fno-sanitize-cfi-", "-fsanitize=", "-fsanitize-recover=",
    "-fsanitize-merge=", "-fsanitize-trap=", "-fsanitize-system-ignorelist=", "-fsanitize-coverage-",
    "-fsanitize-address-use-after-scope", "-fsanitize-address-globals-dead-stripping",
    "-fno-sanitize-address-use-odr-indicator", "-fsanitize-address-use-odr-indicator",
    "-ftime-trace=", "-ftime-trace-granularity=", "-gz=", "-compress-debug-sections=", "-Rpass=", "-Rpass-missed=",
    "-Rpass-analysis=", "-debug-info-macro", "-fextend-variable-liveness=", "-femulated-tls",
    "-ftls-model=", "-disable-red-zone", "-fcommon", "-fbasic-block-sections=", "-fsplit-machine-functions",
    "-fstack-size-section", "-fxray-", "-fwhole-program-vtables", "-fno-whole-program-vtables",
    "-funique-internal-linkage-names", "-funique-basic-block-section-names", "-fprofile-list=", "-no-integrated-as",
    "-fno-integrated-as", "-fno-dwarf-directory-asm", "-S", "-emit-llvm-bc", "-ftime-report",
    // messages and lists of files
    "-P", "-C", "-CC", "-dM", "-dD", "-dI", "-w", "-pedantic", "-pedantic-errors", "-fcolor-diagnostics",
    "-fno-color-diagnostics", "-fansi-escape-codes", "-fdiagnostics-", "-fno-diagnostics-", "-fno-caret-diagnostics",
    "-fcaret-diagnostics", "-fno-show-column", "-fno-show-source-location", "-fno-spell-checking", "-fno-elide-type",
    "-fmessage-length=", "-ferror-limit=", "-ftemplate-backtrace-limit=", "-fconstexpr-backtrace-limit=",
    "-fmacro-backtrace-limit=", "-sys-header-deps", "-module-file-deps", "-MP", "-MG", "-MV", "-H", "-fno-validate-pch",
    "-Eonly", "-v"};

constexpr std::array host_flags_with_a_word{"-main-file-name",
                                            "-mrelocation-model",
                                            "-target-cpu",
                                            "-tune-cpu",
                                            "-target-feature",
                                            "-target-abi",
                                            "-ferror-limit",
                                            "-fmessage-length",
                                            "-fdiagnostics-format",
                                            "-dwarf-debug-flags",
                                            "-record-command-line",
                                            "-stack-usage-file",
                                            "-function-alignment",
                                            "-dependency-file",
                                            "-MT",
                                            "-MQ",
                                            "-o",
                                            "-dumpdir",
                                            "-split-dwarf-file",
                                            "-split-dwarf-output",
                                            "-stack-protector",
                                            "-stack-protector-buffer-size",
                                            "-mllvm",
                                            "-resource-dir",
                                            "-x",
                                            "-opt-record-file",
                                            "-opt-record-passes",
                                            "-opt-record-format",
                                            "-header-include-file",
                                            "-serialize-diagnostic-file",
                                            "-diagnostic-log-file",
                                            "-fconstexpr-backtrace-limit",
                                            "-ftemplate-backtrace-limit",
                                            "-fmacro-backtrace-limit",
                                            "-ftabstop",
                                            "-mregparm",
                                            "-aux-triple"};

template <class Table>
bool lists(const Table& table, std::string_view word) {
  return std::ranges::any_of(table, [word](std::string_view entry) {
    const bool open = entry.ends_with('=') || (entry.size() > 3 && entry.ends_with('-'));
    return open ? word.starts_with(entry) : word == entry;
  });
}

class SettingsReader {
public:
  explicit SettingsReader(const FrontEndJob& job) : job_(job) {
    settings_.position_independent_code = settings_.position_independent_program = 0;
    settings_.optimisation = Optimisation::none;
    settings_.standard_folders.emplace();
  }

  CompileSettings read() {
    const Words& words = job_.arguments;
    // The source is the last word.
    while (at_ + 1 < words.size())
      read_word(words[at_++]);
    for (const char* const flag : usual_flags)
      if (std::ranges::find(usual_, flag) == usual_.end())
        settings_.language.push_back("-fno-" + std::string(flag).substr(2));
    if (version_.empty())
      settings_.language.emplace_back("-fgnuc-version=0");
    return std::move(settings_);
  }

private:
  void read_word(const std::string& word);
  bool read_macro_or_folder(const std::string& word);
  bool read_first_file(const std::string& word);
  bool read_standard_folder(const std::string& word);
  bool read_mirrored_flag(const std::string& word);
  std::string next(const std::string& word);
  std::optional<std::string> value(const std::string& word, std::string_view flag);
  void for_front_end(const std::string& word) {
    settings_.language.insert(settings_.language.end(), {"-Xclang", word});
  }
  [[noreturn]] static void refuse(const std::string& word, const std::string& expected) {
    throw Error(word, "a flag that may change what the program means", expected);
  }

  const FrontEndJob& job_;
  std::size_t at_ = 0;
  CompileSettings settings_;
  Words usual_;
  std::string version_; // -fgnuc-version
};

// The word behind a flag.
std::string SettingsReader::next(const std::string& word) {
  if (at_ + 1 >= job_.arguments.size())
    throw Error(word, "nothing after it", "a value");
  return job_.arguments[at_++];
}

// Of a flag whose value is the rest of its word or the next one.
std::optional<std::string> SettingsReader::value(const std::string& word, std::string_view flag) {
  if (!word.starts_with(flag))
    return std::nullopt;
  return word.size() == flag.size() ? next(word) : word.substr(flag.size());
}

bool SettingsReader::read_macro_or_folder(const std::string& word) {
  for (const auto& [flag, kind] : {std::pair("-D", MacroSetting::Kind::define), {"-U", MacroSetting::Kind::undefine}})
    if (const auto text = value(word, flag)) {
      settings_.macros.push_back({kind, *text});
      return true;
    }
  for (const auto& [flag, kind] : {std::pair("-iquote", IncludeFolder::Kind::quoted_only),
                                   {"-isystem", IncludeFolder::Kind::system},
                                   {"-cxx-isystem", IncludeFolder::Kind::cxx_system},
                                   {"-idirafter", IncludeFolder::Kind::after_all},
                                   {"-I", IncludeFolder::Kind::before_all}})
    if (word != "-I-" && !word.starts_with("-isystem-after"))
      if (const auto path = value(word, flag)) {
        settings_.include_folders.push_back({kind, *path});
        return true;
      }
  return false;
}

bool SettingsReader::read_first_file(const std::string& word) {
  if (word == "-include-pch") {
    // Precompiled for the host: the device's compiler reads the header that it was made of.
    fs::path header = next(word);
    header.replace_extension();
    std::error_code problem;
    if (!fs::is_regular_file(header, problem))
      throw Error(word, "no " + header.string(), "a precompiled header beside the header that it was made from");
    settings_.first_files.push_back({FirstFile::Kind::included, header.string()});
  } else if (const auto macros = value(word, "-imacros")) {
    settings_.first_files.push_back({FirstFile::Kind::macros_only, *macros});
  } else if (const auto file = value(word, "-include")) {
    settings_.first_files.push_back({FirstFile::Kind::included, *file});
  } else {
    return false;
  }
  return true;
}

bool SettingsReader::read_standard_folder(const std::string& word) {
  if (word == "-internal-isystem" || word == "-internal-externc-isystem") {
    const fs::path path = next(word);
    const auto resources = std::ranges::find(job_.arguments, "-resource-dir");
    const bool own = resources != job_.arguments.end() && std::next(resources) != job_.arguments.end() &&
                     path == fs::path(*std::next(resources)) / "include";
    settings_.standard_folders->push_back({own                           ? StandardFolder::Kind::resources
                                           : word == "-internal-isystem" ? StandardFolder::Kind::cxx
                                                                         : StandardFolder::Kind::c,
                                           path});
  } else if (word == "-isysroot") {
    for_front_end(word);
    for_front_end(next(word));
  } else if (word == "-c-isystem" || word == "-objc-isystem" || word == "-objcxx-isystem") {
    next(word); // of other languages
  } else {
    // -nostdinc and its like: what is searched is listed in any case.
    return word == "-nostdsysteminc" || word == "-nobuiltininc" || word == "-nostdinc++";
  }
  return true;
}

// What the device's compilation does in its own way, but tells the program of.
bool SettingsReader::read_mirrored_flag(const std::string& word) {
  if (word.starts_with("-O") && word.size() <= 6) {
    const std::string level = word.substr(2);
    settings_.optimisation = level == "0"                   ? Optimisation::none
                             : level == "s" || level == "z" ? Optimisation::size
                                                            : Optimisation::speed;
  } else if (word == "-fno-inline") {
    settings_.macros.push_back({MacroSetting::Kind::define, "__NO_INLINE__=1"});
  } else if (word == "-pic-level") {
    const std::string level = next(word);
    std::from_chars(level.data(), level.data() + level.size(), settings_.position_independent_code);
  } else if (word == "-pic-is-pie") {
    settings_.position_independent_program = settings_.position_independent_code;
  } else if (word.starts_with("-std=")) {
    settings_.standard = word.substr(5);
  } else if (word.starts_with("-fgnuc-version=")) {
    version_ = word;
    settings_.language.push_back(word);
  } else if (word == "-triple") {
    const std::string triple = next(word);
    if (!triple.starts_with("x86_64-"))
      throw Error("the target", fmt::format("'{}'", triple),
                  "x86_64, whose types have the sizes that they have on devices");
  } else if (word.starts_with("-ffp-contract=")) {
    settings_.contraction = word.substr(word.find('=') + 1);
  } else {
    return false;
  }
  return true;
}

void SettingsReader::read_word(const std::string& word) {
  if (lists(usual_flags, word)) {
    usual_.push_back(word);
  } else if (lists(program_flags, word)) {
    for_front_end(word);
  } else if (lists(program_flags_with_a_word, word)) {
    for_front_end(word);
    for_front_end(next(word));
  } else if (lists(host_flags_with_a_word, word)) {
    next(word);
  } else if (lists(host_flags, word) || word.starts_with("-W")) {
    // Nothing for the device.
  } else if (!read_mirrored_flag(word) && !read_standard_folder(word) && !read_first_file(word) &&
             !read_macro_or_folder(word)) {
    refuse(word, "none with device code, as it is not known what it would mean there");
  }
}

} // namespace

std::vector<FrontEndJob> read_front_end_jobs(std::string_view printed) {
  std::vector<FrontEndJob> jobs;
  std::size_t at = 0;
  while (at < printed.size()) {
    const bool is_job = printed.substr(at).starts_with(" \"");
    Words words;
    if (is_job)
      words = read_job(printed, at);
    at = std::min(printed.find('\n', at), printed.size() - 1) + 1;
    if (words.size() < 3 || words[1] != "-cc1")
      continue;
    const auto language = std::ranges::find(words, "-x");
    const bool has_language = language != words.end() && std::next(language) != words.end();
    FrontEndJob job{words.back(), has_language ? *std::next(language) : "", {words.begin() + 2, words.end()}};
    jobs.push_back(std::move(job));
  }
  return jobs;
}

bool has_no_type_names(const FrontEndJob& job) {
  return std::ranges::find(job.arguments, "-fno-rtti") != job.arguments.end();
}

CompileSettings settings_of(const FrontEndJob& job) {
  for (const std::string& word : job.arguments)
    if (word.find('\0') != word.npos) // no program gets such a word, and no message would show what is behind the zero
      throw Error("words of the front end", "a zero byte in one", "what clang++ -### prints");
  return SettingsReader(job).read();
}

} // namespace xeforge::driver
