/**
 * What a flow limit asks of the units that relieve its line, the base row of its rounding cuts. Written as
 *
 *     sum_b -h[b] injection[b] + o >= -limit - sum_b h[b] load[b]
 *
 * every term gives way to what is at least as much: the output of a unit that relieves the line to what its generation
 * limits allow, or to itself, that of a unit that loads it to its minimum, others to a bound, or to themselves.
 */
import { atLeast, type ColumnSpec, type Row, type Term } from '../../milp/model.ts';
import type { Instance } from '../instance.ts';
import type { FlowLimit } from './flow-limit.ts';
import { startAndStopLosses } from './generation-limits.ts';
import type { Formulation } from './index.ts';
import type { Variables } from './variables.ts';

interface Part {
  readonly terms: readonly Term[];
  /** MW. */
  readonly constant: number;
}

/** Factors below this make no terms. */
const NEGLIGIBLE = 1e-6;
const NOTHING: Part = { terms: [], constant: 0 };

/** `flow`: row of the limit; what is nearer at `primal` is chosen. */
export function reliefRow(
  instance: Instance,
  { milp, x }: Pick<Formulation, 'milp' | 'x'>,
  { factors, hour, direction }: FlowLimit,
  flow: Row,
  primal: Float64Array,
): Row {
  const units = [...instance.units.keys()];
  const ofUnits = new Set(units.flatMap((g) => [x.on(g, hour), x.above(g, hour)]));
  const others = flow.terms.filter(([, column]) => !ofUnits.has(column));
  const parts = [
    ...units.map((g) => {
      const factor = factors[instance.units[g]?.bus ?? -1] ?? 0;
      return ofUnit(instance, x, g, hour, -direction * factor, primal);
    }),
    ...others.map(([coefficient, column]) =>
      ofOther([-direction * coefficient, column], milp.columns[column] ?? UNBOUNDED, primal),
    ),
  ];
  const least = direction > 0 ? -flow.upper : flow.lower;
  return atLeast(
    parts.reduce((mw, { constant }) => mw - constant, least),
    parts.flatMap(({ terms }) => terms),
  );
}

/** An overflow. */
const UNBOUNDED = { lower: 0, upper: Number.POSITIVE_INFINITY };

function ofUnit(
  instance: Instance,
  x: Variables,
  g: number,
  hour: number,
  relief: number,
  primal: Float64Array,
): Part {
  const unit = instance.units[g];
  if (!unit || relief === 0) return NOTHING;
  const [least = 0, most = 0] = [unit.pMin[hour], unit.pMax[hour]];
  const on = x.on(g, hour);
  const above = x.above(g, hour);
  const minimum: Term = [relief * least, on];
  if (relief < 0) return { terms: [minimum], constant: 0 };
  if (relief < NEGLIGIBLE) return { terms: [], constant: relief * most * unit.count };
  const mw = primal[above] ?? 0;
  const room = (most - least) * (primal[on] ?? 0) - mw;
  if (room > mw) return { terms: [minimum, [relief, above]], constant: 0 };
  const losses = startAndStopLosses(instance, g, hour, x);
  return {
    terms: [[relief * most, on], ...losses.map(([less, column]): Term => [-relief * less, column])],
    constant: 0,
  };
}

function ofOther(
  [relief, column]: Term,
  { lower, upper }: Pick<Required<ColumnSpec>, 'lower' | 'upper'>,
  primal: Float64Array,
): Part {
  if (relief <= 0) return { terms: [], constant: relief === 0 ? 0 : relief * lower };
  const value = primal[column] ?? 0;
  const isNearLower = lower >= 0 && value - lower < upper - value;
  return isNearLower ? { terms: [[relief, column]], constant: 0 } : { terms: [], constant: relief * upper };
}
