"""torch tensors, and xeforge.torch: operators, gradients, tracing, scaled_dot_product_attention."""

import copy
import gc
import pickle
import threading
from pathlib import Path

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


def test_arrays_without_elements_are_given_all_the_same():
    q, scores, x = torch.randn(1, 2, 4, 8), torch.randn(3, 8), torch.randn(3, 8)
    for option in ({"mask": torch.empty(0, 4, dtype=torch.bool)}, {"bias": torch.empty(0)}, {"sinks": torch.empty(0)},
                   {"alibi_slopes": torch.empty(0)}, {"cu_seqlens_q": torch.empty(0, dtype=torch.int32)}):
        with pytest.raises(ValueError, match=next(iter(option))):
            xeforge.attention(q, q, q, **option)
        assert not xeforge.supports(xeforge.attention, q, q, q, **option)
    with pytest.raises(ValueError, match="correction_bias"):
        xeforge.softmax_topk(scores, 2, correction_bias=torch.empty(0))
    with pytest.raises(ValueError, match="residual"):
        xeforge.rms_norm(x, torch.ones(8), residual=torch.empty(0))
    out, total = xt.rms_norm(torch.zeros(0, 8), torch.ones(8), residual=torch.zeros(0, 8))
    assert out.shape == total.shape == (0, 8)


def test_classes_derived_from_tensors_are_tensors():
    class Mine(torch.Tensor):
        pass

    scores = torch.randn(4, 16)
    weights, indices = xeforge.softmax_topk(scores.as_subclass(Mine), 2)
    assert isinstance(weights, torch.Tensor) and torch.equal(indices.long(), torch.topk(scores, 2)[1])
    with pytest.raises(ValueError, match="negated"):
        xeforge.softmax_topk(torch.randn(4, 16, dtype=torch.cfloat).conj().imag.as_subclass(Mine), 2)
    with pytest.raises(ValueError, match="a tensor that requires a gradient"):
        xeforge.softmax_topk(torch.nn.Parameter(scores).as_subclass(Mine), 2)


def test_a_written_tensor_is_known_to_be_changed():
    q, saved = torch.randn(1, 2, 4, 8), torch.randn(1, 2, 4, 8)
    product = (torch.randn(1, 2, 4, 8, requires_grad=True) * saved).sum()
    xeforge.attention(q, q, q, out=saved)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        product.backward()
    with torch.inference_mode():
        x = torch.randn(3, 8)
        assert xeforge.rms_norm(x, torch.ones(8), out=x) is x


def test_plain_functions_refuse_what_wants_a_gradient():
    scores = torch.randn(3, 8, requires_grad=True)
    with pytest.raises(ValueError, match="a tensor that requires a gradient"):
        xeforge.softmax_topk(scores, 2)
    with torch.no_grad():
        xeforge.softmax_topk(scores, 2)


# ---- the memory of results ---------------------------------------------------------------------------------------------


def expect_plain(tensor, shape, dtype):
    assert type(tensor) is torch.Tensor and tensor.dtype == dtype and tensor.shape == shape
    assert tensor.is_contiguous() and tensor.stride() == torch.empty(shape).stride()
    assert tensor.device.type == "cpu" and not tensor.requires_grad and tensor.data_ptr() % 64 == 0


@pytest.mark.parametrize("dtype", [torch.float32, torch.float16, torch.bfloat16])
def test_results_are_dense_and_aligned(dtype):
    for index_dtype in (torch.int32, torch.int64):
        for weight_dtype in (torch.float32, dtype):
            weights, indices = xeforge.softmax_topk(torch.randn(3, 5, 40, dtype=dtype)[:, ::2], 7, index_dtype=index_dtype,
                                                    weight_dtype=weight_dtype)
            expect_plain(weights, (3, 3, 7), weight_dtype)
            expect_plain(indices, (3, 3, 7), index_dtype)
    q = torch.randn(2, 4, 5, 16, dtype=dtype)
    out, lse = xeforge.attention(q, q, q, out_layout="sbhd", return_lse=True)
    expect_plain(out, (5, 2, 4, 16), dtype)
    expect_plain(lse, (2, 4, 5), torch.float32)
    for merged, shape, of in zip(xeforge.merge(out, lse, out, lse, layout="sbhd"), (out.shape, lse.shape), (dtype, torch.float32)):
        expect_plain(merged, shape, of)
    for each in xeforge.rms_norm(q, torch.ones(16), residual=q, return_sum=True):
        expect_plain(each, q.shape, dtype)
    expect_plain(xeforge.rms_norm(q[0, 0, 0], torch.ones(16)), (16,), dtype)


def test_autocast_is_heeded_as_for_torch_own_attention():
    q, k, v = torch.randn(1, 2, 5, 16).bfloat16(), torch.randn(1, 2, 7, 16), torch.randn(1, 2, 7, 16)
    bias = torch.randn(5, 7)
    with torch.autocast("cpu", dtype=torch.bfloat16):
        expected = torch.nn.functional.scaled_dot_product_attention(q, k, v, attn_mask=bias)
        got = xt.scaled_dot_product_attention(q, k, v, attn_mask=bias)
    assert got.dtype == expected.dtype == torch.bfloat16
    torch.testing.assert_close(got, expected, rtol=2e-2, atol=2e-2)


@pytest.mark.parametrize("scoring", ["softmax", "sigmoid"])
@pytest.mark.parametrize("renormalize", [True, False])
def test_scores_that_are_no_numbers_have_no_part_in_gradients(scoring, renormalize):
    scores = torch.randn(3, 8)
    scores[1], scores[2, 3] = -torch.inf, torch.nan
    without = scores.clone()
    without[2, 3] = -torch.inf
    gradients = []
    for given in (scores, without):
        given.requires_grad_()
        weights, _ = xt.softmax_topk(given, 2, scoring=scoring, renormalize=renormalize)
        (weights * torch.tensor([1.0, 2.0])).sum().backward()
        gradients.append(given.grad)
    assert not gradients[0].isnan().any() and not gradients[0][1].any()
    torch.testing.assert_close(gradients[0], gradients[1], rtol=0, atol=0)


def test_a_parameter_that_is_refused_is_named():
    with pytest.raises(ValueError, match="weight: got a tensor that requires a gradient"):
        xeforge.rms_norm(torch.randn(2, 16), torch.nn.Parameter(torch.ones(16)))


@pytest.mark.parametrize("layout", ["bhsd", "bshd", "sbhd"])
@pytest.mark.parametrize("out_layout", ["bhsd", "bshd", "sbhd"])
def test_results_have_the_layout_that_is_asked_for(layout, out_layout):
    q, k, v = (torch.randn(2, 3, 5, 16) for _ in range(3))
    expected = torch.nn.functional.scaled_dot_product_attention(q, k, v)
    given = [x.permute(["bhsd".index(letter) for letter in layout]) for x in (q, k, v)]
    order = ["bhsd".index(letter) for letter in out_layout]
    torch.testing.assert_close(xt.attention(*given, layout=layout, out_layout=out_layout), expected.permute(order))
    out, lse = xt.attention(*given, layout=layout, out_layout=out_layout, return_lse=True)
    torch.testing.assert_close(out, expected.permute(order))
    assert lse.shape == (2, 3, 5)


@pytest.mark.parametrize("shape", [(0, 8), (2, 0, 3, 8), (0, 0, 8)])
def test_results_without_elements(shape):
    for result in xeforge.softmax_topk(torch.empty(shape), 2):
        assert result.shape == (*shape[:-1], 2) and result.is_contiguous()
    expect_plain(xeforge.rms_norm(torch.empty(shape), torch.ones(8)), shape, torch.float32)


def test_results_outlive_the_call_and_can_be_used_as_any_tensor():
    kept, expected = [], []
    for seed in range(200):
        scores = torch.randn(4, 64, generator=torch.Generator().manual_seed(seed))
        weights, indices = xeforge.softmax_topk(scores, 8)
        kept.append((weights[1:], indices[1:]))  # views keep the memory as well
        expected.append(torch.softmax(scores, -1).topk(8).indices[1:])
    gc.collect()
    assert all(torch.equal(indices, which.int()) for (_, indices), which in zip(kept, expected))
    total = torch.stack([weights.sum(-1) for weights, _ in kept])
    torch.testing.assert_close(total, torch.ones(200, 3))
    weights, _ = xeforge.softmax_topk(torch.randn(4, 64), 8)
    before = weights.clone()
    weights += 1
    torch.testing.assert_close(weights, before + 1)
    assert torch.equal(copy.deepcopy(weights), weights) and torch.equal(pickle.loads(pickle.dumps(weights)), weights)
    assert weights.requires_grad_().sum().backward() is None and torch.equal(weights.grad, torch.ones(4, 8))
    with pytest.raises(RuntimeError, match="not resizable"):
        weights.detach().resize_(100)


def megabytes_in_use():
    """Of memory that can be written, whether it was or not: results of calls that fail never are."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmData:"):
            return int(line.split()[1]) / 1024
    raise AssertionError("no VmData in /proc/self/status")


def expect_steady_memory(call, times, megabytes):
    """Where so many calls would leave so many megabytes behind if they gave nothing back."""
    for _ in range(times // 10):
        call()
    before = megabytes_in_use()
    for _ in range(times):
        call()
    assert megabytes_in_use() - before < megabytes / 10


@pytest.mark.parametrize("rows, times", [(2**16, 200), (1, 200_000)])
def test_memory_of_results_is_given_back(rows, times):
    scores = torch.randn(rows, 16)
    expect_steady_memory(lambda: xeforge.softmax_topk(scores, 16), times, times * rows * 16 * 8 / 2**20)


def test_memory_of_results_is_given_back_where_the_call_fails():
    scores = torch.randn(2**16, 16)

    def fail():
        with pytest.raises(ValueError, match="^variant: got .nothing"):
            xeforge.softmax_topk(scores, 16, variant="nothing")
        with pytest.raises(ValueError, match="^weight shape: got "):
            xeforge.rms_norm(scores, torch.ones(15))

    expect_steady_memory(fail, 100, 100 * 2**16 * 16 * 12 / 2**20)


def test_results_of_several_threads():
    scores = [torch.randn(50, 64, generator=torch.Generator().manual_seed(seed)) for seed in range(4)]
    expected = [xeforge.softmax_topk(each, 5) for each in scores]
    wrong, results = [], []

    def call(which):
        for _ in range(300):
            got = xeforge.softmax_topk(scores[which], 5)
            if not all(map(torch.equal, got, expected[which])):
                wrong.append(which)
            results.append(got)
            del results[:-20]  # of other threads, too

    threads = [threading.Thread(target=call, args=(which,)) for which in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_results_that_no_memory_holds_are_refused():
    k = torch.ones(1, 1, 2, 1)
    with pytest.raises(MemoryError):
        xeforge.attention(torch.ones(1).expand(1, 1, 2**46, 1), k, k)
    with pytest.raises(ValueError, match="^out: got a result of more bytes than can be addressed"):
        xeforge.attention(torch.ones(1).expand(1, 1, 2**60, 1), k, k.expand(1, 1, 2, 64))


def test_results_are_on_the_cpu_and_of_the_mode_that_torch_is_in():
    scores = torch.randn(2, 8)
    with torch.device("meta"):
        assert all(each.device.type == "cpu" for each in xeforge.softmax_topk(scores, 2))
    with torch.inference_mode():
        assert all(each.is_inference() for each in xeforge.softmax_topk(scores, 2))


# ---- tensors that are read in another way, or not at all ---------------------------------------------------------------


def test_parameters_are_read_where_no_gradient_is_wanted():
    x, weight = torch.randn(3, 16), torch.nn.Parameter(torch.rand(16))
    with pytest.raises(ValueError, match="a tensor that requires a gradient"):
        xeforge.rms_norm(x, weight)
    with torch.no_grad():
        got = xeforge.rms_norm(x, weight)
        torch.testing.assert_close(got, torch.nn.functional.rms_norm(x, (16,), weight, 1e-6), rtol=1e-5, atol=1e-6)
        expect_plain(xeforge.softmax_topk(torch.nn.Parameter(x), 3)[0], (3, 3), torch.float32)


def test_tensors_without_c_functions_are_read_as_capsules():
    # As those of older versions of torch.
    Older = type("Older", (torch.Tensor,), {"__module__": "torch", "__dlpack_c_exchange_api__": None})
    scores = torch.randn(4, 32)
    got = xeforge.softmax_topk(scores.as_subclass(Older), 5)
    assert all(map(torch.equal, got, xeforge.softmax_topk(scores, 5))) and type(got[0]) is torch.Tensor
    with torch.device("meta"):
        assert xeforge.softmax_topk(scores.as_subclass(Older), 5)[0].device.type == "cpu"
    with pytest.raises(ValueError, match="a tensor that requires a gradient"):
        xeforge.softmax_topk(scores.as_subclass(Older).requires_grad_(), 5)


@pytest.mark.parametrize("last", [slice(None), slice(1)], ids=["rows", "single"])
def test_negated_views_are_refused(last):
    imaginary = torch.randn(1, 8, dtype=torch.complex64).conj().imag[:, last]
    assert imaginary.is_neg()
    with pytest.raises(ValueError, match="a view of negated elements"):
        xeforge.softmax_topk(imaginary, 1)
    weights, indices = xeforge.softmax_topk(imaginary.resolve_neg(), 1)
    assert indices.item() == imaginary.argmax().item()
    xeforge.softmax_topk(torch.randn(1, 8, dtype=torch.complex64).real, 1)


@pytest.mark.parametrize(
    "make, problem, message",
    [
        (lambda: torch.empty(2, 8, device="meta"), BufferError, "Cannot pack tensors on meta"),
        (lambda: torch.eye(8).to_sparse(), RuntimeError, "Cannot access data pointer of Tensor that doesn't have storage"),
        (lambda: torch.randn(2, 8, dtype=torch.float64), TypeError, "scores dtype: got float64;"),
        (lambda: torch.randn(2, 8, dtype=torch.complex64), TypeError, "scores dtype: got complex64;"),
        (lambda: torch.randn([1] * 8 + [8]), ValueError, "scores rank: got 9"),
    ],
    ids=["meta", "sparse", "float64", "complex", "rank"],
)
def test_tensors_that_cannot_be_read_are_refused_in_one_line(make, problem, message):
    with pytest.raises(problem) as caught:
        xeforge.softmax_topk(make(), 2)
    assert str(caught.value).startswith(message) and "\n" not in str(caught.value)


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


def test_attention_is_compiled_where_gradients_are_recorded():
    x, project = torch.randn(1, 2, 3, 8), torch.nn.Linear(8, 8)

    def layer(x):
        return xt.attention(project(x), x, x)

    for backend in ("eager", "aot_eager"):
        torch._dynamo.reset()
        out = torch.compile(layer, backend=backend)(x)
        torch.testing.assert_close(out, layer(x))
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
        (dict(attn_mask=torch.ones(5, 6)), "attn_mask shape"),
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


def test_gradients_are_finite_where_probabilities_or_squares_are_not():
    scores = torch.tensor([[0.0, -110.0, -111.0]], requires_grad=True)
    bias = torch.tensor([0.0, 9.0, 9.0])
    for scoring in ("softmax", "sigmoid"):
        scores.grad = None
        weights, _ = xt.softmax_topk(scores, 2, correction_bias=bias, scoring=scoring)
        weights[0, 0].backward()
        first, second = weights.detach()[0].tolist()
        torch.testing.assert_close(scores.grad, torch.tensor([[0.0, first * second, -first * second]]))
    x, weight = torch.full((1, 4), 1e20, requires_grad=True), torch.ones(4, requires_grad=True)
    xt.rms_norm(x, weight).sum().backward()
    torch.testing.assert_close(weight.grad, torch.ones(4))
    torch.testing.assert_close(x.grad, torch.zeros(1, 4))


@pytest.mark.filterwarnings("ignore:.torch.jit.script:FutureWarning")  # what torch.func.jvp loads
def test_derivatives_forwards_are_refused():
    scores, tangent = torch.tensor([[1.0, 2.0, 3.0]]), torch.tensor([[1.0, 0.0, 0.0]])
    q = torch.randn(1, 1, 2, 8)
    for function, x, dx in ((lambda x: xt.softmax_topk(x, 2)[0], scores, tangent),
                            (lambda x: xt.rms_norm(x, torch.ones(3)), scores, tangent),
                            (lambda x: xt.attention(q, x, q), q, q)):
        with pytest.raises(NotImplementedError, match="forward-mode"):
            torch.func.jvp(function, (x,), (dx,))
