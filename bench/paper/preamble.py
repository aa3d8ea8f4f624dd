"""What the page says before the numbers."""

TEXT = """\
# The paper, again

Written by `make paper`; do not edit by hand. Every figure and table of B. K. Colbert and M. M. Peet, *A New Algorithm for
Tessellated Kernel Learning* (arXiv 2006.07693), with our code and the rivals that the paper names, on one machine.
Numbers under *paper* are as printed there (times on its machine, an i7-5960X); all others are measured by the
scripts in [bench/paper](../bench/paper/README.md).

    make paper                # everything that is not measured yet; some hours
    make paper ONLY=density   # one, or several with commas: NAMES
    make paper QUICK=1        # a few small points, in minutes; leaves this page alone

The data sets are looked for in the folder `$TKL_DATA`; what needs one that is absent is skipped, with a word. A bar that was
measured on fewer points than it asks for counts as failed. What the paper proves rather than measures (linear in P, dense,
universal) is shown in numbers in [math.md](math.md) §3.
"""
