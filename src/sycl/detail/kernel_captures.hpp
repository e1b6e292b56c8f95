// Checks what is copied to the device with a kernel: captures of a lambda and members of a function object must be
// device-copyable, and none may refer to a host variable. The check is part of the signatures of functions that launch
// kernels, for host and device, so that its message names the location in the program.
//
// C++ cannot list the captures of a lambda, but clang can: __builtin_dump_struct calls a function for each member, of
// which only the types are used here. It is given a volatile kernel: a member that is not volatile is then one
// that the kernel only refers to.
//
// This does not detect a pointer that is `this` or points to the stack. `this` is detected by a separate check for
// device code (toolchain/lowering/checks/check_descriptions.cpp).
#pragma once

#include "sycl/types.hpp"
#include "xeforge/base/refused.hpp"

#include <cstddef>
#include <string_view>
#include <type_traits>

namespace sycl {
inline namespace _V1 {

class kernel;

namespace detail {

// Whether a member of which a pointer to Held was passed is a reference. Members of base classes are never volatile;
// there, only references to numbers and pointers are recognised, because only for references to these an address is
// passed.
template <class Held, std::size_t Depth>
inline constexpr bool refers_to = !std::is_volatile_v<std::remove_all_extents_t<Held>> &&
                                  (Depth == 1 || std::is_integral_v<Held> || std::is_pointer_v<Held> ||
                                   std::is_same_v<Held, float> || std::is_same_v<Held, double>);

// ---- which member it is, for messages -------------------------------------------------------------------------------
class MemberMessage {
public:
  consteval void add(std::string_view more) {
    for (const char character : more)
      if (size_ < capacity)
        text_[size_++] = character;
  }
  constexpr const char* data() const { return text_; }
  constexpr std::size_t size() const { return size_; }

private:
  static constexpr std::size_t capacity = 1000;
  char text_[capacity] = {};
  std::size_t size_ = 0;
};

// From the compiler's text: "consteval ... [T = float]".
template <class T>
consteval std::string_view type_name() {
  std::string_view text = __PRETTY_FUNCTION__;
  text.remove_prefix(text.find("T = ") + 4);
  text.remove_suffix(1);
  return text;
}

// What the dump calls: with a format and texts about the member, then the member. Calls for the begin and end of a class
// have fewer arguments. Bit-fields, which cannot be referenced, are passed by value. The visitor gets the type that is passed
// for a member, how many classes enclose it, and its name.
template <class Visitor>
struct EachMember {
  Visitor visitor;

  template <std::size_t Indent, class Type, class Name, class Member>
  constexpr auto operator()(const char*, const char (&)[Indent], Type&&, Name&& name, Member&&) const {
    visitor.template operator()<Member, Indent / 2>(name); // two spaces for each enclosing class
  }
  template <std::size_t Indent, class Type, class Name, class Width, class BitField>
  constexpr void operator()(const char*, const char (&)[Indent], Type&&, Name&&, Width&&, BitField) const {}
  template <class... Words>
    requires(sizeof...(Words) < 4)
  constexpr void operator()(const char*, Words&&...) const {}
};

// Uninitialised storage for an Owner; only the addresses of its members are used.
template <class Owner>
union StorageOf {
  char none;
  Owner owner;
  constexpr StorageOf() : none(0) {}
  constexpr ~StorageOf() {}
};

// Of the first member that is passed as this type.
template <class Owner, class Given>
constexpr std::string_view name_of_member() {
  StorageOf<Owner> storage;
  std::string_view name;
  const EachMember keep_name{[&name]<class Member, std::size_t>(std::string_view own) {
    if (std::is_same_v<std::remove_cvref_t<Member>, Given> && name.empty())
      name = own;
  }};
  __builtin_dump_struct(static_cast<const volatile Owner*>(&storage.owner), keep_name);
  return name;
}
// False for a class with reference members: the dump would evaluate the references.
template <class Owner, class Given>
concept HasName = requires { typename std::bool_constant<(name_of_member<Owner, Given>(), true)>; };

// The captures of a lambda have no names here, but their type and the lambda's location identify them.
template <class Owner, class Given>
consteval MemberMessage about_member(std::string_view what) {
  MemberMessage message;
  message.add(what);
  message.add("; here: ");
  if constexpr (HasName<Owner, Given>)
    if (const std::string_view name = name_of_member<Owner, Given>(); !name.empty()) {
      message.add("'");
      message.add(name);
      message.add("' of ");
    }
  message.add("type '");
  message.add(type_name<std::remove_cv_t<std::remove_pointer_t<Given>>>());
  message.add("' in '");
  message.add(type_name<Owner>());
  message.add("'");
  return message;
}

// These functions are never called: the compiler checks their bodies to deduce the result's type.
template <class T>
auto check_members();

// Checks one member from its argument: a pointer to the member, except for numbers and pointers, which are passed
// themselves, by reference.
template <class Owner, class Given, std::size_t Depth>
auto check_member() {
  if constexpr (std::is_pointer_v<Given>) {
    using Held = std::remove_pointer_t<Given>;
    using Copied = std::remove_cv_t<std::remove_all_extents_t<Held>>;
    XEFORGE_REFUSED_BEGIN
    static_assert(!refers_to<Held, Depth>,
                  (about_member<Owner, Given>("a kernel may not refer to variables of the host, which the device does "
                                              "not reach: capture by value, [=], and let pointers lead to unified "
                                              "shared memory")));
    if constexpr (!refers_to<Held, Depth>) {
      static_assert(is_device_copyable_v<Copied>,
                    (about_member<Owner, Given>(
                        "what a kernel captures or holds must be device-copyable: numbers, pointers, accessors, and "
                        "classes that can be copied byte by byte or for which sycl::is_device_copyable says so")));
      if constexpr (is_device_copyable_v<Copied>)
        check_members<Copied>();
    }
    XEFORGE_REFUSED_END
  }
}

template <class T>
auto look_at_members() {
  const EachMember check{[]<class Member, std::size_t Depth>(std::string_view) { check_member<T, Member, Depth>(); }};
  __builtin_dump_struct(static_cast<const volatile T*>(nullptr), check);
}

// Numbers, and classes of standard layout, have no references in them. Types that the program declares device-copyable
// are not examined.
template <class T>
auto check_members() {
  if constexpr (std::is_class_v<T> && !std::is_standard_layout_v<T> && std::is_trivially_copyable_v<T>)
    look_at_members<T>();
}

// Whether a member that the program vouches for is the reason why its owner cannot be copied byte by byte, or has to be destroyed.
struct ReasonsInMembers {
  bool is_copied = false, is_destroyed = false;
};
template <class Owner>
constexpr ReasonsInMembers reasons_in_members() {
  StorageOf<Owner> storage;
  ReasonsInMembers found;
  const EachMember find_reasons{[&found]<class Member, std::size_t>(std::string_view) {
    using Held = std::remove_cv_t<std::remove_all_extents_t<std::remove_pointer_t<std::remove_cvref_t<Member>>>>;
    if constexpr (std::is_class_v<Held>) {
      found.is_copied |= !std::is_trivially_copyable_v<Held>;
      found.is_destroyed |= !std::is_trivially_destructible_v<Held>;
    }
  }};
  __builtin_dump_struct(static_cast<const volatile Owner*>(&storage.owner), find_reasons);
  return found;
}
// Not for classes with references, which are refused otherwise.
template <class Owner>
concept HasReasons = requires { typename std::bool_constant<(reasons_in_members<Owner>(), true)>; };

// Aggregates are not members to clang, but what they hold is: one that has only a destructor or an assignment of its own shows
// in its owner alone.
template <class Kernel>
auto check_aggregates() {
  if constexpr (HasReasons<Kernel>) {
    constexpr ReasonsInMembers members = reasons_in_members<Kernel>();
    XEFORGE_REFUSED_BEGIN
    static_assert(
        (members.is_copied || std::is_trivially_copyable_v<Kernel>) &&
            (members.is_destroyed || std::is_trivially_destructible_v<Kernel>),
        "what a kernel captures or holds must be device-copyable: numbers, pointers, accessors, and classes that "
        "can be copied byte by byte or for which sycl::is_device_copyable says so; here: a class with a destructor "
        "or an assignment of its own (is_device_copyable is asked of it if it has a constructor as well)");
    XEFORGE_REFUSED_END
  }
}

// For a kernel, only its members are checked.
template <class Kernel>
auto check_kernel() {
  if constexpr (std::is_class_v<Kernel> && !is_device_copyable_v<Kernel>) {
    look_at_members<Kernel>();
    check_aggregates<Kernel>();
  } else {
    check_members<Kernel>();
  }
}

// Kernels from this size on are refused: a limit of the vector compiler.
inline constexpr std::size_t least_refused_kernel_size = 4096;

template <class Kernel, class Result>
struct KernelLaunch {
  XEFORGE_REFUSED_BEGIN
  static_assert(!std::is_same_v<Kernel, sycl::kernel>,
                "a kernel object is not launched here: give the lambda, whose captures are the arguments");
  XEFORGE_REFUSED_END
  static_assert(sizeof(Kernel) < least_refused_kernel_size,
                "a kernel captures or holds less than 4096 bytes: let a pointer lead to more");
  using Checked = decltype(check_kernel<Kernel>());
  using type = Result;
};
// The result of a function that launches a kernel.
template <class Kernel, class Result = void>
using launched_t = typename KernelLaunch<Kernel, Result>::type;

} // namespace detail
} // namespace _V1
} // namespace sycl
