/** The relaxation within bounds of the integer columns and prices within a box, as a solution of the whole model. */
import { type Bounds, boundColumns } from '../../model/integer-columns.ts';
import { restrictModel } from '../../model/restricted-model.ts';
import type { Search } from '../kernels/search-state.ts';
import { addPriceBox, type PricedRow } from './price-box.ts';

export interface Small {
  /** $. */
  readonly objective: number;
  /** In the whole model, shapes [rows] and [columns]; 0 for rows that are left out. */
  readonly duals: Float64Array;
  readonly primal: Float64Array;
  /** Slack of the box that is used, MW. */
  readonly slack: number;
}

/** Undefined when there is none, or not in the time. */
export async function relaxWithin(
  { model, integers, openPart }: Search,
  open: Bounds,
  box: readonly PricedRow[],
  timeLimitS: number,
): Promise<Small | undefined> {
  const { columns, rows } = model.parts();
  const small = restrictModel({ columns: boundColumns(columns, integers.columns, open), rows });
  if (!small || !openPart) return undefined;
  const slack = addPriceBox(small, box);
  const session = await openPart(small.milp);
  try {
    const relaxation = session.relax({ timeLimitS });
    if (relaxation.outcome !== 'optimal') return undefined;
    const { objective, primal, rowDual } = relaxation;
    const duals = new Float64Array(rows.length);
    for (const [at, row] of small.rows.entries()) duals[row] = rowDual[at] ?? 0;
    return {
      objective: objective + small.constant,
      duals,
      primal: small.expand(primal),
      slack: slack.reduce((mw, column) => mw + (primal[column] ?? 0), 0),
    };
  } finally {
    session.dispose();
  }
}
