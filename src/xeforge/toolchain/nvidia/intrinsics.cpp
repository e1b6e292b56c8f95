// Distribution: the vector compiler's arithmetic, element by element.
#include "xeforge/toolchain/lowering/symbols.hpp"
#include "xeforge/toolchain/nvidia/distribution.hpp"
#include "xeforge/toolchain/nvidia/ptx_instructions.hpp"

#include <llvm/IR/Constants.h>
#include <llvm/IR/IntrinsicsNVPTX.h>

namespace xeforge::toolchain::nvidia {

using llvm::Value;
using Operands = llvm::ArrayRef<Value*>;
using llvm::Intrinsic::ID;

namespace {

// "llvm.genx.rdregionf.x12" as "rdregionf"; empty for others.
llvm::StringRef short_name(llvm::StringRef name) {
  if (!name.consume_front("llvm.genx."))
    return name.consume_front("llvm.vc.internal.") ? name.rsplit(".x").first : llvm::StringRef();
  return name.rsplit(".x").first;
}

// One operand to one result by an intrinsic of LLVM.
std::optional<ID> plain_intrinsic(llvm::StringRef name) {
  static const std::pair<const char*, ID> table[] = {{"sqrt", llvm::Intrinsic::nvvm_sqrt_approx_f},
                                                     {"sin", llvm::Intrinsic::nvvm_sin_approx_f},
                                                     {"cos", llvm::Intrinsic::nvvm_cos_approx_f},
                                                     {"rsqrt", llvm::Intrinsic::nvvm_rsqrt_approx_f},
                                                     {"rnde", llvm::Intrinsic::roundeven},
                                                     {"rndd", llvm::Intrinsic::floor},
                                                     {"rndu", llvm::Intrinsic::ceil},
                                                     {"rndz", llvm::Intrinsic::trunc},
                                                     {"fmax", llvm::Intrinsic::maxnum},
                                                     {"fmin", llvm::Intrinsic::minnum},
                                                     {"smax", llvm::Intrinsic::smax},
                                                     {"smin", llvm::Intrinsic::smin},
                                                     {"umax", llvm::Intrinsic::umax},
                                                     {"umin", llvm::Intrinsic::umin},
                                                     {"cbit", llvm::Intrinsic::ctpop},
                                                     {"bfrev", llvm::Intrinsic::bitreverse},
                                                     {"ieee.sqrt", llvm::Intrinsic::sqrt},
                                                     {"fptosi.sat", llvm::Intrinsic::fptosi_sat},
                                                     {"fptoui.sat", llvm::Intrinsic::fptoui_sat},
                                                     {"ssadd.sat", llvm::Intrinsic::sadd_sat}};
  for (const auto& [known, id] : table)
    if (name == known || (name.starts_with(known) && name.drop_front(llvm::StringRef(known).size()).starts_with(".v")))
      return id;
  return std::nullopt;
}

// Results of the search for bits: ~0 where there is none.
Value* or_all_ones(llvm::IRBuilder<>& builder, Value* found, Value* searched) {
  return builder.CreateSelect(builder.CreateICmpEQ(searched, builder.getInt32(0)), builder.getInt32(0xffffffff), found);
}

Value* high_half(llvm::IRBuilder<>& builder, Operands o, bool is_signed) {
  const unsigned width = o[0]->getType()->getIntegerBitWidth();
  llvm::Type* const wide = builder.getIntNTy(2 * width);
  const auto widened = [&](Value* value) {
    return is_signed ? builder.CreateSExt(value, wide) : builder.CreateZExt(value, wide);
  };
  return builder.CreateTrunc(builder.CreateLShr(builder.CreateMul(widened(o[0]), widened(o[1])), width),
                             o[0]->getType());
}

// Any function of three bits: a sum of the products that its table has.
Value* any_function(llvm::IRBuilder<>& builder, Operands o, unsigned table) {
  Value* sum = llvm::Constant::getNullValue(o[0]->getType());
  for (unsigned row = 0; row < 8; ++row)
    if (table >> row & 1) {
      Value* product = nullptr;
      for (unsigned operand = 0; operand < 3; ++operand) {
        Value* const literal = row >> operand & 1 ? o[operand] : builder.CreateNot(o[operand]);
        product = product == nullptr ? literal : builder.CreateAnd(product, literal);
      }
      sum = builder.CreateOr(sum, product);
    }
  return sum;
}

// `width` bits from `offset` on: the lowest five bits of both count.
Value* field_mask(llvm::IRBuilder<>& builder, Value* width) {
  return builder.CreateSub(builder.CreateShl(builder.getInt32(1), width), builder.getInt32(1));
}
Value* five_bits(llvm::IRBuilder<>& builder, Value* value) { return builder.CreateAnd(value, builder.getInt32(31)); }

Value* extracted_field(llvm::IRBuilder<>& builder, Operands o, bool is_signed) {
  Value *const width = five_bits(builder, o[0]), *const offset = five_bits(builder, o[1]);
  Value* const field = builder.CreateAnd(builder.CreateLShr(o[2], offset), field_mask(builder, width));
  if (!is_signed)
    return field;
  Value* const unused = builder.CreateAnd(builder.CreateSub(builder.getInt32(32), width), builder.getInt32(31));
  return builder.CreateSelect(builder.CreateICmpEQ(width, builder.getInt32(0)), builder.getInt32(0),
                              builder.CreateAShr(builder.CreateShl(field, unused), unused));
}

Value* inserted_field(llvm::IRBuilder<>& builder, Operands o) {
  Value *const width = five_bits(builder, o[0]), *const offset = five_bits(builder, o[1]);
  Value* const mask = builder.CreateShl(field_mask(builder, width), offset);
  return builder.CreateOr(builder.CreateAnd(builder.CreateShl(o[2], offset), mask),
                          builder.CreateAnd(o[3], builder.CreateNot(mask)));
}

Value* dot_of_bytes(llvm::IRBuilder<>& builder, Operands o, bool is_signed) {
  Value* sum = o[0];
  for (unsigned byte = 0; byte < 4; ++byte) {
    const auto part = [&](Value* word) {
      Value* const here = builder.CreateTrunc(builder.CreateLShr(word, 8 * byte), builder.getInt8Ty());
      return is_signed ? builder.CreateSExt(here, builder.getInt32Ty())
                       : builder.CreateZExt(here, builder.getInt32Ty());
    };
    sum = builder.CreateAdd(sum, builder.CreateMul(part(o[1]), part(o[2])));
  }
  return sum;
}

} // namespace

void Distribution::map_elements(const llvm::CallInst& call, unsigned operands,
                                const std::function<Value*(Operands)>& function) {
  if (vector_type(&call) == nullptr) {
    llvm::SmallVector<Value*> here;
    for (unsigned i = 0; i < operands; ++i)
      here.push_back(scalar(call.getArgOperand(i)));
    return define(call, function(here));
  }
  const Layout* const layout = layout_of(&call);
  llvm::SmallVector<Distributed> from;
  for (unsigned i = 0; i < operands; ++i)
    from.push_back(as_vector(call.getArgOperand(i), layout));
  Distributed result{layout, {}};
  for (std::size_t slot = 0; slot < static_cast<std::size_t>(layout->slots()); ++slot) {
    llvm::SmallVector<Value*> here;
    for (const Distributed& operand : from)
      here.push_back(operand.slots[slot]);
    Value* const made = function(here);
    if (llvm::all_of(here, [&](Value* value) { return code_.is_uniform(value); }))
      code_.note_uniform(made);
    result.slots.push_back(made);
  }
  define(call, std::move(result));
}

bool Distribution::translate_arithmetic(const llvm::CallInst& call, llvm::StringRef full_name) {
  const llvm::StringRef name = short_name(full_name);
  if (name.empty())
    return false;
  llvm::IRBuilder<>& builder = code_.builder;
  llvm::Type* const type = element_type(&call);
  const auto map = [&](unsigned operands, const std::function<Value*(Operands)>& function) {
    map_elements(call, operands, function);
    return true;
  };
  const auto function_of_float = [&](PtxFunction function) {
    return map(1, [&, function](Operands o) { return call_ptx(builder, function, o); });
  };
  if (const auto id = plain_intrinsic(name)) {
    const bool converts = *id == llvm::Intrinsic::fptosi_sat || *id == llvm::Intrinsic::fptoui_sat;
    return map(call.arg_size(), [&](Operands o) -> Value* {
      if (converts)
        return builder.CreateIntrinsic(*id, {type, o[0]->getType()}, o);
      return builder.CreateIntrinsic(type, *id, o);
    });
  }
  if (name == "exp")
    return function_of_float(PtxFunction::exp2);
  if (name == "log")
    return function_of_float(PtxFunction::log2);
  if (name == "inv")
    return function_of_float(PtxFunction::reciprocal);
  if (name == "pow")
    return map(2, [&](Operands o) {
      return call_ptx(builder, PtxFunction::exp2,
                      builder.CreateFMul(o[1], call_ptx(builder, PtxFunction::log2,
                                                        builder.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, o[0]))));
    });
  if (name == "ieee.div")
    return map(2, [&](Operands o) { return builder.CreateFDiv(o[0], o[1]); });
  if (name == "frc")
    return map(1, [&](Operands o) {
      return builder.CreateFSub(o[0], builder.CreateUnaryIntrinsic(llvm::Intrinsic::floor, o[0]));
    });
  if (name == "fbl")
    return map(1, [&](Operands o) {
      return or_all_ones(builder, builder.CreateBinaryIntrinsic(llvm::Intrinsic::cttz, o[0], builder.getFalse()), o[0]);
    });
  if (name == "ufbh")
    return map(1, [&](Operands o) {
      return or_all_ones(builder, builder.CreateBinaryIntrinsic(llvm::Intrinsic::ctlz, o[0], builder.getFalse()), o[0]);
    });
  if (name == "lzd")
    return map(
        1, [&](Operands o) { return builder.CreateBinaryIntrinsic(llvm::Intrinsic::ctlz, o[0], builder.getFalse()); });
  if (name == "umulh" || name == "smulh")
    return map(2, [&](Operands o) { return high_half(builder, o, name == "smulh"); });
  if (name == "bfn") {
    const auto table = lowering::constant_argument(call, 3);
    return table && map(3, [&](Operands o) { return any_function(builder, o, static_cast<unsigned>(*table) & 0xff); });
  }
  if (name == "ubfe" || name == "sbfe")
    return map(3, [&](Operands o) { return extracted_field(builder, o, name == "sbfe"); });
  if (name == "bfi")
    return map(4, [&](Operands o) { return inserted_field(builder, o); });
  if (name == "uudp4a" || name == "ssdp4a")
    return map(3, [&](Operands o) { return dot_of_bytes(builder, o, name == "ssdp4a"); });
  if (name == "tf32.cvt")
    return map(1, [&](Operands o) { return call_ptx(builder, PtxFunction::to_tfloat32, o); });
  if (name == "cast.to.bf16")
    return map(1, [&](Operands o) {
      return builder.CreateBitCast(builder.CreateFPTrunc(o[0], builder.getBFloatTy()), builder.getInt16Ty());
    });
  if (name == "cast.from.bf16")
    return map(1, [&](Operands o) {
      return builder.CreateBitCast(builder.CreateShl(builder.CreateZExt(o[0], builder.getInt32Ty()), 16),
                                   builder.getFloatTy());
    });
  return false;
}

} // namespace xeforge::toolchain::nvidia
