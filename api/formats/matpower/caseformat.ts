/** The matrices of a MATPOWER case: columns as in its `caseformat`, counted from 0, and a row with its place. */
import { ImportError, type Place } from '../base/report.ts';

export const BUS = {
  id: 0,
  type: 1,
  pd: 2,
  gs: 4,
  area: 6,
  vm: 7,
  va: 8,
  baseKv: 9,
  zone: 10,
  vmax: 11,
  vmin: 12,
} as const;
export const DC_LINE = { from: 0, to: 1, status: 2, pmin: 9, pmax: 10, loss0: 15, loss1: 16 } as const;
export const GEN = {
  bus: 0,
  pg: 1,
  qg: 2,
  qmax: 3,
  qmin: 4,
  status: 7,
  pmax: 8,
  pmin: 9,
  rampAgc: 16,
  ramp10: 17,
  ramp30: 18,
} as const;
export const BRANCH = {
  from: 0,
  to: 1,
  r: 2,
  x: 3,
  rateA: 5,
  rateC: 7,
  tap: 8,
  shift: 9,
  status: 10,
  angmin: 11,
  angmax: 12,
} as const;
export const GENCOST = { model: 0, startup: 1, shutdown: 2, n: 3, first: 4 } as const;

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
