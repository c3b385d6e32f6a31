/** Mutations of schedules, each of which violates a rule of the system. */
import { availableAt, minimumAt } from '../../../temporal/case/arithmetic/output-limits.ts';
import { largestOf } from '../../../temporal/case/arithmetic/series.ts';
import type { Series, StorageSchedule } from '../../../temporal/case/messages/result.ts';
import type { Generator, Reserve, SolvePayload } from '../../../temporal/case/schema.ts';
import type { MutableResult, Mutations } from './mutants.ts';
import { pick, shift } from './pick.ts';

export const scheduleMutations: Mutations = {
  'commitment flipped': (result, { generators }, seed) => {
    const cell = pick(result.commitment, seed);
    if (!cell) return false;
    const { key, hours, hour } = cell;
    const isOn = hours[hour] === 1;
    const isFree = (generators.find(({ name }) => name === key)?.no_load_cost ?? 0) === 0;
    // Leaves out units that idle without cost, which may just as well be off.
    if (isOn && isFree && (result.dispatch_mw[key]?.[hour] ?? 0) === 0) return false;
    hours[hour] = isOn ? 0 : 1;
    return true;
  },
  'on where its minimum output is not available': (result, { generators, horizon }, seed) => {
    const out = generators.flatMap((unit) =>
      Array.from({ length: horizon }, (_, hour) => ({ unit, hour })).filter(({ hour }) => lacks(unit, hour)),
    );
    const place = out[seed % out.length];
    const [on, mw] = [result.commitment, result.dispatch_mw].map((series) => series[place?.unit.name ?? '']);
    if (!place || !on || !mw) return false;
    on[place.hour] = 1;
    mw[place.hour] = availableAt(place.unit, place.hour);
    return true;
  },
  'off in an hour in which it must run': (result, { generators }) => {
    for (const { name, must_run } of generators) {
      const [on, mw] = [result.commitment[name], result.dispatch_mw[name]];
      const hour = [must_run].flat().findIndex((must, t) => must === true && mw?.[t] === 0);
      if (!Array.isArray(must_run) || !on || hour < 0 || !result.startup[name]) continue;
      on[hour] = 0;
      return true;
    }
    return false;
  },
  'commitment fractional': (result, _, seed) => {
    const cell = pick(result.commitment, seed);
    if (cell) cell.hours[cell.hour] = 0.5;
    return cell !== undefined;
  },
  'one unit produces more': (result, _, seed) => shift(result.dispatch_mw, seed, 1),
  'one unit produces less': (result, _, seed) => shift(result.dispatch_mw, seed, -0.01),
  'output moved between units': (result, payload, seed) => {
    const first = pick(result.dispatch_mw, seed);
    const second = pick(result.dispatch_mw, seed + 1);
    if (!first || !second || first.key === second.key) return false;
    first.hours[first.hour] = (first.hours[first.hour] ?? 0) + payload.generators.length * 1000;
    second.hours[first.hour] = (second.hours[first.hour] ?? 0) - payload.generators.length * 1000;
    return true;
  },
  'schedule of two units exchanged': (result, _, seed) => {
    const first = pick(result.dispatch_mw, seed);
    const second = pick(result.dispatch_mw, seed + 1);
    if (!first || !second || differs(first.hours, second.hours) < 0.1) return false;
    result.dispatch_mw[first.key] = second.hours;
    result.dispatch_mw[second.key] = first.hours;
    return true;
  },
  'hours in reverse': (result) => {
    const all = Object.values(result.dispatch_mw);
    if (all.every((hours) => differs(hours, hours.toReversed()) < 0.1)) return false;
    for (const hours of all) hours.reverse();
    return true;
  },
  'renewable above what is available': (result, _, seed) => shift(result.renewable_mw, seed, 500),
  'fuel other than that of the outputs': (result, _, seed) => shift(result.fuel_used_mmbtu, seed, 5000),
  'bid accepted beyond its blocks': (result, _, seed) => shift(result.bid_mw, seed, 5000),
  'bid accepted below zero': (result, _, seed) => shift(result.bid_mw, seed, -5000),
  'bid accepted for too few hours': (result, { bids = [] }) => {
    for (const { name, min_up_h = 0, all_or_nothing } of bids) {
      const hours = result.bid_mw?.[name] ?? [];
      const start = hours.findIndex((mw, hour) => mw > 1 && (hours[hour + 1] ?? 0) > 1);
      if (min_up_h < 2 || all_or_nothing || start < 0) continue;
      hours[start + 1] = 0;
      return true;
    }
    return false;
  },
  'load reduced beyond its limit': (result, _, seed) => shift(result.demand_response_mw, seed, 5000),
  'load that comes back below zero': (result, _, seed) => shift(result.recovered_mw, seed, -5000),
  'load that comes back in another hour': (result, _, seed) => {
    const series = Object.values(result.recovered_mw ?? {}).filter((hours) => hours.some((mw) => mw > 1));
    const hours = series[seed % Math.max(1, series.length)];
    hours?.unshift(hours.pop() ?? 0);
    return hours !== undefined;
  },
  'bid of all or nothing accepted in part': (result, { bids = [] }, seed) => {
    const whole = bids.filter(
      ({ name, all_or_nothing }) => all_or_nothing && result.bid_mw?.[name]?.some((mw) => mw > 1),
    );
    const bid = whole[seed % Math.max(1, whole.length)];
    const hours = result.bid_mw?.[bid?.name ?? ''];
    for (const [hour, mw] of hours?.entries() ?? []) if (hours) hours[hour] = mw / 2;
    return hours !== undefined;
  },
  'renewable below zero': (result, _, seed) => shift(result.renewable_mw, seed, -500),
  'curtailment misstated': (result, _, seed) => shift(result.curtailment_mw, seed, 0.5),
  'reserve promised by nobody': (result, payload, seed) => {
    const hard = payload.reserves?.find(
      ({ name, penalty_usd_per_mwh, demand_curve }) =>
        penalty_usd_per_mwh === undefined &&
        !demand_curve &&
        !payload.reserves?.some(({ counts_towards }) => counts_towards === name),
    );
    const series = hard && result.reserve_mw?.[hard.name];
    const required = hard && (typeof hard.mw === 'number' ? hard.mw : Math.min(...hard.mw));
    if (!series || !required || required < 0.01) return false;
    const hour = seed % payload.horizon;
    for (const hours of Object.values(series)) hours[hour] = 0;
    return true;
  },
  'reserve of a product and of all that count towards it given by nobody': (result, payload, seed) => {
    const { reserves = [], horizon } = payload;
    const hard = reserves.find(
      ({ name, penalty_usd_per_mwh, demand_curve }) =>
        penalty_usd_per_mwh === undefined &&
        !demand_curve &&
        reserves.some(({ counts_towards }) => counts_towards === name),
    );
    const hour = seed % horizon;
    if (!hard || (typeof hard.mw === 'number' ? hard.mw : Math.min(...hard.mw)) < 0.01) return false;
    for (const series of Object.values(result.reserve_mw ?? {}))
      for (const hours of Object.values(series)) hours[hour] = 0;
    return true;
  },
  'reserve of a unit that is off beyond its quick start': (result, payload, seed, jobType) => {
    const { commitment, generators, reserves = [] } = payload;
    if (jobType === 'ed' && !commitment) return false;
    const product = reserves.find(({ kind }) => kind === 'non_spinning');
    const unit = generators[seed % generators.length];
    const hours = result.reserve_mw?.[product?.name ?? '']?.[unit?.name ?? ''];
    const hour = result.commitment[unit?.name ?? '']?.indexOf(0) ?? -1;
    if (!hours || !unit || hour < 0) return false;
    hours[hour] = (unit.quick_start_mw ?? 0) + 1;
    return true;
  },
  'more reserve short than is paid for': (result, { reserves = [] }, seed) => {
    const [product] = reserves;
    const hours = result.reserve_shortfall_mw?.[product?.name ?? ''];
    if (!product || !hours || !((product.demand_curve?.at(-1)?.usd_per_mwh ?? 0) > 1)) return false;
    return shift({ [product.name]: hours }, seed, 1);
  },
  'reserve beyond the headroom': (result, _, seed) =>
    shift(Object.values(result.reserve_mw ?? {})[0], seed, 5000),
  'negative reserve': (result, _, seed) => shift(Object.values(result.reserve_mw ?? {})[0], seed, -5000),
  'reserve below the least output': (result, payload, seed) =>
    shift(givenOf(result, payload, seed, isDownward), seed, 5000),
  'reserve later than its response time': (result, payload, seed) => {
    const product = payload.reserves?.find(
      ({ kind, response_min }) => response_min !== undefined && kind !== 'non_spinning',
    );
    const unit = payload.generators.find(
      ({ name, ramp_up, ramp_down }) =>
        ![ramp_up, ramp_down].flat().includes(null) && (product?.providers?.includes(name) ?? true),
    );
    const hours = unit && result.reserve_mw?.[product?.name ?? '']?.[unit.name];
    const ramp = Math.max(...[unit?.ramp_up, unit?.ramp_down].flat().map((mw) => mw ?? 0));
    if (!hours || !product) return false;
    hours[seed % hours.length] = (ramp * (product.response_min ?? 0)) / 60 + 0.1;
    return true;
  },
  'reserve of one that may not give it': (result, payload) => {
    const product = payload.reserves?.find(({ providers }) => providers !== undefined);
    const stranger = payload.generators.find(({ name }) => !product?.providers?.includes(name));
    const awards = result.reserve_mw?.[product?.name ?? ''];
    if (!stranger || !awards) return false;
    awards[stranger.name] = new Array<number>(payload.horizon).fill(0);
    return true;
  },
  'reserve of a storage beyond what it has stored, or room for': (result, payload, seed) => {
    const hours = givenByOne(result, payload, payload.storage);
    const [item] = payload.storage ?? [];
    if (!hours || !item) return false;
    hours[seed % hours.length] =
      item.energy_mwh * 60 + largestOf(item.charge_mw) + largestOf(item.discharge_mw) + 1;
    return true;
  },
  'reserve of a renewable outside its profile': (result, payload, seed) => {
    const hours = givenByOne(result, payload, payload.renewables);
    const hour = seed % payload.horizon;
    if (!hours) return false;
    hours[hour] = Math.max(...(payload.renewables ?? []).map(({ p_max }) => p_max[hour] ?? 0)) + 1;
    return true;
  },
  'storage energy misstated': (result, _, seed) =>
    shift(storageSeries(result.storage, 'energy_mwh'), seed, 0.5),
  'storage charges unseen': (result, _, seed) => shift(storageSeries(result.storage, 'charge_mw'), seed, 0.5),
  'storage charges and discharges at once': (result, _, seed) =>
    shift(storageSeries(result.storage, 'charge_mw'), seed, 10) &&
    shift(storageSeries(result.storage, 'discharge_mw'), seed, 10),
  'storage below its least power, with the energy that follows': (
    result,
    { storage = [], interval_minutes = 60 },
    seed,
  ) => {
    const limited = storage.filter(
      ({ charge_min_mw }) => typeof charge_min_mw === 'number' && charge_min_mw > 1,
    );
    const item = limited[seed % Math.max(1, limited.length)];
    const { charge_mw, energy_mwh } = result.storage?.[item?.name ?? ''] ?? {};
    const [hour = -1] = [charge_mw?.findIndex((mw) => mw > 1)];
    const least = Number(item?.charge_min_mw);
    if (!item || !charge_mw || !energy_mwh || hour < 0) return false;
    const less = (charge_mw[hour] ?? 0) - least / 2;
    charge_mw[hour] = least / 2;
    energy_mwh[hour] = (energy_mwh[hour] ?? 0) - (less * interval_minutes) / 60;
    return true;
  },
  'spill of a storage misstated': (result, _, seed) =>
    shift(storageSeries(result.storage, 'spill_mw'), seed, 0.5),
  'unserved energy misstated': (result, _, seed) => shift(result.unserved_mw, seed, 0.5),
  'load shed that must be served, for less output at its bus': (result, payload, seed) => {
    const cell = pick(result.unserved_mw, seed);
    const unit = payload.generators.find(({ bus }) => `bus_${bus}` === cell?.key);
    const output = result.dispatch_mw[unit?.name ?? ''];
    if (!cell || !unit || !output) return false;
    const { key, hours, hour } = cell;
    const mayBeShed = payload.loads
      .filter((load) => `bus_${load.bus}` === key && shedPrice(payload, load) !== undefined)
      .reduce((mw, { values }) => mw + Math.max(0, values[hour] ?? 0), 0);
    const more = mayBeShed - (hours[hour] ?? 0) + 1;
    const remainingMw = (output[hour] ?? 0) - more;
    if (remainingMw < minimumAt(unit, hour)) return false;
    hours[hour] = (hours[hour] ?? 0) + more;
    output[hour] = remainingMw;
    return true;
  },
  'negative unserved energy': (result, _, seed) => shift(result.unserved_mw, seed, -5000),
  // The change is larger than a different distribution of the losses could explain.
  'flow misstated': (result, _, seed) =>
    shift(result.flows_mw, seed, 0.5 + Math.max(0, ...(result.losses_mw ?? []))),
  'flow reversed': (result, _, seed) => {
    const cell = pick(result.flows_mw, seed);
    const flow = cell?.hours[cell.hour] ?? 0;
    if (!cell || Math.abs(flow) < 0.1) return false;
    cell.hours[cell.hour] = -flow;
    return true;
  },
  'power of a DC line misstated': (result, _, seed) => shift(result.dc_flow_mw, seed, 0.5),
  // The power at its ends stays balanced, because no other series is changed.
  'DC line above its ramp': (result, { dc_lines = [], horizon }, seed) => {
    const ramped = dc_lines.filter(({ id, ramp_up }) => ramp_up !== undefined && result.dc_flow_mw?.[id]);
    const { id = '', ramp_up = 0 } = ramped[seed % Math.max(1, ramped.length)] ?? {};
    const power = result.dc_flow_mw?.[id];
    if (!power || horizon < 2) return false;
    power[1] = (power[0] ?? 0) + ramp_up + 1;
    return true;
  },
  'flow of an interface misstated': (result, _, seed) => shift(result.interface_flow_mw, seed, 0.5),
  'overflow of an interface misstated': (result, _, seed) => shift(result.interface_overflow_mw, seed, 1),
  'DC line above its limit': (result, _, seed) => shift(result.dc_flow_mw, seed, 5000),
  'phase shifter beyond its limits': (result, _, seed) => shift(result.phase_shift_deg, seed, 500),
  'overflow misstated': (result, _, seed) => shift(result.overflow_mw, seed, 1),
};

const shedPrice = (
  { options }: SolvePayload,
  { unserved_energy_usd_per_mwh: penalty }: SolvePayload['loads'][number],
) => penalty ?? options?.unserved_energy_usd_per_mwh;

const differs = (a: readonly number[], b: readonly number[]): number =>
  Math.max(...a.map((value, hour) => Math.abs(value - (b[hour] ?? 0))));

const storageSeries = (storage: Record<string, StorageSchedule> | undefined, field: keyof StorageSchedule) =>
  Object.fromEntries(
    Object.entries(storage ?? {}).flatMap(([name, { [field]: hours }]) => (hours ? [[name, hours]] : [])),
  );

const isDownward = ({ direction }: Reserve): boolean => direction === 'down';

/** Awards of one of the products. */
function givenOf(
  { reserve_mw }: MutableResult,
  { reserves = [] }: SolvePayload,
  seed: number,
  isMeant: (product: Reserve) => boolean,
): Series | undefined {
  const products = reserves.filter(isMeant);
  return reserve_mw?.[products[seed % Math.max(1, products.length)]?.name ?? ''];
}

/** Awards of the first provider for the first product that it may provide. */
function givenByOne(
  { reserve_mw }: MutableResult,
  { reserves = [] }: SolvePayload,
  items: readonly { readonly name: string }[] = [],
): number[] | undefined {
  const [item] = items;
  const product = reserves.find(({ providers }) => item && providers?.includes(item.name));
  return product && item && reserve_mw?.[product.name]?.[item.name];
}

/** True if the available output is clearly below Pmin. */
const lacks = (unit: Generator, hour: number): boolean =>
  availableAt(unit, hour) < minimumAt(unit, hour) - 0.01;
