// A kernel over vectors, as one hardware thread runs it, becomes a kernel over scalars that the 32 lanes of a warp run
// together. Scalars are the same in all lanes, and so are branches; each vector has a layout (layout.hpp). Every
// instruction is translated by itself; where an operand comes in another layout than an instruction wants, it is moved
// (move()). What cannot be is refused with its location.
#pragma once

#include "xeforge/toolchain/nvidia/warp_code.hpp"

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <functional>
#include <string>

namespace xeforge::toolchain::nvidia {

// A vector as registers of each lane.
struct Distributed {
  const Layout* layout = nullptr;
  llvm::SmallVector<llvm::Value*> slots;
};

// Types and variables of a module as PTX has them: SPIR's numbers for kinds of memory become those of NVPTX, vectors of
// one element are scalars.
class TargetTypes {
public:
  llvm::Type* type(llvm::Type* type);
  llvm::GlobalVariable* variable(llvm::GlobalVariable& variable);

private:
  llvm::DenseMap<llvm::Type*, llvm::Type*> structures_;
  llvm::DenseMap<llvm::GlobalVariable*, llvm::GlobalVariable*> variables_;
};

// An argument that has to be a constant; 0 where it is none.
int constant_of(const llvm::CallInst& call, unsigned index);

// SPIR's numbers of kinds of memory, and NVPTX's.
namespace spir {
inline constexpr unsigned private_memory = 0, global = 1, constant = 2, local = 3, generic = 4;
}
namespace ptx {
inline constexpr unsigned generic = 0, global = 1, shared = 3, private_memory = 5;
}
// Calls of slm_matrix.hpp.
inline constexpr const char* slm_matrix_prefix = "llvm.genx.slm.matrix.";
// A module that has such metadata needs the processor's own instructions, "sm_90a" for "sm_90".
inline constexpr const char* processor_only = "xeforge.processor.only";
// The kernel's shared local memory; as much as the launch says.
inline constexpr const char* shared_memory_name = "xeforge_shared_memory";

class Distribution {
public:
  Distribution(llvm::Function& kernel, TargetTypes& types);
  // The new kernel, which has the old one's name.
  llvm::Function* run();

private:
  using Vector = llvm::FixedVectorType;
  // An element of one of several vectors; vector < 0: none.
  struct Source {
    int vector;
    int element;
  };

  // ---- layouts (assign_layouts.cpp) ----
  void assign_layouts();
  const Layout* layout_of(const llvm::Value* value);
  const Layout* natural_layout(const llvm::Instruction& instruction);
  const Layout* operands_layout(const llvm::Instruction& instruction, int count);
  const Layout* wanted_layout(const llvm::Value& value);
  const Layout* wanted_by(const llvm::Use& use);
  const Layout* rescaled(const Layout* layout, int from_elements, int to_elements);
  bool is_splat(const llvm::Value* value) const;
  bool is_row_broadcast(const llvm::Value* value);
  const Layout* wanted_by_slm_matrix(const llvm::Use& use);
  const Layout* layout_from_slm_matrix(const llvm::CallInst& call);

  // ---- values (values.cpp) ----
  static const Vector* vector_type(const llvm::Value* value);
  static int elements_of(const llvm::Value* value);
  llvm::Type* element_type(const llvm::Value* value);
  llvm::Value* scalar(const llvm::Value* value);
  Distributed vector(const llvm::Value* value) { return vector(value, layout_of(value)); }
  Distributed vector(const llvm::Value* value, const Layout* layout);
  llvm::Value* constant_scalar(const llvm::Constant* constant);
  Distributed constant_vector(const llvm::Constant* constant, const Layout* layout);
  void define(const llvm::Value& value, llvm::Value* scalar);
  void define(const llvm::Value& value, Distributed vector);
  Distributed move(const Distributed& from, const Layout* layout);
  Distributed gathered(llvm::ArrayRef<Distributed> from, const Layout* layout,
                       const std::function<Source(int)>& source);
  llvm::Value* gathered_slot(llvm::ArrayRef<Distributed> from, const Layout* layout, int slot,
                             const std::function<Source(int)>& source);
  llvm::Value* element(const Distributed& from, int index);
  Distributed splat(llvm::Value* scalar, const Layout* layout);
  // The element number that a register of a layout holds in this lane, as a run-time number; where there is none any.
  llvm::Value* element_numbers(const Layout& layout, int slot);
  std::uint32_t lanes_with_elements(const Layout& layout, int slot);

  // ---- instructions (instructions.cpp) ----
  void translate(const llvm::Instruction& instruction);
  llvm::Value* one(const llvm::Instruction& instruction, llvm::ArrayRef<llvm::Value*> operands);
  void by_element(const llvm::Instruction& instruction);
  void translate_phi(const llvm::PHINode& phi);
  void finish_phis();
  void translate_bitcast(const llvm::CastInst& cast);
  llvm::Value* predicate_as_number(const llvm::Value* predicate);
  void translate_bits_of_predicate(const llvm::CastInst& cast);
  void translate_select(const llvm::SelectInst& select);
  void translate_insert(const llvm::InsertElementInst& insert);
  void translate_extract(const llvm::ExtractElementInst& extract);
  void translate_shuffle(const llvm::ShuffleVectorInst& shuffle);
  void translate_terminator(const llvm::Instruction& instruction);
  void translate_call(const llvm::CallInst& call);
  void refuse(const llvm::Instruction& instruction, const std::string& what);

  // ---- calls (intrinsics.cpp, regions.cpp, messages.cpp, blocks_2d.cpp, matrices.cpp, groups.cpp) ----
  bool translate_arithmetic(const llvm::CallInst& call, llvm::StringRef name);
  bool translate_region(const llvm::CallInst& call, llvm::StringRef name);
  bool translate_message(const llvm::CallInst& call, llvm::StringRef name);
  bool translate_block_2d(const llvm::CallInst& call, llvm::StringRef name);
  bool translate_matrix(const llvm::CallInst& call, llvm::StringRef name);
  bool translate_group(const llvm::CallInst& call, llvm::StringRef name);
  bool translate_slm_matrix(const llvm::CallInst& call,
                            llvm::StringRef name); // slm_matrices.cpp, slm_matrix_memory.cpp, slm_matrix_flags.cpp
  void multiply_slm_matrix(const llvm::CallInst& call);
  bool needs_products(const llvm::Instruction& instruction) const;
  void finish_products();
  void round_tile(const llvm::CallInst& call);
  void fold_tile_rows(const llvm::CallInst& call, llvm::StringRef name);
  void cut_tile(const llvm::CallInst& call);
  void copy_to_slm_matrix(const llvm::CallInst& call);
  void load_pairs(const llvm::CallInst& call);
  void load_flags(const llvm::CallInst& call); // slm_matrix_flags.cpp
  void keep_flagged(const llvm::CallInst& call);
  void distances_of_columns(const llvm::CallInst& call);
  void store_rows(const llvm::CallInst& call);
  llvm::Value* shared_number(llvm::Value* offset);
  const Layout* tile_layout_of(const llvm::Value* value);
  void meet(const llvm::CallInst& call, unsigned number, llvm::Intrinsic::ID how);
  void arrive_at_named_barrier(const llvm::CallInst& call);
  void wait_at_named_barrier(const llvm::CallInst& call);
  void map_elements(const llvm::CallInst& call, unsigned operands,
                    const std::function<llvm::Value*(llvm::ArrayRef<llvm::Value*>)>& function);
  void read_region(const llvm::CallInst& call);
  void write_region(const llvm::CallInst& call);
  llvm::Value* read_at(const Distributed& whole, llvm::Value* index);

  // ---- reductions (reductions.cpp) ----
  void find_reductions();
  bool translate_reduction(const llvm::Instruction& root);

  // ---- memory (memory.cpp) ----
  void translate_load(const llvm::LoadInst& load);
  void translate_store(const llvm::StoreInst& store);
  llvm::Value* address_for_access(const llvm::Value* pointer);
  bool is_private(const llvm::Value* pointer) const;
  void order_memory(bool stores);
  // Loads without caching see what other groups have written, each time.
  enum class Caching { usual, none };
  llvm::Value* load_if(llvm::Value* on, llvm::Value* address, llvm::Type* type, llvm::Value* old,
                       Caching caching = Caching::usual);
  void store_if(llvm::Value* on, llvm::Value* address, llvm::Value* value);
  llvm::Value* call_if(const std::string& operation, llvm::Type* result, llvm::ArrayRef<llvm::Value*> operands);
  llvm::Value* shared_address(llvm::Value* offset);
  void translate_load_message(const llvm::CallInst& call, bool local, bool merges);
  void translate_store_message(const llvm::CallInst& call, bool local);
  void translate_atomic_message(const llvm::CallInst& call, bool local);
  llvm::Value* message_address(llvm::Value* number, bool local);
  Distributed as_vector(const llvm::Value* value, const Layout* layout);

  llvm::Function& kernel_;
  TargetTypes& types_;
  WarpCode code_;
  llvm::Function* target_ = nullptr;
  Layouts layouts_;
  llvm::DenseMap<const llvm::Value*, const Layout*> assigned_;
  llvm::DenseMap<const llvm::Value*, llvm::Value*> scalars_;
  llvm::DenseMap<const llvm::Value*, Distributed> vectors_;
  llvm::DenseMap<const llvm::BasicBlock*, llvm::BasicBlock*> blocks_;
  llvm::SmallVector<const llvm::PHINode*> phis_;
  int users_away_ = 0;
  llvm::DenseMap<const llvm::Instruction*, const llvm::Value*> reductions_; // the last combination: what is reduced
  llvm::DenseSet<const llvm::Instruction*> skipped_;                        // part of something that is done as a whole
  llvm::SmallVector<const llvm::CallInst*> products_;                       // under way (slm_matrices.cpp)
  // What lanes may still be at when others come to the next access.
  enum class Pending { nothing, loads, stores, both } pending_ = Pending::nothing;
};

} // namespace xeforge::toolchain::nvidia
