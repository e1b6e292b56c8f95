#include "xeforge/toolchain/lowering/testing.hpp"

namespace xeforge::toolchain::lowering {
namespace {

const std::string declarations_of_needs = "declare void @" + slm_symbol + "(i32)\ndeclare i32 @" + piece_symbol +
                                          "(i32)\ndeclare void @" + barriers_symbol + "(i32)\ndeclare i32 @" +
                                          row_symbol + "(i32)\ndeclare void @" + registers_symbol + "(i32)\n";

std::string slm(int bytes) { return "  call void @" + slm_symbol + "(i32 " + std::to_string(bytes) + ")\n"; }
std::string defined(const std::string& kind, const std::string& name, const std::string& body) {
  return "define " + kind + " void @" + name + "(i32 %n) {\n" + body + "  ret void\n}\n";
}

std::string assigned(const std::string& text, std::uint32_t local_memory = 0, std::uint32_t* registers = nullptr) {
  ParsedModule module(text + declarations_of_needs);
  if (!module.is_there())
    return {};
  const Refusals refusals(module->getContext());
  std::uint32_t wanted = 0;
  module.run(AssignResources(machine::device_model("bmg"), local_memory, registers == nullptr ? wanted : *registers));
  module.verify();
  return refusals.entries().empty() ? module.text() : refusals.entries()[0].error.what();
}
std::string sizes(int slm_bytes, int barriers) {
  return "\"VCNamedBarrierCount\"=\"" + std::to_string(barriers) + "\" \"VCSLMSize\"=\"" + std::to_string(slm_bytes) +
         "\"";
}

TEST(assign_resources, calls_that_allocate_become_numbers_and_attributes_of_the_kernel) {
  const std::string ir = assigned(
      defined("spir_kernel", "k",
              slm(64) + "  %p = call i32 @" + piece_symbol + "(i32 16)\n  %a = add i32 %n, %p\n" + "  call void @" +
                  barriers_symbol + "(i32 2)\n  %r = call i32 @" + row_symbol + "(i32 3)\n  %b = add i32 %n, %r\n"));
  EXPECT_TRUE(contains(ir, "  %a = add i32 %n, 64\n  %b = add i32 %n, 2\n  ret void\n")) << ir;
  EXPECT_TRUE(contains(ir, "attributes #0 = { " + sizes(80, 5) + " }")) << ir;
  EXPECT_FALSE(contains(ir, "kernel_needs")) << ir;
}

TEST(assign_resources, a_kernel_needs_what_the_functions_need_that_it_reaches_and_no_others) {
  const std::string ir = assigned(defined("spir_kernel", "k", "  call spir_func void @g(i32 1)\n") +
                                  defined("spir_func", "g", slm(256)) + defined("spir_kernel", "other", ""));
  EXPECT_TRUE(contains(ir, "@k(i32 %n) #0")) << ir;
  EXPECT_TRUE(contains(ir, "@other(i32 %n) #1")) << ir;
  EXPECT_TRUE(contains(ir, "attributes #0 = { " + sizes(256, 0) + " }")) << ir;
  EXPECT_TRUE(contains(ir, "attributes #1 = { " + sizes(0, 0) + " }")) << ir;
}

TEST(assign_resources, local_accessors_have_memory_where_a_kernel_touches_some) {
  const std::string touches = "  store i32 %n, ptr addrspace(3) null, align 4\n";
  EXPECT_TRUE(contains(assigned(defined("spir_kernel", "k", touches), 512), sizes(512, 0)));
  EXPECT_TRUE(contains(assigned(defined("spir_kernel", "k", ""), 512), sizes(0, 0)));
  EXPECT_TRUE(contains(assigned(defined("spir_kernel", "k", touches)), "shared local memory that has no size"));
}

TEST(assign_resources, a_kernel_asks_for_registers_itself_or_where_it_calls) {
  const std::string large = "  call void @" + registers_symbol + "(i32 256)\n";
  std::uint32_t registers = 0;
  const std::string ir = assigned(defined("spir_kernel", "k", "  call spir_func void @g(i32 1)\n") +
                                      defined("spir_func", "g", large) + defined("spir_kernel", "other", ""),
                                  0, &registers);
  EXPECT_EQ(registers, 256u);
  EXPECT_FALSE(contains(ir, "kernel_needs")) << ir;
  registers = 0;
  assigned(defined("spir_kernel", "k", "") + defined("spir_func", "not_called", large), 0, &registers);
  EXPECT_EQ(registers, 0u);
}

TEST(assign_resources, what_the_device_does_not_have_is_refused) {
  EXPECT_TRUE(contains(assigned(defined("spir_kernel", "k", slm(131073))), "at most 131072 on bmg"));
}

} // namespace
} // namespace xeforge::toolchain::lowering
