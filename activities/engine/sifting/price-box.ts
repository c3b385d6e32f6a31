/**
 * A box around prices (Marsten, Hogan, Blankenship, The BOXSTEP method for large-scale optimization, Operations
 * Research 23, 1975): slack of the priced rows at the ends of the box keeps the duals of a model within it, and the
 * model feasible.
 */
import type { Term } from '../../milp/model.ts';
import type { RestrictedModel } from './restricted-model.ts';

export interface PricedRow {
  /** Position in the whole model. */
  readonly row: number;
  /** Price at least and at most, $ per unit of the row; infinite where the row itself sees to that. */
  readonly least: number;
  readonly most: number;
}

/** Adds the slack to `model`; returns its columns there. */
export function addPriceBox({ milp, rows }: RestrictedModel, priced: readonly PricedRow[]): number[] {
  const position = new Map(rows.map((row, at) => [row, at]));
  const columns: number[] = [];
  for (const { row, least, most } of priced) {
    const at = position.get(row) ?? -1;
    const given = milp.rows[at];
    if (!given) continue;
    const slack: Term[] = [];
    if (Number.isFinite(most)) slack.push([1, milp.column({ cost: most })]);
    if (Number.isFinite(least)) slack.push([-1, milp.column({ cost: -least })]);
    milp.rows[at] = { ...given, terms: [...given.terms, ...slack] };
    columns.push(...slack.map(([, column]) => column));
  }
  return columns;
}
