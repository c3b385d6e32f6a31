/**
 * What flow limits ask of the units that relieve their lines, as bases of rounding cuts: each limit of the model by itself,
 * binding or not, since where a cut binds its limit need not; and the nearest ones of an hour with the balance added so
 * that a unit between its bounds drops out (uc/formulation/flow-relief.ts).
 */
import { activity, type Row, type Term } from '../../milp/model.ts';
import { type Relief, reliefOf } from '../../uc/formulation/flow-relief.ts';
import type { ModelledLimit } from '../model/network-rows.ts';
import type { Dispatch, Search } from './kernels/search-state.ts';

/** Limits of an hour that the balance is added to, and units that drop out of each: more gain little. */
const MOST_LIMITS = 2;
const MOST_DROPPED = 2;
/** A unit this near to a bound is at it, MW. */
const NEAR = 1e-4;

/** A limit as a row with a lower limit only. */
interface Asked {
  readonly limit: ModelledLimit;
  readonly row: Row;
  /** How far the flow is from it, MW. */
  readonly left: number;
}

export function reliefBases(search: Search, { primal }: Dispatch): Relief[] {
  const { instance, formulation, model } = search;
  const { rows } = model.parts();
  const all = model.limits.flatMap((limit): Asked[] => {
    const flow = rows[limit.row];
    if (!flow) return [];
    const row = limit.direction > 0 ? times(-1, flow) : flow;
    return [{ limit, row, left: activity(row.terms, primal) - row.lower }];
  });
  const hours = Array.from({ length: instance.periods }, (_, hour) => {
    const asked = all.filter(({ limit }) => limit.hour === hour).sort((a, b) => a.left - b.left);
    const units = asked.length > 0 ? unitsBetween(search, hour, primal).slice(0, MOST_DROPPED) : [];
    const balanced = asked.slice(0, MOST_LIMITS).flatMap((one) => withoutUnits(search, one, rows, units));
    return [...asked.map(({ row }) => row), ...balanced].map((row) =>
      reliefOf(instance, formulation, hour, row, primal),
    );
  });
  return hours.flat();
}

/** The row with the balance of its island added so that the output of a unit drops out, for each of them. */
function withoutUnits(
  { instance: { network }, formulation: { balanceRows, x } }: Search,
  { limit: { line, hour }, row }: Asked,
  rows: readonly Row[],
  units: readonly number[],
): Row[] {
  const island = network.island[network.lines[line]?.from ?? -1] ?? -1;
  const balance = rows[balanceRows[island]?.[hour] ?? -1];
  if (!balance) return [];
  const factors = units.map((g) => coefficientOf(row, x.above(g, hour)));
  return [...new Set(factors)]
    .filter((factor) => factor !== 0)
    .map((factor) => plus(row, times(-factor, balance)));
}

/** Units between their bounds, those furthest from both first. */
function unitsBetween(
  { instance, formulation: { x } }: Search,
  hour: number,
  primal: Float64Array,
): number[] {
  return instance.units
    .map(({ pMin, pMax }, g) => {
      const above = primal[x.above(g, hour)] ?? 0;
      const range = (pMax[hour] ?? 0) - (pMin[hour] ?? 0);
      return { g, mw: Math.min(above, range * (primal[x.on(g, hour)] ?? 0) - above) };
    })
    .filter(({ mw }) => mw > NEAR)
    .sort((a, b) => b.mw - a.mw)
    .map(({ g }) => g);
}

const coefficientOf = ({ terms }: Row, wanted: number): number =>
  terms.reduce((sum, [coefficient, column]) => (column === wanted ? sum + coefficient : sum), 0);

const times = (factor: number, { lower, upper, terms }: Row): Row => ({
  lower: factor * (factor > 0 ? lower : upper),
  upper: factor * (factor > 0 ? upper : lower),
  terms: terms.map(([coefficient, column]): Term => [factor * coefficient, column]),
});

const plus = (a: Row, b: Row): Row => ({
  lower: a.lower + b.lower,
  upper: a.upper + b.upper,
  terms: [...a.terms, ...b.terms],
});
