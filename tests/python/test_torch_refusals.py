"""What xeforge.torch refuses, by the names of the arguments: before the dispatcher, in the operators, and while torch traces."""

import re

import pytest

torch = pytest.importorskip("torch", reason="torch is not here: ./forge test-frameworks runs this")

import numpy as np  # noqa: E402
import xeforge  # noqa: E402
import xeforge.torch as xt  # noqa: E402

ROWS, Q = torch.linspace(0, 1, 128).reshape(4, 32), torch.linspace(-1, 1, 160).reshape(1, 4, 5, 8)


@pytest.mark.parametrize(
    "call, message",
    [
        (lambda: xt.softmax_topk(ROWS.numpy(), 2), "scores: got an object of type ndarray; expected a torch.Tensor"),
        (lambda: xt.softmax_topk([1.0], 2), "scores: got an object of type list; expected a torch.Tensor"),
        (lambda: xt.softmax_topk(ROWS.to_sparse(), 2), "scores: got a tensor of layout torch.sparse_coo; expected a dense one"),
        (lambda: xt.softmax_topk(ROWS, 2, correction_bias=np.ones(32, "f4")), "correction_bias: got an object of type ndarray"),
        (lambda: xt.softmax_topk(ROWS, 2.0), "k: got 2.0; expected an integer"),
        (lambda: xt.softmax_topk(ROWS, True), "k: got True; expected an integer"),
        (lambda: xt.softmax_topk(ROWS, 2**70), "k: got 1180591620717411303424; expected an integer of at most 64 bits"),
        (lambda: xt.softmax_topk(ROWS, 2, renormalize="no"), "renormalize: got 'no'; expected True or False"),
        (lambda: xt.softmax_topk(ROWS, 2, renormalize=1), "renormalize: got 1; expected True or False"),
        (lambda: xt.softmax_topk(ROWS, 2, index_dtype="int64"), "index_dtype: got 'int64'; expected a torch.dtype"),
        (lambda: xt.softmax_topk(ROWS.double(), 2), "scores dtype: got float64; expected float16, bfloat16 or float32"),
        (lambda: xt.attention(Q.numpy(), Q, Q), "q: got an object of type ndarray; expected a torch.Tensor"),
        (lambda: xt.attention(Q, Q, Q, mask=np.ones((5, 5), bool)), "mask: got an object of type ndarray; expected a torch.Tensor"),
        (lambda: xt.attention(Q, Q, Q, scale="1"), "scale: got '1'; expected a number"),
        (lambda: xt.attention(Q, Q, Q, return_lse=1), "return_lse: got 1; expected True or False"),
        (lambda: xt.attention(Q[0], Q[0], Q[0]), "q shape: got (4, 5, 8); expected 4 dimensions"),
        (lambda: xt.rms_norm(ROWS, ROWS[0].numpy()), "weight: got an object of type ndarray; expected a torch.Tensor"),
        (lambda: xt.rms_norm(ROWS, ROWS[0], eps="x"), "eps: got 'x'; expected a number"),
    ],
)
def test_what_torch_refuses_is_said_by_the_names_of_the_arguments(call, message):
    with pytest.raises((xeforge.ArgumentError, xeforge.ArgumentTypeError)) as caught:
        call()
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    "call, message",
    [
        (lambda sdpa: sdpa(Q.numpy(), Q, Q), "query: got an object of type ndarray; expected a torch.Tensor"),
        (lambda sdpa: sdpa(Q, Q.to_sparse(), Q), "key: got a tensor of layout torch.sparse_coo"),
        (lambda sdpa: sdpa(Q, Q, Q, attn_mask=np.ones((5, 5), bool)), "attn_mask: got an object of type ndarray"),
        (lambda sdpa: sdpa(Q, Q, Q, attn_mask=torch.zeros(5, 5).double()), "attn_mask dtype: got float64; expected float32 or the type of query"),
        (lambda sdpa: sdpa(Q, Q, Q, attn_mask=torch.zeros(5, 6)), "attn_mask shape: got (5, 6); expected (1, 1 or 4, 1 or 5, 1 or 5)"),
        (lambda sdpa: sdpa(Q.double(), Q.double(), Q.double()), "query dtype: got float64; expected float16, bfloat16 or float32"),
        (lambda sdpa: sdpa(Q, Q.half(), Q), "key dtype: got float16; expected the type of query, float32"),
        (lambda sdpa: sdpa(Q, Q[:, :2], Q[:, :2]), "key shape: got (1, 2, 5, 8); expected dimensions that broadcast to (1, 4)"),
        (lambda sdpa: sdpa(Q, Q[:, :3], Q[:, :3], enable_gqa=True), "key shape: got (1, 3, 5, 8); expected a number of heads that divides the 4 of query"),
        (lambda sdpa: sdpa(Q[0], Q[0, :, :, :7], Q[0]), "key shape: got (4, 5, 7); expected"),
        (lambda sdpa: sdpa(Q, Q, Q[:, :, :4]), "value shape: got (1, 4, 4, 8); expected (1, 4, 5, d_v), as key (1, 4, 5, 8) has it"),
        (lambda sdpa: sdpa(Q, Q, Q, is_causal=1), "is_causal: got 1; expected True or False"),
    ],
)
def test_scaled_dot_product_attention_names_its_own_arguments(call, message):
    with pytest.raises((xeforge.ArgumentError, xeforge.ArgumentTypeError)) as caught:
        call(xt.scaled_dot_product_attention)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    "options, message",
    [
        (dict(key=Q.half()), "key dtype: got float16; expected the type of query, float32"),
        (dict(attention_mask=torch.zeros(5, 4)), "attention_mask shape: got (5, 4)"),
        (dict(attention_mask=torch.ones(5, 4, dtype=torch.bool)), "attention_mask shape: got (5, 4)"),
        (dict(position_bias=torch.zeros(3, 3)), "position_bias shape: got (3, 3)"),
        (dict(s_aux=torch.zeros(3)), "s_aux: got 3 values; expected 4, one for each head of query"),
        (dict(scaling=float("nan")), "scaling: got nan; expected a finite number"),
    ],
)
def test_the_function_for_transformers_names_its_own_arguments(options, message):
    with pytest.raises((xeforge.ArgumentError, xeforge.ArgumentTypeError)) as caught:
        xt.attention_forward(torch.nn.Identity(), **{**dict(query=Q, key=Q, value=Q, attention_mask=None, is_causal=False), **options})
    assert str(caught.value).startswith(message)


WITHOUT_DATA = [
    (lambda x, q: xt.softmax_topk(x, 33), "k: got 33; expected 1 to 32, the number of columns"),
    (lambda x, q: xt.softmax_topk(x, 0), "k: got 0; expected 1 to 32, the number of columns"),
    (lambda x, q: xt.softmax_topk(x.double(), 2), "scores dtype: got float64; expected float16, bfloat16 or float32"),
    (lambda x, q: xt.softmax_topk(x, 2, correction_bias=x[0, :5]), "correction_bias: got 5 values"),
    (lambda x, q: xt.softmax_topk(x, 2, num_expert_group=5), "num_expert_group: got 5"),
    (lambda x, q: xt.softmax_topk(x, 9, num_expert_group=4), "topk_group: got 1 groups of 8 columns"),
    (lambda x, q: xt.softmax_topk(x, 2, scoring="tanh"), "scoring: got 'tanh'"),
    (lambda x, q: xt.softmax_topk(x, 2, weight_dtype=torch.float16), "weight_dtype: got"),
    (lambda x, q: xt.softmax_topk(x, 2, index_dtype=torch.int16), "index_dtype: got"),
    (lambda x, q: xt.attention(q, q[:, :3], q[:, :3]), "k shape: got (1, 3, 5, 8); expected a number of heads that divides the 4 of q"),
    (lambda x, q: xt.attention(q, q[..., :7], q), "k shape: got (1, 4, 5, 7)"),
    (lambda x, q: xt.attention(q, q, q[:, :, :4]), "v shape: got (1, 4, 4, 8)"),
    (lambda x, q: xt.attention(q, q[:, :, :0], q[:, :, :0]), "k shape: got (1, 4, 0, 8); expected extents of at least 1"),
    (lambda x, q: xt.attention(q.repeat(1, 1, 1, 65), q.repeat(1, 1, 1, 65), q), "q shape: got (1, 4, 5, 520)"),
    (lambda x, q: xt.attention(q, q.half(), q), "k dtype: got float16; expected the type of q, float32"),
    (lambda x, q: xt.attention(q, q, q, bias=x[:3, :3]), "bias shape: got (3, 3)"),
    (lambda x, q: xt.attention(q, q, q, mask=q[0, 0, :, :5]), "mask dtype: got float32; expected bool"),
    (lambda x, q: xt.attention(q, q, q, sinks=x[0, :3]), "sinks: got 3 values"),
    (lambda x, q: xt.attention(q, q, q, alibi_slopes=x[0, :3]), "alibi_slopes shape: got (3,)"),
    (lambda x, q: xt.attention(q, q, q, cu_seqlens_q=x[0, :3].int()), "cu_seqlens_k: got nothing"),
    (lambda x, q: xt.attention(q, q, q, layout="hbsd"), "layout: got 'hbsd'"),
    (lambda x, q: xt.attention(q, q, q, softcap=-1.0), "softcap: got -1"),
    (lambda x, q: xt.rms_norm(x, x[0, :5]), "weight shape: got (5,)"),
    (lambda x, q: xt.rms_norm(x, x[0], residual=x[:2]), "residual shape: got (2, 32)"),
    (lambda x, q: xt.rms_norm(x, x[0], eps=0.0), "eps: got 0"),
]


@pytest.mark.parametrize("call, message", WITHOUT_DATA, ids=range(len(WITHOUT_DATA)))
def test_tensors_without_data_are_refused_as_those_with_data(call, message):
    with pytest.raises((ValueError, TypeError)) as with_data:
        call(ROWS, Q)
    with pytest.raises((ValueError, TypeError)) as without:
        call(ROWS.to("meta"), Q.to("meta"))
    assert str(without.value).startswith(message) and type(without.value) is type(with_data.value)
    assert without.value.argument == with_data.value.argument

    class Model(torch.nn.Module):
        def forward(self, x, q):
            return call(x, q)

    with pytest.raises(Exception, match=re.escape(message)):
        torch.export.export(Model(), (ROWS, Q), strict=False)


def test_a_trace_with_extents_of_any_size_is_no_narrower_than_the_operator():
    class Model(torch.nn.Module):
        def forward(self, x, q, k, mask):
            return xt.softmax_topk(x, 2)[0], xt.attention(q, k, k, mask=mask), xt.rms_norm(x, x[0])

    rows, batch, queries, keys = (torch.export.Dim(name) for name in ("rows", "batch", "queries", "keys"))
    given = ROWS, torch.randn(2, 4, 5, 8), torch.randn(2, 2, 7, 8), torch.rand(5, 7) > 0.3
    sizes = {0: rows}, {0: batch, 2: queries}, {0: batch, 2: keys}, {0: queries, 1: keys}
    program = torch.export.export(Model(), given, dynamic_shapes=sizes)
    other = torch.randn(9, 32), torch.randn(3, 4, 11, 8), torch.randn(3, 2, 13, 8), torch.rand(11, 13) > 0.3
    for got, expected in zip(program.module()(*other), Model()(*other)):
        torch.testing.assert_close(got, expected)


@pytest.mark.parametrize("name", ["grad", "jacrev", "vjp"])
@pytest.mark.parametrize(
    "call, given, operator",
    [
        (lambda x: xt.softmax_topk(x, 2)[0].sum(), ROWS, "softmax_topk"),
        (lambda x: xt.rms_norm(x, ROWS[0]).sum(), ROWS, "rms_norm"),
        (lambda q: xt.attention(q, q, q).sum(), Q, "attention"),
        (lambda q: xt.scaled_dot_product_attention(q, Q, Q).sum(), Q, "attention"),
    ],
)
def test_derivatives_of_torch_func_are_refused_in_one_line(call, given, operator, name):
    transform = getattr(torch.func, name)
    with pytest.raises(NotImplementedError, match=f"^xeforge.torch.{operator}: got a call within grad, vjp or jacrev of torch.func; expected"):
        transform(call, given) if name == "vjp" else transform(call)(given)


def test_what_is_wrong_within_torch_func_is_said_as_elsewhere():
    with pytest.raises(xeforge.ArgumentTypeError, match="^k: got True; expected an integer"):
        torch.func.grad(lambda x: xt.softmax_topk(x, True)[0].sum())(ROWS)


@pytest.mark.filterwarnings("ignore:There is a performance drop")
def test_vmap_takes_the_operators():
    rows, heads = torch.func.vmap(lambda x: xt.rms_norm(x, ROWS[0])), torch.func.vmap(lambda q: xt.scaled_dot_product_attention(q, q, q))
    torch.testing.assert_close(rows(ROWS), xt.rms_norm(ROWS, ROWS[0]))
    torch.testing.assert_close(heads(Q), xt.scaled_dot_product_attention(Q, Q, Q))


@pytest.mark.parametrize(
    "call, message",
    [
        (lambda sdpa: sdpa(Q, Q, Q, dropout_p=0.1), "dropout_p: got 0.1; expected 0; "),
        (lambda sdpa: sdpa(Q.double(), Q.double(), Q.double()), "query dtype: got float64; expected float16, bfloat16 or float32; "),
        (lambda sdpa: sdpa(Q.repeat(1, 1, 1, 65), Q.repeat(1, 1, 1, 65), Q), "query shape: got (1, 4, 5, 520); expected a depth (the last extent) of 1 to 512; "),
        (lambda sdpa: sdpa(Q, Q, Q.repeat(1, 1, 1, 65)), "value shape: got (1, 4, 5, 520); expected a depth (the last extent) of 1 to 512; "),
        (lambda sdpa: sdpa(Q.clone().requires_grad_(), Q, Q).sum().backward(), "xeforge.torch.attention: got a backward pass; expected inference: it has no backward, "),
    ],
)
def test_what_torch_has_to_compute_is_refused_with_the_name_of_its_function(call, message):
    with pytest.raises((ValueError, TypeError, NotImplementedError)) as caught:
        call(xt.scaled_dot_product_attention)
    assert str(caught.value).startswith(message) and "torch.nn.functional.scaled_dot_product_attention" in str(caught.value)


@pytest.mark.parametrize(
    "query, key, value",
    [
        ((0, 2, 3, 4), (0, 2, 5, 4), (0, 2, 5, 4)),
        ((2, 0, 3, 4), (2, 0, 5, 4), (2, 0, 5, 4)),
        ((1, 2, 0, 4), (1, 2, 5, 4), (1, 2, 5, 6)),
        ((1, 2, 3, 4), (1, 2, 0, 4), (1, 2, 0, 4)),  # queries without a key
        ((1, 2, 3, 4), (1, 2, 5, 4), (1, 2, 5, 0)),
        ((0, 4), (3, 4), (3, 4)),
    ],
)
def test_arrays_without_elements_give_what_torch_gives(query, key, value):
    arrays = [torch.ones(shape, requires_grad=True) for shape in (query, key, value)]
    got, expected = (function(*arrays) for function in (xt.scaled_dot_product_attention, torch.nn.functional.scaled_dot_product_attention))
    torch.testing.assert_close(got, expected, rtol=0, atol=0)
    got.sum().backward()  # as torch's has one
