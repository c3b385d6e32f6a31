/**
 * A payload as the reference reads it, written from the contract apart from the borders of the engine and the verifier. Every
 * default is applied, a number that may vary is one per hour, no limit is Infinity, and branches out of service and
 * contingencies out of force are left out. Intervals are hours.
 */
import type { DcLine, Generator, Line, Reserve, SolvePayload } from '../../../temporal/case/schema.ts';
import type { JobType } from '../../../temporal/solvers.ts';

export type ReferenceCase = ReturnType<typeof readCase>;
export type ReferenceUnit = ReferenceCase['generators'][number];
export type ReferenceLine = ReferenceCase['lines'][number];
export type ReferenceDcLine = ReferenceCase['dcLines'][number];
export type ReferenceProduct = ReferenceCase['reserves'][number];

type Hours = readonly number[];

/** NaN outside the series, which no program accepts. */
export const at = (values: Hours, hour: number): number => values[hour] ?? Number.NaN;

export function readCase(payload: SolvePayload, jobType: JobType) {
  const { horizon, loads, options = {} } = payload;
  const hours = Array.from({ length: horizon }, (_, hour) => hour);
  const generators = payload.generators.map((unit) => readUnit(unit, payload, jobType, hours));
  const renewables = (payload.renewables ?? []).map(
    ({ marginal_cost = 0, energy_limits = [], ...renewable }) => ({
      ...renewable,
      marginal_cost,
      energy_limits,
    }),
  );
  const storage = (payload.storage ?? []).map(({ final_mwh = 0, final_value_usd_per_mwh = 0, ...item }) => ({
    ...item,
    final_mwh,
    final_value_usd_per_mwh,
  }));
  const { emission_limit_t, emission_penalty_usd_per_t, emission_price_usd_per_t } = payload;
  return {
    jobType,
    horizon,
    hours,
    /** Whether a dispatch decides what is on: every unit is available and may be idle. */
    relaxed: jobType === 'ed' && payload.commitment === undefined,
    losses: options.losses === true,
    generators,
    loads: loads.map((load) => {
      const { unserved_energy_usd_per_mwh: own = options.unserved_energy_usd_per_mwh } = load;
      /** What goes unserved of it, MW and $/MWh. */
      const shed = hours.map((hour) => slackAt(Array.isArray(own) ? own[hour] : own));
      return { ...load, shed };
    }),
    renewables,
    storage,
    reserves: (payload.reserves ?? []).map((product) => readReserve(product, payload, hours)),
    ...readNetwork(payload, jobType, hours),
    emission_limit_t: emission_limit_t ?? Number.POSITIVE_INFINITY,
    emissionExcess: slackAt(emission_penalty_usd_per_t),
    /** Undefined = emissions have no price, not even one of 0. */
    emission_price_usd_per_t,
  };
}

/** A limit that may be exceeded at a price, $ per unit, or not at all. */
const slackAt = (price: number | undefined) =>
  price === undefined ? { most: 0, price: 0 } : { most: Number.POSITIVE_INFINITY, price };

function readUnit(
  unit: Generator,
  { commitment, fixed_commitment = [] }: SolvePayload,
  jobType: JobType,
  hours: Hours,
) {
  const { name, bus, min_uptime, min_downtime, initial_status, initial_power_mw, cost_curve } = unit;
  const limits = (mw: number | readonly number[]): Hours =>
    hours.map((hour) => (typeof mw === 'number' ? mw : at(mw, hour)));
  const [p_min, p_max] = [limits(unit.p_min), limits(unit.p_max)];
  // The least output of the machine itself: no ramp below it limits a start or a stop.
  const rated = typeof unit.p_min === 'number' ? unit.p_min : (unit.rated?.p_min ?? Math.min(...unit.p_min));
  const ramp_up = unit.ramp_up ?? Number.POSITIVE_INFINITY;
  const ramp_down = unit.ramp_down ?? Number.POSITIVE_INFINITY;
  const switchLimit = (mw: number | undefined, ramp: number) =>
    p_min.map((least) => mw ?? Math.max(least, rated, ramp));
  const { co2_t_per_mwh = 0, co2_t_per_start = 0, shutdown_cost = 0, startup_cost } = unit;
  return {
    ...{ name, bus, min_uptime, min_downtime, initial_status, p_min, p_max, ramp_up, ramp_down },
    ...{ co2_t_per_mwh, co2_t_per_start, shutdown_cost },
    /** 0 where too little is available for its least output, else 1. */
    mostOn: hours.map((hour) => (at(p_max, hour) < at(p_min, hour) - 1e-6 ? 0 : 1)),
    startup_ramp: switchLimit(unit.startup_ramp, ramp_up),
    shutdown_ramp: switchLimit(unit.shutdown_ramp, ramp_down),
    isPowerKnown: initial_power_mw !== undefined,
    powerBefore: initial_power_mw ?? 0,
    must_run: unit.must_run === true,
    fixed: new Map(
      fixed_commitment.filter(({ generator }) => generator === name).map(({ hour, on }) => [hour, on]),
    ),
    /** The commitment that a dispatch keeps, 1 when on; undefined = no commitment. */
    decided: jobType === 'ed' && commitment ? hours.map((hour) => commitment[name]?.[hour] ?? 0) : undefined,
    costs: costsOf(unit),
    no_load_cost: cost_curve ? 0 : unit.no_load_cost,
    startup_categories: unit.startup_categories ?? [{ lag_h: 1, cost_usd: startup_cost }],
  };
}

/** An hour on costs at least slope x MW + intercept for each of these, $/MWh and $. */
function costsOf({ cost_curve, marginal_cost, no_load_cost }: Generator) {
  if (!cost_curve) return [{ slope: marginal_cost, intercept: no_load_cost }];
  const points = cost_curve.length > 1 ? cost_curve : [...cost_curve, ...cost_curve];
  return points.slice(1).map((right, index) => {
    const left = points[index] ?? right;
    const width = right.mw - left.mw;
    const slope = width === 0 ? marginal_cost : (right.usd_per_h - left.usd_per_h) / width;
    return { slope, intercept: left.usd_per_h - slope * left.mw };
  });
}

/** `givers`: q for generators, qs for storage and qw for renewables, with their positions. */
function readReserve(
  { name, mw, penalty_usd_per_mwh, direction, providers, response_min }: Reserve,
  { generators, storage = [], renewables = [] }: SolvePayload,
  hours: Hours,
) {
  const isDown = direction === 'down';
  const giversOf = (kind: 'q' | 'qs' | 'qw', items: readonly { readonly name: string }[]) =>
    items
      .map((item, position) => ({ kind, position, name: item.name }))
      .filter((item) => (providers === undefined ? kind === 'q' : providers.includes(item.name)));
  const fastest = ({ ramp_up, ramp_down }: Generator): number => {
    const ramp = isDown ? ramp_down : ramp_up;
    return response_min === undefined || ramp === null
      ? Number.POSITIVE_INFINITY
      : (ramp * response_min) / 60;
  };
  return {
    name,
    isDown,
    mw: typeof mw === 'number' ? hours.map(() => mw) : mw,
    shortfall: slackAt(penalty_usd_per_mwh),
    givers: [...giversOf('q', generators), ...giversOf('qs', storage), ...giversOf('qw', renewables)],
    /** The most that each unit gives within the response time, MW. */
    most: generators.map(fastest),
  };
}

function readNetwork(payload: SolvePayload, jobType: JobType, hours: Hours) {
  const { generators, loads, renewables = [], storage = [], options = {} } = payload;
  const isRead = jobType === 'scuc' || (jobType === 'ed' && options.network === true);
  const { transmission_lines = [], dc_lines = [] } = isRead ? payload : {};
  const resources = [...generators, ...loads, ...renewables, ...storage].map(({ bus }) => bus);
  const ends = transmission_lines.flatMap((line) => [line.from_bus, line.to_bus]);
  return {
    buses: [...new Set([...resources, ...ends])],
    lines: transmission_lines
      .map((line, position) => ({ ...readLine(line, hours), key: String(position) }))
      .filter(({ in_service }) => in_service),
    dcLines: dc_lines.filter((line) => line.in_service !== false).map((line) => readDcLine(line, hours)),
    /** Nothing says which way power goes: all buses are one place. */
    isPlate:
      transmission_lines.length + dc_lines.length === 0 && !(jobType === 'scuc' && options.network === true),
    contingencies: (jobType === 'scuc' ? (payload.contingencies ?? []) : [])
      .filter(({ enabled }) => enabled !== false)
      .map(({ id, lines = [], generators = [] }) => ({ id, lines, generators })),
  };
}

function readDcLine({ p_min_mw, p_max_mw, ...line }: DcLine, hours: Hours) {
  const limits = (mw: number | readonly number[]): Hours =>
    hours.map((hour) => (typeof mw === 'number' ? mw : at(mw, hour)));
  return {
    ...line,
    least: limits(p_min_mw),
    most: limits(p_max_mw),
    /** The share that arrives. */
    arriving: 1 - (line.loss_factor ?? 0),
    price: line.cost_usd_per_mwh ?? 0,
    ramp_up: line.ramp_up ?? Number.POSITIVE_INFINITY,
    ramp_down: line.ramp_down ?? Number.POSITIVE_INFINITY,
  };
}

function readLine(line: Line, hours: Hours) {
  const { id, from_bus, to_bus, x_pu, r_pu = 0, phase_shift_deg = 0, penalty_usd_per_mwh } = line;
  const { rating_mw: rating, emergency_rating_mw: emergency } = line;
  const limitAt = (hour: number, isAfter: boolean): number => {
    const own = Array.isArray(emergency) ? emergency[hour] : emergency;
    if (isAfter && Array.isArray(emergency) && own === null) return Number.POSITIVE_INFINITY;
    const normal = Array.isArray(rating) ? rating[hour] : rating;
    return (isAfter && own) || normal || Number.POSITIVE_INFINITY;
  };
  return {
    ...{ id, from_bus, to_bus, x_pu, r_pu, phase_shift_deg },
    in_service: line.in_service !== false,
    overflow: slackAt(penalty_usd_per_mwh),
    /** MW, before and after a contingency. */
    limits: hours.map((hour) => limitAt(hour, false)),
    emergencyLimits: hours.map((hour) => limitAt(hour, true)),
  };
}
