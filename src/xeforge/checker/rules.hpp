// The rules: what is reported under which name, and what a report advises. docs/guide/find-a-bug.md has a section for
// each.
#pragma once

#include "xeforge/checker/findings.hpp"
#include "xeforge/machine/device_models.hpp"

namespace xeforge::checker {

struct Launch;

namespace rules {

inline constexpr Rule outside{mem, "outside", "compare the address with the size of the allocation"};
inline constexpr Rule freed{mem, "freed", "free memory when the last command that uses it has ended (wait first)"};
inline constexpr Rule leak{mem, "leak", "give it to sycl::free"};
inline constexpr Rule damage{mem, "damage", "a pointer that is dereferenced in a kernel is out of bounds"};
inline constexpr Rule slm_unallocated{mem, "slm-unallocated", "call slm_init first, in every thread of the group"};
inline constexpr Rule slm_outside{mem, "slm-outside", "allocate more with slm_init, or correct the offset"};
inline constexpr Rule alignment{mem, "alignment", "align the address, or promise less with properties{alignment<N>}"};
inline constexpr Rule lane_alignment{mem, "lane-alignment", "align the address, or move elements of a smaller type"};
inline constexpr Rule beyond_vector{mem, "beyond-vector", "compare the index with the length of the vector"};
inline constexpr Rule surface{mem, "surface", "use a surface that meets the requirements of the hardware, or gathers"};
inline constexpr Rule colliding_lanes{mem, "colliding-lanes", "give each lane an element of its own, or use atomics"};

inline constexpr Rule race_in_group{race, "group", "put a barrier between them"};
inline constexpr Rule race_of_groups{race, "groups", "groups have no order: use atomics, or a second launch"};
inline constexpr Rule race_with_atomic{race, "atomic", "use atomics on both sides, or a barrier between them"};
inline constexpr Rule race_of_commands{race, "commands", "let one depend on the other, or wait between them"};

inline constexpr Rule unequal_barriers{sync, "unequal-barriers", "make every thread of the group reach each barrier"};
inline constexpr Rule split_barrier{sync, "split-barrier", "one signal, then one wait"};
inline constexpr Rule deadlock{sync, "deadlock", "make all threads that are waited for signal the same barrier"};
inline constexpr Rule named_unallocated{sync, "named-unallocated",
                                        "allocate it with named_barrier_init<COUNT>() first"};
inline constexpr Rule named_counts{sync, "named-counts",
                                   "give every signal of a phase the same counts and a valid mode"};
inline constexpr Rule named_early{sync, "named-early", "wait for the phase before the next signal, or use another one"};
inline constexpr Rule named_unfinished{sync, "named-unfinished", "make as many threads signal as the counts say"};
inline constexpr Rule named_wait{sync, "named-wait", "signal before the wait"};
inline constexpr Rule slm_init_twice{sync, "slm-init-twice", "allocate all of it once, at the start of the kernel"};
inline constexpr Rule slm_init_late{sync, "slm-init-late", "make slm_init the first statement of the kernel"};

inline constexpr Rule group_size{hw, "group-size", "use fewer threads per group"};
inline constexpr Rule slm_size{hw, "slm-size", "allocate less, or choose another device"};
inline constexpr Rule cache_hints{hw, "cache-hints", "take one of the pairs, or none/none"};
inline constexpr Rule block_size{hw, "block-size",
                                 "move 1, 2, 3, 4, 8, 16, 32 or 64 elements of 4 or 8 bytes, aligned like them"};
inline constexpr Rule block_2d{hw, "block-2d", "use blocks of rows for this device"};
inline constexpr Rule matrix_shape{hw, "matrix-shape", "use the number of columns of the device"};
inline constexpr Rule no_named_barriers{hw, "named-barrier", "use the group's barrier for this device"};
inline constexpr Rule bank_conflicts{hw, "bank-conflicts", "pad the rows in SLM by one element"};
inline constexpr Rule scattered{hw, "scattered", "load rows as blocks, or give the lanes neighbouring elements"};
inline constexpr Rule spills{hw, "spills", "keep fewer values at a time, or ask for 256 registers (-doubleGRF)"};
inline constexpr Rule private_memory{hw, "private-memory", "give arrays a constant index: registers have no addresses"};

inline constexpr Rule value_used{init, "used", "initialise it first, or do not use it"};
inline constexpr Rule value_stored{init, "stored", "initialise it first, or store only the initialised lanes"};
inline constexpr Rule value_changed{init, "changed", "initialise the memory: queue.fill, or a store"};

} // namespace rules

// Checks that are possible only at the end of a group.
void check_end_of_group(Launch& launch);
// Reports the costs of the messages of each line in the launch.
void check_costs(Launch& launch);
// The device of the tool hw: the requested one, else the first one that the program has code for, else bmg.
const machine::DeviceModel& chosen_device();
// Marks local memory that was newly allocated in this group as uninitialised.
void forget_slm(Launch& launch);

} // namespace xeforge::checker
