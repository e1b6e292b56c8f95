#include "xeforge/toolchain/private_variables.hpp"

#include "xeforge/base/error.hpp"

#include <gtest/gtest.h>

namespace xeforge::toolchain {
namespace {

using Lines = std::vector<std::string>;

const std::string block = "%\"class.sim d\"";

// A module with a variable of one vector, wrapped twice as the headers do, and a kernel with `body`.
Lines module_of(const std::string& variable, const Lines& body) {
  Lines lines{block + " = type { %object }", "%object = type { <16 x float> }", variable,
              "define spir_kernel void @Kernel(ptr addrspace(4) %0) {"};
  lines.insert(lines.end(), body.begin(), body.end());
  lines.insert(lines.end(), {"  ret void", "}", "define weak_odr ptr addrspace(4) @_ZTW1x() {", "  ret ptr null", "}",
                             "declare nonnull ptr addrspace(1) @llvm.threadlocal.address.p1(ptr addrspace(1))"});
  return lines;
}

const std::string plain = "@x = dso_local thread_local addrspace(1) global " + block + " zeroinitializer, align 64";
const std::string bound = "@x = dso_local thread_local addrspace(1) global " + block +
                          " zeroinitializer, section \"xeforge.register.640\", align 64";
const Lines address{"  %1 = tail call align 64 ptr addrspace(1) @llvm.threadlocal.address.p1(ptr addrspace(1) @x)",
                    "  %2 = addrspacecast ptr addrspace(1) %1 to ptr addrspace(4), !dbg !3"};

Lines with_address(Lines body) {
  body.insert(body.begin(), address.begin(), address.end());
  return body;
}
bool has(const Lines& lines, const std::string& wanted) {
  for (const std::string& line : lines)
    if (line.find(wanted) != line.npos)
      return true;
  return false;
}

TEST(private_variables, a_module_without_any_stays_as_it_is) {
  Lines lines{"@x = dso_local addrspace(1) global i32 0, align 4", "define spir_kernel void @Kernel() {", "}"};
  const Lines before = lines;
  EXPECT_TRUE(make_thread_locals_private(lines).empty());
  EXPECT_EQ(lines, before);
}

TEST(private_variables, move_to_private_memory_with_their_value) {
  Lines lines = module_of(plain, with_address({"  store <16 x float> %9, ptr addrspace(4) %2, align 64, !tbaa !5"}));
  const Lines attributes = make_thread_locals_private(lines);
  EXPECT_EQ(attributes, Lines{"attributes #90000 = { \"VCGlobalVariable\" }"});
  EXPECT_EQ(lines[2], "@x = internal global " + block + " zeroinitializer, align 64 #90000");
  EXPECT_TRUE(has(lines, "  store <16 x float> %9, ptr @x, align 64"));
  EXPECT_TRUE(has(lines, "  %1 = add i32 0, 0")); // results are numbered
  EXPECT_FALSE(has(lines, "threadlocal"));
  EXPECT_FALSE(has(lines, "_ZTW"));
}

TEST(private_variables, stand_where_an_annotation_says_if_their_section_does_not) {
  const std::string place = "{ ptr addrspace(1), ptr addrspace(1), ptr addrspace(1), i32, ptr addrspace(1) }";
  const auto entry = [&](const std::string& symbol, const std::string& arguments) {
    return place + " { ptr addrspace(1) @" + symbol +
           ", ptr addrspace(1) @.str, ptr addrspace(1) @.str.1, i32 10, ptr addrspace(1) @" + arguments + " }";
  };
  const std::string metadata = ", section \"llvm.metadata\"";
  Lines lines = module_of("@x = dso_local thread_local addrspace(1) global " + block +
                              " zeroinitializer, section \"xeforge.register.17 + VL\", align 64",
                          with_address({"  %3 = load <16 x float>, ptr addrspace(4) %2, align 64"}));
  lines.insert(lines.begin(), {"@.args = private unnamed_addr addrspace(1) constant { i32 } { i32 17 }" + metadata,
                               "@.args.2 = private unnamed_addr addrspace(1) constant { i32 } { i32 33 }" + metadata,
                               "@llvm.global.annotations = appending addrspace(1) global [2 x " + place + "] [" +
                                   entry("x1", ".args") + ", " + entry("x", ".args.2") + "]" + metadata});
  const Lines attributes = make_thread_locals_private(lines);
  ASSERT_EQ(attributes.size(), 1u);
  EXPECT_NE(attributes[0].find("\"VCByteOffset\"=\"33\""), std::string::npos) << attributes[0];
  EXPECT_FALSE(has(lines, "llvm.metadata"));
}

TEST(private_variables, whose_address_is_used_otherwise_keep_it) {
  Lines lines = module_of(plain, with_address({"  %3 = getelementptr float, ptr addrspace(4) %2, i64 %8"}));
  make_thread_locals_private(lines);
  EXPECT_TRUE(has(lines, "  %2 = addrspacecast ptr @x to ptr addrspace(4)"));
}

TEST(private_variables, whose_address_was_cast_before_are_found_as_well) {
  Lines lines = module_of("@x = dso_local thread_local addrspace(1) global i32 7, align 4",
                          {"  %1 = tail call ptr addrspace(4) @llvm.threadlocal.address.p4(ptr addrspace(4) "
                           "addrspacecast (ptr addrspace(1) @x to ptr addrspace(4)))",
                           "  %12 = load i32, ptr addrspace(4) %1, align 4", "  %2 = add i32 %12, 1"});
  make_thread_locals_private(lines);
  EXPECT_EQ(lines[2], "@x = internal global i32 7, align 4 #90000");
  EXPECT_TRUE(has(lines, "  %12 = load i32, ptr @x, align 4"));
}

TEST(private_variables, with_a_register_are_read_and_written_where_they_are) {
  Lines lines =
      module_of(bound, with_address({"  store <16 x float> %9, ptr addrspace(4) %2, align 64",
                                     "  %3 = fadd <16 x float> %9, %90", "next:", "  %4 = fadd <16 x float> %9, %3",
                                     "  %5 = load <16 x float>, ptr addrspace(4) %2, align 64"}));
  const Lines attributes = make_thread_locals_private(lines);
  EXPECT_EQ(attributes, Lines{"attributes #90000 = { \"VCGlobalVariable\" \"VCVolatile\" \"VCByteOffset\"=\"640\" }"});
  EXPECT_TRUE(has(lines, "@x = internal global <16 x float> undef, align 64 #90000"));
  EXPECT_TRUE(has(lines, "call void @llvm.genx.vstore.xeforge.x(<16 x float> %9, ptr @x)"));
  EXPECT_TRUE(has(lines, "%xeforge.x.0 = call <16 x float> @llvm.genx.vload.xeforge.x(ptr @x)"));
  EXPECT_TRUE(has(lines, "  %3 = fadd <16 x float> %xeforge.x.0, %90")); // another name that begins like %9
  EXPECT_TRUE(has(lines, "  %4 = fadd <16 x float> %9, %3"));            // behind the end of the block
  EXPECT_TRUE(has(lines, "  %5 = call <16 x float> @llvm.genx.vload.xeforge.x(ptr @x)"));
}

TEST(private_variables, with_a_register_lose_it_where_parts_are_read_through_a_pointer) {
  Lines lines = module_of(bound, with_address({"  store <16 x float> %9, ptr addrspace(4) %2, align 64",
                                               "  %3 = getelementptr float, ptr addrspace(4) %2, i64 %8"}));
  EXPECT_EQ(make_thread_locals_private(lines), Lines{"attributes #90000 = { \"VCGlobalVariable\" }"});
  EXPECT_FALSE(has(lines, "genx"));
}

TEST(private_variables, that_are_single_numbers_get_no_register) {
  Lines lines =
      module_of("@x = dso_local thread_local addrspace(1) global i32 0, section \"xeforge.register.640\", align 4", {});
  EXPECT_EQ(make_thread_locals_private(lines), Lines{"attributes #90000 = { \"VCGlobalVariable\" }"});
  EXPECT_EQ(lines[2], "@x = internal global i32 0, align 4 #90000");
}

std::string refusal(const std::string& variable) {
  try {
    Lines lines = module_of(variable, {});
    make_thread_locals_private(lines);
    return {};
  } catch (const Error& error) {
    return error.what();
  }
}

TEST(private_variables, are_refused_where_their_first_value_is_computed) {
  EXPECT_EQ(
      refusal("@__tls_guard = internal thread_local addrspace(1) global i8 0, align 1"),
      "private or thread-local variables: got one whose first value is computed; expected constants, or assignments "
      "in the kernel");
}

TEST(private_variables, are_refused_by_name_where_they_cannot_be_private) {
  EXPECT_NE(
      refusal("@x = external thread_local addrspace(1) global i32, align 4").find("variable x: got a definition in"),
      std::string::npos);
  EXPECT_NE(
      refusal("@x = dso_local thread_local addrspace(1) global i32 0, section \"xeforge.register.WHERE\", align 4")
          .find("variable x: got ESIMD_REGISTER(WHERE); expected a constant number of bytes"),
      std::string::npos);
}

} // namespace
} // namespace xeforge::toolchain
