/**
 * The network of an execution, and what reports need of it. With a year of series it takes longer to read than a window to
 * prepare, and every window needs it: the last ones that were read are kept.
 */
import { LRUCache } from 'lru-cache';
import { networkKeeper } from '../../mongo/executions.ts';
import type { NetworkContent } from '../../temporal/case/network-schema.ts';
import { type StudyFacts, studyFacts } from '../../temporal/case/report/study-facts.ts';
import type { RecordActivityDeps } from '../deps.ts';
import { invalidModel } from '../solve/failures.ts';

/** Both throw a failure that is final when the network is gone. */
export interface ExecutionActivityDeps extends RecordActivityDeps {
  readonly networkOf: (executionId: string) => Promise<NetworkContent>;
  readonly factsOf: (executionId: string) => Promise<StudyFacts>;
}

/** Executions that may take turns on a worker without reading again; a network holds some 10 MB for a year of 100 series. */
const MOST_NETWORKS = 8;
const MOST_FACTS = 16;

export function withNetworks(deps: RecordActivityDeps): ExecutionActivityDeps {
  const { documents, executions } = deps;
  const networkOf = kept(MOST_NETWORKS, async (executionId) => {
    const execution = await executions.find(executionId);
    const network = await documents.get('network', execution ? networkKeeper(execution) : executionId);
    if (!network) throw invalidModel('The network of this execution is no longer stored');
    return network;
  });
  const factsOf = kept(MOST_FACTS, async (executionId) => {
    const [network, execution] = await Promise.all([networkOf(executionId), executions.find(executionId)]);
    return studyFacts(network, execution?.start);
  });
  return { ...deps, networkOf, factsOf };
}

/** Asks `read` once for an execution while it is among the last `max`; what failed is asked for again. */
function kept<T>(max: number, read: (executionId: string) => Promise<T>) {
  const cache = new LRUCache<string, Promise<T>>({
    max,
    memoMethod(executionId) {
      const found = read(executionId);
      found.catch(() => cache.delete(executionId));
      return found;
    },
  });
  return (executionId: string): Promise<T> => cache.memo(executionId);
}
