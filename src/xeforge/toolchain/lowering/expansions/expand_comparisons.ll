; RUN: %opt -passes=expand-comparisons %s | %check

; What it computes: tests/driver/programs/odd_program.cpp, run as machine code.
define spir_func void @bytes_are_compared_in_a_loop(ptr %a, ptr %b, i64 %n, ptr %to) {
; CHECK-LABEL: define {{.*}}@bytes_are_compared_in_a_loop(
; CHECK-NEXT:   br label %loop.i
; CHECK: loop.i:
; CHECK-NEXT:   %1 = phi i64 [ 0, %0 ], [ %7, %compare.i ]
; CHECK-NEXT:   %2 = icmp eq i64 %1, %n
; CHECK-NEXT:   br i1 %2, label %equal.i, label %compare.i
; CHECK: compare.i:
; CHECK-NEXT:   %3 = getelementptr i8, ptr %a, i64 %1
; CHECK-NEXT:   %4 = load i8, ptr %3, align 1
; CHECK-NEXT:   %5 = getelementptr i8, ptr %b, i64 %1
; CHECK-NEXT:   %6 = load i8, ptr %5, align 1
; CHECK-NEXT:   %7 = add i64 %1, 1
; CHECK-NEXT:   %8 = icmp eq i8 %4, %6
; CHECK-NEXT:   br i1 %8, label %loop.i, label %differ.i
; CHECK: differ.i:
; CHECK-NEXT:   %9 = zext i8 %4 to i32
; CHECK-NEXT:   %10 = zext i8 %6 to i32
; CHECK-NEXT:   %11 = sub i32 %9, %10
; CHECK-NEXT:   br label %memcmp.exit
; CHECK: equal.i:
; CHECK-NEXT:   br label %memcmp.exit
; CHECK: memcmp.exit:
; CHECK-NEXT:   %r1 = phi i32 [ %11, %differ.i ], [ 0, %equal.i ]
; CHECK-NEXT:   store i32 %r1, ptr %to, align 4
; CHECK-NEXT:   ret void
  %r = call spir_func i32 @memcmp(ptr %a, ptr %b, i64 %n)
  store i32 %r, ptr %to, align 4
  ret void
}

define spir_func void @bytes_are_compared_in_a_loop_2(ptr %a, ptr %b, i64 %n, ptr %to) {
; CHECK-LABEL: define {{.*}}@bytes_are_compared_in_a_loop_2(
; CHECK-NEXT:   br label %loop.i
; CHECK: loop.i:
; CHECK-NEXT:   %1 = phi i64 [ 0, %0 ], [ %7, %compare.i ]
; CHECK-NEXT:   %2 = icmp eq i64 %1, %n
; CHECK-NEXT:   br i1 %2, label %equal.i, label %compare.i
; CHECK: compare.i:
; CHECK-NEXT:   %3 = getelementptr i8, ptr %a, i64 %1
; CHECK-NEXT:   %4 = load i8, ptr %3, align 1
; CHECK-NEXT:   %5 = getelementptr i8, ptr %b, i64 %1
; CHECK-NEXT:   %6 = load i8, ptr %5, align 1
; CHECK-NEXT:   %7 = add i64 %1, 1
; CHECK-NEXT:   %8 = icmp eq i8 %4, %6
; CHECK-NEXT:   br i1 %8, label %loop.i, label %differ.i
; CHECK: differ.i:
; CHECK-NEXT:   %9 = zext i8 %4 to i32
; CHECK-NEXT:   %10 = zext i8 %6 to i32
; CHECK-NEXT:   %11 = sub i32 %9, %10
; CHECK-NEXT:   br label %bcmp.exit
; CHECK: equal.i:
; CHECK-NEXT:   br label %bcmp.exit
; CHECK: bcmp.exit:
; CHECK-NEXT:   %r1 = phi i32 [ %11, %differ.i ], [ 0, %equal.i ]
; CHECK-NEXT:   store i32 %r1, ptr %to, align 4
; CHECK-NEXT:   ret void
  %r = call spir_func i32 @bcmp(ptr %a, ptr %b, i64 %n)
  store i32 %r, ptr %to, align 4
  ret void
}

define spir_func void @a_programs_own_function_of_the_name_stays(i32 %n, ptr %to) {
; CHECK-LABEL: define {{.*}}@a_programs_own_function_of_the_name_stays(
; CHECK-NEXT:   %r = call i32 @memcmp.2(i32 %n)
; CHECK-NEXT:   store i32 %r, ptr %to, align 4
; CHECK-NEXT:   ret void
  %r = call i32 @memcmp.2(i32 %n)
  store i32 %r, ptr %to, align 4
  ret void
}

declare spir_func i32 @memcmp(ptr, ptr, i64)
declare spir_func i32 @bcmp(ptr, ptr, i64)
declare i32 @memcmp.2(i32)
