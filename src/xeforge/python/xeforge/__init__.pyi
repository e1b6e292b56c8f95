# Types of the public functions. What they do stands in their docstrings. A test holds this file against the module.
from collections.abc import Callable, Iterable, Mapping
from os import PathLike
from pathlib import Path
from typing import Any, Literal, NamedTuple, Protocol, SupportsIndex, TypeAlias, TypeVar, overload

import numpy as np
import numpy.typing as npt
from typing_extensions import Buffer

__all__ = [
    "ArgumentError",
    "ArgumentTypeError",
    "Compiled",
    "Explanation",
    "Page",
    "Plan",
    "Roofline",
    "Support",
    "attention",
    "compile",
    "merge",
    "plan",
    "rms_norm",
    "roofline",
    "softmax_topk",
    "supports",
    "targets",
]

__version__: str

# An array of a library: numpy's, torch's, jax's. Results are of its kind, and memoryviews where it is a plain buffer.
class _DLPack(Protocol):
    def __dlpack__(self, *arguments: Any, **options: Any) -> Any: ...

_Array = TypeVar("_Array", bound=_DLPack)
_Numpy = TypeVar("_Numpy", bound=npt.NDArray[Any])
_Weights = TypeVar("_Weights")
_Indices = TypeVar("_Indices")
_Layout: TypeAlias = Literal["bhsd", "bshd", "sbhd", "bhds"]

# A name, or the object that numpy, torch or jax have for the type.
_DType: TypeAlias = object
_Int32: TypeAlias = Literal["int32"] | type[np.int32] | np.dtype[np.int32]
_Int64: TypeAlias = Literal["int64"] | type[np.int64] | np.dtype[np.int64]
_Float32: TypeAlias = Literal["float32"] | type[np.float32] | np.dtype[np.float32]

class ArgumentError(ValueError):
    argument: str
    got: str
    expected: str
    def __init__(self, argument: str, got: str, expected: str, message: str | None = None) -> None: ...

class ArgumentTypeError(TypeError):
    argument: str
    got: str
    expected: str
    def __init__(self, argument: str, got: str, expected: str, message: str | None = None) -> None: ...

class Page:
    report: dict[str, Any]
    html: str
    text: str
    def __init__(self, report: dict[str, Any], html: str, text: str) -> None: ...
    def _repr_html_(self) -> str: ...

class Explanation(Page):
    @property
    def kernels(self) -> list[dict[str, Any]]: ...
    @property
    def findings(self) -> list[dict[str, Any]]: ...

class Compiled(Page):
    folder: Path
    def __init__(self, source: Path, options: list[object], above: Any, names: Mapping[str, str] = {}) -> None: ...
    @property
    def device(self) -> str: ...
    @property
    def kernels(self) -> list[dict[str, Any]]: ...
    @property
    def binary(self) -> bytes: ...
    @property
    def assembly(self) -> dict[str, str]: ...
    def explain(self) -> Explanation: ...

class Roofline(Page):
    @property
    def bounds(self) -> list[dict[str, Any]]: ...

class Plan(NamedTuple):
    variant: str
    target: str
    reason: str

class Support(NamedTuple):
    supported: bool
    reason: str
    def __bool__(self) -> bool: ...

def targets() -> list[str]: ...

# From Python 3.12 on an array of numpy is a Buffer, too: what is declared as no more than that may turn out to be one.
@overload
def softmax_topk(  # type: ignore[overload-overlap]
    scores: npt.NDArray[Any],
    k: SupportsIndex,
    *,
    scoring: Literal["softmax", "sigmoid"] = "softmax",
    renormalize: bool | np.bool_ = True,
    correction_bias: Any = None,
    num_expert_group: SupportsIndex = 1,
    topk_group: SupportsIndex = 1,
    routed_scaling_factor: float = 1.0,
    index_dtype: _Int32 = "int32",
    weight_dtype: _Float32 = "float32",
    out: None = None,
    variant: str | None = None,
    target: str | None = None,
) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.int32]]: ...
@overload
def softmax_topk(  # type: ignore[overload-overlap]
    scores: npt.NDArray[Any],
    k: SupportsIndex,
    *,
    scoring: Literal["softmax", "sigmoid"] = "softmax",
    renormalize: bool | np.bool_ = True,
    correction_bias: Any = None,
    num_expert_group: SupportsIndex = 1,
    topk_group: SupportsIndex = 1,
    routed_scaling_factor: float = 1.0,
    index_dtype: _Int32 = "int32",
    weight_dtype: _DType = "float32",
    out: None = None,
    variant: str | None = None,
    target: str | None = None,
) -> tuple[npt.NDArray[Any], npt.NDArray[np.int32]]: ...
@overload
def softmax_topk(  # type: ignore[overload-overlap]
    scores: npt.NDArray[Any],
    k: SupportsIndex,
    *,
    scoring: Literal["softmax", "sigmoid"] = "softmax",
    renormalize: bool | np.bool_ = True,
    correction_bias: Any = None,
    num_expert_group: SupportsIndex = 1,
    topk_group: SupportsIndex = 1,
    routed_scaling_factor: float = 1.0,
    index_dtype: _Int64,
    weight_dtype: _Float32 = "float32",
    out: None = None,
    variant: str | None = None,
    target: str | None = None,
) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.int64]]: ...
@overload
def softmax_topk(  # type: ignore[overload-overlap]
    scores: npt.NDArray[Any],
    k: SupportsIndex,
    *,
    scoring: Literal["softmax", "sigmoid"] = "softmax",
    renormalize: bool | np.bool_ = True,
    correction_bias: Any = None,
    num_expert_group: SupportsIndex = 1,
    topk_group: SupportsIndex = 1,
    routed_scaling_factor: float = 1.0,
    index_dtype: _Int64,
    weight_dtype: _DType = "float32",
    out: None = None,
    variant: str | None = None,
    target: str | None = None,
) -> tuple[npt.NDArray[Any], npt.NDArray[np.int64]]: ...
@overload
def softmax_topk(  # type: ignore[overload-overlap]
    scores: npt.NDArray[Any],
    k: SupportsIndex,
    *,
    scoring: Literal["softmax", "sigmoid"] = "softmax",
    renormalize: bool | np.bool_ = True,
    correction_bias: Any = None,
    num_expert_group: SupportsIndex = 1,
    topk_group: SupportsIndex = 1,
    routed_scaling_factor: float = 1.0,
    index_dtype: _DType = "int32",
    weight_dtype: _DType = "float32",
    out: None = None,
    variant: str | None = None,
    target: str | None = None,
) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]: ...
@overload
def softmax_topk(
    scores: _DLPack | Buffer,
    k: SupportsIndex,
    *,
    scoring: Literal["softmax", "sigmoid"] = "softmax",
    renormalize: bool | np.bool_ = True,
    correction_bias: Any = None,
    num_expert_group: SupportsIndex = 1,
    topk_group: SupportsIndex = 1,
    routed_scaling_factor: float = 1.0,
    index_dtype: _DType = "int32",
    weight_dtype: _DType = "float32",
    out: tuple[_Weights, _Indices],
    variant: str | None = None,
    target: str | None = None,
) -> tuple[_Weights, _Indices]: ...
@overload
def softmax_topk(
    scores: _Array,
    k: SupportsIndex,
    *,
    scoring: Literal["softmax", "sigmoid"] = "softmax",
    renormalize: bool | np.bool_ = True,
    correction_bias: Any = None,
    num_expert_group: SupportsIndex = 1,
    topk_group: SupportsIndex = 1,
    routed_scaling_factor: float = 1.0,
    index_dtype: _DType = "int32",
    weight_dtype: _DType = "float32",
    out: None = None,
    variant: str | None = None,
    target: str | None = None,
) -> tuple[_Array, _Array]: ...
@overload
def softmax_topk(
    scores: Buffer,
    k: SupportsIndex,
    *,
    scoring: Literal["softmax", "sigmoid"] = "softmax",
    renormalize: bool | np.bool_ = True,
    correction_bias: Any = None,
    num_expert_group: SupportsIndex = 1,
    topk_group: SupportsIndex = 1,
    routed_scaling_factor: float = 1.0,
    index_dtype: _DType = "int32",
    weight_dtype: _DType = "float32",
    out: None = None,
    variant: str | None = None,
    target: str | None = None,
) -> tuple[memoryview, memoryview]: ...
@overload
def attention(
    q: _Array,
    k: Any,
    v: Any,
    *,
    bias: Any = None,
    mask: Any = None,
    causal: Literal["top_left", "bottom_right", "none"] | bool | np.bool_ | None = None,
    window: tuple[SupportsIndex, SupportsIndex] | SupportsIndex | None = None,
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
    q: _Numpy,
    k: Any,
    v: Any,
    *,
    bias: Any = None,
    mask: Any = None,
    causal: Literal["top_left", "bottom_right", "none"] | bool | np.bool_ | None = None,
    window: tuple[SupportsIndex, SupportsIndex] | SupportsIndex | None = None,
    softcap: float | None = None,
    alibi_slopes: Any = None,
    sinks: Any = None,
    scale: float | None = None,
    layout: _Layout = "bhsd",
    out_layout: _Layout | None = None,
    cu_seqlens_q: Any = None,
    cu_seqlens_k: Any = None,
    return_lse: Literal[True],
    out: _Numpy | None = None,
    variant: str | None = None,
    target: str | None = None,
) -> tuple[_Numpy, npt.NDArray[np.float32]]: ...
@overload
def attention(
    q: _Array,
    k: Any,
    v: Any,
    *,
    bias: Any = None,
    mask: Any = None,
    causal: Literal["top_left", "bottom_right", "none"] | bool | np.bool_ | None = None,
    window: tuple[SupportsIndex, SupportsIndex] | SupportsIndex | None = None,
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
    q: _Numpy,
    k: Any,
    v: Any,
    *,
    bias: Any = None,
    mask: Any = None,
    causal: Literal["top_left", "bottom_right", "none"] | bool | np.bool_ | None = None,
    window: tuple[SupportsIndex, SupportsIndex] | SupportsIndex | None = None,
    softcap: float | None = None,
    alibi_slopes: Any = None,
    sinks: Any = None,
    scale: float | None = None,
    layout: _Layout = "bhsd",
    out_layout: _Layout | None = None,
    cu_seqlens_q: Any = None,
    cu_seqlens_k: Any = None,
    return_lse: bool | np.bool_,
    out: _Numpy | None = None,
    variant: str | None = None,
    target: str | None = None,
) -> _Numpy | tuple[_Numpy, npt.NDArray[np.float32]]: ...
@overload
def attention(
    q: _Array,
    k: Any,
    v: Any,
    *,
    bias: Any = None,
    mask: Any = None,
    causal: Literal["top_left", "bottom_right", "none"] | bool | np.bool_ | None = None,
    window: tuple[SupportsIndex, SupportsIndex] | SupportsIndex | None = None,
    softcap: float | None = None,
    alibi_slopes: Any = None,
    sinks: Any = None,
    scale: float | None = None,
    layout: _Layout = "bhsd",
    out_layout: _Layout | None = None,
    cu_seqlens_q: Any = None,
    cu_seqlens_k: Any = None,
    return_lse: bool | np.bool_,
    out: _Array | None = None,
    variant: str | None = None,
    target: str | None = None,
) -> _Array | tuple[_Array, _Array]: ...
@overload
def attention(
    q: Buffer,
    k: Any,
    v: Any,
    *,
    bias: Any = None,
    mask: Any = None,
    causal: Literal["top_left", "bottom_right", "none"] | bool | np.bool_ | None = None,
    window: tuple[SupportsIndex, SupportsIndex] | SupportsIndex | None = None,
    softcap: float | None = None,
    alibi_slopes: Any = None,
    sinks: Any = None,
    scale: float | None = None,
    layout: _Layout = "bhsd",
    out_layout: _Layout | None = None,
    cu_seqlens_q: Any = None,
    cu_seqlens_k: Any = None,
    return_lse: Literal[False] = False,
    out: memoryview | None = None,
    variant: str | None = None,
    target: str | None = None,
) -> memoryview: ...
@overload
def attention(
    q: Buffer,
    k: Any,
    v: Any,
    *,
    bias: Any = None,
    mask: Any = None,
    causal: Literal["top_left", "bottom_right", "none"] | bool | np.bool_ | None = None,
    window: tuple[SupportsIndex, SupportsIndex] | SupportsIndex | None = None,
    softcap: float | None = None,
    alibi_slopes: Any = None,
    sinks: Any = None,
    scale: float | None = None,
    layout: _Layout = "bhsd",
    out_layout: _Layout | None = None,
    cu_seqlens_q: Any = None,
    cu_seqlens_k: Any = None,
    return_lse: Literal[True],
    out: memoryview | None = None,
    variant: str | None = None,
    target: str | None = None,
) -> tuple[memoryview, memoryview]: ...
@overload
def attention(
    q: Buffer,
    k: Any,
    v: Any,
    *,
    bias: Any = None,
    mask: Any = None,
    causal: Literal["top_left", "bottom_right", "none"] | bool | np.bool_ | None = None,
    window: tuple[SupportsIndex, SupportsIndex] | SupportsIndex | None = None,
    softcap: float | None = None,
    alibi_slopes: Any = None,
    sinks: Any = None,
    scale: float | None = None,
    layout: _Layout = "bhsd",
    out_layout: _Layout | None = None,
    cu_seqlens_q: Any = None,
    cu_seqlens_k: Any = None,
    return_lse: bool | np.bool_,
    out: memoryview | None = None,
    variant: str | None = None,
    target: str | None = None,
) -> memoryview | tuple[memoryview, memoryview]: ...
@overload
def merge(out_a: _Numpy, lse_a: Any, out_b: Any, lse_b: Any, *, layout: _Layout = "bhsd") -> tuple[_Numpy, npt.NDArray[np.float32]]: ...
@overload
def merge(out_a: _Array, lse_a: Any, out_b: Any, lse_b: Any, *, layout: _Layout = "bhsd") -> tuple[_Array, _Array]: ...
@overload
def merge(
    out_a: Buffer, lse_a: Any, out_b: Any, lse_b: Any, *, layout: _Layout = "bhsd"
) -> tuple[memoryview, memoryview]: ...
@overload
def rms_norm(
    x: _Array,
    weight: Any,
    *,
    eps: float = 1e-6,
    residual: Any = None,
    return_sum: Literal[False] = False,
    residual_out: None = None,
    out: _Array | None = None,
    variant: str | None = None,
    target: str | None = None,
) -> _Array: ...
@overload
def rms_norm(
    x: _Array,
    weight: Any,
    *,
    eps: float = 1e-6,
    residual: Any,
    return_sum: Literal[True],
    residual_out: _Array | None = None,
    out: _Array | None = None,
    variant: str | None = None,
    target: str | None = None,
) -> tuple[_Array, _Array]: ...
@overload
def rms_norm(
    x: _Array,
    weight: Any,
    *,
    eps: float = 1e-6,
    residual: Any,
    return_sum: bool | np.bool_ = False,
    residual_out: _Array,
    out: _Array | None = None,
    variant: str | None = None,
    target: str | None = None,
) -> tuple[_Array, _Array]: ...
@overload
def rms_norm(
    x: _Array,
    weight: Any,
    *,
    eps: float = 1e-6,
    residual: Any = None,
    return_sum: bool | np.bool_,
    residual_out: _Array | None = None,
    out: _Array | None = None,
    variant: str | None = None,
    target: str | None = None,
) -> _Array | tuple[_Array, _Array]: ...
@overload
def rms_norm(
    x: Buffer,
    weight: Any,
    *,
    eps: float = 1e-6,
    residual: Any = None,
    return_sum: Literal[False] = False,
    residual_out: None = None,
    out: memoryview | None = None,
    variant: str | None = None,
    target: str | None = None,
) -> memoryview: ...
@overload
def rms_norm(
    x: Buffer,
    weight: Any,
    *,
    eps: float = 1e-6,
    residual: Any,
    return_sum: Literal[True],
    residual_out: memoryview | None = None,
    out: memoryview | None = None,
    variant: str | None = None,
    target: str | None = None,
) -> tuple[memoryview, memoryview]: ...
@overload
def rms_norm(
    x: Buffer,
    weight: Any,
    *,
    eps: float = 1e-6,
    residual: Any,
    return_sum: bool | np.bool_ = False,
    residual_out: memoryview,
    out: memoryview | None = None,
    variant: str | None = None,
    target: str | None = None,
) -> tuple[memoryview, memoryview]: ...
@overload
def rms_norm(
    x: Buffer,
    weight: Any,
    *,
    eps: float = 1e-6,
    residual: Any = None,
    return_sum: bool | np.bool_,
    residual_out: memoryview | None = None,
    out: memoryview | None = None,
    variant: str | None = None,
    target: str | None = None,
) -> memoryview | tuple[memoryview, memoryview]: ...
def plan(operator: Callable[..., Any], *arguments: Any, **options: Any) -> Plan: ...
def supports(operator: Callable[..., Any], *arguments: Any, **options: Any) -> Support: ...
def compile(
    source_or_path: str | PathLike[str],
    device: str = "bmg",
    *,
    grf: int = 128,
    include: Iterable[str | Path] = (),
    define: Mapping[str, object] | None = None,
    tools: str | Path | None = None,
) -> Compiled: ...
def roofline(operator: Any, *, case: str | None = None, device: str = "bmg,b580,lnl,ptl") -> Roofline: ...
