/**
 * Converts a payload to a case, independently of the engine's reader. Only this file, `read-network.ts` and
 * `read-intervals.ts` apply defaults and profiles, and know the length of an interval. With intervals of h hours, a
 * rate per hour is multiplied by h, and a time in hours or an energy in MWh is divided by h; powers, start-up costs and
 * tonnes stay as they are.
 */
import type { Generator, Reserve, SolvePayload, Storage } from '../../../temporal/case/schema.ts';
import type { JobType } from '../../../temporal/solvers.ts';
import type { Hours, JudgedCase, JudgedLimit, JudgedReserve, JudgedStorage, JudgedUnit } from './case.ts';
import { withEmissionCosts } from './emission-costs.ts';
import {
  type Hourly,
  type Intervals,
  intervalsFor,
  isList,
  NO_LIMIT,
  ROUNDING,
  readIntervals,
} from './read-intervals.ts';
import { readNetwork } from './read-network.ts';
import { at } from './series.ts';

/** Rounding error by which p_min may exceed p_max, MW. */
const ROUNDING_MW = 1e-6;

export function readCase(payload: SolvePayload, jobType: JobType): JudgedCase {
  const { commitment, options = {} } = payload;
  const intervals = readIntervals(payload);
  const { hours, h } = intervals;
  const perHour = (usd: number | readonly number[]): Hours =>
    intervals.series(isList(usd) ? usd.map((price) => price * h) : usd * h);
  const generators = payload.generators.map((unit) => readUnit(unit, payload, jobType, intervals));
  const { emission_limit_t, emission_penalty_usd_per_t, emission_price_usd_per_t } = payload;
  return {
    jobType,
    hours,
    intervalHours: h,
    relaxed: jobType === 'ed' && commitment === undefined,
    generators,
    loads: payload.loads.map((load) => ({
      ...load,
      unserved_energy_usd_per_mwh: perHour(
        load.unserved_energy_usd_per_mwh ?? options.unserved_energy_usd_per_mwh ?? NO_LIMIT,
      ),
    })),
    renewables: (payload.renewables ?? []).map((item) => ({
      ...item,
      marginal_cost: perHour(item.marginal_cost ?? 0),
      energy_limits: readLimits(item, h),
    })),
    storage: (payload.storage ?? []).map((item) => readStorage(item, intervals)),
    reserves: (payload.reserves ?? []).map((product) => readReserve(product, payload, generators, intervals)),
    bids: (payload.bids ?? []).map(({ name, bus, kind, all_or_nothing, min_up_h, blocks }) => ({
      ...{ name, bus, kind, isWhole: all_or_nothing === true || min_up_h !== undefined },
      min_up: all_or_nothing ? NO_LIMIT : Math.round((min_up_h ?? h) / h),
      blocks: blocks.map(({ mw, usd_per_mwh }) => ({
        mw: intervals.series(mw),
        price: perHour(usd_per_mwh),
      })),
    })),
    demand_response: (payload.demand_response ?? []).map((item) => ({
      ...{ name: item.name, bus: item.bus, shed_max_mw: intervals.series(item.shed_max_mw) },
      cost: item.cost_usd_per_mwh * h,
      recover_share: item.recover_share ?? 0,
      recover_within: Math.round((item.recover_within_h ?? 0) / h),
      most_of_day: Math.round((item.max_hours_per_day ?? NO_LIMIT) / h),
      day: Math.round(24 / h),
    })),
    fuel_limits: (payload.fuel_limits ?? []).map((limit) => ({
      ...limit,
      max_mmbtu: limit.max_mmbtu ?? NO_LIMIT,
      min_mmbtu: limit.min_mmbtu ?? -NO_LIMIT,
      penalty_usd_per_mmbtu: limit.penalty_usd_per_mmbtu ?? NO_LIMIT,
    })),
    ...readNetwork(payload, jobType, intervals),
    losses: options.losses === true,
    slack_bus: options.slack_bus ?? Number.NaN,
    tellsEmissions:
      emission_limit_t !== undefined ||
      emission_price_usd_per_t !== undefined ||
      generators.some(({ co2_t_per_mwh, co2_t_per_start }) => co2_t_per_mwh || co2_t_per_start),
    emission_limit_t: emission_limit_t ?? NO_LIMIT,
    emission_penalty_usd_per_t: emission_penalty_usd_per_t ?? NO_LIMIT,
    emission_price_usd_per_t: emission_price_usd_per_t ?? 0,
  };
}

const readLimits = ({ energy_limits = [] }: Pick<Generator, 'energy_limits'>, h: number): JudgedLimit[] =>
  energy_limits.map(({ mwh, min_mwh = -NO_LIMIT, ...hours }) => ({
    ...hours,
    mwh: mwh / h,
    min_mwh: min_mwh / h,
  }));

function readUnit(
  unit: Generator & Hourly<'p_min' | 'p_max', number>,
  { commitment, emission_price_usd_per_t = 0, fixed_commitment = [] }: SolvePayload,
  jobType: JobType,
  { hours, h, series }: Intervals,
): JudgedUnit {
  const { p_min_profile: least = unit.p_min, p_max_profile: most = unit.p_max, rated } = unit;
  const [lower, upper] = [series(least), series(most)];
  // If hours have a Pmin of their own, the single number, in either spelling, is the Pmin of the machine.
  const number = typeof unit.p_min === 'number' ? unit.p_min : rated?.p_min;
  const leastOutput = number ?? Math.min(...lower);
  const lack = hours.map((hour) => at(lower, hour) - at(upper, hour));
  const isAvailable = lack.map((mw) => !(mw > ROUNDING_MW));
  const ramps = (mw: Generator['ramp_up']): Hours =>
    series(isList(mw) ? mw.map((each) => (each ?? NO_LIMIT) * h) : (mw ?? NO_LIMIT) * h);
  const [rampUp, rampDown] = [ramps(unit.ramp_up), ramps(unit.ramp_down)];
  /** A ramp never keeps a unit from its Pmin; a startup or shutdown limit may. */
  const limit = (mw: number | undefined, least: number, ramp: number) =>
    mw ?? Math.max(least, leastOutput, ramp);
  const before = Math.floor(Math.abs(unit.initial_status) / h + ROUNDING);
  const paying = withEmissionCosts(
    {
      ...unit,
      marginal_cost: series(unit.marginal_cost),
      co2_t_per_mwh: unit.co2_t_per_mwh ?? 0,
      co2_t_per_start: unit.co2_t_per_start ?? 0,
      cost_curve: unit.cost_curve ?? [],
      startup_categories: unit.startup_categories ?? [{ lag_h: 0, cost_usd: 0 }],
    },
    emission_price_usd_per_t,
  );
  const startupRamp = lower.map((least, hour) => limit(unit.startup_ramp, least, at(rampUp, hour)));
  return {
    ...paying,
    quick_start_mw: quickStarts(unit.quick_start_mw, { lower, upper, startupRamp }),
    p_min: lower,
    // A p_min above p_max by a rounding error does not force the unit off.
    p_max: upper.map((most, hour) => (isAvailable[hour] ? Math.max(most, at(lower, hour)) : most)),
    lack,
    isAvailable,
    leastOutput,
    marginal_cost: paying.marginal_cost.map((usd) => usd * h),
    no_load_cost: series(unit.no_load_cost).map((usd) => usd * h),
    startup_cost: series(unit.startup_categories ? 0 : unit.startup_cost),
    shutdown_cost: unit.shutdown_cost ?? 0,
    cost_curve: paying.cost_curve.map(({ mw, usd_per_h }) => ({ mw, usd_per_h: usd_per_h * h })),
    startup_categories: paying.startup_categories.map((tier) => ({
      ...tier,
      lag_h: intervalsFor(tier.lag_h, h),
    })),
    co2_t_per_mwh: paying.co2_t_per_mwh * h,
    fuel: unit.fuel,
    // 1 Btu/kWh is 0.001 MMBtu/MWh.
    mmbtu_per_mwh: ((unit.heat_rate_btu_per_kwh ?? 0) / 1000) * h,
    startup_mmbtu: unit.startup_mmbtu ?? 0,
    ramp_up: rampUp,
    ramp_down: rampDown,
    startup_ramp: startupRamp,
    // A stop after an hour is limited by the ramp of the next hour.
    shutdown_ramp: lower.map((least, hour) =>
      limit(unit.shutdown_ramp, least, rampDown[hour + 1] ?? NO_LIMIT),
    ),
    shutdown_ramp_before: limit(unit.shutdown_ramp, at(lower, 0), at(rampDown, 0)),
    min_uptime: intervalsFor(unit.min_uptime, h),
    min_downtime: intervalsFor(unit.min_downtime, h),
    // A unit that has been on for less than an interval counts as on.
    initial_status: unit.initial_status > 0 ? Math.max(1, before) : -before,
    initial_power_mw: unit.initial_power_mw,
    must_run: hours.map((hour) => (isList(unit.must_run) ? unit.must_run[hour] : unit.must_run) === true),
    fixed: fixed_commitment.filter(({ generator }) => generator === unit.name),
    energy_limits: readLimits(unit, h),
    decided: jobType === 'ed' ? commitment && (commitment[unit.name] ?? []) : undefined,
  };
}

/** Power that a unit reaches from off, MW: 0 where its least output is not available, or above the limit of a start. */
const quickStarts = (
  mw = 0,
  { lower, upper, startupRamp }: Readonly<Record<'lower' | 'upper' | 'startupRamp', Hours>>,
): Hours =>
  upper.map((most, hour) =>
    at(lower, hour) > Math.min(most, at(startupRamp, hour)) + ROUNDING_MW ? 0 : Math.min(mw, most),
  );

function readStorage({ efficiency, ...item }: Storage, intervals: Intervals): JudgedStorage {
  const { h, series } = intervals;
  const least = item.min_mwh ?? 0;
  return {
    ...item,
    energy_mwh: item.energy_mwh / h,
    charge_mw: series(item.charge_mw),
    discharge_mw: series(item.discharge_mw),
    charge_efficiency: efficiency ?? item.charge_efficiency ?? 1,
    discharge_efficiency: item.discharge_efficiency ?? 1,
    kept: 1 - (item.standing_loss_per_h ?? 0) * h,
    charge_cost_usd_per_mwh: (item.charge_cost_usd_per_mwh ?? 0) * h,
    discharge_cost_usd_per_mwh: series((item.discharge_cost_usd_per_mwh ?? 0) * h),
    charge_min_mw: series(item.charge_min_mw ?? 0),
    discharge_min_mw: series(item.discharge_min_mw ?? 0),
    no_simultaneous: item.no_simultaneous ?? true,
    cycle_limits: cycleLimits(item, intervals),
    energy_limits: readLimits(item, h),
    initial_mwh: (item.initial_mwh ?? 0) / h,
    min_mwh: series(isList(least) ? least.map((mwh) => mwh / h) : least / h),
    inflow_mw: series(item.inflow_mw ?? 0),
    final_mwh: (item.final_mwh ?? 0) / h,
    final_max_mwh: Math.min(item.final_max_mwh ?? NO_LIMIT, item.energy_mwh) / h,
    final_value_usd_per_mwh: (item.final_value_usd_per_mwh ?? 0) * h,
    cyclic: item.cyclic === true,
  };
}

const DAY_H = 24;

/** Limit of discharged energy of each day. `day_hours_before`: hours of the first day before the horizon. */
function cycleLimits(item: Storage, { hours, h }: Intervals): JudgedLimit[] {
  const { max_cycles_per_day: cycles, energy_mwh, day_hours_before = 0, day_discharged_mwh = 0 } = item;
  if (cycles === undefined) return [];
  const before = intervalsFor(day_hours_before, h);
  const dayOf = (hour: number): number => Math.floor((hour + before) / Math.round(DAY_H / h));
  return [...new Set(hours.map(dayOf))].map((day) => {
    const first_hour = hours.findIndex((hour) => dayOf(hour) === day);
    const mwh = cycles * energy_mwh - (day === 0 ? day_discharged_mwh : 0);
    return {
      first_hour,
      last_hour: hours.findLastIndex((hour) => dayOf(hour) === day),
      mwh: Math.max(0, mwh) / h,
      min_mwh: -NO_LIMIT,
    };
  });
}

/** Positions of a product and of those that it counts towards, directly or through another one. */
function countedIn(first: number, reserves: readonly Reserve[]): number[] {
  const positions: number[] = [];
  for (let q = first; q >= 0 && !positions.includes(q); ) {
    positions.push(q);
    const target = reserves[q]?.counts_towards;
    q = target === undefined ? -1 : reserves.findIndex(({ name }) => name === target);
  }
  return positions;
}

function readReserve(
  {
    mw,
    direction,
    kind,
    providers,
    response_min,
    demand_curve: curve = [],
    counts_towards: _,
    ...product
  }: Reserve,
  { storage = [], renewables = [], reserves = [] }: SolvePayload,
  units: readonly JudgedUnit[],
  { h, series }: Intervals,
): JudgedReserve {
  const isDown = direction === 'down';
  // Ramping reserve is what a ramp reaches within the interval.
  const response = response_min ?? (kind === 'ramping' ? 60 * h : undefined);
  const givers = new Set(providers ?? units.map(({ name }) => name));
  /**
   * Largest reserve of a unit, MW: ramp in the direction of the product, MW per interval, over the response time,
   * minutes.
   */
  const mostOf = ({ ramp_up, ramp_down }: JudgedUnit): Hours =>
    response === undefined
      ? series(NO_LIMIT)
      : (isDown ? ramp_down : ramp_up).map((ramp) => ramp * (response / h / 60));
  return {
    ...product,
    mw: series(curve.length > 0 ? curve.reduce((sum, block) => sum + block.mw, 0) : mw),
    isDown,
    isOffline: kind === 'non_spinning',
    countedIn: countedIn(
      reserves.findIndex(({ name }) => name === product.name),
      reserves,
    ),
    steps: curve.map((block) => ({ mw: block.mw, price: block.usd_per_mwh * h })).reverse(),
    penalty_usd_per_mwh: (curve[0]?.usd_per_mwh ?? product.penalty_usd_per_mwh ?? NO_LIMIT) * h,
    providers: [...givers],
    resources: [...storage, ...renewables]
      .map(({ name }) => name)
      .filter((name) => providers?.includes(name)),
    most: units.map((unit) => (givers.has(unit.name) ? mostOf(unit) : series(0))),
  };
}
