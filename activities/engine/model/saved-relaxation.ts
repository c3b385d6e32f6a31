/**
 * A relaxation saved for similar cases, and taken up by one of them: its binding rows and its basis. With the same
 * costs the basis is dual feasible there, and the dual simplex method goes on from it.
 */
import type { SavedLimit, SavedRelaxation } from '../../../temporal/case/messages/warm-start.ts';
import type { Row } from '../../milp/model.ts';
import { AT_LOWER, AT_UPPER, BASIC } from '../../solvers/solver.ts';
import type { Formulation } from '../../uc/formulation/index.ts';
import type { DeliverableRows } from './deliverable-rows.ts';
import type { ModelRows, RowPool } from './model-rows.ts';
import type { NetworkRows, OverflowColumns } from './network-rows.ts';

interface ModelParts {
  readonly formulation: Formulation;
  readonly rows: ModelRows;
  readonly deferred: RowPool<number>;
  readonly tightening: RowPool<Row>;
  readonly network: NetworkRows;
  readonly deliverable: DeliverableRows;
  readonly overflows: OverflowColumns;
}

/** Without what the search makes of it. */
export type SavedModel = Omit<SavedRelaxation, 'gap' | 'divisions'>;

/** Saves the last relaxation; undefined where the solver does not tell its basis. */
export function saveRelaxation(parts: ModelParts): SavedModel | undefined {
  const { formulation, rows, network, deliverable } = parts;
  const basis = rows.basis();
  if (!basis) return undefined;
  const { milp, pool } = formulation;
  const given = milp.rows.length;
  const binds = (position: number): boolean => basis.rows[position] !== BASIC;
  const bound = new Set(rows.all().filter((_, position) => position >= given && binds(position)));
  return {
    columns: basis.columns.subarray(0, milp.columns.length).join(''),
    rows: basis.rows.subarray(0, given).join(''),
    pool: [...pool.keys()].filter((k) => bound.has(pool[k] ?? NO_ROW)),
    limits: network.limits.filter(({ row }) => binds(row)).map(placeOf),
    deliverable: deliverable.added
      .filter(({ position }) => binds(position))
      .map(({ limit, unit }) => ({ ...placeOf(limit), unit })),
  };
}

const placeOf = ({ line, contingency, hour, direction }: SavedLimit): SavedLimit => ({
  line,
  contingency,
  hour,
  direction,
});

const NO_ROW: Row = { lower: 0, upper: 0, terms: [] };

/** Rows that bound there are added, and the next relaxation starts from its basis; says whether it does. */
export function restoreRelaxation(
  { formulation, rows, deferred, tightening, network, deliverable, overflows }: ModelParts,
  saved: SavedRelaxation,
): boolean {
  const { milp, pool } = formulation;
  const given = milp.rows.length;
  if (saved.columns.length !== milp.columns.length || saved.rows.length !== given) return false;
  const statuses = Int32Array.from(saved.rows, Number);
  deferred.addThese((position) => statuses[position] !== BASIC);
  const bound = new Set(saved.pool.map((k) => pool[k]));
  tightening.addThese((row) => bound.has(row));
  network.addLimits(saved.limits);
  const outputs = saved.deliverable ?? [];
  const firstIdle = rows.count();
  // Where the output of a unit binds, its limit does not.
  network.addLimits(outputs);
  const endIdle = rows.count();
  deliverable.addThese(outputs);
  const statusOf = ({ upper }: Row, position: number): number => {
    if (position >= firstIdle && position < endIdle) return BASIC;
    return Number.isFinite(upper) ? AT_UPPER : AT_LOWER;
  };
  const added = rows.all().flatMap((row, position) => (position < given ? [] : [statusOf(row, position)]));
  return rows.startFrom({
    // Soft limits may have just brought overflow columns.
    columns: Int32Array.from([
      ...Int32Array.from(saved.columns, Number),
      ...overflows.specs.map(() => AT_LOWER),
    ]),
    rows: Int32Array.from([...statuses, ...added]),
  });
}
