/**
 * The network of an execution, and what reports need of it. With a year of series it takes longer to read than a window to
 * prepare, and every window needs it: the last ones that were read are kept.
 */
import { networkKeeper } from '../../mongo/executions.ts';
import type { NetworkContent } from '../../temporal/case/messages/network-record.ts';
import { type StudyFacts, studyFacts } from '../../temporal/case/report/study-facts.ts';
import type { RecordActivityDeps } from '../deps.ts';
import { invalidModel } from '../solve/failures.ts';

/** Throws a failure that is final when the network is gone. */
type NetworkOf = (executionId: string) => Promise<NetworkContent>;
/** Throws as `NetworkOf` does. */
type FactsOf = (executionId: string) => Promise<StudyFacts>;

export interface ExecutionActivityDeps extends RecordActivityDeps {
  readonly networkOf: NetworkOf;
  readonly factsOf: FactsOf;
}

export function withNetworks(deps: RecordActivityDeps): ExecutionActivityDeps {
  const networkOf = createNetworkOf(deps);
  return { ...deps, networkOf, factsOf: createFactsOf(deps, networkOf) };
}

/** Executions that may take turns on a worker without reading again; each holds some 10 MB for a year of 100 series. */
const MOST_KEPT = 8;

function createNetworkOf({ documents, executions }: RecordActivityDeps): NetworkOf {
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

const MOST_KNOWN = 16;

function createFactsOf({ executions }: RecordActivityDeps, networkOf: NetworkOf): FactsOf {
  const known = new Map<string, StudyFacts>();
  return async (executionId) => {
    const before = known.get(executionId);
    if (before) return before;
    const [network, execution] = await Promise.all([networkOf(executionId), executions.find(executionId)]);
    const facts = studyFacts(network, execution?.start);
    const [oldest] = known.keys();
    if (known.size >= MOST_KNOWN && oldest !== undefined) known.delete(oldest);
    known.set(executionId, facts);
    return facts;
  };
}
