#include "xeforge/toolchain/lowering/testing.hpp"

namespace xeforge::toolchain::lowering {
namespace {

// A module with a variable of one vector, wrapped twice as the headers do, and a function with `body`.
const std::string block = "%\"class.sim d\"";
std::string module_of(const std::string& variable, const std::string& body) {
  return block + " = type { %object }\n%object = type { <16 x float> }\n" + variable + "\n" +
         function("<16 x float> %v, <16 x float> %v0, i64 %n", body) +
         "declare nonnull ptr addrspace(1) @llvm.threadlocal.address.p1(ptr addrspace(1))\n";
}

const std::string plain = "@x = dso_local thread_local addrspace(1) global " + block + " zeroinitializer, align 64";
const std::string bound = "@x = dso_local thread_local addrspace(1) global " + block +
                          " zeroinitializer, section \"xeforge.register.640\", align 64";
const std::string address =
    "  %1 = tail call align 64 ptr addrspace(1) @llvm.threadlocal.address.p1(ptr addrspace(1) @x)\n"
    "  %p = addrspacecast ptr addrspace(1) %1 to ptr addrspace(4)\n";

std::string made_private(const std::string& text) {
  ParsedModule module(text);
  module.run(ReadAnnotations());
  module.run(MakeThreadLocalsPrivate());
  module.verify();
  return module.text();
}

TEST(make_thread_locals_private, a_module_without_any_stays_as_it_is) {
  const std::string text = "@x = dso_local addrspace(1) global i32 0, align 4\n" + function("", "");
  EXPECT_EQ(made_private(text), ParsedModule(text).text());
}

TEST(make_thread_locals_private, they_move_to_private_memory_with_their_value) {
  const std::string text =
      made_private(module_of(plain, address + "  store <16 x float> %v, ptr addrspace(4) %p, align 64\n"));
  EXPECT_TRUE(contains(text, "@x = internal global " + block + " zeroinitializer, align 64 #0\n")) << text;
  EXPECT_TRUE(contains(text, "attributes #0 = { \"VCGlobalVariable\" }")) << text;
  EXPECT_TRUE(contains(text, "{\n  store <16 x float> %v, ptr @x, align 64\n")) << text;
  EXPECT_FALSE(contains(text, "tail call")) << text;
}

TEST(make_thread_locals_private, they_stand_where_an_annotation_says_if_their_section_does_not) {
  const std::string place = "{ ptr addrspace(1), ptr addrspace(1), ptr addrspace(1), i32, ptr addrspace(1) }";
  const auto entry = [&](const std::string& symbol, const std::string& arguments) {
    return place + " { ptr addrspace(1) @" + symbol +
           ", ptr addrspace(1) @.str, ptr addrspace(1) @.str, i32 10, ptr addrspace(1) @" + arguments + " }";
  };
  const std::string metadata = ", section \"llvm.metadata\"\n";
  const std::string text = made_private(
      module_of("@x = dso_local thread_local addrspace(1) global " + block +
                    " zeroinitializer, section \"xeforge.register.17 + VL\", align 64",
                address + "  %3 = load <16 x float>, ptr addrspace(4) %p, align 64\n") +
      "@x1 = dso_local addrspace(1) global i32 0\n@.str = private addrspace(1) constant [2 x i8] c\"a\\00\"" +
      metadata + "@.args = private unnamed_addr addrspace(1) constant { i32 } { i32 17 }" + metadata +
      "@.args.2 = private unnamed_addr addrspace(1) constant { i32 } { i32 33 }" + metadata +
      "@llvm.global.annotations = appending addrspace(1) global [2 x " + place + "] [" + entry("x1", ".args") + ", " +
      entry("x", ".args.2") + "]" + metadata);
  EXPECT_TRUE(contains(text, "\"VCByteOffset\"=\"33\"")) << text;
  EXPECT_FALSE(contains(text, "llvm.metadata")) << text;
}

TEST(make_thread_locals_private, whose_address_is_used_otherwise_keep_it) {
  const std::string text =
      made_private(module_of(plain, address + "  %3 = getelementptr float, ptr addrspace(4) %p, i64 %n\n"));
  EXPECT_TRUE(contains(text, "  %1 = addrspacecast ptr @x to ptr addrspace(4)\n"
                             "  %2 = getelementptr float, ptr addrspace(4) %1, i64 %n\n"))
      << text;
}

// LLVM's verifier does not accept it in the form that the C++ compiler writes.
TEST(make_thread_locals_private, whose_address_was_cast_before_are_found_as_well) {
  const std::string text =
      made_private("@x = dso_local thread_local addrspace(1) global i32 7, align 4\n" +
                   function("", "  %1 = tail call ptr addrspace(4) @llvm.threadlocal.address.p4(ptr addrspace(4) "
                                "addrspacecast (ptr addrspace(1) @x to ptr addrspace(4)))\n"
                                "  %2 = load i32, ptr addrspace(4) %1, align 4\n  %3 = add i32 %2, 1\n"));
  EXPECT_TRUE(contains(text, "@x = internal global i32 7, align 4 #0\n")) << text;
  EXPECT_TRUE(contains(text, "{\n  %1 = load i32, ptr @x, align 4\n")) << text;
}

TEST(make_thread_locals_private, with_a_register_are_read_and_written_where_they_are) {
  const std::string text =
      made_private(module_of(bound, address + "  store <16 x float> %v, ptr addrspace(4) %p, align 64\n"
                                              "  %3 = fadd <16 x float> %v, %v0\n  br label %next\nnext:\n"
                                              "  %4 = fadd <16 x float> %v, %3\n"
                                              "  %5 = load <16 x float>, ptr addrspace(4) %p, align 64\n"));
  EXPECT_TRUE(contains(text, "attributes #0 = { \"VCByteOffset\"=\"640\" \"VCGlobalVariable\" \"VCVolatile\" }"))
      << text;
  EXPECT_TRUE(contains(text, "@x = internal global <16 x float> undef, align 64 #0\n")) << text;
  EXPECT_TRUE(contains(text, "  call void @llvm.genx.vstore.xeforge.x(<16 x float> %v, ptr @x)\n"
                             "  %1 = call <16 x float> @llvm.genx.vload.xeforge.x(ptr @x)\n"
                             "  %2 = fadd <16 x float> %1, %v0\n"))
      << text;
  // After the end of the block.
  EXPECT_TRUE(contains(text, "  %3 = fadd <16 x float> %v, %2\n"
                             "  %4 = call <16 x float> @llvm.genx.vload.xeforge.x(ptr @x)\n"))
      << text;
}

TEST(make_thread_locals_private, with_a_register_lose_it_where_parts_are_read_through_a_pointer) {
  const std::string text =
      made_private(module_of(bound, address + "  store <16 x float> %v, ptr addrspace(4) %p, align 64\n"
                                              "  %3 = getelementptr float, ptr addrspace(4) %p, i64 %n\n"));
  EXPECT_TRUE(contains(text, "attributes #0 = { \"VCGlobalVariable\" }")) << text;
  EXPECT_FALSE(contains(text, "genx")) << text;
}

TEST(make_thread_locals_private, that_are_single_numbers_get_no_register) {
  const std::string text = made_private(module_of(
      "@x = dso_local thread_local addrspace(1) global i32 0, section \"xeforge.register.640\", align 4", ""));
  EXPECT_TRUE(contains(text, "@x = internal global i32 0, align 4 #0\n")) << text;
  EXPECT_TRUE(contains(text, "attributes #0 = { \"VCGlobalVariable\" }")) << text;
}

std::string refusal_of_variable(const std::string& variable) {
  return refusal_by(MakeThreadLocalsPrivate(), module_of(variable, ""));
}

TEST(make_thread_locals_private, are_refused_where_their_first_value_is_computed) {
  EXPECT_EQ(
      refusal_of_variable("@__tls_guard = internal thread_local addrspace(1) global i8 0, align 1"),
      "private or thread-local variables: got one whose first value is computed; expected constants, or assignments "
      "in the kernel");
}

TEST(make_thread_locals_private, are_refused_by_name_where_they_cannot_be_private) {
  EXPECT_TRUE(contains(refusal_of_variable("@x = external thread_local addrspace(1) global i32, align 4"),
                       "variable x: got a definition in"));
  EXPECT_TRUE(contains(
      refusal_of_variable(
          "@x = dso_local thread_local addrspace(1) global i32 0, section \"xeforge.register.WHERE\", align 4"),
      "variable x: got ESIMD_REGISTER(WHERE); expected a constant number of bytes"));
}

// A private variable cannot be in global memory.
TEST(make_thread_locals_private, whose_address_in_global_memory_is_used_are_refused) {
  EXPECT_TRUE(contains(
      refusal_by(MakeThreadLocalsPrivate(),
                 module_of(plain, "  %1 = call ptr addrspace(1) @llvm.threadlocal.address.p1(ptr addrspace(1) @x)\n"
                                  "  %2 = getelementptr float, ptr addrspace(1) %1, i64 %n\n")),
      "kernel f: got a use of the address of variable x in global memory"));
}

} // namespace
} // namespace xeforge::toolchain::lowering
