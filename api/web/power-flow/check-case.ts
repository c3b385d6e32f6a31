/** A case is read, sent and checked. */
import { data, type Reply } from '../../client/client.ts';
import { Problem } from '../../client/problem.ts';
import { inWorker } from '../parts/in-worker.ts';
import { api } from '../parts/session.ts';
import { tooLarge } from './case-body.ts';
import type { ReadCase } from './case-worker.ts';

export type Report = Reply<'postModulesPowerFlowValidateFile'>;

const readAway = inWorker<File | string, ReadCase>(
  () => new Worker(new URL('./case-worker.ts', import.meta.url), { type: 'module' }),
);

const refuse = (message: string): never => {
  throw new Problem({ status: 422, message });
};

/** Throws `Problem` for a file that is too large or no case, and for what the server refuses. */
export async function checkCase(source: File | string): Promise<Report> {
  const problem = tooLarge(typeof source === 'string' ? source.length : source.size);
  if (problem) refuse(problem);
  const read = await readAway(source);
  return 'problem' in read ? refuse(read.problem) : send(read.body);
}

export async function checkNetwork(network_id: string, signal: AbortSignal): Promise<Report> {
  const params = { path: { network_id } };
  const network = await data(api.GET('/api/networks/{network_id}', { params, signal }));
  return send(new Blob([JSON.stringify({ network })], { type: 'application/json' }), signal);
}

const send = (body: Blob, signal?: AbortSignal): Promise<Report> =>
  data(
    api.POST('/api/modules/power-flow/validate-file', {
      params: { query: { include: 'network' } },
      // What it holds was made by the worker.
      body: {},
      bodySerializer: () => body,
      headers: { 'Content-Type': 'application/json' },
      ...(signal && { signal }),
    }),
  );
