/**
 * The problem as the formulation reads it: positions and arrays, no names to look up. The only place that
 * renames fields of the payload, and where every default of a field is applied. Its hours are the intervals of the
 * payload, and all its numbers are per interval (temporal/case/arithmetic/intervals.ts): from here on nothing knows minutes,
 * until results are said in the units of the payload again (engine/result/in-payload-units.ts).
 */
import { dcLinesRead } from '../../temporal/case/arithmetic/elements.ts';
import { withEmissionCosts } from '../../temporal/case/arithmetic/emissions.ts';
import { intervalsPerHour, perInterval } from '../../temporal/case/arithmetic/intervals.ts';
import { availableAt, isUnavailable, minimumAt } from '../../temporal/case/arithmetic/output-limits.ts';
import { requiredAt } from '../../temporal/case/arithmetic/reserve-providers.ts';
import { type StartupTier, startupTiers } from '../../temporal/case/arithmetic/unit-cost.ts';
import type { Generator } from '../../temporal/case/messages/generator.ts';
import type { SolvePayload } from '../../temporal/case/messages/payload.ts';
import type { JobType } from '../../temporal/solvers.ts';
import type { Network } from '../network/network.ts';
import { type HourlyCost, hourlyCost } from './cost.ts';
import { lossShares } from './losses.ts';
import { type ReserveProduct, reserveMost, reserveProducts } from './reserve-products.ts';
import { heldBounds, isFreeToIdle, switchHours, switchLimit } from './switch-limits.ts';

/** A thermal unit; powers in MW, ramps in MW/h, times in h, costs in $; arrays have shape [T]. */
export interface Unit {
  readonly name: string;
  /** Equal units that it stands for; 1 for a unit of its own. Limits and costs are those of one. */
  readonly count: number;
  /** Position of its bus in `Instance.buses`. */
  readonly bus: number;
  /** Limits while on, `pMin` at most `pMax`: in an hour in which less than its minimum is available it may not be on. */
  readonly pMin: readonly number[];
  readonly pMax: readonly number[];
  /** Infinity = no limit. */
  readonly rampUp: number;
  readonly rampDown: number;
  /** Largest output in the hour of a start, and in the hour before a stop; below `pMin`: it can do neither. */
  readonly startupRamp: readonly number[];
  readonly shutdownRamp: readonly number[];
  /** Largest output before the first hour from which it may stop in that hour. */
  readonly shutdownRampBefore: number;
  /** Hours in which it can start, and those from which on it can be off after an hour on. */
  readonly mayStart: readonly boolean[];
  readonly mayStop: readonly boolean[];
  /** At least 1: a minimum time of 0 h says the same. */
  readonly minUptime: number;
  readonly minDowntime: number;
  readonly onBefore: boolean;
  /** Hours on or off before the first hour. */
  readonly hoursBefore: number;
  /** Output before the first hour; null = any. */
  readonly powerBefore: number | null;
  /** Bounds of the commitment, 0 or 1. */
  readonly mayBeOn: readonly boolean[];
  readonly mustBeOn: readonly boolean[];
  readonly cost: readonly HourlyCost[];
  /** t of CO2. */
  readonly co2PerMwh: number;
  readonly co2PerStart: number;
  /** Start-up cost by hours off, ascending lag. */
  readonly startupTiers: readonly StartupTier[];
  /** $. */
  readonly shutdownCost: number;
  /**
   * The most it gives of each reserve product by its ramp and the response time, MW; Infinity = no such limit, 0 = it does not
   * give it; shape [products].
   */
  readonly reserveMost: readonly number[];
}

export interface Instance {
  /** Per interval: whatever reads it may take the intervals for hours. */
  readonly payload: SolvePayload;
  readonly intervalsPerHour: number;
  readonly jobType: JobType;
  /** Number of hours. */
  readonly periods: number;
  readonly units: readonly Unit[];
  /** Economic dispatch without a commitment: every unit is available and may be idle. */
  readonly relaxed: boolean;
  /** Bus numbers by position. */
  readonly buses: readonly number[];
  /** Demand, MW, shape [buses][T]. */
  readonly load: readonly (readonly number[])[];
  readonly renewables: readonly Positioned<NonNullable<SolvePayload['renewables']>[number]>[];
  readonly storage: readonly Positioned<NonNullable<SolvePayload['storage']>[number]>[];
  /** DC lines in service; none without a network. */
  readonly dcLines: readonly PlacedDcLine[];
  readonly products: readonly ReserveProduct[];
  /** Requirement of each product, MW, shape [products][T]. */
  readonly requirements: readonly (readonly number[])[];
  readonly network: Network;
  /** Share of each bus of the losses of its island, shape [T][buses]; undefined = lossless. */
  readonly lossShares: readonly Float64Array[] | undefined;
  /** Price of unserved energy, $/MWh; undefined = load must be served. */
  readonly unservedPrice: number | undefined;
}

interface PlacedDcLine {
  readonly id: string;
  /** Positions in `Instance.buses`; power above 0 leaves the one for the other. */
  readonly from: number;
  readonly to: number;
  /** MW. */
  readonly least: number;
  readonly most: number;
}

type Positioned<T> = T & { readonly at: number };

export function toInstance(given: SolvePayload, jobType: JobType, network: Network): Instance {
  const payload = withEmissionCosts(perInterval(given));
  const { horizon: periods, generators, loads, options } = payload;
  const hours = Array.from({ length: periods }, (_, t) => t);
  const relaxed = jobType === 'ed' && payload.commitment === undefined;
  const load = network.buses.map(() => hours.map(() => 0));
  for (const { bus, values } of loads) {
    const row = load[network.position(bus)] ?? [];
    for (const t of hours) row[t] = (row[t] ?? 0) + (values[t] ?? 0);
  }
  const place = <T extends { bus: number }>(items: readonly T[] | undefined): Positioned<T>[] =>
    (items ?? []).map((item) => ({ ...item, at: network.position(item.bus) }));
  return {
    payload,
    intervalsPerHour: intervalsPerHour(given),
    jobType,
    periods,
    relaxed,
    units: generators.map((g) => ({
      ...toUnit(g, payload, jobType, network.position(g.bus)),
      reserveMost: reserveMost(payload, g, intervalsPerHour(given)),
    })),
    buses: network.buses,
    load,
    renewables: place(payload.renewables),
    storage: place(payload.storage),
    dcLines: dcLinesRead(payload, jobType).map(({ id, from_bus, to_bus, p_min_mw, p_max_mw }) => ({
      id,
      from: network.position(from_bus),
      to: network.position(to_bus),
      least: p_min_mw,
      most: p_max_mw,
    })),
    products: reserveProducts(payload),
    requirements: (payload.reserves ?? []).map((product) => hours.map((t) => requiredAt(product, t))),
    network,
    lossShares: options?.losses && network.lines.length > 0 ? lossShares(network, load, periods) : undefined,
    unservedPrice: options?.unserved_energy_usd_per_mwh,
  };
}

function toUnit(
  g: Generator,
  payload: SolvePayload,
  jobType: JobType,
  bus: number,
): Omit<Unit, 'reserveMost'> {
  const hours = Array.from({ length: payload.horizon }, (_, t) => t);
  const relaxed = jobType === 'ed' && payload.commitment === undefined;
  const given = hours.map((t) => minimumAt(g, t));
  const pMin = relaxed ? given.map((mw) => Math.min(0, mw)) : given;
  // Never below the minimum: where less is available the unit is off, which its bounds say.
  const pMax = hours.map((t) => Math.max(pMin[t] ?? 0, availableAt(g, t)));
  const rampUp = g.ramp_up ?? Number.POSITIVE_INFINITY;
  const rampDown = g.ramp_down ?? Number.POSITIVE_INFINITY;
  const limitAt = (own: number | undefined, ramp: number, t: number) =>
    switchLimit(own, Math.max(g.p_min, ramp), given[t] ?? 0);
  const limits = (own: number | undefined, ramp: number) =>
    hours.map((t) => Math.min(pMax[t] ?? 0, limitAt(own, ramp, t)));
  // A dispatch that is not told the output before its first hour may begin anywhere.
  const beginsAnywhere = jobType === 'ed' && g.initial_power_mw === undefined;
  const unit = {
    name: g.name,
    count: 1,
    bus,
    pMin,
    pMax,
    rampUp,
    rampDown,
    startupRamp: limits(g.startup_ramp, rampUp).map((mw, t) =>
      t === 0 && beginsAnywhere ? (pMax[0] ?? 0) : mw,
    ),
    shutdownRamp: limits(g.shutdown_ramp, rampDown),
    shutdownRampBefore: limitAt(g.shutdown_ramp, rampDown, 0),
    // Minimum times do not apply to a dispatch: its commitment is given.
    minUptime: jobType === 'ed' ? 1 : Math.max(1, g.min_uptime),
    minDowntime: jobType === 'ed' ? 1 : Math.max(1, g.min_downtime),
    onBefore: relaxed || g.initial_status > 0,
    hoursBefore: Math.abs(g.initial_status),
    powerBefore: g.initial_power_mw ?? null,
    ...commitmentBounds(g, payload, jobType),
    co2PerMwh: g.co2_t_per_mwh ?? 0,
    cost: hours.map((t) => hourlyCost(g, pMin[t] ?? 0, pMax[t] ?? 0)),
    startupTiers: startupTiers(g),
    ...costsOfSwitching(g, jobType),
  };
  const staysOn = jobType !== 'ed' && isFreeToIdle(unit);
  const startsForNothing = unit.co2PerStart === 0 && unit.startupTiers.every(({ cost }) => cost === 0);
  const switches = switchHours(unit, beginsAnywhere);
  const held = jobType === 'ed' ? unit : heldBounds(unit, switches);
  return {
    ...unit,
    ...switches,
    // Where stopping could save nothing it stays on once it is on.
    mayStop: switches.mayStop.map((may) => may && !staysOn),
    mayBeOn: held.mayBeOn,
    mustBeOn: held.mustBeOn.map(
      (must, t) => must || (staysOn && startsForNothing && held.mayBeOn[t] === true),
    ),
  };
}

/** A dispatch pays for no starts and stops. */
const costsOfSwitching = ({ co2_t_per_start = 0, shutdown_cost = 0 }: Generator, jobType: JobType) =>
  jobType === 'ed'
    ? { co2PerStart: 0, shutdownCost: 0 }
    : { co2PerStart: co2_t_per_start, shutdownCost: shutdown_cost };

/** What the available output, a given or fixed commitment, must-run and the state before leave open (pglib-uc (4), (5)). */
function commitmentBounds(
  g: Generator,
  { horizon, commitment, fixed_commitment = [] }: SolvePayload,
  jobType: JobType,
) {
  const hours = Array.from({ length: horizon }, (_, t) => t);
  const isAvailable = hours.map((t) => !isUnavailable(g, t));
  if (jobType === 'ed') {
    const on = commitment === undefined ? isAvailable : hours.map((t) => commitment[g.name]?.[t] === 1);
    return { mayBeOn: on.map((isOn, t) => isOn && isAvailable[t] === true), mustBeOn: on };
  }
  const heldOn = g.initial_status > 0 ? g.min_uptime - g.initial_status : 0;
  const heldOff = g.initial_status <= 0 ? g.min_downtime + g.initial_status : 0;
  const own = fixed_commitment.filter(({ generator }) => generator === g.name);
  const fixed = new Map(own.map(({ hour, on }) => [hour, on]));
  return {
    mayBeOn: hours.map((t) => isAvailable[t] === true && t >= heldOff && fixed.get(t) !== false),
    mustBeOn: hours.map((t) => g.must_run === true || t < heldOn || fixed.get(t) === true),
  };
}
