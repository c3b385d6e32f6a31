/**
 * Branches, parts of the commitments by bounds of the integer columns, and their relaxations, in a session of their own: it has
 * the rows that limit the relaxation only, not those that searches need, so that each takes half the time.
 */
import type { SavedDivision } from '../../../../temporal/case/messages/warm-start.ts';
import type { Milp, Row } from '../../../milp/model.ts';
import { BASIC, type Basis, type SolverSession } from '../../../solvers/solver.ts';
import type { UnitCount } from '../../../uc/formulation/unit-counts.ts';
import { type Lagrangian, lagrangian } from '../../../uc/lagrangian/lagrangian.ts';
import { type Bounds, boundColumns, restrictModel } from '../../model/restricted-model.ts';
import { distanceToWhole, type Search } from '../kernels/search.ts';

export interface Branch {
  /** Bounds of the integer columns. */
  readonly bounds: Bounds;
  /** Lower bound of its schedules, $. */
  readonly bound: number;
  /** Numbers of units to branch on, the most promising first. */
  readonly counts: readonly OpenCount[];
  /** Duals of the rows of the relaxation, and their positions in the whole model. */
  readonly duals: Float64Array;
  readonly rows: readonly number[];
  /** Where it has its optimum; a byte a status, since there may be many branches. */
  readonly basis: SmallBasis | undefined;
  /** Branchings above it. */
  readonly depth: number;
  /** The division that it is a branch of; absent = it is everything. */
  readonly place?: Place | undefined;
  /** Position of the division that a similar case had here. */
  readonly planned?: number | undefined;
  /** Cost of the best schedule when it was searched without being closed, $: as long as that is so, once is enough. */
  readonly searchedAt?: number | undefined;
}

/** Position of a division, and the side. */
export type Place = readonly [division: number, side: SavedDivision['side']];

interface SmallBasis {
  readonly columns: Int8Array;
  readonly rows: Int8Array;
}

/** A number of units that the relaxation of a branch leaves between two whole ones. */
interface OpenCount {
  readonly count: UnitCount;
  /** In the relaxation. */
  readonly value: number;
}

/** A model of fewer open integer columns than this share of those there are is worth opening. */
const SMALLER = 0.75;

export type BranchRelaxations = NonNullable<Awaited<ReturnType<typeof openBranchRelaxations>>>;

/** Undefined where the solver does not offer it. */
export async function openBranchRelaxations(search: Search) {
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
  const root: Branch = {
    bounds: all,
    bound: relaxation.objective,
    counts: openCounts(formulation.counts, relaxation.primal),
    duals: Float64Array.from(kept, (r) => relaxation.rowDual[r] ?? 0),
    rows: kept,
    basis: keptBasis(basis, kept),
    depth: 0,
  };
  return {
    /** Everything. */
    root,
    /** The branch of `parent` within bounds; undefined when it has no schedule, 'limit' when the time is over. */
    relax(parent: Branch, wanted: Bounds, timeLimitS: number): Branch | undefined | 'limit' {
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
    /** Undefined when its duals do not give a bound. */
    price({ bounds, duals: ofKept, rows: kept }: Branch): Lagrangian | undefined {
      const duals = new Float64Array(rows.length);
      for (const [at, row] of kept.entries()) duals[row] = ofKept[at] ?? 0;
      const bounded = boundColumns(columns, integers.columns, bounds);
      return lagrangian(instance, formulation, { columns: bounded, rows, duals });
    },
    /** From now on relaxes within `wanted` bounds only, where that makes the model much smaller. */
    async narrow(wanted: Bounds): Promise<void> {
      const bounds = within(wanted, part.bounds);
      if (!bounds || openColumns(bounds).length > SMALLER * openColumns(part.bounds).length) return;
      const smaller = await openWithin(search, { columns, rows }, bounds);
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
  { integers, openPart }: Search,
  { columns, rows }: Milp,
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

type Stretch = OpenCount & { hours: number };

/** A number this near to a whole one is whole. */
const WHOLE = 0.02;
/** Numbers of following hours that differ by less are one: minimum times tie them together. */
const SAME = 1e-4;

/** The most promising first; one for each stretch of hours with the same value. */
export function openCounts(counts: readonly UnitCount[], primal: Float64Array): OpenCount[] {
  const stretches: Stretch[] = [];
  for (const count of counts) {
    const value = primal[count.column] ?? 0;
    if (distanceToWhole(value) < WHOLE) continue;
    const last = stretches.at(-1);
    if (last && follows(last, count) && Math.abs(last.value - value) < SAME) last.hours += 1;
    else stretches.push({ count, value, hours: 1 });
  }
  return stretches.sort((a, b) => weight(b) - weight(a) || a.count.column - b.count.column);
}

const follows = ({ count, hours }: Stretch, { unitClass, hour }: UnitCount): boolean =>
  count.unitClass === unitClass && count.hour + hours === hour;

/** MW that rounding it moves; longer stretches move it in more hours, but not in each as much. */
const weight = ({ count, value, hours }: Stretch): number =>
  distanceToWhole(value) * count.mw * Math.sqrt(hours);
