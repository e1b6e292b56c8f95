#include "xeforge/toolchain/lowering/locations.hpp"

#include "xeforge/toolchain/lowering/symbols.hpp"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DIBuilder.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/Support/FormatVariadic.h>

#include <filesystem>
#include <map>

namespace xeforge::toolchain::lowering {
namespace {

// For some nodes of a file, clang writes its name relative to a parent folder that it shares with the current folder,
// for others it does not. Only whole paths identify files.
std::filesystem::path path_of(const llvm::DIFile* file) {
  if (file == nullptr)
    return {};
  return (std::filesystem::path(file->getDirectory().str()) / file->getFilename().str()).lexically_normal();
}

// The compiled file, which clang names as the user did.
const llvm::DIFile* main_file(const llvm::Module& module) {
  const llvm::DIFile* file = nullptr;
  for (const llvm::DICompileUnit* unit : module.debug_compile_units())
    file = unit->getFile();
  return file;
}

std::vector<SourceFrame> frames_of(const llvm::DILocation* location, const llvm::DIFile* main) {
  std::vector<SourceFrame> frames;
  for (; location != nullptr; location = location->getInlinedAt()) {
    const std::filesystem::path path = path_of(location->getFile());
    frames.push_back(
        {path == path_of(main) ? main->getFilename().str() : path.string(), static_cast<int>(location->getLine())});
  }
  return frames;
}

// Gives locations their numbers.
class LocationNumbers {
public:
  explicit LocationNumbers(const llvm::DIFile* main) : main_(main) {}

  // The same line inlined into two functions is two locations.
  unsigned number_of(const llvm::Function& function, const llvm::DILocation* location) {
    if (location == nullptr)
      return 0;
    const auto [found, is_new] =
        number_of_.try_emplace({&function, location}, static_cast<unsigned>(locations_.size()));
    if (is_new)
      locations_.push_back({function.getName().str(), frames_of(location, main_)});
    return found->second;
  }
  std::vector<SourceLocation> locations() { return std::move(locations_); }

private:
  const llvm::DIFile* main_;
  std::map<std::pair<const llvm::Function*, const llvm::DILocation*>, unsigned> number_of_;
  std::vector<SourceLocation> locations_{{}};
};

} // namespace

std::string location_of(const llvm::Instruction& instruction) {
  const llvm::DIFile* const main = main_file(*instruction.getModule());
  std::string result;
  for (const llvm::DILocation* location = instruction.getDebugLoc(); location != nullptr;
       location = location->getInlinedAt()) {
    const std::filesystem::path path = path_of(location->getFile());
    const bool is_main = path == path_of(main);
    // Kernels are called from our own entry points, whose locations say nothing about the program.
    const bool is_entry_point = path.string().find("/sycl/detail/") != std::string::npos;
    if (result.empty() || !is_entry_point)
      result =
          llvm::formatv("{}:{}", (is_main ? main->getFilename() : location->getFilename()).str(), location->getLine())
              .str();
    if (is_main)
      break;
  }
  return result;
}

std::string location_of(const llvm::Module& module, const llvm::DIFile* file, unsigned line) {
  if (file == nullptr)
    return {};
  const llvm::DIFile* const main = main_file(module);
  return llvm::formatv("{}:{}", (path_of(file) == path_of(main) ? main : file)->getFilename().str(), line).str();
}

std::string location_of(const llvm::Function& function) {
  const llvm::Module& module = *function.getParent();
  const llvm::DISubprogram* const own = function.getSubprogram();
  if (own != nullptr && !is_kernel(function))
    return location_of(module, own->getFile(), own->getLine());
  for (const llvm::DISubprogram* each : inlined_functions(function))
    if (const llvm::DICompositeType* kernel = kernel_called_by(*each))
      return location_of(module, kernel->getFile(), kernel->getLine());
  return {};
}

std::string location_of(const llvm::GlobalVariable& variable) {
  llvm::SmallVector<llvm::DIGlobalVariableExpression*> described;
  variable.getDebugInfo(described);
  if (described.empty())
    return {};
  const llvm::DIGlobalVariable& node = *described[0]->getVariable();
  return location_of(*variable.getParent(), node.getFile(), node.getLine());
}

std::vector<SourceLocation> number_locations(llvm::Module& module) {
  LocationNumbers numbers(main_file(module));
  std::vector<std::pair<llvm::Instruction*, unsigned>> numbered;
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      const llvm::DILocation* const location = instruction.getDebugLoc();
      // The verifier requires a location for calls. Other instructions without a location get none.
      if (location != nullptr || llvm::isa<llvm::CallBase>(instruction))
        numbered.emplace_back(&instruction, numbers.number_of(function, location));
    }
  llvm::StripDebugInfo(module);

  llvm::DIBuilder builder(module);
  llvm::DIFile* const file = builder.createFile("locations", "");
  llvm::DICompileUnit* const unit =
      builder.createCompileUnit(llvm::DISourceLanguageName(llvm::dwarf::DW_LANG_C_plus_plus_14), file, "xeforge", true,
                                "", 0, "", llvm::DICompileUnit::LineTablesOnly);
  llvm::DISubroutineType* const type = builder.createSubroutineType(builder.getOrCreateTypeArray({}));
  int subprograms = 0;
  for (llvm::Function& function : module)
    if (!function.isDeclaration())
      function.setSubprogram(
          builder.createFunction(unit, std::to_string(subprograms++), "", file, 0, type, 0, llvm::DINode::FlagZero,
                                 llvm::DISubprogram::SPFlagDefinition | llvm::DISubprogram::SPFlagOptimized));
  for (const auto& [instruction, number] : numbered)
    instruction->setDebugLoc(
        llvm::DILocation::get(module.getContext(), number, 0, instruction->getFunction()->getSubprogram()));
  builder.finalize();
  return numbers.locations();
}

llvm::SetVector<const llvm::DISubprogram*> inlined_functions(const llvm::Function& function) {
  llvm::SetVector<const llvm::DISubprogram*> found;
  if (const llvm::DISubprogram* own = function.getSubprogram())
    found.insert(own);
  for (const llvm::Instruction& instruction : llvm::instructions(function))
    for (const llvm::DILocation* location = instruction.getDebugLoc(); location != nullptr;
         location = location->getInlinedAt())
      found.insert(location->getScope()->getSubprogram());
  return found;
}

const llvm::DICompositeType* kernel_called_by(const llvm::DISubprogram& function) {
  // It has the kernel's type as its first template argument.
  if (!function.getLinkageName().starts_with("_ZN4sycl3_V16detail11call_kernelI") ||
      function.getTemplateParams().empty())
    return nullptr;
  return llvm::dyn_cast_or_null<llvm::DICompositeType>(function.getTemplateParams()[0]->getType());
}

} // namespace xeforge::toolchain::lowering
