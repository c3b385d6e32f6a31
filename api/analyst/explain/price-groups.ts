/** The buses of an hour by price, and what sets the price of each group. */
import { amountAt } from '../../../temporal/case/arithmetic/series.ts';
import type { SolvePayload } from '../../../temporal/case/messages/payload.ts';
import type { SolveResult } from '../../../temporal/case/messages/result.ts';
import { bindingName } from './binding-constraints.ts';

import { priceSetters, type Role, SAME_PRICE, type Setter } from './price-setters.ts';

/**
 * How a price comes about: by the element or elements of that role in the group; `network`: by what sets the
 * prices elsewhere, over limits that bind or losses; `degenerate`: nothing is free to move.
 */
type How = Role | 'network' | 'degenerate';

export interface PriceGroup {
  readonly hour: number;
  /** The first of its buses; `buses` says how many there are. */
  readonly bus: string;
  readonly buses: number;
  readonly price_usd_per_mwh: number;
  readonly how: How;
  readonly setters: readonly Setter[];
  /** The limits over which a price follows from others; empty but for `network`. */
  readonly over: readonly string[];
}

/** The roles that tell most, first. */
const LOCAL: readonly Role[] = ['sets', 'stores'];
const FAINT: readonly Role[] = ['coupled', 'kink', 'at_limit'];

/** The groups of an hour, those with most buses first. */
export function priceGroups(payload: SolvePayload, result: SolveResult, hour: number): PriceGroup[] {
  const setters = priceSetters(payload, result, hour);
  const links = linksOf(payload, result, hour);
  const elsewhere = setters.filter(({ role }) => role === 'sets');
  return samePrices(result, hour)
    .sort((a, b) => b.length - a.length)
    .flatMap((buses): PriceGroup[] => {
      const [bus] = buses;
      if (bus === undefined) return [];
      const members = new Set(buses);
      const own = setters.filter((setter) => members.has(setter.bus));
      const group = {
        hour,
        bus,
        buses: buses.length,
        price_usd_per_mwh: amountAt(result.lmp[bus], hour),
        over: [],
      };
      const local = ofFirstRole(own, LOCAL);
      if (local) return [{ ...group, ...local }];
      if (links.length > 0 && elsewhere.length > 0)
        return [{ ...group, how: 'network', setters: elsewhere, over: links }];
      return [{ ...group, ...(ofFirstRole(own, FAINT) ?? { how: 'degenerate', setters: [] }) }];
    });
}

function ofFirstRole(setters: readonly Setter[], roles: readonly Role[]) {
  const how = roles.find((role) => setters.some((setter) => setter.role === role));
  return how && { how, setters: setters.filter(({ role }) => role === how) };
}

/** What prices of different buses hang together by in this hour. */
function linksOf({ options }: SolvePayload, { binding_constraints }: SolveResult, hour: number): string[] {
  const priced = binding_constraints.filter(
    (limit) => limit.hour === hour && Math.abs(limit.shadow_price_usd_per_mwh) > SAME_PRICE,
  );
  return [...priced.map(bindingName), ...(options?.losses === true ? ['the losses'] : [])];
}

/** Buses in the order of their prices, cut where two neighbours differ. */
function samePrices({ lmp }: SolveResult, hour: number): string[][] {
  const byPrice = Object.entries(lmp)
    .map(([bus, prices]) => ({ bus, price: amountAt(prices, hour) }))
    .sort((a, b) => a.price - b.price);
  const groups: string[][] = [];
  let last = Number.NEGATIVE_INFINITY;
  for (const { bus, price } of byPrice) {
    if (price - last > SAME_PRICE) groups.push([bus]);
    else groups.at(-1)?.push(bus);
    last = price;
  }
  return groups;
}
