/**
 * Relaxations of branches, in a session of their own: it has the rows that limit the relaxation only, not those that
 * searches need, so that each takes half the time.
 */
import type { Milp, Row } from '../../../milp/model.ts';
import { BASIC, type Basis, type SolverSession } from '../../../solvers/solver.ts';
import { type Lagrangian, lagrangian } from '../../../uc/lagrangian/lagrangian.ts';
import { type Bounds, boundColumns } from '../../model/integer-columns.ts';
import { restrictModel } from '../../model/restricted-model.ts';
import type { Search } from '../kernels/search-state.ts';
import { type Branch, openCounts, type SmallBasis } from './branch.ts';

export interface BranchRelaxations {
  /** Everything. */
  readonly root: Branch;
  /** The branch of `parent` within bounds; undefined when it has no schedule, 'limit' when the time is over. */
  relax(parent: Branch, bounds: Bounds, timeLimitS: number): Branch | undefined | 'limit';
  /** Undefined when its duals do not give a bound. */
  price(branch: Branch): Lagrangian | undefined;
  /** From now on relaxes within `bounds` only, where that makes the model much smaller. */
  narrow(bounds: Bounds): Promise<void>;
  dispose(): void;
}

/** A model of fewer open integer columns than this share of those there are is worth opening. */
const SMALLER = 0.75;

/** Undefined where the solver does not offer it. */
export async function openBranchRelaxations(search: Search): Promise<BranchRelaxations | undefined> {
  const { model, integers, instance, formulation, openPart, clock } = search;
  const relaxation = model.relaxOnce({ timeLimitS: clock.leftS() });
  if (relaxation.outcome !== 'optimal') return undefined;
  const basis = model.basis();
  if (!basis) return undefined;
  const { columns, rows: given } = model.parts();
  const rows = [...given];
  const kept = [...rows.keys()].filter((r) => isLimited(rows[r]));
  const all = {
    lower: Float64Array.from(integers.columns, (c) => columns[c]?.lower ?? 0),
    upper: Float64Array.from(integers.columns, (c) => columns[c]?.upper ?? 0),
  };
  let part: Part = {
    session: await openPart({ columns, rows: kept.flatMap((r) => rows[r] ?? []) }),
    bounds: all,
    rows: kept,
    open: [...integers.columns.keys()],
    columns: integers.columns,
    constant: 0,
    expand: (primal) => primal,
  };
  return {
    root: {
      bounds: all,
      bound: relaxation.objective,
      counts: openCounts(formulation.counts, relaxation.primal),
      duals: Float64Array.from(kept, (r) => relaxation.rowDual[r] ?? 0),
      rows: kept,
      basis: keptBasis(basis, kept),
      depth: 0,
    },
    relax(parent, wanted, timeLimitS) {
      const bounds = within(wanted, part.bounds);
      if (!bounds) return undefined;
      const { session, open } = part;
      session.setBounds(part.columns, pick(bounds.lower, open), pick(bounds.upper, open));
      if (parent.basis && parent.rows === part.rows) session.startFrom?.(large(parent.basis));
      const found = session.relax({ timeLimitS });
      if (found.outcome === 'infeasible') return undefined;
      if (found.outcome !== 'optimal') return 'limit';
      const after = session.basis?.();
      return {
        bounds,
        bound: Math.max(parent.bound, found.objective + part.constant),
        counts: openCounts(formulation.counts, part.expand(found.primal)),
        duals: found.rowDual,
        rows: part.rows,
        basis: after && small(after),
        depth: parent.depth + 1,
      };
    },
    price({ bounds, duals: ofKept, rows: kept }) {
      const duals = new Float64Array(rows.length);
      for (const [at, row] of kept.entries()) duals[row] = ofKept[at] ?? 0;
      const bounded = boundColumns(columns, integers.columns, bounds);
      return lagrangian(instance, formulation, { columns: bounded, rows, duals });
    },
    async narrow(wanted) {
      const bounds = within(wanted, part.bounds);
      if (!bounds || openColumns(bounds).length > SMALLER * openColumns(part.bounds).length) return;
      const smaller = await openWithin(search, { columns, rows }, openPart, bounds);
      if (!smaller) return;
      part.session.dispose();
      part = smaller;
    },
    dispose: () => part.session.dispose(),
  };
}

/** A model of what is within some bounds. */
interface Part {
  readonly session: SolverSession;
  readonly bounds: Bounds;
  /** Positions of its rows in the whole model. */
  readonly rows: readonly number[];
  /** Positions of its integer columns among all of them, and in this model. */
  readonly open: readonly number[];
  readonly columns: Int32Array;
  /** Cost of the columns that it leaves out, $. */
  readonly constant: number;
  expand(primal: Float64Array): Float64Array;
}

/** Undefined when no schedule is within the bounds. */
async function openWithin(
  { integers }: Search,
  { columns, rows }: Milp,
  openPart: Search['openPart'],
  bounds: Bounds,
): Promise<Part | undefined> {
  const restricted = restrictModel({ columns: boundColumns(columns, integers.columns, bounds), rows });
  if (!restricted) return undefined;
  const positions = Int32Array.from(integers.columns, (c) => restricted.position[c] ?? -1);
  return {
    session: await openPart(restricted.milp),
    bounds,
    rows: restricted.rows,
    open: [...positions.keys()].filter((k) => (positions[k] ?? -1) >= 0),
    columns: positions.filter((position) => position >= 0),
    constant: restricted.constant,
    expand: restricted.expand,
  };
}

const pick = (values: Float64Array, at: readonly number[]): Float64Array =>
  Float64Array.from(at, (k) => values[k] ?? 0);

const openColumns = ({ lower, upper }: Bounds): number[] =>
  [...lower.keys()].filter((k) => (lower[k] ?? 0) < (upper[k] ?? 0));

/** What is within both; undefined when that is nothing. */
function within(some: Bounds, others: Bounds): Bounds | undefined {
  const lower = some.lower.map((least, k) => Math.max(least, others.lower[k] ?? least));
  const upper = some.upper.map((most, k) => Math.min(most, others.upper[k] ?? most));
  return lower.every((least, k) => least <= (upper[k] ?? least)) ? { lower, upper } : undefined;
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
