"""The experiments, in the order of the page."""

from experiments import canyon, classification, complexity, density, regression, sdp

ALL = {module.NAME: module for module in (density, canyon, complexity, sdp, classification, regression)}
