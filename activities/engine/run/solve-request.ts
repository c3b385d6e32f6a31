/** Solves one request, from payload to certified result. Runs in a worker thread, which it may block. */
import type { SolveResult } from '../../../temporal/case/messages/result.ts';
import type { SolverCommands } from '../../../temporal/solvers.ts';
import { openSolver } from '../../solvers/registry.ts';
import { certify } from '../../verifier/certify.ts';
import { settle } from '../../verifier/settle.ts';
import { EngineError, type EngineRequest } from '../base/engine.ts';
import { prepareRequest } from '../base/prepared-case.ts';
import { progressShower, type Solve, type SolveWatch, startClock } from '../base/solve.ts';
import { withEmissionRates } from '../result/emission-rates.ts';
import { withoutPrices } from '../result/prices.ts';
import type { Uncertified } from '../result/result.ts';
import { findResult } from '../strategy.ts';

export async function solveRequest(
  request: EngineRequest,
  stop: Int32Array,
  watch: SolveWatch,
  commands: SolverCommands = {},
): Promise<SolveResult> {
  const clock = startClock(request.timeLimitS);
  const show = progressShower(watch, clock);
  show({ phase: 'building' });
  const solve: Solve = {
    request,
    prepared: prepareRequest(request),
    clock,
    open: openSolver(request.solver, commands),
    stop,
    watch,
    show,
    onReserve(first) {
      const certified = watch.onReserve && certifyResult(request, first);
      if (certified?.certificate?.verified) watch.onReserve?.(certified);
    },
  };
  const result = await findResult(solve);
  if (result.objective_value === null) return { ...result, certificate: null };
  show({ phase: 'verifying' });
  const certified = certifyResult(request, await withEmissionRates(solve, result));
  const failed = (certified.certificate?.checks ?? []).filter(({ ok }) => !ok);
  if (failed.length === 0) return certified;
  const excesses = failed.map(({ name, max_violation }) => `${name} by ${max_violation}`);
  throw new EngineError('VERIFICATION_FAILED', `The schedule failed its checks: ${excesses.join(', ')}`);
}

/**
 * Verifies a result. A commitment is valid without prices, so prices that fail their check are removed. A dispatch is
 * refused if its prices fail.
 */
function certifyResult({ payload, jobType }: EngineRequest, found: Uncertified): SolveResult {
  const result = { ...found, ...settle(payload, jobType, found) };
  const certificate = certify(payload, jobType, result);
  const wrong = certificate.checks.filter(({ ok }) => !ok).map(({ name }) => name);
  if (jobType === 'ed' || wrong.length !== 1 || wrong[0] !== 'prices') return { ...result, certificate };
  const cleared = withoutPrices(found);
  const unpriced = { ...cleared, ...settle(payload, jobType, cleared) };
  return { ...unpriced, certificate: certify(payload, jobType, unpriced) };
}
