/**
 * The matrices of a MATPOWER case. Columns are those of `caseformat`, counted from 0; rows know their place in the
 * file.
 */
import { ImportError, type Notes, notesAt, type Place, type ReportBuilder } from '../base/report.ts';

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

export class Row {
  /** Place of the row in the file, for example `gen`, 0. */
  readonly path: Place;
  readonly length: number;
  readonly #cells: readonly number[];
  readonly #report: ReportBuilder;

  constructor(cells: readonly number[], matrix: string, index: number, report: ReportBuilder) {
    this.path = [matrix, index];
    this.length = cells.length;
    this.#cells = cells;
    this.#report = report;
  }

  /** Notes about the row, or about one of its columns. */
  notes(...column: number[]): Notes {
    return notesAt(this.#report, ...this.path, ...column);
  }

  /** Refuses a column; throws `ImportError`. */
  refuse(column: number, message: string): never {
    throw new ImportError([...this.path, column], message);
  }

  /** Value of a column, counted from 0; a missing column is 0. */
  at(column: number): number {
    const value = this.#cells[column] ?? 0;
    return Number.isFinite(value) ? value : this.refuse(column, 'Should be a finite number');
  }

  /** True if the column has a nonzero value, or a value that is not a number. */
  has(column: number): boolean {
    return (this.#cells[column] ?? 0) !== 0;
  }

  /** Reads a number that may be infinite. */
  limit(column: number): number {
    const value = this.#cells[column] ?? 0;
    return Number.isNaN(value) ? this.refuse(column, 'Should be a number') : value;
  }

  /** A limit of at least 0. */
  amount(column: number): number {
    const value = this.limit(column);
    return value >= 0 ? value : this.refuse(column, `Should be 0 or more, not ${value}`);
  }
}
