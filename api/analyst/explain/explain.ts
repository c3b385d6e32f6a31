/** Everything that can be explained of a result, in the order of the artifact types. */
import { toldInterval } from '../../../temporal/case/arithmetic/intervals.ts';
import type { SolvePayload } from '../../../temporal/case/messages/payload.ts';
import type { SolveResult } from '../../../temporal/case/messages/result.ts';
import { ARTIFACT_TYPES, type Artifact, type ArtifactType, type Explainer } from './artifact.ts';
import { bindingConstraints } from './binding-constraints.ts';
import { commitmentSchedule } from './commitment-schedule.ts';
import { costBreakdown } from './costs.ts';
import { infeasibility } from './infeasibility.ts';
import { intervalWords } from './interval-words.ts';
import { marginalUnits } from './marginal-units.ts';
import { lmpDecomposition } from './prices.ts';
import { reserveMargin } from './reserve-margin.ts';
import { summary } from './summary.ts';

const EXPLAINERS: Readonly<Record<ArtifactType, Explainer>> = {
  summary,
  cost_breakdown: costBreakdown,
  commitment_schedule: commitmentSchedule,
  lmp_decomposition: lmpDecomposition,
  binding_constraints: bindingConstraints,
  marginal_units: marginalUnits,
  reserve_margin: reserveMargin,
  infeasibility,
};

/** Seconds of work for a year of many units. */
export const explain = (
  payload: SolvePayload,
  result: SolveResult,
  types: readonly ArtifactType[] = ARTIFACT_TYPES,
): Artifact[] =>
  types
    .flatMap((type) => EXPLAINERS[type](payload, result) ?? [])
    .map((artifact) => intervalWords({ ...artifact, data: { ...toldInterval(payload), ...artifact.data } }));
