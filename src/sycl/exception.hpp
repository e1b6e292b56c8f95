// sycl::exception, its error codes, and the list type of asynchronous handlers. Invalid calls throw it directly.
// Exceptions of a kernel or a host task are passed to the queue's async_handler when the program asks for them
// (wait_and_throw, throw_asynchronous); if the queue has none, the next wait throws them.
//
// what() is one line: the argument, what was got, and what is accepted.
#pragma once

#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace sycl {
inline namespace _V1 {

enum class errc {
  success = 0,
  runtime = 1,
  kernel = 2,
  accessor = 3,
  nd_range = 4,
  event = 5,
  kernel_argument = 6,
  build = 7,
  invalid = 8,
  memory_allocation = 9,
  platform = 10,
  profiling = 11,
  feature_not_supported = 12,
  kernel_not_supported = 13,
  backend_mismatch = 14
};

const std::error_category& sycl_category() noexcept;
std::error_code make_error_code(errc code) noexcept;

class context;

class exception : public std::exception {
public:
  exception(const context& where, std::error_code code, const std::string& message);
  exception(const context& where, std::error_code code);
  exception(const context& where, int code, const std::error_category& category, const std::string& message)
      : exception(where, std::error_code(code, category), message) {}
  exception(const context& where, int code, const std::error_category& category)
      : exception(where, std::error_code(code, category)) {}
  exception(std::error_code code, const std::string& message);
  explicit exception(std::error_code code);
  exception(int code, const std::error_category& category, const std::string& message)
      : exception(std::error_code(code, category), message) {}
  exception(int code, const std::error_category& category) : exception(std::error_code(code, category)) {}
  ~exception() override;

  const std::error_code& code() const noexcept;
  const std::error_category& category() const noexcept;
  const char* what() const noexcept override;
  bool has_context() const noexcept { return where_ != nullptr; }
  context get_context() const;                               // throws errc::invalid where there is none
  int get_cl_code() const noexcept { return code_.value(); } // of the older interface

private:
  std::error_code code_;
  std::runtime_error message_; // copies without throwing
  std::shared_ptr<const context> where_;
};

class exception_list {
public:
  using value_type = std::exception_ptr;
  using const_iterator = std::vector<std::exception_ptr>::const_iterator;
  using iterator = const_iterator;
  using size_type = std::size_t;

  size_type size() const { return exceptions_.size(); }
  iterator begin() const { return exceptions_.begin(); }
  iterator end() const { return exceptions_.end(); }

  exception_list() = default;
  explicit exception_list(std::vector<std::exception_ptr> exceptions) : exceptions_(std::move(exceptions)) {}

private:
  std::vector<std::exception_ptr> exceptions_;
};

using async_handler = std::function<void(exception_list)>;

} // namespace _V1
} // namespace sycl

template <>
struct std::is_error_code_enum<sycl::errc> : std::true_type {};
