/**
 * A box around prices (Marsten, Hogan, Blankenship, The BOXSTEP method for large-scale optimization, Operations
 * Research 23, 1975). Slack columns in the priced rows cost as much as the ends of the box. They keep the duals within
 * the box, and the model feasible.
 */
import type { Term } from '../../../milp/model.ts';
import type { RestrictedModel } from '../../model/restricted-model.ts';
import type { Search } from '../kernels/search.ts';

export interface PricedRow {
  /** Position of the row in the whole model. */
  readonly row: number;
  /**
   * Least price, $ per unit of the row; `most` is the largest. An end is infinite if the row itself bounds the price.
   */
  readonly least: number;
  readonly most: number;
}

/** Adds the slack to the model; returns the columns of the slack. */
export function addPriceBox({ milp, rows }: RestrictedModel, priced: readonly PricedRow[]): number[] {
  const position = new Map(rows.map((row, at) => [row, at]));
  const columns: number[] = [];
  for (const { row, least, most } of priced) {
    const at = position.get(row) ?? -1;
    const pricedRow = milp.rows[at];
    if (!pricedRow) continue;
    const slack: Term[] = [];
    if (Number.isFinite(most)) slack.push([1, milp.column({ cost: most })]);
    if (Number.isFinite(least)) slack.push([-1, milp.column({ cost: -least })]);
    milp.rows[at] = { ...pricedRow, terms: [...pricedRow.terms, ...slack] };
    columns.push(...slack.map(([, column]) => column));
  }
  return columns;
}

/** Width of the box around a price of 0, as a share of the mean energy price; multiplied by `width`. */
const LEAST_PRICE = 0.3;

/**
 * Boxes around the prices of energy, reserve, capacity and flow limits. `first`: duals whose energy prices scale the
 * boxes of the other rows. `duals`: centers of the boxes, $ per unit of the row, shape [rows]; `width`: half the width
 * of each box, as a share of its price.
 */
export function priceBoxes({ formulation, model }: Search, first: Float64Array) {
  const { balanceRows, reserveRows, capacityRows } = formulation;
  const energy = balanceRows.flat();
  const total = energy.reduce((sum, row) => sum + Math.abs(first[row] ?? 0), 0);
  const least = (LEAST_PRICE * total) / Math.max(1, energy.length);
  return (duals: Float64Array, width: number): PricedRow[] => {
    const price = (row: number): number => duals[row] ?? 0;
    const most = (row: number): number => (1 + width) * Math.abs(price(row)) + width * least;
    const fromBelow = (row: number): PricedRow => ({ row, least: -Infinity, most: most(row) });
    const fromAbove = (row: number): PricedRow => ({ row, least: -most(row), most: Infinity });
    return [
      ...energy.map((row) => ({ row, least: (1 - width) * price(row), most: most(row) })),
      ...[...reserveRows.flat(), ...capacityRows].map(fromBelow),
      ...model.limits.map(({ row, direction }) => (direction > 0 ? fromAbove(row) : fromBelow(row))),
    ];
  };
}
