/** Elements that set the price, and the reason, for every hour and every group of buses with equal prices. */
import { groupBy } from '../arithmetic/group-by.ts';
import { type Explainer, hasSchedule } from './artifact.ts';
import { counted, firstMost, said } from './figures.ts';
import { horizonFacts } from './interval-words.ts';
import { MAX_SETTERS } from './price-explanation.ts';
import { type How, type PriceGroup, priceGroups } from './price-groups.ts';
import { reasonOf, SAID, waysOf } from './price-words.ts';

/** Maximum number of groups and setters in the data, over all hours. */
const MAX_RECORDS = 500;

export const marginalUnits: Explainer = (payload, result) => {
  if (!hasSchedule(result) || Object.keys(result.lmp).length === 0) return undefined;
  const hours = Array.from({ length: payload.horizon }, (_, hour) => priceGroups(payload, result, hour));
  const groups = hours.flat();
  const extremes = extremesOf(groups);
  const selection = tellable(hours, extremes);
  const setters = settersByHours(groups);
  const totals = {
    ...horizonFacts(payload),
    hours_degenerate: hours.filter((groupsOfHour) => groupsOfHour.some(isDegenerate)).length,
    hours_network: hours.filter((groupsOfHour) => groupsOfHour.some(({ how }) => how === 'network')).length,
  };
  return {
    type: 'marginal_units',
    title: 'What sets the price',
    statement: [
      ...setters.slice(0, 1).map((first) => setterSentence(first, payload.horizon)),
      ...extremes.map(priceReason),
      `In ${counted(totals.hours_degenerate, 'hour')} some price is degenerate: another price would fit the same schedule, or several elements set the same one.`,
      `In ${counted(totals.hours_network, 'hour')} some bus has no element that is free to move, and its price comes over the network.`,
    ].join(' '),
    data: {
      ...totals,
      setters: setters.slice(0, MAX_RECORDS),
      records: selection.flatMap(toRecords),
      omitted: groups.length - selection.length,
    },
  };
};

/** The group with the highest price over all hours, and the group with the lowest price in the same hour. */
function extremesOf(groups: readonly PriceGroup[]): PriceGroup[] {
  const peak = firstMost(groups, ({ price_usd_per_mwh }) => price_usd_per_mwh);
  const others = groups.filter((group) => group.hour === peak?.hour && group !== peak);
  const low = firstMost(others, ({ price_usd_per_mwh }) => -price_usd_per_mwh);
  return [peak, low].filter((group) => group !== undefined);
}

/** The largest groups of each hour, and the groups that the statement names. */
function tellable(hours: readonly PriceGroup[][], extremes: readonly PriceGroup[]): PriceGroup[] {
  const perHour = Math.max(1, Math.floor(MAX_RECORDS / hours.length / MAX_SETTERS));
  return hours.flatMap((groupsOfHour) =>
    groupsOfHour.filter((group, place) => place < perHour || extremes.includes(group)),
  );
}

const setterSentence = (
  { element_type, element_id, hours_setting_price: hours }: ReturnType<typeof settersByHours>[number],
  horizon: number,
): string =>
  `${capitalized(element_type)} ${element_id} sets a price in ${hours} of ${counted(horizon, 'hour')}; nothing else does in more.`;

const capitalized = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;

const isDegenerate = ({ how, setters }: PriceGroup): boolean =>
  ['kink', 'at_limit', 'degenerate'].includes(how) || (how === 'sets' && setters.length > 1);

/** One record per group and setter; the first record of a group contains the reason. */
export function toRecords(group: PriceGroup): object[] {
  const { setters, over: _over, hasLosses: _losses, ...rest } = group;
  const ways = waysOf(group, MAX_SETTERS);
  const about = { ...rest, ...(ways.length > 0 && { over: ways }) };
  const reason = priceReason(group);
  if (setters.length === 0) return [{ ...about, reason }];
  return setters.slice(0, MAX_SETTERS).map((setter, position) => {
    const { role: _, bus, element_id, co2_usd_per_mwh: co2, surcharges, ...figures } = setter;
    return {
      ...about,
      ...figures,
      [setter.element_type]: element_id,
      element_bus: bus,
      ...(co2 !== 0 && { co2_usd_per_mwh: co2 }),
      ...(surcharges.length > 0 && { surcharges }),
      ...(position === 0 && { reason }),
    };
  });
}

/** Elements by the number of hours in which they set a price, descending. */
function settersByHours(groups: readonly PriceGroup[]) {
  const set = groups.flatMap(({ hour, how, setters }) =>
    how === 'sets' || how === 'reserves'
      ? setters.map(({ element_type, element_id }) => ({ element_type, element_id, hour }))
      : [],
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

/** Conjunction between a price and its reason, if the reason explains the price only in part. */
const TIES: Partial<Readonly<Record<How, string>>> = {
  stores: ' and ',
  coupled: ' and ',
  degenerate: ', but ',
};

/** A price and its reason in one sentence. */
function priceReason(group: PriceGroup): string {
  const { hour, bus, buses, price_usd_per_mwh } = group;
  const where = buses > 1 ? `${bus}, one of ${buses} buses with it,` : bus;
  return `At hour ${hour} the price at ${where} is ${said(price_usd_per_mwh)} $/MWh${TIES[group.how] ?? ' because '}${reasonOf(group, SAID)}.`;
}
