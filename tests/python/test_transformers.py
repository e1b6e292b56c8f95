"""Models of transformers, small ones made from configurations: attention and routers by xeforge give the logits, the
sentence embeddings and the generated tokens that transformers' own eager code gives."""

import copy
import pickle

import pytest

HOW = "./forge test-frameworks runs this"
torch = pytest.importorskip("torch", reason=f"torch is not here: {HOW}")
transformers = pytest.importorskip("transformers", reason=f"transformers is not here: {HOW}")

import xeforge.torch as xt  # noqa: E402

SMALL = dict(vocab_size=101, hidden_size=64, intermediate_size=96, num_hidden_layers=2, num_attention_heads=4)
DECODER = dict(**SMALL, num_key_value_heads=2, max_position_embeddings=128, pad_token_id=0, bos_token_id=1, eos_token_id=2)


def pair(model_class, config, dtype=torch.float32):
    """The same model twice: with the eager attention, and with xeforge's."""
    torch.manual_seed(0)
    xt.register_transformers()
    eager = model_class._from_config(copy.deepcopy(config), attn_implementation="eager", dtype=dtype).eval()
    with torch.no_grad():
        for parameter in eager.parameters():  # larger than a new model's, so that attention and routing matter
            if parameter.dim() > 1:
                parameter.normal_(0, parameter.shape[-1] ** -0.5)
    ours = model_class._from_config(copy.deepcopy(config), attn_implementation="xeforge", dtype=dtype).eval()
    ours.load_state_dict(eager.state_dict())
    return eager, ours


def tokens(batch=2, length=19, seed=1):
    return torch.randint(3, 101, (batch, length), generator=torch.Generator().manual_seed(seed))


def counted(monkeypatch, name):
    """How often an operator of torch.ops.xeforge is called from here on."""
    calls = []
    original = getattr(torch.ops.xeforge, name)

    class Counting:
        def __call__(self, *arguments, **options):
            calls.append(arguments[0].shape)
            return original(*arguments, **options)

    monkeypatch.setattr(torch.ops.xeforge, name, Counting())
    return calls


@torch.no_grad()
def expect_same(eager, ours, monkeypatch, tolerance=2e-5, layers=2, **inputs):
    calls = counted(monkeypatch, "attention")
    expected, got = eager(**inputs), ours(**inputs)
    assert len(calls) == layers, "every layer's attention is xeforge's"
    first = "logits" if hasattr(expected, "logits") else "last_hidden_state"
    expected, got = getattr(expected, first).float(), getattr(got, first).float()
    assert expected.std() > 0.05
    torch.testing.assert_close(got, expected, rtol=tolerance, atol=tolerance * expected.abs().max().item())


@torch.no_grad()
def expect_same_tokens(eager, ours, **inputs):
    options = dict(max_new_tokens=12, do_sample=False, pad_token_id=0)
    torch.testing.assert_close(ours.generate(**inputs, **options), eager.generate(**inputs, **options))


PADDED = torch.ones(2, 19, dtype=torch.long)
PADDED[1, 12:] = 0


@pytest.mark.parametrize("name", ["Bloom", "MPNet", "RoFormer", "MegatronBert", "XGLM"])
@pytest.mark.parametrize("mask", [None, PADDED], ids=["whole", "padded"])
@torch.no_grad()
def test_models_that_compute_their_own_attention_go_on_doing_so(name, mask, monkeypatch):
    sizes = dict(Bloom=dict(n_layer=2, n_head=4), XGLM=dict(d_model=64, ffn_dim=96, num_layers=2, attention_heads=4))
    config = getattr(transformers, name + "Config")(**{**SMALL, **sizes.get(name, {})})
    eager, ours = pair(getattr(transformers, name + "Model"), config)
    calls = counted(monkeypatch, "attention")
    expected, got = (model(tokens(), attention_mask=mask).last_hidden_state for model in (eager, ours))
    assert len(calls) == 0
    torch.testing.assert_close(got, expected, rtol=0, atol=0)


@pytest.mark.parametrize("mask", [None, PADDED], ids=["whole", "padded"])
def test_bert(mask, monkeypatch):
    eager, ours = pair(transformers.BertModel, transformers.BertConfig(**SMALL))
    calls = counted(monkeypatch, "attention")
    with torch.no_grad():
        expected, got = (model(tokens(), attention_mask=mask).last_hidden_state for model in (eager, ours))
    assert len(calls) == 2
    keep = slice(None) if mask is None else mask.bool()
    torch.testing.assert_close(got[keep], expected[keep], rtol=2e-5, atol=1e-4)


def test_t5_with_its_relative_bias(monkeypatch):
    config = transformers.T5Config(vocab_size=101, d_model=64, d_kv=16, d_ff=96, num_layers=2, num_heads=4, pad_token_id=0,
                                   decoder_start_token_id=0, eos_token_id=2)
    eager, ours = pair(transformers.T5ForConditionalGeneration, config)
    inputs = dict(input_ids=tokens(), attention_mask=PADDED)
    expect_same(eager, ours, monkeypatch, layers=6, decoder_input_ids=tokens(length=7, seed=2), **inputs)
    expect_same_tokens(eager, ours, **inputs)


@pytest.mark.parametrize("dtype, tolerance", [(torch.float32, 2e-5), (torch.bfloat16, 4e-2)])
def test_llama_with_shared_heads(dtype, tolerance, monkeypatch):
    eager, ours = pair(transformers.LlamaForCausalLM, transformers.LlamaConfig(**DECODER), dtype)
    expect_same(eager, ours, monkeypatch, tolerance, input_ids=tokens())
    if dtype == torch.float32:
        left = PADDED.flip(1)
        expect_same_tokens(eager, ours, input_ids=tokens(), attention_mask=left)
        expect_same_tokens(eager, ours, input_ids=tokens(), cache_implementation="static")


def test_gemma2_with_softcap_and_window(monkeypatch):
    config = transformers.Gemma2Config(**DECODER, head_dim=16, sliding_window=8, attn_logit_softcapping=5.0)
    eager, ours = pair(transformers.Gemma2ForCausalLM, config)
    expect_same(eager, ours, monkeypatch, input_ids=tokens())


def test_gpt_oss_with_sinks_and_its_router(monkeypatch):
    config = transformers.GptOssConfig(**DECODER, head_dim=16, num_local_experts=8, num_experts_per_tok=3, sliding_window=8,
                                       layer_types=["sliding_attention", "full_attention"])
    eager, ours = pair(transformers.GptOssForCausalLM, config)
    with torch.no_grad():
        for model in (eager, ours):
            for layer in model.model.layers:
                layer.self_attn.sinks.copy_(torch.tensor([1.0, -1.0, 2.0, 0.0]))
    routed = counted(monkeypatch, "softmax_topk")
    assert xt.use_routers(ours) == 2
    expect_same(eager, ours, monkeypatch, input_ids=tokens())
    assert len(routed) == 2
    expect_same_tokens(eager, ours, input_ids=tokens())
    with torch.no_grad():
        saved = pickle.loads(pickle.dumps(ours))
        torch.testing.assert_close(saved(tokens()).logits, ours(tokens()).logits, rtol=0, atol=0)


MIXTURES = {
    "mixtral": (transformers.MixtralForCausalLM,
                lambda: transformers.MixtralConfig(**DECODER, num_local_experts=8, num_experts_per_tok=2)),
    "olmoe": (transformers.OlmoeForCausalLM,
              lambda: transformers.OlmoeConfig(**DECODER, num_experts=16, num_experts_per_tok=4, norm_topk_prob=False)),
    "olmoe, renormalised": (transformers.OlmoeForCausalLM,
                            lambda: transformers.OlmoeConfig(**DECODER, num_experts=16, num_experts_per_tok=4, norm_topk_prob=True)),
    "deepseek-v3": (transformers.DeepseekV3ForCausalLM,
                    lambda: transformers.DeepseekV3Config(
                        **{**DECODER, "num_key_value_heads": 4}, moe_intermediate_size=48, n_routed_experts=32, n_group=8,
                        topk_group=3, num_experts_per_tok=4, first_k_dense_replace=0, kv_lora_rank=16, q_lora_rank=24,
                        qk_rope_head_dim=8, v_head_dim=16, qk_nope_head_dim=16)),
}


@pytest.mark.parametrize("name", MIXTURES)
def test_mixtures_of_experts(name, monkeypatch):
    model_class, config = MIXTURES[name]
    eager, ours = pair(model_class, config())
    for model in (eager, ours):
        for index, module in enumerate(module for module in model.modules() if hasattr(module, "e_score_correction_bias")):
            module.e_score_correction_bias.copy_(torch.linspace(-0.2, 0.2, 32).roll(11 * (index + 1)))
    routed = counted(monkeypatch, "softmax_topk")
    assert xt.use_routers(ours) == 2
    expect_same(eager, ours, monkeypatch, 5e-5, input_ids=tokens())
    assert routed == [torch.Size([38, eager.config.num_local_experts if name != "olmoe" else 16])] * 2 or len(routed) == 2
    expect_same_tokens(eager, ours, input_ids=tokens())


def test_a_model_that_is_there_can_change_over(monkeypatch):
    eager, _ = pair(transformers.BertModel, transformers.BertConfig(**SMALL))
    with torch.no_grad():
        expected = eager(tokens()).last_hidden_state
        eager.set_attn_implementation("xeforge")
        calls = counted(monkeypatch, "attention")
        torch.testing.assert_close(eager(tokens()).last_hidden_state, expected, rtol=2e-5, atol=1e-4)
    assert len(calls) == 2


def test_compiled_as_one_graph():
    eager, ours = pair(transformers.BertModel, transformers.BertConfig(**SMALL))
    compiled = torch.compile(ours, backend="eager", fullgraph=True)
    with torch.no_grad():
        torch.testing.assert_close(compiled(tokens()).last_hidden_state, eager(tokens()).last_hidden_state, rtol=2e-5, atol=1e-4)


def test_what_is_not_computed_is_refused():
    _, ours = pair(transformers.BertModel, transformers.BertConfig(**SMALL))
    with pytest.raises(ValueError, match="dropout: got 0.1; expected 0"):
        ours.train()(tokens())
    with pytest.raises(ValueError, match="output_attentions: got True"):
        xt.attention_forward(ours, *[torch.ones(1, 2, 3, 4)] * 3, None, output_attentions=True)
    with pytest.raises(ValueError, match="cache: got"):
        xt.attention_forward(ours, *[torch.ones(1, 2, 3, 4)] * 3, None, cache=object())
    with pytest.raises(ValueError, match="model: got BertModel without a known router"):
        xt.use_routers(ours)
    with pytest.raises(ValueError, match="router: got Linear"):
        xt.route(torch.nn.Linear(2, 2), torch.ones(1, 2))
