/**
 * Relaxations of branches, in a session of their own: it has the rows that limit the relaxation only, not those that
 * searches need, so that each takes a third of the time.
 */
import { BASIC, type Basis } from '../../solvers/basis.ts';
import { type Lagrangian, lagrangian } from '../../uc/lagrangian/lagrangian.ts';
import { type Bounds, boundColumns } from '../bound-columns.ts';
import type { Search } from '../search-state.ts';
import type { Branch } from './branch.ts';

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
  const basis = model.basis();
  if (!openPart || !basis || relaxation.outcome !== 'optimal') return undefined;
  const { columns, rows } = model.parts();
  const kept = [...rows.keys()].filter((r) => isLimited(rows[r]));
  const session = await openPart({ columns, rows: kept.flatMap((r) => rows[r] ?? []) });
  const all = [...rows];
  const fullDuals = (rowDual: Float64Array): Float64Array => {
    const duals = new Float64Array(all.length);
    for (const [at, row] of kept.entries()) duals[row] = rowDual[at] ?? 0;
    return duals;
  };
  return {
    root: {
      bounds: {
        lower: Float64Array.from(integers.columns, (c) => columns[c]?.lower ?? 0),
        upper: Float64Array.from(integers.columns, (c) => columns[c]?.upper ?? 0),
      },
      bound: relaxation.objective,
      primal: relaxation.primal,
      duals: relaxation.rowDual,
      basis: keptBasis(basis, kept),
      depth: 0,
    },
    relax(parent, bounds, timeLimitS) {
      session.setBounds(integers.columns, bounds.lower, bounds.upper);
      if (parent.basis) session.startFrom?.(parent.basis);
      const found = session.relax({ timeLimitS });
      if (found.outcome === 'infeasible') return undefined;
      if (found.outcome !== 'optimal') return 'limit';
      return {
        bounds,
        bound: Math.max(parent.bound, found.objective),
        primal: found.primal,
        duals: fullDuals(found.rowDual),
        basis: session.basis?.(),
        depth: parent.depth + 1,
      };
    },
    price: ({ bounds, duals }) =>
      lagrangian(instance, formulation, {
        columns: boundColumns(columns, integers.columns, bounds),
        rows: all,
        duals,
      }),
    dispose: session.dispose,
  };
}

const isLimited = (row: { readonly lower: number; readonly upper: number } | undefined): boolean =>
  row !== undefined && (row.lower > -Infinity || row.upper < Infinity);

/** Of the rows kept; the others must have been basic, or it is none of theirs. */
function keptBasis({ columns, rows }: Basis, kept: readonly number[]): Basis | undefined {
  const statuses = Int32Array.from(kept, (r) => rows[r] ?? BASIC);
  const basic = [columns, statuses].reduce(
    (sum, all) => sum + all.reduce((count, status) => count + Number(status === BASIC), 0),
    0,
  );
  return basic === kept.length ? { columns, rows: statuses } : undefined;
}
