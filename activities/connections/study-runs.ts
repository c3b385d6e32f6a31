/** Findings of the ended runs of a study about a connection, and the run that comes next. */
import {
  type ConnectionStudyRecord,
  type StudiedConnection,
  studiedConnections,
} from '../../mongo/connection-studies.ts';
import { partJobId } from '../../mongo/derived-ids.ts';
import { type ExecutionRecord, newExecution, toExecutionInput } from '../../mongo/executions.ts';
import type { WindowHead } from '../../mongo/windows.ts';
import {
  type BindingLimit,
  type Connection,
  type ConnectionRunInput,
  SHORT_DAYS,
} from '../../temporal/case/messages/connection.ts';
import type { ExecutionInput } from '../../temporal/case/messages/execution.ts';
import type { RecordActivityDeps } from '../deps.ts';
import { fullUse, MOST_PENALTY_USD } from '../rolling/connection-payload.ts';
import { type HourLimit, likelyScarceDays } from '../rolling/connection-trials.ts';
import { notOnRecord } from '../runs/lifecycle.ts';
import { type Bounds, readLevel, type TriedRun } from './read-level.ts';

/** Model of the runs of a study. */
const MODEL_ID = 'pcm-rolling';
/** Index of the run without a connection among the runs of its study. */
const BASE = 0;
/** Largest number of runs for each number of hours, for records that do not state it. */
const TRIALS_BEFORE = 12;

type Deps = Pick<RecordActivityDeps, 'executions' | 'windows'>;

/** Number of days of a long study that are examined first; each time a run fails on another day, twice as many are. */
const FIRST_DAYS = 10;

interface Level extends HourLimit {
  readonly hours: number;
  readonly atLeast: number;
  /** The run that serves `atLeast`; undefined if that is 0. */
  readonly shownBy: ExecutionRecord | undefined;
  /** The smallest power above `atLeast` that a run did not serve. */
  readonly failure: TriedRun | undefined;
}

export interface StudiedPart extends StudiedConnection, Bounds {
  /** The runs that ask for the most power of each hour. */
  readonly bounds: readonly ExecutionRecord[];
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

/**
 * Reads the completed runs of connection `at` of a study. In a long study, the days that probably allow least are
 * examined. A power is tried on the scarcest of these, then on all days. A day on which it fails is examined too.
 */
export async function readPart(deps: Deps, study: ConnectionStudyRecord, at: number): Promise<ReadPart> {
  const connection = studiedConnections(study)[at];
  const base = await baseRun(deps, study);
  if (!connection || !base) throw notOnRecord('study');
  const { bus, kind } = connection;
  const { max_mw: mw, profile, flexible_hours, windows, most_trials = TRIALS_BEFORE } = study;
  const first = BASE + 1 + at * (flexible_hours.length + 1) * most_trials;
  const runsOf = (level: number) =>
    deps.executions.completedParts(study._id, first + level * most_trials, first + (level + 1) * most_trials);
  const whole = { bus, kind, mw, profile, reducible: [], base: base._id };
  const isLong = windows > SHORT_DAYS;
  const days = isLong
    ? likelyScarceDays(await deps.windows.hourly(base._id), kind)
    : Array.from({ length: windows }, (_, day) => day);
  const bounds = await runsOf(0);
  const examined = (more: readonly number[]): ReadPart => ({
    next: { index: first + bounds.length, connection: { ...whole, asksMost: true, days: more } },
  });
  if (bounds.length === 0) return examined(isLong ? days.slice(0, FIRST_DAYS) : days);
  const hours = await boundOfHours(deps, study, bounds);
  const levels: Level[] = [];
  let best: TriedRun | undefined;
  for (const [level, reducedHours] of flexible_hours.entries()) {
    const runs = await Promise.all((await runsOf(level + 1)).map((run) => tried(deps, run)));
    const missed = runs.flatMap(({ failedDay = [] }) => failedDay).filter((day) => !hours.days.has(day));
    if (missed.length > 0 && bounds.length < most_trials) {
      // The days before the last one that failed were served, so that they probably allow enough.
      const last = Math.max(...missed);
      const others = days.filter((day) => !hours.days.has(day) && day > last);
      return examined([...new Set(missed), ...others.slice(0, FIRST_DAYS * 2 ** bounds.length)]);
    }
    const read = readLevel({ study, hours, days, isLong }, reducedHours, runs, best);
    best = read.best;
    const { limit, atLeast, failure } = read;
    levels.push({ ...limit, hours: reducedHours, atLeast, shownBy: best?.run, failure });
    const index = first + (level + 1) * most_trials + runs.length;
    if (read.next && runs.length < most_trials)
      return { next: { index, connection: { ...whole, ...read.next } } };
  }
  return { part: { ...connection, ...hours, bounds, levels } };
}

/** Bound and binding limits of each hour; the whole power in an hour without a proof. */
async function boundOfHours(
  { windows }: Deps,
  { max_mw: mw, profile, options }: ConnectionStudyRecord,
  bounds: readonly ExecutionRecord[],
): Promise<Bounds> {
  const most = fullUse({ mw, profile }, options.horizon, 0);
  const binding: BindingLimit[] = [];
  for (const { _id } of bounds)
    for await (const { start_hour, outcome } of windows.all(_id)) {
      for (const [t, proven] of (outcome?.most?.mw ?? []).entries()) most[start_hour + t] = proven;
      binding.push(...(outcome?.most?.binding ?? []));
    }
  return { most, binding, days: new Set(bounds.flatMap(daysOf)) };
}

/** Days of a run: those of its connection, else all. */
const daysOf = ({ connection, windows }: ExecutionRecord): readonly number[] =>
  connection?.days ?? Array.from({ length: windows }, (_, day) => day);

async function tried(deps: Deps, run: ExecutionRecord): Promise<TriedRun> {
  const { mw = 0, days, reducible = [] } = run.connection ?? {};
  const message = await shortfall(deps, run);
  const serves = message === null;
  const isWhole = days === undefined;
  const failing = isWhole && !serves ? (await deps.windows.heads(run._id)).find(isBroken) : undefined;
  return { run, mw, serves, message, isWhole, failedDay: failing?.index, reducible };
}

const isBroken = ({ outcome: { totals } }: WindowHead): boolean =>
  !totals || totals.penalty_usd > MOST_PENALTY_USD;

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
      ...(connection?.days && { windows: connection.days.length }),
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
  if (!next?.connection) return next;
  const { anew, ...connection } = next.connection;
  const follows = study.keepsCommitment || anew ? { follows: base._id } : {};
  const commits = anew && !study.keepsCommitment ? { anew } : {};
  return { ...next, connection: { ...connection, ...follows, ...commits } };
}
