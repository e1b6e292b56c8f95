"""torch tensors, and xeforge.torch: operators, gradients, tracing, scaled_dot_product_attention."""

import pytest

torch = pytest.importorskip("torch", reason="torch is not here: ./forge test-frameworks runs this")

import numpy as np  # noqa: E402
import references  # noqa: E402
import xeforge  # noqa: E402
import xeforge.torch as xt  # noqa: E402

DTYPES = [(torch.float32, 2e-6), (torch.float16, 2e-3), (torch.bfloat16, 2e-2)]


@pytest.fixture(autouse=True)
def seed():
    torch.manual_seed(0)


def double(tensor):
    return tensor.detach().double().numpy()


# ---- tensors as arrays of the plain functions --------------------------------------------------------------------------


@pytest.mark.parametrize("dtype, tolerance", DTYPES)
def test_plain_functions_take_and_give_tensors(dtype, tolerance):
    scores = torch.randn(9, 64, dtype=dtype)
    weights, indices = xeforge.softmax_topk(scores, 8, index_dtype=torch.int64)
    assert isinstance(weights, torch.Tensor) and indices.dtype == torch.int64
    expected = references.softmax_topk(double(scores), 8)
    np.testing.assert_array_equal(indices, expected[1])
    np.testing.assert_allclose(weights, expected[0], rtol=1e-6, atol=1e-6)
    q, k, v = (torch.randn(2, 17, 4, 32, dtype=dtype).transpose(1, 2) for _ in range(3))
    mask = torch.rand(17, 17) > 0.3
    out = xeforge.attention(q, k, v, mask=mask)
    assert isinstance(out, torch.Tensor) and out.dtype == dtype
    expected, _ = references.attention(double(q), double(k), double(v), mask=mask.numpy())
    np.testing.assert_allclose(double(out), expected, rtol=tolerance, atol=4 * tolerance)
    x, weight = torch.randn(64, 5, dtype=dtype).T, torch.randn(64, dtype=dtype)
    np.testing.assert_allclose(double(xeforge.rms_norm(x, weight)), references.rms_norm(double(x), double(weight))[0],
                               rtol=tolerance, atol=tolerance)
    assert xeforge.rms_norm(x, weight, out=x) is x


def test_plain_functions_refuse_what_wants_a_gradient():
    scores = torch.randn(3, 8, requires_grad=True)
    with pytest.raises(ValueError, match="one that requires a gradient"):
        xeforge.softmax_topk(scores, 2)
    with torch.no_grad():
        xeforge.softmax_topk(scores, 2)


# ---- custom operators --------------------------------------------------------------------------------------------------


def calls():
    q, k, v = torch.randn(2, 4, 5, 8), torch.randn(2, 2, 7, 8), torch.randn(2, 2, 7, 6)
    x, residual, weight = (torch.randn(shape, requires_grad=True) for shape in ((6, 32), (6, 32), (32,)))
    ops = torch.ops.xeforge
    return {
        "softmax_topk": (ops.softmax_topk.default, (torch.randn(4, 16, requires_grad=True), 3), dict(scoring="sigmoid")),
        "attention": (ops.attention.default, (q, k, v), dict(causal="bottom_right", out_layout="bshd")),
        "attention_with_lse": (ops.attention_with_lse.default, (q, k, v, None, torch.rand(5, 7) > 0.3), dict(softcap=2.0)),
        "rms_norm": (ops.rms_norm.default, (x, weight), {}),
        "add_rms_norm": (ops.add_rms_norm.default, (x, residual, weight), dict(eps=1e-3)),
    }


@pytest.mark.parametrize("name", calls())
def test_operators_are_as_torch_wants_them(name):
    operator, arguments, options = calls()[name]
    assert set(torch.library.opcheck(operator, arguments, options).values()) == {"SUCCESS"}


@pytest.mark.parametrize("scoring", ["softmax", "sigmoid"])
@pytest.mark.parametrize("renormalize", [True, False])
def test_gradient_of_softmax_topk(scoring, renormalize):
    scores = torch.randn(5, 16, requires_grad=True)
    weights, indices = xt.softmax_topk(scores, 4, scoring=scoring, renormalize=renormalize, routed_scaling_factor=2.5)
    assert not indices.requires_grad
    gradient = torch.randn_like(weights)
    weights.backward(gradient)
    same = scores.detach().clone().requires_grad_()
    p = torch.softmax(same, -1) if scoring == "softmax" else torch.sigmoid(same)
    chosen = p.gather(-1, indices)
    ((chosen / chosen.sum(-1, keepdim=True) if renormalize else chosen) * 2.5).backward(gradient)
    torch.testing.assert_close(scores.grad, same.grad, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("with_residual", [True, False])
def test_gradient_of_rms_norm(with_residual):
    def run(norm):
        torch.manual_seed(1)
        x, residual, weight = (torch.randn(shape, requires_grad=True) for shape in ((6, 32), (6, 32), (32,)))
        factors = torch.randn(6, 32)
        if with_residual:
            out, total = norm(x, weight, residual)
            (out * factors + total * total).sum().backward()
        else:
            (norm(x, weight, None) * factors).sum().backward()
        return out if with_residual else None, x.grad, residual.grad, weight.grad

    def by_torch(x, weight, residual):
        h = x if residual is None else x + residual
        out = torch.nn.functional.rms_norm(h, (32,), weight, 1e-6)
        return out if residual is None else (out, h)

    for got, expected in zip(run(lambda x, w, r: xt.rms_norm(x, w, residual=r)), run(by_torch)):
        torch.testing.assert_close(got, expected, rtol=1e-4, atol=1e-5)


def test_attention_has_no_backward():
    q = torch.randn(1, 2, 5, 8, requires_grad=True)
    out = xt.attention(q, q, q)
    with pytest.raises(NotImplementedError, match="xeforge.torch.attention: got a backward pass"):
        out.sum().backward()


def test_compile_and_export_keep_one_node():
    class Layer(torch.nn.Module):
        def forward(self, q):
            return xt.attention(q, q, q, causal=True).relu()

    q = torch.randn(1, 2, 5, 8)
    expected = Layer()(q)
    exported = torch.export.export(Layer(), (q,))
    assert [node.target for node in exported.graph.nodes if node.op == "call_function"] == [
        torch.ops.xeforge.attention.default, torch.ops.aten.relu.default]
    torch.testing.assert_close(exported.module()(q), expected)
    torch.testing.assert_close(torch.compile(Layer(), backend="aot_eager", fullgraph=True)(q), expected)


# ---- scaled_dot_product_attention --------------------------------------------------------------------------------------

SAME = [
    ([(2, 4, 5, 8)] * 3, {}),
    ([(2, 4, 5, 8)] * 3, dict(is_causal=True)),
    ([(2, 4, 5, 8), (2, 4, 9, 8), (2, 4, 9, 6)], dict(is_causal=True, scale=0.3)),
    ([(4, 5, 8)] * 3, dict(is_causal=True)),
    ([(5, 8), (7, 8), (7, 6)], {}),
    ([(2, 3, 4, 5, 8), (3, 4, 7, 8), (1, 1, 4, 7, 8)], {}),
    ([(2, 4, 5, 8), (2, 2, 7, 8), (2, 2, 7, 8)], dict(enable_gqa=True)),
    ([(2, 4, 5, 8)] * 3, dict(attn_mask=torch.arange(25).reshape(5, 5) % 3 > 0)),
    ([(4, 5, 8)] * 3, dict(attn_mask=torch.linspace(-2, 2, 100).reshape(4, 5, 5))),
    ([(2, 3, 4, 5, 8)] * 3, dict(attn_mask=torch.linspace(-2, 2, 75).reshape(3, 1, 5, 5))),
    ([(1, 3, 4, 5, 8), (2, 3, 4, 5, 8), (2, 1, 4, 5, 8)], dict(attn_mask=torch.arange(50).reshape(2, 1, 1, 5, 5) % 4 > 0)),
    ([(2, 4, 5, 8)] * 3, dict(attn_mask=torch.zeros(5, 5, dtype=torch.bool))),
]


@pytest.mark.parametrize("shapes, options", SAME, ids=range(len(SAME)))
@pytest.mark.parametrize("dtype, tolerance", DTYPES)
def test_scaled_dot_product_attention_is_torchs(shapes, options, dtype, tolerance):
    tensors = [torch.randn(shape, dtype=dtype) for shape in shapes]
    if options.get("attn_mask") is not None and options["attn_mask"].dtype != torch.bool:
        options = {**options, "attn_mask": options["attn_mask"].to(dtype)}
    expected = torch.nn.functional.scaled_dot_product_attention(*tensors, **options)
    got = xt.scaled_dot_product_attention(*tensors, **options)
    assert got.shape == expected.shape and got.dtype == dtype
    torch.testing.assert_close(got.float(), expected.float(), rtol=tolerance, atol=4 * tolerance)


@pytest.mark.parametrize(
    "options, argument",
    [
        (dict(dropout_p=0.1), "dropout_p"),
        (dict(is_causal=True, attn_mask=torch.ones(5, 5, dtype=torch.bool)), "attn_mask"),
        (dict(attn_mask=torch.ones(5, 6)), "bias shape"),
        (dict(scale=float("nan")), "scale"),
    ],
)
def test_scaled_dot_product_attention_refuses(options, argument):
    q = torch.randn(2, 4, 5, 8)
    with pytest.raises(ValueError) as caught:
        xt.scaled_dot_product_attention(q, q, q, **options)
    assert caught.value.argument == argument
    with pytest.raises(TypeError):
        xt.scaled_dot_product_attention(q.double(), q.double(), q.double())
