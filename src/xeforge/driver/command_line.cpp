#include "xeforge/driver/command_line.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/driver/words.hpp"
#include "xeforge/machine/check_tools.hpp"
#include "xeforge/machine/device_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <string_view>

namespace xeforge::driver {
namespace {

using Words = std::vector<std::string>;

// Flags of clang's whose value is the next word, as far as that could be taken for a source. One that is missing here
// does no harm: clang alone decides what a source is.
constexpr std::array flags_with_a_word{"-o",
                                       "-x",
                                       "-MF",
                                       "-MT",
                                       "-MQ",
                                       "-include",
                                       "-imacros",
                                       "-isystem",
                                       "-iquote",
                                       "-idirafter",
                                       "-iprefix",
                                       "-isysroot",
                                       "-L",
                                       "-l",
                                       "-Xclang",
                                       "-Xlinker",
                                       "-Xassembler",
                                       "-Xpreprocessor",
                                       "-mllvm",
                                       "-target",
                                       "-T",
                                       "-u",
                                       "-z",
                                       "-I",
                                       "-D",
                                       "-U",
                                       "-F",
                                       "-arch",
                                       "--sysroot",
                                       "-std",
                                       "-e",
                                       "-Wp",
                                       "--param",
                                       "-B",
                                       "--include",
                                       "--define-macro",
                                       "--undefine-macro",
                                       "--include-directory",
                                       "-include-pch",
                                       "-cxx-isystem",
                                       "-ivfsoverlay",
                                       "-iwithprefix",
                                       "-iwithprefixbefore",
                                       "-MJ",
                                       "-serialize-diagnostics",
                                       "--serialize-diagnostics",
                                       "-dumpdir",
                                       "-Xarch_host"};

// What stands behind these, or joined to them, is read, searched, or no file's name. Any other flag may write to what it
// names.
constexpr std::array flags_that_write_nothing{"-include",       "--include",        "-imacros", "-isystem", "-iquote",
                                              "-idirafter",     "-include-pch",     "-MT",      "-MQ",      "-D",
                                              "--define-macro", "--undefine-macro", "-U",       "-I",       "-L"};

constexpr std::array header_endings{".h", ".hh", ".hpp", ".hxx", ".H"};

// The vendor's flags that mean nothing here: there is one runtime, and device code is made in one way.
constexpr std::array ignored_flags{"-static-intel",
                                   "-shared-intel",
                                   "-no-intel-lib",
                                   "-fsycl",
                                   "-lsycl",
                                   "-fno-sycl",
                                   "-ftarget-compile-fast",
                                   "-fno-target-compile-fast",
                                   "-ftarget-export-symbols",
                                   "-fno-target-export-symbols",
                                   "-foffload-fp32-prec-div",
                                   "-fno-offload-fp32-prec-div",
                                   "-foffload-fp32-prec-sqrt",
                                   "-fno-offload-fp32-prec-sqrt"};

// The same of those that start with -fsycl- or -fno-sycl-; a value may follow behind '='. A flag that is not among them
// is refused: it may mean something.
constexpr std::array ignored_sycl_flags{"add-default-spec-consts-image",
                                        "add-targets",
                                        "allow-device-dependencies",
                                        "allow-device-image-dependencies",
                                        "allow-func-ptr",
                                        "allow-virtual-functions",
                                        "dead-args-optimization",
                                        "decompose-functor",
                                        "default-sub-group-size",
                                        "device-code-split-esimd",
                                        "device-lib",
                                        "device-lib-jit-link",
                                        "device-obj",
                                        "device-only",
                                        "disable-range-rounding",
                                        "dump-device-code",
                                        "early-optimizations",
                                        "embed-ir",
                                        "enable-function-pointers",
                                        "enable-int-header-diags",
                                        "esimd-build-host-code",
                                        "esimd-force-stateless-mem",
                                        "exp-range-rounding",
                                        "explicit-simd",
                                        "force-inline-kernel-lambda",
                                        "force-target",
                                        "forward-compat",
                                        "fp32-prec-div",
                                        "fp32-prec-sqrt",
                                        "fp64-conv-emu",
                                        "id-queries-fit-in-int",
                                        "id-queries-range",
                                        "instrument-device-code",
                                        "int-footer",
                                        "int-header",
                                        "link-huge-device-code",
                                        "max-parallel-link-jobs",
                                        "new-offload-wrapper",
                                        "optimize-non-user-code",
                                        "preserve-device-nonsemantic-metadata",
                                        "range-rounding",
                                        "rdc",
                                        "remove-unused-external-funcs",
                                        "rtc-mode",
                                        "std-layout-kernel-params",
                                        "unnamed-lambda",
                                        "use-bitcode",
                                        "use-spirv-backend-for-spirv-gen"};

template <class List>
bool one_of(const List& list, std::string_view text) {
  return std::ranges::any_of(list, [text](const char* each) { return text == each; });
}

// Those of the vendor's that do what is not done here.
constexpr std::array refused_sycl_flags{"link",         "host-compiler", "host-compiler-options",
                                        "pstl-offload", "link-targets",  "device-obj-target"};

// Of those that start with -fsycl or -fno-sycl-.
void expect_known_sycl_flag(const std::string& word) {
  const std::string name = word.substr(std::min(word.find("sycl") + 5, word.size()));
  const std::string start = name.substr(0, name.find('='));
  if (one_of(refused_sycl_flags, start))
    throw Error(word, "a flag of the vendor's driver for what is not done here",
                "a command line without it; device code lies in the objects, and clang compiles for the host");
  if (!one_of(ignored_sycl_flags, start))
    throw Error(word, "an unknown flag for SYCL", "those of the vendor's driver");
}

// ---- devices --------------------------------------------------------------------------------------------------------
const machine::DeviceModel* device_for(CommandLine& line, const std::string& flag, const std::string& name) {
  try {
    const machine::DeviceModel& model = machine::device_model(name);
    if (!machine::is_same_word(name, model.name))
      line.notes.push_back(fmt::format("{} {}: taken as {}", flag, name, model.name));
    return &model;
  } catch (const Error& error) {
    throw Error(flag, fmt::format("'{}'", name), error.expected());
  }
}

// An unset variable of the shell leaves nothing where a name was meant.
const std::string& expect_value(const std::string& flag, const std::string& value, const char* expected) {
  if (value.empty())
    throw Error(flag, "an empty value", expected);
  return value;
}

Words split_list(std::string_view text) {
  Words parts;
  while (!text.empty()) {
    const auto comma = std::min(text.find(','), text.size());
    if (comma > 0)
      parts.emplace_back(text.substr(0, comma));
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return parts;
}

class Reader {
public:
  explicit Reader(const Words& arguments) : words_(expand_response_files(arguments)) {}

  CommandLine read() {
    while (at_ < words_.size())
      read_word();
    choose_devices();
    choose_registers();
    if (line_.counts && line_.checks != 0)
      throw Error("-fxeforge-count", "-fxeforge-check as well", "one of the two");
    if (ahead_of_time_ && line_.devices.empty() && line_.goal == Goal::objects)
      line_.warnings.emplace_back("-Xs: no -device, so no device code is made for this object; give the one that the "
                                  "program is linked with");
    else if (ahead_of_time_ && line_.devices.empty() && line_.goal != Goal::other)
      throw Error("-Xs", "no -device", "-Xs \"-device NAME\" with -fsycl-targets=spir64_gen");
    if (line_.goal == Goal::device_code_only && line_.devices.empty())
      throw Error("-fsycl-device-only", "no device",
                  "-fsycl-targets=spir64_gen and -Xs \"-device NAME\", which say what to compile for");
    if (assembly_ && !line_.devices.empty())
      line_.warnings.emplace_back("-S: no device code is made for what is assembled later; use -c");
    return std::move(line_);
  }

private:
  void read_word();
  bool read_sycl_flag(const std::string& word);
  bool read_device_flag(const std::string& word);
  bool read_shared_flag(const std::string& word);
  bool read_goal(const std::string& word);
  void read_input(const std::string& word);
  void note_files_in(const std::string& word);
  void read_targets(const std::string& list);
  void read_device_options(const std::string& flag, const std::string& text);
  void read_code_split(const std::string& word);
  void read_register_mode(const std::string& modes);
  void read_compiler_options(const std::string& flag, const std::string& text);
  void choose_devices();
  void choose_registers();
  bool is_for(const std::string& target, const machine::DeviceModel& device) const;
  std::string value_of(const std::string& flag);
  void for_host(const std::string& word) { line_.host_arguments.push_back(word); }

  Words words_;
  std::size_t at_ = 0;
  // -fsycl-targets: with names of devices, and with the target whose devices -Xs names.
  std::vector<const machine::DeviceModel*> targets_;
  bool ahead_of_time_ = false;
  std::vector<const machine::DeviceModel*> named_; // behind -device
  struct RegisterChoice {
    std::string flag, target; // target: a name of -fsycl-targets; empty: all
    toolchain::RegisterFile registers;
  };
  std::vector<RegisterChoice> registers_;
  bool assembly_ = false;  // -S
  std::string language_;   // -x
  std::string inner_flag_; // the last word behind -Xclang, whose value may be the next such word
  CommandLine line_;
};

// The word behind a flag.
std::string Reader::value_of(const std::string& flag) {
  if (at_ == words_.size())
    throw Error(flag, "nothing", "a value after it");
  return words_[at_++];
}

void Reader::read_word() {
  const std::string word = words_[at_++];
  if (read_sycl_flag(word) || read_device_flag(word) || read_shared_flag(word))
    return;
  for_host(word);
  if (word.starts_with("-x")) {
    language_ = word == "-x" && at_ < words_.size() ? words_[at_] : word.substr(2);
    if (language_ == "c" || language_ == "c-header") // the words for all sources hold the standard of C++
      throw Error("-x", fmt::format("'{}'", language_), "c++, as a C compiler makes objects of C");
  }
  if (!word.starts_with('-') || word == "-") {
    read_input(word);
  } else if (one_of(flags_with_a_word, word) && at_ < words_.size()) {
    const bool is_inner = word == "-Xclang";
    if (!one_of(flags_that_write_nothing, is_inner ? inner_flag_ : word))
      line_.may_be_written.push_back({word, words_[at_]});
    if (is_inner)
      inner_flag_ = words_[at_];
    for_host(words_[at_++]);
  } else {
    note_files_in(word);
  }
}

// A flag with its value in the same word: behind '=', between commas, or behind the letters of -MF and -MJ.
void Reader::note_files_in(const std::string& word) {
  const auto joined_to = [&word](const char* flag) { return word.starts_with(flag); };
  if (std::ranges::any_of(flags_that_write_nothing, joined_to) || word.find("prefix-map=") != word.npos)
    return;
  constexpr std::size_t letters = 3;
  if (word.starts_with("-MF") || word.starts_with("-MJ"))
    line_.may_be_written.push_back({word.substr(0, letters), word.substr(letters)});
  constexpr const char* marks = "=,";
  for (std::size_t mark = word.find_first_of(marks); mark != word.npos;) {
    const std::size_t next = word.find_first_of(marks, mark + 1);
    line_.may_be_written.push_back({word.substr(0, mark), word.substr(mark + 1, next - mark - 1)});
    mark = next;
  }
}

void Reader::read_input(const std::string& word) {
  line_.inputs.push_back(word);
  // Precompiled, it is neither an object nor a program.
  const bool is_header = language_.empty() ? one_of(header_endings, std::filesystem::path(word).extension().string())
                                           : language_.ends_with("-header");
  if (is_header && line_.goal != Goal::device_code_only)
    line_.goal = Goal::other;
  line_.makes_precompiled_header |= is_header;
}

// ---- flags that clang does not see ----------------------------------------------------------------------------------
void Reader::read_targets(const std::string& list) {
  expect_value("-fsycl-targets", list, "spir64, spir64_gen, intel_gpu_NAME, nvidia_gpu_sm_90 or the name of a device");
  for (const std::string& name : split_list(list)) {
    if (name.starts_with("spir64_gen")) {
      ahead_of_time_ = true;
    } else if (name.starts_with("intel_gpu_")) {
      targets_.push_back(device_for(line_, "-fsycl-targets", name));
    } else if (name.starts_with("nvidia_gpu_")) {
      const machine::DeviceModel* const device = device_for(line_, "-fsycl-targets", name);
      if (device->platform != machine::ptx_platform)
        throw Error("-fsycl-targets", "'" + name + "'", "nvidia_gpu_sm_90");
      targets_.push_back(device);
    } else if (machine::find_device_name(name) != nullptr) {
      targets_.push_back(device_for(line_, "-fsycl-targets", name));
    } else if (!name.starts_with("spir64") && name != "native_cpu") {
      throw Error("-fsycl-targets", "'" + name + "'",
                  "spir64, spir64_gen, intel_gpu_NAME, nvidia_gpu_sm_90 or the name of a device");
    }
  }
}

// The target that a flag is for: that of -Xsycl-target-backend=TARGET; empty: all.
static std::string target_of(const std::string& flag) {
  const std::size_t mark = flag.find('=');
  return mark == flag.npos ? std::string() : flag.substr(mark + 1);
}

// What stands behind -Xs, as the vendor's offline compiler takes it: "-device NAME[,NAME] -options OPTIONS".
void Reader::read_device_options(const std::string& flag, const std::string& text) {
  const Words words = split_words(flag, text);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool takes_value = words[i] == "-revision_id" || words[i] == "-output" || words[i] == "-out_dir";
    if (words[i] == "-device") {
      if (i + 1 == words.size())
        throw Error(flag, "-device without a name", "-device NAME");
      named_.clear();
      for (const std::string& name : split_list(expect_value(flag + " -device", words[++i], "-device NAME")))
        named_.push_back(device_for(line_, flag + " -device", name));
    } else if (words[i] == "-options" || words[i] == "-internal_options") {
      // Its value may be one quoted word, or everything up to the next option of this level.
      while (i + 1 < words.size() && words[i + 1] != "-device" && words[i + 1] != "-internal_options" &&
             words[i + 1] != "-options")
        read_compiler_options(flag, words[++i]);
    } else if (takes_value) {
      ++i;
    } else if (words[i] != "-64") { // pointers of 64 bits are all there are
      read_compiler_options(flag, words[i]);
    }
  }
}

void Reader::read_compiler_options(const std::string& flag, const std::string& text) {
  for (const std::string& option : split_words(flag, text)) {
    if (option == "-doubleGRF" || option == "-ze-opt-large-register-file" || option == "-cl-intel-256-GRF-per-thread" ||
        option == "-ze-exp-register-file-size=256")
      registers_.push_back({flag, target_of(flag), toolchain::RegisterFile::large});
    else if (option != "-vc-codegen" && option != "-q" && !option.starts_with("-ze-") && !option.starts_with("-cl-") &&
             !option.starts_with("-O"))
      line_.warnings.push_back(fmt::format("{} {}: is not used", flag, option));
  }
}

// pvc:large; the vendor's driver knows no other device.
void Reader::read_register_mode(const std::string& modes) {
  for (const std::string& mode : split_list(modes)) {
    if (mode != "pvc:large" && mode != "pvc:small" && mode != "pvc:default" && mode != "pvc:auto")
      throw Error("-ftarget-register-alloc-mode", "'" + mode + "'", "pvc:large, pvc:small, pvc:default or pvc:auto");
    registers_.push_back({"-ftarget-register-alloc-mode", "pvc",
                          mode == "pvc:large" ? toolchain::RegisterFile::large : toolchain::RegisterFile::normal});
  }
}

// What -Xs names is for the target that is compiled ahead of time, and for no other.
void Reader::choose_devices() {
  const auto differs = [this](const auto* device) { return std::ranges::find(targets_, device) == targets_.end(); };
  const bool is_used = ahead_of_time_ || line_.goal == Goal::device_code_only;
  if (!is_used && !targets_.empty() && std::ranges::any_of(named_, differs))
    throw Error("-Xs -device", fmt::format("'{}', which is not among -fsycl-targets", named_.front()->name),
                "-fsycl-targets=spir64_gen for devices that -Xs names");
  line_.devices = targets_;
  if (is_used)
    std::ranges::copy_if(named_, std::back_inserter(line_.devices), differs);
}

// Whether a flag for that target is for this device.
bool Reader::is_for(const std::string& target, const machine::DeviceModel& device) const {
  if (target.empty() || target == device.name)
    return true;
  if (target.starts_with("spir64"))
    return std::ranges::find(named_, &device) != named_.end();
  return machine::find_device_name(target) != nullptr && &machine::device_model(target) == &device;
}

void Reader::choose_registers() {
  for (const RegisterChoice& choice : registers_) {
    bool is_used = false;
    for (const auto* device : line_.devices)
      if (is_for(choice.target, *device)) {
        is_used = true;
        std::erase(line_.with_large_registers, device);
        if (choice.registers == toolchain::RegisterFile::large)
          line_.with_large_registers.push_back(device);
      }
    if (!is_used && !line_.devices.empty() && choice.registers == toolchain::RegisterFile::large)
      line_.warnings.push_back(fmt::format("{}: is not used, as no code is made for {}", choice.flag, choice.target));
  }
}

// A kernel that the device cannot run does not stand in the way of the others where each is by itself.
void Reader::read_code_split(const std::string& word) {
  const std::string how = word.find('=') == word.npos ? "auto" : word.substr(word.find('=') + 1);
  if (!one_of(std::array{"auto", "per_source", "per_kernel", "off"}, how))
    throw Error("-fsycl-device-code-split", "'" + how + "'", "auto, per_source, per_kernel or off");
  line_.unfit_kernels = how == "per_kernel" ? toolchain::UnfitKernels::left_out : toolchain::UnfitKernels::refused;
}

bool Reader::read_sycl_flag(const std::string& word) {
  const auto value_behind = [&word](std::string_view prefix) { return word.substr(prefix.size()); };
  if (word.starts_with("-fsycl-targets=")) {
    read_targets(value_behind("-fsycl-targets="));
  } else if (word == "-fsycl-device-only") {
    line_.goal = Goal::device_code_only;
  } else if (word == "-fsycl-device-code-split" || word.starts_with("-fsycl-device-code-split=")) {
    read_code_split(word);
  } else if (word.starts_with("-ftarget-register-alloc-mode=")) {
    read_register_mode(value_behind("-ftarget-register-alloc-mode="));
  } else if (word == "-Xs" || word.starts_with("-Xsycl-target-backend")) {
    read_device_options(word, value_of(word));
  } else if (word.starts_with("-Xs=")) {
    read_device_options("-Xs", value_behind("-Xs="));
  } else if (word.starts_with("-Xs") && !word.starts_with("-Xsycl")) {
    // Joined: one option without its dash.
    read_device_options("-Xs", "-" + value_behind("-Xs"));
  } else if (word.starts_with("-Xsycl-target-frontend")) {
    throw Error(word, "a flag for the device alone", "flags for both: host and device are the same program");
  } else if (word.starts_with("-Xsycl-target-") || word == "-Xspirv-translator" || word == "-Xopenmp-target-backend") {
    line_.warnings.push_back(fmt::format("{} {}: is not used", word, value_of(word)));
  } else if (word == "-Xclang" && at_ < words_.size() && words_[at_].starts_with("-fsycl")) {
    expect_known_sycl_flag(words_[at_++]); // of the vendor's clang alone
  } else if (word.starts_with("-fsycl-") || word.starts_with("-fno-sycl-")) {
    expect_known_sycl_flag(word);
  } else if (one_of(ignored_flags, word) || word.starts_with("-sycl-std=")) {
    return true;
  } else if (word == "-Xarch_device") {
    throw Error(word, "a flag for the device alone", "flags for both: host and device are the same program");
  } else if (word.starts_with("-fp-model")) {
    // The default here is what precise means; fast would break what kernels promise.
    const std::string model = word == "-fp-model" ? value_of(word) : value_behind("-fp-model=");
    if (model == "strict") {
      for_host("-ffp-model=strict");
      line_.names_contraction = true;
    } else if (!one_of(std::array{"precise", "fast", "fast=1", "fast=2", "consistent", "source", "double", "extended"},
                       model)) {
      throw Error("-fp-model", "'" + model + "'", "precise, strict, fast, fast=1, fast=2 or consistent");
    }
  } else if (word == "-qopenmp" || word == "-fiopenmp") {
    for_host("-fopenmp");
  } else {
    return false;
  }
  return true;
}

static std::uint32_t number_in(std::string_view flag, const std::string& value, const char* of_what = "bytes") {
  std::uint32_t bytes = 0;
  const auto [end, problem] = std::from_chars(value.data(), value.data() + value.size(), bytes);
  if (value.empty() || problem != std::errc() || end != value.data() + value.size())
    throw Error(std::string(flag.substr(0, flag.size() - 1)), fmt::format("'{}'", value),
                std::string("a number of ") + of_what);
  return bytes;
}

static unsigned checks_in(std::string_view list) {
  unsigned checks = 0;
  for (const std::string& name : split_list(list)) {
    const unsigned tool = machine::check_tool(name);
    if (tool == 0)
      throw Error("-fxeforge-check", "'" + name + "'", machine::check_tools_text());
    checks |= tool;
  }
  if (checks == 0)
    throw Error("-fxeforge-check", "no tool", machine::check_tools_text());
  return checks;
}

// Our own.
bool Reader::read_device_flag(const std::string& word) {
  constexpr std::string_view tools = "-fxeforge-device-tools=", memory = "-fxeforge-local-memory=",
                             check = "-fxeforge-check", stack = "-fxeforge-stack=";
  if (word == check)
    line_.checks = machine::all_check_tools;
  else if (word == "-fno-xeforge-check")
    line_.checks = 0;
  else if (word == "-fxeforge-count" || word == "-fno-xeforge-count")
    line_.counts = word == "-fxeforge-count";
  else if (word.starts_with(check) && word[check.size()] == '=')
    line_.checks = checks_in(word.substr(check.size() + 1));
  else if (word.starts_with(tools))
    line_.device_tools = expect_value("-fxeforge-device-tools", word.substr(tools.size()), "a folder");
  else if (word.starts_with(memory))
    line_.local_memory = number_in(memory, word.substr(memory.size()));
  else if (word.starts_with(stack))
    line_.stack_kib = number_in(stack, word.substr(stack.size()), "KiB");
  else if (word.starts_with("-fxeforge-") || word.starts_with("-fno-xeforge-"))
    throw Error(word, "an unknown flag of xeforge-cxx",
                "-fxeforge-check or -fxeforge-check=TOOLS, -fxeforge-count, -fxeforge-device-tools=FOLDER, "
                "-fxeforge-local-memory=BYTES or -fxeforge-stack=KIB");
  else
    return false;
  return true;
}

// ---- flags that clang sees too --------------------------------------------------------------------------------------
// -o, -c and what else says how far the compiler goes, in their short and long spellings.
bool Reader::read_goal(const std::string& word) {
  constexpr std::array questions{"-E",
                                 "-M",
                                 "-MM",
                                 "-S",
                                 "-fsyntax-only",
                                 "--version",
                                 "-dumpversion",
                                 "-dumpmachine",
                                 "-###",
                                 "--preprocess",
                                 "--assemble",
                                 "--dependencies",
                                 "--user-dependencies",
                                 "-emit-ast",
                                 "-fdriver-only",
                                 "--analyze",
                                 "--precompile"};
  const auto output = [&](std::string_view flag) {
    line_.output = expect_value(
        "-o", word.size() > flag.size() || flag.ends_with('=') ? word.substr(flag.size()) : value_of(word), "a file");
    line_.may_be_written.push_back({"-o", *line_.output});
    for_host("-o");
    for_host(line_.output->string());
  };
  if (word.starts_with("--output=")) {
    output("--output=");
  } else if (word == "--output") {
    output("--output");
  } else if (word.starts_with("-o") && !word.starts_with("-object")) {
    output("-o");
  } else if (word == "-c" || word == "--compile") {
    for_host("-c");
    if (line_.goal == Goal::program)
      line_.goal = Goal::objects;
  } else if (one_of(questions, word) || word.starts_with("-print-") || word.starts_with("--print-")) {
    for_host(word);
    if (one_of(std::array{"-E", "--preprocess", "-M", "-MM", "--dependencies", "--user-dependencies"}, word))
      line_.preprocessing.push_back(word);
    assembly_ = assembly_ || word == "-S" || word == "--assemble";
    if (line_.goal != Goal::device_code_only)
      line_.goal = Goal::other;
  } else {
    return false;
  }
  return true;
}

bool Reader::read_shared_flag(const std::string& word) {
  if (read_goal(word))
    return true;
  if (word.starts_with("-std=") || word.starts_with("--std=")) {
    // The headers are C++20; a newer language takes what an older one says.
    const std::string name = word.substr(word.find('=') + 1);
    const bool older = std::ranges::any_of(std::array{"98", "03", "11", "0x", "14", "1y", "17", "1z"},
                                           [&name](const char* year) { return name.ends_with(year); });
    for_host(older && name.find("++") != name.npos ? (name.starts_with("gnu") ? "-std=gnu++20" : "-std=c++20")
                                                   : "-std=" + name);
    return true;
  }
  if (word == "-save-temps" || word.starts_with("-save-temps=") || word.starts_with("--save-temps")) {
    for_host(word);
    line_.keeps_intermediate_files = true;
    return true;
  }
  if (word.starts_with("-march=") || word.starts_with("-mcpu="))
    line_.names_cpu = true;
  if (word.starts_with("-O") || word.starts_with("--optimize"))
    line_.names_optimisation = true;
  if (word.starts_with("-ffp-contract=") || word.starts_with("-ffp-model=") || word == "-ffast-math" ||
      word == "-Ofast")
    line_.names_contraction = true;
  return false;
}

} // namespace

CommandLine read_command_line(const std::vector<std::string>& arguments) { return Reader(arguments).read(); }

} // namespace xeforge::driver
