/**
 * A payload as the reference solver reads it, written from the contract independently of the engine and the verifier.
 * All defaults are applied. Values that may vary are hourly, an absent limit is Infinity, and branches and
 * contingencies out of service are removed. Intervals are hours.
 */
import type {
  Bid,
  DcLine,
  Generator,
  Interface,
  Line,
  Reserve,
  SolvePayload,
  Storage,
} from '../../../temporal/case/schema.ts';
import type { JobType } from '../../../temporal/solvers.ts';

export type ReferenceCase = ReturnType<typeof readCase>;
export type ReferenceUnit = ReferenceCase['generators'][number];
export type ReferenceLine = ReferenceCase['lines'][number];
export type ReferenceDcLine = ReferenceCase['dcLines'][number];
export type ReferenceProduct = ReferenceCase['reserves'][number];

type Hours = readonly number[];

/** Value in an hour; NaN outside the series, which every program refuses. */
export const at = (values: Hours, hour: number): number => values[hour] ?? Number.NaN;

export function readCase(payload: SolvePayload, jobType: JobType) {
  const { horizon, loads, options = {} } = payload;
  const hours = Array.from({ length: horizon }, (_, hour) => hour);
  const generators = payload.generators.map((unit) => readUnit(unit, payload, jobType, hours));
  const renewables = (payload.renewables ?? []).map(
    ({ marginal_cost = 0, energy_limits = [], ...renewable }) => ({
      ...renewable,
      marginal_cost: hourly(marginal_cost, hours),
      energy_limits,
    }),
  );
  const limited = [
    ...renewables.map(({ name, energy_limits }, i) => ({ name, energy_limits, variable: `w_${i}` })),
    ...payload.generators.map(({ name, energy_limits = [] }, g) => ({
      ...{ name, energy_limits, variable: `p_${g}` },
    })),
    ...(payload.storage ?? []).map(({ name, energy_limits = [] }, s) => ({
      ...{ name, energy_limits, variable: `dis_${s}` },
    })),
  ];
  const storage = (payload.storage ?? []).map((item) => readStorage(item, hours));
  const { emission_limit_t, emission_penalty_usd_per_t, emission_price_usd_per_t } = payload;
  return {
    jobType,
    horizon,
    hours,
    /** True if the dispatch decides the commitment: every unit is available and may be idle. */
    relaxed: jobType === 'ed' && payload.commitment === undefined,
    losses: options.losses === true,
    generators,
    loads: loads.map((load) => {
      const { unserved_energy_usd_per_mwh: penalty = options.unserved_energy_usd_per_mwh } = load;
      /** Load that may stay unserved, MW, and its penalty, $/MWh, by hour. */
      const shed = hours.map((hour) => slackAt(Array.isArray(penalty) ? penalty[hour] : penalty));
      return { ...load, shed };
    }),
    renewables,
    storage,
    /** Elements with energy limits; `variable`: the energy of an hour, whose number follows. */
    limited: limited.filter(({ energy_limits }) => energy_limits.length > 0),
    bids: (payload.bids ?? []).map((bid) => readBid(bid, hours)),
    demandResponse: (payload.demand_response ?? []).map((item) => ({
      ...item,
      most: hourly(item.shed_max_mw, hours),
      /** Hours in which a part of the reduction of an hour may come back. */
      backIn: (hour: number): Hours =>
        item.recover_share
          ? hours.filter((later) => later > hour && later <= hour + (item.recover_within_h ?? 0))
          : [],
    })),
    reserves: withCounted((payload.reserves ?? []).map((product) => readReserve(product, payload, hours))),
    ...readNetwork(payload, jobType, hours),
    fuelLimits: (payload.fuel_limits ?? []).map(
      ({ max_mmbtu = Number.POSITIVE_INFINITY, min_mmbtu = Number.NEGATIVE_INFINITY, ...limit }) => ({
        ...{ ...limit, max_mmbtu, min_mmbtu },
        outside: slackAt(limit.penalty_usd_per_mmbtu),
      }),
    ),
    emission_limit_t: emission_limit_t ?? Number.POSITIVE_INFINITY,
    emissionExcess: slackAt(emission_penalty_usd_per_t),
    /** Price of emissions, which is left out if undefined: an absent price differs from a price of 0. */
    emission_price_usd_per_t,
  };
}

/** One number for every hour, or a list of them. */
const hourly = (values: number | readonly number[], hours: Hours): Hours =>
  hours.map((hour) => (typeof values === 'number' ? values : at(values, hour)));

/** Slack of a limit: unlimited at a penalty, $ per unit; none without a penalty. */
const slackAt = (price: number | undefined) =>
  price === undefined ? { most: 0, price: 0 } : { most: Number.POSITIVE_INFINITY, price };

/** Blocks by hour: power, and cost of a MWh, which of demand is minus its value. */
function readBid({ name, bus, kind, blocks, all_or_nothing, min_up_h }: Bid, hours: Hours) {
  const sign = kind === 'demand' ? -1 : 1;
  const hourly = (values: number | readonly number[]) =>
    hours.map((hour) => (typeof values === 'number' ? values : at(values, hour)));
  return {
    ...{ name, bus, sign, isWhole: all_or_nothing === true || min_up_h !== undefined },
    /** Key of the decision of an hour: one for all hours of a bid of all or nothing. */
    decision: (hour: number) => (all_or_nothing ? 'all' : String(hour)),
    least: all_or_nothing ? 1 : (min_up_h ?? 1),
    blocks: blocks.map(({ mw, usd_per_mwh }) => ({
      mw: hourly(mw),
      cost: hourly(usd_per_mwh).map((usd) => sign * usd),
    })),
  };
}

function readUnit(
  unit: Generator,
  { commitment, fixed_commitment = [] }: SolvePayload,
  jobType: JobType,
  hours: Hours,
) {
  const { name, bus, min_uptime, min_downtime, initial_status, initial_power_mw, cost_curve } = unit;
  const [p_min, p_max] = [hourly(unit.p_min, hours), hourly(unit.p_max, hours)];
  // Pmin of the machine: a ramp below it limits no start and no stop.
  const rated = typeof unit.p_min === 'number' ? unit.p_min : (unit.rated?.p_min ?? Math.min(...unit.p_min));
  const ramps = (of: Generator['ramp_up']): Hours =>
    hours.map((hour) => (Array.isArray(of) ? of[hour] : of) ?? Number.POSITIVE_INFINITY);
  const [ramp_up, ramp_down] = [ramps(unit.ramp_up), ramps(unit.ramp_down)];
  const switchLimit = (mw: number | undefined, ramp: number, hour: number) =>
    mw ?? Math.max(at(p_min, Math.max(0, hour)), rated, ramp);
  const { co2_t_per_mwh = 0, co2_t_per_start = 0, shutdown_cost = 0 } = unit;
  return {
    ...{ name, bus, min_uptime, min_downtime, initial_status, p_min, p_max, ramp_up, ramp_down },
    ...{ co2_t_per_mwh, co2_t_per_start, shutdown_cost },
    quick_start_mw: unit.quick_start_mw ?? 0,
    fuel: unit.fuel,
    /** MMBtu/MWh. */
    heat_rate: (unit.heat_rate_btu_per_kwh ?? 0) / 1000,
    startup_mmbtu: unit.startup_mmbtu ?? 0,
    /** Maximum number of units that can be on, by hour: 0 if the available output is below Pmin, else 1. */
    mostOn: hours.map((hour) => (at(p_max, hour) < at(p_min, hour) - 1e-6 ? 0 : 1)),
    startup_ramp: hours.map((hour) => switchLimit(unit.startup_ramp, at(ramp_up, hour), hour)),
    /** Largest output in the hour before a stop, by hour of the stop. */
    stop_from: hours.map((hour) => switchLimit(unit.shutdown_ramp, at(ramp_down, hour), hour - 1)),
    isPowerKnown: initial_power_mw !== undefined,
    powerBefore: initial_power_mw ?? 0,
    must_run: hours.map(
      (hour) => (Array.isArray(unit.must_run) ? unit.must_run[hour] : unit.must_run) === true,
    ),
    fixed: new Map(
      fixed_commitment.filter(({ generator }) => generator === name).map(({ hour, on }) => [hour, on]),
    ),
    /** Commitment that a dispatch keeps, 1 = on; undefined if the dispatch has none. */
    decided: jobType === 'ed' && commitment ? hours.map((hour) => commitment[name]?.[hour] ?? 0) : undefined,
    costs: hours.map((hour) =>
      costsOf(unit, at(hourly(unit.marginal_cost, hours), hour), at(hourly(unit.no_load_cost, hours), hour)),
    ),
    no_load_cost: hourly(cost_curve ? 0 : unit.no_load_cost, hours),
    startup_categories: hours.map(
      (hour) =>
        unit.startup_categories ?? [{ lag_h: 1, cost_usd: at(hourly(unit.startup_cost, hours), hour) }],
    ),
  };
}

/**
 * Segments of the cost of an hour, from its marginal and no-load cost. In an hour on, the cost is at least slope x MW +
 * intercept of each segment, $/MWh and $.
 */
function costsOf({ cost_curve }: Generator, marginal: number, noLoad: number) {
  if (!cost_curve) return [{ slope: marginal, intercept: noLoad }];
  const points = cost_curve.length > 1 ? cost_curve : [...cost_curve, ...cost_curve];
  return points.slice(1).map((right, index) => {
    const start = points[index] ?? right;
    const width = right.mw - start.mw;
    const slope = width === 0 ? marginal : (right.usd_per_h - start.usd_per_h) / width;
    return { slope, intercept: start.usd_per_h - slope * start.mw };
  });
}

/** Products with `counted`: positions of all products whose reserve counts for each, itself among them. */
function withCounted<Product extends { readonly name: string; readonly towards: string | undefined }>(
  products: readonly Product[],
) {
  const reaches = (from: Product | undefined, target: Product): boolean =>
    from === target ||
    (from !== undefined &&
      reaches(
        products.find(({ name }) => name === from.towards),
        target,
      ));
  return products.map((product) => ({
    ...product,
    counted: [...products.keys()].filter((q) => reaches(products[q], product)),
  }));
}

/**
 * Reads a product. `givers`: variables of the providers, with their positions: q for generators, qo for generators that
 * are off, qs for storage, qw for renewables.
 */
function readReserve(
  { name, mw, penalty_usd_per_mwh, demand_curve, direction, kind, providers, ...product }: Reserve,
  { generators, storage = [], renewables = [] }: SolvePayload,
  hours: Hours,
) {
  const isDown = direction === 'down';
  const isOffline = kind === 'non_spinning';
  // Intervals are hours.
  const { response_min = kind === 'ramping' ? 60 : undefined } = product;
  const giversOf = (kind: 'q' | 'qo' | 'qs' | 'qw', items: readonly { readonly name: string }[]) =>
    items
      .map((item, position) => ({ kind, position, name: item.name }))
      .filter((item) =>
        providers === undefined ? ['q', 'qo'].includes(kind) : providers.includes(item.name),
      );
  const fastest = ({ ramp_up, ramp_down }: Generator): Hours => {
    const ramps = isDown ? ramp_down : ramp_up;
    return hours.map((hour) => {
      const ramp = Array.isArray(ramps) ? ramps[hour] : ramps;
      return response_min === undefined || ramp === undefined || ramp === null
        ? Number.POSITIVE_INFINITY
        : (ramp * response_min) / 60;
    });
  };
  return {
    name,
    isDown,
    isOffline,
    towards: product.counts_towards,
    mw: hourly(demand_curve ? demand_curve.reduce((total, block) => total + block.mw, 0) : mw, hours),
    /**
     * Widths and prices of the parts of a shortfall. The first block of a demand curve has no width, since no price is
     * above its own.
     */
    shortfall: demand_curve
      ? demand_curve.map(({ mw: most, usd_per_mwh: price }, k) => ({
          most: k === 0 ? Infinity : most,
          price,
        }))
      : [slackAt(penalty_usd_per_mwh)],
    givers: [
      ...giversOf('q', generators),
      ...giversOf('qs', storage),
      ...giversOf('qw', renewables),
      ...(isOffline ? giversOf('qo', generators) : []),
    ],
    /** Largest award of each unit that its ramp allows within the response time, MW, shape [units][horizon]. */
    most: generators.map(fastest),
  };
}

/** Reads a storage. The loss of both directions is applied to charging. */
function readStorage(item: Storage, hours: Hours) {
  const { name, bus, energy_mwh, efficiency, charge_efficiency = 1, discharge_efficiency = 1 } = item;
  const { final_mwh = 0, final_max_mwh = energy_mwh, final_value_usd_per_mwh = 0 } = item;
  const { charge_cost_usd_per_mwh = 0, discharge_cost_usd_per_mwh = 0, standing_loss_per_h = 0 } = item;
  return {
    ...{ name, bus, energy_mwh, final_mwh, final_max_mwh, final_value_usd_per_mwh, standing_loss_per_h },
    ...{ charge_cost_usd_per_mwh, discharge_cost_usd_per_mwh, discharge_efficiency },
    charge_efficiency: efficiency ?? charge_efficiency,
    charge_mw: hourly(item.charge_mw, hours),
    discharge_mw: hourly(item.discharge_mw, hours),
    charge_min_mw: hourly(item.charge_min_mw ?? 0, hours),
    discharge_min_mw: hourly(item.discharge_min_mw ?? 0, hours),
    isExclusive: item.no_simultaneous !== false,
    /** Day of each hour, and the energy that may be discharged in each day, MWh. */
    days: hours.map((hour) => Math.floor((hour + (item.day_hours_before ?? 0)) / 24)),
    mostOfDay: (day: number): number =>
      item.max_cycles_per_day === undefined
        ? Number.POSITIVE_INFINITY
        : Math.max(
            0,
            item.max_cycles_per_day * energy_mwh - (day === 0 ? (item.day_discharged_mwh ?? 0) : 0),
          ),
    min_mwh: hourly(item.min_mwh ?? 0, hours),
    inflow_mw: hourly(item.inflow_mw ?? 0, hours),
    /**
     * Initial energy, MWh; null for a cyclic storage, whose initial energy is a decision and equals the final energy.
     */
    initial_mwh: item.cyclic ? null : (item.initial_mwh ?? 0),
  };
}

function readNetwork(payload: SolvePayload, jobType: JobType, hours: Hours) {
  const { generators, loads, renewables = [], storage = [], bids = [], options = {} } = payload;
  const { demand_response = [] } = payload;
  const isRead = jobType === 'scuc' || (jobType === 'ed' && options.network === true);
  const {
    transmission_lines = [],
    dc_lines = [],
    interfaces = [],
    phase_shifters = [],
  } = isRead ? payload : {};
  const resources = [...generators, ...loads, ...renewables, ...storage, ...bids, ...demand_response].map(
    ({ bus }) => bus,
  );
  const ends = transmission_lines.flatMap((line) => [line.from_bus, line.to_bus]);
  return {
    buses: [...new Set([...resources, ...ends])],
    lines: transmission_lines
      .map((line, position) => ({
        ...readLine(line, hours),
        key: String(position),
        /** Phase shifter whose angle is decided in place of `phase_shift_deg`. */
        shifter: phase_shifters.find((item) => item.line === line.id),
      }))
      .filter(({ in_service }) => in_service),
    dcLines: dc_lines.filter((line) => line.in_service !== false).map((line) => readDcLine(line, hours)),
    interfaces: interfaces.map((item) => readInterface(item, hours)),
    /** True if all buses are one place: a case without branches, unless it requests the network. */
    isPlate:
      transmission_lines.length + dc_lines.length === 0 && !(jobType === 'scuc' && options.network === true),
    contingencies: (jobType === 'scuc' ? (payload.contingencies ?? []) : [])
      .filter(({ enabled }) => enabled !== false)
      .map(({ id, lines = [], generators = [] }) => ({ id, lines, generators })),
  };
}

function readInterface({ id, lines, dc_lines = [], contingency, ...item }: Interface, hours: Hours) {
  const limits = (mw: Interface['p_min_mw'], none: number): Hours =>
    hours.map((hour) => (Array.isArray(mw) ? mw[hour] : mw) ?? none);
  return {
    ...{ id, lines, dc_lines, contingency },
    least: limits(item.p_min_mw, Number.NEGATIVE_INFINITY),
    most: limits(item.p_max_mw, Number.POSITIVE_INFINITY),
    overflow: slackAt(item.penalty_usd_per_mwh),
  };
}

function readDcLine({ p_min_mw, p_max_mw, ...line }: DcLine, hours: Hours) {
  return {
    ...line,
    least: hourly(p_min_mw, hours),
    most: hourly(p_max_mw, hours),
    /** Share of the sent power that arrives. */
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
    const emergencyNow = Array.isArray(emergency) ? emergency[hour] : emergency;
    if (isAfter && Array.isArray(emergency) && emergencyNow === null) return Number.POSITIVE_INFINITY;
    const normal = Array.isArray(rating) ? rating[hour] : rating;
    return (isAfter && emergencyNow) || normal || Number.POSITIVE_INFINITY;
  };
  return {
    ...{ id, from_bus, to_bus, x_pu, r_pu, phase_shift_deg },
    in_service: line.in_service !== false,
    overflow: hours.map((hour) =>
      slackAt(Array.isArray(penalty_usd_per_mwh) ? penalty_usd_per_mwh[hour] : penalty_usd_per_mwh),
    ),
    /** Limits without an outage, MW; those after a contingency follow. */
    limits: hours.map((hour) => limitAt(hour, false)),
    emergencyLimits: hours.map((hour) => limitAt(hour, true)),
  };
}
