"""Fitting the value network of cards_value to positions and what became of them: gradients and Adam, compiled."""

# mypy: disable-error-code="no-untyped-def,no-untyped-call"

from __future__ import annotations

import numpy as np

from sixfold.kernel.cards.thinking.value import (
    EMBED,
    FACT_COUNT,
    FACTS,
    MIX,
    MIX_FACTS,
    OUT,
    OUT_FACTS,
    WEIGHTS,
    H,
    M,
    forward,
)
from sixfold.kernel.engine import compiled


@compiled
def backward(theta, gradient, words, facts, lines, hidden, errors, d_hidden, d_sum):
    """Add the gradient of sum(errors * outputs) for the position that `forward` has just seen."""
    zero = np.float32(0.0)
    for o in range(2):
        for f in range(FACT_COUNT):
            gradient[OUT_FACTS + 2 * f + o] += errors[o] * facts[f]
    for m in range(M):
        d_hidden[m] = zero
        if hidden[m] > zero:
            for o in range(2):
                gradient[OUT + 2 * m + o] += errors[o] * hidden[m]
                d_hidden[m] += errors[o] * theta[OUT + 2 * m + o]
    for f in range(FACT_COUNT):
        for m in range(M):
            gradient[MIX_FACTS + f * M + m] += facts[f] * d_hidden[m]
    for k in range(H):
        total = zero
        for m in range(M):
            gradient[MIX + k * M + m] += lines[13, k] * d_hidden[m]
            total += theta[MIX + k * M + m] * d_hidden[m]
        d_sum[k] = total
    for line in range(12):
        for cell in range(6):
            word = EMBED + H * words[6 * line + cell]
            for k in range(H):
                if lines[line, k] > zero:
                    gradient[word + k] += d_sum[k]
    for k in range(H):
        active = zero
        for line in range(12):
            if lines[line, k] > zero:
                active += d_sum[k]
        for f in range(FACT_COUNT):
            gradient[FACTS + f * H + k] += active * facts[f]


@compiled
def epoch(theta, moments, step, order, words, facts, targets, weights, rate, batch):
    """One pass over the positions in `order`, in batches, with Adam; the steps made so far and both mean square errors.

    `moments` is 2 x WEIGHTS; `weights` is how much each of the two outputs counts.
    """
    gradient = np.zeros(WEIGHTS, np.float32)
    lines = np.zeros((14, H), np.float32)
    hidden = np.zeros(M, np.float32)
    outputs = np.zeros(2, np.float32)
    errors = np.zeros(2, np.float32)
    d_hidden = np.zeros(M, np.float32)
    d_sum = np.zeros(H, np.float32)
    loss = np.zeros(2, np.float64)
    for seen in range(len(order)):
        index = order[seen]
        forward(theta, words[index], facts[index], lines, hidden, outputs)
        for o in range(2):
            miss = outputs[o] - targets[index, o]
            loss[o] += miss * miss
            errors[o] = miss * weights[o] / batch
        backward(theta, gradient, words[index], facts[index], lines, hidden, errors, d_hidden, d_sum)
        if (seen + 1) % batch == 0:
            step += 1
            bias1 = np.float32(1.0 - 0.9**step)
            bias2 = np.float32(1.0 - 0.999**step)
            for k in range(WEIGHTS):
                g = gradient[k]
                gradient[k] = np.float32(0.0)
                moments[0, k] = np.float32(0.9) * moments[0, k] + np.float32(0.1) * g
                moments[1, k] = np.float32(0.999) * moments[1, k] + np.float32(0.001) * g * g
                theta[k] -= rate * (moments[0, k] / bias1) / (np.sqrt(moments[1, k] / bias2) + np.float32(1e-7))
    return step, loss / max(1, len(order))


@compiled
def errors_of(theta, words, facts, targets):
    """Both mean square errors on positions that were kept aside."""
    lines = np.zeros((14, H), np.float32)
    hidden = np.zeros(M, np.float32)
    outputs = np.zeros(2, np.float32)
    loss = np.zeros(2, np.float64)
    for index in range(len(words)):
        forward(theta, words[index], facts[index], lines, hidden, outputs)
        for o in range(2):
            miss = outputs[o] - targets[index, o]
            loss[o] += miss * miss
    return loss / max(1, len(words))
