// Objects that several threads use in turns and nobody uses at the moment.
//
// Internal to the runtime.
#pragma once

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace xeforge::runtime {

template <class Object>
class IdlePool {
public:
  // The one given back last, which is warm, or what make() gives.
  template <class Make>
  std::unique_ptr<Object> take_or(Make make) {
    {
      const std::lock_guard lock(mutex_);
      if (!idle_.empty()) {
        auto object = std::move(idle_.back());
        idle_.pop_back();
        return object;
      }
    }
    return make();
  }
  void give_back(std::unique_ptr<Object> object) {
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(object));
  }

private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<Object>> idle_;
};

} // namespace xeforge::runtime
