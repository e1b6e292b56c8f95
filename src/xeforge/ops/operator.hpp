// The interface through which commands use any operator. Each operator creates a value of it in its folder
// (operator.cpp); operators() is the table of all.
#pragma once

#include "xeforge/base/dtype.hpp"
#include "xeforge/base/plan.hpp"
#include "xeforge/base/sycl_queue.hpp"
#include "xeforge/devices/kernel_header.hpp"
#include "xeforge/machine/counters.hpp"
#include "xeforge/ops/checks/case_set.hpp"
#include "xeforge/ops/work.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace xeforge::ops {

// Integers with names, in the order in which they are shown.
using Fields = std::vector<std::pair<std::string, std::int64_t>>;

// Forces the variant, target or device of a run; empty: the plan's choice. `device`: name of the queue's device, "bmg";
// empty: the CPU. Only the CPU has targets.
struct Forced {
  std::string variant, target, device{};
};

// --- the result of a check -------------------------------------------------------------------------------------------

struct ElementError {
  double absolute = 0.0; // |got - expected|
  double relative = 0.0; // the same over |expected|
  double allowed = 0.0;  // bound on absolute
  double got = 0.0, expected = 0.0;
  Fields coordinates; // "row", "slot"
  std::string text;   // "row 3, slot 1: got ..., expected ..., off by ..., allowed ..."
};

struct CheckOutcome {
  bool passed = true;
  std::string failure;                         // the first one, one line; empty when passed
  ElementError worst_absolute, worst_relative; // relative only where it says something
  std::vector<std::int64_t> own_counts{};      // one for each of the operator's own_counts
};

// --- a case ----------------------------------------------------------------------------------------------------------

// The same call again and again, on arrays that are aligned and in large pages.
class TimedRun {
public:
  virtual ~TimedRun() = default;
  virtual void run() = 0;
  // Says where the last run differs bitwise from the checked run.
  virtual std::optional<std::string> difference() = 0;
};

// A case with its inputs and its exact result: made once, used for every variant and instruction set.
class PreparedCase {
public:
  virtual ~PreparedCase() = default;
  // How many rows of the result are compared with the reference.
  virtual std::int64_t rows_checked() const = 0;
  // Whether the forced variant accepts the addresses of the arrays: a device may have stricter requirements than the
  // case states.
  virtual bool is_accepted_by(const Forced&) const { return true; }
  // Runs the case on guarded arrays and compares what came out with the reference. What the operator refuses is a
  // failed check.
  virtual CheckOutcome check(sycl::queue& queue, const Forced& forced) const = 0;
  // For timing, after the check has passed. The queue and the case have to outlive it.
  virtual std::unique_ptr<TimedRun> timed_run(sycl::queue& queue, const Forced& forced) const = 0;
  // Counts what the variant does. Throws Error (argument "--count") if it is not built with counters for the
  // case, or its result is wrong. Precondition: the variant accepts the case.
  virtual machine::Counters count(sycl::queue& queue, std::string_view variant) const = 0;
};

struct CaseFacts {
  std::string name;
  CaseSet set = CaseSet::ci;
  bool is_timed = false; // bench runs it when it is not told a name
  DType dtype = DType::f32;
  Fields extents;      // as the operator names them
  std::string options; // in words
  Arithmetic arithmetic = Arithmetic::f32;
  Limit limit = Limit::bandwidth;
  bool is_timed_on_cards = false; // the same for bench on a device that is not the CPU
  Traffic traffic = Traffic::copies;
};

// A row of an operator's table of cases.
class OperatorCase {
public:
  explicit OperatorCase(CaseFacts facts) : facts_(std::move(facts)) {}
  virtual ~OperatorCase() = default;

  const CaseFacts& facts() const { return facts_; }
  // What would run. Throws Error if the forced variant or target does not fit. Reads no data.
  virtual Plan plan(const Forced& forced) const = 0;
  bool is_accepted_by(const Forced& forced) const;
  virtual Work work() const = 0;
  virtual std::unique_ptr<PreparedCase> prepare() const = 0;

private:
  CaseFacts facts_;
};

// --- the operator ----------------------------------------------------------------------------------------------------

struct Operator {
  std::string name;                                    // as on the command line: "softmax-topk"
  std::string summary;                                 // one line
  std::string shape_legend;                            // explains the numbers of shape_text; empty if not needed
  std::string rate_legend;                             // what bench's rates count
  std::vector<VariantDescription> variants;            // in order of preference
  std::vector<std::string_view> device_variants{};     // those that devices run, in order of preference there
  std::vector<devices::KernelHeader> device_kernels{}; // which device code is made of
  std::vector<std::unique_ptr<OperatorCase>> cases;    // names are unique
  std::vector<std::string> typical_cases; // that list shows the choice of; the first one serves as an example
  std::vector<std::string> quick_cases;   // that say something in a short time
  std::vector<std::string> own_counts;    // names of what only this operator counts in a check
  std::vector<std::string> coordinates{}; // names of those of an element of the result: "row", "slot"
  // "8192x128, k 8", of the extents of a case, some of which may be missing.
  std::string (*shape_text)(const Fields& extents);
  // A random case, determined by the number and named random-NUMBER.
  std::unique_ptr<OperatorCase> (*random_case)(std::uint64_t seed);

  // Null when there is no such name.
  const OperatorCase* find_case(std::string_view case_name) const;
};

// Of a field that is missing: 0.
std::int64_t value_of(const Fields& fields, std::string_view name);

// Every operator, made when first asked for.
std::span<const Operator> operators();
// Null when there is no such name.
const Operator* find_operator(std::string_view name);

} // namespace xeforge::ops
