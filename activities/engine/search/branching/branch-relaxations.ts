/**
 * Relaxations of branches, in a session of their own: it has the rows that limit the relaxation only, not those that
 * searches need, so that each takes half the time.
 */
import type { Row } from '../../../milp/model.ts';
import { BASIC, type Basis } from '../../../solvers/solver.ts';
import { type Lagrangian, lagrangian } from '../../../uc/lagrangian/lagrangian.ts';
import { type Bounds, boundColumns } from '../../model/integer-columns.ts';
import type { Search } from '../kernels/search-state.ts';
import { type Branch, openCounts, type SmallBasis } from './branch.ts';

export interface BranchRelaxations {
  /** Everything. */
  readonly root: Branch;
  /** The branch of `parent` within bounds; undefined when it has no schedule, 'limit' when the time is over. */
  relax(parent: Branch, bounds: Bounds, timeLimitS: number): Branch | undefined | 'limit';
  /** Undefined when its duals do not give a bound. */
  price(branch: Branch): Lagrangian | undefined;
  dispose(): void;
}

/** Undefined where the solver does not offer it. */
export async function openBranchRelaxations(search: Search): Promise<BranchRelaxations | undefined> {
  const { model, integers, instance, formulation, openPart, clock } = search;
  const relaxation = model.relaxOnce({ timeLimitS: clock.leftS() });
  if (!openPart || relaxation.outcome !== 'optimal') return undefined;
  const basis = model.basis();
  if (!basis) return undefined;
  const { columns, rows: given } = model.parts();
  const rows = [...given];
  const kept = [...rows.keys()].filter((r) => isLimited(rows[r]));
  const session = await openPart({ columns, rows: kept.flatMap((r) => rows[r] ?? []) });
  return {
    root: {
      bounds: {
        lower: Float64Array.from(integers.columns, (c) => columns[c]?.lower ?? 0),
        upper: Float64Array.from(integers.columns, (c) => columns[c]?.upper ?? 0),
      },
      bound: relaxation.objective,
      counts: openCounts(formulation.counts, relaxation.primal),
      duals: Float64Array.from(kept, (r) => relaxation.rowDual[r] ?? 0),
      basis: keptBasis(basis, kept),
      depth: 0,
    },
    relax(parent, bounds, timeLimitS) {
      session.setBounds(integers.columns, bounds.lower, bounds.upper);
      if (parent.basis) session.startFrom?.(large(parent.basis));
      const found = session.relax({ timeLimitS });
      if (found.outcome === 'infeasible') return undefined;
      if (found.outcome !== 'optimal') return 'limit';
      const after = session.basis?.();
      return {
        bounds,
        bound: Math.max(parent.bound, found.objective),
        counts: openCounts(formulation.counts, found.primal),
        duals: found.rowDual,
        basis: after && small(after),
        depth: parent.depth + 1,
      };
    },
    price({ bounds, duals: ofKept }) {
      const duals = new Float64Array(rows.length);
      for (const [at, row] of kept.entries()) duals[row] = ofKept[at] ?? 0;
      const bounded = boundColumns(columns, integers.columns, bounds);
      return lagrangian(instance, formulation, { columns: bounded, rows, duals });
    },
    dispose: session.dispose,
  };
}

const isLimited = (row: Row | undefined): boolean =>
  row !== undefined && (row.lower > -Infinity || row.upper < Infinity);

const small = ({ columns, rows }: Basis): SmallBasis => ({
  columns: Int8Array.from(columns),
  rows: Int8Array.from(rows),
});

const large = ({ columns, rows }: SmallBasis): Basis => ({
  columns: Int32Array.from(columns),
  rows: Int32Array.from(rows),
});

/** The basis without the rows that are left out: these must have been basic, or nothing is left of it. */
function keptBasis({ columns, rows }: Basis, kept: readonly number[]): SmallBasis | undefined {
  const found = { columns, rows: Int32Array.from(kept, (r) => rows[r] ?? BASIC) };
  const basic = [...found.columns, ...found.rows].filter((status) => status === BASIC).length;
  return basic === kept.length ? small(found) : undefined;
}
