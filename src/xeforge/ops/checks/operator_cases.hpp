// An operator's table of cases as a value, made of what its folder has: the same for all, whatever their arrays are.
//
// An operator describes itself by a type with
//   Case, CaseData       a row of its table; that with inputs and exact results
//   Timed                the arrays of a case as they are timed: a TimedRun, made of (queue, case data, forced)
//   facts(case)                           CaseFacts
//   plan(case, forced)                    what would run; throws Error
//   work(case)                            Work
//   rows_checked(data)                    how many rows are compared
//   check(data, queue, forced)            CheckOutcome
//   count(data, queue, variant)           machine::Counters
//   accepts(data, forced)                 only where arrays may be refused for how they lie in memory
//   random_case(seed)                     a case
#pragma once

#include "xeforge/ops/operator.hpp"

namespace xeforge::ops {

template <class Options>
void force(Options& options, const Forced& forced) {
  options.variant = forced.variant;
  options.target = forced.target;
}

template <class Parts>
class PreparedCaseOf final : public PreparedCase {
public:
  explicit PreparedCaseOf(const typename Parts::Case& problem) : data_(problem) {}

  std::int64_t rows_checked() const override { return Parts::rows_checked(data_); }
  bool is_accepted_by(const Forced& forced) const override {
    if constexpr (requires { Parts::accepts(data_, forced); })
      return Parts::accepts(data_, forced);
    return true;
  }
  CheckOutcome check(sycl::queue& queue, const Forced& forced) const override {
    return Parts::check(data_, queue, forced);
  }
  std::unique_ptr<TimedRun> timed_run(sycl::queue& queue, const Forced& forced) const override {
    return std::make_unique<typename Parts::Timed>(queue, data_, forced);
  }
  machine::Counters count(sycl::queue& queue, std::string_view variant) const override {
    return Parts::count(data_, queue, variant);
  }

private:
  typename Parts::CaseData data_;
};

template <class Parts>
class ListedCase final : public OperatorCase {
public:
  explicit ListedCase(const typename Parts::Case& problem) : OperatorCase(Parts::facts(problem)), problem_(problem) {}

  Plan plan(const Forced& forced) const override { return Parts::plan(problem_, forced); }
  Work work() const override { return Parts::work(problem_); }
  std::unique_ptr<PreparedCase> prepare() const override { return std::make_unique<PreparedCaseOf<Parts>>(problem_); }

private:
  const typename Parts::Case problem_;
};

template <class Parts, class Cases>
std::vector<std::unique_ptr<OperatorCase>> listed_cases(const Cases& cases) {
  std::vector<std::unique_ptr<OperatorCase>> listed;
  for (const typename Parts::Case& problem : cases)
    listed.push_back(std::make_unique<ListedCase<Parts>>(problem));
  return listed;
}

template <class Parts>
std::unique_ptr<OperatorCase> make_random_case(std::uint64_t seed) {
  return std::make_unique<ListedCase<Parts>>(Parts::random_case(seed));
}

} // namespace xeforge::ops
