#include "xeforge/emulator/program/instruction_table.hpp"

#include <algorithm>
#include <array>

namespace xeforge::emulator {
namespace {

using Kind = InstructionKind;
using State = InstructionState;

constexpr Kind compute = Kind::compute, jump = Kind::jump, message = Kind::message, wait = Kind::wait,
               matrix = Kind::matrix;
constexpr State executed = State::executed, refused = State::refused;

// clang-format off
constexpr InstructionEntry entries[] = {
    {Operation::mov, compute, executed, 1, "copy, or conversion to the destination's type", "visa types", "Conversions.*", "a copy of floats without a type conversion keeps every bit, also of denormals and NaN"},
    {Operation::sel, compute, executed, 2, "selects one of two operands by a predicate; minimum and maximum with a condition", "visa sel", "Selection.*", "of +0 and -0 the first operand is selected if the condition holds for it"},
    {Operation::csel, compute, executed, 3, "selects one of two operands by comparing a third with zero", "iga model", "Selection.conditional_select_compares_its_third_operand_with_zero", ""},
    {Operation::cmp, compute, executed, 2, "sets flags by a comparison; a destination gets all bits set or none", "visa cmp", "Selection.*", ""},
    {Operation::cmpn, compute, executed, 2, "as cmp; also true if the second operand is NaN", "prm", "Selection.cmpn_is_true_where_the_second_operand_is_no_number", "compares like the condition of sel"},
    {Operation::add, compute, executed, 2, "src0 + src1", "visa add", "Arithmetic.*", ""},
    {Operation::add3, compute, executed, 3, "src0 + src1 + src2", "visa add3", "Arithmetic.*", ""},
    {Operation::addc, compute, executed, 2, "src0 + src1; the carry of each channel in acc0", "visa addc", "Arithmetic.carries_and_borrows_go_into_the_accumulator", ""},
    {Operation::subb, compute, executed, 2, "src0 - src1; the borrow of each channel in acc0", "visa subb", "Arithmetic.carries_and_borrows_go_into_the_accumulator", ""},
    {Operation::mul, compute, executed, 2, "src0 * src1", "visa mul", "Arithmetic.*", "two 32-bit operands are refused: the multiplier takes only 16 bits of one of them"},
    {Operation::mach, compute, executed, 2, "acc0 + src0 * upper half of src1: the upper 32 bits", "visa mulh", "Arithmetic.products_of_32_bits_are_made_in_two_steps", "leaves the lower 32 bits in acc0"},
    {Operation::macl, compute, executed, 2, "acc0 + src0 * upper half of src1: the lower 32 bits", "vector compiler", "Arithmetic.products_of_32_bits_are_made_in_two_steps", ""},
    {Operation::mac, compute, executed, 2, "acc0 + src0 * src1", "prm", "Arithmetic.mac_adds_to_the_accumulator", ""},
    {Operation::mad, compute, executed, 3, "src0 + src1 * src2; floats round once", "visa mad", "Arithmetic.*", ""},
    {Operation::madm, compute, executed, 3, "mad with operands of extended precision: the steps of division and square root", "vector compiler", "Division.*", "the number of extra bits is not public: here floats have the precision of a double, doubles twice that"},
    {Operation::avg, compute, executed, 2, "(src0 + src1 + 1) / 2, rounded down", "visa avg", "Arithmetic.*", ""},
    {Operation::and_, compute, executed, 2, "bitwise", "visa and", "Bits.*", "a minus before an operand means its complement"},
    {Operation::or_, compute, executed, 2, "bitwise", "visa or", "Bits.*", "a minus before an operand means its complement"},
    {Operation::xor_, compute, executed, 2, "bitwise", "visa xor", "Bits.*", "a minus before an operand means its complement"},
    {Operation::not_, compute, executed, 1, "bitwise", "visa not", "Bits.*", ""},
    {Operation::shl, compute, executed, 2, "shift left; uses five bits of the count, six with 64-bit operands", "visa shl", "Bits.*", ""},
    {Operation::shr, compute, executed, 2, "shift right, filling with zeros", "visa shr", "Bits.*", "zeros fill from the top of the operand's own type"},
    {Operation::asr, compute, executed, 2, "shift right, filling with the sign", "visa asr", "Bits.*", "a negated operand wraps to its own type"},
    {Operation::rol, compute, executed, 2, "rotate left", "visa rol", "Bits.*", ""},
    {Operation::ror, compute, executed, 2, "rotate right", "visa ror", "Bits.*", ""},
    {Operation::bfn, compute, executed, 3, "any function of three bits, by its table", "visa bfn", "Bits.*", ""},
    {Operation::bfe, compute, executed, 3, "extracts a field of src0 bits from bit src1 of src2", "visa bfe", "Bits.*", ""},
    {Operation::bfi1, compute, executed, 2, "the mask of a field of src0 bits from bit src1", "visa bfi", "Bits.*", ""},
    {Operation::bfi2, compute, executed, 3, "inserts src1 into src2 where the mask src0 is set", "visa bfi", "Bits.*", ""},
    {Operation::bfrev, compute, executed, 1, "reverses the bits", "visa bfrev", "Bits.*", ""},
    {Operation::cbit, compute, executed, 1, "number of bits set", "visa cbit", "Bits.*", ""},
    {Operation::lzd, compute, executed, 1, "number of zeros above the highest bit set", "visa lzd", "Bits.*", ""},
    {Operation::fbl, compute, executed, 1, "position of the lowest bit set; all ones if there is none", "visa fbl", "Bits.*", ""},
    {Operation::fbh, compute, executed, 1, "number of leading bits equal to the sign; all ones if all bits are", "visa fbh", "Bits.*", ""},
    {Operation::dp4a, compute, executed, 3, "src0 + four products of bytes", "visa dp4a", "Arithmetic.dot_products_of_bytes_have_the_signs_of_their_types", ""},
    {Operation::rndd, compute, executed, 1, "to an integer, down", "visa rndd", "Arithmetic.floats_round_to_integers_in_four_ways", ""},
    {Operation::rndu, compute, executed, 1, "to an integer, up", "visa rndu", "Arithmetic.floats_round_to_integers_in_four_ways", ""},
    {Operation::rnde, compute, executed, 1, "to the nearest integer, ties to even", "visa rnde", "Arithmetic.floats_round_to_integers_in_four_ways", ""},
    {Operation::rndz, compute, executed, 1, "to an integer, towards zero", "visa rndz", "Arithmetic.floats_round_to_integers_in_four_ways", ""},
    {Operation::frc, compute, executed, 1, "fraction: src0 minus its floor", "visa frc", "Arithmetic.fractions_stay_below_one", "below 1, even if the exact result would round to 1"},
    {Operation::math, compute, executed, -1, "functions of the extended math unit", "iga model", "Math.*", "computed in double and rounded: more accurate than hardware, which is off by a few units in the last place"},
    {Operation::dpas, matrix, executed, 3, "src0 + src2 * src1 of small matrices", "visa dpas", "Matrix.*", "products are exact, each addition rounds to a float, k ascends; of two bfloat16 in 32 bits the upper one comes first"},
    {Operation::jmpi, jump, executed, 0, "the whole thread jumps to a label", "visa jmp", "ControlFlow.*", "a distance in a register counts from the jump itself"},
    {Operation::goto_, jump, executed, 0, "channels jump to a label", "visa goto", "ControlFlow.*", ""},
    {Operation::join, jump, executed, 0, "channels reconverge", "visa goto", "ControlFlow.*", ""},
    {Operation::if_, jump, executed, 0, "channels whose predicate is off jump to else or endif", "prm", "ControlFlow.*", ""},
    {Operation::else_, jump, executed, 0, "switches to the other channels", "prm", "ControlFlow.*", ""},
    {Operation::endif, jump, executed, 0, "channels reconverge", "prm", "ControlFlow.*", ""},
    {Operation::while_, jump, executed, 0, "channels whose predicate is on jump back", "prm", "ControlFlow.*", ""},
    {Operation::break_, jump, executed, 0, "channels leave a loop", "prm", "ControlFlow.*", "channels come back at the second label"},
    {Operation::cont, jump, executed, 0, "channels jump to the end of a loop's body", "prm", "ControlFlow.*", "channels come back at the second label"},
    {Operation::halt, jump, executed, 0, "channels jump to the end", "prm", "ControlFlow.*", "channels come back at the second label"},
    {Operation::call, jump, executed, 0, "jumps to a label; a register keeps the return address and channels", "visa call", "ControlFlow.calls_return_behind_themselves", "the second word kept is the channel mask; a call by only some of the channels is a fault"},
    {Operation::ret, jump, executed, 0, "returns to the address in a register", "visa ret", "ControlFlow.calls_return_behind_themselves", ""},
    {Operation::send, message, executed, -1, "a message", "iga messages", "messages.*", ""},
    {Operation::sendc, message, executed, -1, "a message that waits for earlier threads", "iga messages", "messages.*", "nothing to wait for in compute kernels"},
    {Operation::sync, wait, executed, -1, "waits; sync.bar for a barrier", "visa barrier", "ControlFlow.*", "nop, allrd, allwr and fence affect only timing"},
    {Operation::nop, wait, executed, 0, "nothing", "iga model", "ControlFlow.*", ""},
    {Operation::illegal, wait, executed, 0, "a fault", "iga model", "ControlFlow.an_illegal_instruction_is_a_fault", ""},
    {Operation::brc, jump, refused, 0, "converging branch", "iga model", "", "which channels go on is not public, and no compiler at hand makes it"},
    {Operation::brd, jump, refused, 0, "diverging branch", "iga model", "", "which channels go on is not public, and no compiler at hand makes it"},
    {Operation::calla, jump, refused, 0, "call of an address", "iga model", "", "a call of an address instead of a label"},
    {Operation::movi, compute, refused, 2, "elements chosen by an index", "iga model", "", "no compiler at hand makes it"},
    {Operation::srnd, compute, refused, 2, "rounding by random numbers", "iga model", "", "no compiler at hand makes it"},
    {Operation::dpasw, matrix, refused, 3, "dpas of two threads together", "visa dpas", "", "Xe2 does not have it"},
};

constexpr MathEntry math_entries[] = {
    {MathFunction::inv, compute, executed, 1, "1 / src0", "visa inv", "Math.functions_are_those_of_mathematics", ""},
    {MathFunction::log, compute, executed, 1, "logarithm to base 2", "visa log", "Math.functions_are_those_of_mathematics", ""},
    {MathFunction::exp, compute, executed, 1, "2 to the power of src0", "visa exp", "Math.functions_are_those_of_mathematics", ""},
    {MathFunction::sqt, compute, executed, 1, "square root", "visa sqrt", "Math.functions_are_those_of_mathematics", ""},
    {MathFunction::rsqt, compute, executed, 1, "1 / square root", "visa rsqrt", "Math.functions_are_those_of_mathematics", ""},
    {MathFunction::sin, compute, executed, 1, "sine", "visa sin", "Math.functions_are_those_of_mathematics", ""},
    {MathFunction::cos, compute, executed, 1, "cosine", "visa cos", "Math.functions_are_those_of_mathematics", ""},
    {MathFunction::fdiv, compute, refused, 2, "src0 / src1", "visa div", "", "these devices do not have it"},
    {MathFunction::pow, compute, refused, 2, "src0 to the power of src1", "visa pow", "", "these devices do not have it"},
    {MathFunction::idiv, compute, refused, 2, "quotient and remainder of integers", "visa div", "", "these devices do not have it"},
    {MathFunction::invm, compute, executed, 2, "a first approximation of 1 / src1; if an operand is zero, infinite or NaN, the quotient", "visa invm", "Division.*", ""},
    {MathFunction::rsqtm, compute, executed, 1, "a first approximation of 1 / square root; in special cases the final square root", "visa rsqtm", "Division.*", ""},
};

constexpr PublicSource source_entries[] = {
    {"visa", "Virtual ISA of the graphics compiler, page by instruction", "github.com/intel/intel-graphics-compiler: documentation/visa/instructions"},
    {"visa types", "Virtual ISA: data types, conversions, saturation, floating-point modes", "github.com/intel/intel-graphics-compiler: documentation/visa/2_datatypes.md"},
    {"iga model", "Operations, types and modifiers of the instruction set as the assembler knows them", "github.com/intel/intel-graphics-compiler: visa/iga/IGALibrary/Models"},
    {"iga messages", "Descriptors of messages as the disassembler reads them", "github.com/intel/intel-graphics-compiler: visa/iga/IGALibrary/IR/Messages"},
    {"vector compiler", "What the compiler makes of the operation, with the comments beside it", "github.com/intel/intel-graphics-compiler: visa, IGC/VectorCompiler"},
    {"prm", "Programmer's reference manuals of Intel graphics: the execution unit's instruction set", "intel.com, Graphics for Linux"},
};

constexpr std::string_view assumption_entries[] = {
    "A condition on a result applies to the result as written: after conversion to the destination's type and saturation.",
    "A float out of range converts to the nearest representable integer and NaN to 0, with and without saturation.",
    "Flags of disabled channels keep their values.",
    "A (16|M16) instruction uses the upper half of a flag register and the upper half of the channels.",
    "The implicit accumulator operand of mach, macl, mac, addc and subb begins at acc0 for the upper channels, (16|M16), too: compilers write acc0 right before them.",
    "A predicate's .any and .all cover all channels of the instruction, enabled or not.",
    "Whether all channels have taken a jump is decided over the jump's own channels.",
    "Time (tm0) counts the thread's instructions, so that every run sees the same.",
    "The accumulators that extend the precision in the steps of division (mme0 to mme7) are not used as acc2 to acc9 at the same time.",
    "Signalling NaNs are treated as quiet ones, except by mov to the same type, which copies bits.",
};
// clang-format on

} // namespace

std::span<const InstructionEntry> instruction_table() { return entries; }
std::span<const MathEntry> math_table() { return math_entries; }
std::span<const PublicSource> public_sources() { return source_entries; }
std::span<const std::string_view> assumptions() { return assumption_entries; }

const InstructionEntry* find_instruction(Operation operation) {
  const auto* found = std::ranges::find(entries, operation, &InstructionEntry::name);
  return found == std::end(entries) ? nullptr : found;
}

} // namespace xeforge::emulator
