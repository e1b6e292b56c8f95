// Finds instructions that read or write a register while an earlier instruction may still be using it, because no
// instruction has waited for its token or its distance in its pipe. The emulator executes one instruction after
// another, so results are right here; hardware would use whatever is in the register.
//
// The general registers are checked, byte by byte, for enabled channels:
//   read    of a result that may not be written yet
//   write   to a register to which another pipe may not have written its result yet
//   write   to a register that a message or dpas may still read, except by the response to a later message to the same
//           shared function: those read their operands in order (the compiler relies on it)
// The hardware itself tracks flags, accumulators and other special registers. After a taken jump, all in-order
// instructions count as done: compilers count distances along the text of the code, not along its jumps, so fetching
// from another address must take longer than that.
#pragma once

#include "xeforge/emulator/launch/launch.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

namespace xeforge::emulator {

struct Hazard {
  enum class Kind : std::uint8_t { reads_too_early, writes_too_early, overwrites_an_operand };
  Kind kind = Kind::reads_too_early;
  std::int32_t instruction = 0, owner = 0; // indices into the program's instructions
  int register_number = 0;                 // the first of them
  Extent group{};                          // of the first occurrence
  std::size_t thread = 0;
  std::uint64_t times = 0;
};

// "r12 is read at 0x1d0: mad (16|M0) ..., before the load at 0x1a0 ... is known to be done"
std::string described(const Kernel& kernel, const Hazard& hazard);

class HazardSearch {
public:
  explicit HazardSearch(const Kernel& kernel);
  ~HazardSearch();
  HazardSearch(const HazardSearch&) = delete;
  HazardSearch& operator=(const HazardSearch&) = delete;

  // For Launch::observer.
  Observer* observe(const Extent& group, std::size_t thread);

  // Each pair of instructions once, in the order of the code.
  std::vector<Hazard> hazards() const;

private:
  class Thread;
  struct Operands; // of an instruction: what never changes
  using Key = std::tuple<std::int32_t, std::int32_t, Hazard::Kind>;

  const Kernel& kernel_;
  std::vector<Operands> operands_;
  std::vector<std::unique_ptr<Thread>> threads_;
  std::vector<Thread*> free_; // of threads that have ended
  std::map<Key, Hazard> found_;
};

} // namespace xeforge::emulator
