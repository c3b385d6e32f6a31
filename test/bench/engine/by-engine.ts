/** The engine, from the payload to the certificate. */
import { startClock } from '../../../activities/engine/clock.ts';
import { findResult } from '../../../activities/engine/find-result.ts';
import { readCase } from '../../../activities/engine/read-case.ts';
import { progressShower } from '../../../activities/engine/solve-watch.ts';
import { openHighs } from '../../../activities/solvers/highs.ts';
import { certify } from '../../../activities/verifier/certify.ts';
import { countedSession } from './counted-session.ts';
import type { Strategy } from './strategy.ts';

export const byEngine: Strategy = async ({ jobType, payload }, limits, { marks, runs }) => {
  const request = { jobType, payload, solver: 'highs', ...limits } as const;
  const watch = {
    onProgress: ({ mip_gap }: { mip_gap: number | null }) => marks.see(mip_gap),
    onIncumbent: () => undefined,
  };
  const result = await findResult(
    request,
    readCase(request),
    startClock(limits.timeLimitS),
    async (milp, settings) => countedSession(await openHighs(milp, new Int32Array(1), settings), runs),
    watch,
    progressShower(watch),
  );
  const { objective_value: cost, lower_bound_usd: bound, mip_gap: gap } = result;
  marks.see(gap);
  if (cost === null) return { cost, bound, gap };
  const before = marks.spentS();
  const certificate = certify(payload, jobType, result);
  if (!certificate.verified) throw new Error('not verified');
  const independent_gap = certificate.independent_gap ?? null;
  return { cost, bound, gap, independent_gap, certificate_s: marks.spentS() - before };
};
