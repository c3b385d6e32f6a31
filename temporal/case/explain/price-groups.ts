/**
 * Groups of buses with the same price in an hour, and the elements that set the price, in the group or elsewhere in the
 * network.
 */
import { islandOfEachBus } from '../arithmetic/islands.ts';
import { amountAt } from '../arithmetic/series.ts';
import { type BindingLimit, limitsAt } from './binding-limits.ts';
import { priceSetters } from './price-setters.ts';
import { type Role, SAME_PRICE, type Setter } from './setter.ts';
import type { CaseView, ScheduleView } from './views.ts';

/**
 * Origin of a price. A role: elements of the group with that role set the price; `network`: the price follows from
 * prices elsewhere, through binding limits or losses; `degenerate`: no element can change its output.
 */
export type How = Role | 'network' | 'degenerate';

export interface PriceGroup {
  readonly hour: number;
  /** The first bus of the group, or the bus of the question; `buses` is the number of buses. */
  readonly bus: string;
  readonly buses: number;
  readonly price_usd_per_mwh: number;
  readonly how: How;
  readonly setters: readonly Setter[];
  /** Limits through which the price follows from other prices; empty unless the origin is `network`. */
  readonly over: readonly BindingLimit[];
  /** True if the price differs from other prices because of line losses too. */
  readonly hasLosses: boolean;
}

/** Roles, sorted by how well they explain a price, best first. */
const LOCAL: readonly Role[] = ['sets', 'reserves', 'stores'];
const FAINT: readonly Role[] = ['coupled', 'kink', 'at_limit'];

/** The groups of an hour, sorted by number of buses, largest first. */
export function priceGroups(caseView: CaseView, schedule: ScheduleView, hour: number): PriceGroup[] {
  const toGroup = grouping(caseView, schedule, hour);
  return samePrices(schedule, hour)
    .sort((a, b) => b.length - a.length)
    .map((buses) => toGroup(buses));
}

/** The group that contains a bus; it is named after this bus. Undefined if the bus has no price. */
export function priceGroupOf(caseView: CaseView, schedule: ScheduleView, bus: string, hour: number) {
  const buses = samePrices(schedule, hour).find((group) => group.includes(bus));
  return buses && { ...grouping(caseView, schedule, hour)(buses), bus };
}

const grouping = (caseView: CaseView, schedule: ScheduleView, hour: number) => {
  const setters = priceSetters(caseView, schedule, hour);
  const elsewhere = LOCAL.flatMap((role) => setters.filter((setter) => setter.role === role));
  const size = ({ shadow_price_usd_per_mwh: price }: BindingLimit): number => Math.abs(price);
  const over = limitsAt(caseView, schedule, hour)
    .filter((limit) => size(limit) > SAME_PRICE)
    .sort((a, b) => size(b) - size(a));
  const hasLosses = caseView.options?.losses === true;
  const islands = islandsOf(caseView);
  return (buses: readonly string[]): PriceGroup => {
    const [bus = ''] = buses;
    const members = new Set(buses);
    const inside = setters.filter((setter) => members.has(setter.bus));
    const price_usd_per_mwh = amountAt(schedule.lmp[bus], hour);
    const group = { hour, bus, buses: buses.length, price_usd_per_mwh, over: [], hasLosses: false };
    const local = ofFirstRole(inside, LOCAL);
    if (local) return { ...group, ...local };
    const near = elsewhere.filter((setter) => islands.get(setter.bus) === islands.get(bus));
    if ((over.length > 0 || hasLosses) && near.length > 0)
      return { ...group, how: 'network', setters: near, over, hasLosses };
    return { ...group, ...(ofFirstRole(inside, FAINT) ?? { how: 'degenerate', setters: [] }) };
  };
};

const islandsKept = new WeakMap<object, ReadonlyMap<string, number>>();

/** Island of each bus that has a line. Cached, because many hours of a case are explained. */
function islandsOf({ transmission_lines: all = [] }: CaseView): ReadonlyMap<string, number> {
  const cached = islandsKept.get(all);
  if (cached) return cached;
  const lines = all.filter(({ in_service }) => in_service !== false);
  const ends = [...new Set(lines.flatMap(({ from_bus, to_bus }) => [from_bus, to_bus]))];
  const numbers = new Map(ends.map((bus, i) => [bus, i]));
  const number = (bus: number): number => numbers.get(bus) ?? -1;
  const ties = lines.map(({ from_bus, to_bus }) => ({ from: number(from_bus), to: number(to_bus) }));
  const places = islandOfEachBus(ends.length, ties);
  const islands = new Map(ends.map((bus, i) => [`bus_${bus}`, places[i] ?? -1]));
  islandsKept.set(all, islands);
  return islands;
}

function ofFirstRole(setters: readonly Setter[], roles: readonly Role[]) {
  const how = roles.find((role) => setters.some((setter) => setter.role === role));
  return how && { how, setters: setters.filter(({ role }) => role === how) };
}

/** Groups of buses: sorted by price, and split where neighbours differ. */
function samePrices({ lmp }: ScheduleView, hour: number): string[][] {
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
