// The functions that run on every x86-64 machine: this file alone is compiled for the least of them. Whatever needs a
// context is behind the question whether the machine has the instructions that the rest was compiled for.
#include "xeforge/c_interface/create_context.hpp"
#include "xeforge/xeforge.h"

#include <cstdio>
#include <cstring>

#define XEFORGE_TEXT_OF(number) #number
#define XEFORGE_TEXT(number) XEFORGE_TEXT_OF(number)

namespace {

bool runs_here() {
  __builtin_cpu_init();
  return __builtin_cpu_supports("x86-64-v3") != 0;
}

xeforge_status refuse_machine(xeforge_error* error) {
  if (error == nullptr)
    return XEFORGE_UNSUPPORTED_MACHINE;
  error->status = XEFORGE_UNSUPPORTED_MACHINE;
  std::strcpy(error->argument, "machine");
  std::strcpy(error->got, "a CPU without AVX2, FMA or F16C");
  std::strcpy(error->expected, "an x86-64 CPU of the level x86-64-v3");
  std::snprintf(error->message, sizeof error->message, "%s: got %s; expected %s", error->argument, error->got,
                error->expected);
  return error->status;
}

} // namespace

int32_t xeforge_version(void) { return XEFORGE_VERSION; }

const char* xeforge_version_string(void) {
  return XEFORGE_TEXT(XEFORGE_VERSION_MAJOR) "." XEFORGE_TEXT(XEFORGE_VERSION_MINOR) "." XEFORGE_TEXT(
      XEFORGE_VERSION_PATCH);
}

const char* xeforge_status_name(xeforge_status status) {
  switch (status) {
  case XEFORGE_OK:
    return "ok";
  case XEFORGE_INVALID_ARGUMENT:
    return "invalid argument";
  case XEFORGE_OUT_OF_MEMORY:
    return "out of memory";
  case XEFORGE_UNSUPPORTED_MACHINE:
    return "unsupported machine";
  case XEFORGE_INTERNAL_ERROR:
    return "internal error";
  default:
    return "unknown status";
  }
}

xeforge_status xeforge_context_create(int32_t threads, xeforge_context** context, xeforge_error* error) {
  if (!runs_here()) {
    if (context != nullptr)
      *context = nullptr;
    return refuse_machine(error);
  }
  return xeforge::c_interface::create_context(threads, context, error);
}
