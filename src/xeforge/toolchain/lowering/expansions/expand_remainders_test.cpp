#include "xeforge/toolchain/lowering/testing.hpp"

#include <tuple>

namespace xeforge::toolchain::lowering {
namespace {

std::string expanded(const std::string& type, const std::string& body) {
  return body_after(ExpandRemainders(), type + " %x, " + type + " %y", body);
}

// What it computes: tests/machine_code, on designed numbers.
TEST(expand_remainders, numbers_of_each_width_and_vectors_are_divided_as_integers) {
  for (const auto& [type, integer, divisions] : {std::tuple{"float", "i32", 2}, std::tuple{"half", "i32", 2},
                                                 std::tuple{"double", "i64", 2}, std::tuple{"<3 x float>", "i32", 6}}) {
    const std::string result = expanded(type, "  %r = frem " + std::string(type) + " %x, %y\n");
    EXPECT_EQ(result.find("frem"), std::string::npos) << result;
    int found = 0;
    for (std::size_t at = 0; (at = result.find("urem " + std::string(integer), at)) != std::string::npos; ++at)
      ++found;
    EXPECT_EQ(found, divisions) << result;
  }
}

} // namespace
} // namespace xeforge::toolchain::lowering
