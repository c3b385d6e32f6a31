/** Access to the open case, which is in its worker. */
import { inWorker } from '../parts/in-worker.ts';
import type { CaseCalls, CaseRequest } from './case-worker.ts';

const ask = inWorker<CaseRequest, unknown>(
  () => new Worker(new URL('./case-worker.ts', import.meta.url), { type: 'module' }),
);

/** Calls a function of the worker, with the types of that function. */
export const callCase = <K extends keyof CaseCalls>(name: K, ...args: Parameters<CaseCalls[K]>) =>
  ask({ name, args }) as Promise<Awaited<ReturnType<CaseCalls[K]>>>;
