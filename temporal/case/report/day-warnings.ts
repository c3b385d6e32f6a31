/** Collects the warnings of the solves of a run, without duplicates, each with its days. */
import type { DayWarning } from '../messages/execution.ts';

interface WarnedWindow {
  /** Index of the window, 0-based. */
  readonly index: number;
  readonly warnings?: readonly string[] | undefined;
}

/** Collects warnings window by window, in order of appearance. */
export function createDayWarnings() {
  const days = new Map<string, number[]>();
  return {
    add({ index, warnings = [] }: WarnedWindow): void {
      for (const message of new Set(warnings)) days.set(message, [...(days.get(message) ?? []), index + 1]);
    },
    all: (): DayWarning[] =>
      Array.from(days, ([message, daysOfMessage]) => ({ message, days: daysOfMessage })),
  };
}

/** Maximum number of warnings in a list. */
const MOST = 100;

/** Warnings as text: `Days 1 to 3 and 7: ...`; without days if the run is a single solve. */
export function dayWarningTexts(warnings: readonly DayWarning[], windows: number): string[] {
  const texts = warnings
    .slice(0, MOST)
    .map(({ message, days }) => (windows === 1 ? message : `${daysText(days)}: ${message}`));
  const others = warnings.length - texts.length;
  return others > 0 ? [...texts, `and ${others} more warnings of single days`] : texts;
}

function daysText(days: readonly number[]): string {
  const spans: [first: number, last: number][] = [];
  for (const day of days) {
    const span = spans.at(-1);
    if (span && day === span[1] + 1) span[1] = day;
    else spans.push([day, day]);
  }
  const parts = spans.map(([first, last]) => {
    if (first === last) return `${first}`;
    return last === first + 1 ? `${first}, ${last}` : `${first} to ${last}`;
  });
  return `${days.length === 1 ? 'Day' : 'Days'} ${parts.join(', ')}`;
}
