"""Attention and routing over several processes, the ranks of a communicator of mpi4py or of a process group of torch.

    from mpi4py import MPI
    import xeforge.distributed

    mine = xeforge.distributed.shard_of(length, MPI.COMM_WORLD.size, MPI.COMM_WORLD.rank)
    out = xeforge.distributed.attention(MPI.COMM_WORLD, q, k, v, causal=True)       each rank its part of q, k, v and out
    weights, indices, dispatch = xeforge.distributed.softmax_topk(MPI.COMM_WORLD, scores, 8, dispatch=True)

Arrays are in the memory of the host, of the kinds that xeforge.attention takes. Process groups of torch need the backend
gloo. These functions are collective: every rank calls them, with the same options. What is wrong on one rank is the same
ArgumentError or ArgumentTypeError on all, whose argument begins with that rank ("rank 2: k shape"), and nothing has been
written then. Two mistakes no other rank can hear of, and it waits: a name of an option that there is not, and a comm that
is none. Start programs by `mpirun -n 4 python -m mpi4py program.py`, which ends all ranks when one ends with an error.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, NamedTuple

from . import _native
from ._arrays import ArgumentError, describe, flag_of, shown
from ._operators import _named, attention_arguments, softmax_topk_arguments
from ._transports import transport_of

__all__ = ["Dispatch", "Report", "attention", "shard_of", "softmax_topk"]

_SCHEMES = {"automatic": 0, "ring": 1, "all-gather": 2, "head-parallel": 3}
_SHARDS = {"contiguous": 0, "zigzag": 1}


class Report(NamedTuple):
    """What this rank did in a call of attention."""

    scheme: str  # "ring", "all-gather" or "head-parallel"
    reason: str  # of the scheme, one line
    bytes_sent: int  # of arrays, to other ranks
    messages: int
    scores: int  # pairs of a query and a key that it computed, over all heads
    bytes_held: int  # of keys and values at a time, beside its part of them
    computing: float  # seconds
    waiting: float  # seconds in which messages were not hidden behind computing


class Dispatch(NamedTuple):
    """Where rows go that are sent to experts. Slot row * k + i is a row's i-th winner; rows count over all ranks."""

    counts: Any  # (n,) int64: slots of each expert, on all ranks
    offsets: Any  # (n + 1,) int64: where each expert's slots begin when slots are sorted by expert
    permutation: Any  # (rows * k,) int64, of this rank's slots: the place of each when sorted; those of one expert in their order
    first_slot: int  # of this rank


def shard_of(length: int, ranks: int, rank: int, shards: str = "contiguous") -> list[slice]:
    """The positions of a sequence that a rank holds, in the order in which they stand in its arrays.

    Arguments
        length         of the whole sequence
        ranks, rank    how many there are, and which
        shards         "contiguous": one slice, the rank-th of ranks pieces; "zigzag": two, the rank-th piece from either
                       end of 2 * ranks, which gives all ranks about as much to do under a causal mask

    Returns slices, which may be empty. Raises ArgumentError (a ValueError).

    >>> import xeforge.distributed
    >>> xeforge.distributed.shard_of(100, 4, 1)
    [slice(25, 50, None)]
    >>> xeforge.distributed.shard_of(16, 2, 0, "zigzag")
    [slice(0, 4, None), slice(12, 16, None)]
    """
    kind = _named("shards", shards, _SHARDS)
    return [slice(*part) for part in _native.ranks_shard(length, ranks, rank, kind)[: 1 + kind]]


def _over_ranks(comm: Any, prepare: Callable[[Any], tuple], run: Callable[..., Any]) -> Any:
    """run(transport, *prepare(transport)); where prepare fails on one rank, all raise that."""
    transport = transport_of(comm)
    try:
        arguments = prepare(transport)
    except Exception as problem:
        _native.ranks_agree(transport, *describe(problem))
        raise
    return run(transport, *arguments)


def _threads(transport: Any, threads: int | None) -> int:
    return max(1, len(os.sched_getaffinity(0)) // transport.ranks_here) if threads is None else threads


def _capability(capability: Any) -> tuple[float, float, float]:
    if capability is None:
        return (0.0, 0.0, 0.0)
    try:
        bandwidth, latency, rate = (float(number) for number in capability)
    except (TypeError, ValueError):
        bandwidth = rate = latency = 0.0
    if not (bandwidth > 0.0 and latency >= 0.0 and rate > 0.0):
        raise ArgumentError("capability", shown(capability), "(bytes per second, seconds of latency, flop per second)")
    return (bandwidth, latency, rate)


def attention(
    comm: Any,
    q: Any,
    k: Any,
    v: Any,
    *,
    scheme: str = "automatic",
    shards: str = "contiguous",
    capability: tuple[float, float, float] | None = None,
    threads: int | None = None,
    return_report: bool = False,
    bias: Any = None,
    mask: Any = None,
    causal: str | bool | None = None,
    window: tuple[int, int] | int | None = None,
    softcap: float | None = None,
    alibi_slopes: Any = None,
    sinks: Any = None,
    scale: float | None = None,
    layout: str = "bhsd",
    out_layout: str | None = None,
    cu_seqlens_q: Any = None,
    cu_seqlens_k: Any = None,
    return_lse: bool = False,
    out: Any = None,
    variant: str | None = None,
    target: str | None = None,
) -> Any:
    """xeforge.attention of whole sequences that the ranks of comm hold in parts. Collective.

    Arguments (b batch, h heads, s this rank's positions of the sequence, d depth)
        comm                    a communicator of mpi4py, or a process group of torch.distributed with gloo
        q (b, heads_q, s, d_qk) this rank's queries: the positions of shard_of(queries of all ranks, ranks, rank, shards)
        k, v                    its keys and values, likewise of all keys; of any strides, kinds and layouts as for
                                xeforge.attention. At least one query and one key on each rank
        scheme                  "ring": keys and values travel from rank to rank, two blocks in memory; results are as
                                exact as one process's up to the rounding of partial results to the type of q
                                "all-gather": every rank gets all keys and values; the bits of one process
                                "head-parallel": every rank gets the whole sequences of some heads
                                "automatic": what ends first by a cost model, see Report.reason
        shards                  who holds which positions: "contiguous" or "zigzag" (see shard_of)
        capability              for "automatic": (bytes/s, seconds, flop/s) of one rank; measured in some milliseconds
                                where it is not given, which may choose differently on another run
        threads                 of this rank; its share of the machine's where it is not given
        bias, mask              this rank's queries (or 1), and all keys. bias may also be a function of position, which no
                                rank holds as an array: bias(batch, heads, queries, keys), all of them ranges, in the whole
                                problem, returns a float array that broadcasts to their lengths. It is asked for one
                                block after another, of at most 2**21 values or one query, and has to answer the same if
                                asked twice; -inf removes a pair. Not together with cu_seqlens
        alibi_slopes, sinks, cu_seqlens_q, cu_seqlens_k    of the whole, the same on every rank
        return_report           also what this rank did

    All other options are those of xeforge.attention; positions of causal, window and alibi_slopes are those in the whole
    sequences, and so are seq_q and seq_k in the place i + seq_k - seq_q that window and alibi_slopes count from.

    Returns out (b, heads_q, s, d_v) of this rank's queries, or a tuple: out, then lse (b, heads_q, s) float32 with
    return_lse, then a Report with return_report. The same bits on every run with the same ranks and scheme.

    Raises ArgumentError (a ValueError) or ArgumentTypeError (a TypeError), the same on all ranks. Refused: fewer queries or
    keys than ranks, variants but "decode", "tiled" and "strided", "all-gather" with alibi_slopes beside a bias. What a
    bias function raises on one rank all raise when they have computed; there it is the cause. out is then unspecified.
    """
    function = bias if callable(bias) else None

    def prepare(transport: Any) -> tuple:
        flag_of("return_report", return_report)
        return (
            _named("scheme", scheme, _SCHEMES),
            _named("shards", shards, _SHARDS),
            *_capability(capability),
            _threads(transport, threads),
            function,
            *attention_arguments(
                q, k, v, bias=None if function else bias, mask=mask, causal=causal, window=window, softcap=softcap, alibi_slopes=alibi_slopes,
                sinks=sinks, scale=scale, layout=layout, out_layout=out_layout, cu_seqlens_q=cu_seqlens_q,
                cu_seqlens_k=cu_seqlens_k, return_lse=return_lse, out=out, variant=variant, target=target),
        )  # fmt: skip

    result, (number, *counts, reason) = _over_ranks(comm, prepare, _native.ranks_attention)
    if not return_report:
        return result
    report = Report(list(_SCHEMES)[number], reason, *counts)
    return (*result, report) if return_lse else (result, report)


def softmax_topk(
    comm: Any,
    scores: Any,
    k: int,
    *,
    dispatch: bool = False,
    threads: int | None = None,
    scoring: str = "softmax",
    renormalize: bool = True,
    correction_bias: Any = None,
    num_expert_group: int = 1,
    topk_group: int = 1,
    routed_scaling_factor: float = 1.0,
    index_dtype: Any = "int32",
    weight_dtype: Any = "float32",
    out: tuple[Any, Any] | None = None,
    variant: str | None = None,
    target: str | None = None,
) -> tuple[Any, ...]:
    """xeforge.softmax_topk of this rank's rows, and where each goes when rows are sent to their experts. Collective.

    Arguments
        comm              a communicator of mpi4py, or a process group of torch.distributed with gloo
        scores (..., n)   this rank's rows, which follow those of the ranks before; their number may differ, and be 0
        k                 1 to n
        dispatch          also counts, offsets and permutation of all ranks together
        threads           of this rank; its share of the machine's where it is not given

    All other options are those of xeforge.softmax_topk.

    Returns weights (..., k) and indices (..., k) of this rank's rows, and with dispatch a Dispatch.

    Raises ArgumentError (a ValueError) or ArgumentTypeError (a TypeError), the same on all ranks.
    """

    def prepare(transport: Any) -> tuple:
        return (
            _threads(transport, threads),
            flag_of("dispatch", dispatch),
            *softmax_topk_arguments(
                scores, k, scoring=scoring, renormalize=renormalize, correction_bias=correction_bias,
                num_expert_group=num_expert_group, topk_group=topk_group, routed_scaling_factor=routed_scaling_factor,
                index_dtype=index_dtype, weight_dtype=weight_dtype, out=out, variant=variant, target=target),
        )  # fmt: skip

    winners, found = _over_ranks(comm, prepare, _native.ranks_softmax_topk)
    return winners if found is None else (*winners, Dispatch(*found))
