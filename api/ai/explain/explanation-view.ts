/** A stored explanation -> what a client is told of it. */
import type { ExplanationRecord, StoredArtifact } from '../../../mongo/explanations.ts';
import { ARTIFACT_TYPES } from './artifact.ts';

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
