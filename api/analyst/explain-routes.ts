/** Routes of explanations: a solve is explained once, and the stored explanation can be read at any time. */
import { array, mixed, object, string } from 'yup';
import { uuidV5 } from '../../mongo/derived-ids.ts';
import type { ExplanationRecord } from '../../mongo/explanations.ts';
import { ARTIFACT_TYPES } from '../../temporal/case/explain/artifact.ts';
import { explain as explainResult } from '../../temporal/case/explain/explain.ts';
import { NotFound } from '../http/errors.ts';
import type { Principal } from '../http/principal.ts';
import { LONG_S, reply } from '../http/route.ts';
import { scenarioPath } from '../scenarios/scenario-routes.ts';
import { ANALYST, type AnalystDeps, defineRoute } from './deps.ts';
import { findSolve } from './tools/find-solve.ts';

const timestamp = () => string().datetime({ precision: 3 }).required();
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const artifact = object({
  artifact_id: string()
    .uuid()
    .required()
    .meta({ description: 'Id of the artifact, stable over repeated generation' }),
  type: string().oneOf(ARTIFACT_TYPES).required(),
  title: string().required(),
  created_at: timestamp(),
});

const about = {
  scenario_id: string().required(),
  job_id: string().uuid().required().meta({ description: 'Job of the explained solve' }),
  status: string()
    .oneOf(['generated'] as const)
    .required(),
  generated_at: timestamp(),
};

const explanationSchema = object({ ...about, artifacts: array(artifact).required() });

const readExplanationSchema = object({
  ...about,
  artifacts: array(
    artifact.shape({
      statement: string().required().meta({ description: 'Statement whose figures are all in `data`' }),
      data: mixed(isObject)
        .required()
        .meta({ description: 'Data of the statement; field names contain the unit' }),
    }),
  ).required(),
});

const explain = defineRoute({
  method: 'post',
  path: '/modules/analyst/explain/{scenario_id}/generate',
  summary: 'Explain the last completed solve of a scenario; repeatable',
  ...ANALYST,
  params: scenarioPath,
  seconds: LONG_S,
  responses: { 200: explanationSchema },
  errors: [409],
  handle: async ({ params: { scenario_id }, user, deps }) => {
    const { artifacts, ...about } = toExplanation(
      scenario_id,
      await explainScenario(deps, scenario_id, user),
    );
    return reply(200, {
      ...about,
      artifacts: artifacts.map(({ statement: _, data: __, ...artifact }) => artifact),
    });
  },
});

const readExplanation = defineRoute({
  method: 'get',
  path: '/modules/analyst/explain/{scenario_id}',
  light: true,
  summary: 'Stored explanation of the last completed solve of a scenario, with its figures',
  ...ANALYST,
  params: scenarioPath,
  responses: { 200: readExplanationSchema },
  errors: [409],
  handle: async ({ params: { scenario_id }, user, deps }) => {
    const { job } = await findSolve(deps, user, { scenario_id });
    const explanation = await deps.explanations.find(job._id);
    if (!explanation) throw new NotFound('The last solve has no explanation yet: generate it first');
    return reply(200, toExplanation(scenario_id, explanation));
  },
});

export const explainRoutes = [explain, readExplanation];

/**
 * Explains the last completed solve of a scenario once; later calls return the stored explanation. Throws `NotFound` for
 * an unknown scenario and `Conflict` for one without a completed solve.
 */
async function explainScenario(
  deps: AnalystDeps,
  scenarioId: string,
  user: Principal,
): Promise<ExplanationRecord> {
  const { job, payload, result } = await findSolve(deps, user, { scenario_id: scenarioId });
  const stored = await deps.explanations.find(job._id);
  if (stored) return stored;
  const explained = explainResult(payload, result);
  const artifacts = explained.map((artifact) => ({
    artifact_id: uuidV5(job._id, artifact.type),
    ...artifact,
  }));
  return deps.explanations.add({
    _id: job._id,
    artifacts,
    generated_at: deps.now(),
    ...(job.expires_at && { expires_at: job.expires_at }),
  });
}

/** A stored explanation as clients receive it. */
function toExplanation(scenario_id: string, record: ExplanationRecord) {
  const created_at = record.generated_at.toISOString();
  const artifacts = record.artifacts.flatMap(({ type: stored, ...artifact }) => {
    const type = ARTIFACT_TYPES.find((candidate) => candidate === stored);
    return type ? [{ ...artifact, type, created_at }] : [];
  });
  return {
    scenario_id,
    job_id: record._id,
    status: 'generated' as const,
    generated_at: created_at,
    artifacts,
  };
}
