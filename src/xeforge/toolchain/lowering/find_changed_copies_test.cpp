#include "xeforge/toolchain/lowering/testing.hpp"

namespace xeforge::toolchain::lowering {
namespace {

// Whether a copy of %v counts as changed in a branch.
bool is_found(const std::string& body) {
  bool changes_copies = false;
  body_after(FindChangedCopies(changes_copies), "<12 x i8> %v, <12 x i8> %w, <3 x i32> %i, i1 %c, <12 x i1> %m, ptr %p",
             body,
             "declare <12 x i8> @llvm.vc.internal.optimization.fence.v12i8(<12 x i8>)\n"
             "declare <12 x i8> @llvm.genx.wrregioni.x(<12 x i8>, <4 x i8>, i32, i32, i32, i16, i32, i1)\n");
  return changes_copies;
}
std::string branch(const std::string& inside, const std::string& behind) {
  return "  br i1 %c, label %inside, label %behind\ninside:\n" + inside + "  br label %behind\nbehind:\n" + behind;
}
const std::string written =
    "  %x = call <12 x i8> @llvm.genx.wrregioni.x(<12 x i8> %v, <4 x i8> zeroinitializer, i32 4, i32 4, i32 1, "
    "i16 0, i32 0, i1 true)\n  store <12 x i8> %x, ptr %p\n";
const std::string used = "  store <12 x i8> %v, ptr %p\n";

TEST(find_changed_copies, a_vector_that_a_branch_changes_and_that_is_used_behind_it) {
  EXPECT_TRUE(is_found(branch(used + written, used)));
  EXPECT_TRUE(
      is_found(branch(used + "  %x = insertelement <12 x i8> %v, i8 1, i32 2\n  store <12 x i8> %x, ptr %p\n", used)));
  EXPECT_TRUE(is_found(
      branch(used + "  %x = select <12 x i1> %m, <12 x i8> %w, <12 x i8> %v\n  store <12 x i8> %x, ptr %p\n", used)));
  EXPECT_TRUE(
      is_found(branch("  %b = bitcast <3 x i32> %i to <12 x i8>\n  %x = insertelement <12 x i8> %b, i8 1, i32 2\n"
                      "  store <12 x i8> %x, ptr %p\n  store volatile <12 x i8> %b, ptr %p\n",
                      "  store <3 x i32> %i, ptr %p\n")));
  EXPECT_TRUE(is_found("  %f = call <12 x i8> @llvm.vc.internal.optimization.fence.v12i8(<12 x i8> %v)\n" +
                       branch("  store <12 x i8> %f, ptr %p\n" + written, used)));
}

TEST(find_changed_copies, neither_one_that_is_changed_on_every_way_nor_one_that_is_not_used_behind) {
  EXPECT_FALSE(is_found(used + written + branch("", used)));
  EXPECT_FALSE(is_found(branch(used + written + used, "")));
  EXPECT_FALSE(is_found(used + branch(used + written, "")));
  EXPECT_FALSE(is_found(branch(written, used))) << "nothing is read before it is written over";
  EXPECT_FALSE(is_found(branch("  %x = add <12 x i8> %v, %w\n  store <12 x i8> %x, ptr %p\n", used)));
}

} // namespace
} // namespace xeforge::toolchain::lowering
