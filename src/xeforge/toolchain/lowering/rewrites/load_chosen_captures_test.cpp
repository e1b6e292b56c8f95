#include "xeforge/toolchain/lowering/testing.hpp"

namespace xeforge::toolchain::lowering {
namespace {

std::string changed(const std::string& body, const std::string& passing = "readonly byval(%S)",
                    const std::string& kind = "spir_kernel") {
  ParsedModule module("%S = type { ptr, ptr, ptr, [8 x i32] }\ndefine " + kind + " void @f(ptr " + passing +
                      " align 8 %s, i1 %c, i64 %n, ptr %out) {\n" + body + "}\n");
  if (!module.is_there())
    return {};
  module.run(LoadChosenCaptures());
  module.verify();
  return body_of_f(*module);
}
bool stays(const std::string& body, const std::string& passing = "readonly byval(%S)",
           const std::string& kind = "spir_kernel") {
  return changed(body, passing, kind) == body;
}

// Two branches that end with a load of a pointer each, as the compiler merges them.
std::string merged(const std::string& index, const std::string& load = "load ptr, ptr %e, align 8") {
  return "  br i1 %c, label %a, label %b\na:\n"
         "  br label %end\nb:\n"
         "  br label %end\nend:\n" +
         index + "  %v = " + load + "\n  store ptr %v, ptr %out, align 8\n  ret void\n";
}

TEST(load_chosen_captures, members_that_branches_choose_are_loaded_in_the_branches) {
  EXPECT_EQ(changed(merged("  %i = phi i64 [ 8, %a ], [ 16, %b ]\n  %e = getelementptr i8, ptr %s, i64 %i\n")),
            "  br i1 %c, label %a, label %b\na:\n"
            "  %1 = getelementptr inbounds i8, ptr %s, i64 8\n  %2 = load ptr, ptr %1, align 8\n"
            "  br label %end\nb:\n"
            "  %3 = getelementptr inbounds i8, ptr %s, i64 16\n  %4 = load ptr, ptr %3, align 8\n"
            "  br label %end\nend:\n"
            "  %5 = phi ptr [ %2, %a ], [ %4, %b ]\n  store ptr %5, ptr %out, align 8\n  ret void\n");
}

TEST(load_chosen_captures, so_are_those_behind_casts_further_constants_and_addresses_that_are_chosen) {
  const auto is_loaded = [](const std::string& body) {
    return !contains(body, "phi i64") && !contains(body, "%i") && contains(body, "i64 16");
  };
  EXPECT_TRUE(is_loaded(changed(merged("  %i = phi i64 [ 0, %a ], [ 8, %b ]\n"
                                       "  %g = addrspacecast ptr %s to ptr addrspace(4)\n"
                                       "  %w = getelementptr i8, ptr addrspace(4) %g, i64 %i\n"
                                       "  %e = getelementptr i8, ptr addrspace(4) %w, i64 8\n",
                                       "load ptr, ptr addrspace(4) %e, align 8"))));
  const std::string chosen =
      changed("  %first = getelementptr i8, ptr %s, i64 8\n"
              "  %second = getelementptr i8, ptr %s, i64 16\n"
              "  %e = select i1 %c, ptr %first, ptr %second\n"
              "  %v = load ptr, ptr %e, align 8\n  store ptr %v, ptr %out, align 8\n  ret void\n");
  EXPECT_TRUE(contains(chosen, "select i1 %c, ptr %2, ptr %4")) << chosen;
}

TEST(load_chosen_captures, what_is_not_chosen_among_constants_within_the_captures_stays) {
  EXPECT_TRUE(stays(merged("  %e = getelementptr i8, ptr %s, i64 %n\n")));
  EXPECT_TRUE(stays(merged("  %i = phi i64 [ 8, %a ], [ %n, %b ]\n  %e = getelementptr i8, ptr %s, i64 %i\n")));
  EXPECT_TRUE(stays(merged("  %i = phi i64 [ 8, %a ], [ 64, %b ]\n  %e = getelementptr i8, ptr %s, i64 %i\n")));
  EXPECT_TRUE(stays(merged("  %i = phi i64 [ 8, %a ], [ -8, %b ]\n  %e = getelementptr i8, ptr %s, i64 %i\n")));
  EXPECT_TRUE(stays(merged("  %i = phi i64 [ 8, %a ], [ 16, %b ]\n  %e = getelementptr i8, ptr %out, i64 %i\n")));
}

TEST(load_chosen_captures, captures_that_are_written_functions_and_volatile_loads_stay) {
  const std::string body = merged("  %i = phi i64 [ 8, %a ], [ 16, %b ]\n  %e = getelementptr i8, ptr %s, i64 %i\n");
  EXPECT_FALSE(stays(body));
  EXPECT_TRUE(stays(body, "byval(%S)"));
  EXPECT_TRUE(stays(body, "readonly byval(%S)", "spir_func"));
  EXPECT_TRUE(stays(merged("  %i = phi i64 [ 8, %a ], [ 16, %b ]\n  %e = getelementptr i8, ptr %s, i64 %i\n",
                           "load volatile ptr, ptr %e, align 8")));
}

} // namespace
} // namespace xeforge::toolchain::lowering
