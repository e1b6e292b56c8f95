// A doubly linked list through members of its elements: nothing is allocated, and an element leaves from anywhere.
#pragma once

namespace sycl {
inline namespace _V1 {
namespace detail {

template <class T>
struct ListHook {
  T* previous = nullptr;
  T* next = nullptr;
  bool linked = false;
};

// hook: the member of T that belongs to this list. The list does not own its elements.
template <class T, ListHook<T> T::* hook>
class IntrusiveList {
public:
  bool empty() const { return first_ == nullptr; }
  T* front() const { return first_; }
  T* back() const { return last_; }
  static T* after(const T& element) { return (element.*hook).next; }

  void push_back(T& element) {
    element.*hook = {last_, nullptr, true};
    (last_ != nullptr ? (last_->*hook).next : first_) = &element;
    last_ = &element;
  }
  // Nothing happens to an element that is in no list.
  void remove(T& element) {
    ListHook<T>& own = element.*hook;
    if (!own.linked)
      return;
    (own.previous != nullptr ? (own.previous->*hook).next : first_) = own.next;
    (own.next != nullptr ? (own.next->*hook).previous : last_) = own.previous;
    own = {};
  }

private:
  T* first_ = nullptr;
  T* last_ = nullptr;
};

} // namespace detail
} // namespace _V1
} // namespace sycl
