/** Which element sets the price, for every group of buses with one price and every hour, and why. */
import { type Explainer, hasSchedule } from './artifact.ts';
import { counted, firstMost } from './figures.ts';
import { horizonFacts } from './interval-words.ts';
import { type PriceGroup, priceGroups } from './price-groups.ts';
import { priceReason } from './price-reason.ts';

/** Groups and setters that data hold over all hours. */
const MAX_RECORDS = 500;
/** Elements named of one group. */
const MAX_SETTERS = 5;

interface SetterHours {
  readonly element_type: string;
  readonly element_id: string;
  readonly hours_setting_price: number;
}

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
  { element_type, element_id, hours_setting_price: hours }: SetterHours,
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
function settersByHours(groups: readonly PriceGroup[]): SetterHours[] {
  const hoursOf = new Map<string, { setter: Omit<SetterHours, 'hours_setting_price'>; hours: Set<number> }>();
  for (const { hour, how, setters } of groups) {
    if (how !== 'sets') continue;
    for (const { element_type, element_id } of setters) {
      const key = `${element_type} ${element_id}`;
      const known = hoursOf.get(key) ?? { setter: { element_type, element_id }, hours: new Set() };
      known.hours.add(hour);
      hoursOf.set(key, known);
    }
  }
  return [...hoursOf.values()]
    .map(({ setter, hours }) => ({ ...setter, hours_setting_price: hours.size }))
    .sort((a, b) => b.hours_setting_price - a.hours_setting_price);
}
