// The lowering as a whole: names, attributes, refusals. Each pass also has its own tests.
#include "xeforge/toolchain/lowering/lowering_testing.hpp"

namespace xeforge::toolchain::lowering {
namespace {

const std::string undefined_helper = "declare void @_Z6helperv()\n";

// ---- names and attributes -------------------------------------------------------------------------------------------

TEST(lowering, intrinsics_get_the_vector_compilers_name_wherever_they_stand) {
  const std::string ir = lowered(
      "  %r = tail call contract spir_func noundef <16 x float> @" + exp_symbol + "(<16 x float> noundef %x) #0\n",
      "declare dso_local spir_func noundef <16 x float> @" + exp_symbol + "(<16 x float> noundef) #0\n");
  EXPECT_TRUE(contains(ir, "  %r = tail call contract spir_func <16 x float> @llvm.genx.exp.x0(<16 x float> %x) #"))
      << ir;
  EXPECT_TRUE(contains(ir, "declare dso_local spir_func <16 x float> @llvm.genx.exp.x0(<16 x float>) #")) << ir;
  EXPECT_FALSE(contains(ir, exp_symbol));
}

TEST(lowering, names_with_several_words_and_internal_ones_become_dotted) {
  const std::string internal = "_ZN7xeforge5esimd4genx8internal12cast_to_bf16IDv8_tJDv8_fEEET_DpT0_";
  const std::string ir = lowered("  %r = call <8 x i16> @" + internal + "(<8 x float> %y)\n",
                                 "declare <8 x i16> @" + internal + "(<8 x float>)\n");
  EXPECT_TRUE(contains(ir, "@llvm.vc.internal.cast.to.bf16.x0(<8 x float> %y)")) << ir;
}

TEST(lowering, two_instances_of_one_intrinsic_get_different_names) {
  const std::string second = "_ZN7xeforge5esimd4genx3expIDv8_fJS3_EEET_DpT0_";
  const std::string ir = lowered("  %r = call <16 x float> @" + exp_symbol +
                                     "(<16 x float> %x)\n  %s = call <8 x float> @" + second + "(<8 x float> %y)\n",
                                 "declare <16 x float> @" + exp_symbol + "(<16 x float>)\ndeclare <8 x float> @" +
                                     second + "(<8 x float>)\n");
  EXPECT_TRUE(contains(ir, "%r = call <16 x float> @llvm.genx.exp.x0("));
  EXPECT_TRUE(contains(ir, "%s = call <8 x float> @llvm.genx.exp.x1("));
}

TEST(lowering, a_kernel_gets_its_attributes_and_a_short_name) {
  const auto [module, ir] = lowered_text(module_of("", ""));
  ASSERT_EQ(module.kernels.size(), 1u);
  EXPECT_EQ(module.kernels[0].name, "Axpy");
  EXPECT_EQ(module.kernels[0].source_name, "host()::Axpy");
  EXPECT_TRUE(contains(ir, "define dso_local spir_kernel void @Axpy(ptr readonly byval(%class.anon) align 8 %0, "))
      << ir;
  EXPECT_TRUE(contains(ir, ") local_unnamed_addr #0 !intel_reqd_sub_group_size !")) << ir;
  EXPECT_TRUE(contains(ir, "attributes #0 = { convergent nounwind \"VCFunction\" \"VCNamedBarrierCount\"=\"0\" "
                           "\"VCSLMSize\"=\"0\" }"))
      << ir;
  for (const char* name : {"spirv.MemoryModel", "opencl.spir.version", "opencl.ocl.version", "spirv.Source"})
    EXPECT_TRUE(contains(ir, std::string("!") + name + " = !{!")) << name;
}

TEST(lowering, kernels_of_the_same_short_name_and_unnamed_ones_stay_apart) {
  const auto kernel = [](const char* symbol) {
    return std::string("define spir_kernel void @") + symbol + "() {\n  ret void\n}\n";
  };
  const auto [module, ir] = lowered_text(kernel("_ZTSZ4mainEN1a4AxpyE") + kernel("_ZTSZ4mainEN1b4AxpyE") +
                                         kernel("_ZTSZ4mainEUlvE_") + kernel("_ZTSZ4mainEUlvE0_"));
  ASSERT_EQ(module.kernels.size(), 4u);
  EXPECT_EQ(module.kernels[0].name, "Axpy");
  EXPECT_EQ(module.kernels[1].name, "Axpy_2");
  EXPECT_EQ(module.kernels[2].name, "main_kernel");
  EXPECT_EQ(module.kernels[3].name, "main_kernel_2");
  for (const LoweredKernel& each : module.kernels)
    EXPECT_TRUE(contains(ir, "@" + each.name + "()")) << ir;
}

TEST(lowering, a_function_yields_to_the_kernel_that_is_called_like_it) {
  const std::string ir =
      lowered("  call spir_func void @Axpy()\n", "define internal spir_func void @Axpy() noinline {\n  ret void\n}\n");
  EXPECT_TRUE(contains(ir, "spir_kernel void @Axpy(")) << ir;
}

TEST(lowering, parameter_attributes_and_the_c_compilers_function_attributes_go) {
  const std::string ir = lowered(
      "  %r = call spir_func zeroext i1 @local(i8 noundef signext 3, i1 noundef zeroext true)\n",
      "define internal spir_func zeroext i1 @local(i8 noundef signext %0, i1 zeroext %1) #0 {\n  ret i1 true\n}\n");
  EXPECT_TRUE(contains(ir, "  %r = call spir_func i1 @local(i8 3, i1 true)\n")) << ir;
  EXPECT_TRUE(contains(ir, "@local(i8 %0, i1 %1) #1")) << ir;
  EXPECT_TRUE(contains(ir, "attributes #1 = { convergent nounwind \"VCFunction\" }")) << ir;
}

TEST(lowering, what_no_kernel_reaches_is_neither_judged_nor_there) {
  const std::string ir =
      lowered("", "define spir_func void @alone() {\n  call void @_Z6helperv()\n  ret void\n}\n" + undefined_helper +
                      "@table = dso_local addrspace(1) constant [1 x ptr] [ptr @alone]\n");
  EXPECT_FALSE(contains(ir, "alone")) << ir;
}

TEST(lowering, what_only_the_host_runs_is_not_there_either) {
  const std::string rest = "@vtable = constant [1 x ptr] [ptr @_ZN4TestD2Ev]\n@_ZL5limit = global i32 4\n"
                           "@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 1, "
                           "ptr @_GLOBAL__sub_I_x, "
                           "ptr null }]\ndefine void @_ZN4TestD2Ev() {\n  call void @_ZN4BaseD2Ev()\n  ret void\n}\n"
                           "define internal void @_GLOBAL__sub_I_x() {\n  %1 = call i32 @_Z8computedv()\n"
                           "  store i32 %1, ptr @_ZL5limit\n  ret void\n}\n"
                           "declare void @_ZN4BaseD2Ev()\ndeclare i32 @_Z8computedv()\n";
  const std::string ir = lowered("", rest);
  for (const char* gone : {"vtable", "_ZN4Test", "_GLOBAL_", "_ZN4Base", "_Z8computedv", "_ZL5limit", "_ctors"})
    EXPECT_FALSE(contains(ir, gone)) << gone;
  EXPECT_TRUE(contains(refusal("  %r = load ptr, ptr @vtable, align 8\n", rest), "a call of 'Base::~Base()'"));
}

// ---- calls ----------------------------------------------------------------------------------------------------------

TEST(lowering, checks_for_overflow_become_arithmetic) {
  for (const std::string name : {"sadd", "uadd", "ssub", "usub", "smul", "umul"})
    for (const std::string type : {"i32", "i64"}) {
      const std::string value = type == "i32" ? " %n" : " %m", results = "{ " + type + ", i1 }";
      const std::string ir =
          lowered("  %r = call " + results + " @llvm." + name + ".with.overflow." + type + "(" + type + value + ", " +
                  type + value + ")\n  %o = extractvalue " + results + " %r, 1\n  %s = extractvalue " + results +
                  " %r, 0\n  store i1 %o, ptr %p\n  store " + type + " %s, ptr %p\n");
      EXPECT_FALSE(contains(ir, "with.overflow")) << ir;
      EXPECT_FALSE(contains(ir, "i128")) << ir;
    }
}

// ---- types ----------------------------------------------------------------------------------------------------------

TEST(lowering, part_of_a_vector_is_no_wide_integer) {
  const std::string ir = lowered("  %u1 = bitcast <16 x float> %x to <2 x i256>\n"
                                 "  %u2 = extractelement <2 x i256> %u1, i64 1\n"
                                 "  %u3 = bitcast i256 %u2 to <8 x i32>\n");
  EXPECT_FALSE(contains(ir, "i256"));
  EXPECT_TRUE(contains(ir, "shufflevector <16 x i32> "));
}

TEST(lowering, offsets_cut_from_local_pointers_are_taken_from_them) {
  const std::string pointers = "  %u1 = inttoptr i64 %m to ptr addrspace(3)\n"
                               "  %u2 = addrspacecast ptr addrspace(3) %u1 to ptr addrspace(4)\n"
                               "  %u3 = ptrtoint ptr addrspace(4) %u2 to i64\n";
  const auto lowered = [](const std::string& body) {
    return lowered_text(module_of(body, {}), {.local_memory = 128}).ir;
  };
  EXPECT_TRUE(contains(lowered(pointers + "  %u4 = trunc i64 %u3 to i32\n  %r = add i32 %u4, 1\n"),
                       "  %2 = ptrtoint ptr addrspace(3) %u1 to i32\n  %r = add i32 %2, 1\n"));
  // A generic pointer as an integer contains more than the offset.
  EXPECT_TRUE(contains(lowered(pointers + "  %u4 = trunc i64 %u3 to i16\n"), "  %u4 = trunc i64 %u3 to i16\n"));
}

// ---- constants ------------------------------------------------------------------------------------------------------

const std::string print_declaration =
    "declare dso_local spir_func i32 @_Z18__spirv_ocl_printfPKcz(ptr addrspace(4), ...) #0\n";
std::string print_call(const std::string& format) {
  return "  %r = tail call spir_func i32 (ptr addrspace(4), ...) @_Z18__spirv_ocl_printfPKcz(ptr addrspace(4) " +
         format + ", i32 %n)\n";
}

TEST(lowering, strings_of_printf_become_constants) {
  const std::string ir =
      lowered(print_call("addrspacecast (ptr addrspace(1) @format to ptr addrspace(4))"),
              "@format = internal addrspace(1) constant [4 x i8] c\"%d\\0A\\00\", align 1\n" + print_declaration);
  EXPECT_TRUE(contains(ir, "call spir_func i32 (ptr addrspace(2), ...) @_Z18__spirv_ocl_printfPU3AS2Kcz(ptr "
                           "addrspace(2) @xeforge.string, i32 %n)"))
      << ir;
  EXPECT_TRUE(contains(ir, "@xeforge.string = internal addrspace(2) constant [4 x i8] c\"%d\\0A\\00\", align 1\n"))
      << ir;
  EXPECT_TRUE(contains(ir, "declare spir_func i32 @_Z18__spirv_ocl_printfPU3AS2Kcz(ptr addrspace(2), ...)")) << ir;
  EXPECT_FALSE(contains(ir, "printfPKcz(")) << ir;
}

TEST(lowering, printf_of_what_is_no_literal_is_refused) {
  const std::string message = "a printf whose format is known only at run time";
  const std::string pointer = "  %q = addrspacecast ptr %p to ptr addrspace(4)\n";
  EXPECT_TRUE(contains(refusal(pointer + print_call("%q"), print_declaration), message));
  EXPECT_TRUE(
      contains(refusal(print_call("addrspacecast (ptr addrspace(1) @text to ptr addrspace(4))"),
                       "@text = internal addrspace(1) global [2 x i8] c\"%\\00\", align 1\n" + print_declaration),
               message));
}

// ---- captures -------------------------------------------------------------------------------------------------------

TEST(lowering, captures_with_an_array_that_is_indexed_at_run_time_are_copied_into_a_variable) {
  const std::string pointer = "  %q = addrspacecast ptr %0 to ptr addrspace(4)\n";
  const std::string inner = "  %i = getelementptr inbounds nuw i8, ptr addrspace(4) %q, i64 8\n";
  EXPECT_TRUE(contains(
      lowered(pointer + inner + "  %r = getelementptr inbounds [8 x i32], ptr addrspace(4) %i, i64 0, i64 5\n"),
      pointer));
  const std::string ir = lowered(pointer + inner +
                                 "  %r = getelementptr inbounds [8 x i32], ptr addrspace(4) %i, i64 0, i64 %m\n"
                                 "  %s = load i32, ptr %0, align 8\n");
  EXPECT_TRUE(contains(ir, "{\n  %2 = alloca %class.anon, align 16\n"
                           "  %3 = load %class.anon, ptr %0, align 1\n"
                           "  store %class.anon %3, ptr %2, align 16\n"
                           "  %q = addrspacecast ptr %2 to ptr addrspace(4)\n"))
      << ir;
  EXPECT_TRUE(contains(ir, "  %s = load i32, ptr %2, align 8\n")) << ir;
  // A pointer that was loaded from the structure points elsewhere.
  EXPECT_TRUE(contains(lowered(pointer + inner +
                               "  %l = load ptr addrspace(4), ptr addrspace(4) %i, align 8\n"
                               "  %r = getelementptr inbounds i32, ptr addrspace(4) %l, i64 %m\n"),
                       pointer));
}

// ---- refusals -------------------------------------------------------------------------------------------------------

TEST(lowering, a_module_without_a_kernel_is_refused) {
  EXPECT_EQ(refusal_of("source_filename = \"kernel.cpp\"\ndefine i32 @f() {\n  ret i32 1\n}\n"),
            "kernel.cpp: got no kernel; expected a lambda or function object given to parallel_for or single_task");
}

TEST(lowering, kernels_that_the_device_cannot_run_may_be_left_out) {
  const std::string wide = "  %u = load i128, ptr null\n"; // no such integers
  const std::string second = "define dso_local spir_kernel void @second() {\n" + wide + "  ret void\n}\n";
  const LoweringOptions leaving_out{.unfit_kernels = UnfitKernels::left_out};
  EXPECT_NE(refusal("", second), "");
  const auto [module, ir] = lowered_text(module_of("", second), leaving_out);
  ASSERT_EQ(module.kernels.size(), 1u);
  ASSERT_EQ(module.left_out.size(), 1u);
  EXPECT_EQ(module.left_out[0], refusal("", second));
  EXPECT_FALSE(contains(ir, "@second"));
  EXPECT_FALSE(contains(ir, "i128"));
  // If no kernel is left, the error is that of the first one.
  EXPECT_THROW(lowered_text(module_of(wide, second), leaving_out), Error);
}

TEST(lowering, so_may_those_that_reach_such_a_function_or_allocate_too_much) {
  const std::string rest =
      "define internal spir_func void @inner() noinline {\n  %1 = load i128, ptr null\n  ret void\n}\n"
      "define spir_kernel void @second() {\n  call spir_func void @inner()\n  ret void\n}\n"
      "define spir_kernel void @third() {\n  call void "
      "@_ZN7xeforge5esimd12kernel_needs9slm_bytesEj(i32 999999)\n  ret void\n}\n"
      "declare void @_ZN7xeforge5esimd12kernel_needs9slm_bytesEj(i32)\n";
  const auto [module, ir] = lowered_text(module_of("", rest), {.unfit_kernels = UnfitKernels::left_out});
  ASSERT_EQ(module.kernels.size(), 1u);
  ASSERT_EQ(module.left_out.size(), 2u);
  EXPECT_TRUE(contains(module.left_out[0], "kernel inner: got an integer of 128 bits"));
  EXPECT_TRUE(contains(module.left_out[1], "kernel third: got slm_init of 999999 bytes"));
  EXPECT_FALSE(contains(ir, "inner"));
}

TEST(lowering, text_in_constants_is_left_alone) {
  const std::string constant =
      "@text = private unnamed_addr addrspace(1) constant [18 x i8] c\" noundef zeroext \\00\"\n";
  EXPECT_TRUE(
      contains(lowered("  %r = load i8, ptr addrspace(1) @text\n", constant), constant.substr(constant.find("c\""))));
}

} // namespace
} // namespace xeforge::toolchain::lowering
