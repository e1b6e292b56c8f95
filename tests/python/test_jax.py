"""jax arrays: given without a copy, and results are jax arrays."""

import pytest

jax = pytest.importorskip("jax", reason="jax is not here: ./forge test-frameworks runs this")

import numpy as np  # noqa: E402
import references  # noqa: E402
import xeforge  # noqa: E402

DTYPES = [(jax.numpy.float32, 2e-6), (jax.numpy.float16, 2e-3), (jax.numpy.bfloat16, 2e-2)]


def numbers(*shape, dtype=jax.numpy.float32, seed=0):
    return jax.random.normal(jax.random.key(seed), shape).astype(dtype)


@pytest.mark.parametrize("dtype, tolerance", DTYPES)
def test_softmax_topk(dtype, tolerance):
    scores = numbers(9, 64, dtype=dtype)
    weights, indices = xeforge.softmax_topk(scores, 8)
    assert isinstance(weights, jax.Array) and isinstance(indices, jax.Array)
    expected = references.softmax_topk(np.asarray(scores, np.float64), 8)
    np.testing.assert_array_equal(indices, expected[1])
    np.testing.assert_allclose(weights, expected[0], rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("dtype, tolerance", DTYPES)
def test_attention(dtype, tolerance):
    q, k, v = (numbers(2, 4, 17, 32, dtype=dtype, seed=seed) for seed in range(3))
    mask = jax.random.bernoulli(jax.random.key(9), 0.7, (17, 17))
    out, lse = xeforge.attention(q, k, v, mask=mask, return_lse=True)
    assert isinstance(out, jax.Array) and out.dtype == dtype and isinstance(lse, jax.Array)
    expected, expected_lse = references.attention(*(np.asarray(x, np.float64) for x in (q, k, v)), mask=np.asarray(mask))
    np.testing.assert_allclose(np.asarray(out, np.float64), expected, rtol=tolerance, atol=4 * tolerance)
    np.testing.assert_allclose(lse, expected_lse, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("dtype, tolerance", DTYPES)
def test_rms_norm(dtype, tolerance):
    x, weight = numbers(5, 64, dtype=dtype), numbers(64, dtype=dtype, seed=1)
    out = xeforge.rms_norm(x, weight)
    assert isinstance(out, jax.Array) and out.dtype == dtype
    expected, _ = references.rms_norm(np.asarray(x, np.float64), np.asarray(weight, np.float64))
    np.testing.assert_allclose(np.asarray(out, np.float64), expected, rtol=tolerance, atol=tolerance)


def test_indices_that_jax_does_not_have_are_refused():
    with pytest.raises(ValueError, match="index_dtype: got int64; expected int32"):
        xeforge.softmax_topk(numbers(3, 8), 2, index_dtype="int64")
    with jax.enable_x64(True) if hasattr(jax, "enable_x64") else jax.experimental.enable_x64():
        assert xeforge.softmax_topk(numbers(3, 8), 2, index_dtype="int64")[1].dtype == jax.numpy.int64


def test_an_array_that_is_only_traced_is_refused():
    with pytest.raises((TypeError, ValueError, AttributeError, jax.errors.ConcretizationTypeError)):
        jax.jit(lambda scores: xeforge.softmax_topk(scores, 2)[0])(numbers(3, 8))


def test_arrays_are_no_results():
    q = numbers(1, 2, 4, 8)
    with pytest.raises(ValueError, match="out: got memory that cannot be written"):
        xeforge.attention(q, q, q, out=numbers(1, 2, 4, 8, seed=1))
