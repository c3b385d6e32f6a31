/** Health checks: whether the process is alive, and whether the service is ready to serve requests. */
import { object, string } from 'yup';
import { reply, routesFor } from './route.ts';

const DEADLINE_MS = 2000;
const SHARED_MS = 1000;

/** Reason why a part is not ready, worded for clients. */
export class NotReady extends Error {}

type Ask = () => Promise<void>;

const answers = new WeakMap<Ask, { readonly at: number; readonly answer: Promise<string> }>();

/**
 * Probes a part of the service; a part that does not answer in time has failed. Anyone may call, so calls within a
 * second share one answer: `ok`, the message of a `NotReady`, or `unreachable`, which hides address and cause.
 */
export function probe(ask: Ask, deadlineMs = DEADLINE_MS): Promise<string> {
  const lastAnswer = answers.get(ask);
  if (lastAnswer && performance.now() - lastAnswer.at < SHARED_MS) return lastAnswer.answer;
  const answer = askWithin(ask, deadlineMs);
  answers.set(ask, { at: performance.now(), answer });
  return answer;
}

async function askWithin(ask: Ask, deadlineMs: number): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(`no answer within ${deadlineMs / 1000} s`), deadlineMs);
  });
  const answer = ask().then(
    () => 'ok',
    (error: unknown) => (error instanceof NotReady ? error.message : 'unreachable'),
  );
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

export interface HealthDeps {
  /** Aborted when the process begins to stop; readiness turns 503. */
  readonly stopping: AbortSignal;
  /** Probes of the parts that readiness depends on. */
  readonly probes: Readonly<Record<'mongo' | 'temporal' | 'solver', () => Promise<void>>>;
  /** True until indexes and the first administrator have been created. */
  readonly isStarting?: () => boolean;
}

const defineRoute = routesFor<HealthDeps>();

const state = (...states: readonly string[]) =>
  object({
    status: string()
      .required()
      .meta({ examples: [...states] }),
  });

/** Properties that all health routes share. */
const alone = { method: 'get', light: true, tag: 'Health', auth: 'none' } as const;

/** GET /health/live: the process is alive. */
const live = defineRoute({
  ...alone,
  path: '/health/live',
  summary: 'Liveness: the process answers',
  responses: { 200: state('healthy') },
  handle: async () => reply(200, { status: 'healthy' }),
});

/** GET /health: 503 until indexes and the first administrator have been created, then always 200. */
const health = defineRoute({
  ...alone,
  path: '/health',
  summary: 'Liveness; 503 until the service has prepared its database for the first time',
  responses: { 200: state('healthy'), 503: state('starting') },
  handle: async ({ deps: { isStarting } }) =>
    isStarting?.() ? reply(503, { status: 'starting' }) : reply(200, { status: 'healthy' }),
});

const check = () => string().required().meta({ description: '`ok`, or the reason' });
const readiness = object({
  status: string()
    .oneOf(['ready', 'unavailable'] as const)
    .required(),
  checks: object({
    mongo: check(),
    temporal: check(),
    solver: check(),
    process: string().optional().meta({ description: '`stopping`, once shutdown has begun' }),
  }).required(),
});

/** GET /health/ready: 200 if requests can be served. */
const ready = defineRoute({
  ...alone,
  path: '/health/ready',
  summary: 'Readiness of the service and of its dependencies',
  responses: { 200: readiness, 503: readiness },
  handle: async ({ deps: { probes, stopping } }) => {
    const [mongo, temporal, solver] = await Promise.all([
      probe(probes.mongo),
      probe(probes.temporal),
      probe(probes.solver),
    ]);
    const checks = { mongo, temporal, solver, ...(stopping.aborted && { process: 'stopping' }) };
    const isReady = Object.values(checks).every((state) => state === 'ok');
    return isReady ? reply(200, { status: 'ready', checks }) : reply(503, { status: 'unavailable', checks });
  },
});

export const healthRoutes = [health, live, ready];
