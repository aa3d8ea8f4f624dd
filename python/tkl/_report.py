"""The report page of a model, as a notebook and a file want it."""

import html
import os
from typing import Union

from . import _core


class Report:
    """A page that shows what a model learned, how sure it is and where it fails.

    In a notebook it shows itself; ``save`` writes it to a file for any browser.

    Attributes
    ----------
    html : str
        The page: complete in itself, it asks for nothing from any network.
    """

    def __init__(self, page: str):
        self.html = page

    def save(self, path: Union[str, os.PathLike]) -> None:
        """Writes the page to a file.

        Parameters
        ----------
        path : str or path-like
        """
        _core.write_file(os.fspath(path), self.html)

    def _repr_html_(self) -> str:
        return (
            f'<iframe srcdoc="{html.escape(self.html)}" title="tkl report" '
            'style="width: 100%; height: 50rem; border: 1px solid #ccc; border-radius: 8px"></iframe>'
        )

    def __repr__(self) -> str:
        return f"<tkl report of {len(self.html) // 1000} kB; save(path) writes it to a file>"
