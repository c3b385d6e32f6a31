/**
 * Payload -> case: the border of the verifier, written apart from that of the engine. No other file of this folder applies a
 * default or a profile, or knows how long an interval is. Per interval, a number per hour is times its length h, and one in
 * hours or MWh is over h; a power, a cost of a start and a tonne are what they were.
 */
import type { DcLine, Generator, Line, Reserve, SolvePayload } from '../../../temporal/case/schema.ts';
import type { JobType } from '../../../temporal/solvers.ts';
import type { Hours, JudgedCase, JudgedDcLine, JudgedLine, JudgedReserve, JudgedUnit } from './case.ts';
import { withEmissionCosts } from './emission-costs.ts';
import { at } from './series.ts';

/** Shares of an interval below this are rounding. */
const ROUNDING = 1e-6;
/** Less of p_min than this may be missing, MW. */
const ROUNDING_MW = 1e-6;
const NO_LIMIT = Number.POSITIVE_INFINITY;

/** The list of an attribute as a case says it that was stored before the attribute itself took lists. */
type Hourly<Attribute extends string, V> = { readonly [A in `${Attribute}_profile`]?: readonly V[] };

const isList = <V>(values: V | readonly V[]): values is readonly V[] => Array.isArray(values);

/** The intervals of a case. */
interface Intervals {
  readonly hours: readonly number[];
  /** Length of one, h. */
  readonly h: number;
  /** One value for all hours, or one for each. */
  readonly series: (values: number | readonly number[]) => Hours;
}

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
      marginal_cost: (item.marginal_cost ?? 0) * h,
      energy_limits: (item.energy_limits ?? []).map((limit) => ({ ...limit, mwh: limit.mwh / h })),
    })),
    storage: (payload.storage ?? []).map((item) => ({
      ...item,
      energy_mwh: item.energy_mwh / h,
      initial_mwh: item.initial_mwh / h,
      final_mwh: (item.final_mwh ?? 0) / h,
      final_value_usd_per_mwh: (item.final_value_usd_per_mwh ?? 0) * h,
    })),
    reserves: (payload.reserves ?? []).map((product) => readReserve(product, payload, generators, intervals)),
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

function readIntervals({ horizon, interval_minutes = 60 }: SolvePayload): Intervals {
  const hours = Array.from({ length: horizon }, (_, hour) => hour);
  /** One array for each value, which thousands of elements share. */
  const constants = new Map<number, Hours>();
  const constant = (value: number): Hours => {
    const series = constants.get(value) ?? hours.map(() => value);
    constants.set(value, series);
    return series;
  };
  return {
    hours,
    h: interval_minutes / 60,
    series: (values) =>
      typeof values === 'number' ? constant(values) : hours.map((hour) => at(values, hour)),
  };
}

function readUnit(
  unit: Generator & Hourly<'p_min' | 'p_max', number>,
  { commitment, emission_price_usd_per_t = 0, fixed_commitment = [] }: SolvePayload,
  jobType: JobType,
  { hours, h, series }: Intervals,
): JudgedUnit {
  const { p_min_profile: least = unit.p_min, p_max_profile: most = unit.p_max, rated } = unit;
  const [lower, upper] = [series(least), series(most)];
  // The least output of the machine itself is what stands beside a list, in either spelling.
  const number = typeof unit.p_min === 'number' ? unit.p_min : rated?.p_min;
  const leastOutput = number ?? Math.min(...lower);
  const lack = hours.map((hour) => at(lower, hour) - at(upper, hour));
  const isAvailable = lack.map((mw) => !(mw > ROUNDING_MW));
  const [rampUp, rampDown] = [(unit.ramp_up ?? NO_LIMIT) * h, (unit.ramp_down ?? NO_LIMIT) * h];
  /** A ramp never keeps a unit from its minimum output; a limit of starts or stops may. */
  const limit = (mw: number | undefined, ramp: number) =>
    mw === undefined ? lower.map((least) => Math.max(least, leastOutput, ramp)) : series(mw);
  const before = Math.floor(Math.abs(unit.initial_status) / h + ROUNDING);
  const paying = withEmissionCosts(
    {
      ...unit,
      co2_t_per_mwh: unit.co2_t_per_mwh ?? 0,
      co2_t_per_start: unit.co2_t_per_start ?? 0,
      cost_curve: unit.cost_curve ?? [],
      startup_categories: unit.startup_categories ?? [{ lag_h: 0, cost_usd: unit.startup_cost }],
    },
    emission_price_usd_per_t,
  );
  return {
    ...paying,
    p_min: lower,
    // A difference that is rounding keeps no unit off.
    p_max: upper.map((most, hour) => (isAvailable[hour] ? Math.max(most, at(lower, hour)) : most)),
    lack,
    isAvailable,
    leastOutput,
    marginal_cost: paying.marginal_cost * h,
    no_load_cost: unit.no_load_cost * h,
    shutdown_cost: unit.shutdown_cost ?? 0,
    cost_curve: paying.cost_curve.map(({ mw, usd_per_h }) => ({ mw, usd_per_h: usd_per_h * h })),
    startup_categories: paying.startup_categories.map((tier) => ({
      ...tier,
      lag_h: intervalsFor(tier.lag_h, h),
    })),
    co2_t_per_mwh: paying.co2_t_per_mwh * h,
    ramp_up: rampUp,
    ramp_down: rampDown,
    startup_ramp: limit(unit.startup_ramp, rampUp),
    shutdown_ramp: limit(unit.shutdown_ramp, rampDown),
    min_uptime: intervalsFor(unit.min_uptime, h),
    min_downtime: intervalsFor(unit.min_downtime, h),
    // On for less than an interval is on all the same.
    initial_status: unit.initial_status > 0 ? Math.max(1, before) : -before,
    initial_power_mw: unit.initial_power_mw,
    must_run: unit.must_run === true,
    fixed: fixed_commitment.filter(({ generator }) => generator === unit.name),
    decided: jobType === 'ed' ? commitment && (commitment[unit.name] ?? []) : undefined,
  };
}

/** A time is over when so many intervals are. */
const intervalsFor = (hours: number, h: number): number => Math.ceil(hours / h - ROUNDING);

function readReserve(
  { mw, direction, providers, response_min, ...product }: Reserve,
  { storage = [], renewables = [] }: SolvePayload,
  units: readonly JudgedUnit[],
  { h, series }: Intervals,
): JudgedReserve {
  const isDown = direction === 'down';
  const givers = new Set(providers ?? units.map(({ name }) => name));
  /** MW within the response time, which is in sixtieths of an interval, at the ramp of the direction. */
  const mostOf = ({ ramp_up, ramp_down }: JudgedUnit): number =>
    response_min === undefined ? NO_LIMIT : (isDown ? ramp_down : ramp_up) * (response_min / h / 60);
  return {
    ...product,
    mw: series(mw),
    isDown,
    penalty_usd_per_mwh: (product.penalty_usd_per_mwh ?? NO_LIMIT) * h,
    providers: [...givers],
    resources: [...storage, ...renewables]
      .map(({ name }) => name)
      .filter((name) => providers?.includes(name)),
    most: units.map((unit) => (givers.has(unit.name) ? mostOf(unit) : 0)),
  };
}

function readNetwork(
  payload: SolvePayload,
  jobType: JobType,
  intervals: Intervals,
): Pick<JudgedCase, 'transmission_lines' | 'dc_lines' | 'contingencies' | 'isPlate'> {
  const { options = {}, contingencies = [] } = payload;
  const isSecure = jobType === 'scuc';
  const hasNetwork = isSecure || (jobType === 'ed' && options.network === true);
  const { transmission_lines: lines = [], dc_lines = [] } = hasNetwork ? payload : {};
  // A branch that is named, in service or not, or a network without any: no power passes but over what is in service.
  const hasIslands = lines.length + dc_lines.length > 0 || (isSecure && options.network === true);
  return {
    transmission_lines: lines.map((line) => readLine(line, intervals)),
    dc_lines: dc_lines.filter((line) => line.in_service !== false).map((line) => readDcLine(line, intervals)),
    contingencies: (isSecure ? contingencies : [])
      .filter(({ enabled }) => enabled !== false)
      .map(({ id, lines = [], generators = [] }) => ({ id, lines, generators })),
    isPlate: !hasIslands,
  };
}

const readDcLine = (
  { in_service: _, initial_power_mw, ...line }: DcLine,
  { h, series }: Intervals,
): JudgedDcLine => ({
  ...line,
  p_min_mw: series(line.p_min_mw),
  p_max_mw: series(line.p_max_mw),
  loss_factor: line.loss_factor ?? 0,
  cost_usd_per_mwh: (line.cost_usd_per_mwh ?? 0) * h,
  ramp_up: (line.ramp_up ?? NO_LIMIT) * h,
  ramp_down: (line.ramp_down ?? NO_LIMIT) * h,
  initial_power_mw,
});

/**
 * A normal rating that is null or 0 is no limit. After a contingency null in a list is no limit either, and whatever else is
 * missing or 0 is the normal rating of that hour.
 */
function readLine(
  line: Line & Hourly<'rating_mw' | 'emergency_rating_mw', number | null>,
  { hours, h, series }: Intervals,
): JudgedLine {
  const hourly = (values: readonly (number | null)[], limit: (mw: number | null, hour: number) => number) =>
    hours.map((hour) => {
      const mw = values[hour];
      return mw === undefined ? Number.NaN : limit(mw, hour);
    });
  const { rating_mw_profile: rating = line.rating_mw } = line;
  const { emergency_rating_mw_profile: emergency = line.emergency_rating_mw } = line;
  const normal = isList(rating) ? hourly(rating, (mw) => mw || NO_LIMIT) : series(rating || NO_LIMIT);
  return {
    ...line,
    rating_mw: normal,
    emergency_rating_mw: isList(emergency)
      ? hourly(emergency, (mw, hour) => (mw === null ? NO_LIMIT : mw || at(normal, hour)))
      : emergency
        ? series(emergency)
        : normal,
    r_pu: line.r_pu ?? 0,
    phase_shift_deg: line.phase_shift_deg ?? 0,
    penalty_usd_per_mwh: (line.penalty_usd_per_mwh ?? NO_LIMIT) * h,
    in_service: line.in_service !== false,
  };
}
