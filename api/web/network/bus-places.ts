/** Coordinates and names of the buses of a stored network, which a case does not contain. */
import { data } from '../../client/client.ts';
import { api } from '../parts/session.ts';
import { useLoad } from '../parts/use-load.ts';
import type { BusPlaces } from './case-network.ts';

const NOWHERE: BusPlaces = new Map();

/** Places of the buses; undefined while they load, empty if the network does not exist. */
export function useBusPlaces(networkId: string | undefined): BusPlaces | undefined {
  const load = useLoad(
    async (signal) => (networkId === undefined ? NOWHERE : readPlaces(networkId, signal)),
    [networkId],
  );
  return load.problem ? NOWHERE : load.data;
}

async function readPlaces(network_id: string, signal: AbortSignal): Promise<BusPlaces> {
  const params = { path: { network_id } };
  const { buses } = await data(api.GET('/api/networks/{network_id}/buses', { params, signal }));
  return new Map(buses.map(({ id, ...place }) => [String(id), place]));
}
