/**
 * An hour of real time and the hours it looks ahead to, as the day-ahead schedule leaves them: units that are not quick are on
 * and off as planned, storage ends with the energy that was planned, and what else was promised gives way at a price, so that an
 * hour has a schedule whatever comes.
 */
import { SPILL_OF } from '../../temporal/case/arithmetic/elements.ts';
import { availableAt, ratedOf } from '../../temporal/case/arithmetic/output-limits.ts';
import { amountAt } from '../../temporal/case/arithmetic/series.ts';
import type { SolveResult } from '../../temporal/case/messages/result.ts';
import type { RollingState } from '../../temporal/case/messages/rolling.ts';
import type {
  FixedCommitment,
  Generator,
  Renewable,
  SolvePayload,
  Storage,
} from '../../temporal/case/schema.ts';
import { stopLimit } from './carried-state.ts';
import { mostReached, ROUNDING_MWH } from './carried-storage.ts';

/** What a day-ahead window planned, from the first hour of a window of real time to its own end. */
export interface DayAhead {
  readonly commitment: SolveResult['commitment'];
  /** Storage -> MWh at the end of each hour. */
  readonly energy: Readonly<Record<string, readonly number[]>>;
}

/** Price of short reserve in real time where day-ahead must hold it: below the usual one of unserved load, $/MWh. */
const RESERVE_PENALTY_USD_PER_MWH = 1000;

type Times = Pick<Generator, 'name' | 'min_uptime' | 'min_downtime' | 'startup_ramp' | 'p_min' | 'p_max'> &
  Partial<Pick<Generator, 'rated'>>;

/** Units that need be on and off no longer than `hours`, and are at their least output within the hour of a start. */
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
 * `payload`: the hours of the window on what came, begun in `state`. Without a day-ahead schedule units stay on or off as
 * they are. `spillPrice`: $/MWh, of energy that cannot be taken.
 */
export function realTimePayload(
  payload: SolvePayload,
  state: RollingState | undefined,
  dayAhead: DayAhead | undefined,
  { quick, spillPrice }: { readonly quick: ReadonlySet<string>; readonly spillPrice: number },
): SolvePayload {
  const { fixed_commitment: held = [], horizon } = payload;
  const units = payload.generators.map((unit) => {
    const own = held.filter(({ generator }) => generator === unit.name);
    if (quick.has(unit.name)) return { unit, fixed: own };
    const { on, ...planned } = plannedRun(unit, {
      wanted: dayAhead?.commitment[unit.name]?.map((value) => value === 1),
      out: new Set(own.map(({ hour }) => hour)),
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
        penalty_usd_per_mwh: product.penalty_usd_per_mwh ?? RESERVE_PENALTY_USD_PER_MWH,
      })),
    }),
    ...(fixed.length > 0 && { fixed_commitment: fixed }),
  };
}

/**
 * Takes away at a price what a unit cannot get rid of, where less is needed than units must give. Every unit has one in every
 * hour: they are columns of the same tables.
 */
function spill({ name, bus, ...unit }: Generator, hours: number, price: number): Renewable {
  const none = Array.from({ length: hours }, () => 0);
  const p_min = none.map(() => -Math.max(0, ratedOf(unit).p_max));
  return { name: `${SPILL_OF}${name}`, bus, p_min, p_max: none, marginal_cost: -price };
}

/**
 * Storage ends the window with at least the energy that was planned for its last hour, or what it can still get to. Before that
 * it is free, so that a MWh of it costs what it is worth in the hours behind: a target for each hour would leave a storage idle
 * beside load that is shed, and prices at the penalty of that load.
 */
function withTarget(given: Storage, dayAhead: DayAhead | undefined, hours: number): Storage {
  const planned = dayAhead?.energy[given.name];
  const target = planned?.[hours - 1];
  if (target === undefined) return given;
  const { cyclic, ...rest } = given;
  // In the first hour a cyclic one begins as planned: with what it has at the end of that plan.
  const storage = cyclic ? { ...rest, initial_mwh: planned?.at(-1) ?? 0 } : given;
  const least = Math.min(target, mostReached(storage, hours)) - ROUNDING_MWH;
  return { ...storage, final_mwh: Math.max(0, least) };
}

interface Plan {
  /** On by hour, from the first of the window to the end of what is known; undefined: as before the first hour. */
  readonly wanted: readonly boolean[] | undefined;
  /** Hours in which it is out of service. */
  readonly out: ReadonlySet<number>;
  readonly horizon: number;
  /** Held upward before the first hour, MW. */
  readonly reserve: number;
}

/** What rounded outputs may be above a limit, MW. */
const ROUNDING_MW = 1e-3;

/**
 * A unit whose hours on and off are decided, but whose output is not: it must be able to come down in time for a stop that is
 * further away than the window looks. With SD what it may stop from and RD its ramp, k hours before a stop it gives at most
 *
 *     p <= SD + k RD
 *
 * (the largest output from which a stop is reached, as in the ramp rows of Damcı-Kurt, Küçükyavuz, Rajan, Atamtürk, 2016). One
 * that is above that, since real time needed more of it than was planned, comes down as fast as it can and stops later.
 * `on`: by hour of the window. The unit is free of what the plan has settled, such as minimum times.
 */
export function plannedRun(
  given: Generator,
  plan: Plan,
): { readonly unit: Generator; readonly on: boolean[] } {
  const wasOn = given.initial_status > 0;
  const level = wasOn ? given.initial_power_mw : undefined;
  const wanted = plan.wanted ?? Array.from({ length: plan.horizon }, () => wasOn);
  const late = level === undefined ? 0 : hoursUntilStop(given, level, plan.reserve);
  const on = wanted.map((isOn, t) => !plan.out.has(t) && (isOn || t < late));
  const fall = given.ramp_down ?? Number.POSITIVE_INFINITY;
  /** Lowest output t hours after the level before the first hour. */
  const least = (t: number): number => (level === undefined ? 0 : level - fall * (t + 1));
  const most = highestOutputs(given, on);
  const hours = Array.from({ length: plan.horizon }, (_, t) => t);
  const limit = (t: number): number => availableAt(given, t);
  const p_max = hours.map((t) => Math.max(Math.min(limit(t), most[t] ?? limit(t)), on[t] ? least(t) : 0));
  return { unit: { ...free(given, plan), p_max, rated: ratedOf(given) }, on: on.slice(0, plan.horizon) };
}

/** Hours for which a unit at this level stays on whatever is wanted: those in which it comes down to what it may stop from. */
function hoursUntilStop(unit: Generator, level: number, reserve: number): number {
  const stop = stopLimit(unit, -1);
  if (level + reserve <= stop + ROUNDING_MW) return 0;
  const ramp = unit.ramp_down ?? Number.POSITIVE_INFINITY;
  return stop < ratedOf(unit).p_min
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
  const shutdown_ramp = out.size > 0 ? ratedOf(unit).p_max : stop + ROUNDING_MW;
  const settled = { must_run: false, min_uptime: 1, min_downtime: 1 };
  return { ...unit, ...settled, ...(Number.isFinite(shutdown_ramp) && { shutdown_ramp }) };
}
