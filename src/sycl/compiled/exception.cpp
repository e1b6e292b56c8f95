#include "sycl/exception.hpp"

#include "sycl/context.hpp"

namespace sycl {
inline namespace _V1 {

namespace {

class Category final : public std::error_category {
public:
  const char* name() const noexcept override { return "sycl"; }
  std::string message(int code) const override {
    switch (static_cast<errc>(code)) {
    case errc::success:
      return "success";
    case errc::runtime:
      return "run-time error";
    case errc::kernel:
      return "error in a kernel";
    case errc::accessor:
      return "error with an accessor";
    case errc::nd_range:
      return "unusable nd_range";
    case errc::event:
      return "error with an event";
    case errc::kernel_argument:
      return "unusable kernel argument";
    case errc::build:
      return "error while building a kernel";
    case errc::invalid:
      return "invalid argument or use";
    case errc::memory_allocation:
      return "memory cannot be allocated";
    case errc::platform:
      return "error with a platform";
    case errc::profiling:
      return "error with profiling information";
    case errc::feature_not_supported:
      return "feature not supported by the device";
    case errc::kernel_not_supported:
      return "kernel not supported by the device";
    case errc::backend_mismatch:
      return "wrong backend";
    }
    return "error " + std::to_string(code);
  }
};

} // namespace

const std::error_category& sycl_category() noexcept {
  static const Category category;
  return category;
}

std::error_code make_error_code(errc code) noexcept { return {static_cast<int>(code), sycl_category()}; }

exception::exception(std::error_code code, const std::string& message) : code_(code), message_(message) {}
exception::exception(std::error_code code) : exception(code, code.message()) {}
exception::exception(const context& where, std::error_code code, const std::string& message)
    : code_(code), message_(message), where_(std::make_shared<const context>(where)) {}
exception::exception(const context& where, std::error_code code) : exception(where, code, code.message()) {}
exception::~exception() = default;

context exception::get_context() const {
  if (where_ == nullptr)
    throw exception(errc::invalid, "get_context: got an exception without a context; expected has_context()");
  return *where_;
}

const std::error_code& exception::code() const noexcept { return code_; }
const std::error_category& exception::category() const noexcept { return code_.category(); }
const char* exception::what() const noexcept { return message_.what(); }

} // namespace _V1
} // namespace sycl
