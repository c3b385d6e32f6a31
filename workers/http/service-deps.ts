/** Common parts of the solver service's routes: dependencies, owner, and refusals. */
import type { Engine } from '../../activities/engine/base/engine.ts';
import { Unprocessable } from '../../api/http/errors.ts';
import { ANONYMOUS, type Principal } from '../../api/http/principal.ts';
import { routesFor } from '../../api/http/route.ts';
import type { SolveDeps } from '../../api/solve/deps.ts';
import type { JobRunDeps } from '../../api/solve/runs.ts';
import type { Networks } from '../../mongo/networks.ts';
import type { PayloadProblem } from '../../temporal/case/checks/problem.ts';
import type { SolverName } from '../../temporal/solvers.ts';

export interface ServiceDeps extends JobRunDeps, Pick<SolveDeps, 'documents' | 'idempotency' | 'now'> {
  readonly networks: Networks;
  /** A separate engine from that of the workers: its tasks take moments and no slot. */
  readonly engine: Engine;
  /** Solvers that this process runs. */
  readonly solvers: readonly SolverName[];
  /** Largest number of parallel solves. */
  readonly slots: number;
  /** Longest horizon accepted, h. */
  readonly maxHorizon: number;
  /** Memory for the process of one linear program, MB. */
  readonly memoryMb: number;
}

/** Owner of the jobs submitted to this service, shared by all callers. */
export const SERVICE_USER = 'solver-service';

/** The principal of all callers, for actions of the API. */
export const SERVICE: Principal = { ...ANONYMOUS, userId: SERVICE_USER };

export const defineRoute = routesFor<ServiceDeps>();

/** Access for holders of the token, without a rate limit. */
export const FOR_CALLERS = { auth: 'bearer', limit: 'none' } as const;

/** Largest number of findings in a reply. */
const MAX_PROBLEMS = 100;

/** Throws 422 if there are findings; `within`: path of the body part in which their paths begin. */
export function refuseProblems(problems: readonly PayloadProblem[], within: readonly string[] = []): void {
  if (problems.length === 0) return;
  const findings = problems.slice(0, MAX_PROBLEMS);
  throw new Unprocessable(
    findings.map(({ path, msg, type }) => ({ loc: ['body', ...within, ...path], msg, type })),
  );
}
