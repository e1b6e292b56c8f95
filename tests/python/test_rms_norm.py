"""xeforge.rms_norm against its definition."""

import ml_dtypes
import numpy as np
import pytest
import references
import xeforge


def arrays(*shape, dtype=np.float32):
    random = np.random.default_rng(3)
    return [random.standard_normal(each).astype(np.float32).astype(dtype) for each in (shape, shape[-1:], shape)]


@pytest.mark.parametrize("dtype, tolerance", [(np.float32, 2e-6), (np.float16, 2e-3), (ml_dtypes.bfloat16, 2e-2)])
@pytest.mark.parametrize("shape", [(1, 1), (5, 64), (3, 4, 100), (7,)])
def test_types_and_shapes(shape, dtype, tolerance):
    x, weight, residual = arrays(*shape, dtype=dtype)
    out = xeforge.rms_norm(x, weight)
    assert out.dtype == dtype and out.shape == x.shape
    expected, _ = references.rms_norm(x, weight)
    np.testing.assert_allclose(out.astype(np.float64), expected, rtol=tolerance, atol=tolerance)
    out, total = xeforge.rms_norm(x, weight.astype(np.float32), eps=0.25, residual=residual, return_sum=True)
    expected, expected_total = references.rms_norm(x, weight, eps=0.25, residual=residual)
    np.testing.assert_allclose(out.astype(np.float64), expected, rtol=tolerance, atol=tolerance)
    np.testing.assert_array_equal(total, expected_total.astype(np.float32).astype(dtype))


STRIDED = {
    "columns": np.asfortranarray,
    "every second": lambda a: np.repeat(a, 2, -1)[..., ::2],
    "backwards": lambda a: a[::-1, ::-1],
    "repeated": lambda a: np.broadcast_to(a[:1], (5, a.shape[1])),
    "no rows": lambda a: a[:0],
    "three dimensions": lambda a: a.reshape(2, 3, -1).swapaxes(0, 1),
}


@pytest.mark.parametrize("name", STRIDED)
def test_strides(name):
    x, weight, residual = arrays(6, 64)
    x, residual = STRIDED[name](x), STRIDED[name](residual)
    out = xeforge.rms_norm(x, np.repeat(weight, 2)[::2], residual=residual)
    np.testing.assert_allclose(out, references.rms_norm(x, weight, residual=residual)[0], rtol=2e-6, atol=2e-6)


@pytest.mark.parametrize("order", [np.ascontiguousarray, np.asfortranarray])
def test_outputs_may_replace_inputs(order):
    x, weight, residual = (order(each) for each in arrays(6, 64))
    expected, total = references.rms_norm(x, weight, residual=residual)
    result = xeforge.rms_norm(x, weight, residual=residual, out=x, residual_out=residual)
    assert result[0] is x and result[1] is residual
    np.testing.assert_allclose(x, expected, rtol=2e-6, atol=2e-6)
    np.testing.assert_allclose(residual, total, rtol=1e-7)


def test_plan_and_supports():
    x, weight, residual = arrays(6, 64)
    plan = xeforge.plan(xeforge.rms_norm, x, weight, residual=residual)
    assert plan.variant == "rows" and "gathered" not in plan.reason
    assert "gathered" in xeforge.plan(xeforge.rms_norm, np.asfortranarray(x), weight).reason
    assert xeforge.plan(xeforge.rms_norm, x, weight, variant="streamed", target="v3")[:2] == ("streamed", "v3")
    assert xeforge.supports(xeforge.rms_norm, x, weight[:5]).reason.startswith("weight shape: got (5,)")
    assert xeforge.supports(xeforge.rms_norm, x, weight, residual_out=x).reason.startswith("residual: got None")


@pytest.mark.parametrize(
    "change, kind, argument",
    [
        (dict(x=np.float32(1.0)), ValueError, "x shape"),
        (dict(x=np.zeros((6, 0), np.float32), weight=np.zeros(0, np.float32)), ValueError, "x columns"),
        (dict(x=np.zeros((6, 64), np.int32)), TypeError, "x dtype"),
        (dict(weight=np.zeros((1, 64), np.float32)), ValueError, "weight shape"),
        (dict(weight=np.zeros(64, np.float16)), TypeError, "weight dtype"),
        (dict(eps=0.0), ValueError, "eps"),
        (dict(eps="small"), TypeError, "eps"),
        (dict(residual=np.zeros((6, 63), np.float32)), ValueError, "residual shape"),
        (dict(residual=np.zeros((6, 64), np.float16)), TypeError, "residual dtype"),
        (dict(return_sum=True), ValueError, "residual"),
        (dict(return_sum=0), TypeError, "return_sum"),
        (dict(residual_out=np.zeros((6, 64), np.float32)), ValueError, "residual"),
        (dict(out=np.zeros((5, 64), np.float32)), ValueError, "out shape"),
        (dict(variant="quick"), ValueError, "variant"),
    ],
)
def test_refusals_name_the_argument(change, kind, argument):
    x, weight, _ = arrays(6, 64)
    with pytest.raises(kind) as caught:
        xeforge.rms_norm(**{**dict(x=x, weight=weight), **change})
    assert getattr(caught.value, "argument", None) == argument


@pytest.mark.parametrize(
    "change, message",
    [
        (dict(x=np.zeros((6, 64))), "x dtype: got float64; expected float16, bfloat16 or float32"),
        (dict(weight=np.zeros(64)), "weight dtype: got float64; expected float32 or the type of x"),
        (dict(residual=np.zeros((6, 64))), "residual dtype: got float64; expected the type of x"),
        (dict(eps=1e-50), "eps: got 1e-50; expected 1e-30 to 1e+30"),
        (dict(return_sum="yes"), "return_sum: got 'yes'; expected True or False"),
    ],
)
def test_what_is_refused_is_shown_as_it_was_given(change, message):
    x, weight, _ = arrays(6, 64)
    with pytest.raises((ValueError, TypeError)) as caught:
        xeforge.rms_norm(**{**dict(x=x, weight=weight), **change})
    assert str(caught.value) == message


def test_an_output_must_not_overlap_another_input():
    x, weight, residual = arrays(6, 64)
    with pytest.raises(ValueError, match="out: got bytes that overlap those of residual"):
        xeforge.rms_norm(x, weight, residual=residual, out=residual)
