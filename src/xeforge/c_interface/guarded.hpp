// From exceptions to a status and a message: no exception leaves a function of the C interface.
#pragma once

#include "xeforge/base/error.hpp"
#include "xeforge/xeforge.h"

#include <exception>
#include <new>
#include <string_view>

namespace xeforge::c_interface {

struct Report {
  xeforge_status status;
  std::string_view argument, got, expected, message;
};

// error may be null.
xeforge_status write_report(xeforge_error* error, const Report& report) noexcept;

template <class Body>
xeforge_status guarded(xeforge_error* error, const Body& body) noexcept {
  try {
    body();
    return write_report(error, {XEFORGE_OK, {}, {}, {}, {}});
  } catch (const Error& problem) {
    return write_report(
        error, {XEFORGE_INVALID_ARGUMENT, problem.argument(), problem.got(), problem.expected(), problem.what()});
  } catch (const std::bad_alloc&) {
    return write_report(error, {XEFORGE_OUT_OF_MEMORY, "memory", "no more", "more of it", "out of memory"});
  } catch (const std::exception& problem) {
    return write_report(error, {XEFORGE_INTERNAL_ERROR, {}, {}, {}, problem.what()});
  } catch (...) {
    return write_report(error, {XEFORGE_INTERNAL_ERROR, {}, {}, {}, "an exception of an unknown type"});
  }
}

} // namespace xeforge::c_interface
