/** What the routes of the solver service have in common: what they use, who they belong to, how they refuse. */
import { Unprocessable } from '../../api/http/errors.ts';
import { routesFor } from '../../api/http/route.ts';
import type { Audit } from '../../mongo/audit.ts';
import type { Documents } from '../../mongo/documents.ts';
import type { Idempotency } from '../../mongo/idempotency.ts';
import type { Jobs } from '../../mongo/jobs.ts';
import type { Networks } from '../../mongo/networks.ts';
import type { PayloadProblem } from '../../temporal/case/checks/problem.ts';
import type { JobWorkflows } from '../../temporal/jobs.ts';
import type { SolverName } from '../../temporal/solvers.ts';

export interface ServiceDeps {
  readonly jobs: Pick<Jobs, 'accept' | 'find' | 'markWorkflowStarted' | 'queuedBefore'>;
  readonly documents: Pick<Documents, 'get' | 'putPacked'>;
  readonly idempotency: Pick<Idempotency, 'claim'>;
  readonly networks: Networks;
  readonly audit: Pick<Audit, 'record' | 'together'>;
  readonly workflows: JobWorkflows;
  /** Solvers that this process runs. */
  readonly solvers: readonly SolverName[];
  /** Solves at the same time. */
  readonly slots: number;
  /** Longest horizon accepted, h. */
  readonly maxHorizon: number;
  readonly now: () => Date;
  /** Notes that something went wrong which the sweep makes good. */
  readonly warn: (error: unknown, message: string) => void;
}

/** Owner of what came over this service's own routes; its callers share it. */
export const SERVICE_USER = 'solver-service';

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
