// Instructions whose operands are all 32 bits wide, and either packed or the same for all channels: most of what a
// kernel executes. They have no conversion, no modifier and no denormals to flush, so the loops become a few vector
// instructions. All other instructions use the general functions, with the same results.
#include "xeforge/emulator/thread/arithmetic.hpp"

#include "xeforge/emulator/thread/operands.hpp"
#include "xeforge/emulator/thread/rounding.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <utility>

namespace xeforge::emulator {
namespace {

using In = const DecodedInstruction&;
using Execute = DecodedInstruction::Execute;

template <class Element, int lanes>
struct Row {
  alignas(64) Element elements[lanes];
};

template <class Element, int lanes>
Row<Element, lanes> load_row(const ThreadState& thread, const Source& source) {
  Row<Element, lanes> row;
  const std::byte* const address = source.kind == Source::Kind::constant
                                       ? source.constants
                                       : reinterpret_cast<const std::byte*>(&thread) + source.byte_offset;
  if (source.is_scalar) {
    Element element;
    std::memcpy(&element, address, sizeof element);
    for (Element& each : row.elements)
      each = element;
  } else {
    std::memcpy(row.elements, address, sizeof row.elements);
  }
  return row;
}

template <class Element, int lanes>
void store_row(ThreadState& thread, In instruction, const Row<Element, lanes>& row, LaneMask mask) {
  std::byte* const address = reinterpret_cast<std::byte*>(&thread) + instruction.destination.byte_offset;
  if (mask == first_lanes(lanes)) {
    std::memcpy(address, row.elements, sizeof row.elements);
    return;
  }
  for (int lane = 0; lane < lanes; ++lane)
    if (mask >> lane & 1)
      std::memcpy(address + lane * sizeof(Element), &row.elements[lane], sizeof(Element));
}

template <class Element, int lanes, int sources, class Function>
void execute(ThreadState& thread, In instruction, LaneMask mask) {
  // Floats whose denormals are flushed.
  if ((thread.control[0] & instruction.denormal_bits) != instruction.denormal_bits) [[unlikely]]
    return execute_by_channel(thread, instruction, mask);
  const Function function;
  Row<Element, lanes> a = load_row<Element, lanes>(thread, instruction.sources[0]);
  if constexpr (sources == 1) {
    for (int lane = 0; lane < lanes; ++lane)
      a.elements[lane] = function(a.elements[lane]);
  } else {
    const auto b = load_row<Element, lanes>(thread, instruction.sources[1]);
    if constexpr (sources == 2) {
      for (int lane = 0; lane < lanes; ++lane)
        a.elements[lane] = function(a.elements[lane], b.elements[lane]);
    } else {
      const auto c = load_row<Element, lanes>(thread, instruction.sources[2]);
      for (int lane = 0; lane < lanes; ++lane)
        a.elements[lane] = function(a.elements[lane], b.elements[lane], c.elements[lane]);
    }
  }
  store_row(thread, instruction, a, mask);
}

struct Same {
  template <class T>
  T operator()(T a) const {
    return a;
  }
};
struct Sum {
  template <class T>
  T operator()(T a, T b) const {
    return a + b;
  }
};
struct Product {
  template <class T>
  T operator()(T a, T b) const {
    return a * b;
  }
};
struct Fused {
  float operator()(float a, float b, float c) const { return std::fma(b, c, a); }
};
struct Conjunction {
  std::uint32_t operator()(std::uint32_t a, std::uint32_t b) const { return a & b; }
};
struct Disjunction {
  std::uint32_t operator()(std::uint32_t a, std::uint32_t b) const { return a | b; }
};
struct Difference {
  std::uint32_t operator()(std::uint32_t a, std::uint32_t b) const { return a ^ b; }
};
struct ShiftLeft {
  std::uint32_t operator()(std::uint32_t a, std::uint32_t b) const { return a << (b & 31); }
};
struct ShiftRight {
  std::uint32_t operator()(std::uint32_t a, std::uint32_t b) const { return a >> (b & 31); }
};

struct Form {
  Operation operation;
  Execute lanes_1, lanes_16, lanes_32;
};
template <class Element, int sources, class Function>
constexpr Form form(Operation operation) {
  return {operation, execute<Element, 1, sources, Function>, execute<Element, 16, sources, Function>,
          execute<Element, 32, sources, Function>};
}
constexpr std::array<Form, 4> float_forms{{form<std::uint32_t, 1, Same>(Operation::mov),
                                           form<float, 2, Sum>(Operation::add), form<float, 2, Product>(Operation::mul),
                                           form<float, 3, Fused>(Operation::mad)}};
constexpr std::array<Form, 7> integer_forms{
    {form<std::uint32_t, 1, Same>(Operation::mov), form<std::uint32_t, 2, Sum>(Operation::add),
     form<std::uint32_t, 2, Conjunction>(Operation::and_), form<std::uint32_t, 2, Disjunction>(Operation::or_),
     form<std::uint32_t, 2, Difference>(Operation::xor_), form<std::uint32_t, 2, ShiftLeft>(Operation::shl),
     form<std::uint32_t, 2, ShiftRight>(Operation::shr)}};

bool is_plain(Type type, const Source& source) {
  const bool is_like_it = type == Type::f ? source.type == Type::f : source.type == Type::d || source.type == Type::ud;
  return is_like_it && !source.is_negated && !source.is_absolute && (source.is_packed || source.is_scalar) &&
         (source.kind == Source::Kind::direct || source.kind == Source::Kind::constant);
}

Execute of_width(const Form& form, int lanes) {
  return lanes == 1 ? form.lanes_1 : lanes == 16 ? form.lanes_16 : lanes == 32 ? form.lanes_32 : nullptr;
}

} // namespace

Execute fast_execute(Operation operation, In instruction) {
  const Destination& destination = instruction.destination;
  const Type type = destination.type;
  if ((type != Type::f && type != Type::d && type != Type::ud) || destination.kind != Destination::Kind::direct ||
      destination.step != (instruction.lanes == 1 ? destination.step : 4) || destination.is_saturated ||
      destination.keeps_wide || instruction.condition != Condition::none)
    return nullptr;
  for (int i = 0; i < instruction.source_count; ++i)
    if (!is_plain(type, instruction.sources[i]))
      return nullptr;
  const auto find = [&](const auto& forms) -> Execute {
    const auto* found = std::ranges::find(forms, operation, &Form::operation);
    return found == forms.end() ? nullptr : of_width(*found, instruction.lanes);
  };
  return type == Type::f ? find(float_forms) : find(integer_forms);
}

} // namespace xeforge::emulator
