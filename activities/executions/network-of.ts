/**
 * The network of an execution, and the facts about it for reports. Every window needs the network, and reading a year
 * of series takes longer than preparing a window, so the networks read last are cached.
 */
import { LRUCache } from 'lru-cache';
import { networkKeeper } from '../../mongo/executions.ts';
import type { NetworkContent } from '../../temporal/case/network-schema.ts';
import { type StudyFacts, studyFacts } from '../../temporal/case/report/study-facts.ts';
import type { RecordActivityDeps } from '../deps.ts';
import { invalidModel } from '../solve/failures.ts';

/**
 * Dependencies with readers of a network and of its facts. Both throw a failure that is not retried if the network has
 * been deleted.
 */
export interface ExecutionActivityDeps extends RecordActivityDeps {
  readonly networkOf: (executionId: string) => Promise<NetworkContent>;
  readonly factsOf: (executionId: string) => Promise<StudyFacts>;
}

/**
 * Largest number of networks in the cache: so many executions can alternate on a worker without reading again. A
 * network with a year of 100 series takes about 10 MB.
 */
const MOST_NETWORKS = 8;
const MOST_FACTS = 16;

export function withNetworks(deps: RecordActivityDeps): ExecutionActivityDeps {
  const { documents, executions } = deps;
  const networkOf = cached(MOST_NETWORKS, async (executionId) => {
    const execution = await executions.find(executionId);
    const network = await documents.get('network', execution ? networkKeeper(execution) : executionId);
    if (!network) throw invalidModel('The network of this execution is no longer stored');
    return network;
  });
  const factsOf = cached(MOST_FACTS, async (executionId) => {
    const [network, execution] = await Promise.all([networkOf(executionId), executions.find(executionId)]);
    return studyFacts(network, execution?.start);
  });
  return { ...deps, networkOf, factsOf };
}

/**
 * Returns a function that caches the values of `read` for the last `max` executions. After a failed read, the next call
 * reads again.
 */
function cached<T>(max: number, read: (executionId: string) => Promise<T>) {
  const cache = new LRUCache<string, Promise<T>>({
    max,
    memoMethod(executionId) {
      const reading = read(executionId);
      reading.catch(() => cache.delete(executionId));
      return reading;
    },
  });
  return (executionId: string): Promise<T> => cache.memo(executionId);
}
