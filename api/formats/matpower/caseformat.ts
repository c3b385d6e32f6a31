/** A row of a matrix of a MATPOWER case with its place, read column by column. */
import { ImportError } from '../base/import-error.ts';
import type { Place } from '../base/report.ts';

export interface Row {
  /** For example `gen`, 0. */
  readonly path: Place;
  readonly length: number;
  /** Column from 0; a column that the row does not have is 0. Throws `ImportError` when it is not finite. */
  at(column: number): number;
}

export const toRow = (cells: readonly number[], matrix: string, index: number): Row => {
  const path = [matrix, index];
  return {
    path,
    length: cells.length,
    at(column) {
      const value = cells[column] ?? 0;
      if (Number.isFinite(value)) return value;
      throw new ImportError([...path, column], 'Should be a finite number');
    },
  };
};
