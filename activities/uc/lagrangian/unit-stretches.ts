/** The stretches on and off that a unit may have, at reduced costs: minimum times, bounds and start-up tiers. */
import { startupCost } from '../../../temporal/case/arithmetic/unit-cost.ts';
import type { ColumnSpec } from '../../milp/model.ts';
import type { Formulation } from '../formulation/index.ts';
import type { Variables } from '../formulation/variables.ts';
import type { Instance, Unit } from '../instance.ts';
import type { Stretches } from './min-marginals.ts';
import { type HourPrices, onCosts } from './on-costs.ts';

const IMPOSSIBLE = Number.POSITIVE_INFINITY;

/** `costs`: reduced costs, shape [columns]; `columns`: with the bounds to keep. */
export function unitStretches(
  { units, periods, products }: Instance,
  { x, segments }: Formulation,
  g: number,
  costs: Float64Array,
  columns: readonly Required<ColumnSpec>[],
): Stretches | undefined {
  const unit = units[g];
  if (!unit) return undefined;
  const cost = (column: number): number => costs[column] ?? 0;
  const hours = Array.from({ length: periods }, (_, t) => t);
  const prices = hours.map((t): HourPrices => {
    const above = cost(x.above(g, t));
    const pieces = segments[g]?.[t] ?? [];
    return {
      on: cost(x.on(g, t)),
      // Rows that limit single segments may have made a later one the cheaper.
      segments: (unit.cost[t]?.segments ?? [])
        .map(({ width }, k) => ({ width, price: above + (pieces[k] === undefined ? 0 : cost(pieces[k])) }))
        .sort((a, b) => a.price - b.price),
      reserve: products.reduce(
        (best, { isDown }, q) => (isDown ? best : Math.min(best, cost(x.reserve(q, g, t)))),
        0,
      ),
    };
  });
  const onCost = onCosts(unit, prices);
  const may = (column: number): boolean => (columns[column]?.upper ?? 0) > 0.5;
  const mayBeOnUntil = runs(hours.map((t) => may(x.on(g, t))));
  const mayBeOffUntil = runs(hours.map((t) => (columns[x.on(g, t)]?.lower ?? 0) < unit.count - 0.5));
  /** A stretch begins with a change that is allowed and lasts its minimum time or to the end. */
  const mayChange = (change: Variables['on'], from: number, to: number, least: number): boolean =>
    from < 0 || (may(change(g, from)) && (to === periods || to - from >= least));
  const refund = startRefund(unit);
  return {
    periods,
    onBefore: unit.onBefore,
    on: (from, to) => {
      const first = Math.max(0, from);
      if (to > (mayBeOnUntil[first] ?? 0) || !mayChange(x.startup, from, to, unit.minUptime))
        return IMPOSSIBLE;
      const start = from < 0 ? 0 : cost(x.startup(g, from));
      return start + onCost(first, to, from >= 0, to < periods);
    },
    off: (from, to) => {
      const first = Math.max(0, from);
      if (to > (mayBeOffUntil[first] ?? 0) || !mayChange(x.shutdown, from, to, unit.minDowntime))
        return IMPOSSIBLE;
      const stop = from < 0 ? 0 : cost(x.shutdown(g, from));
      return stop + (to < periods ? refund(from < 0 ? to + unit.hoursBefore : to - from) : 0);
    },
  };
}

/** End of the run of true values that begins at each hour. */
function runs(values: readonly boolean[]): Int32Array {
  const ends = new Int32Array(values.length);
  for (let t = values.length - 1; t >= 0; t--)
    ends[t] = values[t] ? Math.max(t + 1, values[t + 1] ? (ends[t + 1] ?? 0) : 0) : t;
  return ends;
}

/** What a start after some hours off costs less than the coldest, $, at most 0. */
function startRefund(unit: Unit): (hoursOff: number) => number {
  const coldest = unit.startupTiers.at(-1)?.cost ?? 0;
  return (hoursOff) => Math.min(0, startupCost(unit.startupTiers, hoursOff) - coldest);
}
