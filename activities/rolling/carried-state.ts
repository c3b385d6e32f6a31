/**
 * The state that one window passes to the next, taken at the end of its last kept hour, and the fields of a unit that
 * starts in this state.
 */
import { intervalsPerHour } from '../../temporal/case/arithmetic/intervals.ts';
import { availableAt, minimumAt, ratedOf } from '../../temporal/case/arithmetic/output-limits.ts';
import { isDown } from '../../temporal/case/arithmetic/reserve-providers.ts';
import { leastLimit, limitAt, sum, valueAt } from '../../temporal/case/arithmetic/series.ts';
import type { SolveResult } from '../../temporal/case/messages/result.ts';
import type { RollingState, StorageState, UnitState } from '../../temporal/case/messages/rolling.ts';
import type { DcLine, Generator, SolvePayload, Storage } from '../../temporal/case/schema.ts';
import { dayHours } from './carried-storage.ts';
import { budgetedOutputs, type UsedEnergy, usedAfter } from './energy-budgets.ts';

type Scheduled = Pick<
  SolveResult,
  'commitment' | 'dispatch_mw' | 'reserve_mw' | 'storage' | 'renewable_mw' | 'dc_flow_mw'
>;

/** Energy of each cyclic storage before the first window, MWh by name. */
export type FirstEnergy = Readonly<Record<string, number>>;

/** Initial energies of cyclic storage, which a window record keeps for later windows; empty without cyclic storage. */
export function firstEnergies(state: RollingState | undefined): { readonly first_mwh?: FirstEnergy } {
  const first = Object.entries(state?.storage ?? {}).flatMap(([name, { first_mwh }]) =>
    first_mwh === undefined ? [] : [[name, first_mwh] as const],
  );
  return first.length > 0 ? { first_mwh: Object.fromEntries(first) } : {};
}

/**
 * State after a window. `used`: energy taken from budgets before the window, MWh. `first`: initial
 * energies of cyclic storage, for windows after the first.
 */
export function stateAfter(
  windowPayload: SolvePayload,
  result: Scheduled,
  keptHours: number,
  used: UsedEnergy = {},
  first: FirstEnergy = {},
): RollingState {
  const last = keptHours - 1;
  return {
    generators: Object.fromEntries(
      windowPayload.generators.map(({ name, initial_status }) => {
        const status = statusAfter(initial_status, result.commitment[name]?.slice(0, keptHours) ?? []);
        const power_mw = status > 0 ? (result.dispatch_mw[name]?.[last] ?? 0) : 0;
        return [name, { status, power_mw, reserve_mw: reserveAt(windowPayload, result, name, last) }];
      }),
    ),
    storage: storageAfter(
      windowPayload,
      first,
      ({ name, initial_mwh, cyclic }) => {
        const { energy_mwh: energy = [] } = result.storage?.[name] ?? {};
        const before = cyclic ? energy.at(-1) : initial_mwh;
        return { energy_mwh: energy[last] ?? before, ...(cyclic && { first_mwh: before }) };
      },
      (item) => dischargedOfDay(windowPayload, item, result.storage?.[item.name]?.discharge_mw, keptHours),
    ),
    ...powersAfter(windowPayload, result, last),
    ...usedAfter(windowPayload, budgetedOutputs(result), keptHours, used),
  };
}

function powersAfter(
  { dc_lines = [] }: SolvePayload,
  { dc_flow_mw }: Scheduled,
  last: number,
): Pick<RollingState, 'dc_lines'> {
  const powers = dc_lines.filter(isRamped).flatMap(({ id }) => {
    const power_mw = dc_flow_mw?.[id]?.[last];
    return power_mw === undefined ? [] : [[id, { power_mw }] as const];
  });
  return powers.length > 0 ? { dc_lines: Object.fromEntries(powers) } : {};
}

const isRamped = ({ ramp_up, ramp_down }: DcLine): boolean =>
  ramp_up !== undefined || ramp_down !== undefined;

/** State after a window without a schedule. Units are on or off as before the window; their outputs are unknown. */
export const stateUnsolved = (
  windowPayload: SolvePayload,
  keptHours: number,
  used: UsedEnergy = {},
  first: FirstEnergy = {},
): RollingState => ({
  generators: Object.fromEntries(
    windowPayload.generators.map(({ name, initial_status: status }) => [
      name,
      { status, power_mw: status > 0 ? null : 0, reserve_mw: 0 },
    ]),
  ),
  storage: storageAfter(
    windowPayload,
    first,
    ({ initial_mwh }) => ({ energy_mwh: initial_mwh }),
    (item) => dischargedOfDay(windowPayload, item, [], keptHours),
  ),
  ...usedAfter(windowPayload, {}, keptHours, used),
});

/**
 * State of the storages whose energy is known. A cyclic storage is missing if no window has had a schedule yet: it
 * decides its initial energy in the next window.
 */
const storageAfter = (
  { storage = [] }: SolvePayload,
  first: FirstEnergy,
  after: (item: Storage) => {
    readonly energy_mwh: number | undefined;
    readonly first_mwh?: number | undefined;
  },
  discharged: (item: Storage) => Pick<StorageState, 'day_discharged_mwh'>,
): RollingState['storage'] =>
  Object.fromEntries(
    storage.flatMap((item) => {
      const { energy_mwh, first_mwh = first[item.name] } = after(item);
      return energy_mwh === undefined
        ? []
        : [[item.name, { energy_mwh, ...(first_mwh !== undefined && { first_mwh }), ...discharged(item) }]];
    }),
  );

/** Energy discharged in the day of the last kept hour; 0 if that day ends with the last kept hour. */
function dischargedOfDay(
  payload: SolvePayload,
  { max_cycles_per_day, day_discharged_mwh = 0, ...item }: Storage,
  discharge: readonly number[] = [],
  kept: number,
): Pick<StorageState, 'day_discharged_mwh'> {
  if (max_cycles_per_day === undefined) return {};
  const perHour = intervalsPerHour(payload);
  const intervalsOfDay = Math.round(dayHours(item, kept / perHour) * perHour);
  const before = intervalsOfDay > kept ? day_discharged_mwh : 0;
  const mw = sum(discharge.slice(Math.max(0, kept - intervalsOfDay), kept));
  return { day_discharged_mwh: before + mw / perHour };
}

/**
 * Initial status of a unit in the next window, from its initial status `before` and its commitment in the kept hours.
 */
function statusAfter(before: number, commitment: readonly number[]): number {
  let status = before;
  for (const on of commitment) {
    if (on === 1) status = Math.max(0, status) + 1;
    else status = Math.min(0, status) - 1;
  }
  return status;
}

/** Upward reserve that a unit provides, MW. */
function reserveAt(
  { reserves = [] }: SolvePayload,
  { reserve_mw = {} }: Scheduled,
  unit: string,
  hour: number,
): number {
  const downward = new Set(reserves.filter(isDown).map(({ name }) => name));
  return Object.entries(reserve_mw).reduce(
    (mw, [product, provided]) => (downward.has(product) ? mw : mw + (provided[unit]?.[hour] ?? 0)),
    0,
  );
}

/** Tolerance for rounded outputs, MW. It covers the case that the rounding errors of all units end up in one output. */
const ROUNDING_MW = 1e-4;

/**
 * A unit at the start of a window: the fields that describe the time before the first hour, with the carried state.
 *
 * Output and reserve of the previous hour limit a stop, p + r <= shutdown_ramp, but a payload can carry only the
 * output. If the reserve forbids a stop in the first hour, the minimum up time of the unit is therefore set so that the
 * unit stays on in this hour. No feasible plan is lost, since the previous window also planned the unit on.
 *
 * A status above the minimum up time has no further effect. `hour`: first hour of the window in the hours of `whole`,
 * the unit over the whole horizon.
 */
export function carriedUnit(whole: Generator, { status, power_mw, reserve_mw }: UnitState, hour: number) {
  if (status <= 0) return { initial_status: Math.max(status, -longestOff(whole)), initial_power_mw: 0 };
  const initial_status = Math.min(status, Math.max(1, whole.min_uptime));
  if (power_mw === null) return { initial_status, initial_power_mw: undefined };
  const mustStayOn =
    status >= whole.min_uptime && power_mw + reserve_mw > stopLimit(whole, hour - 1) + ROUNDING_MW;
  return {
    initial_power_mw: settled(whole, power_mw, hour),
    ...(mustStayOn ? heldForOneHour(whole) : { initial_status }),
  };
}

/** Longest time off that makes a difference, h: after it, the unit may start, and any start is a cold start. */
const longestOff = ({ min_downtime, startup_categories = [] }: Generator): number =>
  Math.ceil(Math.max(1, min_downtime, ...startup_categories.map(({ lag_h }) => lag_h)));

const heldForOneHour = ({ min_uptime }: Generator) => ({
  initial_status: Math.max(1, min_uptime - 1),
  min_uptime: Math.max(2, min_uptime),
});

/** True if a unit that is on before the window may be off in its first hour. */
export const canStopAtOnce = (unit: Generator): boolean =>
  unit.initial_status >= unit.min_uptime &&
  unit.initial_power_mw !== undefined &&
  unit.initial_power_mw <= stopLimit(unit, -1) + ROUNDING_MW;

/** Ramp-down limit of an hour, MW/h; after the last hour of the unit, the least of its limits. */
export function fallAt({ ramp_down }: Generator, hour: number): number {
  const ramp = valueAt(ramp_down, hour);
  return (ramp === undefined ? leastLimit(ramp_down) : ramp) ?? Number.POSITIVE_INFINITY;
}

/** Largest output, reserve included, from which the unit may stop after `hour`, MW. */
export function stopLimit(unit: Generator, hour: number, stop = hour + 1): number {
  const ramp = fallAt(unit, stop);
  return unit.shutdown_ramp ?? Math.max(minimumAt(unit, hour), ratedOf(unit).p_min, ramp);
}

/**
 * A DC line at the start of a window, whose first hour is `hour` of `whole`. If the previous power is unknown, ramps
 * apply only within the window. A power that violates a limit of that hour by no more than rounding is set to the
 * limit.
 */
export function carriedDcLine(whole: DcLine, power: number | undefined, hour: number) {
  if (power === undefined) return { initial_power_mw: undefined };
  const limits = [
    (valueAt(whole.p_max_mw, hour) ?? power) + (whole.ramp_down ?? Number.POSITIVE_INFINITY),
    (valueAt(whole.p_min_mw, hour) ?? power) - (whole.ramp_up ?? Number.POSITIVE_INFINITY),
  ];
  return { initial_power_mw: limits.find((limit) => Math.abs(power - limit) <= ROUNDING_MW) ?? power };
}

/**
 * Output in the hour before the window. An output that violates a planned limit by no more than rounding is set to the
 * limit.
 */
function settled(unit: Generator, power: number, hour: number): number {
  const limits = [
    availableAt(unit, hour) + limitAt(unit.ramp_down, hour),
    minimumAt(unit, hour) - limitAt(unit.ramp_up, hour),
    stopLimit(unit, hour, hour),
  ];
  return limits.find((limit) => Math.abs(power - limit) <= ROUNDING_MW) ?? power;
}
