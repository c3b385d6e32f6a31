"""Charts of a result: a matplotlib figure, and HTML with a drawing for notebooks."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from .fuels import FUEL_KINDS

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from .result import Result

WIDTH, HEIGHT = 560, 170
GOOD, FAIR, BAD = "#2e7d4f", "#b26a00", "#b3261e"
FIGURES = {
    "objective_value": ("Objective", "{:,.2f} $"),
    "total_cost_usd": ("Operating cost", "{:,.2f} $"),
    "independent_bound_usd": ("Bound (verifier)", "{:,.2f} $"),
    "mip_gap": ("Gap (solver)", "{:.3%}"),
    "independent_gap": ("Gap (verifier)", "{:.3%}"),
    "solve_time_s": ("Solved in", "{:.2f} s"),
}


def figure(result: Result) -> Figure:
    """Draw dispatch by fuel (MW, charging below zero) over prices ($/MWh, mean and range)."""
    try:
        import matplotlib as mpl
        from matplotlib import pyplot as plt
    except ImportError as error:
        raise ImportError(
            "plot() needs matplotlib: pip install 'grid-optimization-client[notebook]'"
        ) from error
    mw, prices = _steps(result.by_fuel), _steps(result.lmp)
    drawing: Figure = plt.figure(figsize=(9, 5.5), layout="constrained")
    top, bottom = drawing.subplots(2, 1, sharex=True, height_ratios=[2, 1])
    texts, colors, _ = zip(*(FUEL_KINDS[str(kind)] for kind in mw), strict=True)
    top.stackplot(mw.index, mw.clip(lower=0).T, colors=colors, labels=texts, step="post")
    top.stackplot(mw.index, mw.clip(upper=0).T, colors=colors, step="post")
    top.set_ylabel("MW")
    top.legend(loc="upper left", bbox_to_anchor=(1, 1), frameon=False, reverse=True)
    low, high = prices.min(axis=1), prices.max(axis=1)
    bottom.fill_between(prices.index, low, high, step="post", alpha=0.25, label="all buses")
    bottom.step(prices.index, prices.mean(axis=1), where="post", label="mean")
    bottom.set_ylabel("$/MWh")
    bottom.set_xlabel("" if isinstance(prices.index, pd.DatetimeIndex) else "hour")
    bottom.legend(loc="upper left", bbox_to_anchor=(1, 1), frameon=False)
    if "inline" in mpl.get_backend():
        # Notebooks show a returned figure; one that is still open would be shown twice.
        plt.close(drawing)
    return drawing


def _steps(frame: pd.DataFrame) -> pd.DataFrame:
    """Repeat the last value, so that its interval has a width."""
    step: Any = pd.Timedelta(hours=1) if isinstance(frame.index, pd.DatetimeIndex) else 1
    if len(frame) > 1:
        step = frame.index[1] - frame.index[0]
    return pd.concat([frame, frame.iloc[[-1]].set_axis(frame.index[[-1]] + step)])


def html(result: Result) -> str:
    """Make HTML with verdict, figures and a drawing of the dispatch."""
    has_schedule = result.raw["objective_value"] is not None
    kept = (result.raw.get("verdict") or {}).get("kept", True)
    color = BAD if not has_schedule else GOOD if kept else FAIR
    checks = [check for check in result.certificate.get("checks", []) if not check.get("vacuous")]
    passed = sum(bool(check["ok"]) for check in checks)
    head = f"{passed} of {len(checks)} independent checks passed" if checks else "no schedule"
    cell = '<td style="padding:2px 14px 2px 0;text-align:left"><small>{}</small><br>{}</td>'
    given = [(text, form, result.summary[key]) for key, (text, form) in FIGURES.items()]
    cells = "".join(cell.format(text, form.format(value)) for text, form, value in given if value is not None)
    sentences = "".join(f"<li>{escape(sentence)}</li>" for sentence in result.verdict)
    return (
        f'<div><b style="color:{color}">{escape(result.status)}</b> {head}'
        f'<ul style="margin:4px 0">{sentences}</ul><table style="margin:4px 0"><tr>{cells}</tr></table>'
        f"{_svg(result.by_fuel) if has_schedule else ''}</div>"
    )


def _svg(mw: pd.DataFrame) -> str:
    """Stack steps: output above the axis, charging below it."""
    parts = [mw.clip(lower=0), mw.clip(upper=0)]
    top, bottom = float(parts[0].sum(axis=1).max()), float(parts[1].sum(axis=1).min())
    scale, ends = HEIGHT / ((top - bottom) or 1.0), np.linspace(0, WIDTH, len(mw) + 1)
    shapes: list[str] = []
    for part in parts:
        edges = (top - part.cumsum(axis=1)) * scale
        for kind in part.columns[(part != 0).any()]:
            outer, inner = edges[kind], edges[kind] + part[kind] * scale
            forth = "".join(f"V{y:.1f}H{x:.1f}" for x, y in zip(ends[1:], outer, strict=True))
            back = "".join(f"V{y:.1f}H{x:.1f}" for x, y in zip(ends[-2::-1], inner[::-1], strict=True))
            text, color, _ = FUEL_KINDS[str(kind)]
            shape = f'<path d="M0 {inner.iloc[0]:.1f}{forth}{back}Z" fill="{color}">'
            shapes.append(f"{shape}<title>{text}</title></path>")
    kinds = [FUEL_KINDS[str(kind)] for kind in mw]
    keys = " ".join(f'<span style="color:{color}">&#9632;</span> {text}' for text, color, _ in kinds)
    peak = f"up to {top:,.0f} MW over {len(mw)} intervals"
    size = f'width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}"'
    head = f'<svg {size} role="img" aria-label="Dispatch by fuel, {peak}">'
    axis = f'<path d="M0 {top * scale:.1f}H{WIDTH}" stroke="currentColor" stroke-width="0.5"/>'
    return f"{head}{''.join(shapes)}{axis}</svg><br><small>{keys} &middot; {peak}</small>"
