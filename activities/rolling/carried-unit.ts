/**
 * A unit as a window finds it: the carried state in the fields that describe the time before the first hour.
 *
 * A stop is limited by output and reserve of the hour before, p + r <= shutdown_ramp, of which a payload can
 * only tell the output. Where the reserve forbids a stop in the first hour, the unit is therefore held on by
 * its minimum up time. The window before planned it on as well, so this takes no feasible plan away.
 */
import type { Generator } from '../../temporal/case/messages/generator.ts';
import type { UnitState } from '../../temporal/case/messages/rolling.ts';

/** Outputs are rounded, and the rounding may have been moved to one unit, MW. */
const ROUNDING_MW = 1e-4;

/**
 * Past its minimum up time a unit is the same however long it has been on. `hour`: first hour of the window in the hours
 * of `whole`, the unit over the whole horizon.
 */
export function carriedUnit(whole: Generator, { status, power_mw, reserve_mw }: UnitState, hour: number) {
  if (status <= 0) return { initial_status: Math.max(status, -longestOff(whole)), initial_power_mw: 0 };
  const initial_status = Math.min(status, Math.max(1, whole.min_uptime));
  if (power_mw === null) return { initial_status, initial_power_mw: undefined };
  const held = status >= whole.min_uptime && power_mw + reserve_mw > stopLimit(whole, hour - 1) + ROUNDING_MW;
  return {
    initial_power_mw: settled(whole, power_mw, hour),
    ...(held ? heldForOneHour(whole) : { initial_status }),
  };
}

/** A unit that has been off for longer is the same: it may start, at the cost of a cold start, h. */
const longestOff = ({ min_downtime, startup_categories = [] }: Generator): number =>
  Math.ceil(Math.max(1, min_downtime, ...startup_categories.map(({ lag_h }) => lag_h)));

const heldForOneHour = ({ min_uptime }: Generator) => ({
  initial_status: Math.max(1, min_uptime - 1),
  min_uptime: Math.max(2, min_uptime),
});

/** Whether a unit that is on before the first hour of a window may be off in it. */
export const canStopAtOnce = (unit: Generator): boolean =>
  unit.initial_status >= unit.min_uptime &&
  unit.initial_power_mw !== undefined &&
  unit.initial_power_mw <= stopLimit(unit, -1) + ROUNDING_MW;

const outputLimits = ({ p_min, p_max, p_min_profile, p_max_profile }: Generator, hour: number) => ({
  least: p_min_profile?.[hour] ?? p_min,
  most: p_max_profile?.[hour] ?? p_max,
});

/** Largest output, reserve included, from which the unit may stop after `hour`, MW. */
export function stopLimit(unit: Generator, hour: number): number {
  const { least } = outputLimits(unit, hour);
  const ramp = unit.ramp_down ?? Number.POSITIVE_INFINITY;
  return unit.shutdown_ramp ?? Math.max(least, unit.p_min, ramp);
}

/** An output that only its rounding keeps from what it was planned to reach is taken to be at that limit. */
function settled(unit: Generator, power: number, hour: number): number {
  const { least, most } = outputLimits(unit, hour);
  const limits = [
    most + (unit.ramp_down ?? Number.POSITIVE_INFINITY),
    least - (unit.ramp_up ?? Number.POSITIVE_INFINITY),
    stopLimit(unit, hour),
  ];
  return limits.find((limit) => Math.abs(power - limit) <= ROUNDING_MW) ?? power;
}
