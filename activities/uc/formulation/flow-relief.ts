/**
 * Requirement of a flow limit on the units that relieve its line: the base row of its rounding cuts. Written as
 *
 *     sum_b -h[b] injection[b] + o >= c - limit - sum_b h[b] load[b]
 *
 * and with the balance of the hour added l times, for any l,
 *
 *     sum_b (l - h[b]) injection[b] + o - l L >= c - limit + sum_b (l - h[b]) load[b],
 *
 * every term is replaced by an upper bound: output by its nearer bound, which is 0 or the largest output that the
 * generation limits allow a unit that is on, plus its distance from there if that relieves the line. The l that removes
 * a unit between its bounds from the row loses nothing if all others are at their bounds (aggregation of rows,
 * Marchand, Wolsey, Operations Research 49, 2001).
 */
import { activity, type ColumnSpec, type Row, type Term, times } from '../../milp/model.ts';
import type { Instance } from '../instance.ts';
import type { Variables } from '../variables.ts';
import { startAndStopLosses } from './generation-limits.ts';
import type { Formulation } from './index.ts';

interface Part {
  readonly integers: readonly Term[];
  /** Distance from a bound that relieves the line, MW. */
  readonly slack: readonly Term[];
  readonly leastSlack: number;
  /** MW. */
  readonly constant: number;
}

/** `integers + slack - leastSlack >= least`, with `slack >= leastSlack` in every schedule. */
export interface Relief extends Omit<Part, 'constant'> {
  readonly least: number;
}

/** Smaller factors give no terms. */
const NEGLIGIBLE = 1e-6;
const NOTHING: Part = { integers: [], slack: [], leastSlack: 0, constant: 0 };

/** `requirement`: a row of one hour with a lower limit; of two bounds, the nearer one at `primal` is chosen. */
export function reliefOf(
  instance: Instance,
  { milp, x }: Pick<Formulation, 'milp' | 'x'>,
  hour: number,
  requirement: Row,
  primal: Float64Array,
): Relief {
  const coefficients = new Map<number, number>();
  for (const [mw, column] of requirement.terms)
    coefficients.set(column, (coefficients.get(column) ?? 0) + mw);
  const units = [...instance.units.keys()];
  const parts = units.map((g) => {
    const [on, above] = [x.on(g, hour), x.above(g, hour)];
    const [relief = 0, minimum = 0] = [coefficients.get(above), coefficients.get(on)];
    const part = ofUnit(instance, x, g, hour, relief, minimum, primal);
    coefficients.delete(on);
    coefficients.delete(above);
    return part;
  });
  for (const [column, relief] of coefficients)
    parts.push(ofOther([relief, column], milp.columns[column] ?? UNBOUNDED, primal));
  return {
    integers: parts.flatMap(({ integers }) => integers),
    slack: parts.flatMap(({ slack }) => slack),
    leastSlack: parts.reduce((mw, part) => mw + part.leastSlack, 0),
    least: parts.reduce((mw, { constant }) => mw - constant, requirement.lower),
  };
}

/** Bounds of an overflow. */
const UNBOUNDED = { lower: 0, upper: Number.POSITIVE_INFINITY, integer: false };

function ofUnit(
  instance: Instance,
  x: Variables,
  g: number,
  hour: number,
  relief: number,
  minimum: number,
  primal: Float64Array,
): Part {
  const unit = instance.units[g];
  if (!unit) return NOTHING;
  const [on, above] = [x.on(g, hour), x.above(g, hour)];
  const range = (unit.pMax[hour] ?? 0) - (unit.pMin[hour] ?? 0);
  const atMinimum: Part = { ...NOTHING, integers: [[minimum, on]] };
  if (relief === 0) return atMinimum;
  if (Math.abs(relief) < NEGLIGIBLE)
    return { ...NOTHING, constant: (Math.max(0, minimum) + Math.max(0, relief) * range) * unit.count };
  const mw = primal[above] ?? 0;
  const most: Term[] = [[range, on], ...times(-1, startAndStopLosses(instance, g, hour, x))];
  const room = activity(most, primal) - mw;
  const atMost = [...atMinimum.integers, ...times(relief, most)];
  if (relief > 0)
    return room > mw ? { ...atMinimum, slack: [[relief, above]] } : { ...NOTHING, integers: atMost };
  if (room > mw) return atMinimum;
  return { ...NOTHING, integers: atMost, slack: [[relief, above], ...times(-relief, most)] };
}

function ofOther(
  [relief, column]: Term,
  { lower, upper, integer }: Pick<Required<ColumnSpec>, 'lower' | 'upper' | 'integer'>,
  primal: Float64Array,
): Part {
  if (relief === 0) return NOTHING;
  if (integer) return { ...NOTHING, integers: [[relief, column]] };
  const value = primal[column] ?? 0;
  const isNearLower = value - lower < upper - value;
  const bound = isNearLower ? lower : upper;
  // The distance from a bound relieves the line, or is left out.
  const isRelief = isNearLower === relief > 0;
  const at: Part = { ...NOTHING, constant: relief * bound };
  return isRelief ? { ...at, slack: [[relief, column]], leastSlack: relief * bound } : at;
}
