; RUN: %opt -passes=keep-elements %s | %check

define spir_func void @integers_of_own_vectors_are_vectors(i64 %at, i32 %n, ptr %p) {
; CHECK-LABEL: define {{.*}}@integers_of_own_vectors_are_vectors(
; CHECK-NEXT:   %a = alloca [3 x { <3 x i8> }], align 4
; CHECK-NEXT:   %e = getelementptr { <3 x i8> }, ptr %a, i64 %at
; CHECK-NEXT:   %1 = call spir_func <4 x i8> @llvm.vc.internal.optimization.fence.v4i8(<4 x i8> zeroinitializer)
; CHECK-NEXT:   store <4 x i8> %1, ptr %e, align 4
; CHECK-NEXT:   ret void
  %a = alloca [3 x { <3 x i8> }], align 4
  %e = getelementptr { <3 x i8> }, ptr %a, i64 %at
  store i32 0, ptr %e, align 4
  ret void
}

define spir_func void @integers_of_own_vectors_are_vectors_2(i64 %at, i32 %n, ptr %p) {
; CHECK-LABEL: define {{.*}}@integers_of_own_vectors_are_vectors_2(
; CHECK-NEXT:   %a = alloca [3 x { <3 x i8> }], align 4
; CHECK-NEXT:   %e = getelementptr { <3 x i8> }, ptr %a, i64 %at
; CHECK-NEXT:   %1 = bitcast i32 %n to <4 x i8>
; CHECK-NEXT:   %2 = call spir_func <4 x i8> @llvm.vc.internal.optimization.fence.v4i8(<4 x i8> %1)
; CHECK-NEXT:   store <4 x i8> %2, ptr %e, align 4
; CHECK-NEXT:   ret void
  %a = alloca [3 x { <3 x i8> }], align 4
  %e = getelementptr { <3 x i8> }, ptr %a, i64 %at
  store i32 %n, ptr %e, align 4
  ret void
}

define spir_func void @integers_of_own_vectors_are_vectors_3(i64 %at, i32 %n, ptr %p) {
; CHECK-LABEL: define {{.*}}@integers_of_own_vectors_are_vectors_3(
; CHECK-NEXT:   %a = alloca [3 x { <3 x i8> }], align 4
; CHECK-NEXT:   %e = getelementptr { <3 x i8> }, ptr %a, i64 %at
; CHECK-NEXT:   %1 = load <4 x i8>, ptr %e, align 4
; CHECK-NEXT:   %2 = call spir_func <4 x i8> @llvm.vc.internal.optimization.fence.v4i8(<4 x i8> %1)
; CHECK-NEXT:   %3 = bitcast <4 x i8> %2 to i32
; CHECK-NEXT:   store i32 %3, ptr %p, align 4
; CHECK-NEXT:   ret void
  %a = alloca [3 x { <3 x i8> }], align 4
  %e = getelementptr { <3 x i8> }, ptr %a, i64 %at
  %l = load i32, ptr %e, align 4
  store i32 %l, ptr %p, align 4
  ret void
}

define spir_func void @vectors_of_larger_numbers_are_of_the_arrays_own(i64 %at, i32 %n, ptr %p) {
; CHECK-LABEL: define {{.*}}@vectors_of_larger_numbers_are_of_the_arrays_own(
; CHECK-NEXT:   %a = alloca [3 x <16 x i16>], align 32
; CHECK-NEXT:   %1 = load <16 x i16>, ptr %a, align 32
; CHECK-NEXT:   %2 = call spir_func <16 x i16> @llvm.vc.internal.optimization.fence.v16i16(<16 x i16> %1)
; CHECK-NEXT:   %3 = bitcast <16 x i16> %2 to <4 x i64>
; CHECK-NEXT:   store <4 x i64> %3, ptr %p, align 8
; CHECK-NEXT:   ret void
  %a = alloca [3 x <16 x i16>], align 32
  %l = load <4 x i64>, ptr %a, align 32
  store <4 x i64> %l, ptr %p, align 8
  ret void
}

define spir_func void @numbers_at_any_address_are_vectors_of_bytes(i64 %at, i32 %n, ptr %p) {
; CHECK-LABEL: define {{.*}}@numbers_at_any_address_are_vectors_of_bytes(
; CHECK-NEXT:   %1 = load <4 x i8>, ptr %p, align 1
; CHECK-NEXT:   %2 = call spir_func <4 x i8> @llvm.vc.internal.optimization.fence.v4i8(<4 x i8> %1)
; CHECK-NEXT:   %3 = bitcast <4 x i8> %2 to i32
; CHECK-NEXT:   store i32 %3, ptr %p, align 4
; CHECK-NEXT:   ret void
  %l = load i32, ptr %p, align 1
  store i32 %l, ptr %p, align 4
  ret void
}

define spir_func void @numbers_at_any_address_are_vectors_of_bytes_2(i64 %at, i32 %n, ptr %p) {
; CHECK-LABEL: define {{.*}}@numbers_at_any_address_are_vectors_of_bytes_2(
; CHECK-NEXT:   %1 = bitcast i64 %at to <4 x i16>
; CHECK-NEXT:   %2 = call spir_func <4 x i16> @llvm.vc.internal.optimization.fence.v4i16(<4 x i16> %1)
; CHECK-NEXT:   store <4 x i16> %2, ptr %p, align 2
; CHECK-NEXT:   ret void
  store i64 %at, ptr %p, align 2
  ret void
}

define spir_func void @numbers_at_any_address_are_vectors_of_bytes_3(i64 %at, i32 %n, ptr %p) {
; CHECK-LABEL: define {{.*}}@numbers_at_any_address_are_vectors_of_bytes_3(
; CHECK-NEXT:   %1 = load <2 x i32>, ptr %p, align 4
; CHECK-NEXT:   %2 = call spir_func <2 x i32> @llvm.vc.internal.optimization.fence.v2i32(<2 x i32> %1)
; CHECK-NEXT:   %3 = bitcast <2 x i32> %2 to i64
; CHECK-NEXT:   %4 = inttoptr i64 %3 to ptr
; CHECK-NEXT:   store i32 0, ptr %4, align 4
; CHECK-NEXT:   ret void
  %l = load ptr, ptr %p, align 4
  store i32 0, ptr %l, align 4
  ret void
}

define spir_func void @numbers_at_any_address_are_vectors_of_bytes_4(i64 %at, i32 %n, ptr %p) {
; CHECK-LABEL: define {{.*}}@numbers_at_any_address_are_vectors_of_bytes_4(
; CHECK-NEXT:   %1 = bitcast i32 %n to <4 x i8>
; CHECK-NEXT:   %2 = call spir_func <4 x i8> @llvm.vc.internal.optimization.fence.v4i8(<4 x i8> %1)
; CHECK-NEXT:   store volatile <4 x i8> %2, ptr %p, align 1
; CHECK-NEXT:   ret void
  store volatile i32 %n, ptr %p, align 1
  ret void
}

define spir_func void @numbers_at_any_address_are_vectors_of_bytes_5(ptr %p, ptr byval([8 x i8]) align 8 %c) {
; CHECK-LABEL: define {{.*}}@numbers_at_any_address_are_vectors_of_bytes_5(
; CHECK-NEXT:   %l = load i32, ptr %c, align 1
; CHECK-NEXT:   store i32 %l, ptr %p, align 4
; CHECK-NEXT:   ret void
  %l = load i32, ptr %c, align 1
  store i32 %l, ptr %p, align 4
  ret void
}

define spir_func void @others_stay(i64 %at, i32 %n, ptr %p) {
; CHECK-LABEL: define {{.*}}@others_stay(
; CHECK-NEXT:   store i32 0, ptr %p, align 4
; CHECK-NEXT:   ret void
  store i32 0, ptr %p, align 4
  ret void
}

define spir_func void @others_stay_2(i64 %at, i32 %n, ptr %p) {
; CHECK-LABEL: define {{.*}}@others_stay_2(
; CHECK-NEXT:   %a = alloca [3 x { <3 x i8> }], align 4
; CHECK-NEXT:   %e = getelementptr { <3 x i8> }, ptr %a, i64 %at
; CHECK-NEXT:   store i8 0, ptr %e, align 4
; CHECK-NEXT:   ret void
  %a = alloca [3 x { <3 x i8> }], align 4
  %e = getelementptr { <3 x i8> }, ptr %a, i64 %at
  store i8 0, ptr %e, align 4
  ret void
}

define spir_func void @others_stay_3(i64 %at, i32 %n, ptr %p) {
; CHECK-LABEL: define {{.*}}@others_stay_3(
; CHECK-NEXT:   %a = alloca [3 x { <4 x i8>, float }], align 4
; CHECK-NEXT:   store i32 0, ptr %a, align 4
; CHECK-NEXT:   ret void
  %a = alloca [3 x { <4 x i8>, float }], align 4
  store i32 0, ptr %a, align 4
  ret void
}

define spir_func void @others_stay_4(i64 %at, i32 %n, ptr %p) {
; CHECK-LABEL: define {{.*}}@others_stay_4(
; CHECK-NEXT:   %a = alloca [3 x { <3 x i8> }], align 4
; CHECK-NEXT:   %e = getelementptr { <3 x i8> }, ptr %a, i64 %at
; CHECK-NEXT:   store volatile i32 0, ptr %e, align 4
; CHECK-NEXT:   ret void
  %a = alloca [3 x { <3 x i8> }], align 4
  %e = getelementptr { <3 x i8> }, ptr %a, i64 %at
  store volatile i32 0, ptr %e, align 4
  ret void
}
