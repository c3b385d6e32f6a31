/**
 * The smallest change of a payload for which a verified schedule exists. The changes of the elastic model are applied,
 * and the payload is solved. If the engine finds no schedule, the changed payload is repaired once more; if the elastic
 * model then has nothing to add, the changes are widened.
 */
import { intervalsPerHour } from '../../../temporal/case/arithmetic/intervals.ts';
import { inPayloadUnits, isTime } from '../../../temporal/case/arithmetic/per-interval.ts';
import type { CauseCode } from '../../../temporal/case/messages/families.ts';
import type { Cause, Infeasibility, Repair } from '../../../temporal/case/messages/infeasibility.ts';
import { applyRepair } from '../../../temporal/case/scenario/apply-repair.ts';
import type { SolvePayload } from '../../../temporal/case/schema.ts';
import type { JobType } from '../../../temporal/solvers.ts';
import { openHighs } from '../../solvers/highs/open-highs.ts';
import { certify } from '../../verifier/certify.ts';
import { prepareCase } from '../base/prepared-case.ts';
import { type Clock, shareOfClock } from '../base/solve.ts';
import { scheduleResult } from '../result/result.ts';
import { openSearch } from '../search/open-search.ts';
import { searchModel } from '../search/search-model.ts';
import { arithmeticChanges } from './arithmetic-changes.ts';
import type { Lever } from './lever.ts';
import { type Change, solveElastic } from './solve-elastic.ts';

type FoundRepair = Pick<Infeasibility, 'repair' | 'repair_cost'>;

export const NO_REPAIR: FoundRepair = { repair: [], repair_cost: null };

const ROUNDS = 4;
/** Shares by which changes that fall just short are widened, in the order of the attempts. */
const WIDENINGS = [1e-3, 1e-2, 5e-2];

/** Number of unit-hours above which only loads, and numbers named by causes, may change. */
const LARGE = 1500;
/** Causes of too much and of too little load. They concern the whole system, not a bus. */
export const LOADS: readonly CauseCode[] = ['CAPACITY_SHORTFALL', 'MINIMUM_GENERATION_EXCESS'];

const isLarge = ({ generators, horizon }: SolvePayload): boolean => generators.length * horizon > LARGE;

export async function findRepair(
  payload: SolvePayload,
  jobType: JobType,
  causes: readonly Cause[],
  clock: Clock,
): Promise<FoundRepair> {
  const large = isLarge(payload);
  const codes = large ? new Set([...LOADS, ...causes.map(({ code }) => code)]) : undefined;
  const perHour = intervalsPerHour(payload);
  const movesOf = (changes: readonly Change[]): Move[] =>
    toMoves(
      changes.map((change) => asPayload(change, perHour)),
      perHour,
    );
  let moves = large ? movesOf(arithmeticChanges(prepareCase(payload, jobType).instance, causes)) : [];
  if (clock.leftS() <= 0) return NO_REPAIR;
  if (moves.length > 0 && (await verified(payload, jobType, moves, clock))) return toRepair(moves);
  for (let round = 0; round < ROUNDS && clock.leftS() > 0; round++) {
    const now = applyRepair(payload, repairs(moves));
    const elasticity = { byHour: false, ...(codes && { codes }) };
    const changes = await solveElastic(prepareCase(now, jobType), elasticity, shareOfClock(clock, 0.6));
    if (!changes) return NO_REPAIR;
    if (changes.length === 0) return await widened(payload, jobType, moves, clock);
    moves = merged(moves, movesOf(changes));
    if (await verified(payload, jobType, moves, clock))
      return toRepair(await single(payload, jobType, moves, clock));
  }
  return NO_REPAIR;
}

/** Maximum number of changes that are joined into one. */
const MOST_JOINED = 4;

/** Replaces several changes by one change of the same total, if that change suffices alone. */
async function single(
  payload: SolvePayload,
  jobType: JobType,
  moves: readonly Move[],
  clock: Clock,
): Promise<readonly Move[]> {
  const isJoinable = moves.every(({ lever }) => !lever.integer && lever.weight === 1);
  if (moves.length < 2 || moves.length > MOST_JOINED || !isJoinable || isLarge(payload)) return moves;
  const total = moves.reduce((sum, move) => sum + sizeOf(move), 0);
  for (const { lever } of moves.toSorted((a, b) => sizeOf(b) - sizeOf(a))) {
    if (total > lever.most || clock.leftS() <= 0) continue;
    const change = { lever, at: 0, contingency: undefined, amount: total };
    const alone = toMoves([change], intervalsPerHour(payload));
    if (await verified(payload, jobType, alone, clock)) return alone;
  }
  return moves;
}

const sizeOf = ({ repair }: Move): number => Math.abs(repair.to - (repair.from ?? 0));

/**
 * Widens the changes step by step until the engine finds a schedule. The elastic model may accept changes that do not
 * suffice for the engine, for example because of losses.
 */
async function widened(
  payload: SolvePayload,
  jobType: JobType,
  moves: readonly Move[],
  clock: Clock,
): Promise<FoundRepair> {
  const changes = moves.map(
    ({ lever, repair }): Change => ({
      lever,
      at: 0,
      contingency: undefined,
      amount: sizeOf({ lever, repair }),
    }),
  );
  for (const share of changes.length > 0 ? WIDENINGS : []) {
    const wider = toMoves(changes, intervalsPerHour(payload), share);
    if (clock.leftS() > 0 && (await verified(payload, jobType, wider, clock))) return toRepair(wider);
  }
  return NO_REPAIR;
}

const verified = (payload: SolvePayload, jobType: JobType, moves: readonly Move[], clock: Clock) =>
  hasSchedule(applyRepair(payload, repairs(moves)), jobType, shareOfClock(clock, 0.8));

const repairs = (moves: readonly Move[]): Repair[] => moves.map(({ repair }) => repair);

/**
 * Combines the changes of two rounds. A later change of a number continues its earlier change; a number that returns to
 * its old value is left out.
 */
function merged(earlier: readonly Move[], later: readonly Move[]): Move[] {
  const byPlace = new Map(earlier.map((move) => [placeOf(move.lever), move]));
  for (const move of later) {
    const before = byPlace.get(placeOf(move.lever));
    const repair = { ...move.repair, from: before ? before.repair.from : move.repair.from };
    byPlace.set(placeOf(move.lever), { repair, lever: { ...move.lever, from: repair.from } });
  }
  return [...byPlace.values()].filter(({ repair }) => repair.from !== repair.to);
}

const placeOf = ({ element_type, element_id, field, hour }: Lever): string =>
  JSON.stringify([element_type, element_id, field, hour]);

/** Makes a repair of the changes, with its cost in MW-equivalents. */
function toRepair(moves: readonly Move[]): FoundRepair {
  const cost = moves.reduce((sum, move) => sum + move.lever.weight * sizeOf(move), 0);
  return { repair: repairs(moves), repair_cost: Number(cost.toFixed(6)) };
}

/** Steps per MW or MWh to which new values are rounded: three decimals. */
const STEPS = 1000;
/**
 * Largest remainder that counts as a rounding error of the solver, in the unit of the number; for whole steps, as a
 * share of a step.
 */
const REMAINDER = 1e-5;
const REMAINDER_OF_WHOLE = 1e-3;

/** An entry of a repair, with the lever (number that may change) that it changes. */
interface Move {
  readonly repair: Repair;
  readonly lever: Lever;
}

/** Converts a change of a model, which is per interval, to the units of the payload. */
export function asPayload(change: Change, intervalsPerHour: number): Change {
  if (intervalsPerHour === 1) return change;
  const { lever, amount } = change;
  const inPayload = (value: number): number =>
    Number(inPayloadUnits(lever.field, value, intervalsPerHour).toPrecision(SIGNIFICANT_DIGITS));
  const from = lever.from === null ? null : inPayload(lever.from);
  return { ...change, amount: inPayload(amount), lever: { ...lever, from, most: inPayload(lever.most) } };
}

/** Significant digits that a number keeps after a division and a multiplication. */
const SIGNIFICANT_DIGITS = 12;

/**
 * Converts changes to entries of a repair. Each new value is rounded away from the old one. `changes`: in the units of
 * the payload; `widening`: share by which every change grows.
 */
const toMoves = (changes: readonly Change[], intervalsPerHour: number, widening = 0): Move[] =>
  changes.map(({ lever, amount }) => {
    const { element_type, element_id, field, hour, from, direction, integer, most } = lever;
    const change = Math.min(most, amount * (1 + widening));
    const steps = isTime(field) ? intervalsPerHour : 1;
    const value = (from ?? 0) + direction * change;
    const to = integer
      ? outward(value, direction, steps, REMAINDER_OF_WHOLE)
      : outward(value, direction, STEPS, REMAINDER * STEPS);
    const limited = direction < 0 ? Math.max(to, (from ?? 0) - most) : to;
    return {
      lever,
      repair: { action: 'set', element_type, element_id, hour, field, from, to: limited + 0 },
    };
  });

/** Rounds a value in a direction. `steps`: number of steps per unit; `margin`: tolerance in steps. */
function outward(value: number, direction: 1 | -1, steps: number, margin: number): number {
  const scaled = value * steps;
  return (direction > 0 ? Math.ceil(scaled - margin) : Math.floor(scaled + margin)) / steps;
}

const UNWATCHED = { onProgress: () => undefined, onIncumbent: () => undefined };

/**
 * True if the payload has a schedule. The payload is solved for any schedule, which is verified; a repair is reported
 * only after this.
 */
async function hasSchedule(payload: SolvePayload, jobType: JobType, clock: Clock): Promise<boolean> {
  const prepared = prepareCase(payload, jobType);
  if (prepared.isContradictory) return false;
  const search = await openSearch({
    request: { payload, jobType, solver: 'highs', timeLimitS: clock.limitS, mipGap: 1 },
    prepared,
    clock,
    // No random seed is set, because any schedule will do.
    open: (milp, stop) => openHighs(milp, stop),
    stop: new Int32Array(1),
    watch: UNWATCHED,
    show: () => undefined,
  });
  try {
    const { best, bound, nodes, duals } = await searchModel(search);
    if (!best) return false;
    const { version } = search.session;
    const facts = { solver: 'highs', solver_version: version, solve_time_s: 0, mipGap: 1 } as const;
    const schedule = { ...search, dispatch: best.dispatch };
    return certify(payload, jobType, scheduleResult(prepared, schedule, { bound, nodes, duals }, facts))
      .verified;
  } finally {
    search.session.dispose();
  }
}
