; RUN: %opt -passes=name-intrinsics %s | %check

define spir_func void @each_declaration_gets_the_vector_compilers_name_and_a_number_of_its_own(<16 x float> %x, <8 x float> %y) {
; CHECK-LABEL: define {{.*}}@each_declaration_gets_the_vector_compilers_name_and_a_number_of_its_own(
; CHECK-NEXT:   %a = call <16 x float> @llvm.genx.exp.x0(<16 x float> %x)
; CHECK-NEXT:   %b = call <8 x float> @llvm.genx.exp.x1(<8 x float> %y)
; CHECK-NEXT:   %c = call <8 x i16> @llvm.vc.internal.cast.to.bf16.x2(<8 x float> %y)
; CHECK-NEXT:   ret void
  %a = call <16 x float> @_ZN7xeforge5esimd4genx3expIDv16_fJS3_EEET_DpT0_(<16 x float> %x)
  %b = call <8 x float> @_ZN7xeforge5esimd4genx3expIDv8_fJS3_EEET_DpT0_(<8 x float> %y)
  %c = call <8 x i16> @_ZN7xeforge5esimd4genx8internal12cast_to_bf16IDv8_tJDv8_fEEET_DpT0_(<8 x float> %y)
  ret void
}

define spir_func void @functions_with_a_body_and_those_of_others_keep_their_names(<16 x float> %x, <8 x float> %y) {
; CHECK-LABEL: define {{.*}}@functions_with_a_body_and_those_of_others_keep_their_names(
; CHECK-NEXT:   %a = call <16 x float> @_ZN7xeforge5esimd4genx3logIDv16_fJS3_EEET_DpT0_(<16 x float> %x)
; CHECK-NEXT:   %b = call <8 x float> @_ZN4user4genx3expEv(<8 x float> %y)
; CHECK-NEXT:   ret void
  %a = call <16 x float> @_ZN7xeforge5esimd4genx3logIDv16_fJS3_EEET_DpT0_(<16 x float> %x)
  %b = call <8 x float> @_ZN4user4genx3expEv(<8 x float> %y)
  ret void
}

define <16 x float> @_ZN7xeforge5esimd4genx3logIDv16_fJS3_EEET_DpT0_(<16 x float> %x) {
; CHECK-LABEL: define {{.*}}@_ZN7xeforge5esimd4genx3logIDv16_fJS3_EEET_DpT0_(
; CHECK-NEXT:   ret <16 x float> %x
  ret <16 x float> %x
}

declare <16 x float> @_ZN7xeforge5esimd4genx3expIDv16_fJS3_EEET_DpT0_(<16 x float>)
declare <8 x float> @_ZN7xeforge5esimd4genx3expIDv8_fJS3_EEET_DpT0_(<8 x float>)
declare <8 x i16> @_ZN7xeforge5esimd4genx8internal12cast_to_bf16IDv8_tJDv8_fEEET_DpT0_(<8 x float>)
declare <8 x float> @_ZN4user4genx3expEv(<8 x float>)
