/**
 * Requirement of a flow limit on the units that relieve its line: the base row of its rounding cuts. The flow limit is
 *
 *     sum_b -h[b] injection[b] + o >= c - limit - sum_b h[b] load[b]
 *
 * With the balance of the hour added l times, for any l, it becomes
 *
 *     sum_b (l - h[b]) injection[b] + o - l L >= c - limit + sum_b (l - h[b]) load[b],
 *
 * Every term is then replaced by an upper bound: the output of a unit by the nearer of 0 and its largest output while
 * on (by the generation limits), plus its distance from that bound if such a change relieves the line. If only one unit
 * is between its bounds, the l that removes this unit from the row makes the bound exact (aggregation of rows,
 * Marchand, Wolsey, Operations Research 49, 2001).
 */
import { activity, type ColumnSpec, type Row, type Term, times } from '../../milp/model.ts';
import type { Instance } from '../instance.ts';
import type { Variables } from '../variables.ts';
import { startAndStopLosses } from './generation-limits.ts';
import type { Formulation } from './index.ts';

interface Part {
  readonly integers: readonly Term[];
  /** Terms of the distances from bounds that relieve the line, MW. */
  readonly slack: readonly Term[];
  readonly leastSlack: number;
  /** Part without columns, MW. */
  readonly constant: number;
}

/** `integers + slack - leastSlack >= least`, with `slack >= leastSlack` in every schedule. */
export interface Relief extends Omit<Part, 'constant'> {
  readonly least: number;
}

/** Factors below this give no terms. */
const NEGLIGIBLE = 1e-6;
const NOTHING: Part = { integers: [], slack: [], leastSlack: 0, constant: 0 };

/**
 * Computes the relief row of a requirement. `requirement`: row of one hour with a lower limit; `primal`: solution that
 * decides which of the two bounds of a column is nearer.
 */
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
  // The distance from a bound gets a term only if it relieves the line.
  const isRelief = isNearLower === relief > 0;
  const at: Part = { ...NOTHING, constant: relief * bound };
  return isRelief ? { ...at, slack: [[relief, column]], leastSlack: relief * bound } : at;
}
