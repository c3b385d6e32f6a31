/**
 * How the series of the job that is shown count time: by the hour, or in shorter intervals, which are called by when they
 * begin. Set where a result is read, before any of its views is drawn.
 */
const HOUR = 60;

let minutes = HOUR;

/** Sets the length of the intervals that a page shows; a result or comparison that says none has hours. */
export const countIn = ({ interval_minutes }: { readonly interval_minutes?: number | undefined }): void => {
  minutes = interval_minutes ?? HOUR;
};

const isHourly = (): boolean => minutes === HOUR;

/** Hours of an interval: MW of one times this are MWh. */
export const intervalHours = (): number => minutes / HOUR;

/** Where it stands on an axis or in a head: `5`, or `5:30`. */
export function tick(t: number): string {
  if (isHourly()) return String(t);
  const begin = t * minutes;
  return `${Math.floor(begin / HOUR)}:${String(begin % HOUR).padStart(2, '0')}`;
}

/** `hour 5`, or `interval 22 (5:30)`. */
export const periodName = (t: number | undefined): string =>
  isHourly() || t === undefined ? `hour ${t}` : `interval ${t} (${tick(t)})`;

/** In a cell: `5`, or `22 (5:30)`. */
export const periodCell = (t: number): string => (isHourly() ? String(t) : `${t} (${tick(t)})`);

/** `hour` and `hours`, or `interval` and `intervals`. */
export const period = (): string => (isHourly() ? 'hour' : 'interval');
export const periods = (): string => `${period()}s`;
export const axisTitle = (): string => (isHourly() ? 'hour' : 'time, h:mm');

/** `24 hours`, or `96 intervals of 15 min`: of a case that is not solved. */
export function lengthOf(horizon: string, interval: number | undefined): string {
  return interval === undefined || interval === HOUR
    ? `${horizon} hours`
    : `${horizon} intervals of ${interval} min`;
}

export const capitalized = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
