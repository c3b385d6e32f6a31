/** What the routes of the solver service have in common: what they use, who they belong to, how they refuse. */
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
  /** Apart from that of the workers: what it runs is over in a moment and takes no slot. */
  readonly engine: Engine;
  /** Solvers that this process runs. */
  readonly solvers: readonly SolverName[];
  /** Solves at the same time. */
  readonly slots: number;
  /** Longest horizon accepted, h. */
  readonly maxHorizon: number;
  /** Memory for the process of one linear program, MB. */
  readonly memoryMb: number;
}

/** Owner of what came over this service's own routes; its callers share it. */
export const SERVICE_USER = 'solver-service';

/** Whoever calls, for the actions of the API. */
export const SERVICE: Principal = { ...ANONYMOUS, userId: SERVICE_USER };

export const defineRoute = routesFor<ServiceDeps>();

/** Whoever knows the token may call, as often as they like. */
export const FOR_CALLERS = { auth: 'bearer', limit: 'none' } as const;

/** A reply is not the place for more. */
const MAX_PROBLEMS = 100;

/** Throws 422 when there are any; `within`: where in the body their paths begin. */
export function refuseProblems(problems: readonly PayloadProblem[], within: readonly string[] = []): void {
  if (problems.length === 0) return;
  const found = problems.slice(0, MAX_PROBLEMS);
  throw new Unprocessable(
    found.map(({ path, msg, type }) => ({ loc: ['body', ...within, ...path], msg, type })),
  );
}
