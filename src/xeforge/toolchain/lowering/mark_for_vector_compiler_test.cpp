#include "xeforge/toolchain/lowering/testing.hpp"

namespace xeforge::toolchain::lowering {
namespace {

std::string marked(const std::string& text) {
  ParsedModule module(text);
  if (!module.is_there())
    return {};
  module.run(MarkForVectorCompiler());
  module.verify();
  return module.text();
}

TEST(mark_for_vector_compiler, words_of_the_cpp_compiler_go_and_sizes_stay) {
  const std::string ir =
      marked("define spir_kernel void @k() #0 {\n  ret void\n}\nattributes #0 = { alwaysinline convergent "
             "\"frame-pointer\"=\"all\" \"VCSLMSize\"=\"64\" \"VCNamedBarrierCount\"=\"2\" }\n");
  EXPECT_TRUE(contains(ir, "attributes #0 = { convergent \"VCFunction\" \"VCNamedBarrierCount\"=\"2\" "
                           "\"VCSLMSize\"=\"64\" }"))
      << ir;
}

TEST(mark_for_vector_compiler, parameters_and_results_are_plain_types_in_definitions_and_calls) {
  const std::string ir = marked("define spir_func noundef zeroext i8 @g(i8 noundef signext %a) {\n"
                                "  %r = call spir_func zeroext i8 @h(i8 noundef zeroext %a)\n  ret i8 %r\n}\n"
                                "declare spir_func zeroext i8 @h(i8 noundef zeroext)\n");
  EXPECT_TRUE(contains(ir, "define spir_func i8 @g(i8 %a) #0 {\n  %r = call spir_func i8 @h(i8 %a)\n")) << ir;
  EXPECT_TRUE(contains(ir, "declare spir_func i8 @h(i8)\n")) << ir;
}

TEST(mark_for_vector_compiler, kernels_alone_say_how_many_lanes_they_are_for) {
  const std::string ir = marked("define spir_kernel void @k() {\n  ret void\n}\n"
                                "define spir_func void @g() {\n  ret void\n}\n");
  EXPECT_TRUE(contains(ir, "@k() #0 !intel_reqd_sub_group_size !")) << ir;
  EXPECT_TRUE(contains(ir, "@g() #0 {")) << ir;
}

TEST(mark_for_vector_compiler, the_module_says_once_what_it_is_whatever_it_said_before) {
  const std::string ir = marked("define spir_kernel void @k() {\n  ret void\n}\n"
                                "!opencl.spir.version = !{!0, !0}\n!0 = !{i32 9, i32 9}\n");
  for (const char* name : {"spirv.MemoryModel", "opencl.spir.version", "opencl.ocl.version", "spirv.Source"}) {
    const std::size_t at = ir.find(std::string("!") + name + " = !{!");
    ASSERT_NE(at, ir.npos) << name;
    EXPECT_EQ(ir.substr(at, ir.find('\n', at) - at).find(','), ir.npos) << name;
  }
  EXPECT_FALSE(contains(ir, "i32 9")) << ir;
}

} // namespace
} // namespace xeforge::toolchain::lowering
