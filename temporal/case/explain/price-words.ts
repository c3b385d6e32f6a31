/** Reasons of a price in words, for all pages and reports; each of them has number formats of its own. */
import { bindingName } from './binding-constraints.ts';
import { said } from './figures.ts';
import type { Bound } from './output-room.ts';
import type { PriceExplanation, PricePart } from './price-explanation.ts';
import type { PriceGroup } from './price-groups.ts';
import type { Setter } from './setter.ts';

export interface Format {
  /** Text of a price in $/MWh, with the unit. */
  usd(value: number): string;
  /** Text of a power in MW, with the unit. */
  mw(value: number): string;
  /** Text of a number without a unit. */
  number(value: number): string;
  /** Name of a bus, such as `bus_7`, as the reader writes it. */
  bus(name: string): string;
  /** Name of an hour or interval. */
  period(t: number): string;
}

/** Formats of the analyst's texts: two decimals. */
export const SAID: Format = {
  usd: (value) => `${said(value)} $/MWh`,
  mw: (value) => `${said(value)} MW`,
  number: said,
  bus: (name) => name,
  period: (t) => `hour ${t}`,
};

/** Maximum number of elements that a sentence names. */
const NAMED = 3;

/** Limit that an output has reached -> words. */
export const HELD_BY: Readonly<Record<Bound, string>> = {
  p_min: 'its minimum output',
  p_max: 'its maximum output',
  reserve: 'the reserve it provides',
  ramp_up: 'its ramp up',
  ramp_down: 'its ramp down',
  startup_ramp: 'its startup limit',
  shutdown_ramp: 'its shutdown limit',
};

/** The reason of a price as a clause. */
export function reasonOf(group: PriceGroup, format: Format): string {
  const { how, setters } = group;
  const [setter] = setters;
  if (!setter) return 'nothing there is free to move: the price is degenerate';
  const name = partName(toPart(setter), format);
  const here = setter.element_type === 'unserved' ? name : `${name} at ${format.bus(setter.bus)}`;
  const slope = format.usd(setter.cost_slope_usd_per_mwh ?? 0);
  const output = format.mw(setter.output_mw);
  const added = extras(setter, format);
  const costs = setter.element_type === 'bid' ? 'bids' : 'costs';
  switch (how) {
    case 'sets':
      if (setters.length > 1)
        return `${listed(setters, format)} are free to move: which of them sets the price is degenerate`;
      if (setter.element_type === 'demand_response')
        return `${here} reduces the load by ${output} of ${format.mw(setter.upper_mw)} and costs ${slope}`;
      return setter.element_type === 'bid'
        ? `${here} is accepted with ${output} of ${format.mw(setter.upper_mw)} and bids ${slope}`
        : `${here} runs at ${output}, free between ${format.number(setter.lower_mw)} and ${format.mw(setter.upper_mw)}, and costs ${slope} there${added}`;
    case 'reserves':
      return `${here} runs at ${output}, limited by the reserve it provides, and costs ${slope} there${added}`;
    case 'kink':
      return `${name} stands at a step of its cost, ${slope} on one side${added}: the price is degenerate`;
    case 'stores':
      return `${here} with an output of ${output} carries it from ${originWords(setter, format)}`;
    case 'coupled':
      return `${name}, which ${costs} ${slope}, is held ${setter.held_by === null ? 'by a rule shared with other units or hours' : `at ${output} by ${HELD_BY[setter.held_by]}`}`;
    case 'at_limit':
      return `${name} ${costs} ${slope} at its limit of ${output}${added}: the price is degenerate`;
    default:
      return `nothing there is free to move: over ${waysOf(group, NAMED).join(' and ')} it follows from ${listed(setters, format)}`;
  }
}

function originWords({ stored }: Setter, format: Format): string {
  if (!stored) return 'other hours';
  const usd = format.usd(stored.origin_usd_per_mwh);
  return stored.hour === null
    ? `the end, where a stored MWh is worth ${usd}`
    : `${format.period(stored.hour)}, where the price is ${usd}`;
}

/** The limits and losses through which a price follows from other prices, in words. */
export const waysOf = ({ over, hasLosses }: PriceGroup, most: number): string[] =>
  [...over.map(bindingName), ...(hasLosses ? ['the losses'] : [])].slice(0, most);

/**
 * Sentences about a price: its reason, the largest contribution of congestion, the part without explanation, and a note
 * if the price is approximate.
 */
export function reasons({ group, limits, parts, isApproximate }: PriceExplanation, format: Format): string[] {
  const clause = reasonOf(group, format);
  const [limit] = limits;
  const rest = parts.find(({ kind }) => kind === 'rest');
  return [
    `${clause.charAt(0).toUpperCase()}${clause.slice(1)}.`,
    ...(limit && limit.usd_per_mwh !== 0
      ? [
          `Most of its congestion is ${bindingName(limit)}: 1 MWh more here loads it by ${format.number(limit.share)} MWh, ${format.usd(limit.usd_per_mwh)}.`,
        ]
      : []),
    ...(rest
      ? [`Of the price, ${format.usd(rest.usd_per_mwh ?? 0)} cannot be attributed: ${rest.name}.`]
      : []),
    ...(isApproximate ? ['The schedule was not priced: this is not proven.'] : []),
  ];
}

const toPart = ({ element_type: kind, element_id: name }: Setter): PricePart => ({
  kind,
  name,
  usd_per_mwh: null,
});

/** CO2 part of the cost slope, and prices of rules that are added to the slope, in words. */
const extras = ({ co2_usd_per_mwh: co2, surcharges }: Setter, format: Format): string =>
  [
    ...(co2 === 0 ? [] : [`, ${format.usd(co2)} of it for CO2`]),
    ...surcharges.map((part) => {
      const end = part.missing_mw === undefined ? '' : ',';
      return `, and the ${partName(part, format)}${end} adds ${format.usd(part.usd_per_mwh)}`;
    }),
  ].join('');

const listed = (setters: readonly Setter[], format: Format): string => {
  const names = setters.slice(0, NAMED).map((setter) => {
    const { cost_slope_usd_per_mwh: slope } = setter;
    return `${partName(toPart(setter), format)}${slope === null ? '' : ` at ${format.usd(slope)}${extras(setter, format)}`}`;
  });
  return setters.length > NAMED ? `${names.join(', ')} and others` : names.join(' and ');
};

/** Name of a part: `generator G1`, `reserve spin, short by 3 MW`, `line L1 after contingency "lose L2"`. */
export function partName(
  { kind, name, contingency_id = null, missing_mw }: PricePart,
  format: Format,
): string {
  const missing = (words: string) =>
    missing_mw === undefined ? '' : `, ${words} by ${format.mw(missing_mw)}`;
  switch (kind) {
    case 'unserved':
      return `unserved load at ${format.bus(name)}`;
    case 'co2':
    case 'rest':
      return name;
    case 'demand_response':
      return `demand response ${name}`;
    case 'outage':
      return `headroom for contingency "${name}"`;
    case 'energy_limit':
      return `energy limit of ${name}`;
    case 'fuel_limit':
      return `limit of fuel ${name}`;
    case 'line':
    case 'interface':
      return `${bindingName({ line_id: name, contingency_id, ...(kind === 'interface' && { is_interface: true }) })}${missing('over its limit')}`;
    case 'losses':
      return 'losses of lines';
    default:
      return `${kind} ${name}${missing('short')}`;
  }
}
