"""The notebooks of the package run from first to last cell, in one kernel that imports once."""

from __future__ import annotations

from pathlib import Path

import nbformat
from conftest import ROOT
from nbclient import NotebookClient

NOTEBOOKS = sorted((ROOT / "api" / "client" / "python" / "notebooks").glob("*.ipynb"))
LIMIT_S = 120


def test_notebooks(tmp_path: Path) -> None:
    read = [nbformat.read(path, as_version=4) for path in NOTEBOOKS]
    assert len(read) == 3
    assert not any(cell.get("outputs") for each in read for cell in each.cells), "Outputs are not stored"
    # A notebook does not see the names of the previous one.
    cells = [cell for each in read for cell in (nbformat.v4.new_code_cell("%reset -f"), *each.cells)]
    together = nbformat.v4.new_notebook(cells=cells)
    NotebookClient(together, timeout=LIMIT_S, resources={"metadata": {"path": str(tmp_path)}}).execute()
    for each in read:
        shown = [output for cell in each.cells for output in cell.get("outputs", [])]
        assert any("text/html" in output.get("data", {}) for output in shown)
