/** What an elastic model had to change, hour by hour -> causes in the words of the payload. */
import type { Cause, CauseCode } from '../../../temporal/messages/infeasibility.ts';
import { elementCause } from '../../infeasibility/element-cause.ts';
import { inMw } from '../../infeasibility/in-mw.ts';
import type { Change } from './solve-elastic.ts';

/** Messages without their hour. */
const MESSAGES: Readonly<Partial<Record<CauseCode, (change: Change, limit: string, by: string) => string>>> =
  {
    RAMP_LIMIT: ({ lever }, limit, by) =>
      `${lever.element_id} would have to exceed its ${lever.field} of ${limit} by ${by}`,
    RESERVE_SHORTFALL: ({ lever }, limit, by) =>
      `reserve ${lever.element_id} of ${limit} is ${by} more than any schedule can hold`,
    LINE_LIMIT: ({ lever }, limit, by) =>
      `line ${lever.element_id} would have to carry ${by} more than its ${lever.field} of ${limit}`,
    CONTINGENCY_LIMIT: ({ lever, contingency }, limit, by) =>
      lever.element_type === 'contingency'
        ? `after contingency ${lever.element_id} ${by} cannot be replaced by the other units`
        : `after contingency ${contingency} line ${lever.element_id} would have to carry ${by} more than its ${lever.field} of ${limit}`,
    MIN_UPTIME_CONFLICT: ({ lever }) =>
      `${lever.element_id} would have to be off before its min_uptime of ${lever.from} h is over`,
    MIN_DOWNTIME_CONFLICT: ({ lever }) =>
      `${lever.element_id} would have to be on before its min_downtime of ${lever.from} h is over`,
    STORAGE_LIMIT: ({ lever, amount }) =>
      `${lever.element_id} can end with at most ${Number(((lever.from ?? 0) - amount).toFixed(3))} MWh, not ${lever.from} MWh`,
    CAPACITY_SHORTFALL: (_, _limit, by) => `${by} of load cannot be served`,
    MINIMUM_GENERATION_EXCESS: (_, _limit, by) => `${by} of generation has no load`,
  };

/** Loads are short together, whatever their bus. */
const SYSTEM: ReadonlySet<CauseCode> = new Set(['CAPACITY_SHORTFALL', 'MINIMUM_GENERATION_EXCESS']);

export const toCauses = (changes: readonly Change[]): Cause[] =>
  summed(changes).flatMap((change): Cause[] => {
    const { lever, at, amount } = change;
    const { code, element_type, element_id, from } = lever;
    const text = code === null ? undefined : MESSAGES[code]?.(change, inMw(from ?? 0), inMw(amount));
    if (code === null || text === undefined) return [];
    const place = SYSTEM.has(code)
      ? ({ element_type: 'system', element_id: null, hour: at } as const)
      : { element_type, element_id, hour: at };
    const inPower = !lever.integer && code !== 'STORAGE_LIMIT';
    return [elementCause(code, place, `Hour ${at}: ${text}`, inPower ? amount : null)];
  });

/** Changes of loads in one hour count as one. */
function summed(changes: readonly Change[]): Change[] {
  const hours = new Map<string, Change>();
  for (const change of changes) {
    const { element_type, element_id, field, code } = change.lever;
    const where = element_type === 'bus' ? '' : `${element_type}/${element_id}/${field}`;
    const key = `${where}/${code}/${change.at}`;
    const before = hours.get(key);
    hours.set(key, before ? { ...before, amount: before.amount + change.amount } : change);
  }
  return [...hours.values()];
}
