/** Common parts of the solver service's routes: dependencies, the user that owns all jobs, and refusals. */
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
  /** Engine for the tasks of the service, separate from that of the workers: the tasks are short and occupy no slot. */
  readonly engine: Engine;
  /** Solvers that this process can run. */
  readonly solvers: readonly SolverName[];
  /** Maximum number of solves that run in parallel. */
  readonly slots: number;
  /** Longest horizon that is accepted, h. */
  readonly maxHorizon: number;
  /** Memory limit of the process that solves a linear program, MB. */
  readonly memoryMb: number;
}

/** User that owns all jobs submitted to this service, whoever calls. */
export const SERVICE_USER = 'solver-service';

/** The principal for all callers, for actions that are shared with the API. */
export const SERVICE: Principal = { ...ANONYMOUS, userId: SERVICE_USER };

export const defineRoute = routesFor<ServiceDeps>();

/** Access for holders of the token, without a limit on the number of calls. */
export const FOR_CALLERS = { auth: 'bearer', limit: 'none' } as const;

/** Maximum number of findings in a reply. */
const MAX_PROBLEMS = 100;

/**
 * Throws 422 if there are findings. `within`: path of the part of the body to which the paths of the findings are
 * relative.
 */
export function refuseProblems(problems: readonly PayloadProblem[], within: readonly string[] = []): void {
  if (problems.length === 0) return;
  const findings = problems.slice(0, MAX_PROBLEMS);
  throw new Unprocessable(
    findings.map(({ path, msg, type }) => ({ loc: ['body', ...within, ...path], msg, type })),
  );
}
