/** An explanation of a solve: made once, stored, and shown to clients. */
import { array, mixed, object, string } from 'yup';
import { uuidV5 } from '../../mongo/derived-ids.ts';
import type { ExplanationRecord, StoredArtifact } from '../../mongo/explanations.ts';
import type { Principal } from '../http/principal.ts';
import type { AnalystDeps } from './deps.ts';
import { ARTIFACT_TYPES } from './explain/artifact.ts';
import { explain } from './explain/explain.ts';
import { findSolve } from './tools/find-solve.ts';

/**
 * Explains the last completed solve of a scenario, once: later calls find what the first one made. Throws `NotFound`
 * for an unknown scenario and `Conflict` for one without a completed solve.
 */
export async function explainScenario(
  deps: AnalystDeps,
  scenarioId: string,
  user: Principal,
): Promise<ExplanationRecord> {
  const { job, payload, result } = await findSolve(deps, user, { scenario_id: scenarioId });
  const known = await deps.explanations.find(job._id);
  if (known) return known;
  const explained = explain(payload, result);
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

/** A stored explanation as clients see it. */
export function toExplanation(scenario_id: string, record: ExplanationRecord) {
  const created_at = record.generated_at.toISOString();
  const artifacts = record.artifacts.flatMap((artifact) => toArtifact(artifact, created_at));
  return {
    scenario_id,
    job_id: record._id,
    status: 'generated' as const,
    generated_at: created_at,
    artifacts,
  };
}

function toArtifact({ type: stored, ...artifact }: StoredArtifact, created_at: string) {
  const type = ARTIFACT_TYPES.find((known) => known === stored);
  return type ? [{ ...artifact, type, created_at }] : [];
}

const timestamp = () => string().datetime({ precision: 3 }).required();
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const artifact = object({
  artifact_id: string().uuid().required().meta({ description: 'The same whenever it is generated' }),
  type: string().oneOf(ARTIFACT_TYPES).required(),
  title: string().required(),
  created_at: timestamp(),
});

const about = {
  scenario_id: string().required(),
  job_id: string().uuid().required().meta({ description: 'The solve that is explained' }),
  status: string()
    .oneOf(['generated'] as const)
    .required(),
  generated_at: timestamp(),
};

export const explanationSchema = object({ ...about, artifacts: array(artifact).required() });

export const readExplanationSchema = object({
  ...about,
  artifacts: array(
    artifact.shape({
      statement: string().required().meta({ description: 'Every figure of it is also in `data`' }),
      data: mixed(isObject).required().meta({ description: 'Figures carry their unit in their name' }),
    }),
  ).required(),
});
