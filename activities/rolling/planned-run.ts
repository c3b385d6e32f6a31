/**
 * A unit whose hours on and off are decided, but whose output is not: it must be able to come down in time for a stop that is
 * further away than the window looks. With SD what it may stop from and RD its ramp, k hours before a stop it gives at most
 *
 *     p <= SD + k RD
 *
 * (the largest output from which a stop is reached, as in the ramp rows of Damcı-Kurt, Küçükyavuz, Rajan, Atamtürk, 2016). One
 * that is above that, since real time needed more of it than was planned, comes down as fast as it can and stops later.
 */

import { amountAt } from '../../temporal/case/arithmetic/series.ts';
import type { Generator } from '../../temporal/case/messages/generator.ts';
import { stopLimit } from './carried-unit.ts';

interface Plan {
  /** On by hour, from the first of the window to the end of what is known; undefined: as before the first hour. */
  readonly wanted: readonly boolean[] | undefined;
  /** Hours in which it is out of service. */
  readonly out: ReadonlySet<number>;
  /** Hours of the window. */
  readonly horizon: number;
  /** Held upward before the first hour, MW. */
  readonly reserve: number;
}

/** What rounded outputs may be above a limit, MW. */
const ROUNDING_MW = 1e-3;

/** `on`: by hour of the window. The unit is free of what the plan has settled, such as minimum times. */
export function plannedRun(
  given: Generator,
  plan: Plan,
): { readonly unit: Generator; readonly on: boolean[] } {
  const wasOn = given.initial_status > 0;
  const level = wasOn ? given.initial_power_mw : undefined;
  const wanted = plan.wanted ?? Array.from({ length: plan.horizon }, () => wasOn);
  const late = level === undefined ? 0 : hoursUntilStop(given, level, plan.reserve);
  const on = wanted.map((isOn, t) => !plan.out.has(t) && (isOn || t < late));
  const least = (t: number): number => fallen(given, level, t);
  const most = highestOutputs(given, on);
  const hours = Array.from({ length: plan.horizon }, (_, t) => t);
  const limit = (t: number): number => given.p_max_profile?.[t] ?? given.p_max;
  const p_max_profile = hours.map((t) =>
    Math.max(Math.min(limit(t), most[t] ?? limit(t)), on[t] ? least(t) : 0),
  );
  return { unit: { ...free(given, plan), p_max_profile }, on: on.slice(0, plan.horizon) };
}

/** Lowest output t hours after the level before the first hour. */
const fallen = ({ ramp_down }: Generator, level: number | undefined, t: number): number =>
  level === undefined ? 0 : level - (ramp_down ?? Number.POSITIVE_INFINITY) * (t + 1);

/** Hours for which a unit at this level stays on whatever is wanted: those in which it comes down to what it may stop from. */
function hoursUntilStop(unit: Generator, level: number, reserve: number): number {
  const stop = stopLimit(unit, -1);
  if (level + reserve <= stop + ROUNDING_MW) return 0;
  const ramp = unit.ramp_down ?? Number.POSITIVE_INFINITY;
  return stop < unit.p_min
    ? Number.POSITIVE_INFINITY
    : Math.max(1, Math.ceil((level - stop - ROUNDING_MW) / ramp));
}

/** MW by hour, from the last to the first. */
function highestOutputs(unit: Generator, on: readonly boolean[]): number[] {
  const ramp = unit.ramp_down ?? Number.POSITIVE_INFINITY;
  const most = on.map(() => Number.POSITIVE_INFINITY);
  for (let t = on.length - 2; t >= 0; t--)
    if (on[t]) most[t] = on[t + 1] ? amountAt(most, t + 1) + ramp : stopLimit(unit, t);
  return most;
}

/** Without what the plan has settled. An outage needs no time to come down. */
function free(unit: Generator, { horizon, out }: Plan): Generator {
  const stop = Math.max(...Array.from({ length: horizon + 1 }, (_, t) => stopLimit(unit, t - 1)));
  const shutdown_ramp = out.size > 0 ? unit.p_max : stop + ROUNDING_MW;
  const settled = { must_run: false, min_uptime: 1, min_downtime: 1 };
  return { ...unit, ...settled, ...(Number.isFinite(shutdown_ramp) && { shutdown_ramp }) };
}
