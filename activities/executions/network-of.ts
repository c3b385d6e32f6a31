/**
 * The network of an execution. With a year of series it takes longer to read than a window to prepare, and every window
 * needs it: the last ones that were read are kept.
 */
import { networkKeeper } from '../../mongo/executions.ts';
import type { NetworkContent } from '../../temporal/case/messages/network-record.ts';
import type { RecordActivityDeps } from '../deps.ts';
import { invalidModel } from '../solve/failures.ts';

/** Throws a failure that is final when the network is gone. */
export type NetworkOf = (executionId: string) => Promise<NetworkContent>;

/** As many executions may take turns on a worker without reading again; each holds some 10 MB for a year of 100 series. */
const MOST_KEPT = 8;

export function createNetworkOf({
  documents,
  executions,
}: Pick<RecordActivityDeps, 'documents' | 'executions'>): NetworkOf {
  /** The longest unused first. */
  const kept = new Map<string, Promise<NetworkContent>>();
  const read = async (executionId: string): Promise<NetworkContent> => {
    const execution = await executions.find(executionId);
    const network = await documents.get('network', execution ? networkKeeper(execution) : executionId);
    if (!network) throw invalidModel('The network of this execution is no longer stored');
    return network;
  };
  return async (executionId) => {
    const known = kept.get(executionId) ?? read(executionId);
    kept.delete(executionId);
    kept.set(executionId, known);
    const [oldest] = kept.keys();
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    try {
      return await known;
    } catch (error) {
      kept.delete(executionId);
      throw error;
    }
  };
}
