/**
 * The smallest change of a payload that was verified to leave it a schedule. What the elastic model asks for is
 * applied and solved; where the engine disagrees, the changed payload is repaired once more, or the changes are
 * widened when the elastic model has nothing to add.
 */
import { intervalsPerHour } from '../../../temporal/case/arithmetic/intervals.ts';
import type { CauseCode } from '../../../temporal/case/messages/families.ts';
import type { Cause, Infeasibility, Repair } from '../../../temporal/case/messages/infeasibility.ts';
import type { SolvePayload } from '../../../temporal/case/messages/payload.ts';
import { applyRepair } from '../../../temporal/case/scenario/apply-repair.ts';
import type { JobType } from '../../../temporal/solvers.ts';
import { type Clock, shareOfClock } from '../base/clock.ts';
import { prepareCase } from '../base/prepared-case.ts';
import { arithmeticChanges } from './arithmetic-changes.ts';
import { hasSchedule } from './has-schedule.ts';
import type { Lever } from './lever.ts';
import { type Change, solveElastic } from './solve-elastic.ts';
import { asPayload, type Move, toMoves } from './to-repair.ts';

type FoundRepair = Pick<Infeasibility, 'repair' | 'repair_cost'>;

export const NO_REPAIR: FoundRepair = { repair: [], repair_cost: null };

const ROUNDS = 4;
/** Shares by which changes grow that fell just short. */
const WIDENINGS = [1e-3, 1e-2, 5e-2];

/** Above this many unit-hours only what the causes name, and the loads, may change. */
const LARGE = 1500;
const LOADS: readonly CauseCode[] = ['CAPACITY_SHORTFALL', 'MINIMUM_GENERATION_EXCESS'];

export async function findRepair(
  payload: SolvePayload,
  jobType: JobType,
  causes: readonly Cause[],
  clock: Clock,
): Promise<FoundRepair> {
  const large = payload.generators.length * payload.horizon > LARGE;
  const codes = large ? new Set([...LOADS, ...causes.map(({ code }) => code)]) : undefined;
  const perHour = intervalsPerHour(payload);
  const movesOf = (changes: readonly Change[]): Move[] =>
    toMoves(
      changes.map((change) => asPayload(change, perHour)),
      perHour,
    );
  let moves = large ? movesOf(arithmeticChanges(prepareCase(payload, jobType).instance, causes)) : [];
  if (clock.leftS() <= 0) return NO_REPAIR;
  if (moves.length > 0 && (await verified(payload, jobType, moves, clock))) return found(moves);
  for (let round = 0; round < ROUNDS && clock.leftS() > 0; round++) {
    const now = applyRepair(payload, repairs(moves));
    const elasticity = { byHour: false, ...(codes && { codes }) };
    const changes = await solveElastic(prepareCase(now, jobType), elasticity, shareOfClock(clock, 0.6));
    if (!changes) return NO_REPAIR;
    if (changes.length === 0) return await widened(payload, jobType, moves, clock);
    moves = merged(moves, movesOf(changes));
    if (await verified(payload, jobType, moves, clock)) return found(moves);
  }
  return NO_REPAIR;
}

/** The elastic model has nothing to add to what the engine does not accept, such as losses. */
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
      amount: Math.abs(repair.to - (repair.from ?? 0)),
    }),
  );
  for (const share of changes.length > 0 ? WIDENINGS : []) {
    const wider = toMoves(changes, intervalsPerHour(payload), share);
    if (clock.leftS() > 0 && (await verified(payload, jobType, wider, clock))) return found(wider);
  }
  return NO_REPAIR;
}

const verified = (payload: SolvePayload, jobType: JobType, moves: readonly Move[], clock: Clock) =>
  hasSchedule(applyRepair(payload, repairs(moves)), jobType, shareOfClock(clock, 0.8));

const repairs = (moves: readonly Move[]): Repair[] => moves.map(({ repair }) => repair);

/** Later moves of a number go on from earlier ones; a number that is back where it was has not moved. */
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

/** Cost in MW-equivalents. */
function found(moves: readonly Move[]): FoundRepair {
  const cost = moves.reduce(
    (sum, { repair, lever }) => sum + lever.weight * Math.abs(repair.to - (repair.from ?? 0)),
    0,
  );
  return { repair: repairs(moves), repair_cost: Number(cost.toFixed(6)) };
}
