/** The stretches on and off that a unit may have, at reduced costs: minimum times, bounds and start-up tiers. */
import type { Formulation } from '../formulation/index.ts';
import type { Instance, Unit } from '../instance.ts';
import { startupCost } from '../startup-cost.ts';
import type { HourPrices } from './hourly-cost.ts';
import type { Stretches } from './min-marginals.ts';
import { onCosts } from './on-costs.ts';

const IMPOSSIBLE = Number.POSITIVE_INFINITY;

/** `costs`: reduced costs, shape [columns]. */
export function unitStretches(
  { units, periods, requirements }: Instance,
  { x, segments }: Formulation,
  g: number,
  costs: Float64Array,
): Stretches | undefined {
  const unit = units[g];
  if (!unit) return undefined;
  const cost = (column: number): number => costs[column] ?? 0;
  const hours = Array.from({ length: periods }, (_, t) => t);
  const prices = hours.map((t): HourPrices => {
    const above = cost(x.above(g, t));
    const columns = segments[g]?.[t] ?? [];
    return {
      on: cost(x.on(g, t)),
      segments: (unit.cost[t]?.segments ?? []).map(({ width }, k) => ({
        width,
        price: above + (columns[k] === undefined ? 0 : cost(columns[k])),
      })),
      reserve: Math.min(0, ...requirements.map((_, q) => cost(x.reserve(q, g, t)))),
    };
  });
  const onCost = onCosts(unit, prices);
  const mayBeOnUntil = runs(unit.mayBeOn);
  const mayBeOffUntil = runs(unit.mustBeOn.map((must) => !must));
  const refund = startRefund(unit);
  const stuck =
    unit.onBefore && unit.powerBefore !== null && unit.powerBefore > unit.shutdownRampBefore + 1e-6;
  return {
    periods,
    onBefore: unit.onBefore,
    on: (from, to) => {
      const first = Math.max(0, from);
      const tooShort = from >= 0 && to < periods && to - from < unit.minUptime;
      if (tooShort || to > (mayBeOnUntil[first] ?? 0)) return IMPOSSIBLE;
      const start = from < 0 ? 0 : cost(x.startup(g, from));
      return start + onCost(first, to, from >= 0, to < periods);
    },
    off: (from, to) => {
      const first = Math.max(0, from);
      const tooShort = from >= 0 && to < periods && to - from < unit.minDowntime;
      if (tooShort || to > (mayBeOffUntil[first] ?? 0) || (from === 0 && stuck)) return IMPOSSIBLE;
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
  return (hoursOff) => Math.min(0, startupCost(unit, hoursOff) - coldest);
}
