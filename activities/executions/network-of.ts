/**
 * The network of an execution, and the facts that reports need of it. Every window needs the network, and a year of series
 * takes longer to read than a window to prepare: the last ones read are cached.
 */
import { LRUCache } from 'lru-cache';
import { networkKeeper } from '../../mongo/executions.ts';
import type { NetworkContent } from '../../temporal/case/network-schema.ts';
import { type StudyFacts, studyFacts } from '../../temporal/case/report/study-facts.ts';
import type { RecordActivityDeps } from '../deps.ts';
import { invalidModel } from '../solve/failures.ts';

/** Both functions throw a final failure when the network is gone. */
export interface ExecutionActivityDeps extends RecordActivityDeps {
  readonly networkOf: (executionId: string) => Promise<NetworkContent>;
  readonly factsOf: (executionId: string) => Promise<StudyFacts>;
}

/** Executions that can alternate on a worker without another read; a network with a year of 100 series takes about 10 MB. */
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

/** Returns a cached `read` that keeps the results of the last `max` executions; a failed read is repeated at the next call. */
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
