/**
 * What reports need of the network of an execution. With the series of a year a network takes longer to read than a
 * window to close, and it says the same of every window: the last ones that were read are remembered.
 */
import { type StudyFacts, studyFacts } from '../../temporal/case/report/study-facts.ts';
import type { RecordActivityDeps } from '../deps.ts';
import { invalidModel } from '../solve/failures.ts';

/** Throws a failure that is final when the network is gone. */
export type FactsOf = (executionId: string) => Promise<StudyFacts>;

const MOST_KNOWN = 16;

export function createFactsOf({
  documents,
  executions,
}: Pick<RecordActivityDeps, 'documents' | 'executions'>): FactsOf {
  const known = new Map<string, StudyFacts>();
  return async (executionId) => {
    const before = known.get(executionId);
    if (before) return before;
    const [network, execution] = await Promise.all([
      documents.get('network', executionId),
      executions.find(executionId),
    ]);
    if (!network) throw invalidModel('The network of this execution is no longer stored');
    const facts = studyFacts(network, execution?.options);
    const [oldest] = known.keys();
    if (known.size >= MOST_KNOWN && oldest !== undefined) known.delete(oldest);
    known.set(executionId, facts);
    return facts;
  };
}
