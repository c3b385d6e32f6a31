/** One named check: how far, at worst, a schedule is from obeying it. */
import type { CheckName } from '../../temporal/messages/certificate.ts';
import type { Schedule } from './schedule.ts';

export interface Rule {
  readonly name: CheckName;
  /** Largest excess that still passes, in the unit of the excesses. */
  readonly tolerance: number;
  /** Amounts above a limit; negative = inside it, NaN = the data to judge is missing. */
  excesses(schedule: Schedule): Iterable<number>;
}
