/** Mutations of prices. */
import type { LmpComponents } from '../../../temporal/case/messages/result.ts';
import type { SolvePayload, Storage } from '../../../temporal/case/schema.ts';
import type { MutableResult, Mutations, Spoil } from './mutants.ts';
import { pick, shift } from './pick.ts';

const part =
  (name: keyof LmpComponents, change: number): Spoil =>
  (result, _, seed) => {
    const parts = Object.entries(result.lmp_components).map(([bus, all]) => [bus, all[name]] as const);
    return shift(Object.fromEntries(parts), seed, change);
  };

/**
 * Adds an amount to all prices of one hour, so that their components still add up. If nothing runs and all load is
 * shed, higher prices are equally correct, so the mutation does not apply.
 */
const everywhere =
  (change: number): Spoil =>
  (result, _, seed) => {
    const cell = pick(result.lmp, seed);
    const runs = Object.values(result.dispatch_mw).some((mw) => mw[cell?.hour ?? 0] !== 0);
    if (!cell || (change > 0 && !runs)) return false;
    for (const [bus, parts] of Object.entries(result.lmp_components))
      addTo(result, bus, cell.hour, change, parts.energy);
    return true;
  };

function addTo(result: MutableResult, bus: string, hour: number, change: number, series: number[]): void {
  series[hour] = (series[hour] ?? 0) + change;
  const prices = result.lmp[bus];
  if (prices) prices[hour] = (prices[hour] ?? 0) + change;
}

/** Changes the price of one bus and its congestion component. */
const atOneBus =
  (change: number): Spoil =>
  (result, _, seed) => {
    const cell = pick(result.lmp, seed);
    const parts = cell && result.lmp_components[cell.key];
    if (!parts) return false;
    addTo(result, cell.key, cell.hour, change, parts.congestion);
    return true;
  };

const shadowPrice =
  (factor: number): Spoil =>
  (result, _, seed) => {
    const priced = result.binding_constraints.filter(
      ({ shadow_price_usd_per_mwh: price, limit_mw }) => Math.abs(price) > 0.5 && limit_mw > 1,
    );
    const binding = priced[seed % Math.max(1, priced.length)];
    if (binding) binding.shadow_price_usd_per_mwh *= factor;
    return binding !== undefined;
  };

/** Replaces the limit of a binding constraint by the limit of the same line in another hour. */
const ofAnotherHour: Spoil = ({ binding_constraints }, { transmission_lines = [] }) => {
  for (const binding of binding_constraints) {
    const line = transmission_lines.find(({ id }) => id === binding.line_id);
    const limits = [line?.rating_mw, line?.emergency_rating_mw].filter((mw) => Array.isArray(mw)).flat();
    const other = limits.find((mw) => mw && Math.abs(mw - binding.limit_mw) > 1);
    if (!other) continue;
    binding.limit_mw = other;
    return true;
  }
  return false;
};

export const priceMutations: Mutations = {
  'what phase shifts make flow misstated': ({ binding_constraints: [binding] }) => {
    if (!binding) return false;
    binding.shift_flow_mw = (binding.shift_flow_mw ?? 0) + 1;
    return true;
  },
  'all prices of an hour changed by 5000': everywhere(5000),
  'all prices of an hour changed by -5000': everywhere(-5000),
  'price of one bus changed by 40': atOneBus(40),
  'price of one bus changed by -40': atOneBus(-40),
  'price of a reserve that no penalty allows': (result, _, seed) =>
    shift(result.reserve_price_usd_per_mw, seed, 20_000),
  'price of a reserve below 0': (result, _, seed) => shift(result.reserve_price_usd_per_mw, seed, -20_000),
  'shadow price of the other direction': shadowPrice(-1),
  'shadow price that is too large': shadowPrice(1.5),
  'shadow price left out': shadowPrice(0),
  'limit of another hour': ofAnotherHour,
  'reserve without a price': (result) => {
    const [product] = Object.keys(result.reserve_price_usd_per_mw ?? {});
    if (product === undefined) return false;
    delete result.reserve_price_usd_per_mw?.[product];
    return true;
  },
  'price of an interface too high': (result, _, seed) =>
    shift(result.interface_shadow_price_usd_per_mwh, seed, 2000),
  'price of an energy limit too high': (result, _, seed) =>
    shift(result.energy_limit_price_usd_per_mwh, seed, 500),
  // A least energy may equal the largest, or nothing: then other prices are right too.
  'price of an energy limit below 0': (result, payload, seed) =>
    shift(
      limitPrices(result, payload, (_, least) => least === 0),
      seed,
      -500,
    ),
  'price of a least energy too low': (result, payload, seed) =>
    shift(
      limitPrices(result, payload, (most, least) => 0 < least && least < most),
      seed,
      -500,
    ),
  // Any higher price is right for a limit that allows nothing.
  'price of a limit of cycles too high': (result, { storage = [] }, seed) => {
    const all = Object.entries(result.cycle_limit_price_usd_per_mwh ?? {});
    const some = all.filter(([name]) => storage.some((item) => item.name === name && cycleEnergy(item) > 1));
    return shift(Object.fromEntries(some), seed, 500);
  },
  'price of a limit of cycles below 0': (result, _, seed) =>
    shift(result.cycle_limit_price_usd_per_mwh, seed, -500),
  'price of a fuel limit too high': (result, _, seed) =>
    shift(result.fuel_limit_price_usd_per_mmbtu, seed, 500),
  'price of a fuel limit too low': (result, _, seed) =>
    shift(result.fuel_limit_price_usd_per_mmbtu, seed, -500),
  'price changed': (result, _, seed) => shift(result.lmp, seed, 0.01),
  'energy component changed': part('energy', 0.01),
  'congestion component changed': part('congestion', -0.01),
  'loss component changed': part('loss', 0.001),
  'loss component without losses': (result, _, seed) => {
    const [bus] = Object.keys(result.lmp_components).slice(seed % 2);
    const parts = bus === undefined ? undefined : result.lmp_components[bus];
    if (!parts) return false;
    parts.loss[0] = (parts.loss[0] ?? 0) + 1;
    parts.energy[0] = (parts.energy[0] ?? 0) - 1;
    return true;
  },
  'energy price that differs by bus': (result) => {
    const [first, second] = Object.values(result.lmp_components);
    if (!first || !second) return false;
    second.energy[0] = (second.energy[0] ?? 0) + 1;
    second.congestion[0] = (second.congestion[0] ?? 0) - 1;
    return true;
  },
};

/** Prices of the elements whose energy limits, all of them, `are` such, largest and least energy. */
function limitPrices(
  { energy_limit_price_usd_per_mwh: prices = {} }: MutableResult,
  { generators, renewables = [], storage = [] }: SolvePayload,
  are: (most: number, least: number) => boolean,
): Record<string, number[]> {
  const limited = [...generators, ...renewables, ...storage].filter(({ energy_limits = [] }) =>
    energy_limits.every(({ mwh, min_mwh = 0 }) => are(mwh, min_mwh)),
  );
  const names = new Set(limited.map(({ name }) => name));
  return Object.fromEntries(Object.entries(prices).filter(([name]) => names.has(name)));
}

/** Energy that a storage may discharge in the first day, MWh; 0 without a limit. */
const cycleEnergy = ({ max_cycles_per_day = 0, energy_mwh, day_discharged_mwh = 0 }: Storage): number =>
  max_cycles_per_day * energy_mwh - day_discharged_mwh;
