#include "xeforge/toolchain/lowering/testing.hpp"

namespace xeforge::toolchain::lowering {
namespace {

std::string kept(const std::string& body) { return body_after(KeepElements(), "i64 %at, i32 %n, ptr %p", body, ""); }

const std::string bytes = "  %a = alloca [3 x { <3 x i8> }], align 4\n"
                          "  %e = getelementptr { <3 x i8> }, ptr %a, i64 %at\n";

// A call of the vector compiler's fence.
std::string fence(const std::string& type, const std::string& suffix, const std::string& value) {
  return "call spir_func " + type + " @llvm.vc.internal.optimization.fence." + suffix + "(" + type + " " + value +
         ")\n";
}

TEST(keep_elements, integers_of_own_vectors_are_vectors) {
  EXPECT_EQ(kept(bytes + "  store i32 0, ptr %e, align 4\n"),
            bytes + "  %1 = " + fence("<4 x i8>", "v4i8", "zeroinitializer") +
                "  store <4 x i8> %1, ptr %e, align 4\n");
  EXPECT_EQ(kept(bytes + "  store i32 %n, ptr %e, align 4\n"),
            bytes + "  %1 = bitcast i32 %n to <4 x i8>\n  %2 = " + fence("<4 x i8>", "v4i8", "%1") +
                "  store <4 x i8> %2, ptr %e, align 4\n");
  EXPECT_EQ(kept(bytes + "  %l = load i32, ptr %e, align 4\n  store i32 %l, ptr %p, align 4\n"),
            bytes + "  %1 = load <4 x i8>, ptr %e, align 4\n  %2 = " + fence("<4 x i8>", "v4i8", "%1") +
                "  %3 = bitcast <4 x i8> %2 to i32\n  store i32 %3, ptr %p, align 4\n");
}

TEST(keep_elements, vectors_of_larger_numbers_are_of_the_arrays_own) {
  const std::string shorts = "  %a = alloca [3 x <16 x i16>], align 32\n";
  EXPECT_EQ(kept(shorts + "  %l = load <4 x i64>, ptr %a, align 32\n  store <4 x i64> %l, ptr %p, align 8\n"),
            shorts + "  %1 = load <16 x i16>, ptr %a, align 32\n  %2 = " + fence("<16 x i16>", "v16i16", "%1") +
                "  %3 = bitcast <16 x i16> %2 to <4 x i64>\n  store <4 x i64> %3, ptr %p, align 8\n");
}

TEST(keep_elements, numbers_at_any_address_are_vectors_of_bytes) {
  EXPECT_EQ(kept("  %l = load i32, ptr %p, align 1\n  store i32 %l, ptr %p, align 4\n"),
            "  %1 = load <4 x i8>, ptr %p, align 1\n  %2 = " + fence("<4 x i8>", "v4i8", "%1") +
                "  %3 = bitcast <4 x i8> %2 to i32\n  store i32 %3, ptr %p, align 4\n");
  EXPECT_EQ(kept("  store i64 %at, ptr %p, align 2\n"),
            "  %1 = bitcast i64 %at to <4 x i16>\n  %2 = " + fence("<4 x i16>", "v4i16", "%1") +
                "  store <4 x i16> %2, ptr %p, align 2\n");
  EXPECT_EQ(kept("  %l = load ptr, ptr %p, align 4\n  store i32 0, ptr %l, align 4\n"),
            "  %1 = load <2 x i32>, ptr %p, align 4\n  %2 = " + fence("<2 x i32>", "v2i32", "%1") +
                "  %3 = bitcast <2 x i32> %2 to i64\n  %4 = inttoptr i64 %3 to ptr\n  store i32 0, ptr %4, align 4\n");
  EXPECT_TRUE(
      contains(kept("  store volatile i32 %n, ptr %p, align 1\n"), "  store volatile <4 x i8> %2, ptr %p, align 1"));
  const std::string captured = "  %l = load i32, ptr %c, align 1\n  store i32 %l, ptr %p, align 4\n";
  EXPECT_EQ(body_after(KeepElements(), "ptr %p, ptr byval([8 x i8]) align 8 %c", captured), captured);
}

TEST(keep_elements, others_stay) {
  const std::string mixed = "  %a = alloca [3 x { <4 x i8>, float }], align 4\n";
  for (const std::string& body :
       {std::string("  store i32 0, ptr %p, align 4\n"), bytes + "  store i8 0, ptr %e, align 4\n",
        mixed + "  store i32 0, ptr %a, align 4\n", bytes + "  store volatile i32 0, ptr %e, align 4\n"})
    EXPECT_EQ(kept(body), body);
}

} // namespace
} // namespace xeforge::toolchain::lowering
