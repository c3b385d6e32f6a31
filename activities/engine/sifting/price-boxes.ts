/** Boxes around the prices of energy, reserve, capacity and flow limits. */
import type { Search } from '../search-state.ts';
import type { PricedRow } from './price-box.ts';

export interface PriceBoxes {
  /** `width`: half of it, share of each price; `duals`: $ per unit of the row, shape [rows]. */
  around(duals: Float64Array, width: number): PricedRow[];
}

/** Prices that are 0 have a box of this share of the mean energy price, times the width. */
const LEAST_PRICE = 0.3;

/** `first`: duals with the energy prices that boxes of the other rows are measured by. */
export function priceBoxes({ formulation, model }: Search, first: Float64Array): PriceBoxes {
  const { balanceRows, reserveRows, capacityRows } = formulation;
  const energy = balanceRows.flat();
  const total = energy.reduce((sum, row) => sum + Math.abs(first[row] ?? 0), 0);
  const least = (LEAST_PRICE * total) / Math.max(1, energy.length);
  return {
    around(duals, width) {
      const price = (row: number): number => duals[row] ?? 0;
      const most = (row: number): number => (1 + width) * Math.abs(price(row)) + width * least;
      const fromBelow = (row: number): PricedRow => ({ row, least: -Infinity, most: most(row) });
      const fromAbove = (row: number): PricedRow => ({ row, least: -most(row), most: Infinity });
      return [
        ...energy.map((row) => ({ row, least: (1 - width) * price(row), most: most(row) })),
        ...[...reserveRows.flat(), ...capacityRows].map(fromBelow),
        ...model.limits.map(({ row, direction }) => (direction > 0 ? fromAbove(row) : fromBelow(row))),
      ];
    },
  };
}
