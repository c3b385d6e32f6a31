/**
 * Convex piecewise-linear production cost, with segments tied to the commitment along the start-up and shut-down
 * trajectories (Knueven, Ostrowski, Watson 2018 (46)-(48), where they apply to the hours of a start and before a stop):
 * a segment from A to B MW loses the part above the level that the unit can reach,
 *
 *     p'[t] = sum_k s[k,t]
 *     s[k,t] <= width_k u[t] - sum_i loss(SU + i RU) v[t-i] - sum_j loss(SD + j RD) w[t+1+j]
 *     loss(L) = max(0, B - max(A, L)),   as many i and j as the minimum up time, so that one of v, w is 1 at most
 *
 * With a minimum up time of one hour, or limits that change with the hour, only i = j = 0 count, in two rows, each of
 * which subtracts the larger loss once. For a single unit the rows only tighten the relaxation; for merged units they
 * also limit a cheap segment to the units that are on.
 */
import { amountAt } from '../../../temporal/case/arithmetic/series.ts';
import { atMost, type Column, equal, type MilpBuilder, type Row, type Term } from '../../milp/model.ts';
import type { Instance, Unit } from '../instance.ts';
import type { Variables } from '../variables.ts';

interface CostSegments {
  /**
   * Columns of the segments, shape [units][T][segments]; no columns for a unit with a single segment, whose power is
   * p'.
   */
  readonly columns: readonly (readonly (readonly Column[])[])[];
  /**
   * Rows that tie the segments of single units to the commitment: no integer solution needs them, and few bind in the
   * LP.
   */
  readonly pool: readonly Row[];
  /** Positions of the rows of merged units, which a schedule must keep. */
  readonly counted: readonly number[];
}

export function addCostSegments(milp: MilpBuilder, { units, periods }: Instance, x: Variables): CostSegments {
  const pool: Row[] = [];
  const counted: number[] = [];
  const all = units.map((unit, g) =>
    Array.from({ length: periods }, (_, t): Column[] => {
      const segments = unit.cost[t]?.segments ?? [];
      if (segments.length < 2) return [];
      let from = unit.pMin[t] ?? 0;
      const columns = segments.map(({ width, slope }) => {
        const segment = milp.column({ cost: slope, upper: unit.count * width });
        const piece = { from, to: from + width };
        for (const losses of lossesOf(unit, piece, g, t, periods, x)) {
          const row = atMost(0, [[1, segment], [-width, x.on(g, t)], ...losses]);
          if (unit.count > 1) counted.push(milp.row(row));
          else pool.push(row);
        }
        from += width;
        return segment;
      });
      milp.row(equal(0, [[1, x.above(g, t)], ...columns.map((segment): Term => [-1, segment])]));
      return columns;
    }),
  );
  return { columns: all, pool, counted };
}

/** Segment of the cost curve between two outputs, MW. */
interface Piece {
  readonly from: number;
  readonly to: number;
}

/** Losses of a segment below this are left out of the rows, MW. */
const NEGLIGIBLE = 1e-9;

/** Terms of the starts and stops that make part of a segment unreachable; one list of terms per row. */
function lossesOf(unit: Unit, piece: Piece, g: number, t: number, periods: number, x: Variables): Term[][] {
  const { startupRamp, shutdownRamp, minUptime, rampUp, rampDown } = unit;
  const steady = minUptime > 1 && unit.isSteady;
  const starts = losses(piece, startupRamp[t] ?? 0, amountAt(rampUp, t), steady ? minUptime : 1);
  const stops = losses(piece, shutdownRamp[t] ?? 0, amountAt(rampDown, t), steady ? minUptime : 1);
  const start = (loss: number, i: number): Term[] => (t - i >= 0 ? [[loss, x.startup(g, t - i)]] : []);
  const stop = (loss: number, j: number): Term[] =>
    t + 1 + j < periods ? [[loss, x.shutdown(g, t + 1 + j)]] : [];
  const row = (ups: number[], downs: number[]): Term[] => [...ups.flatMap(start), ...downs.flatMap(stop)];
  if (steady) {
    if (starts.length + stops.length <= minUptime) return [row(starts, stops)];
    return [
      row(starts.slice(0, minUptime - stops.length), stops),
      row(starts, stops.slice(0, minUptime - starts.length)),
    ];
  }
  const [up = 0, down = 0] = [starts[0], stops[0]];
  if (up === 0 || down === 0 || t + 1 === periods) return [row(starts, stops)];
  return [row([up], [Math.max(0, down - up)]), row([Math.max(0, up - down)], [down])];
}

/**
 * Unreachable part of a segment, MW, in hours 0, 1, ... < `hours` after a start or before a stop with output limit
 * `first`; ends at the first hour in which the whole segment is reachable.
 */
function losses({ from, to }: Piece, first: number, ramp: number, hours: number): number[] {
  const amounts: number[] = [];
  for (let i = 0; i < hours; i++) {
    const level = i === 0 ? first : first + i * ramp;
    const loss = to - Math.max(from, level);
    if (!(loss > NEGLIGIBLE)) break;
    amounts.push(loss);
  }
  return amounts;
}
