"""Tessellated kernels in a few lines of numpy, apart from the library: docs/math.md §2, the x basis."""

import itertools

import numpy as np


def monomials(x, degree):
    """One column for each monomial of at most this degree, by degree."""
    features = range(x.shape[1])
    factors = [chosen for size in range(degree + 1)
               for chosen in itertools.combinations_with_replacement(features, size)]
    return np.stack([np.prod(x[:, chosen], axis=1) for chosen in factors], axis=1)


def scaled(x):
    """Features on [0, 1]."""
    spans = np.ptp(x, axis=0)
    return (x - x.min(axis=0)) / np.where(spans > 0, spans, 1)


class Tessellated:
    """The s = 2q functions of N on given points, and the kernel matrices that they span."""

    def __init__(self, x, bound, basis):
        def corner(p):  # the share of the box above p
            return np.prod((1 + bound - p) / (1 + 2 * bound), axis=-1)

        both, first, second = corner(np.maximum(x[:, None], x[None])), corner(x)[:, None], corner(x)[None]
        # How much of the box is above (0) or not above (1) the one point and the other.
        self._shares = {(0, 0): both, (0, 1): first - both, (1, 0): second - both, (1, 1): 1 - first - second + both}
        self._functions = [(side, column) for side in (0, 1) for column in basis.T]
        self._scales = np.ones(len(self._functions))

    @property
    def size(self):
        return len(self._functions)

    def _product(self, i, j):
        (side, left), (other_side, right) = self._functions[i], self._functions[j]
        return self._scales[i] * self._scales[j] * np.outer(left, right) * self._shares[side, other_side]

    def unit(self, i, j):
        """The kernel matrix of the symmetric P that is 1 at (i, j) and (j, i), else 0."""
        matrix = self._product(i, j)
        return matrix if i == j else matrix + matrix.T

    def kernel(self, P):
        return sum(P[i, j] * self.unit(i, j) for i in range(self.size) for j in range(i, self.size))

    def normalise(self):
        """Functions of unit mean square, and a centred mean diagonal of 1 at P = I: docs/math.md §8."""
        self._scales = np.array([np.mean(np.diag(self._product(i, i))) ** -0.5 for i in range(self.size)])
        self._scales *= self.unit_of_cost() ** -0.5

    def unit_of_cost(self):
        """What an SVM with a bias sees of the kernel at P = I."""
        identity = sum(self.unit(i, i) for i in range(self.size))
        return np.mean(np.diag(identity)) - np.mean(identity)
