/** How prices, binding lines and outputs differ between two solves. */
import type { SolvePayload } from '../../../temporal/case/messages/payload.ts';
import type { BindingConstraint, SolveResult } from '../../../temporal/case/messages/result.ts';
import { round } from './sentences.ts';

interface BusPriceChange {
  readonly bus: string;
  readonly base_average_price_usd_per_mwh: number;
  readonly average_price_usd_per_mwh: number;
}

type Priced = Pick<SolveResult, 'lmp'>;

/** Average price of each bus, $/MWh, the largest difference first. */
export const busPriceChanges = (base: Priced, alternative: Priced): BusPriceChange[] =>
  Object.entries(base.lmp)
    .map(([bus, prices]) => ({
      bus,
      base_average_price_usd_per_mwh: round(average(prices)),
      average_price_usd_per_mwh: round(average(alternative.lmp[bus] ?? [])),
    }))
    .sort((a, b) => priceStep(b) - priceStep(a));

const priceStep = (change: BusPriceChange): number =>
  Math.abs(change.average_price_usd_per_mwh - change.base_average_price_usd_per_mwh);

const average = (prices: readonly number[]): number =>
  prices.length === 0 ? 0 : prices.reduce((sum, price) => sum + price, 0) / prices.length;

/** Average price of all buses, $/MWh, weighted by the load of each bus and hour; null without load. */
export function averageLoadPrice({ loads }: Pick<SolvePayload, 'loads'>, { lmp }: Priced): number | null {
  let [paid, energy] = [0, 0];
  for (const { bus, values } of loads) {
    for (const [hour, mw] of values.entries()) {
      paid += mw * (lmp[`bus_${bus}`]?.[hour] ?? 0);
      energy += mw;
    }
  }
  return energy > 0 ? round(paid / energy) : null;
}

/** In how many hours a line binds, in the base case of the network or after a contingency. */
export interface BindingChange {
  readonly line_id: string;
  readonly contingency_id: string | null;
  readonly base_hours_binding: number;
  readonly hours_binding: number;
}

type Constraints = readonly BindingConstraint[];

/** The largest change first, then what binds longest. */
export function bindingChanges(base: Constraints, alternative: Constraints): BindingChange[] {
  const limits = new Map([...base, ...alternative].map((limit) => [keyOf(limit), limit]));
  return [...limits]
    .map(([key, { line_id, contingency_id }]) => ({
      line_id,
      contingency_id,
      base_hours_binding: hoursOf(base, key),
      hours_binding: hoursOf(alternative, key),
    }))
    .sort((a, b) => hoursStep(b) - hoursStep(a) || b.hours_binding - a.hours_binding);
}

const hoursStep = ({ base_hours_binding, hours_binding }: BindingChange): number =>
  Math.abs(hours_binding - base_hours_binding);

const keyOf = ({ line_id, contingency_id }: BindingConstraint): string =>
  JSON.stringify([line_id, contingency_id]);

const hoursOf = (constraints: Constraints, key: string): number =>
  new Set(constraints.filter((limit) => keyOf(limit) === key).map(({ hour }) => hour)).size;

export interface OutputChange {
  readonly generator: string;
  readonly hour: number;
  readonly base_output_mw: number;
  readonly output_mw: number;
}

type Dispatched = Pick<SolveResult, 'dispatch_mw'>;

/** How the output of the units differs in one hour, the largest difference first. */
export const outputChanges = (base: Dispatched, alternative: Dispatched, hour: number): OutputChange[] =>
  Object.entries(base.dispatch_mw)
    .map(([generator, hours]) => ({
      generator,
      hour,
      base_output_mw: round(hours[hour] ?? 0),
      output_mw: round(alternative.dispatch_mw[generator]?.[hour] ?? 0),
    }))
    .filter(({ base_output_mw, output_mw }) => base_output_mw !== output_mw)
    .sort((a, b) => Math.abs(b.output_mw - b.base_output_mw) - Math.abs(a.output_mw - a.base_output_mw));
