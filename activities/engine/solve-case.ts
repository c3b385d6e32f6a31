/** One solve from payload to certified result; runs in a worker thread and may block it as long as it likes. */
import type { SolveResult } from '../../temporal/messages/result.ts';
import { openSolver } from '../solvers/open-solver.ts';
import { DEFAULT_COMMANDS } from '../solvers/solver-commands.ts';
import { certify } from '../verifier/certify.ts';
import { startClock } from './clock.ts';
import type { EngineRequest } from './engine.ts';
import { EngineError } from './engine-error.ts';
import { findResult } from './find-result.ts';
import { readCase } from './read-case.ts';
import { progressShower, type SolveWatch } from './solve-watch.ts';

export async function solveCase(
  request: EngineRequest,
  stop: Int32Array,
  watch: SolveWatch,
  commands = DEFAULT_COMMANDS,
): Promise<SolveResult> {
  const clock = startClock(request.timeLimitS);
  const show = progressShower(watch);
  show({ phase: 'building' });
  const solveCase = readCase(request);
  const open = openSolver(request.solver, commands);
  const result = await findResult(
    request,
    solveCase,
    clock,
    (milp, settings) => open(milp, stop, settings),
    watch,
    show,
  );
  if (result.objective_value === null) return { ...result, certificate: null };
  show({ phase: 'verifying' });
  const certificate = certify(request.payload, request.jobType, result);
  if (!certificate.verified) {
    const failed = certificate.checks
      .filter(({ ok }) => !ok)
      .map(({ name, max_violation }) => `${name} by ${max_violation}`);
    throw new EngineError('VERIFICATION_FAILED', `The schedule failed its checks: ${failed.join(', ')}`);
  }
  return { ...result, certificate };
}
