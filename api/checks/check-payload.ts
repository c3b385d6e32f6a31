/** The structural checks of a solve payload, as a client reads them. */
import { payloadProblemsInSteps } from '../../temporal/checks/payload-problems.ts';
import type { PayloadLimits } from '../../temporal/checks/problem.ts';
import { inSlices } from '../../temporal/json/in-slices.ts';
import type { SolvePayload } from '../../temporal/messages/payload.ts';
import { Unprocessable } from '../errors.ts';

/** Throws `Unprocessable` with every problem found. */
export async function checkPayload(payload: SolvePayload, limits: PayloadLimits): Promise<void> {
  const problems = await inSlices(payloadProblemsInSteps(payload, limits));
  if (problems.length === 0) return;
  throw new Unprocessable(
    problems.map(({ path, msg, type }) => ({ loc: ['body', 'payload', ...path], msg, type })),
  );
}
