/**
 * Months of a long run that are solved in parallel as drafts. Each draft begins some windows before its month, in the
 * initial state of the run: by the beginning of the month, this state no longer has an effect. The run decides later
 * which drafts it uses.
 */
import type { DraftedMonth } from '../messages/execution.ts';
import { monthOfHour, type SeriesCalendar } from './series-calendar.ts';

/** Fields of a stored run that determine its windows. */
interface Run {
  readonly windows: number;
  readonly options: { readonly step_h?: number | undefined; readonly parallel?: boolean | undefined };
  readonly start?: { readonly hour: number; readonly calendar?: SeriesCalendar };
}

const DAY_H = 24;
/** Length of a month if the network has no dates, h. */
const MONTH_H = 30 * DAY_H;
/** Number of hours before a month at which its draft begins. */
const LEAD_H = 2 * DAY_H;
/** Longest run that is solved day after day when the option `parallel` is not set, h. */
const SHORT_RUN_H = 62 * DAY_H;

export const isLong = (horizon: number): boolean => horizon > SHORT_RUN_H;

/** Months that are drafted; empty for a run whose windows are solved one after another. */
export function draftedMonths({ windows, options, start }: Run): DraftedMonth[] {
  if (options.parallel !== true) return [];
  const { step_h = DAY_H } = options;
  const monthAt = (window: number): number => {
    const hour = window * step_h;
    return start?.calendar ? monthOfHour(start.calendar, start.hour + hour) : Math.floor(hour / MONTH_H);
  };
  const all = Array.from({ length: windows }, (_, window) => window);
  const firsts = all.filter((window) => window === 0 || monthAt(window) !== monthAt(window - 1));
  if (firsts.length < 2) return [];
  return firsts.map((first, place) => ({
    chain: `month-${place + 1}`,
    from: Math.max(0, first - Math.ceil(LEAD_H / step_h)),
    first,
    end: firsts[place + 1] ?? windows,
  }));
}
