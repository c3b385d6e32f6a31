/** Conditions on bids and demand response that a schema cannot express. */
import { busesOf } from '../arithmetic/elements.ts';
import { intervalsPerHour } from '../arithmetic/intervals.ts';
import { isList } from '../arithmetic/series.ts';
import type { Bid, SolvePayload } from '../schema.ts';
import { eachItem, type PayloadCheck, type PayloadProblem, problem } from './problem.ts';

/** Fractions of an interval up to this size are rounding. */
const ROUNDING = 1e-6;

/** Checks bids: each must be at a bus with another element, and a minimum time is a whole number of intervals. */
export const bidData: PayloadCheck = (payload) => [
  ...unknownBuses(payload, 'bids'),
  ...fractions(payload, 'bids', 'min_up_h'),
  ...bidBlocks(payload),
];

/**
 * Checks the blocks of bids of a payload or network. Powers must be at least 0. From block to block, prices must not
 * rise for demand nor fall for supply, unless the bid is accepted whole.
 */
export const bidBlocks = ({ bids }: Pick<SolvePayload, 'bids'>): PayloadProblem[] => [
  ...(bids ?? []).flatMap(({ blocks }, i) => eachItem(blocks, (block, k) => negativePower(block, i, k))),
  ...eachItem(bids, wrongOrder),
];

/** Checks demand response: its bus has another element, and its times are whole numbers of intervals. */
export const demandResponseData: PayloadCheck = (payload) => [
  ...unknownBuses(payload, 'demand_response'),
  ...eachItem(payload.demand_response, ({ recover_share = 0, recover_within_h }, i) =>
    recover_share > 0 && recover_within_h === undefined
      ? problem(['demand_response', i, 'recover_within_h'], 'Field required with recover_share', 'missing')
      : undefined,
  ),
  ...fractions(payload, 'demand_response', 'max_hours_per_day'),
  ...fractions(payload, 'demand_response', 'recover_within_h'),
];

/** Times that are no whole number of intervals. */
function fractions<Field extends string>(
  payload: SolvePayload,
  list: 'bids' | 'demand_response',
  field: Field,
): PayloadProblem[] {
  return eachItem<{ readonly [F in Field]?: unknown }>(payload[list], ({ [field]: hours }, i) => {
    const count = Number(hours ?? 0) * intervalsPerHour(payload);
    return Math.abs(count - Math.round(count)) < ROUNDING
      ? undefined
      : problem([list, i, field], 'Input should be a whole number of intervals');
  });
}

function unknownBuses(payload: SolvePayload, list: 'bids' | 'demand_response'): PayloadProblem[] {
  const { transmission_lines: lines = [], dc_lines = [] } = payload;
  const buses = new Set([
    ...busesOf({ ...payload, bids: [], demand_response: [] }),
    ...[...lines, ...dc_lines].flatMap(({ from_bus, to_bus }) => [from_bus, to_bus]),
  ]);
  return eachItem<{ readonly bus: number }>(payload[list], ({ bus }, i) =>
    buses.has(bus) ? undefined : problem([list, i, 'bus'], `Unknown bus ${bus}`, 'unknown_element'),
  );
}

function negativePower({ mw }: Bid['blocks'][number], i: number, k: number): PayloadProblem | undefined {
  const t = isList(mw) ? mw.findIndex((value) => value < 0) : -1;
  const place = ['bids', i, 'blocks', k, 'mw', t];
  return t < 0
    ? undefined
    : problem(place, 'Input should be greater than or equal to 0', 'greater_than_equal');
}

/** Longest run, h: so many hours of series with different lengths are compared. */
const LONGEST_H = 8784;

/** Finding for the first price in the wrong order. In a network, series repeat and may have different lengths. */
function wrongOrder({ kind, blocks, all_or_nothing, min_up_h }: Bid, i: number) {
  if (all_or_nothing || min_up_h !== undefined) return undefined;
  const sign = kind === 'demand' ? -1 : 1;
  return blocks.slice(1).flatMap(({ usd_per_mwh: usd }, k): PayloadProblem[] => {
    const before = blocks[k]?.usd_per_mwh ?? 0;
    const priceOf = (prices: number | number[], t: number): number =>
      isList(prices) ? (prices[t % prices.length] ?? 0) : prices;
    const [length, other] = [isList(usd) ? usd.length : 1, isList(before) ? before.length : 1];
    const hours = other === length ? length : Math.min(LONGEST_H, length * other);
    const t = Array.from({ length: hours }, (_, hour) => hour).find(
      (hour) => sign * (priceOf(usd, hour) - priceOf(before, hour)) < 0,
    );
    if (t === undefined) return [];
    const side = kind === 'demand' ? 'demand should not be above' : 'supply should not be below';
    const msg = `The price ${priceOf(usd, t)} of ${side} the ${priceOf(before, t)} of the block before, unless all_or_nothing`;
    return [
      problem(['bids', i, 'blocks', k + 1, 'usd_per_mwh', ...(isList(usd) ? [t % usd.length] : [])], msg),
    ];
  })[0];
}
