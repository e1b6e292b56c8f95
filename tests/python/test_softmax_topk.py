"""xeforge.softmax_topk against its definition, for every kind of array and option."""

import array
import ctypes
import re
import subprocess
import sys

import ml_dtypes
import numpy as np
import pytest
import references
import xeforge


def scores_of(*shape, seed=0):
    return np.random.default_rng(seed).standard_normal(shape).astype(np.float32)


def expect_like_definition(scores, k, result, tolerance=1e-6, **options):
    weights, indices = references.softmax_topk(scores, k, **options)
    np.testing.assert_array_equal(result[1], indices)
    np.testing.assert_allclose(np.asarray(result[0], np.float64), weights, rtol=tolerance, atol=tolerance)


@pytest.mark.parametrize("rows, n, k", [(1, 1, 1), (5, 64, 8), (33, 128, 8), (7, 100, 3), (2, 1024, 64), (3, 300, 300)])
def test_sizes(rows, n, k):
    scores = scores_of(rows, n)
    expect_like_definition(scores, k, xeforge.softmax_topk(scores, k))


@pytest.mark.parametrize("dtype", [np.float16, ml_dtypes.bfloat16, np.float32])
def test_types(dtype):
    scores = scores_of(9, 64).astype(dtype)
    expect_like_definition(scores.astype(np.float64), 8, xeforge.softmax_topk(scores, 8))


@pytest.mark.parametrize(
    "arguments, options",
    [
        (dict(renormalize=False), dict(renormalize=False)),
        (dict(scoring="sigmoid"), dict(scoring="sigmoid")),
        (dict(routed_scaling_factor=2.5), dict(factor=2.5)),
        (dict(num_expert_group=8, topk_group=3), dict(groups=8, kept=3)),
    ],
)
def test_options(arguments, options):
    scores = scores_of(17, 64)
    expect_like_definition(scores, 6, xeforge.softmax_topk(scores, 6, **arguments), **options)


@pytest.mark.parametrize("dtype", [np.float16, ml_dtypes.bfloat16, np.float32])
def test_correction_bias_of_any_type_with_groups_and_sigmoid(dtype):
    scores, bias = scores_of(17, 256), (scores_of(256, seed=1) * 0.1).astype(dtype)
    result = xeforge.softmax_topk(
        scores, 8, scoring="sigmoid", correction_bias=bias, num_expert_group=8, topk_group=4, routed_scaling_factor=2.5
    )
    expect_like_definition(scores, 8, result, scoring="sigmoid", bias=bias.astype(np.float64), groups=8, kept=4, factor=2.5)


STRIDED = {
    "columns": lambda a: np.asfortranarray(a),
    "every second": lambda a: np.repeat(a, 2, -1)[..., ::2],
    "backwards": lambda a: a[::-1, ::-1],
    "repeated": lambda a: np.broadcast_to(a[:1], (5, a.shape[1])),
    "three dimensions": lambda a: a.reshape(2, 3, -1).swapaxes(0, 1),
    "one row": lambda a: a[0],
    "no rows": lambda a: a[:0],
    "padded": lambda a: np.concatenate([a, a], 1)[:, : a.shape[1]],
}


@pytest.mark.parametrize("name", STRIDED)
def test_strides(name):
    scores = STRIDED[name](scores_of(6, 64))
    before = scores.copy()
    expect_like_definition(scores, 8, xeforge.softmax_topk(scores, 8))
    np.testing.assert_array_equal(scores, before)


def test_results_are_of_the_types_that_are_asked_for():
    scores = scores_of(4, 16).astype(np.float16)
    weights, indices = xeforge.softmax_topk(scores, 2, index_dtype=np.int64, weight_dtype="float16")
    assert (weights.dtype, indices.dtype) == (np.float16, np.int64)
    weights, indices = xeforge.softmax_topk(scores, 2)
    assert (weights.dtype, indices.dtype) == (np.float32, np.int32)


def test_out_is_written_and_returned():
    scores = scores_of(4, 16)
    weights, indices = np.zeros((2, 4), np.float32).T, np.zeros((4, 2), np.int64)
    result = xeforge.softmax_topk(scores, 2, out=(weights, indices))
    assert result[0] is weights and result[1] is indices
    expect_like_definition(scores, 2, result)


def test_plain_buffers_are_arrays_and_results_are_memoryviews():
    scores = array.array("f", [0.0, 2.0, 1.0])
    assert xeforge.softmax_topk(scores, 2)[1].tolist() == [1, 2]
    weights, indices = xeforge.softmax_topk(memoryview(scores_of(4, 16)), 3, index_dtype="int64")
    assert isinstance(weights, memoryview) and (weights.format, indices.format, indices.shape) == ("f", "q", (4, 3))
    expect_like_definition(scores_of(4, 16), 3, (np.asarray(weights), np.asarray(indices)))
    with pytest.raises(ValueError, match="no extent of 0 where plain buffers"):
        xeforge.softmax_topk(memoryview(scores_of(0, 16)), 3)
    with pytest.raises(TypeError, match="weight_dtype: got bfloat16; expected float32 or the type of scores"):
        xeforge.softmax_topk(memoryview(scores_of(4, 16)), 3, weight_dtype="bfloat16")


def test_arrays_of_ctypes_have_no_strides_and_no_gaps():
    rows = ((ctypes.c_float * 4) * 2)((1, 2, 3, 4), (8, 7, 6, 5))
    weights, indices = xeforge.softmax_topk(rows, 2)
    assert indices.tolist() == [[3, 2], [0, 1]]


def test_elements_that_are_no_whole_elements_apart_are_refused():
    for dtype in (np.float32, ml_dtypes.bfloat16):
        record = np.zeros(64, np.dtype([("score", dtype), ("flag", "u1")]))
        with pytest.raises(ValueError, match="scores: got strides that are no multiples"):
            xeforge.softmax_topk(record["score"].reshape(8, 8), 3)


def test_masked_arrays_are_refused_and_other_classes_of_numpy_are_arrays():
    class Mine(np.ndarray):
        pass

    scores = scores_of(4, 16)
    expect_like_definition(scores, 3, xeforge.softmax_topk(scores.view(Mine), 3))
    with pytest.raises(TypeError, match="scores: got a masked array"):
        xeforge.softmax_topk(np.ma.masked_less(scores, 0), 3)


def test_results_between_a_correction_bias_are_refused():
    memory = np.zeros(80, np.float32)
    with pytest.raises(ValueError, match=r"out\[0\]: got bytes that overlap those of correction_bias"):
        xeforge.softmax_topk(scores_of(10, 8), 2, correction_bias=memory[:8],
                             out=(memory[:40].reshape(10, 4)[:, ::2], np.zeros((10, 2), np.int32)))


def test_buffers_need_no_numpy():
    code = """import sys, array
sys.modules["numpy"] = None
import xeforge
assert xeforge.softmax_topk(array.array("f", [0.0, 2.0, 1.0]), 2)[1].tolist() == [1, 2]"""
    subprocess.run([sys.executable, "-c", code], check=True)


class OnlyDlpack:
    """An array of a library that nobody has heard of."""

    def __init__(self, values):
        self.values = values

    def __dlpack__(self, **options):
        return self.values.__dlpack__(**options)

    def __dlpack_device__(self):
        return self.values.__dlpack_device__()


def test_anything_with_dlpack_is_an_array():
    scores = scores_of(4, 16)
    expect_like_definition(scores, 3, xeforge.softmax_topk(OnlyDlpack(scores), 3))


def test_read_only_arrays_are_read_and_refused_as_results():
    scores = scores_of(4, 16)
    scores.flags.writeable = False
    expect_like_definition(scores, 3, xeforge.softmax_topk(scores, 3))
    weights = np.zeros((4, 3), np.float32)
    weights.flags.writeable = False
    with pytest.raises(ValueError, match=r"out\[0\]: got memory that cannot be written"):
        xeforge.softmax_topk(scores, 3, out=(weights, np.zeros((4, 3), np.int32)))
    assert not weights.any()


def test_memory_that_dlpack_calls_read_only_is_read_and_no_result():
    scores, weights = scores_of(4, 16), np.zeros((4, 3), np.float32)
    scores.flags.writeable = weights.flags.writeable = False
    expect_like_definition(scores, 3, xeforge.softmax_topk(OnlyDlpack(scores), 3))
    with pytest.raises(ValueError, match=r"out\[0\]: got memory that cannot be written"):
        xeforge.softmax_topk(scores, 3, out=(OnlyDlpack(weights), np.zeros((4, 3), np.int32)))
    assert not weights.any()


def test_arrays_of_libraries_before_dlpack_told_of_read_only_memory_are_read():
    class Older(OnlyDlpack):
        def __dlpack__(self, stream=None):
            return self.values.__dlpack__()

    scores = scores_of(4, 16)
    expect_like_definition(scores, 3, xeforge.softmax_topk(Older(scores), 3))


def test_exact_order_of_ties_nan_and_infinities():
    scores = np.array([[1, 1, np.nan, -np.inf, 1, np.inf]], np.float32)
    weights, indices = xeforge.softmax_topk(scores, 6)
    assert indices.tolist() == [[5, 0, 1, 4, 3, 2]]
    assert weights.tolist() == [[1, 0, 0, 0, 0, 0]]


@pytest.mark.parametrize(
    "call, kind, argument, got",
    [
        (lambda s: xeforge.softmax_topk(s, 65), ValueError, "k", "65"),
        (lambda s: xeforge.softmax_topk(s, 0), ValueError, "k", "0"),
        (lambda s: xeforge.softmax_topk(s.astype(np.float64), 2), TypeError, "scores dtype", "float64"),
        (lambda s: xeforge.softmax_topk(s.astype(np.int32), 2), TypeError, "scores dtype", "int32"),
        (lambda s: xeforge.softmax_topk(s.astype(">f4"), 2), TypeError, "scores dtype", "float32 in another order of bytes"),
        (lambda s: xeforge.softmax_topk([1.0, 2.0], 2), TypeError, "scores", "an object of type list"),
        (lambda s: xeforge.softmax_topk(s, 2.0), TypeError, "k", "2.0"),
        (lambda s: xeforge.softmax_topk(s, None), TypeError, "k", "None"),
        (lambda s: xeforge.softmax_topk(s, True), TypeError, "k", "True"),
        (lambda s: xeforge.softmax_topk(s, 2**70), ValueError, "k", "1180591620717411303424"),
        (lambda s: xeforge.softmax_topk(s, 2, num_expert_group=True), TypeError, "num_expert_group", "True"),
        (lambda s: xeforge.softmax_topk(s, 2, renormalize="no"), TypeError, "renormalize", "'no'"),
        (lambda s: xeforge.softmax_topk(s, 2, renormalize=None), TypeError, "renormalize", "None"),
        (lambda s: xeforge.softmax_topk(s, 2, renormalize=1), TypeError, "renormalize", "1"),
        (lambda s: xeforge.softmax_topk(s, 2, renormalize=np.array([1, 2])), TypeError, "renormalize", "array([1, 2])"),
        (lambda s: xeforge.softmax_topk(s, 2, renormalize=np.ones((2, 2))), TypeError, "renormalize", "an object of type ndarray"),
        (lambda s: xeforge.softmax_topk(s, 2, routed_scaling_factor=1e300), ValueError, "routed_scaling_factor", "1e+300"),
        (lambda s: xeforge.softmax_topk(s, 2, out=(s[:, :2].copy(),)), ValueError, "out", "a tuple of length 1"),
        (lambda s: xeforge.softmax_topk(s, 2, weight_dtype="float16"), TypeError, "weight_dtype", "float16"),
        (lambda s: xeforge.softmax_topk(s, 2, topk_group="one"), TypeError, "topk_group", "'one'"),
        (lambda s: xeforge.softmax_topk(s, 2, out=[s, s]), TypeError, "out", "an object of type list"),
        (lambda s: xeforge.softmax_topk(s, 2, scoring="tanh"), ValueError, "scoring", "'tanh'"),
        (lambda s: xeforge.softmax_topk(s, 2, index_dtype="int16"), TypeError, "index_dtype", "'int16'"),
        (lambda s: xeforge.softmax_topk(s, 2, index_dtype=np.dtype(">i8")), TypeError, "index_dtype", "dtype('>i8')"),
        (lambda s: xeforge.softmax_topk(s, 2, correction_bias=s[0, :5]), ValueError, "correction_bias", "5 values"),
        (lambda s: xeforge.softmax_topk(s, 2, variant="quick"), ValueError, "variant", '"quick"'),
        (lambda s: xeforge.softmax_topk(s, 2, num_expert_group=7), ValueError, "num_expert_group", "7"),
        (lambda s: xeforge.softmax_topk(np.float32(1.0), 1), ValueError, "scores shape", "()"),
    ],
)
def test_refusals_name_argument_got_and_expected(call, kind, argument, got):
    with pytest.raises(kind) as caught:
        call(scores_of(3, 64))
    problem = caught.value
    assert (problem.argument, problem.got) == (argument, got)
    assert str(problem) == f"{argument}: got {got}; expected {problem.expected}"


@pytest.mark.parametrize(
    "options, argument, got, expected",
    [
        (dict(scores=np.zeros((4, 8))), "scores", "float64", "float16, bfloat16 or float32"),
        (dict(scores=np.zeros((4, 8), np.int64)), "scores", "int64", "float16, bfloat16 or float32"),
        (dict(scores=np.zeros((4, 8), ml_dtypes.float8_e5m2)), "scores", "float8_e5m2", "float16, bfloat16 or float32"),
        (dict(scores=OnlyDlpack(np.zeros((4, 8)))), "scores", "float64", "float16, bfloat16 or float32"),
        (dict(correction_bias=np.zeros(8)), "correction_bias", "float64", "float16, bfloat16 or float32"),
        (dict(out=(np.zeros((4, 2)), np.zeros((4, 2), np.int32))), "out[0]", "float64", "float32 or the type of scores"),
        (dict(out=(np.zeros((4, 2), np.float32), np.zeros((4, 2)))), "out[1]", "float64", "int32 or int64"),
        (dict(out=(np.zeros((4, 2), np.float32), np.zeros((4, 2), np.float32))), "out[1]", "float32", "int32 or int64"),
    ],
)
def test_types_that_are_refused_are_answered_by_those_that_the_argument_takes(options, argument, got, expected):
    with pytest.raises(xeforge.ArgumentTypeError) as caught:
        xeforge.softmax_topk(**{"scores": scores_of(4, 8), "k": 2, **options})
    assert str(caught.value) == f"{argument} dtype: got {got}; expected {expected}"


def test_results_are_named_as_the_caller_gave_them():
    scores, weights, indices = scores_of(4, 8), np.zeros((4, 2), np.float32), np.zeros((4, 2), np.int32)
    for out, message in (((scores[:, :2], indices), "out[0]: got bytes that overlap those of scores;"),
                         ((weights, weights.view(np.int32)), "out[1]: got bytes that overlap those of out[0];"),
                         ((weights[:3], indices), "out[0] shape: got (3, 2);"),
                         ((weights[0], indices), "out[0] shape: got (2,);"),
                         ((weights, np.zeros((4, 3), np.int32)), "out[1] shape: got (4, 3);")):
        with pytest.raises(xeforge.ArgumentError, match="^" + re.escape(message)):
            xeforge.softmax_topk(scores, 2, out=out)


def test_integers_and_flags_of_numpy_are_taken():
    class Two:
        def __index__(self):
            return 2

    scores = scores_of(4, 16)
    for k in (np.int8(2), np.uint64(2), Two()):
        expect_like_definition(scores, 2, xeforge.softmax_topk(scores, k, renormalize=np.False_), renormalize=False)


def test_arguments_of_no_sense_are_type_errors():
    scores = scores_of(3, 64)
    for call in (
        lambda: xeforge.softmax_topk(scores),
        lambda: xeforge.softmax_topk(scores, "2"),
        lambda: xeforge.softmax_topk(scores, 2.5),
        lambda: xeforge.softmax_topk(scores, 2, out=scores),
        lambda: xeforge.softmax_topk(scores, 2, routed_scaling_factor="a"),
        lambda: xeforge.softmax_topk(scores, 2, top=2),
    ):
        with pytest.raises(TypeError):
            call()
