"""Treatment of PyPSA's attributes: used, without effect on a dispatch, or refused without a counterpart.

To enable an attribute, move it to `used` once the import of CSV folders reads it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

USED, NUMBER, APPROXIMATE, HARMLESS, REFUSED = "used", "one number", "approximate", "harmless", "refused"


class Rule(NamedTuple):
    """Treatment of an attribute, with the reason if harmless, else the remedy of what is refused."""

    kind: str
    words: str = ""


LAST = "a value of the last snapshot only"
_COST = "build_year lifetime capital_cost overnight_cost discount_rate fom_cost"
_NOMINAL = "{0}_nom_mod {0}_nom_min {0}_nom_max {0}_nom_set"
_COMMITMENT = (
    "start_up_cost shut_down_cost stand_by_cost min_up_time min_down_time up_time_before down_time_before "
    "ramp_limit_start_up ramp_limit_shut_down"
)
_MAINTAINED = "maintenance_duration maintenance_pu maintenance_events"
_FIX = "set it to False, as n.optimize.fix_optimal_capacities() does"
_PASSIVE = f"""
  used: bus0 bus1 type x r s_nom s_max_pu num_parallel active
  harmless (a label): name
  harmless (investment): {_COST} {_NOMINAL.format("s")}
  harmless (PyPSA's linear power flow has no use for it): g b v_ang_min v_ang_max
  refused ({_FIX}): s_nom_extendable
"""

_TABLE = f"""
buses
  used: name v_nom carrier
  harmless (a label): type x y unit location
  harmless (of voltages): v_mag_pu_set v_mag_pu_min v_mag_pu_max
carriers
  harmless (a label): name color nice_name
  harmless (counts in global constraints only): co2_emissions max_growth max_relative_growth
generators
  used: bus p_nom p_min_pu p_max_pu p_set p_init sign active committable min_up_time min_down_time
  used: up_time_before down_time_before ramp_limit_start_up ramp_limit_shut_down
  one number: marginal_cost start_up_cost shut_down_cost stand_by_cost ramp_limit_up ramp_limit_down
  approximate (by chords, within 0.01 % of its largest value): marginal_cost_quadratic
  harmless (a label): name type carrier weight
  harmless (investment): {_COST} {_NOMINAL.format("p")}
  harmless (of voltages): control q_set
  harmless (counts in global constraints only): efficiency
  harmless (counts where maintainable only): {_MAINTAINED}
  refused ({_FIX}): p_nom_extendable
  refused (state the outage in p_max_pu): maintainable
  refused (no limit of energy over the horizon): e_sum_min e_sum_max
loads
  used: bus p_set sign active
  harmless (a label): name carrier type
  harmless (of voltages): q_set
links
  used: bus0 bus1 p_nom p_min_pu p_max_pu p_set p_init active
  one number: ramp_limit_up ramp_limit_down
  one number (above 0, at most 1, and 1 if p_min_pu is below 0): efficiency
  one number (0 or more, and 0 if p_min_pu is below 0): marginal_cost
  harmless (a label): name type carrier length terrain_factor
  harmless (investment): {_COST} {_NOMINAL.format("p")}
  harmless (counts where maintainable only): {_MAINTAINED}
  harmless (counts where committable only): {_COMMITMENT}
  harmless (counts with a delay only): cyclic_delay
  refused ({_FIX}): p_nom_extendable
  refused (state the outage in p_nom): maintainable
  refused (the cost of a link here is linear): marginal_cost_quadratic
  refused (a link here does not commit): committable
  refused (a link here has no delay): delay
storage_units
  used: bus p_nom max_hours state_of_charge_initial cyclic_state_of_charge active
  used (at most 0): p_min_pu
  used (0 or more): p_max_pu inflow
  used ({LAST}): state_of_charge_set
  one number (above 0, at most 1): efficiency_store efficiency_dispatch
  one number (0 or more, below 1): standing_loss
  one number (0 or more): marginal_cost
  harmless (a label): name type carrier
  harmless (investment): {_COST} {_NOMINAL.format("p")}
  harmless (of voltages): control q_set
  harmless (counts with investment periods only): state_of_charge_initial_per_period
  harmless (counts with investment periods only): cyclic_state_of_charge_per_period
  refused ({_FIX}): p_nom_extendable
  refused (state its schedule as a load): p_set p_dispatch_set p_store_set
  refused (turn its limits round): sign
  refused (the cost of storage here is linear): marginal_cost_quadratic
  refused (stored energy costs nothing here): marginal_cost_storage
  refused (an inflow is spilled at no cost here): spill_cost
stores
  used: bus e_nom e_initial e_cyclic active
  used (0 or more): e_min_pu
  used ({LAST}): e_set
  one number (0 or more): e_max_pu
  one number (0 or more, and 0 with a standing_loss): marginal_cost
  one number (0 or more, below 1): standing_loss
  harmless (a label): name type carrier
  harmless (investment): {_COST} {_NOMINAL.format("e")}
  harmless (of voltages): q_set
  harmless (counts with investment periods only): e_initial_per_period e_cyclic_per_period
  refused ({_FIX}): e_nom_extendable
  refused (state its schedule as a load): p_set
  refused (turn its limits round): sign
  refused (the cost of storage here is linear): marginal_cost_quadratic
  refused (stored energy costs nothing here): marginal_cost_storage
lines
{_PASSIVE}
  used: length
  harmless (a label): carrier terrain_factor
transformers
{_PASSIVE}
  used: tap_ratio tap_position
  one number: phase_shift
  harmless (one at either side in PyPSA's linear power flow): tap_side
  refused (set both to 0 and phase_shift to the angle): phase_shift_min phase_shift_max
line_types
  used: all
transformer_types
  used: all
shunt_impedances
  harmless (of voltages): all
shapes
  harmless (a picture): all
sub_networks
  harmless (an answer): all
processes
  refused (a link may stand for one of two ports): all
global_constraints
  refused (no limit of the whole system): all
"""


def _read() -> dict[str, dict[str, Rule]]:
    rules: dict[str, dict[str, Rule]] = {}
    for line in filter(None, _TABLE.split("\n")):
        rule = re.fullmatch(r"  ([\w ]+?)(?: \((.+)\))?: (.+)", line)
        if rule is None:
            component = rules.setdefault(line, {})
        else:
            component.update(dict.fromkeys(rule[3].split(), Rule(rule[1], rule[2] or "")))
    return rules


RULES = _read()
"""Component -> attribute or `all` -> rule; unlisted attributes are refused unless they have their default."""

ONLY_WHERE = {
    "generators": dict.fromkeys(_COMMITMENT.split(), "committable"),
    "storage_units": {"spill_cost": "inflow"},
}
"""Attributes that PyPSA ignores where another one is 0 in every snapshot."""

RANGES: dict[str, Callable[[float], bool]] = {
    "at most 0": lambda value: value <= 0,
    "0 or more": lambda value: value >= 0,
    "0 or more, below 1": lambda value: 0 <= value < 1,
    "above 0, at most 1": lambda value: 0 < value <= 1,
}
"""Range in words, which may go on after `, and` -> whether a value is in it; others are refused."""


def attribute_table() -> str:
    """Format the rules as the table of the README."""
    rows = ["| component | attributes | here |", "| --- | --- | --- |"]
    for component, rules in RULES.items():
        for rule in sorted(set(rules.values()), key=list(dict.fromkeys(rules.values())).index):
            own = [name for name, each in rules.items() if each == rule]
            names = " ".join(name if name == "all" else f"`{name}`" for name in own)
            said = [rule.words, "refused where it varies" if rule.kind == NUMBER else ""]
            words = "; ".join(filter(None, said))
            rows.append(f"| {component} | {names} | {rule.kind}{words and f': {words}'} |")
    return "\n".join(rows)
