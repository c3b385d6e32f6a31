/** All explanations of a result, in the order of the artifact types. */
import { toldInterval } from '../arithmetic/intervals.ts';
import type { SolveResult } from '../messages/result.ts';
import type { SolvePayload } from '../schema.ts';
import type { Artifact, Explainer } from './artifact.ts';
import { bindingConstraints } from './binding-constraints.ts';
import { commitmentSchedule } from './commitment-schedule.ts';
import { costBreakdown } from './costs.ts';
import { infeasibility } from './infeasibility.ts';
import { intervalWords } from './interval-words.ts';
import { marginalUnits } from './marginal-units.ts';
import { lmpDecomposition } from './prices.ts';
import { reserveMargin } from './reserve-margin.ts';
import { summary } from './summary.ts';

const EXPLAINERS: readonly Explainer[] = [
  summary,
  costBreakdown,
  commitmentSchedule,
  lmpDecomposition,
  bindingConstraints,
  marginalUnits,
  reserveMargin,
  infeasibility,
];

/** Computes all explanations; this takes seconds for a year with many units. */
export const explain = (payload: SolvePayload, result: SolveResult): Artifact[] =>
  EXPLAINERS.flatMap((explainer) => explainer(payload, result) ?? []).map((artifact) =>
    intervalWords({ ...artifact, data: { ...toldInterval(payload), ...artifact.data } }),
  );
