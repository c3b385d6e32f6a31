"""Treatment of PyPSA's attributes: used, without effect on a dispatch, or refused without a counterpart.

To enable an attribute, move it to `used` once the import of CSV folders reads it.
"""

from __future__ import annotations

import re
from typing import NamedTuple

USED, NUMBER, APPROXIMATE, HARMLESS, REFUSED = "used", "one number", "approximate", "harmless", "refused"


class Rule(NamedTuple):
    """Treatment of an attribute, with the reason if harmless or the remedy if refused."""

    kind: str
    words: str = ""


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
  used: bus0 bus1 p_nom active
  one number: p_min_pu p_max_pu p_set
  harmless (a label): name type carrier length terrain_factor
  harmless (investment): {_COST} {_NOMINAL.format("p")}
  harmless (counts where maintainable only): {_MAINTAINED}
  harmless (counts where committable only): {_COMMITMENT}
  harmless (counts with ramps only): p_init
  harmless (counts with a delay only): cyclic_delay
  refused ({_FIX}): p_nom_extendable
  refused (state the outage in p_nom): maintainable
  refused (a link here is without losses): efficiency
  refused (a link here costs nothing): marginal_cost marginal_cost_quadratic
  refused (a link here does not commit): committable
  refused (a link here has no ramps): ramp_limit_up ramp_limit_down
  refused (a link here has no delay): delay
storage_units
  used: bus p_nom max_hours state_of_charge_initial active
  one number: p_min_pu p_max_pu efficiency_store efficiency_dispatch
  harmless (a label): name type carrier
  harmless (investment): {_COST} {_NOMINAL.format("p")}
  harmless (of voltages): control q_set
  harmless (counts with an inflow only): spill_cost
  harmless (counts with investment periods only): state_of_charge_initial_per_period
  harmless (counts with investment periods only): cyclic_state_of_charge_per_period
  refused ({_FIX}): p_nom_extendable
  refused (state its schedule as a load): p_set p_dispatch_set p_store_set state_of_charge_set
  refused (turn its limits round): sign
  refused (storage here costs nothing): marginal_cost marginal_cost_quadratic marginal_cost_storage
  refused (set state_of_charge_initial): cyclic_state_of_charge
  refused (storage here keeps its energy): standing_loss
  refused (nothing flows into storage here): inflow
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
stores
  refused (a storage unit may stand for it): all
processes
  refused (a link may stand for one without losses): all
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

ONLY_WHERE = {"generators": dict.fromkeys(_COMMITMENT.split(), "committable")}
"""Attributes that PyPSA ignores without another one."""


def attribute_table() -> str:
    """Format the rules as the table of the README."""
    rows = ["| component | attributes | here |", "| --- | --- | --- |"]
    for component, rules in RULES.items():
        for rule in sorted(set(rules.values()), key=list(dict.fromkeys(rules.values())).index):
            own = [name for name, each in rules.items() if each == rule]
            names = " ".join(name if name == "all" else f"`{name}`" for name in own)
            said = "refused where it varies" if rule.kind == NUMBER else rule.words
            rows.append(f"| {component} | {names} | {rule.kind}{said and f': {said}'} |")
    return "\n".join(rows)
