/** The causes of an infeasible case in sentences whose figures are those of the causes. */
import type { Cause, CauseCode } from '../../../../temporal/messages/infeasibility.ts';

const WORDS: Readonly<Record<CauseCode, string>> = {
  CAPACITY_SHORTFALL: 'the load exceeds all that can be online',
  MINIMUM_GENERATION_EXCESS: 'minimum generation exceeds the load',
  OUTPUT_LIMITS_INVERTED: 'the least output is above the largest',
  MIN_UPTIME_CONFLICT: 'the minimum up time stands against it',
  MIN_DOWNTIME_CONFLICT: 'the minimum down time stands against it',
  RAMP_LIMIT: 'ramps do not allow it',
  RESERVE_SHORTFALL: 'the reserve cannot be provided',
  LINE_LIMIT: 'the network cannot carry the power',
  CONTINGENCY_LIMIT: 'a contingency cannot be survived',
  ISLANDED_LOAD: 'a load is cut off from every source',
  STORAGE_LIMIT: 'the energy of a storage cannot be reached',
};

const say = ({ code, element_type, element_id, hour, shortfall_mw }: Cause): string =>
  [
    hour === null ? 'in the whole horizon' : `in hour ${hour}`,
    ' ',
    WORDS[code],
    element_id === null ? '' : ` (${element_type} ${element_id})`,
    shortfall_mw === null ? '' : ` by ${shortfall_mw} MW`,
  ].join('');

/** Of the first three. */
export const sayCauses = (causes: readonly Cause[]): string =>
  causes.length === 0 ? 'no single rule explains it' : causes.slice(0, 3).map(say).join('; ');
