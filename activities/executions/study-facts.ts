/** What reports need of the network of an execution. It says the same of every window: the last ones are remembered. */
import { type StudyFacts, studyFacts } from '../../temporal/case/report/study-facts.ts';
import type { RecordActivityDeps } from '../deps.ts';
import type { NetworkOf } from './network-of.ts';

/** Throws a failure that is final when the network is gone. */
export type FactsOf = (executionId: string) => Promise<StudyFacts>;

const MOST_KNOWN = 16;

export function createFactsOf(
  { executions }: Pick<RecordActivityDeps, 'executions'>,
  networkOf: NetworkOf,
): FactsOf {
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
