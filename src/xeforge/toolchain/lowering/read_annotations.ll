; RUN: %opt -passes=read-annotations %s | FileCheck %s --implicit-check-not=@text --implicit-check-not=@arguments --implicit-check-not=@llvm.global
; RUN: %opt -passes='require<globals-aa>,read-annotations' -debug-pass-manager -disable-output /dev/null 2>&1 | FileCheck %s --check-prefix=NONE --implicit-check-not=Invalidating

; A register's number goes into the section, and the list goes away.
; CHECK: @in_a_register = internal global i32 0, section "xeforge.register.32"
@in_a_register = internal global i32 0, section "xeforge.register.NUMBER"
; What programs annotate themselves stays where it is.
; CHECK: @of_a_program = internal global i32 0, section "somewhere"
@of_a_program = internal global i32 0, section "somewhere"

@text = private constant [2 x i8] c"a\00", section "llvm.metadata"
@arguments = private constant { i32 } { i32 32 }, section "llvm.metadata"
@llvm.global.annotations = appending global [2 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @in_a_register, ptr @text, ptr @text, i32 3, ptr @arguments }, { ptr, ptr, ptr, i32, ptr } { ptr @of_a_program, ptr @text, ptr @text, i32 3, ptr @arguments }], section "llvm.metadata"

; A module without any is not changed.
; NONE: Running pass: {{.*}}ReadAnnotations
