"""The sections in the order of the page. Each has a NAME, a TITLE and an ABOUT, the points to measure,
how to measure one, and how to render the rows: lines of Markdown, and verdicts."""

from . import exponents, learning, memory, opt_a, peers, prediction, solves, threads

ALL = {section.NAME: section
       for section in (opt_a, learning, solves, exponents, prediction, memory, threads, peers)}
