/** Marks a connection study as running, and records its end with its results. */
import {
  type ConnectionStudyRecord,
  studiedConnections,
  toStudyInput,
} from '../../mongo/connection-studies.ts';
import type { ExecutionRecord } from '../../mongo/executions.ts';
import type {
  BindingLimit,
  ConnectionResult,
  ConnectionResults,
  ConnectionStudyEnd,
  MwInterval,
  Operation,
  Remedy,
} from '../../temporal/case/messages/connection.ts';
import type { JobError } from '../../temporal/case/messages/job.ts';
import type { NetworkContent } from '../../temporal/case/network-schema.ts';
import { ENDED_FROM_OUTSIDE } from '../../temporal/run-status.ts';
import type { RecordActivityDeps } from '../deps.ts';
import { finishExecution } from '../executions/finish-execution.ts';
import { beginRun, endWithoutAnswer, finishRun, notOnRecord } from '../runs/lifecycle.ts';
import type { Swept } from '../runs/sweep.ts';
import { baseRun, readPart, type StudiedPart, shortfall } from './study-runs.ts';
import { widthWords } from './width-words.ts';

export async function beginConnectionStudy(
  { connectionStudies, documents, now }: RecordActivityDeps,
  { studyId, attempt }: { readonly studyId: string; readonly attempt: number },
): Promise<{ readonly startedAt: string }> {
  const { started_at } = await beginRun(connectionStudies, 'study', studyId, now());
  if (attempt > 1) await documents.keep(studyId);
  return { startedAt: (started_at ?? now()).toISOString() };
}

export interface FinishConnectionStudyInput {
  readonly studyId: string;
  /** The failure or cancellation; null if all connections have been studied. */
  readonly end: Exclude<ConnectionStudyEnd, { status: 'completed' }> | null;
}

const LOST: JobError = { code: 'INTERNAL', message: 'The study ended before this run', retryable: true };

export async function finishConnectionStudy(
  deps: RecordActivityDeps,
  { studyId, end }: FinishConnectionStudyInput,
): Promise<{ readonly end: ConnectionStudyEnd; readonly finishedAt: string }> {
  const { connectionStudies: records } = deps;
  const rest = end ?? ({ status: 'failed', error: LOST } as const);
  for (const executionId of await deps.executions.openParts(studyId))
    await finishExecution(deps, { executionId, end: rest });
  const outcome: ConnectionStudyEnd = end ?? { status: 'completed', results: await resultsOf(deps, studyId) };
  const finished = await finishRun<ConnectionStudyRecord, ConnectionStudyEnd>(deps, {
    noun: 'study',
    id: studyId,
    records,
    asked: outcome,
    finish: (at, expiresAt, tx) => records.finish(studyId, outcome, at, expiresAt, tx),
    earlier: ({ results, ...study }) =>
      study.status === 'completed' && results
        ? { status: 'completed', results }
        : endWithoutAnswer({ ...study }, LOST),
    entry: ({ _id, attempt, network_id, candidates }, end) => ({
      event: `study_${end.status}`,
      once: `${end.status}/${_id}/${attempt}`,
      details: { study_id: _id, network_id, candidates: candidates.length },
      told: { causes: end.status === 'completed' ? [] : [end.error.message] },
    }),
  });
  return { end: finished.end, finishedAt: finished.finishedAt.toISOString() };
}

async function resultsOf(deps: RecordActivityDeps, studyId: string): Promise<ConnectionResults> {
  const study = await deps.connectionStudies.find(studyId);
  const run = study && (await baseRun(deps, study));
  if (!run) throw notOnRecord('study');
  const message = await shortfall(deps, run);
  const base = { ...operationOf(run), serves: message === null, message };
  const parts: StudiedPart[] = [];
  for (const at of message === null ? studiedConnections(study).keys() : []) {
    const { part } = await readPart(deps, study, at);
    if (!part) throw notOnRecord('study');
    parts.push(part);
  }
  const network = await deps.documents.get('network', studyId);
  if (!network) throw notOnRecord('study');
  const candidates = study.candidates.map(
    (candidate, at): ConnectionResult => ({
      ...candidate,
      ...resultOf(
        study,
        parts.filter((part) => part.candidate === at),
        network,
      ),
    }),
  );
  return { base, candidates };
}

/** Limits that are listed for each candidate. */
const MOST_LIMITS = 50;
const NOTHING: MwInterval = { at_least: 0, at_most: 0, execution_id: null };

/** `parts`: one connection, or two for storage, which can connect what both can; none if the base run fails. */
function resultOf(
  study: ConnectionStudyRecord,
  parts: readonly StudiedPart[],
  network: NetworkContent,
): Omit<ConnectionResult, 'bus' | 'kind'> {
  const intervals = study.flexible_hours.map((hours, level) => ({ hours, ...intervalOf(parts, level) }));
  const [wide] = intervals.flatMap((interval, level) => {
    const failures = parts.flatMap(({ levels }) => levels[level]?.failure ?? []);
    return widthWords(interval, failures.toSorted((a, b) => a.mw - b.mw)[0], study, network) ?? [];
  });
  const [firm = { hours: 0, ...NOTHING }, ...flexible] = intervals;
  const scarce = parts.toSorted((a, b) => (a.levels[0]?.atMost ?? 0) - (b.levels[0]?.atMost ?? 0))[0];
  const binding = scarce ? bindingOf(scarce) : [];
  const firmRuns = parts.flatMap(({ levels }) => levels[0]?.shownBy ?? []);
  const serving = firmRuns.find(({ _id }) => _id === firm.execution_id);
  return {
    firm_mw: { at_least: firm.at_least, at_most: firm.at_most, execution_id: firm.execution_id },
    flexible_mw: flexible,
    ...(wide !== undefined && { wide }),
    binding,
    remedy: remedyOf(binding, firm.at_most),
    operation: serving ? operationOf(serving) : null,
    bound_ids: parts.flatMap(({ bounds }) => bounds.map(({ _id }) => _id)),
  };
}

function intervalOf(parts: readonly StudiedPart[], level: number): MwInterval {
  const levels = parts.flatMap(({ levels }) => levels[level] ?? []);
  const [least] = levels.toSorted((a, b) => a.atLeast - b.atLeast);
  if (!least) return NOTHING;
  return {
    at_least: least.atLeast,
    at_most: Math.min(...levels.map(({ atMost }) => atMost)),
    execution_id: least.shownBy?._id ?? null,
  };
}

/** Limits of the hours that allow least, those of the scarcest hour first. */
const bindingOf = ({ binding, most }: StudiedPart): BindingLimit[] =>
  binding
    .toSorted((a, b) => (most[a.hour] ?? 0) - (most[b.hour] ?? 0) || a.hour - b.hour || b.shadow - a.shadow)
    .slice(0, MOST_LIMITS);

/** Share of the firm power that a remedy adds. */
const ADDED = 0.1;

/** The limit of the scarcest hour whose smallest change adds a tenth. */
function remedyOf([first, ...others]: readonly BindingLimit[], mw: number): Remedy | null {
  if (!first || mw <= 0) return null;
  const best = others
    .filter(({ hour }) => hour === first.hour)
    .reduce((a, b) => (b.shadow > a.shadow ? b : a), first);
  const { hour: _, ...limit } = best;
  return { ...limit, change_mw: (ADDED * mw) / limit.shadow };
}

const operationOf = ({ _id, results }: ExecutionRecord): Operation => ({
  execution_id: _id,
  total_cost_usd: results?.total_cost_usd ?? null,
  co2_t: results?.co2_t ?? null,
});

export const sweptConnectionStudies = (deps: RecordActivityDeps): Swept<ConnectionStudyRecord> => ({
  records: deps.connectionStudies,
  start: (study) => deps.connectionStudyWorkflows.start(toStudyInput(study)),
  state: ({ _id, attempt }) => deps.connectionStudyWorkflows.state(_id, attempt),
  close: ({ _id }) =>
    finishConnectionStudy(deps, { studyId: _id, end: { status: 'failed', error: ENDED_FROM_OUTSIDE } }),
  isPart: () => false,
});
