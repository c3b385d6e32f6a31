/**
 * Maps a window of a network to its payload, independently of the service and plainly: hour by hour, date by date.
 * Lines are soft at 700 $/MWh, and must-take output may be spilled at 50 $/MWh.
 */
import type { NetworkContent } from '../../../temporal/case/network-schema.ts';
import { localTimes, wallTime } from './local-time.ts';

export const SOFT_USD_PER_MWH = 700;
export const SPILL_USD_PER_MWH = 50;

/**
 * Hours of a window in the series, and the energy that renewables have used from the budget of the current period, MWh.
 */
export interface WindowHours {
  readonly runFirst: number;
  readonly first: number;
  readonly kept: number;
  readonly length: number;
  readonly used: number;
}

type Unit = NetworkContent['generators'][number];
type Renewable = NonNullable<NetworkContent['renewables']>[number];
type Product = NonNullable<NetworkContent['reserves']>[number];
const HOUR_MS = 3_600_000;

/** Fields that only networks have; the start of a window is not compared. */
const OF_NETWORKS = [
  'type',
  'heat_rate_curve',
  'variable_om_usd_per_mwh',
  'startup_fuel',
  'maintenance',
  'forced_outage_rate',
  'mean_time_to_repair_h',
  'initial_status',
  'initial_power_mw',
];

export function networkWindow(network: NetworkContent, window: WindowHours) {
  const { first, length } = window;
  const local = localTimes(network);
  const hours = Array.from({ length }, (_, t) => first + t);
  const values = (series: readonly number[]): number[] =>
    hours.map((h) => series[h % series.length] ?? Number.NaN);
  const inWindow = <V>(of: V | readonly V[]): V | (V | undefined)[] =>
    Array.isArray(of) ? hours.map((h): V | undefined => of[h % of.length]) : (of as V);
  const isOut = ({ maintenance = [], p_max_profile: most, p_min, must_run }: Unit, hour: number): boolean =>
    (!must_run && most !== undefined && (most[hour % most.length] ?? 0) < p_min) ||
    maintenance.some(({ from, to }) => local(hour) + HOUR_MS > wallTime(from) && local(hour) < wallTime(to));
  const renewables = (network.renewables ?? []).map((item) => renewableOf(item, values));
  const spilled = renewables.filter((_, i) => {
    const { must_take, p_min = [] } = network.renewables?.[i] ?? {};
    return must_take || p_min.some((mw) => mw > 0);
  });
  return {
    horizon: length,
    generators: network.generators.map(generatorOf),
    loads: network.loads.map(({ bus, values: series }) => ({ bus, values: values(series) })),
    renewables: network.renewables && [
      ...renewables.map((item, i) => ({
        ...item,
        energy_limits: limitsOf(network.renewables?.[i]?.energy_limits, item.p_min, item.p_max),
      })),
      ...spilled.map(({ name, bus, p_min }) => ({
        name: `spill of ${name}`,
        bus,
        p_min: p_min.map((mw) => 0 - mw),
        p_max: hours.map(() => 0),
        marginal_cost: -SPILL_USD_PER_MWH,
      })),
    ],
    transmission_lines: network.lines.map((line) => lineOf(line, hours)),
    dc_lines: network.dc_lines?.map((line) => ({
      ...line,
      p_min_mw: typeof line.p_min_mw === 'number' ? line.p_min_mw : values(line.p_min_mw),
      p_max_mw: typeof line.p_max_mw === 'number' ? line.p_max_mw : values(line.p_max_mw),
    })),
    phase_shifters: network.phase_shifters,
    interfaces: network.interfaces?.map((item) => ({
      ...item,
      p_min_mw: limitsIn(item.p_min_mw),
      p_max_mw: limitsIn(item.p_max_mw),
      penalty_usd_per_mwh: item.penalty_usd_per_mwh ?? SOFT_USD_PER_MWH,
    })),
    bids: network.bids?.map((bid) => ({
      ...bid,
      blocks: bid.blocks.map(({ mw, usd_per_mwh }) => ({
        mw: inWindow<number>(mw),
        usd_per_mwh: inWindow<number>(usd_per_mwh),
      })),
    })),
    demand_response: network.demand_response?.map((item) => ({
      ...item,
      shed_max_mw: inWindow<number>(item.shed_max_mw),
    })),
    reserves: network.reserves?.map((product) => ({
      ...product,
      areas: undefined,
      provider_types: undefined,
      mw: typeof product.mw === 'number' ? product.mw : values(product.mw),
      providers: providersOf(network, product),
    })),
    fixed_commitment: network.generators.flatMap((unit) =>
      hours.flatMap((hour, t) => (isOut(unit, hour) ? [{ generator: unit.name, hour: t, on: false }] : [])),
    ),
  };

  function limitsIn(mw: number | null | undefined | (number | null)[]) {
    return Array.isArray(mw) ? hours.map((h) => mw[h % mw.length] ?? null) : mw;
  }

  function generatorOf(unit: Unit) {
    const out = hours.map((hour) => isOut(unit, hour));
    const isEver = out.includes(true);
    const most = unit.p_max_profile ? values(unit.p_max_profile) : hours.map(() => unit.p_max);
    return {
      ...unit,
      ...costsOf(unit),
      ...Object.fromEntries(OF_NETWORKS.map((field) => [field, undefined])),
      ramp_up: inWindow(unit.ramp_up),
      must_run: isEver ? false : unit.must_run,
      p_max_profile: undefined,
      p_min_profile: undefined,
      p_max: isEver || unit.p_max_profile ? most.map((mw, t) => (out[t] ? 0 : mw)) : unit.p_max,
      p_min: isEver ? out.map((off) => (off ? 0 : unit.p_min)) : unit.p_min,
      energy_limits: limitsOf(
        unit.energy_limits,
        hours.map(() => (unit.must_run && !isEver ? unit.p_min : 0)),
        most.map((mw, t) => (out[t] ? 0 : mw)),
      ),
      rated: isEver || unit.p_max_profile ? { p_max: unit.p_max, p_min: unit.p_min } : undefined,
    };
  }

  function costsOf({ heat_rate_curve, variable_om_usd_per_mwh: om = 0, startup_fuel, ...unit }: Unit) {
    const fuel = network.fuels?.find(({ name }) => name === unit.fuel);
    const prices = Array.from({ length: window.kept }, (_, t) =>
      priceAt(fuel?.price_usd_per_mmbtu ?? 0, first + t),
    );
    const price = prices.reduce((sum, value) => sum + value, 0) / window.kept;
    const carbon = (mmbtu: number): number | undefined =>
      fuel?.co2_t_per_mmbtu === undefined ? undefined : mmbtu * fuel.co2_t_per_mmbtu;
    return {
      cost_curve: heat_rate_curve?.map(({ mw, mmbtu_per_h }) => ({
        mw,
        usd_per_h: mmbtu_per_h * price + om * mw,
      })),
      startup_categories: startup_fuel?.map(({ lag_h, mmbtu, usd }) => ({
        lag_h,
        cost_usd: mmbtu * price + usd,
      })),
      co2_t_per_mwh: unit.co2_t_per_mwh ?? (heat_rate_curve && carbon(9.6)),
      co2_t_per_start: startup_fuel && carbon(300),
    };
  }

  function priceAt(price: number | readonly number[], hour: number): number {
    if (typeof price === 'number') return price;
    return (
      price[price.length === 12 ? new Date(local(hour)).getUTCMonth() : hour % price.length] ?? Number.NaN
    );
  }

  /** Distributes the remaining energy of each period over its remaining hours. */
  function limitsOf(budget: Renewable['energy_limits'], least: readonly number[], most: readonly number[]) {
    if (!budget) return undefined;
    const monthOf = (hour: number): number =>
      new Date(local(hour)).getUTCFullYear() * 12 + new Date(local(hour)).getUTCMonth();
    const periodOf = (hour: number): number => {
      if (budget.period === 'month') return monthOf(hour) - monthOf(0);
      return Math.floor(hour / (budget.period === 'day' ? 24 : 168));
    };
    const periods = [...new Set(hours.map(periodOf))];
    return periods.map((period) => {
      const hoursInPeriod = hours.filter((hour) => periodOf(hour) === period);
      const from = hoursInPeriod[0] ?? first;
      const all = Array.from({ length: 1600 }, (_, i) => from - 800 + i).filter(
        (hour) => periodOf(hour) === period,
      );
      const ofRun = all.filter((hour) => hour >= window.runFirst).length;
      const hoursLeft = all.filter((hour) => hour >= from).length;
      const goesOn = from === first && first > 0 && periodOf(first - 1) === period;
      const restOf = (mwh: readonly number[]): number =>
        ((mwh[period % mwh.length] ?? 0) * ofRun) / all.length - (goesOn ? window.used : 0);
      const energyOf = (series: readonly number[]): number =>
        hoursInPeriod.reduce((sum, hour) => sum + (series[hour - first] ?? 0), 0);
      const rest = restOf(budget.mwh);
      const mwh = Math.max(0, (rest * hoursInPeriod.length) / hoursLeft, Math.min(rest, energyOf(least)));
      const leastMwh = budget.min_mwh && (restOf(budget.min_mwh) * hoursInPeriod.length) / hoursLeft;
      return {
        first_hour: from - first,
        last_hour: from - first + hoursInPeriod.length - 1,
        mwh,
        ...(leastMwh !== undefined && { min_mwh: Math.max(0, Math.min(leastMwh, mwh, energyOf(most))) }),
      };
    });
  }
}

function renewableOf(
  { name, bus, p_max, p_min = [0], must_take, marginal_cost }: Renewable,
  values: (series: readonly number[]) => number[],
) {
  const cost = Array.isArray(marginal_cost) ? values(marginal_cost) : marginal_cost;
  return { name, bus, marginal_cost: cost, p_max: values(p_max), p_min: values(must_take ? p_max : p_min) };
}

function lineOf(line: NetworkContent['lines'][number], hours: readonly number[]) {
  const inWindow = (series?: readonly (number | null)[]) =>
    series && hours.map((h) => series[h % series.length]);
  return {
    ...steadyLineOf(line),
    rating_mw_profile: undefined,
    emergency_rating_mw_profile: undefined,
    rating_mw: inWindow(line.rating_mw_profile) ?? line.s_nom_mva,
    emergency_rating_mw: inWindow(line.emergency_rating_mw_profile) ?? line.s_emergency_mva,
  };
}

function steadyLineOf({
  r_ohm,
  x_ohm: __,
  s_nom_mva,
  s_emergency_mva: _,
  penalty_usd_per_mwh,
  tap_ratio,
  ...line
}: NetworkContent['lines'][number]) {
  return {
    ...line,
    x_pu: line.x_pu * (tap_ratio ?? 1),
    r_pu: r_ohm / 100,
    penalty_usd_per_mwh:
      penalty_usd_per_mwh ?? (s_nom_mva === null && !line.rating_mw_profile ? undefined : SOFT_USD_PER_MWH),
  };
}

function providersOf(
  network: NetworkContent,
  { areas, provider_types, providers }: Product,
): string[] | undefined {
  if (!areas && !provider_types && !providers) return undefined;
  const isRestricted = provider_types !== undefined || providers !== undefined;
  const others = isRestricted ? [...(network.renewables ?? []), ...(network.storage ?? [])] : [];
  const areaOf = (bus: number): string => network.buses.find(({ id }) => id === bus)?.area ?? '?';
  return [...network.generators, ...others]
    .filter(({ bus }) => areas?.includes(areaOf(bus)) ?? true)
    .filter(({ type }) => provider_types?.includes(type ?? '?') ?? true)
    .filter(({ name }) => providers?.includes(name) ?? true)
    .map(({ name }) => name);
}
