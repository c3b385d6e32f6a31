/**
 * An hour of real time and the hours it looks ahead to, as the day-ahead schedule leaves them: units that are not quick are on
 * and off as planned, storage ends with the energy that was planned, and what else was promised gives way at a price, so that an
 * hour has a schedule whatever comes.
 */
import { SPILL_OF } from '../../temporal/case/arithmetic/elements.ts';
import type { Generator } from '../../temporal/case/messages/generator.ts';
import type { FixedCommitment, SolvePayload } from '../../temporal/case/messages/payload.ts';
import type { Renewable, Storage } from '../../temporal/case/messages/resources.ts';
import type { SolveResult } from '../../temporal/case/messages/result.ts';
import type { RollingState } from '../../temporal/case/messages/rolling.ts';
import { ROUNDING_MWH } from './carried-state.ts';
import { plannedRun } from './planned-run.ts';

/** What a day-ahead window planned, from the first hour of a window of real time to its own end. */
export interface DayAhead {
  readonly commitment: SolveResult['commitment'];
  /** Storage -> MWh at the end of each hour. */
  readonly energy: Readonly<Record<string, readonly number[]>>;
}

interface RealTimeOptions {
  /** Units that real time may start and stop. */
  readonly quick: ReadonlySet<string>;
  /** $/MWh, of energy that cannot be taken. */
  readonly spillPrice: number;
}

/** Price of short reserve in real time where day-ahead must hold it: below the usual one of unserved load, $/MWh. */
const RESERVE_PENALTY_USD_PER_MWH = 1000;

type Times = Pick<Generator, 'name' | 'min_uptime' | 'min_downtime' | 'startup_ramp' | 'p_min'>;

/** Units that need be on and off no longer than `hours`, and are at their least output within the hour of a start. */
export const quickUnits = (units: readonly Times[], hours = 1): ReadonlySet<string> =>
  new Set(
    units
      .filter(({ min_uptime, min_downtime }) => Math.max(min_uptime, min_downtime) <= hours)
      .filter(({ startup_ramp, p_min }) => (startup_ramp ?? p_min) >= p_min)
      .map(({ name }) => name),
  );

/**
 * `payload`: the hours of the window on what came, begun in `state`. Without a day-ahead schedule units stay on or off as
 * they are.
 */
export function realTimePayload(
  payload: SolvePayload,
  state: RollingState | undefined,
  dayAhead: DayAhead | undefined,
  { quick, spillPrice }: RealTimeOptions,
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
function spill({ name, bus, p_max }: Generator, hours: number, price: number): Renewable {
  const none = Array.from({ length: hours }, () => 0);
  const p_min = none.map(() => -Math.max(0, p_max));
  return { name: `${SPILL_OF}${name}`, bus, p_min, p_max: none, marginal_cost: -price };
}

/**
 * Storage ends the window with at least the energy that was planned for its last hour, or what it can still get to. Before that
 * it is free, so that a MWh of it costs what it is worth in the hours behind: a target for each hour would leave a storage idle
 * beside load that is shed, and prices at the penalty of that load.
 */
function withTarget(storage: Storage, dayAhead: DayAhead | undefined, hours: number): Storage {
  const target = dayAhead?.energy[storage.name]?.[hours - 1];
  if (target === undefined) return storage;
  const { initial_mwh, efficiency, charge_mw } = storage;
  const least = Math.min(target, initial_mwh + efficiency * charge_mw * hours) - ROUNDING_MWH;
  return { ...storage, final_mwh: Math.max(0, least) };
}
