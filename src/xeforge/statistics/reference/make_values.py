"""Writes values.json: what SciPy, or counting out every possibility, says of small samples; the tests compare with it.

    python3 -m venv /tmp/venv && /tmp/venv/bin/pip install scipy
    /tmp/venv/bin/python src/xeforge/statistics/reference/make_values.py > src/xeforge/statistics/reference/values.json
"""

import itertools
import json

import numpy
import scipy
from scipy import stats

random = numpy.random.default_rng(20)


def rank_test_counted_out(first, second):
    """Every way of choosing which of the values are the second list's: its rank sums, ties with their mean rank."""
    ranks = stats.rankdata(first + second)
    seen = sum(ranks[len(first):])
    sums = [sum(chosen) for chosen in itertools.combinations(ranks, len(second))]
    tails = [sum(s <= seen for s in sums), sum(s >= seen for s in sums)]
    return min(1.0, 2 * min(tails) / len(sums))


def critical_u(n, m, confidence):
    """The largest u that is rejected, as tables have it: counted out over every order of n + m values; -1: none."""
    u = [sum(chosen) - m * (m + 1) // 2 for chosen in itertools.combinations(range(1, n + m + 1), m)]
    critical = -1
    while sum(value <= critical + 1 for value in u) / len(u) <= (1 - confidence) / 2:
        critical += 1
    return critical


def rank_case(first, second):
    case = {"first": first, "second": second}
    ties = len(set(first + second)) < len(first + second)
    assert not ties or len(first + second) <= 16 or len(first + second) > 50, "too many orders to count out"
    if len(first) + len(second) > 50:
        result = stats.mannwhitneyu(second, first, method="asymptotic", use_continuity=True)
        case["p"], case["method"] = result.pvalue, "normal"
    elif ties:
        result = stats.mannwhitneyu(second, first)
        case["p"], case["method"] = rank_test_counted_out(first, second), "exact"
    else:
        result = stats.mannwhitneyu(second, first, method="exact")
        case["p"], case["method"] = result.pvalue, "exact"
    case["u"] = result.statistic
    differences = numpy.sort(numpy.subtract.outer(second, first).ravel())
    case["shift"] = float(numpy.median(differences))
    if len(first) + len(second) <= 16 and not ties:
        critical = critical_u(len(first), len(second), 0.95)
        if critical >= 0:
            case["interval"] = [float(differences[critical]), float(differences[-1 - critical])]
    return case


def sample_case(samples):
    values = numpy.sort(samples)
    n = len(samples)
    left_out = 0
    while left_out + 1 < n / 2 and 1 - 2 * stats.binom.cdf(left_out + 1, n, 0.5) >= 0.95:
        left_out += 1
    quarters = numpy.quantile(values, [0.25, 0.75])
    return {"samples": samples, "median": float(numpy.median(values)), "quarters": quarters.tolist(),
            "interval": [float(values[left_out]), float(values[-1 - left_out])],
            "confidence": float(1 - 2 * stats.binom.cdf(left_out, n, 0.5))}


def drift_case(samples):
    time = numpy.arange(len(samples))
    kendall = stats.kendalltau(time, samples, method="asymptotic")
    return {"samples": samples, "slope": stats.theilslopes(samples, time).slope, "tau": kendall.statistic,
            "p": kendall.pvalue}


def numbers(count, step=0.001):
    """Like times: a floor and a long tail; a large step makes ties."""
    values = 10 + random.gamma(2, 1, count)
    return [round(float(numpy.round(value / step) * step), 6) for value in values]


def moved(samples, by):
    return [round(value + by, 6) for value in samples]


def main():
    pairs = [([1.0], [2.0]), ([1.0, 2.0], [3.0, 4.0]), ([3.0, 3.0, 3.0], [3.0, 3.0]),
             ([1.0, 2.0, 2.0, 3.0], [2.0, 3.0, 3.0, 4.0, 5.0])]
    for n, m, by, step in [(5, 5, 2, 0.001), (8, 8, 1, 0.001), (3, 9, 0.5, 0.001), (6, 7, 0, 0.001), (7, 7, 1, 0.5),
                           (6, 9, 0, 1), (20, 25, 0.4, 0.00001), (30, 40, 0.3, 0.001), (60, 45, 0.5, 0.5),
                           (100, 100, 0, 0.25), (3, 80, 1, 0.001)]:
        pairs.append((numbers(n, step), moved(numbers(m, step), by)))
    samples = [numbers(n) for n in (1, 2, 5, 6, 7, 10, 15, 20, 25, 40, 61, 100, 1000)]
    rows = [numbers(5), numbers(12), numbers(30, 0.5), [float(x) for x in range(10)], moved(numbers(4), 0)]
    rows.append([round(value + 0.1 * place, 6) for place, value in enumerate(numbers(40))])
    print(json.dumps({
        "made_by": f"make_values.py with SciPy {scipy.__version__} and NumPy {numpy.__version__}",
        "normal_tails": [[z, float(stats.norm.sf(z))] for z in (-3, -1, 0, 0.5, 1, 1.96, 2.5, 4, 8)],
        "samples": [sample_case(sample) for sample in samples],
        "rank_tests": [rank_case(first, second) for first, second in pairs],
        "drifts": [drift_case(row) for row in rows]}))


main()
