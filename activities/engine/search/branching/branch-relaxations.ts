/**
 * Branches, which are bounds of the integer columns, and their relaxations. The relaxations have a session of their
 * own, without the rows that only searches need. This halves the time of each relaxation.
 */
import type { SavedDivision } from '../../../../temporal/case/messages/warm-start.ts';
import type { Milp, Row } from '../../../milp/model.ts';
import { BASIC, type Basis, type SolverSession } from '../../../solvers/solver.ts';
import type { UnitCount } from '../../../uc/formulation/unit-counts.ts';
import { type Lagrangian, lagrangian } from '../../../uc/lagrangian/lagrangian.ts';
import { type Bounds, boundColumns, restrictModel } from '../../model/restricted-model.ts';
import { distanceToWhole, type Search } from '../kernels/search.ts';

export interface Branch {
  /** Bounds of the integer columns in this branch. */
  readonly bounds: Bounds;
  /** Lower bound of the schedules in this branch, $. */
  readonly bound: number;
  /** Fractional numbers of units on, to branch on; the most promising come first. */
  readonly counts: readonly OpenCount[];
  /** Duals of the rows of the relaxation. `rows`: position of each of these rows in the whole model. */
  readonly duals: Float64Array;
  readonly rows: readonly number[];
  /** Basis of the relaxation's optimum. One byte per status, since there may be many branches. */
  readonly basis: SmallBasis | undefined;
  /** Number of branchings between the root and this branch. */
  readonly depth: number;
  /** The division that made this branch, and the side of it; absent for the root. */
  readonly place?: Place | undefined;
  /** Position of the planned division of this branch, in the plan saved by a similar case. */
  readonly planned?: number | undefined;
  /**
   * Cost of the best schedule, $, at a search that did not close this branch. Until there is a better schedule, the
   * branch is not searched again.
   */
  readonly searchedAt?: number | undefined;
}

/** Position of a division, and one of its two sides. */
export type Place = readonly [division: number, side: SavedDivision['side']];

interface SmallBasis {
  readonly columns: Int8Array;
  readonly rows: Int8Array;
}

/** A number of units on that is fractional in the relaxation of a branch. */
interface OpenCount {
  readonly count: UnitCount;
  /** Value of the number in the relaxation. */
  readonly value: number;
}

/** A smaller model is opened if the share of integer columns still open is below this. */
const SMALLER = 0.75;

export type BranchRelaxations = NonNullable<Awaited<ReturnType<typeof openBranchRelaxations>>>;

/**
 * Opens the relaxations; undefined if the solver reports no basis, or if the relaxation of the root does not end in
 * time.
 */
export async function openBranchRelaxations(search: Search) {
  const { model, integers, instance, formulation, openPart, clock } = search;
  const relaxation = model.relaxOnce({ timeLimitS: clock.leftS() });
  if (relaxation.outcome !== 'optimal') return undefined;
  const basis = model.basis();
  if (!basis) return undefined;
  const { columns, rows: allRows } = model.parts();
  const rows = [...allRows];
  const limitedRows = [...rows.keys()].filter((r) => isLimited(rows[r]));
  const all = {
    lower: Float64Array.from(integers.columns, (c) => columns[c]?.lower ?? 0),
    upper: Float64Array.from(integers.columns, (c) => columns[c]?.upper ?? 0),
  };
  let part: Part = {
    session: await openPart({ columns, rows: limitedRows.flatMap((r) => rows[r] ?? []) }),
    bounds: all,
    rows: limitedRows,
    open: [...integers.columns.keys()],
    columns: integers.columns,
    constant: 0,
    expand: (primal) => primal,
  };
  const root: Branch = {
    bounds: all,
    bound: relaxation.objective,
    counts: openCounts(formulation.counts, relaxation.primal),
    duals: Float64Array.from(limitedRows, (r) => relaxation.rowDual[r] ?? 0),
    rows: limitedRows,
    basis: keptBasis(basis, limitedRows),
    depth: 0,
  };
  return {
    /** The root, which contains every commitment. */
    root,
    /** Relaxes the part of `parent` within bounds; undefined if that part has no schedule, 'limit' if time is up. */
    relax(parent: Branch, limits: Bounds, timeLimitS: number): Branch | undefined | 'limit' {
      const bounds = within(limits, part.bounds);
      if (!bounds) return undefined;
      const { session, open } = part;
      session.setBounds(part.columns, pick(bounds.lower, open), pick(bounds.upper, open));
      if (parent.basis && parent.rows === part.rows) session.startFrom?.(large(parent.basis));
      const result = session.relax({ timeLimitS });
      if (result.outcome === 'infeasible') return undefined;
      if (result.outcome !== 'optimal') return 'limit';
      const after = session.basis?.();
      return {
        bounds,
        bound: Math.max(parent.bound, result.objective + part.constant),
        counts: openCounts(formulation.counts, part.expand(result.primal)),
        duals: result.rowDual,
        rows: part.rows,
        basis: after && small(after),
        depth: parent.depth + 1,
      };
    },
    /** Prices the units at the duals of a branch; undefined if these duals give no bound. */
    price({ bounds, duals: ofKept, rows: positions }: Branch): Lagrangian | undefined {
      const duals = new Float64Array(rows.length);
      for (const [at, row] of positions.entries()) duals[row] = ofKept[at] ?? 0;
      const bounded = boundColumns(columns, integers.columns, bounds);
      return lagrangian(instance, formulation, { columns: bounded, rows, duals });
    },
    /** Restricts all further relaxations to `limits`, if the model becomes much smaller. */
    async narrow(limits: Bounds): Promise<void> {
      const bounds = within(limits, part.bounds);
      if (!bounds || openColumns(bounds).length > SMALLER * openColumns(part.bounds).length) return;
      const smaller = await openWithin(search, { columns, rows }, bounds);
      if (!smaller) return;
      part.session.dispose();
      part = smaller;
    },
    dispose: () => part.session.dispose(),
  };
}

/** A model restricted to bounds of its columns. */
interface Part {
  readonly session: SolverSession;
  readonly bounds: Bounds;
  /** Position of each row in the whole model. */
  readonly rows: readonly number[];
  /** Positions of the open integer columns among all integer columns. `columns`: their positions in this model. */
  readonly open: readonly number[];
  readonly columns: Int32Array;
  /** Cost of the columns that the model omits, $. */
  readonly constant: number;
  expand(primal: Float64Array): Float64Array;
}

/** Opens a restricted model; undefined if no schedule is within the bounds. */
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

/** The intersection of two bounds; undefined if it is empty. */
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

/** The basis without the omitted rows; undefined if an omitted row is not basic. */
function keptBasis({ columns, rows }: Basis, positions: readonly number[]): SmallBasis | undefined {
  const reduced = { columns, rows: Int32Array.from(positions, (r) => rows[r] ?? BASIC) };
  const basic = [...reduced.columns, ...reduced.rows].filter((status) => status === BASIC).length;
  return basic === positions.length ? small(reduced) : undefined;
}

type Stretch = OpenCount & { hours: number };

/** A number counts as an integer if its distance from an integer is below this. */
const WHOLE = 0.02;
/**
 * Difference below which the numbers of successive hours count as equal. Such hours often form a series because of
 * minimum times.
 */
const SAME = 1e-4;

/** Fractional numbers of units on, one for each series of hours with the same value; the most promising come first. */
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

/** Power moved by rounding the number, MW. A longer series of hours moves more hours, but less power in each. */
const weight = ({ count, value, hours }: Stretch): number =>
  distanceToWhole(value) * count.mw * Math.sqrt(hours);
