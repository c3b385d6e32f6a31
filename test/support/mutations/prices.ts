/** Prices that do not add up. */
import type { LmpComponents } from '../../../temporal/case/messages/result.ts';
import type { MutableResult, Mutation } from './mutants.ts';
import { pick, shift } from './pick.ts';

const part = (name: keyof LmpComponents, change: number): Mutation => ({
  name: `${name} component changed`,
  spoil: (result, _, seed) =>
    shift(
      Object.fromEntries(Object.entries(result.lmp_components).map(([bus, parts]) => [bus, parts[name]])),
      seed,
      change,
    ),
});

/** Adds to all prices of one hour, so that they still add up. */
const everywhere = (change: number): Mutation => ({
  name: `all prices of an hour changed by ${change}`,
  spoil: (result, _, seed) => {
    const cell = pick(result.lmp, seed);
    if (!cell) return false;
    for (const [bus, parts] of Object.entries(result.lmp_components))
      addTo(result, bus, cell.hour, change, parts.energy);
    return true;
  },
});

function addTo(result: MutableResult, bus: string, hour: number, change: number, part: number[]): void {
  part[hour] = (part[hour] ?? 0) + change;
  const prices = result.lmp[bus];
  if (prices) prices[hour] = (prices[hour] ?? 0) + change;
}

/** Changes the price of one bus, as congestion. */
const atOneBus = (change: number): Mutation => ({
  name: `price of one bus changed by ${change}`,
  spoil: (result, _, seed) => {
    const cell = pick(result.lmp, seed);
    const parts = cell && result.lmp_components[cell.key];
    if (!parts) return false;
    addTo(result, cell.key, cell.hour, change, parts.congestion);
    return true;
  },
});

/** Moves the price of a product to where no requirement could leave it. */
const reservePrice = (name: string, change: number): Mutation => ({
  name,
  spoil: (result, _, seed) => shift(result.reserve_price_usd_per_mw, seed, change),
});

const shadowPrice = (name: string, factor: number): Mutation => ({
  name,
  spoil: (result, _, seed) => {
    const priced = result.binding_constraints.filter(
      ({ shadow_price_usd_per_mwh: price, limit_mw }) => Math.abs(price) > 0.5 && limit_mw > 1,
    );
    const binding = priced[seed % Math.max(1, priced.length)];
    if (binding) binding.shadow_price_usd_per_mwh *= factor;
    return binding !== undefined;
  },
});

export const priceMutations: readonly Mutation[] = [
  {
    name: 'what phase shifts make flow misstated',
    spoil: ({ binding_constraints: [binding] }) => {
      if (!binding) return false;
      binding.shift_flow_mw = (binding.shift_flow_mw ?? 0) + 1;
      return true;
    },
  },
  everywhere(5000),
  everywhere(-5000),
  atOneBus(40),
  atOneBus(-40),
  reservePrice('price of a reserve that no penalty allows', 20_000),
  reservePrice('price of a reserve below 0', -20_000),
  shadowPrice('shadow price of the other direction', -1),
  shadowPrice('shadow price that is too large', 1.5),
  shadowPrice('shadow price left out', 0),
  {
    name: 'reserve without a price',
    spoil: (result) => {
      const [product] = Object.keys(result.reserve_price_usd_per_mw ?? {});
      if (product === undefined) return false;
      delete result.reserve_price_usd_per_mw?.[product];
      return true;
    },
  },
  {
    name: 'price of an energy limit too high',
    spoil: (result, _, seed) => shift(result.energy_limit_price_usd_per_mwh, seed, 500),
  },
  {
    name: 'price of an energy limit below 0',
    spoil: (result, _, seed) => shift(result.energy_limit_price_usd_per_mwh, seed, -500),
  },
  { name: 'price changed', spoil: (result, _, seed) => shift(result.lmp, seed, 0.01) },
  part('energy', 0.01),
  part('congestion', -0.01),
  part('loss', 0.001),
  {
    name: 'loss component without losses',
    spoil: (result, _, seed) => {
      const [bus] = Object.keys(result.lmp_components).slice(seed % 2);
      const parts = bus === undefined ? undefined : result.lmp_components[bus];
      if (!parts) return false;
      parts.loss[0] = (parts.loss[0] ?? 0) + 1;
      parts.energy[0] = (parts.energy[0] ?? 0) - 1;
      return true;
    },
  },
  {
    name: 'energy price that differs by bus',
    spoil: (result) => {
      const [first, second] = Object.values(result.lmp_components);
      if (!first || !second) return false;
      second.energy[0] = (second.energy[0] ?? 0) + 1;
      second.congestion[0] = (second.congestion[0] ?? 0) - 1;
      return true;
    },
  },
];
