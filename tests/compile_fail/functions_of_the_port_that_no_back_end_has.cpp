// What stands in for a back end that lacks them: the declarations alone.
#include "xeforge/esimd/port/functions.hpp"

using namespace xeforge::esimd;

// expect: call to consteval function 'xeforge::esimd::port::native_half' is not a constant expression
namespace whether_there_is_half_arithmetic {
bool ask() { return port::native_half(); }
} // namespace whether_there_is_half_arithmetic

// expect: function 'ordered_integer<float, 16>' with deduced return type cannot be used before it is defined
namespace numbers_in_order {
auto order(raw_vector<float, 16> x) { return port::ordered_integer<float, 16>(x); }
} // namespace numbers_in_order

// expect: function 'is_nan<float, 16>' with deduced return type cannot be used before it is defined
namespace no_numbers {
auto find(raw_vector<float, 16> x) { return port::is_nan<float, 16>(x); }
} // namespace no_numbers
