// Properties of memory accesses: properties{alignment<16>, cache_hint_L1<cache_hint::cached>}, in any order.
#pragma once

#include "xeforge/esimd/core/alignment.hpp"

namespace xeforge::esimd {
inline namespace XEFORGE_TARGET {

enum class cache_level : std::uint8_t { L1 = 1, L2 = 2, L3 = 3 };

struct alignment_key;
template <cache_level Level>
struct cache_hint_key;

namespace detail {
template <int K>
struct alignment_property {
  static_assert(K > 0 && (K & (K - 1)) == 0, "alignment: a power of two");
  using key_t = alignment_key;
  static constexpr int value = K;
};
template <cache_level Level, cache_hint Hint>
struct cache_hint_property {
  using key_t = cache_hint_key<Level>;
  static constexpr cache_level level = Level;
  static constexpr cache_hint hint = Hint;
};

template <class T>
inline constexpr bool is_property = false;
template <int K>
inline constexpr bool is_property<alignment_property<K>> = true;
template <cache_level Level, cache_hint Hint>
inline constexpr bool is_property<cache_hint_property<Level, Hint>> = true;
template <class T>
concept Property = is_property<std::remove_cvref_t<T>>;

// The first property with the key.
template <class Key, class First, class... Rest>
constexpr auto property_of_key() {
  if constexpr (std::is_same_v<Key, typename First::key_t>)
    return First();
  else
    return property_of_key<Key, Rest...>();
}
} // namespace detail

template <int K>
inline constexpr detail::alignment_property<K> alignment = {};
template <cache_hint Hint>
inline constexpr detail::cache_hint_property<cache_level::L1, Hint> cache_hint_L1 = {};
template <cache_hint Hint>
inline constexpr detail::cache_hint_property<cache_level::L2, Hint> cache_hint_L2 = {};
template <cache_hint Hint>
inline constexpr detail::cache_hint_property<cache_level::L3, Hint> cache_hint_L3 = {};

template <class... Property>
struct properties {
  constexpr properties() = default;
  constexpr explicit properties(Property...)
    requires(sizeof...(Property) > 0)
  {}

  template <class Key>
  static constexpr bool has_property() {
    return (std::is_same_v<Key, typename Property::key_t> || ...);
  }
  template <class Key>
    requires(has_property<Key>())
  static constexpr auto get_property() {
    return detail::property_of_key<Key, Property...>();
  }
};
template <detail::Property... Property>
properties(Property...) -> properties<Property...>;
properties() -> properties<>;

namespace detail {

template <int K>
constexpr int alignment_in(alignment_property<K>) {
  return K;
}
template <cache_level Level, cache_hint Hint>
constexpr int alignment_in(cache_hint_property<Level, Hint>) {
  return 0;
}
template <int K>
constexpr void add_hint(port::Hints&, alignment_property<K>) {}
template <cache_level Level, cache_hint Hint>
constexpr void add_hint(port::Hints& hints, cache_hint_property<Level, Hint>) {
  (Level == cache_level::L1 ? hints.l1 : hints.l2) = Hint;
}

template <class... Property>
struct PropertiesOf<properties<Property...>> {
  // The stated alignment, or default_alignment.
  static constexpr int alignment_or(int default_alignment) {
    int stated = 0;
    ((stated = alignment_in(Property{}) ? alignment_in(Property{}) : stated), ...);
    return stated ? stated : default_alignment;
  }
  static constexpr port::Hints hints() {
    port::Hints result;
    (add_hint(result, Property{}), ...);
    return result;
  }
};
template <class List>
using properties_of = PropertiesOf<std::remove_cvref_t<List>>;

} // namespace detail
} // namespace XEFORGE_TARGET
} // namespace xeforge::esimd
