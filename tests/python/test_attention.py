"""xeforge.attention and merge against their definition."""

import signal

import ml_dtypes
import numpy as np
import pytest
import references
import xeforge


def arrays(b=2, heads=4, heads_kv=2, seq_q=5, seq_k=7, d=16, d_v=None, dtype=np.float32, seed=0):
    random = np.random.default_rng(seed)
    shapes = (b, heads, seq_q, d), (b, heads_kv, seq_k, d), (b, heads_kv, seq_k, d_v or d)
    return [random.standard_normal(shape).astype(np.float32).astype(dtype) for shape in shapes]


def expect_like_definition(q, k, v, result, tolerance=2e-6, **options):
    expected, _ = references.attention(*(x.astype(np.float64) for x in (q, k, v)), **options)
    np.testing.assert_allclose(np.asarray(result, np.float64), expected, rtol=tolerance, atol=tolerance * 4)


@pytest.mark.parametrize("dtype, tolerance", [(np.float32, 2e-6), (np.float16, 2e-3), (ml_dtypes.bfloat16, 2e-2)])
@pytest.mark.parametrize("seq_q, seq_k", [(1, 33), (17, 129), (64, 64)])
def test_types_and_lengths(dtype, tolerance, seq_q, seq_k):
    q, k, v = arrays(seq_q=seq_q, seq_k=seq_k, d=64, dtype=dtype)
    result = xeforge.attention(q, k, v)
    assert result.dtype == dtype and result.shape == q.shape
    expect_like_definition(q, k, v, result, tolerance)


SLOPES, SINKS = np.array([0.5, 0.25, 0.125, 0.0625], np.float32), np.array([0.5, -1.0, 2.0, 0.0], np.float32)
RANDOM = np.random.default_rng(7)
BIAS, MASK = RANDOM.standard_normal((2, 4, 5, 7)).astype(np.float32), RANDOM.random((2, 1, 5, 7)) > 0.3


@pytest.mark.parametrize(
    "arguments, options",
    [
        (dict(causal="top_left"), dict(causal="top_left")),
        (dict(causal="bottom_right"), dict(causal="bottom_right")),
        (dict(causal=True), dict(causal="bottom_right")),
        (dict(window=(2, 1)), dict(window=(2, 1))),
        (dict(window=(2, 1), causal="top_left"), dict(window=(2, 1), causal="top_left")),
        (dict(alibi_slopes=SLOPES, causal="top_left"), dict(slopes=SLOPES, causal="top_left")),
        (dict(softcap=1.5), dict(softcap=1.5)),
        (dict(scale=0.3), dict(scale=0.3)),
        (dict(alibi_slopes=SLOPES), dict(slopes=SLOPES)),
        (dict(alibi_slopes=SLOPES.astype(np.float16)), dict(slopes=SLOPES)),
        (dict(sinks=SINKS), dict(sinks=SINKS)),
        (dict(sinks=SINKS.astype(ml_dtypes.bfloat16)), dict(sinks=SINKS)),
        (dict(bias=BIAS), dict(bias=BIAS)),
        (dict(bias=BIAS[0, 0]), dict(bias=BIAS[0, 0])),
        (dict(bias=BIAS[:, :, :1]), dict(bias=BIAS[:, :, :1])),
        (dict(mask=MASK), dict(mask=MASK)),
        (dict(bias=BIAS, mask=MASK, causal=True, sinks=SINKS), dict(bias=BIAS, mask=MASK, causal="bottom_right", sinks=SINKS)),
    ],
    ids=lambda value: "-".join(value) if isinstance(value, dict) else None,
)
def test_options(arguments, options):
    q, k, v = arrays()
    expect_like_definition(q, k, v, xeforge.attention(q, k, v, **arguments), **options)


@pytest.mark.parametrize("layout", ["bhsd", "bshd", "sbhd", "bhds"])
def test_layouts(layout):
    q, k, v = arrays()
    order = ["bhsd".index(letter) for letter in layout]
    result = xeforge.attention(*(np.ascontiguousarray(x.transpose(order)) for x in (q, k, v)), layout=layout)
    expect_like_definition(q, k, v, result.transpose(np.argsort(order)))
    result = xeforge.attention(q, k, v, out_layout=layout)
    expect_like_definition(q, k, v, result.transpose(np.argsort(order)))


def test_any_strides():
    q, k, v = arrays()
    turned = k.swapaxes(2, 3).copy().swapaxes(2, 3)
    expect_like_definition(q, k, v, xeforge.attention(q, turned, v[::-1].copy()[::-1]))


def test_log_sum_and_a_query_without_keys():
    q, k, v = arrays()
    mask = MASK.copy()
    mask[0, 0, 2] = False
    out, lse = xeforge.attention(q, k, v, mask=mask, return_lse=True)
    expected, expected_lse = references.attention(q, k, v, mask=mask)
    np.testing.assert_allclose(out, expected, atol=1e-5)
    np.testing.assert_allclose(lse, expected_lse, atol=1e-5)
    assert not out[0, :, 2].any() and np.isneginf(lse[0, :, 2]).all()


@pytest.mark.parametrize("variant", ["decode", "tiled", "strided"])
def test_scores_may_be_any_floats(variant):
    """Models write -1e9 or the lowest float for keys that do not count; where none counts, all do."""
    q, k, v = arrays(seq_q=1 if variant == "decode" else 5)
    for number in (np.finfo(np.float32).min, -2.5e38, -1.3e10, -3357767168.0, -1e9, 7e9):
        bias = np.full((q.shape[2], k.shape[2]), number, np.float32)
        out, lse = xeforge.attention(0 * q, k, v, bias=bias, return_lse=True, variant=variant)
        expect_like_definition(0 * q, k, v, out, 1e-5)
        np.testing.assert_allclose(lse, np.full(lse.shape, number, np.float32) + np.float32(np.log(k.shape[2])), rtol=1e-7)
        bias[:, 3] += abs(bias[:, 3]) / 16
        out = xeforge.attention(0 * q, k, v, bias=bias, variant=variant)
        expect_like_definition(q[:, :, :1], k[:, :, 3:4], v[:, :, 3:4], out[:, :, :1], 1e-5)


def test_a_variant_for_devices_takes_far_lower_scores_as_masked():
    q, k, v = arrays(seq_q=16, seq_k=32, d=64, dtype=np.float16)
    bias = np.zeros((16, 32), np.float32)
    bias[3], bias[4], bias[5], bias[5, 7] = -1e9, -6647970304.0, -1e9, 0
    out, lse = xeforge.attention(q, k, v, bias=bias, return_lse=True, variant="xe")
    assert not out[:, :, 3:5].any() and np.isneginf(lse[:, :, 3:5]).all()
    np.testing.assert_array_equal(out[:, :, 5], np.repeat(v, 2, axis=1)[:, :, 7])
    expect_like_definition(q[:, :, :1], k, v, out[:, :, :1], 2e-3)


def test_out_is_written_and_returned():
    q, k, v = arrays()
    out = np.zeros((2, 5, 4, 16), np.float32)
    assert xeforge.attention(q, k, v, out=out, out_layout="bshd") is out
    expect_like_definition(q, k, v, out.transpose(0, 2, 1, 3))


@pytest.mark.parametrize("integer", [np.int32, np.int64])
def test_sequences_of_different_lengths(integer):
    q, k, v = arrays(b=1, seq_q=9, seq_k=12)
    begins_q, begins_k = [0, 2, 2, 9], [0, 5, 6, 12]
    result = xeforge.attention(q, k, v, cu_seqlens_q=np.array(begins_q, integer), cu_seqlens_k=np.array(begins_k, integer), causal=True)
    for sequence in (0, 2):
        of_q, of_k = slice(*begins_q[sequence : sequence + 2]), slice(*begins_k[sequence : sequence + 2])
        expect_like_definition(q[:, :, of_q], k[:, :, of_k], v[:, :, of_k], result[:, :, of_q], causal="bottom_right")


@pytest.mark.parametrize("layout", ["bhsd", "bshd"])
def test_merge_of_two_parts_is_the_whole(layout):
    q, k, v = arrays()
    parts = []
    for keys in (slice(0, 3), slice(3, 7)):
        parts += xeforge.attention(q, k[:, :, keys], v[:, :, keys], return_lse=True, out_layout=layout)
    out, lse = xeforge.merge(*parts, layout=layout)
    expect_like_definition(q, k, v, out if layout == "bhsd" else out.transpose(0, 2, 1, 3), tolerance=1e-5)
    np.testing.assert_allclose(lse, references.attention(q, k, v)[1], atol=1e-5)


@pytest.mark.parametrize(
    "change, kind, argument",
    [
        (dict(q=np.zeros((2, 4, 5), np.float32)), ValueError, "q shape"),
        (dict(k=np.zeros((2, 3, 7, 16), np.float32)), ValueError, "k shape"),
        (dict(v=np.zeros((2, 2, 6, 16), np.float32)), ValueError, "v shape"),
        (dict(k=np.zeros((2, 2, 7, 16), np.float16)), TypeError, "k dtype"),
        (dict(q=np.zeros((0, 4, 5, 16), np.float32)), ValueError, "q shape"),
        (dict(bias=np.zeros((5, 8), np.float32)), ValueError, "bias shape"),
        (dict(mask=np.zeros((5, 7), np.float32)), TypeError, "mask dtype"),
        (dict(causal="diagonal"), ValueError, "causal"),
        (dict(window="all"), ValueError, "window"),
        (dict(window=(-2, 0)), ValueError, "window"),
        (dict(causal=1), TypeError, "causal"),
        (dict(return_lse="no"), TypeError, "return_lse"),
        (dict(return_lse=1), TypeError, "return_lse"),
        (dict(layout=3), TypeError, "layout"),
        (dict(out_layout=""), ValueError, "out_layout"),
        (dict(v=np.zeros((2, 2, 7, 0), np.float32)), ValueError, "v shape"),
        (dict(softcap=-1.0), ValueError, "softcap"),
        (dict(softcap=1e-50), ValueError, "softcap"),
        (dict(scale=float("nan")), ValueError, "scale"),
        (dict(scale="a"), TypeError, "scale"),
        (dict(variant=1), TypeError, "variant"),
        (dict(layout="hbsd"), ValueError, "layout"),
        (dict(sinks=np.zeros(3, np.float32)), ValueError, "sinks"),
        (dict(cu_seqlens_q=np.array([0, 5], np.int32)), ValueError, "cu_seqlens_k"),
        (dict(out=np.zeros((2, 4, 5, 15), np.float32)), ValueError, "out shape"),
    ],
)
def test_refusals_name_the_argument(change, kind, argument):
    q, k, v = arrays()
    with pytest.raises(kind) as caught:
        xeforge.attention(**{**dict(q=q, k=k, v=v), **change})
    assert caught.value.argument == argument


@pytest.mark.parametrize(
    "options, message",
    [
        (dict(bias=np.zeros((5, 4), np.float32)), "bias shape: got (5, 4); expected (1 or 2, 1 or 4, 1 or 5, 1 or 7)"),
        (dict(mask=np.zeros((1, 3), bool)), "mask shape: got (1, 3); expected (1 or 2, 1 or 4, 1 or 5, 1 or 7)"),
        (dict(alibi_slopes=np.zeros(3, np.float32)), "alibi_slopes shape: got (3,); expected (1 or 2, 4)"),
        (dict(layout=3), 'layout: got 3; expected "bhsd", "bshd", "sbhd" or "bhds"'),
        (dict(layout=None), 'layout: got None; expected "bhsd", "bshd", "sbhd" or "bhds"'),
        (dict(out_layout="bsdh"), "out_layout: got 'bsdh'; expected \"bhsd\", \"bshd\", \"sbhd\" or \"bhds\""),
        (dict(softcap=1e-50), "softcap: got 1e-50; expected 0 (none) or a finite number of at least 1e-30"),
        (dict(scale=1e300), "scale: got 1e+300; expected a number that float32 can hold"),
        (dict(return_lse=2), "return_lse: got 2; expected True or False"),
        (dict(causal=1), "causal: got 1; expected one of None, False, 'none', 'top_left', 'bottom_right', True"),
        (dict(k=np.zeros((2, 2, 7, 16))), "k dtype: got float64; expected the type of q"),
        (dict(q=np.zeros((2, 4, 5, 16), int)), "q dtype: got int64; expected float16, bfloat16 or float32"),
        (dict(bias=np.zeros((5, 7))), "bias dtype: got float64; expected float32 or the type of q"),
        (dict(mask=np.zeros((5, 7), np.uint8)), "mask dtype: got uint8; expected bool: true keeps the score"),
        (dict(sinks=np.zeros(4)), "sinks dtype: got float64; expected float16, bfloat16 or float32"),
        (dict(alibi_slopes=np.zeros(4)), "alibi_slopes dtype: got float64; expected float16, bfloat16 or float32"),
        (dict(cu_seqlens_q=np.zeros(4, np.uint8)), "cu_seqlens_q dtype: got uint8; expected int32 or int64"),
    ],
)
def test_what_is_refused_is_shown_as_it_was_given(options, message):
    q, k, v = arrays()
    with pytest.raises((xeforge.ArgumentError, xeforge.ArgumentTypeError)) as caught:
        xeforge.attention(**{**dict(q=q, k=k, v=v), **options})
    assert str(caught.value) == message


def test_limits_in_the_help_are_those_of_the_operators():
    text = xeforge.attention.__doc__
    assert "Every extent is at least 1; d_qk and d_v at most 512" in text and "key i + seq_k - seq_q" in text
    deep = np.ones((1, 1, 2, 512), np.float32)
    assert xeforge.supports(xeforge.attention, deep, deep, deep)
    deeper = np.ones((1, 1, 2, 513), np.float32)
    assert not xeforge.supports(xeforge.attention, deeper, deeper, deep) and not xeforge.supports(xeforge.attention, deep, deep, deeper)
    for empty in (deep[:0], deep[:, :0], deep[:, :, :0], deep[..., :0]):
        assert not xeforge.supports(xeforge.attention, empty, empty, empty)
        with pytest.raises(ValueError, match="extents of at least 1"):
            xeforge.merge(empty, empty[..., 0] if empty.shape[-1] else deep[..., 0], empty, empty[..., 0] if empty.shape[-1] else deep[..., 0])
    assert "n 1 to 65,536, the others also 0" in xeforge.softmax_topk.__doc__ and "n 1 to 2**20, the others also 0" in xeforge.rms_norm.__doc__
    for columns, is_right in ((0, False), (1, True), (65536, True), (65537, False)):
        assert bool(xeforge.supports(xeforge.softmax_topk, np.ones((1, columns), np.float32), 1)) == is_right
    for columns, is_right in ((0, False), (1, True), (2**20, True), (2**20 + 1, False)):
        assert bool(xeforge.supports(xeforge.rms_norm, np.ones((1, columns), np.float32), np.ones(columns, np.float32))) == is_right
    for shape in ((0, 8), (3, 0, 8)):
        assert xeforge.softmax_topk(np.ones(shape, np.float32), 2)[0].shape == (*shape[:-1], 2)
        assert xeforge.rms_norm(np.ones(shape, np.float32), np.ones(8, np.float32)).shape == shape


@pytest.mark.parametrize("window", [-2, (-2, 0), (1.5, 2), (1,), "12", True, (True, 1), 2**70, (1, 2**70), (None, 2)])
def test_windows_are_shown_as_they_were_given(window):
    q, k, v = arrays()
    with pytest.raises(xeforge.ArgumentError) as caught:
        xeforge.attention(q, k, v, window=window)
    assert (caught.value.argument, caught.value.got) == ("window", repr(window))


def test_shapes_are_shown_in_the_layout_that_was_given():
    q, k, v = (x.swapaxes(1, 2) for x in arrays())
    with pytest.raises(ValueError) as caught:
        xeforge.attention(q, k[..., :8], v, layout="bshd")
    assert caught.value.argument == "k shape" and caught.value.got == "(2, 7, 2, 8)"
    assert caught.value.expected.endswith("in the order (b, h, s, d)")
    with pytest.raises(ValueError, match=r"out shape: got \(2, 5, 4, 3\)"):
        xeforge.attention(q, k, v, layout="bshd", out=np.zeros((2, 5, 4, 3), np.float32))
    with pytest.raises(ValueError, match=r"q shape: got \(2, 0, 4, 16\)"):
        xeforge.attention(q[:, :0], k, v, layout="bshd")
    lse = np.zeros((2, 4, 5), np.float32)
    with pytest.raises(ValueError, match=r"out_b shape: got \(2, 5, 4, 15\)"):
        xeforge.merge(q, lse, q[..., :15], lse, layout="bshd")
    with pytest.raises(ValueError, match=r"out_a shape: got \(4, 16\)"):
        xeforge.merge(q[0, 0], lse, q, lse)
    with pytest.raises(TypeError, match="lse_a dtype: got float64; expected float32"):
        xeforge.merge(q, lse.astype(np.float64), q, lse)


def test_inputs_stay_as_they_are_and_outputs_must_not_overlap_them():
    q, k, v = arrays(heads_kv=4, seq_q=7)
    copies = [x.copy() for x in (q, k, v)]
    xeforge.attention(q, k, v, causal=True)
    with pytest.raises(ValueError, match="out: got bytes that overlap those of q"):
        xeforge.attention(q, k, v, out=q)
    for x, copy in zip((q, k, v), copies):
        np.testing.assert_array_equal(x, copy)


def test_a_handler_of_a_signal_sees_a_result_whole_or_not_at_all():
    q, out, seen = np.ones((1, 4, 1024, 64), "float32"), np.empty((1, 4, 1024, 64), "float32"), []
    before = signal.signal(signal.SIGALRM, lambda *_: seen.append(float(np.isfinite(out).mean())))
    signal.setitimer(signal.ITIMER_REAL, 0.002, 0.002)
    try:
        for _ in range(20):
            out.fill(np.nan)
            xeforge.attention(q, q, q, out=out)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert len(seen) >= 10 and set(seen) <= {0.0, 1.0}
