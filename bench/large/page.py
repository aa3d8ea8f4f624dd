"""docs/large.md, from the results that are there."""

import sections
from common import page

PREAMBLE = """\
# Many rows

The numbers are written by `make bench-large`; do not edit this page by hand.

| rows | what `tkl train` does | why |
|---|---|---|
| up to 50,000; 20,000 where half of the matrix, 2 bytes for each pair of rows, takes more than two fifths of the memory limit | exact: f is made of all points | it takes minutes, and landmarks that take as long are less accurate: see *Landmarks against all points* |
| up to 1,000,000 of one or two features, up to 200,000 of three | exact too, where the kernel is tessellated (x basis) or reflected | products with the kernel matrix take O(m logⁿ⁻¹ m) operations for n features ([math.md](math.md) §14), and landmarks that take as long lose much there |
| up to 200,000 | landmarks and cells: f is made of up to 2000 points everywhere, and of all points of a cell of up to 2000 rows there; the mean of two divisions into cells | nearer to the exact fit than landmarks alone, by up to 22% of its error on the sets below (20,000 rows); time and memory grow as the rows. Where a target is smooth and noisy, landmarks alone can be more accurate |
| more, or where memory has no room for that | landmarks alone, as many as a Newton step of some ten seconds allows, at most 5000 | fast; less accurate for rough functions, see below |
| any | `--landmarks N` and `--cells N`, or `--landmarks 0` for the exact fit, under the memory limit `-m`, by default half of what is free | your choice; exact fits of 100,000 rows take minutes, see below. A number of landmarks alone means no cells |
| more than one machine holds | `mpirun -n R tkl train …`, every rank with its part of the file; landmarks, no cells | see below |

Where functions are made of landmarks ([math.md](math.md) §13), P is learned from 4000 rows, each standing for many, and the
SVM from all rows. Certified are (`tkl info`): the relative gap of the SVM on all rows, for its kernel, landmarks and cells; that of P
on the rows it was learned from; and, without cells, to first order what another P could gain on all rows. What
landmarks cost in accuracy cannot be certified, but measured: below. Tessellated kernels are rough, so their
spectrum decays slowly: landmarks alone lose much that cells give back.

A search sees 8000 of the rows, whatever their number, and is exact there. Where Φ (4 bytes for each row and landmark) does not
fit under `-m`, it is computed again whenever it is needed.

## More rows than memory

CSV files above 200 MB are read in pieces, twice: once to learn what the columns mean, once for the numbers. `tkl train` plans
the memory in between. The numbers, 8 bytes each, are in memory twice if that fits under `-m`. If it does not, or if that leaves Φ the room it
needs, they go to a scratch file, a second one has the rows in a random order, and every pass over the rows
reads blocks of it. Memory then holds some fifteen numbers a row, however many features there are, and Φ if it fits. The model is the same,
bit by bit, as one from rows in memory. `--verbose` tells what was chosen.

The files are in the folder that TMPDIR names, or else where the model will be, and not in /tmp, which may be memory itself. They have no
names, so nothing of them is left whatever ends the run; a disk without room for them says so before any work is done. They are read and not
mapped, so what the system keeps of them in its cache is no memory of the process and can be dropped. Exact fits, cells and cross-validation
(`tkl cv`) have their rows in memory, as have arrays that Python or C++ bring along; in C++ `DatasetReader` and `DatasetOnDisk`
are the way. Each of several processes decides for its own rows.

## Several processes

    mpirun -n 4 tkl train --landmarks 1000 data.csv model.tkl
    mpirun -n 4 tkl predict data.csv model.tkl predictions.txt

Every rank reads the lines of its part of the file (CSV or TSV, the same file for all; quoted fields without line breaks), and
they agree on columns, levels and classes first. What they exchange are sums: an r-vector and an r × r matrix for each Newton
step. The model does not depend on the number of ranks but for rounding. Fits of the search are dealt out. If a rank is
lost the job ends; `--resume` goes on from the last checkpoint, which rank 0 writes beside the model every two minutes
(`--checkpoint-every`); what the fits of a search found is kept likewise, in a second file. tkl is built for this where OpenMPI is installed, as
a second program `tkl-mpi` that `tkl` hands over to; `tkl` itself needs no MPI.
"""


def write(folder, bench):
    return page.write(folder / "large.md", PREAMBLE, sections.ALL, bench)
