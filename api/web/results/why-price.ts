/** Why a MWh costs what it does at a bus: who makes one more, and which limits stand between (pure). */
import { exact, power, price } from '../parts/format.ts';
import { periodName } from '../parts/interval.ts';
import type { Contribution } from './attribution.ts';
import {
  at,
  type Facts,
  isOn,
  LEAST,
  productionCost,
  type Question,
  rangeOf,
  SHOWN,
  tieOf,
  type Why,
} from './why-facts.ts';

/** Smaller differences are rounding, $/MWh. */
const CENT = 0.01;

export const limitName = (line: string, contingency: string | null = null): string =>
  `line ${line}${contingency === null ? '' : ` after contingency ${contingency}`}`;

/** `limits`: what those that bind add to the price, the largest first. */
export function whyPrice(
  { name: bus = '', hour = 0 }: Question,
  facts: Facts,
  limits: readonly Contribution[],
): Why {
  const { lmp, lmp_components: parts, prices } = facts.result;
  const [usd, [energy = 0, congestion = 0, loss = 0]] = [
    at(lmp, bus, hour),
    ['energy', 'congestion', 'loss'].map((part) => at(parts[part], bus, hour)),
  ];
  const movers = moversOf(facts, hour);
  const isHere = (own: number): boolean => Math.abs(own - usd) < CENT;
  const makers = movers.filter(({ isMaker }) => isMaker);
  const away = makers.slice(0, 3).map((one) => `${one.name} (${price(one.usd)})`);
  const [here, [limit]] = [movers.filter((one) => isHere(one.usd)), limits];
  const [maker, isMoved] = [here.find(({ isMaker }) => isMaker), !isHere(energy) && away.length > 0];
  const [tied] = here;
  const words = maker
    ? `${maker.words}: one MWh more would add to it.`
    : isMoved
      ? `Nothing at this price is free to move. One MWh more would come from ${away.join(', ')}, over the limits and losses below.`
      : tied
        ? `${tied.words}: other hours or rules make the rest of the price.`
        : 'No single constraint explains it: nothing at this price is free to move, so another price would fit the same schedule.';
  return {
    question: `Why is the price at ${bus.replace('_', ' ')} ${price(usd)} in ${periodName(hour)}?`,
    sentences: [
      prices === 'approximate' && 'The schedule was not priced: this is not proven.',
      words,
      limit &&
        `Most of its congestion is ${limitName(limit.line, limit.contingency)}: of a MWh from here it would carry ${exact(Math.abs(limit.share))}, which makes ${price(limit.usd)}.`,
    ],
    rows: [
      ['Energy', price(energy)],
      ...limits.slice(0, SHOWN).map(({ line, contingency, usd: own }) => {
        const to = { view: 'network', line, contingency: contingency ?? undefined, hour };
        return [limitName(line, contingency), price(own), to] as const;
      }),
      ['All congestion', price(congestion)],
      ['Losses', price(loss)],
    ],
    links: [
      ['Prices of this bus', { view: 'prices', bus, hour }],
      ['The network then', { view: 'network', bus: bus.replace('bus_', ''), hour }],
    ],
  };
}

/** What gives neither all nor nothing of what it could: it makes the price at its bus if that is its cost. */
function moversOf(facts: Facts, hour: number) {
  const { result, given } = facts;
  const mover = (
    name: string,
    bus: unknown,
    mw: number,
    range: readonly number[],
    costs: number[],
    tie = '',
  ) => {
    const [[low = 0, high = 0], [less = 0, more = 0]] = [range, costs];
    if (mw < low + LEAST || mw > high - LEAST) return [];
    const usd = at(result.lmp, `bus_${bus}`, hour);
    const cost = more - less > CENT ? `${price(less)} to ${price(more)}, at a step of its cost` : price(more);
    const words = `${name} at bus ${bus} stands at ${power(mw)}, between ${power(low)} and ${power(high)}, and costs ${cost}${tie && `; it is held by ${tie}`}`;
    return [{ name, words, usd, isMaker: tie === '' && less < usd + CENT && usd - CENT < more }];
  };
  const unserved = given.options?.unserved_energy_usd_per_mwh ?? 0;
  return [
    ...given.generators.flatMap((unit) => {
      const mw = at(result.dispatch_mw, unit.name, hour);
      const co2 = (given.emission_price_usd_per_t ?? 0) * (unit.co2_t_per_mwh ?? 0);
      const slope = (step: number): number =>
        (productionCost(unit, mw + step) - productionCost(unit, mw)) / step + co2;
      const costs = [slope(-LEAST), slope(LEAST)];
      const { name, bus } = unit;
      return isOn(facts, unit, hour)
        ? mover(name, bus, mw, rangeOf(unit, hour), costs, tieOf(facts, unit, hour))
        : [];
    }),
    ...(given.renewables ?? []).flatMap(({ name, bus, p_min, p_max, marginal_cost: usd = 0 }) =>
      mover(name, bus, at(result.renewable_mw, name, hour), [p_min[hour] ?? 0, p_max[hour] ?? 0], [usd, usd]),
    ),
    ...given.loads.names.flatMap((bus) => {
      const mw = at(result.unserved_mw, `bus_${bus}`, hour);
      return mover('Unserved load', bus, mw, [0, at(given.loads, bus, hour)], [unserved, unserved]);
    }),
  ];
}
