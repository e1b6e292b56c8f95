// Elements of 8 bits with an exponent: refused.
#pragma once

#error                                                                                                                 \
    "<sycl/ext/intel/experimental/esimd/bf8.hpp> has elements that Xe2, Xe3 and PVC do not compute with; keep such \
numbers as bytes and convert them to half"
