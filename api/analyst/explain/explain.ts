/** Everything that can be explained of a result, in the order of the artifact types, and the thread that does it. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { toldInterval } from '../../../temporal/case/arithmetic/intervals.ts';
import type { SolvePayload } from '../../../temporal/case/messages/payload.ts';
import type { SolveResult } from '../../../temporal/case/messages/result.ts';
import { GatewayTimeout } from '../../http/errors.ts';
import type { Artifact, Explainer } from './artifact.ts';
import { bindingConstraints } from './binding-constraints.ts';
import { commitmentSchedule } from './commitment-schedule.ts';
import { costBreakdown } from './cost-breakdown.ts';
import { infeasibility } from './infeasibility.ts';
import { intervalWords } from './interval-words.ts';
import { lmpDecomposition } from './lmp-decomposition.ts';
import { marginalUnits } from './marginal-units.ts';
import { reserveMargin } from './reserve-margin.ts';
import { summary } from './summary.ts';

export interface ExplainTask {
  readonly payload: SolvePayload;
  readonly result: SolveResult;
}

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

export const explain = (payload: SolvePayload, result: SolveResult): Artifact[] =>
  EXPLAINERS.flatMap((explainer) => explainer(payload, result) ?? []).map((artifact) =>
    intervalWords({ ...artifact, data: { ...toldInterval(payload), ...artifact.data } }),
  );

export type ExplainSolve = (task: ExplainTask) => Promise<Artifact[]>;

const DEADLINE_MS = 60_000;

/**
 * Explains in a thread of its own: a year of many units takes seconds that the event loop does not have. One solve at a
 * time, so that explanations do not slow each other and the rest of the machine.
 */
export function createExplainThread(deadlineMs = DEADLINE_MS): ExplainSolve {
  let before: Promise<unknown> = Promise.resolve();
  return (task) => {
    const explained = before.then(() => explainOne(task, deadlineMs));
    before = explained.catch(() => undefined);
    return explained;
  };
}

async function explainOne(task: ExplainTask, deadlineMs: number): Promise<Artifact[]> {
  const thread = new Worker(new URL('./explain-thread.js', import.meta.url), { workerData: task });
  thread.unref();
  const deadline = AbortSignal.timeout(deadlineMs);
  try {
    const [artifacts]: Artifact[][] = await once(thread, 'message', { signal: deadline });
    return artifacts ?? [];
  } catch (error) {
    if (!deadline.aborted) throw error;
    throw new GatewayTimeout(`The solve could not be explained within ${deadlineMs / 1000} s`, {
      cause: error,
    });
  } finally {
    await thread.terminate();
  }
}
