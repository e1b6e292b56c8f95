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
  const std::byte* const place = source.kind == Source::Kind::constant
                                     ? source.constants
                                     : reinterpret_cast<const std::byte*>(&thread) + source.place;
  if (source.is_scalar) {
    Element element;
    std::memcpy(&element, place, sizeof element);
    for (Element& each : row.elements)
      each = element;
  } else {
    std::memcpy(row.elements, place, sizeof row.elements);
  }
  return row;
}

template <class Element, int lanes>
void store_row(ThreadState& thread, In instruction, const Row<Element, lanes>& row, LaneMask mask) {
  std::byte* const place = reinterpret_cast<std::byte*>(&thread) + instruction.destination.place;
  if (mask == first_lanes(lanes)) {
    std::memcpy(place, row.elements, sizeof row.elements);
    return;
  }
  for (int lane = 0; lane < lanes; ++lane)
    if (mask >> lane & 1)
      std::memcpy(place + lane * sizeof(Element), &row.elements[lane], sizeof(Element));
}

template <class Element, int lanes, int sources, class Operation>
void execute(ThreadState& thread, In instruction, LaneMask mask) {
  // Floats whose denormals are flushed.
  if ((thread.control[0] & instruction.denormal_bits) != instruction.denormal_bits) [[unlikely]]
    return execute_by_channel(thread, instruction, mask);
  const Operation operation;
  Row<Element, lanes> a = load_row<Element, lanes>(thread, instruction.sources[0]);
  if constexpr (sources == 1) {
    for (int lane = 0; lane < lanes; ++lane)
      a.elements[lane] = operation(a.elements[lane]);
  } else {
    const auto b = load_row<Element, lanes>(thread, instruction.sources[1]);
    if constexpr (sources == 2) {
      for (int lane = 0; lane < lanes; ++lane)
        a.elements[lane] = operation(a.elements[lane], b.elements[lane]);
    } else {
      const auto c = load_row<Element, lanes>(thread, instruction.sources[2]);
      for (int lane = 0; lane < lanes; ++lane)
        a.elements[lane] = operation(a.elements[lane], b.elements[lane], c.elements[lane]);
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
  std::string_view operation;
  Execute lanes_1, lanes_16, lanes_32;
};
template <class Element, int sources, class Operation>
constexpr Form form(std::string_view name) {
  return {name, execute<Element, 1, sources, Operation>, execute<Element, 16, sources, Operation>,
          execute<Element, 32, sources, Operation>};
}
constexpr std::array<Form, 4> float_forms{{form<std::uint32_t, 1, Same>("mov"), form<float, 2, Sum>("add"),
                                           form<float, 2, Product>("mul"), form<float, 3, Fused>("mad")}};
constexpr std::array<Form, 7> integer_forms{
    {form<std::uint32_t, 1, Same>("mov"), form<std::uint32_t, 2, Sum>("add"),
     form<std::uint32_t, 2, Conjunction>("and"), form<std::uint32_t, 2, Disjunction>("or"),
     form<std::uint32_t, 2, Difference>("xor"), form<std::uint32_t, 2, ShiftLeft>("shl"),
     form<std::uint32_t, 2, ShiftRight>("shr")}};

bool is_plain(Type type, const Source& source) {
  const bool is_like_it = type == Type::f ? source.type == Type::f : source.type == Type::d || source.type == Type::ud;
  return is_like_it && !source.is_negated && !source.is_absolute && (source.is_packed || source.is_scalar) &&
         (source.kind == Source::Kind::direct || source.kind == Source::Kind::constant);
}

Execute of_width(const Form& form, int lanes) {
  return lanes == 1 ? form.lanes_1 : lanes == 16 ? form.lanes_16 : lanes == 32 ? form.lanes_32 : nullptr;
}

} // namespace

Execute fast_execute(std::string_view operation, In instruction) {
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
