// xeforge-lower INPUT.bc OUTPUT REPORT.json OPTIONS.json: lowers one module, to bitcode for the vector compiler or to
// PTX. The toolchain starts it as it starts the compiler, with LLVM's library from the device tools. A module that is
// refused, or only checked, has a report and no output.
#include "xeforge/base/error.hpp"
#include "xeforge/files/json.hpp"
#include "xeforge/machine/device_models.hpp"
#include "xeforge/toolchain/binary/kernel_names.hpp"
#include "xeforge/toolchain/lowering/pipeline.hpp"
#include "xeforge/toolchain/lowering/symbols.hpp"
#include "xeforge/toolchain/nvidia/warp_module.hpp"
#include "xeforge/toolchain/tools/files.hpp"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/Error.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

#include <nlohmann/json.hpp>

#include <array>
#include <cstdio>
#include <exception>

namespace xeforge::toolchain {
namespace {

// ---- files ----------------------------------------------------------------------------------------------------------
template <class Writer>
void write(const std::string& file, const Writer& writer) {
  std::error_code problem;
  llvm::raw_fd_ostream stream(file, problem);
  if (!problem) {
    writer(stream);
    stream.close();
    problem = stream.error();
    stream.clear_error();
  }
  if (problem)
    throw Error(file, "'" + problem.message() + "'", "a file that can be written");
}

// clang writes tables of function addresses in a way that LLVM cannot read, because it treats them as addresses of data; the
// destructor of a thrown object is such an address, too.
[[noreturn]] void refuse_function_addresses(const std::string& where) {
  throw Error(
      where,
      "a table of functions, as classes with virtual functions have one, or a 'throw' of an object with a destructor",
      "functions that are called by name, and no exceptions");
}

// Reads the bodies of the functions that kernels use, directly or through other functions. All others, such as members of classes
// that only the host uses, become declarations.
class ReachedBodies {
public:
  ReachedBodies(llvm::Module& module, const std::string& source) : module_(module), source_(source) {}

  void read() {
    for (llvm::Function& function : module_)
      if (lowering::is_kernel(function)) {
        mention(function);
        while (!next_.empty())
          read(*next_.pop_back_val(), function);
      }
    for (llvm::Function& function : module_)
      if (function.isMaterializable()) {
        function.deleteBody();
        function.setComdat(nullptr);
      }
    expect_read(module_.materializeAll(), source_);
  }

private:
  static void expect_read(llvm::Error problem, const std::string& where) {
    if (!problem)
      return;
    const std::string text = llvm::toString(std::move(problem));
    if (llvm::StringRef(text).starts_with("Invalid record"))
      refuse_function_addresses(where);
    throw Error(where, "'" + text + "'", "LLVM's IR");
  }

  void mention(llvm::Constant& constant) {
    if (!known_.insert(&constant).second)
      return;
    if (auto* const function = llvm::dyn_cast<llvm::Function>(&constant))
      next_.push_back(function);
    else
      mention_operands(constant); // of a variable its value
  }
  void mention_operands(llvm::User& user) {
    for (llvm::Value* const operand : user.operand_values())
      if (auto* const constant = llvm::dyn_cast<llvm::Constant>(operand))
        mention(*constant);
  }
  // What cannot be read has no debug information yet.
  void read(llvm::Function& function, const llvm::Function& kernel) {
    const std::string name = source_ + ": kernel " + readable_name(kernel.getName().str());
    if (function.isMaterializable())
      expect_read(function.materialize(),
                  &function == &kernel ? name : name + ", in '" + llvm::demangle(function.getName()) + "'");
    mention_operands(function);
    for (llvm::Instruction& instruction : llvm::instructions(function))
      mention_operands(instruction);
  }

  llvm::Module& module_;
  const std::string& source_;
  llvm::SmallPtrSet<llvm::Constant*, 32> known_;
  llvm::SmallVector<llvm::Function*> next_;
};

// Read without upgrading debug information: for that LLVM would verify the module, and the C++ compiler's thread-local
// variables do not pass the verifier until they are private.
std::unique_ptr<llvm::Module> read(const std::string& file, const std::string& source, llvm::LLVMContext& context) {
  constexpr std::array options{"xeforge-lower", "-disable-auto-upgrade-debug-info"};
  llvm::cl::ParseCommandLineOptions(options.size(), options.data());
  llvm::SMDiagnostic problem;
  std::unique_ptr<llvm::Module> module = llvm::getLazyIRFileModule(file, problem, context);
  // clang writes this for start-up code of such a variable in an address space.
  if (module == nullptr && problem.getMessage().starts_with("Incorrect type in struct initializer"))
    throw Error(source,
                "a use of a variable of a template, or an inline one, whose value is computed when the program starts",
                "constants, captured values, or memory that a captured pointer leads to");
  if (module == nullptr && problem.getMessage().starts_with("Invalid record"))
    refuse_function_addresses(source);
  if (module == nullptr)
    throw Error(file, "'" + problem.getMessage().str() + "'", "LLVM's IR");
  ReachedBodies(*module, source).read();
  return module;
}

// Each hardware thread becomes a warp.
template <class Print>
LoweredModule write_kernels_as_ptx(llvm::Module& module, const LoweringRequest& request, const Print& print,
                                   const std::string& output) {
  const machine::DeviceModel& device = machine::device_model(request.device);
  LoweredModule lowered = lowering::prepare(module, device, request.options);
  nvidia::distribute(module, lowered, request.options.unfit_kernels);
  llvm::StripDebugInfo(module);
  print(output + ".distributed.ll");
  nvidia::optimise(module, std::string(device.name));
  print(output + ".ll");
  const std::string text = nvidia::write_ptx(module, std::string(device.name));
  write(output, [&](llvm::raw_ostream& stream) { stream << text; });
  return lowered;
}

// ---- the program ----------------------------------------------------------------------------------------------------
void run(const std::string& input, const std::string& output, const std::string& report, const std::string& options) {
  const LoweringRequest request = files::parse_json<nlohmann::json>(read_text(options)).get<LoweringRequest>();
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module;
  const auto print = [&](const std::string& file) {
    if (request.keeps_text)
      write(file, [&](llvm::raw_ostream& stream) { module->print(stream, nullptr); });
  };
  const bool lowers = request.task == LoweringTask::lower;
  LoweringOutcome outcome;
  try {
    module = read(input, request.source, context);
    print(std::string(input, 0, input.rfind('.')) + ".ll");
    if (lowers && machine::device_model(request.device).platform == machine::ptx_platform)
      outcome.module = write_kernels_as_ptx(*module, request, print, output);
    else if (lowers)
      outcome.module = lowering::lower(*module, machine::device_model(request.device), request.options);
    else
      lowering::check_host_variables(*module);
  } catch (const Error& error) {
    outcome.refusal = error;
  }
  if (lowers && !outcome.refusal && machine::device_model(request.device).platform != machine::ptx_platform) {
    print(std::string(output, 0, output.rfind('.')) + ".ll");
    write(output, [&](llvm::raw_ostream& stream) { llvm::WriteBitcodeToFile(*module, stream); });
  }
  write_text(report, nlohmann::json(outcome).dump());
}

} // namespace
} // namespace xeforge::toolchain

int main(int count, char** words) {
  try {
    if (count != 5)
      throw xeforge::Error("xeforge-lower", std::to_string(count - 1) + " arguments",
                           "INPUT.bc OUTPUT.bc REPORT.json OPTIONS.json");
    xeforge::toolchain::run(words[1], words[2], words[3], words[4]);
    return 0;
  } catch (const std::exception& problem) {
    std::fprintf(stderr, "error: %s\n", problem.what());
    return 1;
  }
}
