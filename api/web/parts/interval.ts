/** Names of the periods of the current job. They are set when a result is read, before its views are rendered. */
import { type PeriodNames, periodNames, type Times } from '../../client/period-names.ts';

export { capitalized } from '../../client/period-names.ts';

let names = periodNames({});

/** Sets the intervals of the page; default: hours. */
export function countIn({ interval_minutes, start_time }: Times): void {
  names = periodNames({ interval_minutes, start_time });
}

/** Length of an interval, h; MW times this length gives MWh. */
export const intervalHours = (): number => names.intervalHours;

/** `hour` and `hours`, or `interval` and `intervals`. */
export const period = (): string => names.period;
export const periods = (): string => `${names.period}s`;
export const axisTitle = (): string => names.axisTitle;

export const tick = (t: number): string => names.tick(t);
export const periodName: PeriodNames['periodName'] = (t) => names.periodName(t);
export const inPeriod: PeriodNames['inPeriod'] = (t) => names.inPeriod(t);
export const periodCell: PeriodNames['periodCell'] = (t) => names.periodCell(t);
export const periodsCell: PeriodNames['periodsCell'] = (positions) => names.periodsCell(positions);
export const named: PeriodNames['named'] = (sentence) => names.named(sentence);

/** Length of a horizon, `24 hours` or `96 intervals of 15 min`, for a case without a result. */
export const lengthOf = (horizon: string, interval = 60): string =>
  interval === 60 ? `${horizon} hours` : `${horizon} intervals of ${interval} min`;
