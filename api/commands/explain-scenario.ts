/** Explains the last completed solve of a scenario, once: later calls find what the first one made. */
import type { ExplanationRecord } from '../../mongo/explanations.ts';
import { artifactId } from '../ai/explain/artifact-id.ts';
import { findSolve } from '../ai/tools/find-solve.ts';
import type { Principal } from '../auth/principal.ts';
import type { Deps } from '../deps.ts';

/** Throws `NotFound` for an unknown scenario and `Conflict` for one without a completed solve. */
export async function explainScenario(
  deps: Deps,
  scenarioId: string,
  user: Principal,
): Promise<ExplanationRecord> {
  const { job, payload, result } = await findSolve(deps, user, { scenario_id: scenarioId });
  const known = await deps.explanations.find(job._id);
  if (known) return known;
  const explained = await deps.explain({ payload, result });
  const artifacts = explained.map((artifact) => ({
    artifact_id: artifactId(job._id, artifact.type),
    ...artifact,
  }));
  return deps.explanations.add({
    _id: job._id,
    artifacts,
    generated_at: deps.now(),
    ...(job.expires_at && { expires_at: job.expires_at }),
  });
}
