// Calls of explicit-SIMD functions from the items of a sub-group, which are not hardware threads: not supported.
#pragma once

#error "invoke_simd: there are no sub-groups here; make the function a kernel, whose items are hardware threads"
