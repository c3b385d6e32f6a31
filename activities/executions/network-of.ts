/**
 * The network of an execution, and the facts that reports need about it. Every window needs the network. Reading a year
 * of series takes longer than preparing a window, so the networks read last are cached.
 */
import { LRUCache } from 'lru-cache';
import { networkKeeper } from '../../mongo/executions.ts';
import type { NetworkContent } from '../../temporal/case/network-schema.ts';
import { type StudyFacts, studyFacts } from '../../temporal/case/report/study-facts.ts';
import type { RecordActivityDeps } from '../deps.ts';
import { invalidModel } from '../solve/failures.ts';

/** Dependencies with readers of network and facts. Both readers throw a final failure when the network is gone. */
export interface ExecutionActivityDeps extends RecordActivityDeps {
  readonly networkOf: (executionId: string) => Promise<NetworkContent>;
  readonly factsOf: (executionId: string) => Promise<StudyFacts>;
}

/**
 * Most networks in the cache: executions that can alternate on a worker without another read. A network with a year of
 * 100 series takes about 10 MB.
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
 * Returns a cached form of `read`, which keeps the results for the last `max` executions. A failed read is repeated at
 * the next call.
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
