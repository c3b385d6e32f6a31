/** One overflow variable per soft line and hour, made when first needed, shared by base case and contingencies. */
import { type ColumnSpec, column as toColumn } from '../../milp/model.ts';
import type { SolverSession } from '../../solvers/solver.ts';
import type { Instance } from '../../uc/instance.ts';

export interface OverflowColumns {
  /** Overflow columns made so far, in order. */
  readonly specs: readonly Required<ColumnSpec>[];
  /** Column of a soft line, undefined for a hard one. */
  column(line: number, hour: number): number | undefined;
  /** MW. */
  value(primal: Float64Array, line: number, hour: number): number;
  /** MW by line id, shape [T]; soft lines only. */
  series(primal: Float64Array): Record<string, number[]>;
}

export function createOverflowColumns(
  { network, payload, periods }: Instance,
  session: SolverSession,
  firstColumn: number,
): OverflowColumns {
  const prices = new Map(payload.transmission_lines?.map((line) => [line.id, line.penalty_usd_per_mwh]));
  const columns = new Map<string, number>();
  const specs: Required<ColumnSpec>[] = [];
  const value = (primal: Float64Array, line: number, hour: number): number =>
    Math.max(0, primal[columns.get(`${line}/${hour}`) ?? -1] ?? 0);
  return {
    specs,
    value,
    column(line, hour) {
      const cost = prices.get(network.lines[line]?.id ?? '');
      if (cost === undefined) return undefined;
      const known = columns.get(`${line}/${hour}`);
      if (known !== undefined) return known;
      const spec = toColumn({ cost });
      session.addColumns([spec]);
      specs.push(spec);
      const added = firstColumn + columns.size;
      columns.set(`${line}/${hour}`, added);
      return added;
    },
    series: (primal) =>
      Object.fromEntries(
        [...network.lines.entries()]
          .filter(([, { id }]) => prices.get(id) !== undefined)
          .map(([line, { id }]) => [id, Array.from({ length: periods }, (_, t) => value(primal, line, t))]),
      ),
  };
}
