# Types of the public functions over several processes. What they do stands in their docstrings.
from typing import Any, Literal, NamedTuple, TypeAlias, TypeVar, overload

__all__ = ["Dispatch", "Report", "attention", "shard_of", "softmax_topk"]

_Array = TypeVar("_Array")
_Layout: TypeAlias = Literal["bhsd", "bshd", "sbhd", "bhds"]
_Scheme: TypeAlias = Literal["automatic", "ring", "all-gather", "head-parallel"]
_Shards: TypeAlias = Literal["contiguous", "zigzag"]
# A communicator of mpi4py, or a process group of torch.distributed.
_Comm: TypeAlias = Any

class Report(NamedTuple):
    scheme: str
    reason: str
    bytes_sent: int
    messages: int
    scores: int
    bytes_held: int
    computing: float
    waiting: float

class Dispatch(NamedTuple):
    counts: Any
    offsets: Any
    permutation: Any
    first_slot: int

def shard_of(length: int, ranks: int, rank: int, shards: _Shards = "contiguous") -> list[slice]: ...
@overload
def attention(
    comm: _Comm,
    q: _Array,
    k: Any,
    v: Any,
    *,
    scheme: _Scheme = "automatic",
    shards: _Shards = "contiguous",
    capability: tuple[float, float, float] | None = None,
    threads: int | None = None,
    return_report: Literal[False] = False,
    bias: Any = None,
    mask: Any = None,
    causal: Literal["top_left", "bottom_right", "none"] | bool | None = None,
    window: tuple[int, int] | int | None = None,
    softcap: float | None = None,
    alibi_slopes: Any = None,
    sinks: Any = None,
    scale: float | None = None,
    layout: _Layout = "bhsd",
    out_layout: _Layout | None = None,
    cu_seqlens_q: Any = None,
    cu_seqlens_k: Any = None,
    return_lse: Literal[False] = False,
    out: _Array | None = None,
    variant: str | None = None,
    target: str | None = None,
) -> _Array: ...
@overload
def attention(
    comm: _Comm,
    q: _Array,
    k: Any,
    v: Any,
    *,
    scheme: _Scheme = "automatic",
    shards: _Shards = "contiguous",
    capability: tuple[float, float, float] | None = None,
    threads: int | None = None,
    return_report: Literal[False] = False,
    bias: Any = None,
    mask: Any = None,
    causal: Literal["top_left", "bottom_right", "none"] | bool | None = None,
    window: tuple[int, int] | int | None = None,
    softcap: float | None = None,
    alibi_slopes: Any = None,
    sinks: Any = None,
    scale: float | None = None,
    layout: _Layout = "bhsd",
    out_layout: _Layout | None = None,
    cu_seqlens_q: Any = None,
    cu_seqlens_k: Any = None,
    return_lse: Literal[True],
    out: _Array | None = None,
    variant: str | None = None,
    target: str | None = None,
) -> tuple[_Array, _Array]: ...
@overload
def attention(
    comm: _Comm,
    q: _Array,
    k: Any,
    v: Any,
    *,
    scheme: _Scheme = "automatic",
    shards: _Shards = "contiguous",
    capability: tuple[float, float, float] | None = None,
    threads: int | None = None,
    return_report: Literal[True],
    bias: Any = None,
    mask: Any = None,
    causal: Literal["top_left", "bottom_right", "none"] | bool | None = None,
    window: tuple[int, int] | int | None = None,
    softcap: float | None = None,
    alibi_slopes: Any = None,
    sinks: Any = None,
    scale: float | None = None,
    layout: _Layout = "bhsd",
    out_layout: _Layout | None = None,
    cu_seqlens_q: Any = None,
    cu_seqlens_k: Any = None,
    return_lse: Literal[False] = False,
    out: _Array | None = None,
    variant: str | None = None,
    target: str | None = None,
) -> tuple[_Array, Report]: ...
@overload
def attention(
    comm: _Comm,
    q: _Array,
    k: Any,
    v: Any,
    *,
    scheme: _Scheme = "automatic",
    shards: _Shards = "contiguous",
    capability: tuple[float, float, float] | None = None,
    threads: int | None = None,
    return_report: Literal[True],
    bias: Any = None,
    mask: Any = None,
    causal: Literal["top_left", "bottom_right", "none"] | bool | None = None,
    window: tuple[int, int] | int | None = None,
    softcap: float | None = None,
    alibi_slopes: Any = None,
    sinks: Any = None,
    scale: float | None = None,
    layout: _Layout = "bhsd",
    out_layout: _Layout | None = None,
    cu_seqlens_q: Any = None,
    cu_seqlens_k: Any = None,
    return_lse: Literal[True],
    out: _Array | None = None,
    variant: str | None = None,
    target: str | None = None,
) -> tuple[_Array, _Array, Report]: ...
@overload
def softmax_topk(
    comm: _Comm,
    scores: _Array,
    k: int,
    *,
    dispatch: Literal[False] = False,
    threads: int | None = None,
    scoring: Literal["softmax", "sigmoid"] = "softmax",
    renormalize: bool = True,
    correction_bias: Any = None,
    num_expert_group: int = 1,
    topk_group: int = 1,
    routed_scaling_factor: float = 1.0,
    index_dtype: object = "int32",
    weight_dtype: object = "float32",
    out: tuple[_Array, _Array] | None = None,
    variant: str | None = None,
    target: str | None = None,
) -> tuple[_Array, _Array]: ...
@overload
def softmax_topk(
    comm: _Comm,
    scores: _Array,
    k: int,
    *,
    dispatch: Literal[True],
    threads: int | None = None,
    scoring: Literal["softmax", "sigmoid"] = "softmax",
    renormalize: bool = True,
    correction_bias: Any = None,
    num_expert_group: int = 1,
    topk_group: int = 1,
    routed_scaling_factor: float = 1.0,
    index_dtype: object = "int32",
    weight_dtype: object = "float32",
    out: tuple[_Array, _Array] | None = None,
    variant: str | None = None,
    target: str | None = None,
) -> tuple[_Array, _Array, Dispatch]: ...
