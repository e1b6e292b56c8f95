// Macros that programs test: the version of SYCL, and of the vendor's library whose names are provided.
#pragma once

#ifndef SYCL_LANGUAGE_VERSION
#define SYCL_LANGUAGE_VERSION 202001
#endif
#ifndef CL_SYCL_LANGUAGE_VERSION
#define CL_SYCL_LANGUAGE_VERSION 121
#endif
#ifndef __LIBSYCL_MAJOR_VERSION
#define __LIBSYCL_MAJOR_VERSION 8
#define __LIBSYCL_MINOR_VERSION 1
#define __LIBSYCL_PATCH_VERSION 0
#endif
#ifndef SYCL_EXT_INTEL_ESIMD
#define SYCL_EXT_INTEL_ESIMD 1
#endif
// Accessors are pointers here: their offsets may have 64 bits.
#ifndef __ESIMD_FORCE_STATELESS_MEM
#define __ESIMD_FORCE_STATELESS_MEM 1
#endif
// The operating system, as in the vendor's headers: programs test it before they ask for the driver.
#if defined(__linux__) && !defined(__SYCL_RT_OS_LINUX)
#define __SYCL_RT_OS_LINUX
#define __SYCL_RT_OS_POSIX_SUPPORT
#endif
#ifndef SYCL_EXTERNAL
#define SYCL_EXTERNAL
#endif
// Attributes that programs use in their own macros.
#ifndef __SYCL_DEPRECATED
#define __SYCL_DEPRECATED(message) [[deprecated(message)]]
#endif
#ifndef __SYCL_WARNING
#define __SYCL_WARNING(message)
#endif
