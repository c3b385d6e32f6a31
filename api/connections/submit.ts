/** Accepts a connection study after all checks, and resumes one. */
import { array, boolean, type InferType, mixed, number, object, string } from 'yup';
import { type ConnectionStudyRecord, studiedConnections } from '../../mongo/connection-studies.ts';
import { packDocument } from '../../mongo/documents.ts';
import { newRecord } from '../../mongo/lifecycle.ts';
import { finite, isoDate } from '../../temporal/case/elements/units.ts';
import { CANDIDATE_KINDS, SHORT_DAYS } from '../../temporal/case/messages/connection.ts';
import { DEFAULT_HORIZON_H } from '../../temporal/case/pcm-models.ts';
import { Conflict, Unprocessable } from '../http/errors.ts';
import type { Caller } from '../http/request.ts';
import { SOLVER_DEFAULTS } from '../model-builder/solver-choice.ts';
import { chooseStudy } from '../model-builder/study-options.ts';
import { chooseRun, windowCount } from '../model-builder/submit.ts';
import { noteCommand } from '../runs/cancel.ts';
import { type Accepted, claim, takePlace } from '../runs/claim.ts';
import { startRun, storeRun } from '../runs/run-kind.ts';
import { ownedRun } from '../runs/status.ts';
import { chooseCandidates, radialWarnings, refusal } from './candidates.ts';
import type { ConnectionDeps } from './deps.ts';
import { studyRuns } from './runs.ts';

const MOST_DAYS = 366;
const YEAR_H = 8784;
const MOST_MW = 1e5;
/** Largest number of runs of a study for each number of hours of reduction. */
const MOST_TRIALS = 20;

const kind = { type: 'string', enum: [...CANDIDATE_KINDS] };
const bus = { type: 'integer' };
const area = { type: 'object', properties: { area: { type: 'string' } }, required: ['area'] };

const isShare = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= 1;
const isProfile = (value: unknown): value is number | number[] =>
  isShare(value)
    ? value > 0
    : Array.isArray(value) && value.every(isShare) && value.some((share) => share > 0);

export const studyBody = object({
  network_id: string().required().max(200),
  candidates: mixed<object>((value): value is object => typeof value === 'object')
    .required()
    .meta({
      description: 'Connections that are studied one by one; storage must charge and discharge in every hour',
      anyOf: [
        { type: 'array', items: { type: 'object', properties: { bus, kind }, required: ['bus', 'kind'] } },
        {
          type: 'object',
          properties: { kind, buses: { anyOf: [{ const: 'all' }, { type: 'array', items: bus }, area] } },
          required: ['kind', 'buses'],
        },
      ],
    }),
  profile: mixed<number | number[]>(isProfile)
    .default(1)
    .meta({
      description: 'Share of the power that is used, 0 to 1: one number, or a list by hour',
      oneOf: [{ type: 'number' }, { type: 'array', items: { type: 'number' } }],
    }),
  max_mw: finite()
    .moreThan(0)
    .max(MOST_MW)
    .required()
    .meta({ unit: 'MW', description: 'Largest power of interest' }),
  start: isoDate('First hour, in local time of the network; default the first of its series').optional(),
  days: number().integer().min(1).max(MOST_DAYS).default(1).meta({ description: 'Days that are studied' }),
  n_1: boolean()
    .default(false)
    .meta({ description: 'Secure against the loss of every line that islands no bus' }),
  include_reserves: boolean().default(false).meta({ description: 'Keep the reserve of the network' }),
  losses: boolean().default(false).meta({
    description:
      'Model transmission losses; at_most then takes losses for free, and is max_mw if a line with a resistance has no rating',
  }),
  flexible_hours: array(number().integer().min(0).max(YEAR_H).required())
    .max(5)
    .default([])
    .meta({ description: 'Numbers of hours of the study in which the connection may be reduced' }),
  redispatch: string()
    .oneOf(['free', 'committed'] as const)
    .default('free')
    .meta({
      description:
        'free: units are committed anew with the connection; committed: they stay as scheduled without it',
    }),
  mip_gap: finite()
    .min(0)
    .max(1)
    .default(SOLVER_DEFAULTS.mip_gap)
    .meta({ description: 'Relative gap of each solve' }),
  time_limit: number().integer().min(1).max(3600).default(SOLVER_DEFAULTS.time_limit).meta({
    unit: 's',
    description: 'Time limit of each solve',
  }),
}).meta({ unknownFields: 'refused' });
type StudyBody = InferType<typeof studyBody>;

export async function submitStudy(
  deps: ConnectionDeps,
  body: StudyBody,
  caller: Caller,
): Promise<Accepted & { readonly warnings: readonly string[] }> {
  const { mip_gap, time_limit } = body;
  const { model, solver, network } = await chooseRun(
    deps,
    {
      ...{ pcm_model_id: 'pcm-rolling', network_id: body.network_id },
      solver: { ...SOLVER_DEFAULTS, id: 'highs', mip_gap, time_limit, parameters: undefined },
    },
    caller,
  );
  const { options, start, warnings: ofSeries } = chosenOptions(model, body, network.content);
  const candidates = chooseCandidates(body.candidates, network.content);
  const profile = [body.profile].flat();
  if (profile.length !== 1 && profile.length !== options.horizon)
    throw refusal(
      ['body', 'profile'],
      `A profile has one value or ${options.horizon}, one for each hour; it has ${profile.length}`,
      'value_error',
    );
  const levels = [...new Set([0, ...body.flexible_hours])].sort((a, b) => a - b);
  const windows = windowCount(model, options);
  const eachDay = windows > SHORT_DAYS ? 1 : levels.length + 1;
  requireFewSolves(studiedConnections({ candidates }).length * eachDay * windows, deps);
  const warnings = [...ofSeries, ...(body.n_1 ? radialWarnings(candidates, network.content.lines) : [])];
  const request = { route: 'connection-studies', body, solvers: [solver.id] };
  const kind = studyRuns(deps);
  using claimed = await claim(deps, kind, request, caller);
  if (!claimed.isNew) return { ...claimed, warnings };
  const study: ConnectionStudyRecord = {
    ...newRecord(claimed.id, caller.user.userId, deps.now()),
    ...{ candidates, max_mw: body.max_mw, profile, flexible_hours: levels, solver, options, start, windows },
    ...{ network_id: network.record.id, network_version: network.record.version },
    ...(warnings.length > 0 && { warnings }),
    ...(body.redispatch === 'committed' && { keepsCommitment: true }),
    attempt: 1,
    most_trials: MOST_TRIALS,
    results: null,
  };
  // The network is copied, so that later changes of it do not affect the study.
  const packed = await packDocument(network.content);
  await deps.audit.together(
    async (tx) => {
      await deps.documents.putPacked('network', study._id, packed, undefined, tx);
      await storeRun(kind, study, { request: caller.request }, tx);
    },
    () => startRun(deps, kind, study),
  );
  return { ...claimed, warnings };
}

/** Options of the runs; the location of a problem is that in the body of the study. */
function chosenOptions(
  model: Parameters<typeof chooseStudy>[0],
  { start, days, n_1, losses, include_reserves }: StudyBody,
  network: Parameters<typeof chooseStudy>[2],
) {
  const usual = { horizon: DEFAULT_HORIZON_H, include_reserves, days, real_time: undefined };
  try {
    return chooseStudy(
      model,
      { ...usual, ...(start && { start }), ...(n_1 && { n_1 }), ...(losses && { losses }) },
      network,
    );
  } catch (error) {
    if (!(error instanceof Unprocessable)) throw error;
    throw new Unprocessable(
      error.detail.map((problem) => ({ ...problem, loc: problem.loc.filter((part) => part !== 'options') })),
    );
  }
}

function requireFewSolves(
  solves: number,
  { settings: { MAX_EXPERIMENT_WINDOWS: most } }: Pick<ConnectionDeps, 'settings'>,
): void {
  if (solves > most)
    throw refusal(
      ['body', 'candidates'],
      `These connections need at least ${solves} solves; at most ${most} are accepted`,
      'too_long',
    );
}

/** Continues a study that failed or was cancelled: runs that have ended count. */
export async function resumeStudy(
  deps: ConnectionDeps,
  id: string,
  caller: Caller,
): Promise<ConnectionStudyRecord> {
  const kind = studyRuns(deps);
  const study = await ownedRun(kind, kind.read, id, caller.user);
  if (study.status !== 'failed' && study.status !== 'cancelled')
    throw new Conflict(`The study is ${study.status}: only a failed or cancelled one can be resumed`);
  using _place = await takePlace(deps, kind, { userId: caller.user.userId, id });
  await deps.limits.solve.consume(caller.user.userId);
  await noteCommand(kind, study, 'resume', caller);
  const restarted = await deps.connectionStudies.restart(study, deps.now());
  if (!restarted) throw new Conflict('The study is already being resumed');
  await startRun(deps, kind, restarted);
  return restarted;
}
