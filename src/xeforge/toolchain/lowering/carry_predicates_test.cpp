#include "xeforge/toolchain/lowering/testing.hpp"

namespace xeforge::toolchain::lowering {
namespace {

// found: changed only in block `change`, by what `changed` computes.
std::string loop(const std::string& type, const std::string& changed, const std::string& none,
                 const std::string& joined) {
  return "  br label %loop\nloop:\n"
         "  %found = phi " +
         type + " [ " + none + ", %0 ], [ %next, %join ]\n" + "  br i1 %c, label %change, label %join\nchange:\n" +
         changed + "  br label %join\njoin:\n" + joined + "  br i1 %d, label %loop, label %out\nout:\n  store " + type +
         " %next, ptr %to, align 1\n";
}
const std::string phi = "  %next = phi i1 [ %changed, %change ], [ %found, %loop ]\n";
std::string carried(const std::string& body) {
  return body_after(CarryPredicates(), "i1 %c, i1 %d, i1 %x, ptr %to", body);
}

TEST(carry_predicates, what_a_loop_leaves_as_it_is_becomes_a_number) {
  const std::string result = carried(loop("i1", "  %changed = xor i1 %found, true\n", "false", phi));
  EXPECT_EQ(result.find("  %found = phi"), result.npos) << result;
  EXPECT_NE(result.find(" = phi i16 [ 0, %0 ], [ "), result.npos) << result;
  EXPECT_NE(result.find(" = icmp ne i16 "), result.npos) << result;
  EXPECT_NE(result.find(" = zext i1 %next to i16\n"), result.npos) << result;
  EXPECT_NE(result.find("optimization.fence.i16"), result.npos) << result;
}

TEST(carry_predicates, what_is_computed_in_each_iteration_stays) {
  const std::string body = loop("i1", "", "false", "  %next = select i1 %c, i1 %x, i1 %found\n");
  EXPECT_EQ(carried(body), body);
}

TEST(carry_predicates, numbers_stay) {
  const std::string body =
      loop("i8", "  %changed = xor i8 %found, 1\n", "0", "  %next = phi i8 [ %changed, %change ], [ %found, %loop ]\n");
  EXPECT_EQ(carried(body), body);
}

// Two nested loops; only one of the two bools has to become an integer.
TEST(carry_predicates, one_number_in_a_circle_is_enough) {
  const std::string result = carried("  br label %outer\nouter:\n"
                                     "  %a = phi i1 [ false, %0 ], [ %b, %latch ]\n  br label %inner\ninner:\n"
                                     "  %b = phi i1 [ %a, %outer ], [ %x, %inner ]\n"
                                     "  br i1 %c, label %inner, label %latch\nlatch:\n"
                                     "  br i1 %d, label %outer, label %out\nout:\n  store i1 %b, ptr %to, align 1\n");
  EXPECT_NE(result.find("phi i16"), result.npos) << result;
  EXPECT_NE(result.find("%b = phi i1"), result.npos) << result;
}

} // namespace
} // namespace xeforge::toolchain::lowering
