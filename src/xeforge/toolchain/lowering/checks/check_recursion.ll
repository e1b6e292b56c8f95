; RUN: split-file %s %t
; RUN: %opt -passes=check-recursion -disable-output %t/reached.ll 2>&1 | FileCheck %t/reached.ll
; RUN: %opt -passes=check-recursion -disable-output %t/not_reached.ll 2>&1 | count 0

;--- reached.ll
; Functions that call themselves are refused where a kernel reaches them.
; CHECK: got a recursive call of 'odd(int)'; expected a loop
define i32 @_Z3oddi(i32 %0) {
  %2 = call i32 @_Z4eveni(i32 %0)
  ret i32 %2
}
define i32 @_Z4eveni(i32 %0) {
  %2 = call i32 @_Z3oddi(i32 %0)
  ret i32 %2
}
define spir_kernel void @_ZTS1K() {
  %1 = call i32 @_Z3oddi(i32 4)
  ret void
}

;--- not_reached.ll
define i32 @_Z3oddi(i32 %0) {
  %2 = call i32 @_Z3oddi(i32 %0)
  ret i32 %2
}
define spir_kernel void @_ZTS1K() {
  ret void
}
