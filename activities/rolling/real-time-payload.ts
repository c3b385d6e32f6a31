/**
 * The payload of one real-time hour with its look-ahead. The day-ahead schedule constrains it: slow units keep their
 * planned commitment, and storage ends with its planned energy. All other requirements may be violated at a penalty, so
 * that every hour has a schedule.
 */

import { SPILL_OF } from '../../temporal/case/arithmetic/elements.ts';
import { availableAt, ratedOf } from '../../temporal/case/arithmetic/output-limits.ts';
import { isHard } from '../../temporal/case/arithmetic/reserve-shortfall.ts';
import { amountAt, isList, sum } from '../../temporal/case/arithmetic/series.ts';
import type { SolveResult } from '../../temporal/case/messages/result.ts';
import type { RollingState } from '../../temporal/case/messages/rolling.ts';
import type {
  FixedCommitment,
  Generator,
  Renewable,
  SolvePayload,
  Storage,
} from '../../temporal/case/schema.ts';
import { fallAt, stopLimit } from './carried-state.ts';
import { mostReached, ROUNDING_MWH } from './carried-storage.ts';

/** The plan of a day-ahead window, from the first hour of a real-time window to the end of the day-ahead window. */
export interface DayAhead {
  readonly commitment: SolveResult['commitment'];
  /** Storage -> energy at the end of each hour, MWh. */
  readonly energy: Readonly<Record<string, readonly number[]>>;
}

/**
 * Penalty of a reserve shortage in real time, $/MWh, if the day-ahead requirement is hard; below the usual value of
 * lost load.
 */
const RESERVE_PENALTY_USD_PER_MWH = 1000;

type Times = Pick<Generator, 'name' | 'min_uptime' | 'min_downtime' | 'startup_ramp' | 'p_min' | 'p_max'> &
  Partial<Pick<Generator, 'rated'>>;

/** Units whose minimum times are at most `hours`, and that reach Pmin within the hour of a start. */
export const quickUnits = (units: readonly Times[], hours = 1): ReadonlySet<string> =>
  new Set(
    units
      .filter(({ min_uptime, min_downtime }) => Math.max(min_uptime, min_downtime) <= hours)
      .filter((unit) => {
        const { p_min } = ratedOf(unit);
        return (unit.startup_ramp ?? p_min) >= p_min;
      })
      .map(({ name }) => name),
  );

/**
 * Makes the payload. `payload`: the hours of the window with actual values, starting in `state`. Without a day-ahead
 * schedule, units keep their commitment. `spillPrice`: price of spilled energy, $/MWh.
 */
export function realTimePayload(
  payload: SolvePayload,
  state: RollingState | undefined,
  dayAhead: DayAhead | undefined,
  { quick, spillPrice }: { readonly quick: ReadonlySet<string>; readonly spillPrice: number },
): SolvePayload {
  const { fixed_commitment: fixedCommitment = [], horizon } = payload;
  const units = payload.generators.map((unit) => {
    const unitDecisions = fixedCommitment.filter(({ generator }) => generator === unit.name);
    if (quick.has(unit.name)) return { unit, fixed: unitDecisions };
    const { on, ...planned } = plannedRun(unit, {
      wanted: dayAhead?.commitment[unit.name]?.map((value) => value === 1),
      out: new Set(unitDecisions.map(({ hour }) => hour)),
      horizon,
      reserve: state?.generators[unit.name]?.reserve_mw ?? 0,
    });
    return { unit: planned.unit, fixed: on.map((isOn, hour) => ({ generator: unit.name, hour, on: isOn })) };
  });
  const generators = units.map(({ unit }) => unit);
  const fixed = units.flatMap((item): FixedCommitment[] => item.fixed);
  return {
    ...payload,
    generators,
    renewables: [
      ...(payload.renewables ?? []),
      ...generators.map((unit) => spill(unit, horizon, spillPrice)),
    ],
    ...(payload.storage && { storage: payload.storage.map((item) => withTarget(item, dayAhead, horizon)) }),
    ...(payload.reserves && {
      reserves: payload.reserves.map((product) => ({
        ...product,
        ...(isHard(product) && { penalty_usd_per_mwh: RESERVE_PENALTY_USD_PER_MWH }),
      })),
    }),
    ...(fixed.length > 0 && { fixed_commitment: fixed }),
  };
}

/**
 * A renewable with negative output that absorbs a unit's excess output at a price. Every unit has one in every hour, so
 * that all windows have the same columns.
 */
function spill({ name, bus, ...unit }: Generator, hours: number, price: number): Renewable {
  const none = Array.from({ length: hours }, () => 0);
  const p_min = none.map(() => -Math.max(0, ratedOf(unit).p_max));
  return { name: `${SPILL_OF}${name}`, bus, p_min, p_max: none, marginal_cost: -price };
}

/**
 * A storage that must end the window with its planned energy of the last hour or, if that is out of reach, with the
 * largest reachable energy. Its energy in earlier hours is free, so that later hours determine its value. A target in
 * each hour would leave a storage idle at a bus where load is shed, at the prices of that shortage.
 */
function withTarget(original: Storage, dayAhead: DayAhead | undefined, hours: number): Storage {
  const planned = dayAhead?.energy[original.name];
  const target = planned?.[hours - 1];
  if (target === undefined) return original;
  const { cyclic, ...rest } = original;
  // In the first hour of the run, a cyclic storage starts with the energy at the end of its plan, which is also its
  // planned initial energy.
  const storage = cyclic ? { ...rest, initial_mwh: planned?.at(-1) ?? 0 } : original;
  const least = Math.min(target, mostReached(storage, hours)) - ROUNDING_MWH;
  return { ...storage, final_mwh: Math.max(0, least) };
}

interface Plan {
  /**
   * Planned commitment by hour, from the first hour of the window to the end of the plan. If undefined, the unit stays
   * on or off as before the window.
   */
  readonly wanted: readonly boolean[] | undefined;
  /** Hours in which the unit is out of service. */
  readonly out: ReadonlySet<number>;
  readonly horizon: number;
  /** Upward reserve that the unit gave in the hour before the window, MW. */
  readonly reserve: number;
}

/** Tolerance for an output that exceeds a limit by rounding, MW. */
const ROUNDING_MW = 1e-3;

/**
 * A unit whose commitment is fixed and whose dispatch is free. It must be able to ramp down in time for a planned stop
 * after the window. With shutdown limit SD and ramp-down limit RD, its output k hours before a stop is at most
 *
 * p <= SD + k RD
 *
 * (the largest output from which a stop is reachable, as in the ramp rows of Damcı-Kurt, Küçükyavuz, Rajan, Atamtürk,
 * 2016). A unit may be above that output because real time needed more than planned; it then ramps down at full rate
 * and stops later. `on`: commitment by hour of the window. Rules that the plan already satisfies, such as minimum
 * times, are removed from the unit.
 */
export function plannedRun(
  original: Generator,
  plan: Plan,
): { readonly unit: Generator; readonly on: boolean[] } {
  const wasOn = original.initial_status > 0;
  const level = wasOn ? original.initial_power_mw : undefined;
  const plannedOn = plan.wanted ?? Array.from({ length: plan.horizon }, () => wasOn);
  const late = level === undefined ? 0 : hoursUntilStop(original, level, plan.reserve);
  const on = plannedOn.map((isOn, t) => !plan.out.has(t) && (isOn || t < late));
  /** Lowest output that ramping down at full rate reaches in hour t. */
  const least = (t: number): number => (level === undefined ? 0 : level - fallOver(original, t + 1));
  const most = highestOutputs(original, on);
  const hours = Array.from({ length: plan.horizon }, (_, t) => t);
  const limit = (t: number): number => availableAt(original, t);
  const p_max = hours.map((t) => Math.max(Math.min(limit(t), most[t] ?? limit(t)), on[t] ? least(t) : 0));
  return {
    unit: { ...free(original, plan), p_max, rated: ratedOf(original) },
    on: on.slice(0, plan.horizon),
  };
}

/**
 * Number of hours for which a unit stays on, even against the plan, because it has to ramp down to its shutdown limit.
 */
function hoursUntilStop(unit: Generator, level: number, reserve: number): number {
  const stop = stopLimit(unit, -1);
  if (level + reserve <= stop + ROUNDING_MW) return 0;
  if (stop < ratedOf(unit).p_min) return Number.POSITIVE_INFINITY;
  const { ramp_down: ramps } = unit;
  if (isList(ramps)) {
    const last = ramps.findIndex((_, t) => level - fallOver(unit, t + 1) <= stopLimit(unit, t) + ROUNDING_MW);
    if (last >= 0) return last + 1;
    const { length } = ramps;
    const excess = level - fallOver(unit, length) - stopLimit(unit, length) - ROUNDING_MW;
    return length + Math.max(1, Math.ceil(excess / fallAt(unit, length)));
  }
  return Math.max(1, Math.ceil((level - stop - ROUNDING_MW) / fallAt(unit, 0)));
}

/** Largest fall of the output in the first `hours` hours, MW. */
const fallOver = (unit: Generator, hours: number): number =>
  isList(unit.ramp_down)
    ? sum(Array.from({ length: hours }, (_, t) => fallAt(unit, t)))
    : fallAt(unit, 0) * hours;

/**
 * Largest output in each hour from which the limits of the following hours can be met, MW, computed backward from the
 * last hour.
 */
function highestOutputs(unit: Generator, on: readonly boolean[]): number[] {
  const most = on.map(() => Number.POSITIVE_INFINITY);
  for (let t = on.length - 2; t >= 0; t--)
    if (on[t]) most[t] = on[t + 1] ? amountAt(most, t + 1) + fallAt(unit, t + 1) : stopLimit(unit, t);
  return most;
}

/**
 * The unit without rules that its fixed commitment already satisfies. A unit that goes out of service need not ramp
 * down.
 */
function free(unit: Generator, { horizon, out }: Plan): Generator {
  const stop = Math.max(...Array.from({ length: horizon + 1 }, (_, t) => stopLimit(unit, t - 1)));
  const isWide = out.size > 0 || (isList(unit.ramp_down) && !Number.isFinite(stop));
  const shutdown_ramp = isWide ? ratedOf(unit).p_max : stop + ROUNDING_MW;
  const settled = { must_run: false, min_uptime: 1, min_downtime: 1 };
  return { ...unit, ...settled, ...(Number.isFinite(shutdown_ramp) && { shutdown_ramp }) };
}
