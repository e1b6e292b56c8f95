#include "xeforge/toolchain/lowering/testing.hpp"

namespace xeforge::toolchain::lowering {
namespace {

// The instructions of a function with captures %s.
std::string copied(const std::string& body, const std::string& kind = "spir_kernel",
                   const std::string& passing = "byval(%S)") {
  ParsedModule module("%S = type { ptr, [8 x i32] }\ndefine " + kind + " void @f(ptr " + passing +
                      " align 8 %s, i64 %n) {\n" + body + "  ret void\n}\n");
  if (!module.is_there())
    return {};
  module.run(CopyIndexedCaptures());
  module.verify();
  return body_of_f(*module);
}
std::string element(const std::string& pointer, const std::string& index) {
  return "  %e = getelementptr %S, ptr " + pointer + ", i64 0, i32 1, i64 " + index +
         "\n  %v = load i32, ptr %e, align 4\n";
}

TEST(copy_indexed_captures, captures_that_are_indexed_at_run_time_become_a_variable) {
  EXPECT_EQ(copied(element("%s", "%n")), "  %1 = alloca %S, align 16\n  %2 = load %S, ptr %s, align 1\n"
                                         "  store %S %2, ptr %1, align 16\n" +
                                             element("%1", "%n") + "  ret void\n");
}

TEST(copy_indexed_captures, an_index_behind_constant_ones_and_casts_counts) {
  const std::string body = copied("  %a = getelementptr %S, ptr %s, i64 0, i32 1\n"
                                  "  %g = addrspacecast ptr %a to ptr addrspace(4)\n"
                                  "  %e = getelementptr [8 x i32], ptr addrspace(4) %g, i64 0, i64 %n\n"
                                  "  %v = load i32, ptr addrspace(4) %e, align 4\n");
  EXPECT_TRUE(contains(body, "alloca %S")) << body;
}

TEST(copy_indexed_captures, constant_places_functions_and_other_pointers_stay) {
  EXPECT_EQ(copied(element("%s", "3")), element("%s", "3") + "  ret void\n");
  EXPECT_EQ(copied(element("%s", "%n"), "spir_func"), element("%s", "%n") + "  ret void\n");
  EXPECT_EQ(copied(element("%s", "%n"), "spir_kernel", "noalias"), element("%s", "%n") + "  ret void\n");
}

} // namespace
} // namespace xeforge::toolchain::lowering
