/** Findings of the ended runs of a study about a connection, and the run that comes next. */

import {
  type ConnectionStudyRecord,
  type StudiedConnection,
  studiedConnections,
} from '../../mongo/connection-studies.ts';
import { partJobId } from '../../mongo/derived-ids.ts';
import { type ExecutionRecord, newExecution, toExecutionInput } from '../../mongo/executions.ts';
import type {
  BindingLimit,
  Connection,
  ConnectionRunInput,
} from '../../temporal/case/messages/connection.ts';
import type { ExecutionInput } from '../../temporal/case/messages/execution.ts';
import type { RecordActivityDeps } from '../deps.ts';
import { fullUse, MOST_PENALTY_USD } from '../rolling/connection-payload.ts';
import { type HourLimit, limitOf, nextTrial, served } from '../rolling/connection-trials.ts';
import { notOnRecord } from '../runs/lifecycle.ts';

/** Model of the runs of a study. */
const MODEL_ID = 'pcm-rolling';
/** Index of the run without a connection among the runs of its study. */
const BASE = 0;
/** Largest number of runs for one number of hours of reduction. */
const MOST_TRIALS = 12;

type Deps = Pick<RecordActivityDeps, 'executions' | 'windows'>;

/** A run that tried to serve a connection. */
interface TriedRun {
  readonly run: ExecutionRecord;
  readonly mw: number;
  readonly serves: boolean;
}

interface Level extends HourLimit {
  readonly hours: number;
  readonly atLeast: number;
  /** The run that serves `atLeast`; undefined if that is 0. */
  readonly shownBy: ExecutionRecord | undefined;
}

export interface StudiedPart extends StudiedConnection {
  /** The run that asks for the most power of each hour. */
  readonly bound: ExecutionRecord;
  /** Most power by hour, MW. */
  readonly most: readonly number[];
  readonly binding: readonly BindingLimit[];
  /** Findings for each number of hours of reduction, as far as they have been examined. */
  readonly levels: readonly Level[];
}

interface NextRun {
  readonly index: number;
  readonly connection?: Connection;
}

interface ReadPart {
  readonly part?: StudiedPart;
  readonly next?: NextRun;
}

/** The completed run without a connection; undefined before its end. */
export const baseRun = async ({ executions }: Deps, { _id }: ConnectionStudyRecord) =>
  (await executions.completedParts(_id, BASE, BASE + 1))[0];

/** Reads the completed runs of connection `at` of a study. */
export async function readPart(deps: Deps, study: ConnectionStudyRecord, at: number): Promise<ReadPart> {
  const connection = studiedConnections(study)[at];
  if (!connection) throw notOnRecord('study');
  const { bus, kind } = connection;
  const { max_mw: mw, profile, flexible_hours } = study;
  const first = BASE + 1 + at * (flexible_hours.length + 1) * MOST_TRIALS;
  const runsOf = (level: number) =>
    deps.executions.completedParts(study._id, first + level * MOST_TRIALS, first + (level + 1) * MOST_TRIALS);
  const [bound] = await runsOf(0);
  const whole = { bus, kind, mw, profile, reducible: [] };
  if (!bound) return { next: { index: first, connection: { ...whole, asksMost: true } } };
  const hours = await boundOfHours(deps, study, bound);
  const levels: Level[] = [];
  let best: TriedRun | undefined;
  for (const [level, reducedHours] of flexible_hours.entries()) {
    const limit = limitOf(hours.most, reducedHours, { profile, maxMw: mw });
    const runs = await Promise.all((await runsOf(level + 1)).map((run) => tried(deps, run)));
    // A connection that is served whole is also served if it may be reduced.
    const trials = [{ mw: Math.min(best?.mw ?? 0, limit.atMost), serves: true }, ...runs];
    const atLeast = served(trials);
    best = runs.find(({ mw, serves }) => serves && mw === atLeast) ?? best;
    levels.push({ ...limit, hours: reducedHours, atLeast, shownBy: best?.run });
    const next = runs.length < MOST_TRIALS ? nextTrial(limit.atMost, trials) : undefined;
    const index = first + (level + 1) * MOST_TRIALS + runs.length;
    if (next !== undefined)
      return { next: { index, connection: { ...whole, mw: next, reducible: limit.reducible } } };
  }
  return { part: { ...connection, ...hours, bound, levels } };
}

/** Bound and binding limits of each hour; the whole power in an hour without a proof. */
async function boundOfHours(
  { windows }: Deps,
  { max_mw: mw, profile, options }: ConnectionStudyRecord,
  { _id }: ExecutionRecord,
): Promise<Pick<StudiedPart, 'most' | 'binding'>> {
  const most = fullUse({ mw, profile }, options.horizon, 0);
  const binding: BindingLimit[] = [];
  for await (const { start_hour, outcome } of windows.all(_id)) {
    for (const [t, proven] of (outcome?.most?.mw ?? []).entries()) most[start_hour + t] = proven;
    binding.push(...(outcome?.most?.binding ?? []));
  }
  return { most, binding };
}

const tried = async (deps: Deps, run: ExecutionRecord): Promise<TriedRun> => ({
  run,
  mw: run.connection?.mw ?? 0,
  serves: (await shortfall(deps, run)) === null,
});

/** Reason why a run does not serve all load and reserve within all limits, verified; null if it does. */
export async function shortfall(
  { windows }: Deps,
  { _id, results }: ExecutionRecord,
): Promise<string | null> {
  if (!results?.totals) return results?.message ?? 'There is no schedule';
  if (results.unsolved_windows) return results.message ?? 'A day has no schedule';
  const { penalty_usd, unserved_mwh } = results.totals;
  if (penalty_usd > MOST_PENALTY_USD)
    return `The schedule breaks limits at a penalty of ${Math.round(penalty_usd)} $, with ${unserved_mwh.toFixed(1)} MWh not served`;
  for await (const { index, part } of windows.parts(_id))
    if (!part.certificate?.verified) return `The schedule of solve ${index + 1} did not pass the verifier`;
  return null;
}

/**
 * Stores the next run of a connection, or of the study if no connection is given. `input` is null after the last run.
 * May be repeated safely: the id of the run follows from the runs that have ended.
 */
export async function prepareConnectionRun(
  deps: Pick<RecordActivityDeps, 'connectionStudies' | 'executions' | 'windows' | 'now'>,
  { studyId, attempt, part }: ConnectionRunInput,
): Promise<{ readonly input: ExecutionInput | null }> {
  const study = await deps.connectionStudies.find(studyId);
  if (!study) throw notOnRecord('study');
  const next = await nextRun(deps, study, part);
  if (!next) return { input: null };
  const { index, connection } = next;
  const { solver, network_id, network_version, windows, options, start } = study;
  const execution = newExecution(
    {
      ...{ id: partJobId(studyId, index, attempt), userId: study.user_id, pcm_model_id: MODEL_ID },
      ...{ network_id, network_version, windows, options, solver, ...(start && { start }) },
      parent: { type: 'connection', id: studyId, index },
      ...(connection && { connection }),
      // The bound of each hour holds whatever the gap, and needs no hour after it.
      ...(connection?.asksMost && {
        solver: { ...solver, mip_gap: 1 },
        options: { ...options, look_ahead_h: 0 },
      }),
    },
    deps.now(),
  );
  await deps.executions.accept(execution);
  return { input: toExecutionInput(execution) };
}

async function nextRun(
  deps: Deps,
  study: ConnectionStudyRecord,
  part: number | null,
): Promise<NextRun | undefined> {
  const base = await baseRun(deps, study);
  if (part === null) return base ? undefined : { index: BASE };
  if (!base || (await shortfall(deps, base)) !== null) return undefined;
  const { next } = await readPart(deps, study, part);
  const { connection } = next ?? {};
  return next && connection && study.keepsCommitment
    ? { ...next, connection: { ...connection, follows: base._id } }
    : next;
}
