/** The lever of a reserve requirement: of the hour when there is one per hour. */
import type { Reserve } from '../../../temporal/messages/resources.ts';
import { type Lever, RANK } from './lever.ts';

export const reserveLever = ({ name, mw }: Reserve, hour: number, required: number): Lever => ({
  element_type: 'reserve',
  element_id: name,
  hour: typeof mw === 'number' ? null : hour,
  field: 'mw',
  from: required,
  direction: -1,
  most: Math.max(0, required),
  weight: 1,
  rank: RANK.requirement,
  integer: false,
  code: 'RESERVE_SHORTFALL',
});
