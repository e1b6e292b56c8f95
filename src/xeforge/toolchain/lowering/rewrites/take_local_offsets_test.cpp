#include "xeforge/toolchain/lowering/testing.hpp"

namespace xeforge::toolchain::lowering {
namespace {

std::string taken(const std::string& body) {
  return body_after(TakeLocalOffsets(), "ptr addrspace(3) %p, ptr addrspace(1) %q, ptr %r", body);
}

TEST(take_local_offsets, the_offset_comes_from_the_local_pointer_itself) {
  EXPECT_EQ(taken("  %g = addrspacecast ptr addrspace(3) %p to ptr addrspace(4)\n"
                  "  %n = ptrtoint ptr addrspace(4) %g to i64\n  %o = trunc i64 %n to i32\n"
                  "  %u = add i32 %o, 1\n"),
            "  %1 = ptrtoint ptr addrspace(3) %p to i32\n  %u = add i32 %1, 1\n");
}

TEST(take_local_offsets, a_generic_pointer_with_other_uses_stays_for_them) {
  EXPECT_EQ(taken("  %g = addrspacecast ptr addrspace(3) %p to ptr addrspace(4)\n"
                  "  %n = ptrtoint ptr addrspace(4) %g to i64\n  %o = trunc i64 %n to i32\n"
                  "  %u = add i32 %o, 1\n  %v = load i8, ptr addrspace(4) %g, align 1\n"),
            "  %g = addrspacecast ptr addrspace(3) %p to ptr addrspace(4)\n"
            "  %1 = ptrtoint ptr addrspace(3) %p to i32\n  %u = add i32 %1, 1\n"
            "  %v = load i8, ptr addrspace(4) %g, align 1\n");
}

TEST(take_local_offsets, other_pointers_and_other_widths_stay) {
  for (const std::string& body : {std::string("  %g = addrspacecast ptr addrspace(1) %q to ptr addrspace(4)\n"
                                              "  %n = ptrtoint ptr addrspace(4) %g to i64\n"
                                              "  %o = trunc i64 %n to i32\n  %u = add i32 %o, 1\n"),
                                  std::string("  %g = addrspacecast ptr addrspace(3) %p to ptr addrspace(4)\n"
                                              "  %n = ptrtoint ptr addrspace(4) %g to i64\n"
                                              "  %o = trunc i64 %n to i16\n  %u = add i16 %o, 1\n"),
                                  std::string("  %n = ptrtoint ptr %r to i64\n  %o = trunc i64 %n to i32\n")})
    EXPECT_EQ(taken(body), body);
}

} // namespace
} // namespace xeforge::toolchain::lowering
