/** Jobs that the tests of pages show. Each is solved at its first use, once for all files of a process. */
import assert from 'node:assert/strict';
import type { JobResult } from '../../../temporal/case/messages/result.ts';
import type { SolvePayload } from '../../../temporal/case/schema.ts';
import { generator, payload } from '../cases/payloads.ts';
import { storiedCase } from '../cases/storied-case.ts';
import { newAdministrator } from './steps.ts';

interface Solved {
  readonly id: string;
  readonly payload: SolvePayload;
  readonly result: JobResult;
}

/** Owner of all of these jobs. */
export const owner = once(newAdministrator);

/** Job of a day whose result has every kind of content. */
export const storiedJob = once(() => solved(1));

/** Job of the same day as `storiedJob`, with less load. */
export const lighterJob = once(() => solved(0.85));

/** Job without a schedule: a capacity of 100 MW for a load of 120 MW in hour 1. */
export const infeasibleJob = once(async () => {
  const { api } = await owner();
  const id = await api.submit('uc', payload({ generators: [generator({ name: 'only' })] }));
  await api.wait(id);
  return id;
});

async function solved(scale: number): Promise<Solved> {
  const { api } = await owner();
  const story = storiedCase(scale);
  const day: SolvePayload = { ...story, options: { ...story.options, pricing: 'both' } };
  const name = `A day with something of everything, and a name that is wider than a phone, at ${scale}`;
  const id = await api.submit('scuc', day, { name });
  const result = await api.result(id);
  assert.equal(result.termination_status, 'OPTIMAL');
  return { id, payload: day, result };
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let promise: Promise<T> | undefined;
  return () => {
    promise ??= make();
    return promise;
  };
}
