/** Asks for distribution factors once the request is known to be sound, and says what can still be wrong. */
import { EngineError } from '../../activities/engine/engine-error.ts';
import type { SensitivityRequest } from '../../activities/engine/sensitivity.ts';
import { type PayloadProblem, problem } from '../../temporal/checks/problem.ts';
import { HttpError } from './http-error.ts';
import { refuseProblems } from './refuse-problems.ts';
import type { Call, Reply } from './route.ts';

export async function factorsReply(
  { deps, signal }: Pick<Call<undefined, undefined, undefined>, 'deps' | 'signal'>,
  problems: readonly PayloadProblem[],
  request: SensitivityRequest,
): Promise<Reply> {
  refuseProblems(problems);
  try {
    return { status: 200, body: await deps.sensitivity(request, signal) };
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    if (error.code === 'INVALID_MODEL') refuseProblems([problem(['lines'], error.message)]);
    if (error.code === 'SOLVER_TIMEOUT') throw new HttpError(504, error.message, { code: error.code });
    throw new HttpError(503, error.message, { headers: { 'Retry-After': '1' } });
  }
}
