#include "xeforge/toolchain/lowering/rewrites/regions.hpp"

#include "xeforge/toolchain/lowering/symbols.hpp"

#include <llvm/IR/Module.h>
#include <llvm/Support/FormatVariadic.h>

#include <string>

namespace xeforge::toolchain::lowering {
namespace {

// The same intrinsic for fewer elements.
llvm::FunctionCallee function_for(llvm::Module& module, const llvm::CallInst& write, llvm::Type* part,
                                  llvm::Type* part_mask) {
  const llvm::Function& whole = *write.getCalledFunction();
  llvm::SmallVector<llvm::Type*> operands(whole.getFunctionType()->params());
  operands[wrregion::written] = part;
  operands[wrregion::mask] = part_mask;
  llvm::FunctionCallee function = module.getOrInsertFunction(
      (whole.getName() + ".of" + std::to_string(llvm::cast<llvm::FixedVectorType>(part)->getNumElements())).str(),
      llvm::FunctionType::get(whole.getReturnType(), operands, false), whole.getAttributes());
  llvm::cast<llvm::Function>(function.getCallee())->setCallingConv(whole.getCallingConv());
  return function;
}

} // namespace

std::optional<Rows> rows_of(const llvm::CallBase& call, unsigned vertical) {
  const auto rows_apart = constant_argument(call, vertical), columns = constant_argument(call, vertical + 1),
             columns_apart = constant_argument(call, vertical + 2);
  if (!rows_apart || !columns || !columns_apart || *columns < 1)
    return std::nullopt;
  return Rows{*rows_apart, *columns, *columns_apart};
}

bool is_read(const llvm::Value& value) { return name_of_call(&value).starts_with("llvm.genx.rdregion"); }
bool is_write(const llvm::Value& value) { return name_of_call(&value).starts_with("llvm.genx.wrregion"); }

std::optional<llvm::SmallVector<int>> elements_of(const llvm::Value& region) {
  if (!is_read(region) && !is_write(region))
    return std::nullopt;
  const auto& call = llvm::cast<llvm::CallBase>(region);
  const auto rows = rows_of(call, is_read(region) ? unsigned{rdregion::vertical} : unsigned{wrregion::vertical});
  const auto first = constant_argument(call, is_read(region) ? unsigned{rdregion::offset} : unsigned{wrregion::offset});
  const llvm::Type* const type = is_read(region) ? call.getType() : call.getArgOperand(wrregion::written)->getType();
  const unsigned bytes = type->getScalarSizeInBits() / 8;
  if (!rows || !first || bytes == 0 || *first % bytes != 0)
    return std::nullopt;
  const auto* const vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  llvm::SmallVector<int> elements;
  for (int i = 0; i < static_cast<int>(vector == nullptr ? 1 : vector->getNumElements()); ++i)
    elements.push_back(static_cast<int>(*first / bytes + rows->index_of(i)));
  return elements;
}

namespace {

// The last operands of a region read or write of `count` elements from `first` on.
llvm::SmallVector<llvm::Value*> index_of(llvm::IRBuilder<>& builder, const llvm::Value* vector, unsigned first,
                                         unsigned count) {
  const auto offset = static_cast<std::uint16_t>(first * vector->getType()->getScalarSizeInBits() / 8);
  return {builder.getInt32(count), builder.getInt32(count), builder.getInt32(1), builder.getInt16(offset),
          builder.getInt32(0)};
}

llvm::Value* call_region(llvm::IRBuilder<>& builder, const std::string& name, llvm::Type* result,
                         llvm::ArrayRef<llvm::Value*> arguments) {
  llvm::CallInst* const call = call_intrinsic(builder, name, result, arguments);
  call->getCalledFunction()->setDoesNotAccessMemory();
  return call;
}

const char* kind_of(const llvm::Type* vector) { return vector->isIntOrIntVectorTy() ? "i" : "f"; }

} // namespace

llvm::Value* read_elements(llvm::IRBuilder<>& builder, llvm::Value* vector, unsigned first, unsigned count) {
  llvm::Type* const type = vector->getType();
  llvm::Type* const part = llvm::FixedVectorType::get(type->getScalarType(), count);
  const std::string name =
      llvm::formatv("llvm.genx.rdregion{}.{}.{}.i16", kind_of(type), name_of_type(part), name_of_type(type)).str();
  llvm::SmallVector<llvm::Value*> arguments{vector};
  arguments.append(index_of(builder, vector, first, count));
  return call_region(builder, name, part, arguments);
}

llvm::Value* write_elements(llvm::IRBuilder<>& builder, llvm::Value* vector, llvm::Value* elements, unsigned first) {
  llvm::Type *const type = vector->getType(), *const part = elements->getType();
  const std::string name =
      llvm::formatv("llvm.genx.wrregion{}.{}.{}.i16.i1", kind_of(type), name_of_type(type), name_of_type(part)).str();
  llvm::SmallVector<llvm::Value*> arguments{vector, elements};
  arguments.append(index_of(builder, vector, first, llvm::cast<llvm::FixedVectorType>(part)->getNumElements()));
  arguments.push_back(builder.getTrue());
  return call_region(builder, name, type, arguments);
}

llvm::Value* written_part(const llvm::CallInst& write, llvm::IRBuilder<>& builder, llvm::Value* into,
                          llvm::ArrayRef<int> elements, std::int64_t distance, const Rows& rows) {
  llvm::Value* const values = builder.CreateShuffleVector(write.getArgOperand(wrregion::written), elements);
  llvm::Value* mask = write.getArgOperand(wrregion::mask);
  if (mask->getType()->isVectorTy())
    mask = builder.CreateShuffleVector(mask, elements);
  llvm::Value* where = write.getArgOperand(wrregion::offset);
  const auto bytes = static_cast<std::int64_t>(values->getType()->getScalarSizeInBits() / 8);
  if (distance != 0)
    where = builder.CreateAdd(where, builder.getInt16(static_cast<std::uint16_t>(distance * bytes)));
  const auto word = [&](std::int64_t value) { return builder.getInt32(static_cast<std::uint32_t>(value)); };
  llvm::CallInst* const call = builder.CreateCall(
      function_for(*builder.GetInsertBlock()->getModule(), write, values->getType(), mask->getType()),
      {into, values, word(rows.rows_apart), word(rows.columns), word(rows.columns_apart), where,
       write.getArgOperand(wrregion::parent_width), mask});
  call->setCallingConv(write.getCallingConv());
  return call;
}

} // namespace xeforge::toolchain::lowering
