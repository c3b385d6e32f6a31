/**
 * Marginal CO2 of a schedule, from the linear program of its dispatch with the commitment fixed. With B the optimal
 * basis and e the CO2 of the basic variables, y B = e gives the change of the CO2 over the horizon per unit of each
 * row's limit, as duals give that of the cost. One MW more at a bus moves the limits by d: 1 in the balance of its
 * island, its shift factor in each flow limit, less its loss factor in each tangent; it emits y d.
 *
 * A basis that is degenerate may be optimal on one side only. Its basic variables move by B^-1 d; where this takes one
 * of them out of its limits, the program is solved again with the limits moved by a small step, and the basis of that
 * optimum is read.
 */
import { rounded } from '../../../temporal/case/arithmetic/rounded.ts';
import type { Commitment } from '../../../temporal/case/schema.ts';
import { activity, column, type Milp, type Row } from '../../milp/model.ts';
import { openSolver } from '../../solvers/registry.ts';
import {
  BASIC,
  type Basis,
  type BasisInverse,
  type Relaxation,
  type SolverSession,
} from '../../solvers/solver.ts';
import { emissionTerms } from '../../uc/formulation/emissions.ts';
import type { Clock, Solve } from '../base/solve.ts';
import { boundColumns } from '../model/restricted-model.ts';
import { dispatchFixed, dispatchStart, type FixedDispatch } from '../search/kernels/search.ts';
import { type OpenedSearch, openSearch } from '../search/open-search.ts';
import { type Move, movesOf } from './bus-moves.ts';

/** Shape [buses][T], t per MW and interval; null where the move is not possible. */
type Rates = (number | null)[][];

/** CO2 of one MW more, and of one MW less. */
interface MarginalEmissions {
  readonly up: Rates;
  readonly down: Rates;
}

/** Limits count as reached within this distance, MW or the unit of the row. */
const REACHED = 1e-6;
/** Rates of a variable towards its limit that do not count, per MW. */
const STILL = 1e-7;
/** Step by which limits are moved, MW. */
const STEP_MW = 1e-3;
/** Relative difference of costs up to which two optima are one. */
const SAME_COST = 1e-6;

/** Marginal CO2 of a commitment; undefined if it cannot be computed within the time limit. */
export async function marginalEmissions(
  task: Solve,
  commitment: Commitment,
): Promise<MarginalEmissions | undefined> {
  const solve = { ...task, open: openSolver('highs', {}), show: () => undefined };
  const search = await openSearch(solve, commitment);
  try {
    const start = dispatchStart({ ...search, mipGap: 0 });
    const dispatch = start && dispatchFixed(search, start.values);
    if (!dispatch) return undefined;
    const { milp, positions } = dispatchProgram(search, dispatch);
    const session = await search.openPart(milp);
    try {
      return ratesAt(search, dispatch, { session, milp, positions, clock: task.clock });
    } finally {
      session.dispose();
    }
  } finally {
    search.session.dispose();
  }
}

/** The program of a dispatch in a session. */
interface Program {
  readonly session: SolverSession;
  readonly milp: Milp;
  /** Row of the model -> its row in the program; absent = without limits. */
  readonly positions: ReadonlyMap<number, number>;
  readonly clock: Clock;
}

/** The model with the integer variables fixed, without rows that only tighten the search. */
function dispatchProgram({ model, formulation }: OpenedSearch, { fixed }: FixedDispatch) {
  model.complete();
  const { columns, rows } = model.parts();
  const implied = new Set([
    ...formulation.capacityRows,
    ...model.deliverables.map(({ position }) => position),
  ]);
  const isLimited = ({ lower, upper }: Row): boolean => Number.isFinite(lower) || Number.isFinite(upper);
  const limited = [...rows.keys()].filter((r) => {
    const row = rows[r];
    return row && isLimited(row) && !implied.has(r);
  });
  const bounds = { lower: fixed.values, upper: fixed.values };
  return {
    milp: {
      columns: boundColumns(columns, fixed.columns, bounds).map((spec) =>
        column({ ...spec, integer: false }),
      ),
      rows: limited.flatMap((r) => rows[r] ?? []),
    },
    positions: new Map(limited.map((r, position) => [r, position])),
  };
}

type Optimum = Extract<Relaxation, { outcome: 'optimal' }>;

function ratesAt(
  search: OpenedSearch,
  dispatch: FixedDispatch,
  program: Program,
): MarginalEmissions | undefined {
  const { session, milp, clock } = program;
  const optimum = session.relax({ timeLimitS: clock.leftS() });
  const basis = session.basis?.();
  if (optimum.outcome !== 'optimal' || !basis || !isSame(optimum, dispatch)) return undefined;
  const inverse = session.basisInverse?.();
  if (!inverse) return undefined;
  const emitted = emittedBy(search, milp);
  const duals = emissionDuals(inverse, emitted);
  const reached = reachedLimits(milp, optimum, inverse);
  const idle = new Set(reached.map(({ row }) => row));
  const isTight = (row: number): boolean => basis.rows[row] !== BASIC || idle.has(row);
  const moves = movesOf(search, program.positions, isTight).map((move) => ({
    ...move,
    rate: changeBy(duals, move),
    blocked: blockedSides(inverse, reached, basis, move),
  }));
  const beyond = (move: Move, sign: 1 | -1): number | null | undefined => {
    session.startFrom?.(basis);
    return rateBeyond(program, emitted, move, sign);
  };
  const rates = { up: noRates(search.instance), down: noRates(search.instance) };
  for (const { rate, blocked, ...move } of moves) {
    if (clock.leftS() <= 0 || session.isStopped()) return undefined;
    const up = blocked.includes(1) ? beyond(move, 1) : rate;
    const down = blocked.includes(-1) ? beyond(move, -1) : rate;
    if (up === undefined || down === undefined) return undefined;
    setRates(rates, move, { up, down });
  }
  return rates;
}

function setRates(
  rates: MarginalEmissions,
  { buses, hour }: Move,
  rate: Record<'up' | 'down', number | null>,
) {
  for (const b of buses) {
    rates.up[b]?.splice(hour, 1, rate.up);
    rates.down[b]?.splice(hour, 1, rate.down);
  }
}

const noRates = ({ buses, periods }: OpenedSearch['instance']): Rates =>
  buses.map(() => new Array<number | null>(periods).fill(null));

/** True if the optimum is the dispatch of the schedule: not if losses had to be capped. */
const isSame = ({ objective }: Optimum, dispatch: FixedDispatch): boolean =>
  Math.abs(objective - dispatch.objective) <= SAME_COST * Math.max(1, Math.abs(dispatch.objective));

/** CO2 of each column, t per unit, shape [columns]. */
function emittedBy({ instance, formulation }: OpenedSearch, { columns }: Milp): Float64Array {
  const emitted = new Float64Array(columns.length);
  for (const [t, c] of emissionTerms(instance, formulation.x)) emitted[c] = (emitted[c] ?? 0) + t;
  return emitted;
}

/** Change of the CO2 per unit of the limit of each row, t, shape [rows]. */
const emissionDuals = ({ basic, solveTransposed }: BasisInverse, emitted: Float64Array): Float64Array =>
  solveTransposed(Float64Array.from(basic, (variable) => (variable < 0 ? 0 : (emitted[variable] ?? 0))));

/** A basic variable at a limit. */
interface Reached {
  /** Position in the basis. */
  readonly k: number;
  /** Row of the variable; undefined for a column. */
  readonly row: number | undefined;
  readonly atLower: boolean;
  readonly atUpper: boolean;
}

function reachedLimits(
  { columns, rows }: Milp,
  { primal }: Optimum,
  { basic }: Pick<BasisInverse, 'basic'>,
): Reached[] {
  return [...basic.entries()].flatMap(([k, variable]): Reached[] => {
    const row = variable < 0 ? -1 - variable : undefined;
    const limits = row === undefined ? columns[variable] : rows[row];
    if (!limits) return [];
    const value = row === undefined ? (primal[variable] ?? 0) : activity(rows[row]?.terms ?? [], primal);
    const atLower = value <= limits.lower + REACHED;
    const atUpper = value >= limits.upper - REACHED;
    return atLower || atUpper ? [{ k, row, atLower, atUpper }] : [];
  });
}

/** Change of the CO2 by a move, t. */
const changeBy = (duals: Float64Array, { rows, by }: Pick<Move, 'rows' | 'by'>): number =>
  rows.reduce((sum, row, i) => sum + (duals[row] ?? 0) * (by[i] ?? 0), 0);

/** Sides on which a move takes a basic variable out of its limits. */
function blockedSides(
  { solve }: BasisInverse,
  reached: readonly Reached[],
  basis: Basis,
  { rows, by }: Pick<Move, 'rows' | 'by'>,
): (1 | -1)[] {
  if (reached.length === 0) return [];
  const right = new Float64Array(basis.rows.length);
  const moved = new Map(rows.map((row, i) => [row, by[i] ?? 0]));
  for (const [row, mw] of moved) if (basis.rows[row] !== BASIC) right[row] = mw;
  const change = solve(right);
  /** Distance by which each variable moves past its lower limit; the unit vector of a row stands for its negative. */
  const rates = reached.map(({ k, row }) =>
    row === undefined ? (change[k] ?? 0) : -(change[k] ?? 0) - (moved.get(row) ?? 0),
  );
  return ([1, -1] as const).filter((sign) =>
    reached.some(({ atLower, atUpper }, i) => {
      const rate = sign * (rates[i] ?? 0);
      return (atLower && rate < -STILL) || (atUpper && rate > STILL);
    }),
  );
}

/**
 * Change of the CO2 by a move, t, at the optimum a small step away; null if the step is infeasible, undefined if the
 * solver did not end in time.
 */
function rateBeyond(
  { session, milp, clock }: Program,
  emitted: Float64Array,
  { rows, by }: Pick<Move, 'rows' | 'by'>,
  sign: 1 | -1,
): number | null | undefined {
  const limitBy = (mw: number) =>
    session.setLimits(
      Int32Array.from(rows),
      Float64Array.from(rows, (row, i) => (milp.rows[row]?.lower ?? 0) + mw * (by[i] ?? 0)),
      Float64Array.from(rows, (row, i) => (milp.rows[row]?.upper ?? 0) + mw * (by[i] ?? 0)),
    );
  limitBy(sign * STEP_MW);
  try {
    const { outcome } = session.relax({ timeLimitS: clock.leftS() });
    if (outcome === 'infeasible') return null;
    const inverse = outcome === 'optimal' ? session.basisInverse?.() : undefined;
    return inverse && changeBy(emissionDuals(inverse, emitted), { rows, by });
  } finally {
    limitBy(0);
  }
}

/** CO2 by bus as series of a result, t per MWh. `perHour`: intervals of an hour. */
export function marginalSeries(buses: readonly number[], { up, down }: MarginalEmissions, perHour: number) {
  const toRate = (value: number | null): number | null => (value === null ? null : rounded(value * perHour));
  const names = buses.map((bus) => `bus_${bus}`);
  const more = up.map((hours) => hours.map(toRate));
  const less = down.map((hours) => hours.map(toRate));
  const isDifferent = (b: number): boolean => String(more[b]) !== String(less[b]);
  const other = [...names.keys()].filter(isDifferent);
  return {
    marginal_co2_t_per_mwh: Object.fromEntries(names.map((name, b) => [name, more[b] ?? []])),
    ...(other.length > 0 && {
      marginal_co2_down_t_per_mwh: Object.fromEntries(other.map((b) => [names[b] ?? '', less[b] ?? []])),
    }),
  };
}
