/** Which element sets the price, for every group of buses with one price and every hour, and why. */
import { groupBy } from '../../../temporal/case/arithmetic/group-by.ts';
import { amountAt } from '../../../temporal/case/arithmetic/series.ts';
import type { SolveResult } from '../../../temporal/case/messages/result.ts';
import type { SolvePayload } from '../../../temporal/case/schema.ts';
import { type Explainer, hasSchedule } from './artifact.ts';
import { bindingName } from './binding-constraints.ts';
import { counted, firstMost, said } from './figures.ts';
import { horizonFacts } from './interval-words.ts';
import type { Bound } from './output-room.ts';
import { priceSetters, type Role, SAME_PRICE, type Setter } from './price-setters.ts';

/** Groups and setters that data hold over all hours. */
const MAX_RECORDS = 500;
/** Elements named of one group. */
const MAX_SETTERS = 5;

export const marginalUnits: Explainer = (payload, result) => {
  if (!hasSchedule(result) || Object.keys(result.lmp).length === 0) return undefined;
  const hours = Array.from({ length: payload.horizon }, (_, hour) => priceGroups(payload, result, hour));
  const groups = hours.flat();
  const extremes = extremesOf(groups);
  const told = tellable(hours, extremes);
  const setters = settersByHours(groups);
  const totals = {
    ...horizonFacts(payload),
    hours_degenerate: hours.filter((own) => own.some(isDegenerate)).length,
    hours_network: hours.filter((own) => own.some(({ how }) => how === 'network')).length,
  };
  return {
    type: 'marginal_units',
    title: 'What sets the price',
    statement: [
      ...setters.slice(0, 1).map((first) => setterSentence(first, payload.horizon)),
      ...extremes.map(priceReason),
      `In ${counted(totals.hours_degenerate, 'hour')} some price is degenerate: another price would fit the same schedule, or several elements set the same one.`,
      `In ${counted(totals.hours_network, 'hour')} some bus has nothing of its own that is free to move and takes its price over the network.`,
    ].join(' '),
    data: {
      ...totals,
      setters: setters.slice(0, MAX_RECORDS),
      records: told.flatMap(toRecords),
      omitted: groups.length - told.length,
    },
  };
};

/** The group with the highest price of all, and the one with the lowest price of the same hour. */
function extremesOf(groups: readonly PriceGroup[]): PriceGroup[] {
  const peak = firstMost(groups, ({ price_usd_per_mwh }) => price_usd_per_mwh);
  const others = groups.filter((group) => group.hour === peak?.hour && group !== peak);
  const low = firstMost(others, ({ price_usd_per_mwh }) => -price_usd_per_mwh);
  return [peak, low].filter((group) => group !== undefined);
}

/** The largest groups of each hour, and those that the statement names. */
function tellable(hours: readonly PriceGroup[][], named: readonly PriceGroup[]): PriceGroup[] {
  const perHour = Math.max(1, Math.floor(MAX_RECORDS / hours.length / MAX_SETTERS));
  return hours.flatMap((own) => own.filter((group, place) => place < perHour || named.includes(group)));
}

const setterSentence = (
  { element_type, element_id, hours_setting_price: hours }: ReturnType<typeof settersByHours>[number],
  horizon: number,
): string =>
  `${capitalized(element_type)} ${element_id} sets a price in ${hours} of ${counted(horizon, 'hour')}; nothing else does in more.`;

const capitalized = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;

const isDegenerate = ({ how, setters }: PriceGroup): boolean =>
  ['kink', 'at_limit', 'degenerate'].includes(how) || (how === 'sets' && setters.length > 1);

/** One record per group and setter; the reason stands with the first. */
function toRecords(group: PriceGroup): object[] {
  const { setters, over, ...rest } = group;
  const about = { ...rest, ...(over.length > 0 && { over: over.slice(0, MAX_SETTERS) }) };
  const reason = priceReason(group);
  if (setters.length === 0) return [{ ...about, reason }];
  return setters.slice(0, MAX_SETTERS).map(({ role: _, bus, element_id, ...setter }, place) => ({
    ...about,
    ...setter,
    [setter.element_type]: element_id,
    element_bus: bus,
    ...(place === 0 && { reason }),
  }));
}

/** The most hours first. */
function settersByHours(groups: readonly PriceGroup[]) {
  const set = groups.flatMap(({ hour, how, setters }) =>
    how === 'sets' ? setters.map(({ element_type, element_id }) => ({ element_type, element_id, hour })) : [],
  );
  return [...groupBy(set, ({ element_type, element_id }) => `${element_type} ${element_id}`).values()]
    .flatMap(([first, ...others]) => {
      if (!first) return [];
      const { hour, ...element } = first;
      const hours = new Set([hour, ...others.map((other) => other.hour)]);
      return [{ ...element, hours_setting_price: hours.size }];
    })
    .sort((a, b) => b.hours_setting_price - a.hours_setting_price);
}

/**
 * How a price comes about: by the element or elements of that role in the group; `network`: by what sets the
 * prices elsewhere, over limits that bind or losses; `degenerate`: nothing is free to move.
 */
type How = Role | 'network' | 'degenerate';

interface PriceGroup {
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
function priceGroups(payload: SolvePayload, result: SolveResult, hour: number): PriceGroup[] {
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

/** A sentence is not the place for more. */
const NAMED = 3;

const HELD_BY: Readonly<Record<Bound, string>> = {
  p_min: 'its minimum output',
  p_max: 'its maximum output',
  reserve: 'the reserve it gives',
  ramp_up: 'its ramp up',
  ramp_down: 'its ramp down',
  startup_ramp: 'its start-up ramp',
  shutdown_ramp: 'its shut-down ramp',
};

function priceReason(group: PriceGroup): string {
  const { hour, bus, buses, price_usd_per_mwh, setters } = group;
  const where = buses > 1 ? `${bus}, one of ${buses} buses with it,` : bus;
  const price = `At hour ${hour} the price at ${where} is ${said(price_usd_per_mwh)} $/MWh`;
  const [setter] = setters;
  return setter
    ? `${price} ${because(group, setter)}`
    : `${price}, but nothing there is free to move: the price is degenerate.`;
}

function because({ how, setters, over }: PriceGroup, setter: Setter): string {
  const name = nameOf(setter);
  const slope = `${said(setter.cost_slope_usd_per_mwh ?? 0)} $/MWh`;
  switch (how) {
    case 'sets':
      return setters.length > 1
        ? `because ${listed(setters)} all cost that and are free to move: which of them does is degenerate.`
        : `because ${name} ${room(setter)} and costs ${slope} there.`;
    case 'kink':
      return `because ${name} stands at a step of its cost, ${slope} on one side: the price is degenerate.`;
    case 'stores':
      return `and ${name} at ${setter.bus}, with an output of ${said(setter.output_mw)} MW, carries it from other hours.`;
    case 'coupled':
      return setter.held_by === null
        ? `and ${name}, which costs ${slope}, is held by a rule it shares with other units or hours.`
        : `and ${name}, which costs ${slope}, is held at ${said(setter.output_mw)} MW by ${HELD_BY[setter.held_by]}.`;
    case 'at_limit':
      return `which ${name} costs at its limit of ${said(setter.output_mw)} MW: the price is degenerate.`;
    default:
      return `because nothing there is free to move: over ${over.slice(0, NAMED).join(' and ')} it follows from ${listed(setters)}.`;
  }
}

const room = ({ output_mw, lower_mw, upper_mw, bus }: Setter): string =>
  `at ${bus} runs at ${said(output_mw)} MW, free between ${said(lower_mw)} and ${said(upper_mw)} MW,`;

const nameOf = ({ element_type, element_id }: Setter): string =>
  element_type === 'unserved' ? `unserved load at ${element_id}` : `${element_type} ${element_id}`;

const listed = (setters: readonly Setter[]): string => {
  const names = setters
    .slice(0, NAMED)
    .map((setter) => `${nameOf(setter)} at ${said(setter.cost_slope_usd_per_mwh ?? 0)} $/MWh`);
  return setters.length > NAMED ? `${names.join(', ')} and others` : names.join(' and ');
};
