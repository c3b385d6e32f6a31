/** Reason why an interval is wide, in words (pure). */
import type { ConnectionStudyRecord } from '../../mongo/connection-studies.ts';
import type { MwInterval } from '../../temporal/case/messages/connection.ts';
import type { NetworkContent } from '../../temporal/case/network-schema.ts';
import type { TriedRun } from './read-level.ts';

/** Width of a narrow interval, as a share of its upper end. */
const NARROW = 0.02;

type Study = Pick<ConnectionStudyRecord, 'options' | 'keepsCommitment'>;
type Network = Pick<NetworkContent, 'generators' | 'renewables' | 'storage'>;

/** Undefined for a narrow interval. `failure`: the smallest power above it that a run did not serve. */
export function widthWords(
  { at_least, at_most }: Pick<MwInterval, 'at_least' | 'at_most'>,
  failure: Pick<TriedRun, 'mw' | 'message'> | undefined,
  study: Study,
  network: Network,
): string | undefined {
  if (at_most - at_least <= NARROW * at_most) return undefined;
  const tried = failure ? `With ${failure.mw} MW: ${failure.message}. ` : '';
  return `${tried}The proof takes each hour alone, and does not count ${listed(ties(study, network))}.`;
}

/** Limits of a schedule that the proof does not count, most of which tie hours together. */
const ties = ({ options, keepsCommitment }: Study, network: Network): string[] => [
  ...(network.storage?.length ? ['the energy of storage'] : []),
  ...(network.renewables?.some(({ energy_limits }) => energy_limits !== undefined) ? ['energy limits'] : []),
  ...(options.losses ? ['losses'] : []),
  ...(keepsCommitment ? ['that units stay committed as without the connection'] : []),
  'ramps, minimum times and the initial state of units',
];

const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
