/** Reads stored networks: the list of all, and one with its drawing and key figures. */
import type { Reply } from '../../client/client.ts';
import { inWorker } from '../parts/in-worker.ts';
import { readAll } from '../parts/list.tsx';
import { get } from '../parts/session.ts';
import { type Load, useLoad } from '../parts/use-load.ts';
import type { ReadNetwork } from './network-summary.ts';

export type Network = Reply<'getNetworks'>['networks'][number];

const read = inWorker<ArrayBuffer, ReadNetwork>(
  () => new Worker(new URL('./network-worker.ts', import.meta.url), { type: 'module' }),
);

/** Loads a network in a version; absent = the present one. */
export const useNetwork = (network_id: string, version?: string): Load<ReadNetwork> =>
  useLoad(
    async (signal) => {
      const params = { path: { network_id }, query: version === undefined ? {} : { version } };
      const body = await get('/api/networks/{network_id}', { params, signal, parseAs: 'arrayBuffer' });
      return read(body, [body]);
    },
    [network_id, version],
  );

export const readNetworks = (signal: AbortSignal): Promise<Network[]> =>
  readAll(async (query) => {
    const { networks, total } = await get('/api/networks', { params: { query }, signal });
    return { rows: networks, total };
  });
